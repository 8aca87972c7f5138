"""Grading a decision: right or wrong by a chart, what was right and why, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from strategy.actions import Action
from strategy.analysis import NEAR_TIE, Analysis, Evaluation, analyse
from strategy.charts import Advice, Chart
from strategy.situations import Category, Situation


class IllegalAction(ValueError):
    """An action that the situation does not allow; says what it does allow."""

    def __init__(self, action: Action, situation: Situation) -> None:
        allowed = ", ".join(choice.word for choice in situation.allowed)
        super().__init__(f"{action.word} is not allowed with {situation}: {allowed}")
        self.action = action
        self.situation = situation


class Reason(Enum):
    """Why the chart's play is right, told by the kind of hand; each value is an English sentence.

    ``{total}`` stands for the hand's total, ``{upcard}`` for the upcard with its article.
    """

    PAT = "Most cards would break {total}, and standing on it wins or ties more than drawing."
    HIGH_SOFT = "Soft {total} is good already; drawing would spoil more hands than it mends."
    STIFF_V_WEAK = (
        "The dealer has to draw to {upcard} and often breaks: do not break first with {total}."
    )
    STIFF_V_STRONG = (
        "With {upcard} up the dealer mostly ends at 17 or more, and {total} beats none of those."
    )
    TWELVE_V_LOW = (
        "Only a ten breaks 12, and with {upcard} up the dealer does not break often enough."
    )
    SAFE_TO_DRAW = "No card can break {total}, so another one costs nothing."
    SOFT_DRAW = "Soft {total} cannot break on the next card, and is too low to win by itself."
    SOFT_18_V_HIGH = (
        "Against {upcard}, 18 is behind more often than ahead, and a card cannot break it."
    )
    DOUBLE_HARD = (
        "{total} becomes strong with many cards, and with {upcard} up it pays to have more staked."
    )
    DOUBLE_SOFT = (
        "The hand cannot break, and with {upcard} up the dealer is weak: stake more on it."
    )
    SPLIT_ACES = "Two hands that start with an ace are each far better than 12."
    SPLIT_EIGHTS = "16 is the worst of totals; two hands that start with 8 do better."
    SPLIT_V_WEAK = "With {upcard} up the dealer is weak: two hands do better than one of {total}."
    SPLIT_NINES = "Against {upcard}, two hands that start with 9 do better than 18."
    SPLIT_BETTER = "Against {upcard}, two hands do better than one of {total}."
    KEEP_TWENTY = "20 wins by itself; splitting gives up more than a second hand brings."
    KEEP_PAIR = "Played as {total}, the pair does better against {upcard} than two new hands would."
    GIVE_UP = "This hand would win less than one time in four; half the bet back loses less."


@dataclass(frozen=True)
class Verdict:
    """What a chart says to a decision, and what the decision is worth with the very cards dealt."""

    situation: Situation
    action: Action
    advice: Advice
    reason: Reason
    analysis: Analysis = field(compare=False, repr=False)

    @property
    def right(self) -> Action:
        return self.advice.action

    @property
    def correct(self) -> bool:
        return self.action is self.right

    @property
    def not_allowed(self) -> Action | None:
        """The chart's first play for the cell where it is not allowed here; else None."""
        first = self.advice.code.first
        return first if first is not self.right and first not in self.situation.allowed else None

    @cached_property
    def evaluation(self) -> Evaluation:
        """The exact values of all plays, in original bets, best first."""
        return self.analysis.evaluate(self.situation)

    @property
    def cost(self) -> float:
        """What the action loses against the best play of these cards, in original bets."""
        return self.evaluation.cost(self.action)

    @property
    def near_tie(self) -> bool:
        """Whether the best two plays differ by less than NEAR_TIE."""
        return self.evaluation.runner_up is not None and self.evaluation.gap < NEAR_TIE

    @property
    def better_with_these_cards(self) -> Action | None:
        """The best play of the very cards where it is not the chart's; else None."""
        best = self.evaluation.best
        return best if best is not self.right else None

    @property
    def sentence(self) -> str:
        """The reason as an English sentence about this very hand."""
        upcard = self.situation.upcard.with_article
        return self.reason.value.format(total=self.situation.hand.total, upcard=upcard)


def grade(
    situation: Situation, action: Action, chart: Chart, analysis: Analysis | None = None
) -> Verdict:
    """Grade an action by the chart that is taught, and by the exact analysis (of a full shoe).

    Raises IllegalAction where the situation does not allow the action, and NotInChart where a
    partial chart does not state the situation.
    """
    if action not in situation.allowed:
        raise IllegalAction(action, situation)
    advice = chart.advise(situation)
    reason = reason_for(situation, advice.action)
    return Verdict(situation, action, advice, reason, analysis or analyse(situation.rules.core))


def right_play(situation: Situation, chart: Chart) -> Verdict:
    """The verdict on the chart's own play, as a hint tells it; raise NotInChart."""
    return grade(situation, chart.advise(situation).action, chart)


def reason_for(situation: Situation, right: Action) -> Reason:
    """The reason why ``right`` is right in the situation, taking the chart at its word."""
    match right:
        case Action.STAND:
            return _why_stand(situation)
        case Action.DOUBLE:
            return Reason.DOUBLE_SOFT if situation.hand.soft else Reason.DOUBLE_HARD
        case Action.SPLIT:
            return _why_split(situation)
        case Action.SURRENDER:
            return Reason.GIVE_UP
        case _:
            return _why_hit(situation)


def _weak(situation: Situation) -> bool:
    return situation.upcard.points in range(2, 7)


def _why_stand(situation: Situation) -> Reason:
    hand = situation.hand
    if situation.category is Category.PAIR and hand.total == 20:
        return Reason.KEEP_TWENTY
    if hand.soft:
        return Reason.HIGH_SOFT
    if hand.total < 17 and _weak(situation):
        return Reason.STIFF_V_WEAK
    if situation.category is Category.PAIR:
        return Reason.KEEP_PAIR
    return Reason.PAT


def _why_hit(situation: Situation) -> Reason:
    hand = situation.hand
    if hand.soft:
        return Reason.SOFT_18_V_HIGH if hand.total == 18 else Reason.SOFT_DRAW
    if situation.category is Category.PAIR:
        return Reason.KEEP_PAIR
    if hand.total <= 11:
        return Reason.SAFE_TO_DRAW
    if hand.total == 12 and _weak(situation):
        return Reason.TWELVE_V_LOW
    return Reason.STIFF_V_STRONG


def _why_split(situation: Situation) -> Reason:
    if situation.hand.soft:
        return Reason.SPLIT_ACES
    usual = Reason.SPLIT_V_WEAK if _weak(situation) else Reason.SPLIT_BETTER
    by_total = {16: Reason.SPLIT_EIGHTS, 18: Reason.SPLIT_NINES}
    return by_total.get(situation.hand.total, usual)
