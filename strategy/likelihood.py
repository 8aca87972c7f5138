"""How likely answers are where somebody means certain plays, but slips and makes exceptions.

A hypothesis about a learner is the play that is meant in every question. A learner who follows it

* makes an exception of a question with chance e, and means any other of its allowed plays, as
  likely each, whenever it is asked;
* slips in an answer with chance s, and then makes any of the allowed plays, as likely each.

With k plays allowed, and n answers to a question of which n_a are a, the answers have

    L(a)  = (1 - s + s/k)^n_a × (s/k)^(n - n_a)                    where a is meant
    L     = (1 - e) × L(meant) + e × mean of L(a) over the other plays

Exceptions make repeated answers to one question count once: whoever has one cell wrong has it wrong
each time it is dealt. With s = 1 answers are random.

Neither rate is known. Each is taken for any of SLIPS and EXCEPTIONS, as likely each; the rates are
the same for all questions, or differ by category, or differ at the borders of the chart, as likely
each. What comes out, the mean over all of these, is the evidence of the hypothesis (its marginal
likelihood).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]

SLIPS: Final = np.array([0.01, 0.02, 0.04, 0.08, 0.16, 0.3, 0.5, 0.75, 1.0])
"""The chances of a slip that are thought possible."""
EXCEPTIONS: Final = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5])
"""The same of an exception."""


class Evidence:
    """Weighs hypotheses by the answers to Q questions of up to A plays."""

    def __init__(self, counts: Ints, allowed: Bools, groupings: Sequence[Sequence[int]]) -> None:
        """``counts`` (Q, A): how often each play was the answer; ``allowed`` (Q, A).

        Each of the ``groupings`` gives the questions numbers, and those with the same number share
        their rates.
        """
        choices = allowed.sum(axis=1)[:, None, None]
        hit = np.log(1 - SLIPS + SLIPS / choices)
        miss = np.log(SLIPS / choices)
        meant = counts[:, :, None]
        answers = counts.sum(axis=1)[:, None, None]
        likelihood = np.exp(meant * hit + (answers - meant) * miss)  # underflows only to 0
        likelihood *= allowed[:, :, None]
        others = likelihood.sum(axis=1, keepdims=True) - likelihood
        kept = likelihood[..., None] * (1 - EXCEPTIONS)
        made = others[..., None] * (EXCEPTIONS / (choices[..., None] - 1))
        self._logs: Floats = np.log(np.maximum(kept + made, np.finfo(float).tiny)).reshape(
            *counts.shape, -1
        )
        self._groupings = [
            np.equal.outer(np.unique(grouping), np.asarray(grouping)).astype(float)
            for grouping in groupings
        ]

    def of(self, meant: Ints) -> float:
        """The log of the evidence of a hypothesis; ``meant`` (Q,) is the number of each play."""
        logs = self._logs[np.arange(len(meant)), meant]
        by_grouping = [_log_mean(members @ logs).sum() for members in self._groupings]
        return float(_log_mean(np.array(by_grouping)))


def _log_mean(logs: Floats) -> Floats:
    """The log of the mean of what the logs (..., n) are of, along the last axis."""
    most = logs.max(axis=-1, keepdims=True)
    mean: Floats = np.log(np.exp(logs - most).mean(axis=-1)) + most[..., 0]
    return mean
