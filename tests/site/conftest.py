"""All pages of the site, as a guest and as a user sees them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from strategy.situations import Cell
from tests.factories import (
    ClassroomFactory,
    DrillFactory,
    GuestFactory,
    MemberFactory,
    QuizFactory,
    TimedTestFactory,
    UserFactory,
    begin,
    deal_hand,
    decide,
    give,
    hand_in,
    miss,
    play,
    reply,
)
from tests.site.crawl import HTMX, Page, crawl, fetch
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.decisions.models import Mode
from trainer.drills.models import Drill
from trainer.quizzes.models import Order
from trainer.timed.kinds import Kind
from trainer.timed.services import certify, end_test

AUTH = [
    "account_login",
    "account_signup",
    "account_logout",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_change_password",
    "account_email",
    "account_inactive",
    "account_reauthenticate",
    "account_email_verification_sent",
]


def drills_of(**owner: object) -> list[Drill]:
    """Drills in every state: fresh, answered wrong, with a hint, paused, over; and a review."""
    fresh = DrillFactory(**owner)
    played = DrillFactory(**owner)
    play(played, "TS 6D v 9H", "S")
    hinted = DrillFactory(**owner)
    question = deal_hand(hinted)
    question.assisted = True
    question.save()
    paused, over = DrillFactory(**owner), DrillFactory(**owner)
    play(over, "8S 8D v 9H", "S")
    Drill.objects.filter(pk=paused.pk).update(paused_at=paused.started_at)
    Drill.objects.filter(pk=over.pk).update(ended_at=over.started_at)
    review = DrillFactory(
        **owner, mode=Mode.REVIEW, cells=[Cell.parse("hard 16 v T")], length=1, back="/review/"
    )
    play(review, "TS 6D v TH", "H")
    return [fresh, played, hinted, paused, over, review]


def addresses_of_tests(**owner: object) -> list[str]:
    """The pages of tests in every state: running by both clocks, over, and certified."""
    running = TimedTestFactory(**owner, seconds=600, hand_seconds=60)
    over, placement = (
        TimedTestFactory(**owner, count=2),
        TimedTestFactory(**owner, kind=Kind.PLACEMENT, count=2),
    )
    empty = TimedTestFactory(**owner)
    for test in (over, placement):
        miss(test)
        give(test)
    visitor = Visitor(owner.get("learner"), owner.get("guest_key", ""))
    end_test(visitor=visitor, test_id=empty.public_id)
    certificate = certify(visitor=visitor, test_id=over.public_id, name="Ada")
    return [
        reverse("timed:start"),
        reverse("timed:history"),
        reverse("timed:play", args=[running.public_id]),
        *(reverse("timed:result", args=[test.public_id]) for test in (over, placement, empty)),
        reverse("timed:certificate", args=[certificate.public_id]),
    ]


def addresses_of_classes(learner: User) -> list[str]:
    """The pages of a class that is taught, of one that is attended, and of codes."""
    own = ClassroomFactory(owner=learner)
    waiting = MemberFactory(classroom=own, user=None, first_code="ABCDEFGH2345")
    attended = MemberFactory(user=learner).classroom
    of_class = ("members", "wall", "settings", "trail", "roster", "codes", "leave")
    return [
        *(reverse(f"classroom:{name}", args=[own.public_id]) for name in of_class),
        reverse("classroom:member", args=[own.public_id, waiting.public_id]),
        reverse("classroom:place", args=[waiting.first_code]),
        reverse("classroom:join", args=[ClassroomFactory().join_code]),
        reverse("classroom:leave", args=[attended.public_id]),
        reverse("classroom:members", args=[attended.public_id]),
    ]


def addresses_of_quizzes(learner: User) -> list[str]:
    """Quizzes that the learner teaches, in every state, and those that they take."""
    taught, joined = ClassroomFactory(owner=learner), MemberFactory(user=learner)
    now = timezone.now()
    begun = begin(QuizFactory(classroom=taught, order=Order.LEVELLED)).quiz
    closed = QuizFactory(classroom=taught, closes_at=now - timedelta(days=1))
    quizzes = [begun, closed, QuizFactory(classroom=taught, published_at=None)]
    quizzes.append(
        QuizFactory(classroom=joined.classroom, closes_at=now + timedelta(days=1), grace_days=1)
    )
    running, over, empty = (
        begin(QuizFactory(classroom=joined.classroom, seconds=600, hand_seconds=60), joined)
        for _number in range(3)
    )
    reply(running)
    reply(over, "S")
    hand_in(over)
    hand_in(empty)
    attempts = [running, over, empty]
    return [
        *(reverse("quizzes:class", args=[each.public_id]) for each in (taught, joined.classroom)),
        reverse("quizzes:new", args=[taught.public_id]),
        *(reverse("quizzes:quiz", args=[quiz.public_id]) for quiz in quizzes),
        *(reverse("quizzes:edit", args=[quiz.public_id]) for quiz in (begun, closed)),
        *(reverse("quizzes:play", args=[attempt.public_id]) for attempt in attempts),
        *(reverse("quizzes:result", args=[attempt.public_id]) for attempt in attempts),
    ]


def all_pages(client: Client, drills: list[Drill], addresses: list[str]) -> list[Page]:
    """Pages by their links and by name, in parts too, and every kind of refusal."""
    names = ["home", "alive", "ready", "drills:start", "rulebook:index", "reports:progress"]
    names += ["personal:data", "personal:delete"]
    starts = [reverse(name) for name in (*names, "accounts:settings", *AUTH)]
    starts += ["/account/password/reset/key/1-set-password/", "/account/confirm-email/nothing/"]
    starts += ["/admin/login/", "/nowhere/", *addresses]
    for drill in drills:
        starts += [
            reverse(f"drills:{name}", args=[drill.public_id]) for name in ("play", "summary")
        ]
    pages = crawl(client, starts)
    for drill in drills:
        play_page = reverse("drills:play", args=[drill.public_id])
        pages.append(fetch(client, play_page, headers=HTMX))
        question = drill.questions.get(number=1)
        answer = reverse("drills:answer", args=[question.public_id])
        for headers in ({}, HTMX):
            for action in ("X", "R"):
                data = {"action": action}
                pages.append(fetch(client, answer, method="post", data=data, headers=headers))
            pages.append(fetch(client, answer, headers=headers))
    pages.append(fetch(client, reverse("drills:start"), method="post"))
    pages.append(fetch(client, reverse("review:decks"), method="post"))
    pages.append(fetch(client, reverse("personal:delete"), method="post"))
    for name in ("account_login", "account_signup", "account_reset_password", "accounts:settings"):
        pages.append(fetch(client, reverse(name), method="post", data={"login": "x"}))
    forged = Client(enforce_csrf_checks=True)
    pages.append(fetch(forged, "/drill/", method="post"))
    pages.append(fetch(forged, "/drill/", method="post", headers=HTMX))
    return pages


_SEEN: dict[str, list[Page]] = {}
"""Pages fetched before in this process; looking at them again needs no database."""


@pytest.fixture(params=["guest", "user"])
def pages(request: pytest.FixtureRequest, db) -> list[Page]:
    """Every page that a guest, then a user with answers on two days, can see."""
    if request.param not in _SEEN:
        request.getfixturevalue("rulebook")
        _SEEN[request.param] = pages_of_a_guest() if request.param == "guest" else pages_of_a_user()
    return _SEEN[request.param]


def pages_of_a_guest() -> list[Page]:
    client = Client()
    session = client.session
    session["guest"] = "the-guest"
    session.save()
    answer_on_two_days(GuestFactory(guest_key="the-guest"))
    owner = {"guest_key": "the-guest"}
    MemberFactory(user=None, first_code="ABCDEFGH2345")
    addresses = [reverse("classroom:sign_in"), reverse("classroom:place", args=["ABCDEFGH2345"])]
    return all_pages(client, drills_of(**owner), addresses_of_tests(**owner) + addresses)


def pages_of_a_user() -> list[Page]:
    client, learner = Client(), UserFactory()
    client.force_login(learner)
    answer_on_two_days(learner)
    owner = {"learner": learner}
    addresses = addresses_of_tests(**owner) + addresses_of_classes(learner)
    addresses += addresses_of_quizzes(learner)
    return all_pages(client, drills_of(**owner), addresses)


def answer_on_two_days(learner: User) -> None:
    """Right answers, and wrong ones in one cell, so that there is a weak spot."""
    sitting = DrillFactory(learner=learner).public_id
    for day in ("2026-03-01", "2026-03-02"):
        with time_machine.travel(f"{day} 12:00:00Z", tick=False):
            for _number in range(10):
                decide(learner, sitting=sitting)
                decide(learner, "AS 7D v 9H", "S", sitting=sitting)
