"""Recognising who always takes insurance, from how often it was offered and taken."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import numpy as np

from strategy.habits import Insures
from strategy.likelihood import SLIPS, log_mean
from strategy.misconceptions import Misconception, all_misconceptions
from strategy.recognising import BASE_RATE, LEAST_FOLLOWED, LEAST_MARGIN, LEAST_SHARE


@dataclass(frozen=True, slots=True)
class Insured:
    """How often insurance was taken, and how likely that makes it that it always is."""

    misconception: Misconception
    margin: float
    sure: float
    offered: int
    taken: int


def recognise_insurance(offered: int, taken: int) -> Insured | None:
    """Whether insurance is always taken; None where that is not sure.

    It is weighed against never taking it, with slips either way, by the same thresholds.
    """
    with_it, without = (
        float(log_mean(times * np.log(1 - SLIPS / 2) + (offered - times) * np.log(SLIPS / 2)))
        for times in (taken, offered - taken)
    )
    margin = with_it - without
    if margin < LEAST_MARGIN or taken < max(LEAST_FOLLOWED, LEAST_SHARE * offered):
        return None
    [always] = [each for each in all_misconceptions() if isinstance(each.habit, Insures)]
    sure = BASE_RATE / (BASE_RATE + exp(-margin))
    return Insured(always, margin, sure, offered, taken)
