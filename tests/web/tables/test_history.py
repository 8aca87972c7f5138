"""GET /table/<id>/history/: luck and skill, and all rounds."""

from __future__ import annotations

from math import sqrt

import pytest

from strategy.rules import Rules
from tests.factories import TableFactory, place_bet, play_round
from tests.factories.tables import ATLANTIC_CITY
from tests.web.pages import HTMX, assert_page, page, statements, words
from tests.web.tables.reading import at, stored
from trainer.rulebook.solutions import solved
from trainer.tables.luck import Luck, luck_of
from trainer.tables.wording import signed_chips


def stats(response) -> dict[str, str]:
    return {
        words(stat.select_one(".stat__label")): words(stat.select_one(".stat__value"))
        for stat in page(response).select(".stat")
    }


def rows(response) -> list[list[str]]:
    found = page(response).select("main .table tbody tr")
    return [[words(cell) for cell in row.select("td")] for row in found]


def test_without_a_round_it_says_so(owner, stack, table):
    for _ in range(2):
        response = owner.get(at("history", table))
        assert_page(response)
        assert "No round finished yet" in words(response)
        assert stats(response) == {}
        if not table.version:
            stack(table, "TS 9H 6D TC")
            place_bet(table)


def test_rounds_are_listed_latest_first_with_bet_result_and_cost(owner, stack, table):
    stack(table, "TS 9H 8D TC TS 9H 6D TC 5H AS 5H KD TC 2S 3H 4D TC")
    first = play_round(table, "S", chips=10)
    second = play_round(table, "H", chips=20)
    third = play_round(table, "", chips=5)
    place_bet(table)
    before = stored()
    response = owner.get(at("history", table))
    assert_page(response)
    assert rows(response) == [
        ["Round 3", "5", "+7.5", "–"],
        ["Round 2", "20", "+20", f"−{second.mistakes_cost / 10:.1f}"],
        ["Round 1", "10", "−10", "–"],
    ]
    links = [a["href"] for a in page(response).select("main .table a")]
    assert links == [at("round", row) for row in (third, second, first)]
    assert second.mistakes_cost > 0
    assert "2S" not in response.content.decode()
    assert stored() == before


def test_luck_is_what_was_won_beside_what_the_plays_bring(owner, stack, table):
    """16 against 9 stood on, and 20 doubled: perfect play is the game's value on every bet."""
    stack(table, "TS 9H 6D TC TS 6H KD TC 2H TC")
    first = play_round(table, "S", chips=10)
    second = play_round(table, "D", chips=50)
    game_ev = solved(Rules.parse(table.rules.code)).edge.game_ev
    cost = first.mistakes_cost + second.mistakes_cost
    assert first.mistakes_cost > 0
    assert second.mistakes_cost > 500
    assert table.given_up == pytest.approx(cost)
    luck = luck_of(table)
    assert luck.perfect == pytest.approx((100 + 500) * game_ev)
    assert luck.expected == pytest.approx(luck.perfect - cost)
    assert luck.result == first.net + second.net == table.won
    assert luck.luck == pytest.approx(luck.result - luck.expected)
    assert luck.spread == pytest.approx(1.15 * sqrt(100**2 + 500**2))
    assert stats(owner.get(at("history", table))) == {
        "Your result": signed_chips(luck.result),
        "Expected for your plays": signed_chips(luck.expected),
        "Expected for perfect play": signed_chips(luck.perfect),
        "Luck": signed_chips(luck.luck),
    }


def test_insurance_is_a_mistake_with_a_cost(stack, table):
    stack(table, "TS AH 8D 9C")
    row = play_round(table, "I S")
    assert row.mistakes_cost > 0
    stack(table, "TS AH 8D 9C")
    assert play_round(table, "N S").mistakes_cost == 0


def test_a_surrender_passed_up_costs_what_it_would_have_saved(stack, table):
    stack(table, "TS 9H 7D TC")
    assert play_round(table, "S").mistakes_cost == 0
    stack(table, "TS TH 6D TC")
    row = play_round(table, "S")
    assert 2 < row.mistakes_cost < 10


@pytest.mark.parametrize(
    ("result", "expected", "spread", "position"),
    [(0, 0, 0, 50), (10, 0, 10, 75), (-10, 0, 10, 25), (900, 0, 10, 100), (-900, 0, 10, 0)],
)
def test_the_meter_runs_from_unlucky_to_lucky(result, expected, spread, position):
    luck = Luck(rounds=1, result=result, expected=expected, perfect=0, spread=spread)
    assert luck.position == position


@pytest.mark.parametrize("number", ["2", "99", "0", "-1", "x", "\x00", "9" * 5000])
def test_any_page_number_shows_a_page(owner, stack, table, number):
    stack(table, "TS 9H 8D TC")
    play_round(table, "S")
    response = owner.get(at("history", table), {"page": number})
    assert_page(response)
    assert len(rows(response)) == 1


def test_twenty_five_rounds_are_a_page_and_cost_what_one_does(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, rules=ATLANTIC_CITY)
    counts = []
    for rounds in (1, 26):
        for _ in range(rounds):
            stack(table, "AS 9H KD TC")
            play_round(table, "", chips=5)
        with statements() as made:
            response = owner.get(at("history", table), headers=HTMX)
        counts.append(len(made))
    assert len(rows(response)) == 25
    assert rows(response)[0][0] == "Round 27"
    assert [a["href"] for a in page(response).select("nav[aria-label=Pages] a")] == ["?page=2"]
    older = rows(owner.get(at("history", table), {"page": 2}))
    assert [row[0] for row in older] == ["Round 2", "Round 1"]
    assert counts[0] == counts[1] <= 6


def test_a_guest_has_a_history(guest, stack, guest_table):
    stack(guest_table, "AS 9H KD TC")
    play_round(guest_table)
    assert rows(guest.get(at("history", guest_table)))[0][:3] == ["Round 1", "10", "+15"]
