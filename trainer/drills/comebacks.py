"""What was missed in a review comes back in it."""

from __future__ import annotations

from strategy.situations import Cell
from trainer.drills.models import Drill

COMEBACK = 4
"""So many hands later: not from what was just read."""
MOST_TIMES = 4
"""So often a cell comes in one review; who misses it each time needs rest, not repetition."""


def put_back(drill: Drill, cell: Cell) -> None:
    """Deal a cell once more, COMEBACK hands later or at the end, and so lengthen the review.

    A cell that has come MOST_TIMES is left for another day. The caller saves the drill.
    """
    name = str(cell)
    if drill.cells.count(name) < MOST_TIMES:
        drill.cells.insert(drill.asked + COMEBACK, name)
        drill.length = len(drill.cells)
