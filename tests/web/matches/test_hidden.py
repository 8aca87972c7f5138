"""No response tells a card before its time: not the hole card, none to come, and no seed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from zipfile import ZipFile

import pytest
from django.http import HttpResponse
from django.test import Client

from strategy.match import Match
from strategy.money import chips
from strategy.shoe import commitment
from tests.factories.matches import CHART, OWN, act, bet, seeded, stand, state_of
from tests.web.conftest import client_of_guest
from tests.web.matches.reading import LOBBY, asked, at, door, enabled, send, shown
from tests.web.pages import HTMX, page
from tests.web.tables.test_hidden import told
from trainer.matches.models import MatchTable, PlayerKind, Stage
from trainer.matches.services import Place

EXPORTS = ("/account/data/json/", "/account/data/csv/")


def hidden_cards(match: Match) -> list:
    """What nobody may know of while a round is in play; each card is there once in a pack."""
    hole = match.round.dealer_cards[1:] if match.round.hole_hidden else ()
    return [*match.round.shoe.order[match.round.shoe.dealt :], *hole]


def text_of(response: HttpResponse) -> str:
    content = b"".join(response) if response.streaming else response.content
    return content.decode(errors="replace")


def everything(client: Client, table: MatchTable) -> Iterator[HttpResponse]:
    """Every page that somebody at the table can ask for, and forms that are refused."""
    yield client.get(at("play", table))
    yield client.get(at("play", table), headers=HTMX)
    yield client.get(at("play", table), {"seen": "old", "me": "?"}, headers=HTMX)
    yield client.get(LOBBY)
    yield client.get(f"{LOBBY}?like={table.public_id}")
    yield client.get(door(table))
    yield client_of_guest("stranger").get(door(table))
    yield send(client, "bet", table, size="7")
    yield send(client, "act", table, seen=0, action="H")
    yield send(client, "act", table, action="R")
    yield send(client, "hint", table, headers=HTMX)
    yield send(client, "end", table)
    yield client.get(at("act", table))


def assert_nothing_told(table: MatchTable, *responses: HttpResponse) -> None:
    hidden = hidden_cards(state_of(table))
    assert hidden
    for response in responses:
        text = text_of(response)
        assert told(text, hidden) == [], response.request["PATH_INFO"]
        assert table.seed not in text


@pytest.mark.parametrize("who", ["maker", "joined"])
def test_while_a_round_is_in_play_nothing_tells_what_is_still_hidden(cast, who):
    """Some rounds by plays in turn, looking at every page on the way."""
    table = cast.begun(Place(PlayerKind.EXPERT, "Champion"), CHART)
    table.seats.update(hints=True)
    people = [(cast.ann, cast.ann_phone), (cast.ben, cast.ben_phone)]
    looked = 0
    for round_ in range(3):
        while (match := state_of(table)).rounds_played == round_:
            visitor, client = people[match.turn]
            if not match.playing:
                bet(visitor, table, 5)
                continue
            if looked < 4:
                looked += 1
                _visitor, looker = people[who == "joined"]
                assert_nothing_told(table, *everything(looker, table))
            names = [name for name in enabled(shown(client, table)) if name != "Stand"]
            play = {"Hit": "H", "Double": "D", "Split": "P"}[names[looked % len(names)]]
            response = send(client, "act", table, action=play, headers=HTMX)
            if (match := state_of(table)).playing:
                assert_nothing_told(table, response, shown(client, table))
    assert looked >= 2


def test_what_a_screen_reader_is_told_and_what_a_poll_brings_hide_the_same(cast):
    table = cast.begun()
    before = shown(cast.ben_phone, table)
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    while not (match := state_of(table)).playing:
        bet([cast.ann, cast.ben][match.turn], table, 5)
    response = asked(cast.ben_phone, table, before)
    assert response.status_code == 200
    assert_nothing_told(table, response)
    assert told(text_of(response), [match.round.upcard]) == [match.round.upcard]


def test_no_page_holds_the_seed_before_the_end_nor_an_export(cast):
    table = cast.made()
    for response in everything(cast.ann_phone, table):
        assert table.seed not in text_of(response)
    bet(cast.ann, table, 5, 5)
    stand(cast.ann, table)
    for response in everything(cast.ann_phone, table):
        assert table.seed not in text_of(response)


def test_an_export_has_neither_seed_nor_code_of_a_match_that_is_open(cast, tmp_path):
    table = cast.begun()
    seeded(table, lambda match: match.playing, "5", "5", "H")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    act(cast.ann, table, "H")
    for client in (cast.ann_phone, cast.ben_phone):
        response = client.post(EXPORTS[0])
        text = text_of(response)
        assert told(text, hidden_cards(state_of(table))) == []
        (match,), (seat,) = (json.loads(text)[kind] for kind in ("matches", "match_seats"))
        assert match["table"] == str(table.public_id)
        assert match["table_moves"] == table.moves
        assert seat["kind"] == "person"
        assert table.seed not in text
        assert table.code not in text
        archive = tmp_path / "data.zip"
        archive.write_bytes(b"".join(client.post(EXPORTS[1])))
        with ZipFile(archive) as files:
            told_there = b"".join(files.read(name) for name in files.namelist())
        assert table.seed.encode() not in told_there
        assert table.code.encode() not in told_there


def test_the_hash_shown_before_the_first_card_is_that_of_the_seed_told_at_the_end(cast):
    table = cast.made(rounds=1)
    first = page(shown(cast.ann_phone, table)).select_one(".hash").text
    bet(cast.ann, table, 5, 5)
    assert page(shown(cast.ann_phone, table)).select_one(".hash").text == first
    stand(cast.ann, table)
    assert table.stage is Stage.OVER
    response = shown(cast.ann_phone, table)
    *_before, shown_hash, seed = (each.text for each in page(response).select(".hash"))
    assert shown_hash == first == commitment(seed)
    assert seed == table.seed
    again = Match.parse(page(response).select_one(".record").text)
    assert again == state_of(table)
    assert [chips(pile) for pile in again.piles] == [chips(p) for p in state_of(table).piles]


def test_a_table_that_was_called_off_tells_no_seed(cast):
    table = cast.made(OWN, Place(PlayerKind.PERSON))
    send(cast.ann_phone, "end", table)
    assert table.seed not in text_of(shown(cast.ann_phone, table))
