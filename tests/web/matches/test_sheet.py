"""The match table's sheet on the pages: what is seen and done in a round."""

from __future__ import annotations

import pytest

from strategy.actions import Action
from strategy.cards import Rank
from strategy.match import Match
from tests.factories.matches import CHART, OWN, act, beside, bet, seeded, stand, state_of
from tests.web.matches.reading import (
    assert_refused,
    at,
    buttons,
    cards,
    counts,
    dealers_cards,
    enabled,
    seats,
    send,
    shown,
    standings,
    status_line,
)
from tests.web.pages import HTMX, page, words


def ranks(match: Match, place: int) -> str:
    """The ranks of the first hand of a seat of the round, in the order of play."""
    return "".join(card.code[0] for card in match.round.seats[place].hands[0].cards)


def total(match: Match, place: int) -> int:
    return match.round.seats[place].hands[0].hand.total


def upcard(match: Match) -> int:
    return match.round.upcard.rank.points


def test_seat_by_seat_everybody_puts_out_a_bet_and_the_buttons_are_the_tables_sizes(cast):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.turn == 0, "10", "25")
    response = shown(cast.ann_phone, table)
    assert "A fresh pack is shuffled." in words(response)
    for name, size in (("Ann", "10"), ("Bob", "25")):
        assert status_line(response) == f"{name}, put out your bet."
        assert buttons(response) == {"5": True, "10": True, "25": True}
        response = send(cast.ann_phone, "bet", table, size=size, headers=HTMX)
    felt = seats(response)
    assert words(felt["Ann"].select_one(".match-hand__bet")) == "Bet: 10"
    assert words(felt["Bob"].select_one(".match-hand__bet")) == "Bet: 25"
    assert words(felt["Bob"].select_one(".match-seat__pile")) == "Pile: 75 chips"


def test_a_bet_lies_on_the_table_while_the_others_bet(cast):
    table = cast.made()
    felt = seats(send(cast.ann_phone, "bet", table, size="25", headers=HTMX))
    assert words(felt["Ann"].select_one(".match-hand--none")) == "Bet: 25"
    assert words(felt["Ann"].select_one(".match-seat__pile")) == "Pile: 75 chips"
    assert words(felt["Bob"].select_one(".match-hand--none")) == ""


def test_a_bet_is_a_stack_of_chips_and_the_house_has_a_heap_of_gold(cast):
    table = cast.made()
    response = send(cast.ann_phone, "bet", table, size="25", headers=HTMX)
    assert seats(response)["Ann"].select(".match-hand--none .stack .stake-art")
    middle = page(response).select_one(".match-felt__middle")
    assert middle.select_one(".gold")["aria-label"].startswith("The heap of gold of the house")
    assert middle.select_one(".match-dealer")


def test_two_cards_go_to_every_seat_face_up_and_the_dealers_second_face_down(cast):
    table = cast.made(OWN, beside("Bob"), beside("Cy"))
    match = seeded(table, lambda match: match.playing, "5", "5", "5")
    bet(cast.ann, table, 5, 5, 5)
    response = shown(cast.ann_phone, table)
    for place, name in enumerate(("Ann", "Bob", "Cy")):
        assert cards(seats(response)[name]) == [
            card.code for card in match.round.seats[place].hands[0].cards
        ]
    assert dealers_cards(response) == [match.round.upcard.code, "back"]


def test_a_seats_count_is_in_its_label(cast):
    table = cast.made()
    seeded(table, lambda match: ranks(match, 0) in ("A7", "7A") and match.playing, "5", "5")
    bet(cast.ann, table, 5, 5)
    match, felt = state_of(table), seats(shown(cast.ann_phone, table))
    assert counts(felt["Ann"]) == ["soft 18"]
    assert counts(felt["Bob"])[0].endswith(str(total(match, 1)))


def test_a_dealer_with_blackjack_turns_it_over_and_the_round_is_settled_there(cast):
    table = cast.made()
    seeded(table, lambda match: match.rounds_played == 1 and upcard(match) == 10, "5", "5")
    bet(cast.ann, table, 5, 5)
    match, response = state_of(table), shown(cast.ann_phone, table)
    assert not match.round.hole_hidden
    assert dealers_cards(response) == [card.code for card in match.round.dealer_cards]
    assert "The dealer looks, and has blackjack." in words(response)
    assert status_line(response) == "Bob, put out your bet."
    assert standings(response)[0][2] in ("95 chips", "100 chips")


def test_each_seat_plays_in_turn_and_only_what_it_may_do_can_be_pressed(cast):
    table = cast.made()
    seeded(
        table,
        lambda match: (
            match.playing
            and (total(match, 0), total(match, 1)) == (16, 15)
            and ranks(match, 0) != "88"
        ),
        *("5", "5"),
    )
    bet(cast.ann, table, 5, 5)
    response = shown(cast.ann_phone, table)
    assert status_line(response).startswith("Ann has 16 against")
    assert buttons(response) == {"Hit": True, "Stand": True, "Double": True, "Split": False}
    assert page(response).select_one(".match-seat--turn") == seats(response)["Ann"]
    response = send(cast.ann_phone, "act", table, action="S", headers=HTMX)
    assert status_line(response).startswith("Bob has 15 against")
    assert page(response).select_one(".match-seat--turn") == seats(response)["Bob"]


def test_after_a_hit_there_is_no_double_any_more(cast):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5", "H")
    bet(cast.ann, table, 5, 5)
    assert "Double" in enabled(shown(cast.ann_phone, table))
    response = send(cast.ann_phone, "act", table, action="H")
    assert enabled(shown(cast.ann_phone, table)) == ["Hit", "Stand"]
    response = send(cast.ann_phone, "act", table, action="D")
    assert_refused(response, 422, "Only two cards can be doubled.")


def test_at_21_a_hand_stops_by_itself(cast):
    table = cast.made()
    seeded(
        table,
        lambda match: match.playing and match.turn == 1 and total(match, 0) == 21,
        *("5", "5", "H"),
    )
    bet(cast.ann, table, 5, 5)
    response = send(cast.ann_phone, "act", table, action="H", headers=HTMX)
    assert counts(seats(response)["Ann"]) == ["21"]
    assert status_line(response).startswith("Bob has")


def test_a_double_puts_out_as_much_again_takes_one_card_and_passes_the_turn(cast):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.turn == 1, "25", "5", "D")
    bet(cast.ann, table, 25, 5)
    response = send(cast.ann_phone, "act", table, action="D", headers=HTMX)
    ann = seats(response)["Ann"]
    assert len(cards(ann)) == 3
    assert "50" in words(ann.select_one(".match-hand__bet"))
    assert words(ann.select_one(".match-seat__pile")) == "Pile: 50 chips"
    assert status_line(response).startswith("Bob has")


def test_without_the_chips_nothing_is_doubled_or_split(cast):
    table = cast.made(chips=9, sizes=(5,))
    seeded(table, lambda match: match.playing and ranks(match, 0) == "88", "5", "5")
    bet(cast.ann, table, 5, 5)
    assert enabled(shown(cast.ann_phone, table)) == ["Hit", "Stand"]
    for action in "DP":
        response = send(cast.ann_phone, "act", table, action=action)
        assert_refused(response, 422, "You do not have the chips for it.")


def test_a_king_splits_with_a_queen_and_a_seat_splits_once(cast):
    table = cast.made()
    wanted = {"KQ", "QK"}
    seeded(
        table,
        lambda match: (
            match.playing
            and match.turn == 0
            and {hand.cards[0].code[0] for hand in match.round.seats[0].hands} == {"K", "Q"}
            and match.round.active[1].hand.total == 20
        ),
        *("5", "5", "P"),
    )
    bet(cast.ann, table, 5, 5)
    assert ranks(state_of(table), 0) in wanted
    assert "Split" in enabled(shown(cast.ann_phone, table))
    response = send(cast.ann_phone, "act", table, action="P", headers=HTMX)
    ann = seats(response)["Ann"]
    assert [words(bet) for bet in ann.select(".match-hand__bet")] == ["Bet: 5", "Bet: 5"]
    assert status_line(response).startswith("Ann: hand 1 has 20 against")
    assert "Split" not in enabled(response)
    assert "Double" in enabled(response), "either hand may double"
    response = send(cast.ann_phone, "act", table, action="P")
    assert response.status_code == 422
    assert "That would make more hands than this table allows." in words(response)


def test_split_aces_take_one_card_each_and_stop(cast):
    table = cast.made()
    seeded(
        table,
        lambda match: (
            match.playing
            and match.turn == 1
            and all(hand.cards[0].rank is Rank.ACE for hand in match.round.seats[0].hands)
        ),
        *("5", "5", "P"),
    )
    bet(cast.ann, table, 5, 5)
    response = send(cast.ann_phone, "act", table, action="P", headers=HTMX)
    assert len(cards(seats(response)["Ann"])) == 4
    assert status_line(response).startswith("Bob has")


def test_the_dealer_plays_by_itself_after_the_last_seat(cast):
    table = cast.made()
    seeded(
        table,
        lambda match: (
            not match.playing and match.rounds_played == 1 and len(match.round.dealer_cards) > 3
        ),
        *("5", "5", "S", "S"),
    )
    bet(cast.ann, table, 5, 5)
    act(cast.ann, table, "S")
    response = send(cast.ann_phone, "act", table, action="S", headers=HTMX)
    match = state_of(table)
    assert dealers_cards(response) == [card.code for card in match.round.dealer_cards]
    assert match.round.dealer.total >= 17
    story = [words(line) for line in page(response).select(".match-story li")]
    assert (
        sum("The dealer draws the" in line for line in story) == len(match.round.dealer_cards) - 2
    )


@pytest.mark.parametrize("hits", [False, True])
def test_on_a_soft_17_the_dealer_does_what_the_table_has_agreed(cast, hits):
    table = cast.made(hits_soft_17=hits)

    def soft_17(match: Match) -> bool:
        dealer = match.round.dealer_cards
        return match.rounds_played == 1 and {card.code[0] for card in dealer[:2]} == {"6", "A"}

    seeded(table, soft_17, "5", "5", "S", "S")
    bet(cast.ann, table, 5, 5)
    match = stand(cast.ann, table)
    assert (len(match.round.dealer_cards) > 2) is hits
    assert len(dealers_cards(shown(cast.ann_phone, table))) == len(match.round.dealer_cards)


def test_where_every_hand_is_bust_or_blackjack_the_dealer_only_turns_the_hole_card(cast):
    table = cast.made()
    seeded(
        table,
        lambda match: (
            match.rounds_played == 1 and total(match, 0) > 21 and match.round.dealer.total < 17
        ),
        *("5", "5", "H"),
    )
    bet(cast.ann, table, 5, 5)
    response = send(cast.ann_phone, "act", table, action="H", headers=HTMX)
    assert len(dealers_cards(response)) == 2
    assert "back" not in dealers_cards(response)
    assert words(seats(response)["Ann"].select_one(".result")) == "Bust −5"


@pytest.mark.parametrize(("size", "won"), [(5, "+7"), (10, "+15"), (25, "+37")])
def test_blackjack_wins_three_for_two_rounded_down_to_a_whole_chip(cast, size, won):
    table = cast.made()
    seeded(
        table,
        lambda match: (
            match.rounds_played == 1
            and match.round.seats[0].hands[0].hand.natural
            and match.round.net(0) > 0
        ),
        *(str(size), "5", "S"),
    )
    bet(cast.ann, table, size, 5)
    stand(cast.ann, table)
    response = shown(cast.ann_phone, table)
    assert words(seats(response)["Ann"].select_one(".result")) == f"Blackjack {won}"
    assert standings(response)[0] == ("1", "Ann", f"{100 + int(won)} chips")


def test_over_21_is_lost_straight_away_even_if_the_dealer_goes_bust_after(cast):
    table = cast.made()
    seeded(
        table,
        lambda match: match.rounds_played == 1 and total(match, 0) > 21 and match.round.dealer.bust,
        *("5", "5", "H", "S"),
    )
    bet(cast.ann, table, 5, 5)
    act(cast.ann, table, "H S")
    assert words(seats(shown(cast.ann_phone, table))["Ann"].select_one(".result")) == "Bust −5"


def test_a_bet_greater_than_the_pile_cannot_be_pressed(cast):
    table = cast.made(chips=20)
    assert buttons(shown(cast.ann_phone, table)) == {"5": True, "10": True, "25": False}


def test_who_is_not_at_turn_sees_the_same_buttons_and_can_press_none(cast):
    table = cast.begun(CHART)
    assert buttons(shown(cast.ben_phone, table)) == {"5": False, "10": False, "25": False}
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    assert enabled(shown(cast.ben_phone, table)) == []
    assert list(buttons(shown(cast.ben_phone, table))) == ["Hit", "Stand", "Double", "Split"]
    assert status_line(shown(cast.ben_phone, table)).startswith("Ann has")


def test_everybodys_cards_are_face_up_on_every_device(cast):
    table = cast.begun(CHART)
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    felts = [seats(shown(client, table)) for client in (cast.ann_phone, cast.ben_phone)]
    assert {name: cards(seat) for name, seat in felts[0].items()} == {
        name: cards(seat) for name, seat in felts[1].items()
    }
    assert all(len(cards(seat)) >= 2 for seat in felts[0].values())


def test_there_is_neither_insurance_nor_surrender(cast):
    table = cast.made()
    seeded(table, lambda match: match.playing and match.round.upcard.rank is Rank.ACE, "5", "5")
    bet(cast.ann, table, 5, 5)
    for action in (Action.SURRENDER, Action.INSURE, Action.DECLINE):
        response = send(cast.ann_phone, "act", table, action=str(action))
        assert response.status_code == 422
    assert cast.ann_phone.get(at("act", table)).status_code == 405
