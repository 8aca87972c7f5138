"""Names and numbers of people as they are kept: one line, one spelling."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})
"""Categories of what nobody sees: control, format (which also turns text round), half a sign."""
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks by their category, of which nothing is seen either."""
_JOINERS: Final = "\u200c\u200d"
"""By which letters of Persian or Hindi names are joined or kept apart."""


def tidy(text: str) -> str:
    """The text on one line, with single spaces, its accents composed and nothing invisible.

    >>> tidy("  Zoe\\u0308\\tÅngström\\n")
    'Zoë Ångström'
    >>> tidy("\\u202ePeter\\u200b")
    'Peter'
    """
    seen = "".join(" " if sign.isspace() else sign for sign in text if not _is_unseen(sign))
    kept = "".join(sign for at, sign in enumerate(seen) if sign not in _JOINERS or _joins(seen, at))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def _is_unseen(sign: str) -> bool:
    if sign.isspace() or sign in _JOINERS:
        return False
    return sign in _BLANKS or unicodedata.category(sign) in _UNSEEN


def _joins(text: str, at: int) -> bool:
    """Whether a letter, or a mark of one, comes before this place and a letter after it."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return (before.isalpha() or _is_mark(before)) and after.isalpha()


def _is_mark(sign: str) -> bool:
    return bool(sign) and unicodedata.category(sign).startswith("M")


def same(text: str) -> str:
    """What two spellings of the same have in common.

    >>> same("PETER") == same("peter ") == same("Pe\\u200dter")
    True
    """
    plain = "".join(sign for sign in tidy(text) if sign not in _JOINERS)
    return unicodedata.normalize("NFC", plain.casefold())
