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


def estimated_loss(
    answered: Mapping[Cell, Answered], stakes: Mapping[Cell, Stake], cells: Collection[Cell]
) -> Loss | None:
    """What the errors in some cells lose in 100 hands; None where none of them was answered.

    The estimate is the sum over the cells of frequency, share of wrong answers and cost. In cells
    without an answer the share is that of the category's other cells, weighted by frequency, or of
    all answered cells where the category has none.

    The interval is that of a Bayesian with a beta prior for each cell: its mean is the category's
    share (with half an error in one more answer, so that nobody is taken for perfect), its weight
    PRIOR answers. To the variances of the cells comes that of the share that they lean on. The sum
    is taken as normal.
    """
    met = [cell for cell in cells if cell in answered]
    if not met:
        return None
    rates = {category: _rate(answered, stakes, met, category) for category in Category}
    per_100 = expected = variance = 0.0
    leaning = dict.fromkeys(Category, 0.0)
    for cell in cells:
        stake, rate = stakes[cell], rates[cell.category]
        answers = answered.get(cell, Answered(0, 0, 0.0))
        cost = answers.lost / answers.wrong if answers.wrong else stake.error_cost
        share = answers.wrong / answers.times if answers.times else rate.share
        known = answers.times + PRIOR
        chance = (answers.wrong + PRIOR * rate.cautious) / known
        per_100 += 100 * stake.frequency * cost * share
        expected += 100 * stake.frequency * cost * chance
        variance += (100 * stake.frequency * cost) ** 2 * chance * (1 - chance) / (known + 1)
        leaning[cell.category] += 100 * stake.frequency * cost * PRIOR / known
    variance += sum(each**2 * rates[category].variance for category, each in leaning.items())
    reach = Z_95 * sqrt(variance)
    return Loss(
        per_100,
        low=min(per_100, max(0.0, expected - reach)),
        high=max(per_100, expected + reach),
        met=sum(stakes[cell].frequency for cell in met)
        / sum(stakes[cell].frequency for cell in cells),
    )


class _Rate(NamedTuple):
    """The chance of an error in a category: as observed, with half an error in one more answer, and
    the variance of both."""

    share: float
    cautious: float
    variance: float


def _rate(
    answered: Mapping[Cell, Answered],
    stakes: Mapping[Cell, Stake],
    met: Collection[Cell],
    category: Category,
) -> _Rate:
    """The rate over the cells that were met in the category, or over all where none was.

    The variance is that of a mean weighted by frequency, told from how the cells differ, and that
    of as many answers to one question besides: few cells tell too little of the others.
    """
    own = [cell for cell in met if cell.category is category] or met
    count = sum(answered[cell].times for cell in own)
    whole = sum(stakes[cell].frequency for cell in own)
    weights = {cell: stakes[cell].frequency / whole for cell in own}
    shares = {cell: answered[cell].wrong / answered[cell].times for cell in own}
    share = sum(weights[cell] * shares[cell] for cell in own)
    cautious = (count * share + 0.5) / (count + 1)
    differing = sum((weights[cell] * (shares[cell] - share)) ** 2 for cell in own)
    return _Rate(share, cautious, differing + cautious * (1 - cautious) / (count + 1))


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
