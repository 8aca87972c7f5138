"""Leaving in the middle of a match, computer players that stand in, and coming back."""

from __future__ import annotations

import pytest

from strategy.agreements import Kind
from strategy.players import moved
from tests.factories.matches import CHART, OWN, TO_JOIN, act, beside, bet, seeded, state_of
from tests.web.conftest import client_of_guest
from tests.web.matches.reading import (
    LOBBY,
    asked,
    assert_refused,
    at,
    door,
    seats,
    send,
    shown,
    status_line,
    stored,
)
from tests.web.matches.test_presence import gone, wait
from tests.web.pages import HTMX, page, words
from tests.web.personal.test_delete import URL, confirmed
from trainer.matches.models import MatchTable, Participant, PlayerKind, Stage

HAS_SOMEBODY = "That seat has somebody who plays it."
FORMS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])


def test_for_who_leaves_the_chart_plays_on_at_once(cast):
    table = cast.begun()
    match = seeded(table, lambda match: match.playing and match.turn == 1, "5", "5", "S")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    act(cast.ann, table, "S")
    assert send(cast.ben_phone, "leave", table)["Location"] == "/match/"
    while match.turn == 1:
        match = moved(match, Kind.CHART)
    assert state_of(table).moves[: len(match.moves)] == match.moves
    response = shown(cast.ann_phone, table)
    assert "By the chart stands in" in words(seats(response)["Ben"])
    assert status_line(response) == "Ann, put out your bet."


def leaving(response) -> str:
    """What is said to whoever is about to leave."""
    return words(page(response).select_one("#leaving p"))


def test_before_leaving_one_is_told_what_happens_then(cast):
    table = cast.begin(cast.joined(beside("Bob")))
    response = shown(cast.ann_phone, table)
    assert leaving(response) == "By the chart plays on for Ann and Bob. You can come back."
    form = page(response).select_one("details:not([open]) form:has(#leave)")
    assert form["action"] == at("leave", table)
    send(cast.ann_phone, "stand_in", table, 0, kind="gambler")
    response = shown(cast.ann_phone, table)
    assert leaving(response) == "By the chart plays on for Bob. You can come back."
    send(cast.ann_phone, "stand_in", table, 2, kind="gambler")
    assert leaving(shown(cast.ann_phone, table)) == "You can come back."


def listed(client) -> list[tuple[str, str]]:
    """The tables that the lobby lists, by their addresses, and how they stand."""
    lines = page(client.get(LOBBY)).select(".table-list li")
    return [(line.a["href"], words(line).rpartition(" · ")[2]) for line in lines]


def test_a_table_that_one_has_left_is_listed_as_long_as_a_seat_is_ones_own(cast):
    table = cast.begun()
    assert listed(cast.ben_phone) == [(at("play", table), "in play")]
    send(cast.ben_phone, "leave", table)
    assert listed(cast.ben_phone) == [(at("play", table), "left: you can come back")]
    assert listed(cast.ann_phone) == [(at("play", table), "in play")]
    assert listed(client_of_guest("stranger")) == []
    response = shown(cast.ben_phone, table)
    assert page(response).find(id="back-1")
    send(cast.ben_phone, "back", table, 1)
    assert listed(cast.ben_phone) == [(at("play", table), "in play")]
    send(cast.ben_phone, "leave", table)
    cy = client_of_guest("cy")
    cy.post(door(table, "ask"), {"name": "Cy", "number": 1})
    assert listed(cy) == []
    send(cast.ann_phone, "decide", table, cast.person(table, "Cy").public_id, let_in="yes")
    assert listed(cy) == [(at("play", table), "in play")]
    assert listed(cast.ben_phone) == []


def test_a_table_that_was_left_before_the_start_is_not_listed(cast):
    table = cast.joined()
    send(cast.ben_phone, "leave", table)
    assert listed(cast.ben_phone) == []


def test_all_seats_of_who_leaves_are_played_on(cast):
    table = cast.made(OWN, beside("Bob"), TO_JOIN)
    cast.ben_phone.post(door(table), {"name": "Ben"})
    cast.begin(table)
    send(cast.ann_phone, "leave", table)
    assert status_line(shown(cast.ben_phone, table)) == "Ben, put out your bet."
    assert list(table.seats.values_list("stand_in", flat=True)) == ["chart", "chart", ""]


def test_somebody_lets_a_computer_player_play_for_them_and_plays_again(cast):
    table = cast.begun()
    response = send(cast.ann_phone, "stand_in", table, 0, kind="chart", headers=HTMX)
    assert "By the chart stands in" in words(seats(response)["Ann"])
    assert status_line(response) == "Ben, put out your bet."
    assert "By the chart plays for Ann." in words(response)
    response = send(cast.ann_phone, "back", table, 0, headers=HTMX)
    assert "stands in" not in words(response)
    bet(cast.ben, table, 5)
    while (match := state_of(table)).rounds_played == 0:
        act([cast.ann, cast.ben][match.turn], table, "S")
    assert status_line(shown(cast.ben_phone, table)) == "Ben, put out your bet."


@FORMS
def test_nobody_is_played_for_while_they_are_there(cast, headers):
    table = cast.begun()
    before = stored()
    response = send(cast.ben_phone, "stand_in", table, 0, kind="chart", headers=headers)
    assert_refused(response, 409, HAS_SOMEBODY)
    assert stored() == before


def test_anybody_at_the_table_lets_a_computer_player_play_for_who_has_gone(cast, clock):
    table = cast.begun()
    wait(clock, table, cast.ben_phone)
    response = shown(cast.ben_phone, table)
    assert gone(response) == ["Ann"]
    assert status_line(response) == "Ann, put out your bet."
    response = send(cast.ben_phone, "stand_in", table, 0, kind="copycat", headers=HTMX)
    assert status_line(response) == "Ben, put out your bet."
    assert "Copycat stands in" in words(seats(response)["Ann"])
    back = shown(cast.ann_phone, table)
    assert page(back).find(id="back-0")
    assert send(cast.ann_phone, "back", table, 0).status_code == 302
    response = send(cast.ben_phone, "stand_in", table, 0, kind="copycat")
    assert_refused(response, 409, HAS_SOMEBODY)


def test_nobody_has_a_better_player_than_the_chart_play_for_them(cast, clock):
    table = cast.begun()
    send(cast.ben_phone, "stand_in", table, 1, kind="expert")
    assert table.seats.get(number=1).stand_in == PlayerKind.CHART
    wait(clock, table, cast.ann_phone)
    send(cast.ann_phone, "stand_in", table, 1, kind="expert")
    assert table.seats.get(number=1).stand_in == PlayerKind.EXPERT, "others may choose"
    send(cast.ben_phone, "leave", table)
    assert table.seats.get(number=1).stand_in == PlayerKind.CHART


@pytest.mark.parametrize("way", ["stand_in", "leave"])
def test_whoever_had_a_hand_played_for_them_plays_again_from_the_next_round(cast, way):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 1, "5", "5", "S")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    seat = () if way == "leave" else (0,)
    send(cast.ann_phone, way, table, *seat, kind="chart")
    assert state_of(table).turn == 1
    response = send(cast.ann_phone, "back", table, 0, headers=HTMX)
    assert "By the chart plays this round for Ann" in words(response)
    assert not page(response).find(id="back-0")
    assert "By the chart stands in" in words(seats(response)["Ann"])
    while state_of(table).playing:
        act(cast.ben, table, "S")
    seat = table.seats.get(number=0)
    assert (seat.stand_in, seat.back, seat.player) == ("", False, Kind.PERSON)
    bet(cast.ben, table, 5)
    bet(cast.ann, table, 5)
    assert (seat.stood_in, seat.played, seat.decisions, seat.won) == (1, 0, 0, 0)
    other = table.seats.get(number=1)
    assert (other.stood_in, other.played) == (0, 1)
    assert other.won == state_of(table).history[1][1] - state_of(table).history[0][1]


def test_a_round_that_somebody_played_to_the_end_themselves_is_theirs(cast):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 1, "5", "5", "S")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    act(cast.ann, table, "S")
    send(cast.ann_phone, "leave", table)
    send(cast.ann_phone, "back", table, 0)
    assert table.seats.get(number=0).player is Kind.PERSON, "nothing was played for her"
    while state_of(table).playing:
        act(cast.ben, table, "S")
    seat = table.seats.get(number=0)
    assert (seat.stood_in, seat.played, seat.decisions) == (0, 1, 1)


def test_the_result_tells_how_many_rounds_others_played_and_leaves_them_out(cast):
    table = cast.begun(rounds=2)
    send(cast.ann_phone, "leave", table)
    bet(cast.ben, table, 5)
    while state_of(table).rounds_played < 1:
        act(cast.ben, table, "S")
    send(cast.ann_phone, "back", table, 0)
    while (match := state_of(table)).turn is not None:
        who = [cast.ann, cast.ben][match.turn]
        act(who, table, "S") if match.playing else bet(who, table, 5)
    response = shown(cast.ann_phone, table)
    rows = page(response).select(".match-result__seats tbody tr")
    told = {words(row.th).split(" ")[0]: words(row.th) for row in rows}
    assert told == {"Ann": "Ann 1 round played by somebody else", "Ben": "Ben"}
    luck = {seat.name: seat.luck for seat in response.context["result"].seats}["Ann"]
    assert luck.rounds == 1
    assert luck.result == match.history[2][0] - match.history[1][0]


@FORMS
def test_nobody_takes_back_what_is_anothers(cast, headers):
    table = cast.begun(CHART)
    send(cast.ben_phone, "leave", table)
    before = stored()
    for number in (1, 2, 7):
        response = send(cast.ann_phone, "back", table, number, headers=headers)
        assert_refused(response, 403, "That seat is not played from this device now.")
    assert stored() == before


def test_who_has_left_sees_the_match_and_comes_back(cast):
    table = cast.begun()
    send(cast.ben_phone, "leave", table)
    response = shown(cast.ben_phone, table)
    assert not page(response).find(id="leave")
    assert send(cast.ben_phone, "back", table, 1).status_code == 302
    assert cast.person(table, "Ben").at_table
    bet(cast.ann, table, 5)
    assert send(cast.ben_phone, "bet", table, size="5").status_code == 302


def test_when_the_maker_leaves_the_next_decides(cast):
    table = cast.begun(rounds=None)
    send(cast.ann_phone, "leave", table)
    assert send(cast.ann_phone, "end", table).status_code == 403
    assert page(shown(cast.ben_phone, table)).find(id="end")
    assert send(cast.ben_phone, "end", table).status_code == 302
    assert table.stage is Stage.OVER


@pytest.mark.parametrize(("rounds", "played"), [(3, 1), (None, 0)])
def test_a_match_that_all_have_left_waits_for_one_of_them(cast, rounds, played):
    """The round that was begun is played to its end; the match is not, behind their backs."""
    table = cast.begun(rounds=rounds)
    send(cast.ann_phone, "leave", table)
    send(cast.ben_phone, "leave", table)
    match = state_of(table)
    assert match.between_rounds
    assert (match.rounds_played, table.stage) == (played, Stage.PLAYING)
    assert "To the table" not in words(client_of_guest("cy").get(door(table)))
    assert send(cast.ann_phone, "end", table).status_code == 403
    for client, number in ((cast.ann_phone, 0), (cast.ben_phone, 1)):
        shown(client, table)
        assert send(client, "back", table, number).status_code == 302
    first = [cast.ann_phone, cast.ben_phone][played]
    assert send(first, "bet", table, size="5").status_code == 302


def test_nobody_has_to_have_been_there_long_to_leave_in_the_middle_of_bets(cast):
    table = cast.begun()
    bet(cast.ann, table, 5)
    send(cast.ben_phone, "leave", table)
    match = state_of(table)
    assert match.moves[:2] == ("5", "10"), "the chart bets what is usual"
    assert match.playing or match.rounds_played == 1


@pytest.mark.parametrize("when", ["before", "during", "after"])
def test_a_deleted_account_leaves_the_others_playable_and_no_name(cast, when):
    table = cast.joined(TO_JOIN, rounds=1)
    cast.ben_phone.post(door(table), {"name": "Bea"})
    if when != "before":
        cast.begin(table)
        bet(cast.ann, table, 5)
    if when == "after":
        while table.stage is not Stage.OVER:
            match = state_of(table)
            who = cast.ann if match.turn == 0 else cast.ben
            act(who, table, "S") if match.playing else bet(who, table, 5)
    before = shown(cast.ann_phone, table)
    assert cast.ben_phone.post(URL, {"sure": "on"}).status_code == 302
    if when != "after":
        assert asked(cast.ann_phone, table, before).status_code == 200, "it is news"
    response = shown(cast.ann_phone, table)
    for text in (
        words(response),
        str(list(table.seats.values())),
        words(cast.ann_phone.get(door(table), follow=True)),
    ):
        assert "Ben" not in text
        assert "Bea" not in text
    if when == "before":
        assert client_of_guest("cy").post(door(table), {"name": "Bea"}).status_code == 302
    if when == "during":
        assert status_line(response) == "Seat 2, put out your bet."
        for number in (1, 2):
            send(cast.ann_phone, "stand_in", table, number, kind="chart")
        while table.stage is not Stage.OVER:
            act(cast.ann, table, "S")
        assert page(shown(cast.ann_phone, table)).select_one(".match-result")


def test_where_the_maker_is_deleted_the_next_leads(cast):
    table = cast.begun(rounds=None)
    cast.ann_phone.post(URL, confirmed("practice"))
    assert not Participant.objects.filter(user=cast.ann.user).exists()
    assert page(shown(cast.ben_phone, table)).find(id="end")
    assert send(cast.ben_phone, "stand_in", table, 0, kind="chart").status_code == 302
    assert send(cast.ben_phone, "on", table).status_code == 302
    assert send(cast.ben_phone, "bet", table, size="5").status_code == 302


def test_a_table_of_which_nobody_is_known_any_more_is_not_found(cast):
    table = cast.made()
    cast.ann_phone.post(URL, confirmed("practice"))
    assert MatchTable.objects.get() == table
    assert cast.ben_phone.get(door(table)).status_code == 404
    assert cast.ann_phone.get(at("play", table)).status_code == 404
