"""POST /account/data/json/ and /account/data/csv/: all that is kept, and nobody else's."""

from __future__ import annotations

import csv
import json
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    AttemptFactory,
    DrillFactory,
    MemberFactory,
    QuizFactory,
    UserFactory,
    answer,
    decide,
    taught,
)
from tests.web.conftest import client_of, client_of_guest
from tests.web.pages import HTMX, assert_page, assert_refused_method
from tests.web.personal.lives import live, live_with_account, own_chart
from trainer.accounts.models import User
from trainer.accounts.services import set_daily_goal
from trainer.decisions.models import Decision
from trainer.drills.models import Drill, Question
from trainer.personal.columns import columns_of
from trainer.personal.kinds import KINDS
from trainer.personal.ownership import Owner, rows_of
from trainer.quizzes.models import Item, Quiz
from trainer.rulebook.models import ChartVersion
from trainer.tables.models import DealtShoe
from trainer.timed.models import TimedTest

JSON, CSV = "/account/data/json/", "/account/data/csv/"
BOTH = pytest.mark.parametrize("address", [JSON, CSV], ids=["JSON", "CSV"])


def document(client: Client) -> dict[str, Any]:
    response = client.post(JSON)
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    read: dict[str, Any] = json.loads(response.getvalue())
    return read


def archive(client: Client) -> dict[str, bytes]:
    response = client.post(CSV)
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    with ZipFile(BytesIO(response.getvalue())) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name) for name in packed.namelist()}


def table(file: bytes) -> list[dict[str, str]]:
    header, *lines = csv.reader(StringIO(file.decode("utf-8-sig"), newline=""))
    return [dict(zip(header, line, strict=True)) for line in lines]


@pytest.fixture
def lived(rulebook, learner) -> User:
    """The learner, with a row of every kind."""
    live_with_account(learner)
    return learner


def test_the_document_has_every_row_of_every_kind(owner, lived):
    read = document(owner)
    assert read["format"] == 1
    assert datetime.fromisoformat(read["made_at"]).tzinfo
    assert list(read)[3:] == [kind.name for kind in KINDS]
    assert read["account"]["username"] == lived.username
    for kind in KINDS[1:]:
        names = [column.name for column in columns_of(kind)]
        assert len(read[kind.name]) == rows_of(kind, Owner(lived, "")).count() > 0, kind.name
        assert all(list(row) == names for row in read[kind.name])


def test_the_archive_has_the_same_rows_and_columns(owner, lived):
    read, files = document(owner), archive(owner)
    assert list(files) == ["about.txt", *(f"{kind.name}.csv" for kind in KINDS)]
    for note in read["notes"]:
        assert note in files["about.txt"].decode()
    for kind in KINDS:
        rows = read[kind.name] if kind.name != "account" else [read["account"]]
        lines = table(files[f"{kind.name}.csv"])
        assert [list(line) for line in lines] == [list(row) for row in rows]
        for line, row in zip(lines, rows, strict=True):
            for name, value in row.items():
                text = "" if value is None else value
                text = text if isinstance(text, str) else json.dumps(text)
                assert line[name].removeprefix("'") == text, name


def test_a_decision_is_told_with_its_rules_and_its_chart(rulebook, owner, learner):
    with time_machine.travel("2026-03-01 22:00:00Z", tick=False):
        decision = decide(learner)
    read = document(owner)
    (row,) = read["decisions"]
    rules, chart = taught().rule_set.current, taught().chart.current
    assert (row["rules"], row["rules_version"], row["rules_code"]) == (rules.name, 1, rules.code)
    assert (row["chart"], row["chart_version"]) == ("exact-atlantic-city", 1)
    assert row["decided_at"] == "2026-03-01T22:00:00+00:00"
    assert (row["key"], row["day"]) == (str(decision.key), "2026-03-01")
    assert (row["action"], row["correct"], row["browser_ms"]) == ("H", True, None)
    (text,) = read["charts"]
    assert (text["chart"], text["number"], text["text"]) == ("exact-atlantic-city", 1, chart.text)


def test_each_chart_that_is_referred_to_is_there_once(owner, lived):
    texts = [(row["chart"], row["number"]) for row in document(owner)["charts"]]
    assert len(set(texts)) == len(texts)
    referred = set(Decision.objects.values_list("chart__chart__slug", "chart__number"))
    assert referred <= set(texts)
    assert len(texts) < ChartVersion.objects.count()


def test_secrets_are_in_neither_file(owner, lived):
    User.objects.filter(pk=lived.pk).update(first_name="Ada")
    lived.refresh_from_db()
    for text in (owner.post(JSON).getvalue(), b"".join(archive(owner).values())):
        assert b"Ada" in text
        assert lived.password.encode() not in text


def test_what_would_give_a_hand_away_is_told_when_it_is_over(owner, lived):
    read = document(owner)
    for name, model in (("drills", Drill), ("tests", TimedTest), ("shoes", DealtShoe)):
        over = model.objects.exclude(ended_at=None).values_list("seed", flat=True)
        still_open = model.objects.filter(ended_at=None).values_list("seed", flat=True)
        assert over
        assert still_open
        seeds = [row["seed"] for row in read[name]]
        assert sorted(filter(None, seeds)) == sorted(over)
        assert seeds.count(None) == len(still_open)
    review = next(row for row in read["drills"] if row["mode"] == "review")
    assert (review["cells"], review["coming"]) == (None, None)
    paused = Drill.objects.exclude(paused_at=None).get()
    hidden = Question.objects.get(drill=paused)
    told = {row["public_id"]: row["deal"] for row in read["questions"]}
    assert told.pop(str(hidden.public_id)) is None
    assert all(told.values())


@pytest.mark.parametrize(
    ("reveal", "over", "told"),
    [
        ("at_once", None, True),
        ("closed", None, False),
        ("closed", 0, False),  # what is on its way is still taken
        ("closed", 2, True),
        ("never", 2, False),
    ],
)
def test_a_quiz_tells_what_was_right_when_its_teacher_lets_it(
    rulebook, owner, learner, reveal, over, told
):
    member = MemberFactory(user=learner)
    quiz = QuizFactory(classroom=member.classroom, reveal=reveal)
    over_at = None if over is None else timezone.now() - timedelta(seconds=over)
    Quiz.objects.filter(pk=quiz.pk).update(over_at=over_at)
    item = AttemptFactory(quiz=quiz, member=member).items.first()
    Item.objects.filter(pk=item.pk).update(action="S", right="H", correct=False)
    shown, coming = document(owner)["quiz_answers"]
    assert shown["action"] == "S"
    assert (shown["right"], shown["correct"]) == (("H", False) if told else (None, None))
    assert (shown["question_deal"], coming["question_deal"]) == ("TS 6D v 9H", None)


def test_a_text_is_never_a_formula(rulebook, owner, learner):
    live(learner=learner)
    own_chart(learner, "=HYPERLINK(1)")
    files = archive(owner)
    assert table(files["certificates.csv"])[0]["name"] == "'=Ada"
    assert table(files["own_charts.csv"])[0]["current_name"] == "'=HYPERLINK(1)"
    for name, file in files.items():
        if name.endswith(".csv"):
            assert file.startswith(b"\xef\xbb\xbf")
            assert file.split(b"\n", 1)[0].endswith(b"\r")


@BOTH
def test_the_file_has_the_date_where_the_learner_is(rulebook, owner, learner, address):
    learner.time_zone = "Asia/Kolkata"
    learner.save()
    with time_machine.travel("2026-03-01 22:00:00Z", tick=False):
        response = owner.post(address)
    ending = "json" if address == JSON else "zip"
    assert response["Content-Disposition"] == f'attachment; filename="upcard-2026-03-02.{ending}"'
    assert "no-store" in response["Cache-Control"]
    response.close()


def test_a_guest_takes_along_what_has_no_row_yet(rulebook, guest):
    DrillFactory(guest_key="the-guest")
    read = document(guest)
    assert read["account"] is None
    assert len(read["drills"]) == len(read["questions"]) == len(read["charts"]) == 1
    assert b"the-guest" not in guest.post(JSON).getvalue()


def test_a_guest_takes_along_everything(rulebook, guest):
    live(guest_key="the-guest")
    read = document(guest)
    assert read["account"]["username"].startswith("guest-")
    assert (len(read["drills"]), len(read["tests"]), len(read["tables"])) == (5, 2, 1)
    assert len(read["decisions"]) == Decision.objects.count()


def test_who_signed_in_takes_along_what_the_session_began(rulebook, learner):
    client = client_of(learner)
    session = client.session
    session["guest"] = "the-guest"
    session.save()
    DrillFactory(guest_key="the-guest")
    answer(DrillFactory(guest_key="another-guest"))
    assert len(document(client)["drills"]) == 1


def test_nothing_of_another_is_in_it(lived):
    other = UserFactory()
    decision = decide(other)
    read = document(client_of(other))
    assert [row["key"] for row in read["decisions"]] == [str(decision.key)]
    for kind in KINDS[2:]:
        if kind.owner or kind.within:
            assert len(read[kind.name]) == (kind.name in ("decisions", "days")), kind.name
    assert len(read["charts"]) == 1
    assert lived.username not in json.dumps(read)


def test_a_stranger_gets_nothing_of_the_learner(stranger, lived):
    response = stranger.post(JSON)
    if response.status_code == 200:
        read = json.loads(response.getvalue())
        assert not read["own_charts"]
        assert lived.username not in json.dumps(read)
    else:
        assert response["Location"] == reverse("personal:data")


@BOTH
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_of_whom_nothing_is_kept_is_sent_to_the_page_that_says_so(db, address, headers):
    for client in (Client(), client_of_guest("nobody")):
        response = client.post(address, headers=headers)
        assert (response.status_code, response["Location"]) == (302, reverse("personal:data"))


@BOTH
def test_other_methods_are_refused(owner, address):
    for send in (owner.get, owner.head, owner.delete):
        response = send(address)
        assert (response.status_code, response["Allow"]) == (405, "POST")
    assert_refused_method(owner.get(address), "POST")


@BOTH
def test_a_forged_form_exports_nothing(learner, address):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(address), 403)


@BOTH
def test_it_comes_in_pieces(rulebook, owner, learner, address):
    row = decide(learner)
    for _number in range(1_000):
        row.pk, row.key = None, uuid4()
        row.save(force_insert=True)
    pieces = list(owner.post(address).streaming_content)
    assert len(pieces) > 3
    assert max(map(len, pieces)) < 100_000


def test_days_keep_the_goals_that_held(rulebook):
    learner = UserFactory(daily_goal=5)
    for day, goal in (("01", 50), ("02", 7)):
        with time_machine.travel(f"2026-03-{day} 12:00:00Z", tick=False):
            decide(learner)
            set_daily_goal(learner=learner, hands=goal)
    days = document(client_of(learner))["days"]
    assert [(day["start"], day["goal"]) for day in days] == [("2026-03-01", 5), ("2026-03-02", 50)]
