"""Recognising the misconceptions that a learner's answers follow.

Every hypothesis is a table of plays: the chart, or the chart with a misconception's plays laid over
it. Each is weighed by the answers, with the learner's own slips and exceptions
(``strategy.likelihood``). The margin of a misconception is the log of how many times likelier the
answers are with it than without. Formulas, thresholds and measured rates are in
``docs/misconceptions.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from strategy.actions import Action
from strategy.charts import Chart
from strategy.habits import Question, first_questions
from strategy.likelihood import NUMBER, Bools, Evidence, Ints, Log
from strategy.misconceptions import (
    Follower,
    Misconception,
    Solved,
    all_misconceptions,
    exact_chart,
)
from strategy.rules import Rules
from strategy.situations import CHOICES, Cell, Situation
from strategy.stakes import frequencies

BASE_RATE: Final = 0.01
"""So many learners are taken to follow any one misconception, before they answer."""
SURE: Final = 0.95
"""Nothing is claimed that is less likely, among all misconceptions and none."""
LEAST_MARGIN: Final = log(SURE / (1 - SURE) / BASE_RATE)
"""What SURE takes where there is no other candidate: the answers are then 1,900 times likelier with
the misconception than without."""
LEAST_CELLS: Final = 2
"""Nothing is claimed that was followed in fewer cells: one alone is an error in a cell."""
LEAST_FOLLOWED: Final = 5
"""Nothing is claimed on fewer answers that follow the misconception against the chart."""
LEAST_SHARE: Final = 0.75
"""Nobody is said to do always what they do less often, where it is against the chart."""
SUSPICIOUS_MARGIN: Final = log(10)
"""From here on a misconception is worth asking about."""
MOST_FINDINGS: Final = 3


@dataclass(frozen=True, slots=True)
class Followed:
    """How a misconception was followed in a cell in which it differs from the chart; two cards and
    longer hands are told apart where other plays are allowed."""

    cell: Cell
    right: Action
    play: Action
    """The follower's."""
    asked: int
    followed: int
    """So often of those asked its play was made."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A misconception that answers follow."""

    misconception: Misconception
    margin: float
    """The log of how many times likelier the answers are with it than without."""
    sure: float
    """Its chance among all misconceptions that explain the same answers, and none."""
    evidence: tuple[Followed, ...]
    """The cells where it differs from the chart and that were asked, most followed first."""
    rival: Misconception | None
    """What else is likeliest: another misconception that explains some of the same answers, or
    none at all but errors in single cells."""
    telling: tuple[Cell, ...]
    """The cells of two cards that tell it from the rival, or from the chart where there is none:
    those first in which an answer is likeliest to be new evidence."""

    @property
    def claimed(self) -> bool:
        """Whether it is sure enough to be told, and followed often enough, and mostly."""
        least = max(LEAST_FOLLOWED, LEAST_SHARE * self.asked)
        cells = {each.cell for each in self.evidence if each.followed}
        return self.sure >= SURE and self.followed >= least and len(cells) >= LEAST_CELLS

    @property
    def asked(self) -> int:
        return sum(each.asked for each in self.evidence)

    @property
    def followed(self) -> int:
        return sum(each.followed for each in self.evidence)


class _Candidate(NamedTuple):
    """A misconception laid over what is known of the learner."""

    follower: Follower
    meant: Ints
    """(questions,): the number of the play meant in each."""
    differs: Bools
    """(questions,): where that is not what was known before."""
    margin: float


def recognise(
    rules: Rules,
    chart: Chart,
    answers: Iterable[tuple[Situation, Action]],
    *,
    solved: Solved = exact_chart,
) -> list[Finding]:
    """The misconceptions that unaided answers follow, the likeliest first; mostly none.

    ``solved`` gives the exact charts of other rules. Answers to what the chart does not state are
    passed over; raises IllegalAction for one that was not allowed.

    The likeliest is found first. What it changes is explained then, and another is found only where
    the answers to the other questions support it by themselves.
    """
    found = _search(rules, chart, answers, solved, sure=True)
    return list(islice(found, MOST_FINDINGS))


def suspect(
    rules: Rules,
    chart: Chart,
    answers: Iterable[tuple[Situation, Action]],
    *,
    solved: Solved = exact_chart,
) -> Finding | None:
    """The likeliest misconception, claimed or not; None where nothing speaks for any.

    Where it is not claimed, its ``telling`` cells are what to deal next.
    """
    return next(_search(rules, chart, answers, solved, sure=False), None)


def check_up(
    rules: Rules,
    chart: Chart,
    answers: Iterable[tuple[Situation, Action]],
    *,
    solved: Solved = exact_chart,
) -> list[Cell]:
    """The cells of two cards to deal so that whoever follows a misconception is suspected of it.

    With them and the answers, LEAST_CELLS of the cells that each misconception changes are asked.
    Few are found that do: first comes the cell that most misconceptions lack, and of those the one
    that a table deals most often. None are left where the answers have asked enough.
    """
    first, times = first_questions(rules, chart), frequencies(rules)
    known = {(given.cell, given.allowed) for given, _ in answers}
    asked = {each.cell for each in first if (each.cell, each.situation.allowed) in known}
    changes = [
        _changed(first, each.follower(rules, chart, solved)) for each in all_misconceptions()
    ]
    chosen: list[Cell] = []
    while True:
        lacked = Counter(
            cell
            for cells in changes
            if len(cells) >= LEAST_CELLS > len(cells & asked)
            for cell in cells - asked
        )
        if not lacked:
            return chosen
        best = max((each.cell for each in first), key=lambda cell: (lacked[cell], times[cell]))
        chosen.append(best)
        asked.add(best)


def _changed(first: Iterable[Question], follower: Follower) -> set[Cell]:
    return {each.cell for each in first if follower.play(each) is not each.right}


def _search(
    rules: Rules,
    chart: Chart,
    answers: Iterable[tuple[Situation, Action]],
    solved: Solved,
    *,
    sure: bool,
) -> Iterator[Finding]:
    """The findings, each after the last is explained; where ``sure``, those that are claimed."""
    log = Log.of(chart, answers)
    if not log.asked:
        return
    first = first_questions(rules, chart)
    evidence = log.evidence(first)
    known = _numbers(each.right for each in log.asked)
    explained = np.zeros(len(known), dtype=bool)
    followers = [
        each.follower(rules, chart, solved)
        for each in sorted(all_misconceptions(), key=lambda each: each.reach)
    ]
    tables = [(each, _numbers(map(each.play, log.asked))) for each in followers]
    while True:
        candidates = sorted(
            _candidates(log, evidence, tables, known, explained), key=lambda each: -each.margin
        )
        for best in candidates:
            if best.margin < (LEAST_MARGIN if sure else SUSPICIOUS_MARGIN):
                return
            finding = _finding(rules, first, log, best, candidates)
            if finding.claimed or not sure:
                yield finding
                known, explained = best.meant, explained | best.differs
                break
        else:
            return


def _numbers(actions: Iterable[Action]) -> Ints:
    return np.array([NUMBER[action] for action in actions])


def _candidates(
    log: Log,
    evidence: Evidence,
    tables: Iterable[tuple[Follower, Ints]],
    known: Ints,
    explained: Bools,
) -> Iterator[_Candidate]:
    """Those that differ from what is known in a question that is not explained."""
    before = evidence.of(known)
    for follower, plays in tables:
        differs = (plays != known) & ~explained
        if differs.any():
            meant = np.where(differs, plays, known)
            yield _Candidate(follower, meant, differs, evidence.of(meant) - before)


def _finding(
    rules: Rules,
    first: Sequence[Question],
    log: Log,
    best: _Candidate,
    candidates: Iterable[_Candidate],
) -> Finding:
    """What there is to tell of one of the candidates, which come likeliest first."""
    own = [best.follower.play(each) for each in first]
    rivals = [each for each in candidates if _is_rival(each, best, own, first)]
    odds = [BASE_RATE * exp(each.margin - best.margin) for each in rivals]
    none = exp(-best.margin)
    rival = rivals[0].follower if odds and odds[0] > none else None
    other = [rival.play(each) if rival else each.right for each in first]
    asked = zip(first, own, other, strict=True)
    return Finding(
        misconception=best.follower.misconception,
        margin=best.margin,
        sure=BASE_RATE / (BASE_RATE + sum(odds) + none),
        evidence=_followed(log, best),
        rival=rival.misconception if rival else None,
        telling=_telling(rules, log, [each.cell for each, mine, its in asked if mine is not its]),
    )


def _is_rival(
    other: _Candidate, best: _Candidate, own: Sequence[Action], first: Sequence[Question]
) -> bool:
    """Whether it explains some of the same answers, and is not the same under these rules."""
    shared = best.differs & other.differs & (best.meant == other.meant)
    if other is best or not shared.any():
        return False
    alike = np.array_equal(best.meant, other.meant)
    return not alike or [other.follower.play(each) for each in first] != own


def _followed(log: Log, best: _Candidate) -> tuple[Followed, ...]:
    rows = []
    for number in np.flatnonzero(best.differs):
        asked, given = log.asked[number], log.given[number]
        play = CHOICES[best.meant[number]]
        rows.append(
            Followed(
                asked.cell,
                asked.right,
                play,
                asked=given.total(),
                followed=int(log.counts[number, best.meant[number]]),
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.followed))


def _telling(rules: Rules, log: Log, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells by how often a table deals them, over how often they were asked and once more."""
    times, asked = frequencies(rules), Counter[Cell]()
    for each, given in zip(log.asked, log.given, strict=True):
        asked[each.cell] += given.total()
    return tuple(sorted(cells, key=lambda cell: -times[cell] / (1 + asked[cell])))
