"""What a learner's errors lose at a table, from the records of cells."""

from __future__ import annotations

from collections.abc import Mapping

from strategy.losses import Answered, Loss, Stake, cell_loss, estimated_loss
from strategy.situations import Category, Cell
from trainer.decisions.queries import Record

Stakes = Mapping[Cell, Stake]


def loss_in(
    records: Mapping[Cell, Record], stakes: Stakes, category: Category | None = None
) -> Loss | None:
    """What the errors lose in 100 hands, over all cells or those of a category.

    None where too little was answered for a claim.
    """
    cells = [cell for cell in stakes if category in (None, cell.category)]
    answered = {cell: answered_as(records[cell]) for cell in cells if _counts(records, cell)}
    told = sum((records[cell] for cell in answered), start=Record())
    return estimated_loss(answered, stakes, cells) if told.tells else None


def cost_of(record: Record, stake: Stake | None) -> float:
    """What the errors in one cell lose in 100 hands, in original bets.

    0 for a cell without an answer, and for one that two cards never bring up.
    """
    if stake is None or not record.answers:
        return 0.0
    return cell_loss(answered_as(record), stake)


def answered_as(record: Record) -> Answered:
    return Answered(record.answers, record.wrong, record.cost_millionths / 1_000_000)


def _counts(records: Mapping[Cell, Record], cell: Cell) -> bool:
    return cell in records and records[cell].answers > 0
