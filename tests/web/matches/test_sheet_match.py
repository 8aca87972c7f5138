"""The match table's sheet on the pages, from round to round: who is first, who leads, who wins."""

from __future__ import annotations

import pytest

from strategy.match import Ending
from strategy.money import CHIP
from tests.factories.matches import COPYCAT, OWN, act, beside, bet, seeded, stand, state_of
from tests.web.matches.reading import (
    assert_refused,
    seats,
    send,
    shown,
    standings,
    status_line,
)
from tests.web.pages import HTMX, page, words
from trainer.matches.models import Stage


def test_the_first_seat_to_bet_moves_on_one_each_round(cast):
    table, first = cast.made(OWN, beside("Bob"), beside("Cy")), []
    for _round in range(4):
        first.append(status_line(shown(cast.ann_phone, table)))
        bet(cast.ann, table, 5, 5, 5)
        stand(cast.ann, table)
    assert first == [f"{name}, put out your bet." for name in ("Ann", "Bob", "Cy", "Ann")]


def test_the_standings_are_told_after_each_round(cast):
    table = cast.made()
    assert standings(shown(cast.ann_phone, table)) == [
        ("1", "Ann", "100 chips"),
        ("1", "Bob", "100 chips"),
    ]
    seeded(
        table,
        lambda match: match.rounds_played == 1 and match.piles == (900, 1100),
        *("10", "10", "S", "S"),
    )
    bet(cast.ann, table, 10, 10)
    stand(cast.ann, table)
    response = shown(cast.ann_phone, table)
    assert standings(response) == [("1", "Bob", "110 chips"), ("2", "Ann", "90 chips")]
    won = [words(line) for line in page(response).select(".standings__won")]
    assert won == ["in the last round: +10", "in the last round: −10"]


def test_the_bar_tells_the_round(cast):
    table = cast.made(rounds=2)
    seeded(table, lambda match: match.playing, "5", "5")
    assert "Round 1 of 2" in words(shown(cast.ann_phone, table))
    bet(cast.ann, table, 5, 5)
    assert "Round 1 of 2" in words(shown(cast.ann_phone, table))
    stand(cast.ann, table)
    assert "Round 2 of 2" in words(shown(cast.ann_phone, table))


def test_a_match_ends_after_its_rounds_and_the_biggest_pile_wins(cast):
    table = cast.made(rounds=1)
    seeded(
        table,
        lambda match: match.ending is Ending.ROUNDS and match.winners == (1,),
        *("10", "10", "S", "S"),
    )
    bet(cast.ann, table, 10, 10)
    match = stand(cast.ann, table)
    assert table.stage is Stage.OVER
    response = shown(cast.ann_phone, table)
    pile = match.piles[1] // CHIP
    assert status_line(response) == f"Bob wins the match with {pile} chips."
    assert "All rounds are played." in words(response)
    assert not page(response).select("form.actions, [data-poll]")


def test_a_shared_top_pile_is_a_draw(cast):
    table = cast.made(rounds=1)
    seeded(table, lambda match: match.drawn, "10", "10", "S", "S")
    bet(cast.ann, table, 10, 10)
    match = stand(cast.ann, table)
    pile = match.piles[0] // CHIP
    told = status_line(shown(cast.ann_phone, table))
    assert told == f"A draw: Ann and Bob have {pile} chips each."


def test_without_a_number_of_rounds_the_maker_ends_it_between_rounds(cast):
    table = cast.begun(rounds=None)
    assert not page(shown(cast.ben_phone, table)).find(id="end")
    assert page(shown(cast.ann_phone, table)).find(id="end")
    bet(cast.ann, table, 5)
    assert words(page(shown(cast.ann_phone, table)).find(id="end")) == "End after this round"
    bet(cast.ben, table, 5)
    while (match := state_of(table)).playing:
        act([cast.ann, cast.ben][match.turn], table, "S")
    assert send(cast.ben_phone, "end", table).status_code == 403
    response = send(cast.ann_phone, "end", table, headers=HTMX)
    assert "The match was ended between two rounds." in words(response)
    assert table.stage is Stage.OVER


@pytest.mark.parametrize("when", ["bets are out", "a round is in play"])
def test_while_bets_are_out_the_maker_has_it_end_after_the_round(cast, when):
    table = cast.begun(rounds=None)
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    if when == "a round is in play":
        bet(cast.ben, table, 5)
    assert send(cast.ben_phone, "end", table).status_code == 403
    for _press in range(2):
        response = send(cast.ann_phone, "end", table, headers=HTMX)
        assert "Ends after this round" in words(response)
    assert "Ends after this round" in words(shown(cast.ben_phone, table))
    assert not page(shown(cast.ben_phone, table)).find(id="end")
    if when == "bets are out":
        bet(cast.ben, table, 5)
    while (match := state_of(table)).playing:
        act([cast.ann, cast.ben][match.turn], table, "S")
    assert (match.ending, match.rounds_played) == (Ending.MAKER, 1)
    assert table.stage is Stage.OVER


def test_computer_players_do_not_begin_the_round_after_it(cast):
    table = cast.made(COPYCAT, OWN, rounds=None)
    send(cast.ann_phone, "on", table)
    send(cast.ann_phone, "end", table)
    assert table.stage is Stage.PLAYING
    bet(cast.ann, table, 5)
    match = stand(cast.ann, table)
    assert (match.ending, match.rounds_played, match.moves[-1]) == (Ending.MAKER, 1, "end")


def test_a_maker_who_changes_their_mind_plays_on(cast):
    table = cast.made(rounds=None)
    bet(cast.ann, table, 5)
    response = send(cast.ann_phone, "end", table, headers=HTMX)
    undo = page(response).find(id="end")
    assert (undo["name"], undo["value"]) == ("play_on", "yes")
    for _press in range(2):
        response = send(cast.ann_phone, "end", table, play_on="yes", headers=HTMX)
        assert words(page(response).find(id="end")) == "End after this round"
    bet(cast.ann, table, 5)
    assert not stand(cast.ann, table).over
    send(cast.ann_phone, "end", table, play_on="yes")
    assert table.stage is Stage.PLAYING


def test_a_match_of_rounds_is_not_ended_before(cast):
    table = cast.made()
    assert not page(shown(cast.ann_phone, table)).find(id="end")
    response = send(cast.ann_phone, "end", table)
    assert_refused(
        response, 409, "The table has agreed on a number of rounds: the match ends after them."
    )


def test_it_ends_early_when_fewer_than_two_seats_have_chips_left(cast):
    table = cast.made(chips=5, sizes=(5,))
    seeded(
        table,
        lambda match: match.ending is Ending.CHIPS and 0 in match.piles,
        *("5", "5", "S", "S"),
    )
    bet(cast.ann, table, 5, 5)
    stand(cast.ann, table)
    response = shown(cast.ann_phone, table)
    assert table.stage is Stage.OVER
    assert "Too few seats have chips left to go on." in words(response)


def test_a_seat_without_the_chips_for_the_smallest_bet_sits_out(cast):
    table = cast.made(OWN, beside("Bob"), beside("Cy"), chips=5, sizes=(5,))
    seeded(
        table,
        lambda match: not match.over and match.rounds_played == 1 and match.piles[0] == 0,
        *("5", "5", "5", "S", "S", "S"),
    )
    bet(cast.ann, table, 5, 5, 5)
    stand(cast.ann, table)
    bet(cast.ann, table, 5, 5)
    response = shown(cast.ann_phone, table)
    assert "sits out" in words(seats(response)["Ann"])
    assert state_of(table).dealt_to == (1, 2)


def test_a_whole_table_can_finish_up_for_the_house_has_no_bottom(cast):
    table = cast.made(rounds=1)
    seeded(table, lambda match: match.over and min(match.piles) > 1000, "25", "25", "S", "S")
    bet(cast.ann, table, 25, 25)
    stand(cast.ann, table)
    assert min(state_of(table).piles) > 1000


def test_each_round_has_a_fresh_pack(cast):
    table, packs = cast.made(), set()
    for _round in range(3):
        match = bet(cast.ann, table, 5, 5)
        packs.add(match.round.shoe.order)
        assert sorted(card.code for card in match.round.shoe.order) == sorted(
            card.code for card in next(iter(packs))
        )
        stand(cast.ann, table)
    assert len(packs) == 3
