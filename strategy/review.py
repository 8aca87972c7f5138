"""What the plays of a round were worth, apart from luck: each decision with its exact cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from strategy.actions import Action
from strategy.analysis import Analysis, analyse
from strategy.charts import Chart, NotInChart
from strategy.grading import Verdict, grade
from strategy.legality import Phase
from strategy.playing import Move
from strategy.round import Round
from strategy.seats import Turn
from strategy.situations import Situation


@dataclass(frozen=True, slots=True)
class Play:
    """One decision of a round."""

    before: Round
    turn: Turn
    move: Move
    cost: float
    """What it loses against the best, in original bets."""
    verdict: Verdict | None
    """By the chart; None where it has no answer, as to insurance."""

    @property
    def wrong(self) -> bool:
        """Whether it is a mistake: it loses, and the chart would not have done it."""
        return self.cost > 0 and not (self.verdict and self.verdict.correct)


def review(states: Iterable[Round], chart: Chart) -> list[Play]:
    """The decisions of a round, given its states in order, as ``Record.states`` has them.

    Decisions without a choice are among them, at no cost. The values are those of a full shoe.
    """
    return [
        _play(before, after.moves[-1], chart, analyse(before.rules.core))
        for before, after in pairwise(states)
    ]


def _play(before: Round, move: Move, chart: Chart, analysis: Analysis) -> Play:
    assert before.turn is not None
    situation = before.question
    if before.phase is Phase.INSURANCE:
        return Play(before, before.turn, move, _insurance_cost(before, move, analysis), None)
    if situation is None:  # there was nothing to decide, or nothing that a chart answers
        return Play(before, before.turn, move, 0.0, None)
    action = move.action
    if action is Action.DECLINE:
        return _kept_on(before, move, situation, chart, analysis)
    verdict = _verdict(situation, action, chart, analysis)
    cost = verdict.cost if verdict else analysis.evaluate(situation).cost(action)
    return Play(before, before.turn, move, cost, verdict)


def _kept_on(
    before: Round, move: Move, situation: Situation, chart: Chart, analysis: Analysis
) -> Play:
    """An early surrender that was not taken: as if the best other play had been chosen."""
    assert before.turn is not None
    values = analysis.evaluate(situation).values
    other = next(action for action in values if action is not Action.SURRENDER)
    cost = max(0.0, values[Action.SURRENDER] - values[other])
    verdict = _verdict(situation, other, chart, analysis)
    surrenders = verdict is not None and verdict.right is Action.SURRENDER
    return Play(before, before.turn, move, cost, verdict if surrenders else None)


def _insurance_cost(before: Round, move: Move, analysis: Analysis) -> float:
    """What insurance taken or declined loses; it wins for none of a full shoe's hands."""
    assert before.active is not None
    seat, hand = before.active
    value = analysis.insurance(hand.hand) / seat.bet
    return max(0.0, value * seat.most_insurance(before.rules)) - value * move.amount


def _verdict(
    situation: Situation, action: Action, chart: Chart, analysis: Analysis
) -> Verdict | None:
    try:
        return grade(situation, action, chart, analysis)
    except NotInChart:
        return None
