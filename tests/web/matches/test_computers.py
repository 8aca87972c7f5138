"""Computer players move at once; a match is the same wherever and whenever it is played on."""

from __future__ import annotations

import pytest

from strategy.agreements import Kind
from strategy.match import Match
from strategy.players import moved
from tests.factories.matches import (
    CHART,
    COPYCAT,
    OWN,
    TO_JOIN,
    act,
    bet,
    seeded,
    stand,
    state_of,
)
from tests.web.matches.reading import asked, assert_refused, enabled, send, shown, status_line
from tests.web.pages import HTMX, page, statements, words
from trainer.matches import kept, states
from trainer.matches.models import PlayerKind, Stage
from trainer.matches.queries import NOTHING, Heard
from trainer.matches.services import ROUNDS_AT_ONCE, Place
from trainer.matches.states import match_of
from trainer.matches.wording import story

EVERY_STYLE = [Place(kind, str(kind.label)) for kind in PlayerKind if kind is not PlayerKind.PERSON]


def is_persons_turn(match: Match) -> bool:
    return match.agreement.chairs[match.turn].kind is Kind.PERSON


def test_all_styles_bet_and_play_at_once_up_to_a_persons_turn(cast):
    table = cast.made(OWN, *EVERY_STYLE)
    seeded(table, lambda match: match.playing and is_persons_turn(match), "5")
    response = send(cast.ann_phone, "bet", table, size="5", headers=HTMX)
    match = state_of(table)
    assert match.turn == 0
    assert all(match.bets)
    assert status_line(response).startswith("Ann has")
    send(cast.ann_phone, "act", table, action="S")
    match = state_of(table)
    assert (match.rounds_played, is_persons_turn(match)) == (1, True)
    assert len([bet for bet in match.bets if bet]) == 5, "those before Ann have bet again"


def test_they_move_as_the_engine_has_them_move(cast):
    table = cast.made(OWN, COPYCAT, CHART)
    bet(cast.ann, table, 5)
    stand(cast.ann, table)
    match = Match.begin(state_of(table).agreement, seed=table.seed)
    for move in state_of(table).moves:
        again = match.after(move)
        assert is_persons_turn(match) or moved(match) == again
        match = again


def test_where_one_bets_first_at_the_table_it_has_bet_when_the_match_begins(cast):
    table = cast.made(COPYCAT, OWN)
    assert table.moves == "10"
    assert "Copycat bets 10 chips." in words(shown(cast.ann_phone, table))


def test_a_match_without_rounds_waits_for_the_next_to_be_asked_for(cast):
    table = cast.made(COPYCAT, OWN, rounds=None)
    response = shown(cast.ann_phone, table)
    assert table.moves == ""
    assert status_line(response) == "Copycat, a computer player, bets first in the next round."
    assert page(response).find(id="on")
    assert not page(response).find(id="many")
    assert page(response).find(id="end")
    assert enabled(response) == []
    response = send(cast.ann_phone, "on", table, headers=HTMX)
    assert status_line(response) == "Ann, put out your bet."
    bet(cast.ann, table, 5)
    stand(cast.ann, table)
    assert status_line(shown(cast.ann_phone, table)) == "Ann, put out your bet.", "she is first"


def test_who_is_at_the_table_asks_for_the_next_round_not_only_the_maker(cast):
    table = cast.joined(rounds=None)
    table.seats.filter(number=0).update(kind=PlayerKind.COPYCAT, name="Copycat", participant=None)
    cast.begin(table)
    assert page(shown(cast.ben_phone, table)).find(id="on")
    assert send(cast.ben_phone, "on", table).status_code == 302
    assert state_of(table).turn == 1


def test_where_no_person_has_chips_left_the_others_play_on_when_asked(cast):
    table = cast.made(OWN, CHART, COPYCAT, chips=10, sizes=(5, 10), rounds=50)
    seeded(
        table,
        lambda match: (
            match.rounds_played == 1
            and match.piles[0] == 0
            and not match.over
            and match.between_rounds
        ),
        *("10", "S"),
    )
    bet(cast.ann, table, 10)
    stand(cast.ann, table)
    response = shown(cast.ann_phone, table)
    played = state_of(table).rounds_played
    assert page(response).find(id="on")
    assert page(response).find(id="many")
    send(cast.ann_phone, "on", table, rounds="one")
    assert state_of(table).rounds_played == played + 1
    while table.stage is Stage.PLAYING:
        before = state_of(table).rounds_played
        send(cast.ann_phone, "on", table, rounds="many")
        match = state_of(table)
        assert match.over or match.rounds_played == before + ROUNDS_AT_ONCE
    assert page(shown(cast.ann_phone, table)).select_one(".match-result")


def test_ten_rounds_are_not_asked_for_twice_by_a_second_press(cast):
    table = cast.made(TO_JOIN, TO_JOIN)
    for number in (0, 1):
        send(cast.ann_phone, "seat", table, number, kind="copycat")
    cast.begin(table)
    send(cast.ann_phone, "on", table, rounds="one")
    moves = table.moves
    response = send(cast.ann_phone, "on", table, seen=0, rounds="many")
    assert response.status_code == 409
    assert table.moves == moves


def test_while_a_person_has_chips_a_match_of_rounds_never_waits(cast):
    table = cast.made(COPYCAT, OWN)
    for _round in range(4):
        bet(cast.ann, table, 5)
        stand(cast.ann, table)
        response = shown(cast.ann_phone, table)
        assert not page(response).find(id="on")
        assert_refused(
            send(cast.ann_phone, "on", table), 409, "The computer players do not wait now."
        )


def test_a_match_that_is_interrupted_goes_on_in_another_process_as_the_same(cast):
    table = cast.begun(CHART, COPYCAT, rounds=8)
    people = [(cast.ann, cast.ann_phone), (cast.ben, cast.ben_phone)]
    while table.stage is Stage.PLAYING:
        match = state_of(table)
        states._kept.clear()
        assert state_of(table) == match == Match.parse(str(match))
        visitor, client = people[match.turn]
        if len(match.moves) % 3:
            states._kept.clear()
        if match.playing:
            act(visitor, table, "S" if "Hit" not in enabled(shown(client, table)) else "H")
        else:
            bet(visitor, table, 10 if 100 in match.bets_of(match.turn) else 5)
    states._kept.clear()
    match = state_of(table)
    assert (match.over, match.rounds_played) == (True, 8)
    assert list(table.seats.values_list("played", flat=True))[2] == 8


def test_what_was_not_committed_is_not_remembered(cast):
    table = cast.made()
    seats = list(table.seats.all())
    first = match_of(table, seats)
    table.moves = "5 5"
    ahead = match_of(table, seats)
    assert len(ahead.moves) == 2
    table.moves = ""
    assert match_of(table, seats) == first
    table.moves = "10"
    assert match_of(table, seats).moves == ("10",)


def test_so_many_matches_are_kept_in_memory_and_no_more(cast, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)
    tables = [cast.made() for _number in range(5)]
    for table in tables:
        bet(cast.ann, table, 5)
    assert [states._kept.get(table.pk) is None for table in tables] == [True] * 2 + [False] * 3
    assert state_of(tables[0]).turn == 1


def test_a_match_is_not_kept_before_its_first_move_since_what_is_agreed_may_change(cast):
    table = cast.made()
    assert state_of(table).agreement.chairs[1].kind is Kind.PERSON
    table.seats.filter(number=1).update(kind=PlayerKind.CHART)
    assert state_of(table).agreement.chairs[1].kind is Kind.CHART


def test_the_story_has_a_sentence_for_every_event(cast):
    """What is dealt in on the felt is found by counting them."""
    table = cast.made(OWN, *EVERY_STYLE)
    for _round in range(6):
        match = bet(cast.ann, table, 5)
        match = stand(cast.ann, table)
        told = [line for line in story(match, "ABCDEF") if line.round == match.rounds_played]
        assert len(told) == len(match.round.events) + len(match.dealt_to)
        places = [(line.round, line.number) for line in story(match, "ABCDEF")]
        assert places == sorted(set(places))


def test_cards_that_were_seen_lie_still_and_new_ones_are_dealt_in(cast):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5", "H")
    first = shown(cast.ann_phone, table)
    bet(cast.ann, table, 5, 5)
    dealt = asked(cast.ann_phone, table, first)
    heard = Heard(*map(int, page(dealt).select_one("[name=heard]")["value"].split(".")))
    assert heard > NOTHING
    hit = send(cast.ann_phone, "act", table, action="H", heard=str(heard), headers=HTMX)
    assert words(page(hit).select_one("template")).startswith("Ann hits. Ann gets the")
    assert len(page(dealt).select(".card:not(.card--still)")) == 6
    assert len(page(hit).select(".card:not(.card--still)")) == 1


@pytest.mark.parametrize("seats", [1, 5])
def test_what_is_asked_of_the_database_does_not_grow_with_seats_and_rounds(cast, seats):
    table = cast.made(OWN, *EVERY_STYLE[:seats], rounds=None)
    seeded(table, lambda match: match.playing and match.turn == 0, "5")
    before = shown(cast.ann_phone, table)
    counted = []
    for asks in (
        lambda: asked(cast.ann_phone, table, before),
        lambda: shown(cast.ann_phone, table),
        lambda: send(cast.ann_phone, "bet", table, size="5", headers=HTMX),
        lambda: send(cast.ann_phone, "act", table, action="S", headers=HTMX),
    ):
        with statements() as sent:
            asks()
        counted.append(len(sent))
    assert state_of(table).rounds_played == 1
    looked = 2
    """By which the test itself reads the table, before and after a form is sent."""
    assert counted == [1, 5, 7 + looked, 12 + looked]
