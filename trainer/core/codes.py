"""Codes that are read from a board, a sheet or a screen and typed."""

from __future__ import annotations

import secrets
from typing import Final

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nothing that looks like something else: no 0 and O, 1, I and L, U and V."""
JOIN_LENGTH, FIRST_LENGTH = 8, 12
"""Half a million million codes to join a class or a table, and many more to sign in first."""
_GROUP: Final = 4


def new_join_code() -> str:
    return _new(JOIN_LENGTH)


def new_first_code() -> str:
    return _new(FIRST_LENGTH)


def _new(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _place in range(length))


def typed(text: str) -> str:
    """The code that somebody means: letters and digits alone, in capitals.

    >>> typed(" abcd–2345")
    'ABCD2345'
    """
    return "".join(sign for sign in text.upper() if sign.isalnum())


def shown(code: str) -> str:
    """The code in groups that are easily read.

    >>> shown("ABCD2345")
    'ABCD-2345'
    """
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))
