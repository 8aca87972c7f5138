"""What a player may do, and the codes in which a chart says it."""

from __future__ import annotations

from enum import Enum


class UnknownAction(ValueError):
    """A text that names no action or no code."""


class Action(Enum):
    """A decision at the table; the value is its key and its text form."""

    HIT = "H"
    STAND = "S"
    DOUBLE = "D"
    SPLIT = "P"
    SURRENDER = "R"
    INSURE = "I"
    DECLINE = "N"

    def __str__(self) -> str:
        return self.value

    @property
    def word(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read a letter or a word, in either case; raise UnknownAction otherwise."""
        name = text.strip().upper()
        for action in cls:
            if name in (action.value, action.name):
                return action
        raise UnknownAction(f"{text!r} is not an action (hit, stand, double, split, surrender)")


class Code(Enum):
    """What a cell of a chart says.

    The capital is the play for two cards. The small letter is the play where that is not allowed;
    after ``P`` it is the play where a split hand may not be doubled, as printed charts mean it:
    a pair that may not be split at all is looked up as its total.
    """

    H = "H"
    S = "S"
    Dh = "Dh"
    Ds = "Ds"
    P = "P"
    Ph = "Ph"
    Pd = "Pd"
    Ps = "Ps"
    Rh = "Rh"
    Rs = "Rs"
    Rp = "Rp"
    TOTAL = "-"
    """Only for pairs: play it as its total."""

    def __str__(self) -> str:
        return self.value

    @property
    def first(self) -> Action | None:
        """The play for two cards where everything is allowed; None for ``-``."""
        return None if self is Code.TOTAL else Action(self.value[0])

    @property
    def otherwise(self) -> Action | None:
        """The play where the first is not allowed; None where the code names none."""
        return Action(self.value[1].upper()) if len(self.value) == 2 else None

    @classmethod
    def parse(cls, text: str) -> Code:
        """Read a code as printed, case and all; raise UnknownAction otherwise."""
        try:
            return cls(text)
        except ValueError:
            codes = " ".join(code.value for code in cls)
            raise UnknownAction(f"{text!r} is not a code of a chart ({codes})") from None
