"""The dealer's draws: how many, in how many orders, how they end."""

from __future__ import annotations

import numpy as np
import pytest

from strategy.analysis.dealer import (
    BUST,
    NATURAL,
    _all_draws,
    draws,
    falling,
    natural_rank,
    outcome_chances,
)
from strategy.analysis.lattice import ACE, COUNTS, ONE, RANKS, TEN
from strategy.analysis.play import returns
from strategy.cards import UPCARDS, Rank
from tests.strategy.analysis.figures import analysis

INFINITE = np.array([1 / 13] * 9 + [4 / 13])
ONE_DECK = np.array([4] * 9 + [16])


def ways_to_end(hard: int, ace: bool, hits_soft_17: bool, first: bool = True) -> dict[tuple, int]:
    """Every order in which a dealer can draw, as sorted cards, with how many orders have them."""
    found: dict[tuple, int] = {}
    for card in range(1, 11):
        now, has_ace = hard + card, ace or card == 1
        soft = has_ace and now <= 11
        total = now + 10 * soft
        if total >= 18 or (total == 17 and not (soft and hits_soft_17)):
            more = {(): 1}
        else:
            more = ways_to_end(now, has_ace, hits_soft_17, first=False)
        for rest, ways in more.items():
            cards = tuple(sorted((card, *rest)))
            found[cards] = found.get(cards, 0) + ways
    return found


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("upcard", range(RANKS))
def test_the_draws_and_their_orders_are_those_of_dealing_card_by_card(upcard, hits_soft_17):
    counts, orders, _ = _all_draws(upcard, hits_soft_17)
    found = {
        tuple(rank + 1 for rank, count in enumerate(drawn) for _ in range(count)): int(ways)
        for drawn, ways in zip(counts.tolist(), orders, strict=True)
    }
    assert found == ways_to_end(upcard + 1, upcard == ACE, hits_soft_17)


def test_an_upcard_has_from_184_draws_to_2112():
    numbers = [len(_all_draws(up, soft)[0]) for up in range(RANKS) for soft in (False, True)]
    assert (min(numbers), max(numbers)) == (184, 2112)


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("upcard", range(RANKS))
def test_with_endless_cards_the_draws_make_up_all_chances(upcard, hits_soft_17):
    counts, orders, outcome = _all_draws(upcard, hits_soft_17)
    chances = orders * np.prod(INFINITE**counts, axis=1)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    natural = {ACE: 4 / 13, TEN: 1 / 13}.get(upcard, 0.0)
    assert chances[outcome == NATURAL].sum() == pytest.approx(natural, abs=1e-15)
    hard = upcard + 1 + counts @ np.arange(1, 11)
    assert (hard[outcome == BUST] > 21).all()
    assert (hard[outcome != BUST] <= 21).all()


@pytest.mark.parametrize("apart", [None, 0, 3, 5, 9])
def test_the_draws_hold_the_same_orders_whichever_rank_is_kept_apart(apart):
    plan = draws(5, True, apart)
    every = np.ones((1, len(plan.low_parts)))
    assert plan.sum_low(every).sum() == _all_draws(5, True)[1].sum()


def test_falling_factorials_end_at_zero():
    table = falling(52)
    assert table[5, :8].tolist() == [1, 5, 20, 60, 120, 120, 0, 0]
    assert table[0, :3].tolist() == [1, 0, 0]


def test_naturals_are_an_ace_and_a_ten():
    assert [natural_rank(up) for up in range(RANKS)] == [TEN, *[None] * 8, ACE]


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("upcard", range(RANKS))
def test_the_chances_against_every_hand_add_up_to_one(upcard, hits_soft_17):
    shoe = ONE_DECK
    possible = (shoe - COUNTS - ONE[upcard] >= 0).all(axis=1)
    chances = outcome_chances(shoe, upcard, hits_soft_17)[possible]
    np.testing.assert_allclose(chances.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert chances.min() >= 0
    assert possible.sum() > 1500


def test_what_a_rank_that_is_gone_would_make_does_not_happen():
    shoe = np.where(np.arange(RANKS) == TEN, 0, ONE_DECK)
    assert outcome_chances(shoe, ACE, hits_soft_17=False)[0, NATURAL] == 0


def test_a_total_brings_back_two_one_or_nothing():
    back = returns(np.eye(7))
    assert back[BUST].tolist() == [2] * 6
    assert back[NATURAL].tolist() == [0] * 6
    assert back[0].tolist() == [0, 1, 2, 2, 2, 2]
    assert back[4].tolist() == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("upcard", UPCARDS, ids=str)
def test_a_dealer_who_hits_soft_17_ends_on_17_less_often_behind_all_that_can_have_an_ace(upcard):
    stands, hits = (analysis(f"6D {rule}").dealer(upcard) for rule in ("S17", "H17"))
    assert sum(stands.values()) == pytest.approx(1, abs=1e-12)
    assert list(stands) == ["17", "18", "19", "20", "21", "bust", "natural"]
    if upcard in (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN):
        assert hits["17"] == pytest.approx(stands["17"], abs=2e-3)
    else:
        assert hits["17"] < stands["17"] - 0.002
        assert hits["bust"] > stands["bust"]


def test_the_dealer_of_eight_decks_has_a_natural_behind_an_ace_as_often_as_there_are_tens():
    found = analysis("8D S17 SP2").dealer(Rank.ACE)
    assert found["natural"] == pytest.approx(128 / 415, abs=1e-15)
    assert analysis("8D S17 SP2").dealer(Rank.SIX)["natural"] == 0
