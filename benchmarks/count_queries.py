"""Count the database statements of an answer, in process, for each kind of learner and dealing.

Run by answers.py in the site's environment, after script/server has made the static files.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import django  # noqa: E402

django.setup()

from django.db import connection  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from learners import DEALINGS, HOST, hand_in, start_fields  # noqa: E402

from trainer.accounts.models import User  # noqa: E402

HANDS = 25
"""Answers of each case: more than two blocks of hands drawn by weight."""
_FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
_TABLE = re.compile(r'(?:FROM|INTO|UPDATE)\s+"?(\w+)"?', re.IGNORECASE)


def expect(response: HttpResponse, status: int) -> str:
    """The page; raise RuntimeError where the status is another."""
    if response.status_code != status:
        raise RuntimeError(f"status {response.status_code} where {status} was to come")
    return response.content.decode()


def short(sql: str) -> str:
    """``SELECT drills_question``: the verb and the first table."""
    table = _TABLE.search(sql)
    return f"{sql.split()[0].upper()} {table[1] if table else ''}".strip()


def statements_of_an_answer(client: Client, page: str) -> tuple[list[str], str]:
    """The statements of answering the hand in the page, without transaction frames; the reply."""
    hand = hand_in(page)
    form = {"action": hand.actions[0], "browser_ms": "1200"}
    with CaptureQueriesContext(connection) as captured:
        response = client.post(hand.path, form, headers={"HX-Request": "true"})
    kept = [query["sql"] for query in captured if not query["sql"].startswith(_FRAME)]
    return [short(sql) for sql in kept], expect(response, 200)


def case(client: Client, dealing: str) -> dict[str, Any]:
    """A drill of some hands: the counts of its first answer and of the later ones."""
    fields: dict[str, list[str]] = {}
    for name, value in start_fields(expect(client.get("/drill/"), 200), dealing):
        fields.setdefault(name, []).append(value)
    started = client.post("/drill/", fields)
    expect(started, 302)
    page = expect(client.get(started["Location"]), 200)
    answers: list[Sequence[str]] = []
    for _ in range(HANDS):
        statements, page = statements_of_an_answer(client, page)
        answers.append(statements)
    later = answers[1:]
    most = max(later, key=len)
    return {
        "first": len(answers[0]),
        "mean": round(mean(map(len, later)), 2),
        "most": len(most),
        "statements": most,
    }


def main() -> None:
    """Print the counts as JSON, by kind of learner and by dealing."""
    counts: dict[str, dict[str, Any]] = {"guest": {}, "signed_in": {}}
    for dealing in DEALINGS:
        counts["guest"][dealing] = case(Client(SERVER_NAME=HOST), dealing)
        client = Client(SERVER_NAME=HOST)
        client.force_login(User.objects.create_user(f"counted-{dealing}"))
        counts["signed_in"][dealing] = case(client, dealing)
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
