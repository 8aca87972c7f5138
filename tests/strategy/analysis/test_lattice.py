"""The board of all hands: which there are, what they count, where a card leads."""

from __future__ import annotations

import numpy as np
import pytest

from strategy.analysis.lattice import (
    BY_CARDS,
    BY_HARD_TOTAL,
    BY_HIGH_PART,
    CARDS,
    CHILD,
    COUNTS,
    HIGH,
    HIGH_PARTS,
    LOW,
    LOW_OF,
    LOW_PARTS,
    ONE,
    PAIR_ROW,
    POINTS,
    SOFT,
    TOTAL,
    TWO_CARD_ROW,
    rank_number,
    row_of,
    rows_of,
    unique_rows,
)
from strategy.cards import VALUES, Rank
from strategy.hands import Hand

ROW_COUNT = 3083


def hand_of(row: int) -> Hand:
    return Hand(
        tuple(rank for rank, count in zip(VALUES, COUNTS[row], strict=True) for _ in range(count))
    )


def test_there_are_as_many_hands_as_ways_to_write_up_to_21_in_parts_up_to_ten():
    ways = [1] + [0] * 21
    for part in range(1, 11):
        for total in range(part, 22):
            ways[total] += ways[total - part]
    assert sum(ways) == len(COUNTS) == ROW_COUNT


def test_no_hand_is_there_twice():
    assert len({tuple(counts) for counts in COUNTS.tolist()}) == ROW_COUNT


def test_every_hand_counts_as_the_hand_of_its_cards():
    for row in range(1, ROW_COUNT):
        hand = hand_of(row)
        assert (TOTAL[row], SOFT[row], CARDS[row]) == (hand.total, hand.soft, len(hand))


def test_every_card_leads_to_the_hand_with_that_card_or_breaks_it():
    for row in range(ROW_COUNT):
        for card in range(10):
            longer = COUNTS[row] + ONE[card]
            child = CHILD[row, card]
            if longer @ POINTS > 21:
                assert child == -1
            else:
                np.testing.assert_array_equal(COUNTS[child], longer)


def test_every_hand_is_found_again_and_no_other():
    np.testing.assert_array_equal(rows_of(COUNTS), np.arange(ROW_COUNT))
    broken = np.array([[0] * 9 + [3], [22] + [0] * 9, [0, 0, 0, 0, 0, 0, 0, 0, 2, 1]])
    assert rows_of(broken).tolist() == [-1, -1, -1]


@pytest.mark.parametrize("groups", [BY_HARD_TOTAL, BY_CARDS, [rows for *_, rows in BY_HIGH_PART]])
def test_the_groups_of_hands_hold_each_hand_once(groups):
    assert sorted(np.concatenate(groups).tolist()) == list(range(ROW_COUNT))


def test_the_parts_put_together_are_the_hands():
    np.testing.assert_array_equal(LOW_PARTS[LOW_OF], COUNTS[:, LOW])
    for part, cards, rows in BY_HIGH_PART:
        assert (COUNTS[rows][:, HIGH] == HIGH_PARTS[part]).all()
        assert (CARDS[rows] == cards).all()


def test_two_cards_are_found_in_either_order():
    np.testing.assert_array_equal(TWO_CARD_ROW, TWO_CARD_ROW.T)
    np.testing.assert_array_equal(np.diag(TWO_CARD_ROW), PAIR_ROW)
    assert len(np.unique(TWO_CARD_ROW)) == 55


def test_court_cards_stand_with_the_tens():
    assert [rank_number(rank) for rank in Rank] == [*range(10), 9, 9, 9]
    assert row_of(Hand.parse("KQ")) == PAIR_ROW[9]
    assert row_of(Hand.parse("6A")) == row_of(Hand.parse("A6"))


def test_unique_rows_are_the_distinct_vectors_and_say_which():
    counts = np.array([ONE[3], ONE[1], ONE[3]])
    distinct, which = unique_rows(counts)
    assert len(distinct) == 2
    np.testing.assert_array_equal(distinct[which], counts)
