"""Names and numbers of people as they are kept: one line, one spelling."""

from __future__ import annotations

import unicodedata


def tidy(text: str) -> str:
    """The text on one line, with single spaces, its accents composed and nothing invisible.

    >>> tidy("  Zoe\\u0308\\tÅngström\\n")
    'Zoë Ångström'
    """
    seen = "".join(" " if sign.isspace() else sign for sign in text)
    kept = "".join(sign for sign in seen if unicodedata.category(sign) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def same(text: str) -> str:
    """What two spellings of the same have in common.

    >>> same("PETER") == same("peter ")
    True
    """
    return unicodedata.normalize("NFC", tidy(text).casefold())
