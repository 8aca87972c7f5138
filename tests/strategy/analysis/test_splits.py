"""The combinatorics of splitting: in how many ways it ends, and what its hands can become."""

from __future__ import annotations

import numpy as np
import pytest

from strategy.analysis.lattice import ACE, COUNTS, RANKS, SOFT, TOTAL, TWO_CARD_ROW, TWO_CARDS
from strategy.analysis.splits import Manner, ends, final_hands, known_out
from tests.strategy.analysis.figures import analysis

NEVER = np.zeros((len(COUNTS), RANKS), dtype=bool)
BELOW_17 = np.repeat((TOTAL < 17)[:, None], RANKS, axis=1)


def test_two_hands_stay_two_where_nothing_is_split_again():
    (end,) = ends(2)
    assert (end.again, end.closed, end.open_, end.ways) == (0, 0, 2, 1)


def test_three_hands_come_about_in_three_ways():
    found = {(end.again, end.closed, end.open_): end.ways for end in ends(3)}
    assert found == {(0, 2, 0): 1, (1, 0, 3): 1, (1, 1, 2): 1}


def test_four_hands_come_about_in_these_ways():
    found = {(end.again, end.closed, end.open_): end.ways for end in ends(4)}
    assert found == {
        (0, 2, 0): 1,
        (1, 3, 0): 2,
        (2, 0, 4): 1,
        (2, 1, 3): 2,
        (2, 2, 2): 2,
    }


@pytest.mark.parametrize("limit", [2, 3, 4, 5, 6])
def test_every_end_has_two_hands_and_one_more_for_each_split_again(limit):
    for end in ends(limit):
        assert end.closed + end.open_ == 2 + end.again <= limit
        assert (end.open_ == 0) == (2 + end.again < limit)


@pytest.mark.parametrize("limit", [2, 3, 4, 5])
@pytest.mark.parametrize("share", [0.0, 1 / 13, 4 / 13, 0.9, 1.0])
def test_the_ends_make_up_all_chances(limit, share):
    chances = [end.ways * share**end.again * (1 - share) ** end.closed for end in ends(limit)]
    assert sum(chances) == pytest.approx(1, abs=1e-12)


def test_four_hands_need_values_with_up_to_four_more_cards_known():
    assert [known_out(limit) for limit in (2, 3, 4)] == [0, 2, 4]


def test_hands_that_stand_on_their_second_card_are_all_the_two_cards():
    final, stakes = final_hands(7, Manner(NEVER, NEVER), one_card=False)
    alone, _ = final_hands(7, Manner(BELOW_17, NEVER), one_card=True)
    np.testing.assert_array_equal(final, alone)
    assert (stakes == 1).all()
    reached = np.flatnonzero(final.any(axis=(1, 2)))
    assert sorted(reached) == sorted(TWO_CARD_ROW[7])
    assert final[TWO_CARD_ROW[7, 7]].tolist() == [[1, 0]] * RANKS
    assert final[TWO_CARD_ROW[7, 2]].tolist() == [[0, 1]] * RANKS


def test_hands_that_always_double_have_three_cards_and_two_units():
    doubles = np.repeat(TWO_CARDS[:, None], RANKS, axis=1)
    final, stakes = final_hands(1, Manner(BELOW_17, doubles), one_card=False)
    assert (stakes == 2).all()
    reached = np.flatnonzero(final.any(axis=(1, 2)))
    assert set(COUNTS[reached].sum(axis=1)) == {3}
    assert final[reached].sum() == 2 * 99 * RANKS  # of a hundred only 2 T T breaks


def test_hands_that_hit_below_17_end_on_17_or_more_in_all_their_orders():
    final, _ = final_hands(5, Manner(BELOW_17, NEVER), one_card=False)
    reached = np.flatnonzero(final.any(axis=(1, 2)))
    assert (TOTAL[reached] >= 17).all()
    assert SOFT[reached].any()
    shares = np.array([1 / 13] * 9 + [4 / 13])
    others = COUNTS[reached] - (np.arange(RANKS) == 5)
    not_bust = (final[reached, 0].sum(axis=1) * np.prod(shares**others, axis=1)).sum()

    def stays(hard: int, ace: bool) -> float:
        if hard > 21:
            return 0.0
        if hard >= 17 or (ace and 7 <= hard <= 11):
            return 1.0
        return sum(
            share * stays(hard + card, ace or card == 1) for card, share in enumerate(shares, 1)
        )

    assert not_bust == pytest.approx(stays(6, ace=False), abs=1e-12)


def test_where_pairs_are_not_split_they_have_no_value():
    assert (analysis("6D S17 SP1 LS").split == -np.inf).all()
    assert (analysis("6D S17").split > -2).all()


def test_aces_are_split_up_to_their_own_limit():
    two, four = analysis("1D S17").split, analysis("1D S17 SA4").split
    assert (four[ACE] > two[ACE]).all()
    np.testing.assert_array_equal(two[1:], four[1:])
