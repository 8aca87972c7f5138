"""What a learner's errors lose at a table, from the records of cells."""

from __future__ import annotations

from collections.abc import Mapping

from strategy.losses import Answered, Losses, Stake, cell_loss, estimated_losses
from strategy.situations import Category, Cell
from trainer.core.numbers import ENOUGH
from trainer.decisions.queries import Record

Stakes = Mapping[Cell, Stake]


def losses_in(records: Mapping[Cell, Record], stakes: Stakes) -> Losses:
    """What the errors lose in 100 hands, over all cells and by category.

    None where too little was answered for a claim.
    """
    counted = {cell: record for cell, record in records.items() if record.answers}
    told: dict[Category, int] = dict.fromkeys(Category, 0)
    for cell, record in counted.items():
        if cell in stakes:
            told[cell.category] += record.answers
    found = estimated_losses({cell: answered_as(one) for cell, one in counted.items()}, stakes)
    return Losses(
        whole=found.whole if sum(told.values()) >= ENOUGH else None,
        by_category={
            category: loss if told[category] >= ENOUGH else None
            for category, loss in found.by_category.items()
        },
    )


def cost_of(record: Record, stake: Stake | None) -> float:
    """What the errors in one cell lose in 100 hands, in original bets.

    0 for a cell without an answer, and for one that two cards never bring up.
    """
    if stake is None or not record.answers:
        return 0.0
    return cell_loss(answered_as(record), stake)


def answered_as(record: Record) -> Answered:
    return Answered(record.answers, record.wrong, record.cost_millionths / 1_000_000)
