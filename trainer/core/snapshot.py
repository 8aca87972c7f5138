"""Reading for a long time what is written meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, cast

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Inside the block the database is as at the first look, and no writer waits for the reader.

    Nothing may be written in it. Within a transaction that has begun it is what that one sees.
    """
    if connection.in_atomic_block:
        yield
        return
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            with _no_lock_taken():
                stack.enter_context(transaction.atomic())
        else:
            stack.enter_context(transaction.atomic())
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _no_lock_taken() -> Iterator[None]:
    """Let a transaction of SQLite begin without the lock of writers, which ours take at once."""
    connection.ensure_connection()
    wrapper = cast("Any", connection)
    usual, wrapper.transaction_mode = wrapper.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        wrapper.transaction_mode = usual
