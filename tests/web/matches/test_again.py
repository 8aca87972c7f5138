"""POST /match/<id>/again/: the same match once more, with those who were there."""

from __future__ import annotations

from tests.factories.matches import CHART, TO_JOIN, beside
from tests.web.matches.reading import assert_refused, at, door, send, shown
from tests.web.pages import HTMX, page
from trainer.matches.models import MatchTable, Stage


def ended(cast, table: MatchTable) -> MatchTable:
    send(cast.ann_phone, "end", table)
    assert table.stage is Stage.OVER
    return table


def following(table: MatchTable) -> MatchTable:
    table.refresh_from_db()
    assert table.followed_by is not None
    return table.followed_by


def agreed(table: MatchTable) -> list[object]:
    return [table.name, table.chips, table.sizes, table.rounds, table.rules]


def test_those_on_one_device_play_again_at_once(cast):
    table = ended(cast, cast.made(beside("Bob"), CHART, rounds=None))
    response = send(cast.ann_phone, "again", table)
    again = following(table)
    assert response["Location"] == at("play", again)
    assert again.stage is Stage.PLAYING
    assert agreed(again) == agreed(table)
    before, after = (each.seats.values_list("kind", "name", "hints") for each in (table, again))
    assert list(before) == list(after)
    assert again.seed != table.seed


def test_the_others_find_the_table_that_was_made_and_take_their_seats(cast):
    table = ended(cast, cast.begun(rounds=None))
    assert send(cast.ann_phone, "again", table)["Location"] == at("play", following(table))
    again = following(table)
    assert again.stage is Stage.GATHERING
    assert send(cast.ben_phone, "again", table)["Location"] == door(again)
    assert cast.ben_phone.post(door(again), {"name": "Ben"})["Location"] == at("play", again)
    assert send(cast.ben_phone, "again", table)["Location"] == at("play", again)
    assert MatchTable.objects.count() == 2


def test_the_result_offers_it(cast):
    table = ended(cast, cast.made(rounds=None))
    button = page(shown(cast.ann_phone, table)).select_one("#again")
    assert button.find_parent("form")["action"] == at("again", table)


def test_before_its_end_no_match_is_played_again(cast):
    for table in (cast.begun(), cast.gathering(TO_JOIN)):
        response = send(cast.ann_phone, "again", table, headers=HTMX)
        assert_refused(response, 409, "This match is not over yet.")
    called_off = cast.gathering()
    send(cast.ann_phone, "end", called_off)
    response = send(cast.ann_phone, "again", called_off, headers=HTMX)
    assert_refused(response, 409, "This match is not over yet.")
    assert not MatchTable.objects.exclude(followed_by=None).exists()
