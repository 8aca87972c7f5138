"""What perfect play brings on average, payouts rounded down included."""

from __future__ import annotations

import pytest

from strategy.analysis import analyse
from strategy.money import CHIP
from strategy.rules import Rules
from trainer.tables.luck import ENOUGH_ROUNDS, Luck, expected_result

pytestmark = pytest.mark.django_db
ROUNDED = Rules.parse("1D NOINS FLOOR FRESH")


def game_ev(rules: Rules) -> float:
    return analyse(rules.core).edge().game_ev


def test_it_is_the_games_value_of_the_bet():
    rules = Rules.parse("1D NOINS FRESH")
    assert expected_result(rules, 7 * CHIP) == pytest.approx(7 * CHIP * game_ev(rules))


@pytest.mark.parametrize(("chips", "lost"), [(1, 5), (2, 0), (5, 5), (10, 0)])
def test_what_naturals_lose_by_rounding_is_taken_off(chips, lost):
    """One deck: 4 times 16 of 1,326 pairs are naturals; 3 times 15 of 1,225 then make the dealer's
    one, too. ``lost`` is in tenths of a chip."""
    paid = 64 / 1326 * (1 - 45 / 1225)
    exact = chips * CHIP * game_ev(ROUNDED)
    assert expected_result(ROUNDED, chips * CHIP) == pytest.approx(exact - lost * paid)


def test_a_range_is_named_only_of_rounds_enough():
    few, enough = (
        Luck(rounds=rounds, result=0, perfect=0, expected=0, spread=10)
        for rounds in (ENOUGH_ROUNDS - 1, ENOUGH_ROUNDS)
    )
    assert (few.tells, enough.tells) == (False, True)
    assert (enough.low, enough.high) == (-20, 20)
