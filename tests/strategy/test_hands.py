from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.cards import Card, Rank
from strategy.hands import Hand, HandError
from tests.strategy import samples
from tests.strategy.samples import read_or_refusal


def best_count(hand: Hand) -> tuple[int, bool]:
    """The total and softness by trying every ace as 1 and as 11."""
    choices = [(1, 11) if rank is Rank.ACE else (rank.points,) for rank in hand.ranks]
    counts = {(sum(values), 11 in values) for values in product(*choices)}
    within = [count for count in counts if count[0] <= 21]
    return max(within) if within else min(counts)


@given(samples.hands)
def test_the_total_is_the_best_of_all_ways_to_count_the_aces(hand):
    assert (hand.total, hand.soft) == best_count(hand)
    assert hand.bust == (best_count(hand)[0] > 21)


@given(samples.hands)
def test_a_hand_reads_back_from_its_text(hand):
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse(str(hand).lower()) == hand


@given(samples.hands, st.sampled_from(["", " ", ",", ", "]))
def test_a_hand_reads_back_written_apart_with_tens_as_10(hand, between):
    assert Hand.parse(between.join(rank.shown for rank in hand.ranks)) == hand


@given(samples.hands, samples.ranks)
def test_another_card_on_a_soft_hand_never_breaks_it(hand, rank):
    grown = Hand((*hand.ranks, rank))
    assert not (hand.soft and grown.bust)


@given(st.text(max_size=6))
def test_any_text_is_a_hand_or_a_hand_error(text):
    found = read_or_refusal(Hand.parse, HandError, text)
    if isinstance(found, Hand):
        assert Hand.parse(str(found)) == found
    else:
        assert found.startswith(f"{text!r} is not a hand")


@pytest.mark.parametrize(
    "text", ["", " ", "X", "T1", "1", ",A", "T6 v 9", "T-6", "T\n6", "\u212a7"]
)
def test_a_hand_is_ranks_and_nothing_else(text):
    with pytest.raises(HandError, match="is not a hand"):
        Hand.parse(text)


@pytest.mark.parametrize(
    ("text", "total", "soft"),
    [
        ("T6", 16, False),
        ("A7", 18, True),
        ("AA", 12, True),
        ("A24", 17, True),
        ("A5T", 16, False),
        ("AAAA", 14, True),
        ("AT", 21, True),
        ("TTA", 21, False),
        ("TT2", 22, False),
        ("AAT9", 21, False),
    ],
)
def test_totals(text, total, soft):
    hand = Hand.parse(text)
    assert (hand.total, hand.soft) == (total, soft)


def test_a_natural_is_an_ace_and_a_ten_as_two_cards():
    assert all(Hand.parse(text).natural for text in ("AT", "KA", "QA", "AJ"))
    assert not any(Hand.parse(text).natural for text in ("A55", "777", "A9", "TT", "A"))


def test_a_pair_is_by_value_and_a_like_pair_by_rank():
    assert Hand.parse("JK").pair
    assert not Hand.parse("JK").same_rank
    assert Hand.parse("KK").same_rank
    assert not Hand.parse("888").pair
    assert not Hand.parse("888").same_rank
    assert not Hand.parse("A9").pair


def test_a_hand_of_cards_has_their_ranks_in_order():
    assert str(Hand.of(map(Card.parse, ["KS", "5D", "AH"]))) == "K5A"


def test_hands_are_equal_by_their_cards_in_order():
    assert Hand.parse("T6") == Hand.parse("10,6")
    assert Hand.parse("T6") != Hand.parse("6T")
    assert len({Hand.parse("T6"), Hand.parse("t6"), Hand.parse("K6")}) == 2
