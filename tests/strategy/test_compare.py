"""The cells that change from one game to another."""

from __future__ import annotations

import pytest

from strategy.actions import Action, Code
from strategy.analysis import NEAR_TIE, analyse
from strategy.analysis.compare import Flip, flips
from strategy.hands import Hand
from strategy.rules import Rules


def between(home: str, away: str) -> dict[str, Flip]:
    found = flips(analyse(Rules.parse(home)).chart(), Rules.parse(away))
    return {str(flip.cell): flip for flip in found}


def codes(found: dict[str, Flip]) -> dict[str, tuple[str, str]]:
    return {cell: (flip.home.value, flip.away.value) for cell, flip in found.items()}


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_six_cells_change_where_the_dealer_hits_soft_17(decks):
    assert codes(between(f"{decks}D S17 LS", f"{decks}D H17 LS")) == {
        "hard 11 v A": ("H", "Dh"),
        "hard 15 v A": ("H", "Rh"),
        "hard 17 v A": ("S", "Rs"),
        "soft A7 v 2": ("S", "Ds"),
        "soft A8 v 6": ("S", "Ds"),
        "pair 88 v A": ("P", "Rp"),
    }


def test_seven_cells_change_where_a_split_hand_may_not_be_doubled():
    found = between("6D S17 DAS", "6D S17 NDAS")
    assert list(found) == [
        *("pair 22 v 2", "pair 22 v 3", "pair 33 v 2", "pair 33 v 3"),
        *("pair 44 v 5", "pair 44 v 6", "pair 66 v 2"),
    ]
    assert {(flip.home, flip.away) for flip in found.values()} == {(Code.P, Code.H)}


def test_four_cells_change_where_surrender_is_offered_and_none_where_it_is_not():
    assert codes(between("6D NS", "6D LS")) == {
        "hard 15 v T": ("H", "Rh"),
        "hard 16 v 9": ("H", "Rh"),
        "hard 16 v T": ("H", "Rh"),
        "hard 16 v A": ("H", "Rh"),
    }
    assert between("6D LS", "6D NS") == {}


def test_nothing_changes_between_a_game_and_itself():
    assert between("6D H17 LS", "LS H17 6D 6:5") == {}


def test_the_cost_is_what_the_code_from_home_loses_away():
    flip = between("6D S17 LS", "6D H17 LS")["pair 88 v A"]
    values = analyse(Rules.parse("6D H17 LS")).ev(Hand.parse("88"), flip.cell.upcard)
    assert flip.cost == pytest.approx(values[Action.SURRENDER] - values[Action.SPLIT])
    assert 0 < flip.per_100 < flip.cost


def test_a_close_call_is_told_apart():
    found = between("6D", "1D")
    assert found["soft A8 v 6"].near_tie
    assert found["soft A8 v 6"].cost < NEAR_TIE < found["hard 11 v A"].cost
    assert not found["hard 11 v A"].near_tie
