"""POST /table/<id>/act/: what may be done with a hand, and why not otherwise."""

from __future__ import annotations

from itertools import cycle

import pytest

from strategy.legality import Refusal
from tests.factories import TableFactory, place_bet, play_round
from tests.factories.tables import (
    ATLANTIC_CITY,
    EARLY,
    EUROPEAN,
    MATCH,
    NO_SURRENDER,
    SIX_DECKS,
    visitor_at,
)
from tests.web.pages import HTMX, page, statements, words
from tests.web.tables.reading import (
    FORMS,
    assert_refused,
    assert_table_part,
    at,
    buttons,
    dealer_cards,
    hands,
    post,
    status_line,
    stored,
)
from trainer.decisions.models import Decision
from trainer.tables.models import PlayedRound
from trainer.tables.services import leave_table
from trainer.tables.wording import REFUSALS

STALE = "The table has moved on since that page was shown. This is how it stands."


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_an_action_goes_on_with_the_round(owner, stack, table, headers):
    stack(table, "2S 9H 3D TC 4S")
    place_bet(table)
    response = post(owner, "act", table, headers=headers, action="H")
    if headers:
        assert_table_part(response)
    else:
        assert response.status_code == 302
        assert response["Location"] == at("play", table)
        response = owner.get(at("play", table))
    assert hands(response) == [["2S", "3D", "4S"]]
    assert dealer_cards(response) == ["9H", "back"]
    assert set(buttons(response)) == {"H", "S"}
    assert PlayedRound.objects.get().moves == "H"
    assert (table.version, table.bankroll) == (2, 49_900)


@pytest.mark.parametrize(
    ("rules", "cards", "moves", "record", "net"),
    [
        (SIX_DECKS, "TS 9H 8D TC", "S", "S", -100),
        (SIX_DECKS, "TS 9H 6D TC KH", "H", "H", -100),
        (SIX_DECKS, "6S 5H 5D TC TH 4C", "D", "D", 200),
        (SIX_DECKS, "8S 6H 8D TC TH TD 4C", "P S S", "P S S", -200),
        (SIX_DECKS, "8S 6H 8D TC 3H TD TC 5S", "P D S", "P D S", -100),
        (SIX_DECKS, "AS 6H AD TC 9H 9D TC", "P", "P", 200),
        (SIX_DECKS, "TS 9H 6D TC", "R", "R", -50),
        (SIX_DECKS, "TS AH 6D KC", "I", "I5", 0),
        (SIX_DECKS, "TS AH 6D 9C", "I S", "I5 S", -150),
        (SIX_DECKS, "TS AH 6D KC", "N", "N", -100),
        (SIX_DECKS, "AS AH KD TC", "I", "I5", 100),
        (SIX_DECKS, "AS AH KD 5C", "I", "I5", 100),
        (SIX_DECKS, "TS AH 6D KC", "I2.5", "I2.5", -50),
        (SIX_DECKS, "TS AH 6D KC", "I0.1", "I0.1", -98),
        (EUROPEAN, "TS AH 6D TC", "I S", "I10 S", 100),
        (EUROPEAN, "TS AH 6D TC", "I5 S", "I5 S", 0),
        (EUROPEAN, "6S TH 5D 9S AC", "D", "D", -200),
        (EARLY, "TS TH 6D AC", "R", "R", -50),
        (EARLY, "TS TH 6D AC", "N", "N", -100),
        (EARLY, "TS TH 6D 9C", "N S", "N S", -100),
        (MATCH, "7S TH 6D 9C TD", "H", "H", -100),
    ],
)
def test_what_the_rounds_come_to(stack, learner, rulebook, rules, cards, moves, record, net):
    table = TableFactory(learner=learner, rules=rules)
    stack(table, cards)
    row = play_round(table, moves)
    assert row.ended_at
    assert (row.moves, row.net) == (record, net)
    assert row.record.endswith(f"| {record}")
    assert table.bankroll == table.bought + row.net
    assert (table.won, table.rounds_played) == (row.net, 1)


@pytest.mark.parametrize(
    ("rules", "cards", "moves", "action", "refusal"),
    [
        (SIX_DECKS, "TS AH 6D 9C", "", "H", Refusal.ANSWER_INSURANCE),
        (SIX_DECKS, "TS AH 6D 9C", "", "R", Refusal.ANSWER_INSURANCE),
        (EARLY, "TS TH 6D 9C", "", "H", Refusal.ANSWER_SURRENDER),
        (EARLY, "TS TH 6D 9C", "", "I", Refusal.ANSWER_SURRENDER),
        (EARLY, "TS TH 6D 9C", "N", "R", Refusal.SURRENDER_PASSED),
        (SIX_DECKS, "TS 9H 6D TC", "", "I", Refusal.NOT_OFFERED),
        (SIX_DECKS, "TS 9H 6D TC", "", "N", Refusal.NOT_OFFERED),
        (NO_SURRENDER, "TS AH 6D 9C", "", "I", Refusal.NOT_OFFERED),
        (NO_SURRENDER, "TS 9H 6D TC", "", "R", Refusal.NO_SURRENDER),
        (SIX_DECKS, "2S 9H 3D TC 4S", "H", "R", Refusal.SURRENDER_FIRST),
        (SIX_DECKS, "8S 9H 8D TC 2S 3S", "P", "R", Refusal.SURRENDER_FIRST),
        (SIX_DECKS, "2S 9H 3D TC 4S", "H", "D", Refusal.DOUBLE_TWO_CARDS),
        (SIX_DECKS, "TS 9H 6D TC", "", "P", Refusal.NOT_A_PAIR),
        (SIX_DECKS, "2S 9H 2D TC 4S", "H", "P", Refusal.NOT_A_PAIR),
        (ATLANTIC_CITY, "8S 9H 8D TC 8S 3S", "P", "P", Refusal.MOST_HANDS),
        (EUROPEAN, "AS 9H AD AC 3S", "P", "H", Refusal.ACES_TAKE_ONE),
        (EUROPEAN, "AS 9H AD AC 3S", "P", "D", Refusal.ACES_TAKE_ONE),
        (SIX_DECKS, "TS AH 6D 9C", "", "I0", Refusal.INSURANCE_AMOUNT),
        (SIX_DECKS, "TS AH 6D 9C", "", "I0.0", Refusal.INSURANCE_AMOUNT),
        (SIX_DECKS, "TS AH 6D 9C", "", "I5.1", Refusal.INSURANCE_AMOUNT),
        (SIX_DECKS, "TS AH 6D 9C", "", "I999", Refusal.INSURANCE_AMOUNT),
        (SIX_DECKS, "TS AH 6D 9C", "", "I999999999.9", Refusal.INSURANCE_AMOUNT),
        (EUROPEAN, "TS AH 6D", "", "I10.1", Refusal.INSURANCE_AMOUNT),
    ],
)
def test_what_is_not_legal_is_refused_with_its_reason(
    owner, stack, learner, rulebook, rules, cards, moves, action, refusal
):
    table = TableFactory(learner=learner, rules=rules)
    stack(table, cards)
    play_round(table, moves)
    shown = hands(owner.get(at("play", table)))
    before = stored()
    response = post(owner, "act", table, headers=HTMX, action=action)
    assert_refused(response, 422, str(REFUSALS[refusal]))
    assert hands(response) == shown
    assert stored() == before


def test_every_refusal_has_a_sentence_of_its_own():
    assert set(REFUSALS) == set(Refusal)
    assert len({str(words) for words in REFUSALS.values()}) == len(Refusal)


UNKNOWN = [
    *("X", "", "HS", "h", "hit", "HIT", "H ", "5", "\x00", "♠", "H" * 10_000, "H5", "D10", "N5"),
    *("I-5", "I+5", "I5.55", "I 5", "I.5", "I5.", "Ifive", "INaN", "I1e2", "I9999999999"),
    *("I٣", "I５", "I1_0", "II", "I5\n"),
]


def test_an_unknown_action_is_refused(owner, stack, table):
    stack(table, "TS AH 6D 9C")
    place_bet(table)
    before = stored()
    for headers, action in zip(cycle(FORMS.values()), UNKNOWN, strict=False):
        response = post(owner, "act", table, headers=headers, action=action)
        assert_refused(response, 422, "That is not a play. Choose one of the buttons.")
        assert set(buttons(response)) == {"I", "N"}
    assert post(owner, "act", table).status_code == 422
    assert stored() == before


@pytest.mark.parametrize(
    ("cards", "moves", "action", "chips", "name"),
    [
        ("6S 9H 5D TC", "", "D", 19, "Double"),
        ("8S 9H 8D TC", "", "P", 19, "Split"),
        ("8S 9H 8D TC 3S 2S", "P", "D", 29, "Double"),
        ("8S 9H 8D TC 8H 2S", "P", "P", 29, "Split"),
        ("TS AH 6D 9C", "", "I", 14, "Insurance"),
        ("8S AH 8D 9C", "I", "P", 24, "Split"),
    ],
)
def test_without_the_chips_it_says_so(
    owner, stack, learner, rulebook, cards, moves, action, chips, name
):
    table = TableFactory(learner=learner, bankroll=chips)
    stack(table, cards)
    play_round(table, moves)
    response = owner.get(at("play", table))
    assert action not in buttons(response)
    assert f"{name}: You do not have the chips for it." in words(response)
    before = stored()
    response = post(owner, "act", table, action=action)
    assert_refused(response, 422, "You do not have the chips for it.")
    assert stored() == before


@pytest.mark.parametrize(
    ("cards", "moves", "chips"),
    [
        ("6S 9H 5D TC TH", "D", 20),
        ("8S 9H 8D TC 3S 2S", "P", 20),
        ("8S 9H 8D TC 3S 2S TH", "P D", 30),
        ("TS AH 6D 9C", "I", 15),
        ("TS AH 6D 9C", "I2", 12),
        ("8S AH 8D 9C 2H 3H", "I P", 25),
    ],
)
def test_with_just_enough_chips_it_is_done(stack, learner, rulebook, cards, moves, chips):
    table = TableFactory(learner=learner, bankroll=chips)
    stack(table, cards)
    row = play_round(table, moves)
    assert row.moves.split()[-1][0] == moves.split()[-1][0]
    if row.ended_at is None:
        assert table.bankroll == 0


def test_after_a_passed_insurance_its_chips_can_be_doubled(stack, learner, rulebook):
    table = TableFactory(learner=learner, bankroll=20)
    stack(table, "6S AH 5D 9C TH")
    assert play_round(table, "N D").net == 200


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_at_a_finished_round_there_is_nothing_to_play(owner, stack, table, headers):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    before = stored()
    for action in "HSDPRIN":
        response = post(owner, "act", table, headers=headers, action=action)
        assert_refused(response, 409, "No round is open: place a bet.")
        assert status_line(response) == "You lose 10 chips."
    assert stored() == before


def test_before_the_first_bet_there_is_nothing_to_play(owner, table):
    assert_refused(post(owner, "act", table, action="H"), 409, "No round is open: place a bet.")


def test_at_a_table_that_was_left_there_is_nothing_to_play(owner, table):
    leave_table(visitor=visitor_at(table), table_id=table.public_id)
    response = post(owner, "act", table, action="H")
    assert_refused(response, 409, "You have left this table. Its history is kept.")


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_a_page_of_an_older_state_plays_nothing_and_shows_the_present_one(
    owner, stack, table, headers
):
    stack(table, "2S 9H 3D TC 4S")
    play_round(table, "H")
    before = stored()
    for version in ("1", "0", "3", "-1", "", "x", "9" * 30):
        response = post(owner, "act", table, headers=headers, version=version, action="H")
        assert_refused(response, 409, STALE)
        assert hands(response) == [["2S", "3D", "4S"]]
        assert page(response).select_one("form.actions input[name=version]")["value"] == "2"
    response = owner.post(at("act", table), {"action": "H"}, headers=headers)
    assert_refused(response, 409, STALE)
    assert stored() == before


def test_the_same_form_sent_twice_plays_once(owner, stack, table):
    stack(table, "2S 9H 3D TC 4S 5S")
    place_bet(table)
    assert post(owner, "act", table, version=1, action="H").status_code == 302
    assert_refused(post(owner, "act", table, version=1, action="H"), 409, STALE)
    assert PlayedRound.objects.get().moves == "H"
    assert Decision.objects.count() == 1


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("1234", 1234), ("", None), ("-1", None), ("soon", None), ("9" * 30, None), ("1.5", None)],
)
def test_the_time_of_the_browser_is_kept_where_it_makes_sense(owner, stack, table, sent, kept):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    assert post(owner, "act", table, action="S", browser_ms=sent).status_code == 302
    assert Decision.objects.get().browser_ms == kept


@pytest.mark.parametrize("last", [False, True], ids=["within a round", "the end of a round"])
def test_an_action_costs_about_twelve_statements(owner, stack, table, last):
    stack(table, "2S 9H 3D TC 4S 5D 9C 6D TH TC 4C")
    play_round(table, "H S")
    place_bet(table)
    with statements() as made:
        data = {"version": table.version, "action": "S" if last else "H"}
        assert owner.post(at("act", table), data, headers=HTMX).status_code == 200
    assert Decision.objects.count() == 3
    assert 1 <= len(made) <= 14, made


def test_an_action_costs_the_same_after_many_rounds(owner, stack, table):
    counts = []
    for earlier in (0, 12):
        for _ in range(earlier):
            stack(table, "TS 9H 6D TC")
            play_round(table, "S")
        stack(table, "2S 9H 3D TC 4S")
        place_bet(table)
        with statements() as made:
            data = {"version": table.version, "action": "H"}
            owner.post(at("act", table), data, headers=HTMX)
        counts.append(len(made))
        table.refresh_from_db()
        post(owner, "act", table, action="S")
    assert counts[0] == counts[1] > 0
