"""Why something cannot be done at a match table as it stands."""

from __future__ import annotations

from enum import Enum


class Refused(Enum):
    """A reason for which nothing was changed."""

    STALE = "stale"
    """Something has happened since the page was shown."""
    NOT_YOUR_SEAT = "not your seat"
    BEGUN = "begun"
    NOT_BEGUN = "not begun"
    SEATS_OPEN = "seats open"
    TOO_FEW = "too few"
    OVER = "over"
    NOT_OVER = "not over"
    FULL = "full"
    NAME_TAKEN = "name taken"
    NOT_LEADER = "not leader"
    NOT_GONE = "not gone"
    NOT_ASKED = "not asked"
    NO_HINTS = "no hints"
    NO_WAIT = "no wait"
    """Nobody waits for the computer players to go on."""
    ASKED_BY_MANY = "asked by many"
    TABLES_ENOUGH = "tables enough"
    THEIRS_ENOUGH = "theirs enough"
    """Whoever is to be let in is at as many tables as anybody can be."""


class NotDone(Exception):
    """Nothing was changed; ``why`` says for what reason."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.value)
        self.why = why
