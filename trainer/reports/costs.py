"""What a learner's errors lose at a table, from the records of cells."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from strategy.losses import Answered, Losses, Stake, cell_loss, estimated_losses
from strategy.situations import Cell
from trainer.core.numbers import ENOUGH
from trainer.decisions.queries import Record

Stakes = Mapping[Cell, Stake]


ENOUGH_CELLS: Final = 10
"""Answers to fewer cells tell too little of the others."""


def losses_in(records: Mapping[Cell, Record], stakes: Stakes) -> Losses:
    """What the errors lose in 100 hands, over all cells and by category.

    First decisions alone are counted. None where too little was answered for a claim.
    """
    firsts = {cell: record.first for cell, record in records.items() if cell in stakes}
    answered = {cell: answered_as(first) for cell, first in firsts.items() if first.answers}
    found = estimated_losses(answered, stakes)
    return Losses(
        whole=found.whole if _tells(answered.values()) else None,
        by_category={
            category: loss
            if _tells([one for cell, one in answered.items() if cell.category is category])
            else None
            for category, loss in found.by_category.items()
        },
    )


def _tells(answered: Collection[Answered]) -> bool:
    return len(answered) >= ENOUGH_CELLS and sum(one.times for one in answered) >= ENOUGH


def cost_of(record: Record, stake: Stake | None) -> float:
    """What the errors of a record of first decisions in one cell lose in 100 hands, in bets.

    0 for a cell without an answer, and for one that two cards never bring up.
    """
    if stake is None or not record.answers:
        return 0.0
    return cell_loss(answered_as(record), stake)


def answered_as(record: Record) -> Answered:
    return Answered(record.answers, record.wrong, record.cost_millionths / 1_000_000)
