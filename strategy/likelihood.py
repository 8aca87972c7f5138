"""How likely answers are where somebody means certain plays, but slips and makes exceptions.

A hypothesis about a learner is the play that is meant in every question. A learner who follows it

* makes an exception of a question with chance e, and means another play whenever it is asked: half
  the time any that is allowed, half the time one that is right in the question or beside it;
* slips in an answer with chance s, and then makes any of the allowed plays, as likely each.

With k plays allowed, and n answers to a question of which n_a are a, the answers have

    L(a)  = (1 - s + s/k)^n_a × (s/k)^(n - n_a)                    where a is meant
    L     = (1 - e) × L(meant) + e × mean of L(a) over the other plays, half as told

Exceptions make repeated answers to one question count once: whoever has one cell wrong has it wrong
each time it is dealt. With s = 1 answers are random.

Neither rate is known. Each is taken for any of SLIPS and EXCEPTIONS, as likely each; the rates are
the same for all questions, or differ by category, or differ at the borders of the chart, as likely
each. What comes out, the mean over all of these, is the evidence of the hypothesis (its marginal
likelihood).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Final, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from strategy.actions import Action
from strategy.charts import Chart
from strategy.grading import IllegalAction
from strategy.habits import Question
from strategy.neighbours import neighbours
from strategy.situations import CHOICES, Category, Situation

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]

SLIPS: Final = np.array([0.01, 0.02, 0.04, 0.08, 0.16, 0.3, 0.5, 0.75, 1.0])
"""The chances of a slip that are thought possible."""
EXCEPTIONS: Final = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5])
"""The same of an exception."""
NUMBER: Final = {action: number for number, action in enumerate(CHOICES)}
"""The number of each play in the arrays."""


class Evidence:
    """Weighs hypotheses by the answers to Q questions of up to A plays."""

    def __init__(
        self, counts: Ints, allowed: Bools, near: Bools, groupings: Sequence[Sequence[int]]
    ) -> None:
        """``counts`` (Q, A): how often each play was the answer; ``allowed`` (Q, A); ``near``
        (Q, A): which of those are right in the question or beside it.

        Each of the ``groupings`` gives the questions numbers, and those with the same number share
        their rates.
        """
        choices = allowed.sum(axis=1)[:, None, None]
        hit = np.log(1 - SLIPS + SLIPS / choices)
        miss = np.log(SLIPS / choices)
        meant = counts[:, :, None]
        answers = counts.sum(axis=1)[:, None, None]
        logs = np.where(allowed[:, :, None], meant * hit + (answers - meant) * miss, -np.inf)
        most = logs.max(axis=1, keepdims=True)
        shares = np.exp(logs - most)  # of the likeliest play's: no power of a chance underflows
        any_other = _mean_of_others(shares, allowed, 0.0)
        others = (any_other + _mean_of_others(shares, near, any_other)) / 2
        kept, made = shares[..., None] * (1 - EXCEPTIONS), others[..., None] * EXCEPTIONS
        self._logs: Floats = (np.log(kept + made) + most[..., None]).reshape(*counts.shape, -1)
        self._groupings = [
            np.equal.outer(np.unique(grouping), np.asarray(grouping)).astype(float)
            for grouping in groupings
        ]

    def of(self, meant: Ints) -> float:
        """The log of the evidence of a hypothesis; ``meant`` (Q,) is the number of each play."""
        logs = self._logs[np.arange(len(meant)), meant]
        by_grouping = [log_mean(members @ logs).sum() for members in self._groupings]
        return float(log_mean(np.array(by_grouping)))


def _mean_of_others(shares: Floats, members: Bools, none: Floats | float) -> Floats:
    """(Q, A, S): for each play the mean of the shares of the other members, or ``none``."""
    within = members[:, :, None]
    number = within.sum(axis=1, keepdims=True) - within
    total = (shares * within).sum(axis=1, keepdims=True) - shares * within
    mean: Floats = np.where(number > 0, total / np.maximum(number, 1), none)
    return mean


def log_mean(logs: Floats) -> Floats:
    """The log of the mean of what the logs (..., n) are of, along the last axis."""
    most = logs.max(axis=-1, keepdims=True)
    mean: Floats = np.log(np.exp(logs - most).mean(axis=-1)) + most[..., 0]
    return mean


class Log(NamedTuple):
    """Answers counted by question: a cell with the plays that are allowed there."""

    asked: list[Question]
    given: list[Counter[tuple[Situation, Action]]]
    """For each question the answers to it."""
    counts: Ints
    """(questions, CHOICES)"""

    @classmethod
    def of(cls, chart: Chart, answers: Iterable[tuple[Situation, Action]]) -> Self:
        by_hand: dict[Hashable, tuple[Situation, Counter[Action]]] = {}
        for situation, action in answers:
            hand = situation.hand.ranks, situation.upcard, situation.allowed
            by_hand.setdefault(hand, (situation, Counter()))[1][action] += 1
        asked: dict[Hashable, Question] = {}
        given: dict[Hashable, Counter[tuple[Situation, Action]]] = {}
        for situation, actions in by_hand.values():
            if odd := actions.keys() - set(situation.allowed):
                raise IllegalAction(min(odd, key=str), situation)
            question = Question.of(situation, chart) if len(situation.allowed) > 1 else None
            if question:
                key = question.cell, situation.allowed
                asked.setdefault(key, question)
                given.setdefault(key, Counter()).update(
                    {(situation, action): times for action, times in actions.items()}
                )
        counts = np.zeros((len(asked), len(CHOICES)), dtype=np.int64)
        for number, counted in enumerate(given.values()):
            for (_, action), times in counted.items():
                counts[number, NUMBER[action]] += times
        return cls(list(asked.values()), list(given.values()), counts)

    def evidence(self, first: Iterable[Question]) -> Evidence:
        """What weighs hypotheses; ``first`` are the questions of two cards under the same rules.

        Rates are the same everywhere, or by category, or at borders (where a play that is not right
        is right beside) and elsewhere.
        """
        right = {each.cell: each.right for each in first}
        allowed = np.array([_among(each.situation.allowed) for each in self.asked])
        near = allowed & np.array(
            [_among({each.right, *map(right.get, neighbours(each.cell))}) for each in self.asked]
        )
        groupings = (
            [0 for _ in self.asked],
            [list(Category).index(each.cell.category) for each in self.asked],
            (near.sum(axis=1) > 1).tolist(),
        )
        return Evidence(self.counts, allowed, near, groupings)


def _among(plays: Collection[Action | None]) -> list[bool]:
    """Which of CHOICES are among some plays."""
    return [each in plays for each in CHOICES]
