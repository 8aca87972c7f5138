"""A match that the engine cannot deal any more is said to be lost, and nobody is held up by it."""

from __future__ import annotations

import pytest

from tests.web.matches.reading import LOBBY, asked, assert_part, assert_whole, send, shown
from tests.web.pages import HTMX, words
from trainer.matches.models import MatchTable, Stage

LOST = "This match cannot be played on"


@pytest.fixture
def lost(cast) -> MatchTable:
    """A match in play, one of whose stored moves cannot have happened."""
    table = cast.begun()
    table.moves, table.moves_made = "10 10 P P P", 5
    table.save()
    return table


def test_its_page_says_so_and_it_is_over(cast, lost):
    for _time in range(2):
        response = shown(cast.ann_phone, lost)
        assert LOST in words(response)
    lost.refresh_from_db()
    assert lost.stage is Stage.OVER
    assert cast.ann_phone.get(LOBBY).status_code == 200


def test_a_page_that_asks_for_news_learns_of_it(cast):
    table = cast.begun()
    before = shown(cast.ann_phone, table)
    MatchTable.objects.update(moves="10 10 P P P", moves_made=5, version=table.version + 1)
    polled = asked(cast.ann_phone, table, before)
    assert_part(polled)
    assert LOST in words(polled)


@pytest.mark.parametrize("name", ["bet", "act", "hint", "on", "end", "leave"])
def test_whoever_does_something_learns_of_it_too(cast, lost, name):
    response = send(cast.ann_phone, name, lost, size="5", action="S", headers=HTMX)
    assert_part(response, 409)
    assert LOST in words(response)
    assert lost.stage is Stage.OVER
    assert_whole(cast.ann_phone.get(LOBBY))
