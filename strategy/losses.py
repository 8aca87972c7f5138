"""What a player's errors lose at a table, estimated from answers.

A hundred hands bring up each cell so many times (``stakes.frequencies``); each time the player errs
with some chance and loses what the error costs. For cells that were answered both are taken from
the answers; for the others the chance is that of the category and the cost that of the next best
play. Longer hands and hands after a split are not counted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final, NamedTuple

from strategy.situations import Category, Cell

PRIOR: Final = 2
"""What is known of a category counts as so many answers in each of its cells."""
Z_95: Final = 1.959963984540054
"""The normal distribution keeps 95 % within so many standard deviations."""


class Answered(NamedTuple):
    """How a cell was answered."""

    times: int
    """At least 1."""
    wrong: int
    lost: float
    """What the wrong ones lost together, in original bets."""


class Stake(NamedTuple):
    """What depends on a cell at a table."""

    frequency: float
    """The chance that a hand is first asked about it."""
    error_cost: float
    """What the likeliest error loses, in original bets."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss in 100 hands, in original bets, with its 95 % interval."""

    per_100: float
    low: float
    high: float
    met: float
    """The share of the first decisions at a table that are in cells with an answer."""


def cell_loss(answers: Answered, stake: Stake) -> float:
    """What the errors in one cell lose in 100 hands, in original bets."""
    return 100 * stake.frequency * answers.lost / answers.times


@dataclass(frozen=True, slots=True)
class Losses:
    """What the errors lose over all cells and by category; None where nothing was answered."""

    whole: Loss | None
    by_category: Mapping[Category, Loss | None]


def estimated_losses(answered: Mapping[Cell, Answered], stakes: Mapping[Cell, Stake]) -> Losses:
    """What the errors lose in 100 hands.

    The estimate is the sum over the cells of frequency, share of wrong answers and cost. In cells
    without an answer the share is that of the category's other cells, weighted by frequency, or of
    all answered cells where the category has none.

    The interval is that of a Bayesian with a beta prior for each cell: its mean is the category's
    share (with half an error in one more answer, so that nobody is taken for perfect), its weight
    PRIOR answers. To the variances of the cells comes that of the share that they lean on. The sum
    is taken as normal.
    """
    cells: dict[Category, list[_Asked]] = {category: [] for category in Category}
    for cell, stake in stakes.items():
        times, wrong, lost = answered.get(cell, _NEVER)
        asked = _Asked(stake.frequency, stake.error_cost, times, wrong, lost)
        cells[cell.category].append(asked)
    met = [asked for own in cells.values() for asked in own if asked.times]
    if not met:
        return Losses(None, dict.fromkeys(Category))
    parts = {
        category: _part(own, _rate([asked for asked in own if asked.times] or met))
        for category, own in cells.items()
    }
    return Losses(
        whole=_loss(parts.values()),
        by_category={
            category: _loss([part]) if part.met else None for category, part in parts.items()
        },
    )


_NEVER: Final = Answered(0, 0, 0.0)


class _Asked(NamedTuple):
    """A cell: its stake, and how it was answered."""

    frequency: float
    error_cost: float
    times: int
    wrong: int
    lost: float


class _Rate(NamedTuple):
    """The chance of an error in a category: as observed, with half an error in one more answer, and
    the variance of both."""

    share: float
    cautious: float
    variance: float


def _rate(met: Sequence[_Asked]) -> _Rate:
    """The rate over cells that were answered.

    The variance is that of a mean weighted by frequency, told from how the cells differ, and that
    of as many answers to one question besides: few cells tell too little of the others.
    """
    times = sum(asked.times for asked in met)
    whole = sum(asked.frequency for asked in met)
    shares = [(asked.frequency / whole, asked.wrong / asked.times) for asked in met]
    share = sum(weight * part for weight, part in shares)
    cautious = (times * share + 0.5) / (times + 1)
    differing = sum((weight * (part - share)) ** 2 for weight, part in shares)
    return _Rate(share, cautious, differing + cautious * (1 - cautious) / (times + 1))


class _Part(NamedTuple):
    """What some cells lose in 100 hands: as observed, as expected by the Bayesian, and the variance
    of that; the chance that a hand is first asked about them, and about those answered."""

    observed: float
    expected: float
    variance: float
    frequency: float
    met: float


def _part(cells: Sequence[_Asked], rate: _Rate) -> _Part:
    observed = expected = variance = leaning = 0.0
    for frequency, error_cost, times, wrong, lost in cells:
        stake = 100 * frequency * (lost / wrong if wrong else error_cost)
        known = times + PRIOR
        chance = (wrong + PRIOR * rate.cautious) / known
        observed += stake * (wrong / times if times else rate.share)
        expected += stake * chance
        variance += stake**2 * chance * (1 - chance) / (known + 1)
        leaning += stake * PRIOR / known
    return _Part(
        observed,
        expected,
        variance + leaning**2 * rate.variance,
        frequency=sum(asked.frequency for asked in cells),
        met=sum(asked.frequency for asked in cells if asked.times),
    )


def _loss(parts: Collection[_Part]) -> Loss:
    per_100 = sum(part.observed for part in parts)
    expected = sum(part.expected for part in parts)
    reach = Z_95 * sqrt(sum(part.variance for part in parts))
    return Loss(
        per_100,
        low=min(per_100, max(0.0, expected - reach)),
        high=max(per_100, expected + reach),
        met=sum(part.met for part in parts) / sum(part.frequency for part in parts),
    )


def mean_loss(losses: Sequence[tuple[Loss, int]]) -> Loss | None:
    """The loss over several charts or rule sets, each with a weight; None where there is none."""
    whole = sum(weight for _loss, weight in losses)
    if not whole:
        return None
    parts = [(loss, weight / whole) for loss, weight in losses]
    per_100 = sum(part * loss.per_100 for loss, part in parts)
    return Loss(
        per_100,
        low=per_100 - hypot(*(part * (loss.per_100 - loss.low) for loss, part in parts)),
        high=per_100 + hypot(*(part * (loss.high - loss.per_100) for loss, part in parts)),
        met=sum(part * loss.met for loss, part in parts),
    )
