"""Why something cannot be done at a table as it stands."""

from __future__ import annotations

from enum import Enum


class Refused(Enum):
    """A reason for which nothing was changed."""

    STALE = "stale"
    """Something has happened since the page was shown."""
    ROUND_OPEN = "round open"
    NO_ROUND = "no round"
    LEFT = "left"
    NOT_WHOLE = "not whole"
    TOO_LOW = "too low"
    TOO_HIGH = "too high"
    CHIPS_SHORT = "chips short"
    CHIPS_ENOUGH = "chips enough"
    NOTHING_TO_ADVISE = "nothing to advise"
    NOT_TESTED = "not tested"
    TABLES_ENOUGH = "tables enough"


class NotDone(Exception):
    """Nothing was changed; ``why`` says for what reason."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.value)
        self.why = why
