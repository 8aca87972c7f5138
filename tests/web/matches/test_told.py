"""What the pages of matches tell of the game, of its players and of where to go."""

from __future__ import annotations

import pytest

from tests.web.matches.reading import door, shown
from tests.web.pages import page, words

THE_GAME = ("Bets", "Hit or stand", "Double", "Split", "The dealer", "Payment", "The match")


def how(response) -> dict[str, str]:
    """What is told of how to play, by what it is about."""
    told = page(response).select_one(".match-how")
    return {
        words(about): words(said)
        for about, said in zip(told.find_all("dt"), told.find_all("dd"), strict=True)
    }


def test_how_to_play_is_told_at_the_table_and_at_its_door(cast):
    table = cast.joined()
    response = cast.ben_phone.get(door(cast.gathering()))
    assert page(response).select("details:not([open]) > summary + .match-how")
    at_the_door = how(response)
    assert set(THE_GAME) < set(at_the_door)
    cast.begin(table)
    response = shown(cast.ben_phone, table)
    assert page(response).select("#agreed .match-how")
    assert how(response) == at_the_door
    told = " ".join(at_the_door.values())
    for what in ("one whole pack", "peeks", "3:2", "Once in a round", "no insurance", "surrender"):
        assert what in told


@pytest.mark.parametrize(
    ("hits", "told"), [(True, "is drawn to as well"), (False, "is enough")], ids=["hits", "stands"]
)
def test_how_to_play_tells_the_soft_17_that_was_agreed(cast, hits, told):
    table = cast.made(hits_soft_17=hits)
    assert told in how(shown(cast.ann_phone, table))["The dealer"]
    table = cast.gathering(hits_soft_17=hits)
    assert told in how(cast.ben_phone.get(door(table)))["The dealer"]


@pytest.mark.parametrize(
    ("rounds", "told"),
    [(1, "after 1 round has won"), (12, "after 12 rounds has won"), (None, "ends it has won")],
)
def test_how_to_play_tells_when_the_match_is_won(cast, rounds, told):
    table = cast.made(rounds=rounds)
    assert told in how(shown(cast.ann_phone, table))["The match"]
