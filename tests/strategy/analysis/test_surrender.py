"""Surrender: what it is worth, when it comes, and what it adds to the game."""

from __future__ import annotations

import pytest

from strategy.actions import Action
from strategy.analysis import Evaluation
from strategy.situations import Situation
from tests.strategy.analysis.figures import analysis

HANDS = ("T6 v T", "T6 v A", "T6 v 9", "88 v A", "A7 v T", "T4 v 6")


def evaluation(rules: str, situation: str) -> Evaluation:
    found = analysis(rules)
    return found.evaluate(Situation.parse(situation, found.rules))


def no_natural(situation: str) -> float:
    """The chance of no natural behind the upcard in six decks, three cards seen, none a ten but
    those of the hand and the upcard."""
    hand, upcard = situation.split(" v ")
    tens = 96 - (hand + upcard).count("T")
    aces = 24 - (hand + upcard).count("A")
    return 1 - {"A": tens, "T": aces}.get(upcard, 0) / (6 * 52 - 3)


@pytest.mark.parametrize("situation", HANDS)
def test_a_late_surrender_loses_half_of_what_is_left_after_the_look(situation):
    late, none = evaluation("6D LS", situation), evaluation("6D NS", situation)
    assert late.values[Action.SURRENDER] == -0.5
    assert late.conditional == none.conditional == (situation[-1] in "TA")
    others = {action: ev for action, ev in late.values.items() if action is not Action.SURRENDER}
    assert others == dict(none.values)


@pytest.mark.parametrize("situation", HANDS)
def test_before_an_early_surrender_nothing_is_conditional(situation):
    early, none = evaluation("6D ES", situation), evaluation("6D NS", situation)
    assert early.values[Action.SURRENDER] == pytest.approx(-0.5, abs=1e-15)
    assert not early.conditional
    given = no_natural(situation)
    for action, ev in none.values.items():
        assert early.values[action] == pytest.approx(given * ev - (1 - given), abs=1e-12)


def test_early_but_not_against_an_ace_is_early_against_a_ten_and_never_against_an_ace():
    assert evaluation("6D ES10", "T6 v T") == evaluation("6D ES", "T6 v T")
    against_ace = evaluation("6D ES10", "T6 v A")
    assert Action.SURRENDER not in against_ace.values
    assert against_ace.conditional
    assert against_ace == evaluation("6D NS", "T6 v A")


@pytest.mark.parametrize("situation", HANDS)
def test_without_a_hole_card_a_late_surrender_is_an_early_one(situation):
    """Nobody has looked: half the bet is lost, natural or not."""
    for hole_card in ("ENHC", "OBO"):
        late, early = (evaluation(f"6D {hole_card} {when}", situation) for when in ("LS", "ES"))
        assert late == early
        assert late.values[Action.SURRENDER] == pytest.approx(-0.5, abs=1e-15)
        assert not late.conditional


@pytest.mark.parametrize("situation", HANDS)
def test_where_naturals_take_original_bets_only_the_plays_are_those_of_a_look(situation):
    for surrender in ("NS", "ES", "ES10"):
        one, other = (evaluation(f"6D {hole} {surrender}", situation) for hole in ("OBO", "PEEK"))
        assert (one.values, one.conditional) == (other.values, other.conditional)
        assert one.weight < other.weight == 1 or not one.conditional


@pytest.mark.parametrize("situation", HANDS)
def test_where_naturals_take_every_bet_values_are_never_conditional(situation):
    for surrender in ("NS", "LS", "ES10"):
        assert not evaluation(f"6D ENHC {surrender}", situation).conditional


@pytest.mark.parametrize(
    ("rules", "situation", "best"),
    [
        ("6D S17 NS", "T6 v T", Action.HIT),
        ("6D S17 LS", "T6 v T", Action.SURRENDER),
        ("6D S17 LS", "T5 v A", Action.HIT),
        ("6D S17 ES", "T5 v A", Action.SURRENDER),
        ("6D S17 ES", "T7 v A", Action.SURRENDER),
        ("6D S17 ES", "T4 v T", Action.SURRENDER),
        ("6D S17 LS", "T4 v T", Action.HIT),
        ("6D S17 ES10", "T4 v T", Action.SURRENDER),
        ("6D S17 ENHC LS", "T5 v A", Action.SURRENDER),
        ("6D S17 LS", "T6 v 6", Action.STAND),
    ],
)
def test_the_best_play_knows_when_the_surrender_comes(rules, situation, best):
    found = evaluation(rules, situation)
    assert found.best is best
    assert found.values[best] == max(found.values.values())
    assert found.gap == found.cost(found.runner_up)


def test_three_cards_cannot_be_surrendered():
    assert set(evaluation("6D LS", "T42 v T").values) == {Action.HIT, Action.STAND}


@pytest.mark.parametrize("rest", ["6D S17", "1D H17", "6D S17 OBO"])
def test_a_game_is_worth_more_the_earlier_one_may_surrender(rest):
    none, late, not_ace, early = (
        analysis(f"{rest} {when}").edge().game_ev for when in ("NS", "LS", "ES10", "ES")
    )
    assert none < late
    assert none < not_ace < early
    if "OBO" in rest:
        assert late == early
    else:
        assert late < not_ace


def test_a_game_without_surrender_is_worth_the_same_with_a_look_and_with_original_bets_only():
    look, original, every = (
        analysis(f"6D S17 {hole_card}").edge().game_ev for hole_card in ("PEEK", "OBO", "ENHC")
    )
    assert look == original
    assert every < look - 0.0005
