"""The total-dependent policy: its classes and codes, and shoes on which iteration goes in turns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from strategy.actions import Code
from strategy.analysis import Analysis
from strategy.analysis.lattice import COUNTS, TOTAL
from strategy.analysis.policy import CLASS_OF, CLASSES, HARD_CLASSES, Policy
from strategy.cards import VALUES, Rank
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ROWS, Category, Situation
from tests.strategy.analysis.figures import analysis
from tests.strategy.analysis.recursion import shoe_of


def turned(policy: Policy, field: str, number: int) -> Policy:
    """The policy with one class's choice turned round against every upcard."""
    changed = getattr(policy, field).copy()
    changed[number] = ~changed[number]
    return replace(policy, **{field: changed})


def test_every_hand_is_of_the_class_of_its_total_cell():
    rules = Rules.parse("8D")
    names = [*ROWS[Category.HARD], *ROWS[Category.SOFT]]
    assert len(names) == CLASSES
    for counts, number in zip(COUNTS, CLASS_OF, strict=True):
        cards = [rank for rank, count in zip(VALUES, counts, strict=True) for _ in range(count)]
        if len(cards) >= 2 and counts.max() <= 32:
            hand = Hand(tuple(cards))
            cell = Situation(rules, hand, Rank.TWO if counts[1] < 32 else Rank.THREE).total_cell
            assert names[number] == cell.row


@pytest.mark.parametrize(
    ("hits", "doubles", "surrenders", "code"),
    [
        (True, False, False, Code.H),
        (False, False, False, Code.S),
        (True, True, False, Code.Dh),
        (False, True, False, Code.Ds),
        (True, False, True, Code.Rh),
        (False, False, True, Code.Rs),
    ],
)
def test_a_class_has_the_code_of_its_choices(hits, doubles, surrenders, code):
    here = [np.full((CLASSES, 10), choice) for choice in (hits, doubles, surrenders)]
    assert Policy(*here).code(5, 7) is code


def test_no_policy_hits_21_nor_doubles_and_surrenders_at_once():
    for rules in ("1D S17 LS", "6D H17 ES ENHC"):
        policy = analysis(rules).policy
        assert not policy.on_hands(policy.hits)[TOTAL == 21].any()
        assert not (policy.doubles & policy.surrenders).any()


def test_what_is_forbidden_is_not_in_the_policy():
    assert not analysis("6D S17 D0").policy.doubles.any()
    assert not analysis("6D S17").policy.surrenders.any()
    tens = analysis("6D S17 D10").policy.doubles
    assert {int(number) + 4 for number in np.flatnonzero(tens.any(axis=1))} == {10, 11}
    assert not analysis("6D S17 D9").policy.doubles[HARD_CLASSES:].any()


def test_early_but_not_against_an_ace_nobody_surrenders_to_an_ace():
    surrenders = analysis("6D S17 ES10").policy.surrenders
    assert not surrenders[:, 0].any()
    assert surrenders[:, 9].any()


@pytest.mark.parametrize(
    ("rules", "shoe", "upcard", "cells"),
    [
        ("8D S17", "A4 35 64 76 T8", 2, {"hits": 21, "doubles": 20}),
        ("8D S17 SP3 SA3 LS NDAS", "A5 36 86 T7", 9, {"hits": 21, "surrenders": 20}),
    ],
)
def test_two_policies_that_call_for_each_other_are_told_apart_by_worth(rules, shoe, upcard, cells):
    found = Analysis(Rules.parse(rules), shoe_of(shoe))
    other = found.policy
    for field, number in cells.items():
        other = turned(other, field, number)
    worth, there = (found.followed(each, found.pairs)[upcard] for each in (found.policy, other))
    assert there < worth
    assert found.edge().chart_ev <= found.edge().game_ev
