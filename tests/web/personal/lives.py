"""People with data of every kind, and walks over all models there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from django.apps import apps
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone

from strategy.actions import Action
from strategy.situations import Cell
from tests.factories import (
    AttemptFactory,
    ClassroomFactory,
    DeckFactory,
    DrillFactory,
    MemberFactory,
    QuizFactory,
    TableFactory,
    TimedTestFactory,
    answer,
    decide_on,
    finish,
    give,
    place_bet,
    planned,
    play,
    taught,
)
from tests.factories.tables import ATLANTIC_CITY
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.classroom.models import Deed
from trainer.decisions.models import Mode
from trainer.drills.models import Drill
from trainer.live import services
from trainer.matches import services as matches
from trainer.matches.forms import quick_terms
from trainer.quizzes.models import Extension, Regrade
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import chart_of
from trainer.rulebook.services import keep_own_chart
from trainer.tables.models import Table
from trainer.timed.models import TimedTest
from trainer.timed.services import certify
from trainer.trips.services import start_practice


def live(**owner: Any) -> tuple[Drill, TimedTest, Table]:
    """Drills, tests and tables begun, played and over; the open drill, test and table of them."""
    play(DrillFactory(**owner, length=2), "TS 6D v 9H", "S")
    over = DrillFactory(**owner, length=1)
    answer(over)
    paused = DrillFactory(**owner)
    Drill.objects.filter(pk=paused.pk).update(paused_at=timezone.now())
    DrillFactory(**owner, mode=Mode.REVIEW, cells=[Cell.parse("hard 16 v T")], length=1)
    test = TimedTestFactory(**owner, count=1)
    give(test)
    visitor = Visitor(owner.get("learner"), owner.get("guest_key", ""))
    certify(visitor=visitor, test_id=test.public_id, name="=Ada")
    table = TableFactory(**owner, rules=ATLANTIC_CITY)
    place_bet(table)
    finish(table)
    place_bet(table)
    return DrillFactory(**owner), TimedTestFactory(**owner), table


def own_chart(learner: User, name: str = "On a card") -> Teaching:
    """A chart of the learner's own, by which hands have been answered."""
    version = taught().chart.current
    assert version is not None
    chart = keep_own_chart(owner=learner, chart=replace(chart_of(version), name=name))
    teaching = Teaching.objects.get(chart=chart)
    answer(DrillFactory(learner=learner, teaching=teaching))
    return teaching


def belong_to_classes(learner: User) -> None:
    """A class of the learner's own with a quiz, and an attempt at one of another class."""
    own = ClassroomFactory(owner=learner)
    quiz, now = QuizFactory(classroom=own), timezone.now()
    Regrade.objects.create(
        quiz=quiz, who=learner, at=now, chart_before=quiz.chart, chart_after=quiz.chart
    )
    Deed.objects.create(classroom=own, who=learner, at=now, kind="archived")
    services.open_live(who=learner, quiz=quiz, seconds=20, standings=False)
    member = MemberFactory(user=learner)
    attempt = AttemptFactory(quiz__classroom=member.classroom, member=member)
    Extension.objects.create(quiz=attempt.quiz, member=member, until=now)
    leader = attempt.quiz.classroom.owner
    live = services.open_live(who=leader, quiz=attempt.quiz, seconds=20, standings=False)
    services.ask_next(user=leader, live_id=live.public_id, number=0)
    services.answer_hand(user=learner, live_id=live.public_id, number=1, action=Action.STAND)


def live_with_account(learner: User) -> tuple[Drill, TimedTest, Table]:
    """A row of every model that can be a learner's."""
    for number in (0, 1, 5):
        decide_on(number, learner)
    DeckFactory(learner=learner)
    own_chart(learner)
    belong_to_classes(learner)
    matches.make_table(visitor=Visitor(learner, ""), name="Ada", terms=quick_terms())
    trip = planned(learner)
    start_practice(visitor=Visitor(learner, ""), trip=trip)
    email = EmailAddress.objects.create(user=learner, email=learner.email, primary=True)
    EmailConfirmation.objects.create(email_address=email, key=f"key-{learner.pk}")
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=learner, content_type=kind, object_id="1", action_flag=ADDITION)
    learner.groups.add(Group.objects.get_or_create(name="staff")[0])
    learner.user_permissions.add(Permission.objects.first())
    return live(learner=learner)


def leading_to_people() -> dict[type[Model], list[str]]:
    """All models that have a path to a person along foreign keys, with the paths."""
    found = {
        model: list(_paths(model, ()))
        for model in apps.get_models(include_auto_created=True)
        if model is not User
    }
    return {model: paths for model, paths in found.items() if paths}


def _paths(model: type[Model], seen: tuple[type[Model], ...]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        target = field.related_model
        if target is User:
            yield field.name
        elif target and target not in (*seen, model):
            yield from (f"{field.name}__{path}" for path in _paths(target, (*seen, model)))


def rows_leading_to(learner: User) -> dict[str, set[Any]]:
    """The rows of every model that lead to a person, whatever the path, with all they hold."""
    found = {"accounts.User": set(User.objects.filter(pk=learner.pk).values_list())}
    for model, paths in leading_to_people().items():
        rows: set[Any] = set()
        for path in paths:
            rows |= {
                str(row) for row in model._base_manager.filter(**{path: learner}).values_list()
            }
        found[model._meta.label] = rows
    return found


def rows_with_key(key: str) -> dict[str, int]:
    """How many rows of every model have the key of a guest."""
    return {
        model._meta.label: model._base_manager.filter(guest_key=key).count()
        for model in apps.get_models()
        if any(field.name == "guest_key" for field in model._meta.fields)
    }


def shared() -> dict[str, set[Any]]:
    """The rows of every model that belong to nobody."""
    rows: dict[str, set[Any]] = {}
    for model in apps.get_models():
        if model is not User and model not in leading_to_people() and model._meta.managed:
            rows[model._meta.label] = set(map(str, model._base_manager.values_list()))
    return rows
