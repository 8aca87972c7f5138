"""Reading responses as pages, and counting what a request costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from html import unescape
from typing import Any

from bs4 import BeautifulSoup, Tag
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from trainer.accounts.models import User
from trainer.decisions.models import Decision, Tally
from trainer.drills.models import Drill, Question
from trainer.quizzes import models as quizzes
from trainer.timed.models import Certificate, Item, TimedTest

CHANGEABLE = (
    User,
    Decision,
    Tally,
    Drill,
    Question,
    TimedTest,
    Item,
    Certificate,
    quizzes.Quiz,
    quizzes.Question,
    quizzes.Attempt,
    quizzes.Item,
    quizzes.Extension,
)

HTMX = {"HX-Request": "true"}
"""Headers of a request that htmx makes."""

_TRANSACTION = re.compile(r"\s*(BEGIN|SAVEPOINT|RELEASE|ROLLBACK|COMMIT)\b", re.IGNORECASE)

_NO_TEXT = re.compile(
    r"""<!--.*?-->|<(script|style|template)\b.*?</\1>|</?[a-z!](?:[^"'>]|"[^"]*"|'[^']*')*>""",
    re.DOTALL | re.IGNORECASE,
)
"""Comments, what is not shown, and tags."""


@contextmanager
def statements() -> Iterator[list[str]]:
    """The SQL statements inside the block, without those that only mark transactions."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [q["sql"] for q in captured.captured_queries if not _TRANSACTION.match(q["sql"])]


@lru_cache(maxsize=16)
def page(response: HttpResponse) -> BeautifulSoup:
    """The document of a response: the same one however often it is looked at."""
    return BeautifulSoup(response.content, "html.parser")


def words(response: HttpResponse | Tag) -> str:
    """The text of a page, each run of white space as one space."""
    if isinstance(response, Tag):
        text = response.get_text(" ")
    else:  # most tests want no more of a page, and to make a document of it takes long
        text = unescape(_NO_TEXT.sub(" ", response.content.decode()))
    return " ".join(text.split())


def is_whole(response: HttpResponse) -> bool:
    """Whether it is a whole page with head and navigation, and not a part of one."""
    return response.content.lstrip().lower().startswith(b"<!doctype html>")


def assert_part(response: HttpResponse, status: int = 200) -> None:
    """A part for htmx: the drill alone, told apart from the page by every cache."""
    assert response.status_code == status
    assert not is_whole(response)
    assert page(response).find(id="drill")
    assert page(response).find(["html", "head", "nav"]) is None
    assert "HX-Request" in response["Vary"]


def assert_page(response: HttpResponse, status: int = 200) -> None:
    """A whole page, told apart from its part by every cache."""
    assert response.status_code == status
    assert is_whole(response)
    assert page(response).find("h1")
    assert "HX-Request" in response["Vary"]


def assert_refused_method(response: HttpResponse, *allowed: str) -> None:
    """405, with the methods that are allowed and a page that says what to do."""
    assert response.status_code == 405
    assert response["Allow"] == ", ".join(allowed)
    assert "Go back and use its buttons." in words(response)


def recorded() -> dict[str, Any]:
    """All that an answer may change. Equal before and after: nothing was recorded."""
    return {model._meta.label: sorted(model.objects.values_list(), key=str) for model in CHANGEABLE}
