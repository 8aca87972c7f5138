"""A class to look around in: simulated students of known habits, and what they did in quizzes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from strategy.grading import Verdict
from strategy.situations import Category
from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Member
from trainer.classroom.services import make_class
from trainer.gradebook.simulated import STUDENTS, Student, Table
from trainer.quizzes.building import Dates, Plan, built
from trainer.quizzes.drawing import questions_for
from trainer.quizzes.models import Attempt, Item, Order, Origin, Policy, Question, Quiz, Reveal
from trainer.quizzes.times import end_for_all
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, teachings

NAME: Final = "Demo class"
_USERNAMES: Final = r"^demo-[0-9a-f]{6}-\d\d$"
"""Those of simulated students."""


@dataclass(frozen=True, slots=True)
class _Course:
    """A quiz of the demo class; days are from now."""

    title: str
    order: Order
    policy: Policy
    reveal: Reveal
    count: int
    opened: int
    closes: int
    grace: int = 0
    most: int = 1
    printed: bool = False
    share: float = 1
    """Of the students who have taken it."""


_COURSES: Final = (
    _Course("First week", Order.SAME, Policy.BEST, Reveal.CLOSED, 20, -28, -21, grace=3, most=2),
    _Course("Third week", Order.SHUFFLED, Policy.LAST, Reveal.AT_ONCE, 30, -14, -7, printed=True),
    _Course("This week", Order.LEVELLED, Policy.MEAN, Reveal.CLOSED, 15, -2, 5, most=3, share=0.3),
)


def simulated() -> QuerySet[User]:
    """Accounts that nobody has ever signed in to, nor can."""
    return User.objects.filter(
        username__regex=_USERNAMES, password__startswith=UNUSABLE_PASSWORD_PREFIX, last_login=None
    )


def demo_classes(teacher: User) -> QuerySet[Classroom]:
    """Those that were made for the teacher."""
    return teacher.owned_classes.filter(members__user__in=simulated()).distinct()


def with_people(teacher: User) -> QuerySet[Classroom]:
    """Those of them that somebody has come to since, whose results they may hold."""
    somebody = Member.objects.exclude(user=None).exclude(user__in=simulated())
    joined = somebody.filter(classroom=OuterRef("pk")).exclude(user=teacher)
    return demo_classes(teacher).filter(Exists(joined))


@transaction.atomic
def make_demo(*, teacher: User, seed: int) -> Classroom:
    """Make a class with thirty students, two finished quizzes and an open one.

    The same seed gives the same hands and answers. The students cannot sign in.
    """
    random = Random(seed)  # noqa: S311
    name = teacher.get_full_name() or teacher.get_username()
    made = make_class(owner=teacher, name=NAME, time_zone=settings.TIME_ZONE, teacher=name)
    members = _members(made.classroom)
    rules, exact, printed = _charts()
    for course in _COURSES:
        chart = printed if course.printed else exact
        quiz, questions = _quiz(made.classroom, course, rules, chart, f"{seed}/{course.title}")
        taking = [pair for pair in members if pair[0].takes_part and random.random() < course.share]
        _take(quiz, questions, course, taking, random)
    return made.classroom


@transaction.atomic
def delete_demo(*, teacher: User) -> int:
    """Delete the teacher's demo classes with their simulated students; how many there were.

    Those with people stay.
    """
    classes = list(demo_classes(teacher).exclude(pk__in=with_people(teacher)))
    for classroom in classes:
        users = list(
            simulated().filter(memberships__classroom=classroom).values_list("pk", flat=True)
        )
        Item.objects.filter(attempt__quiz__classroom=classroom).delete()
        classroom.delete()
        User.objects.filter(pk__in=users).delete()
    return len(classes)


def _members(classroom: Classroom) -> list[tuple[Student, Member]]:
    run, now = secrets.token_hex(3), timezone.now()
    users = [User(username=f"demo-{run}-{at:02}") for at in range(1, len(STUDENTS) + 1)]
    for user in users:
        user.set_unusable_password()
    made = User.objects.bulk_create(users)
    members = [
        Member(
            classroom=classroom,
            user=user,
            name=student.name,
            section=_("Morning") if at % 2 else _("Evening"),
            number=f"D{at:02}",
            joined_at=now - timedelta(days=30),
        )
        for at, (student, user) in enumerate(zip(STUDENTS, made, strict=True), 1)
    ]
    return list(zip(STUDENTS, Member.objects.bulk_create(members), strict=True))


def _charts() -> tuple[RuleSetVersion, ChartVersion, ChartVersion]:
    """The first rules for which a whole printed chart is taught beside the exact one."""
    by_rules: dict[RuleSetVersion, list[ChartVersion]] = {}
    for teaching in teachings():
        version, chart = teaching.rule_set.current, teaching.chart.current
        if version and chart and not chart_of(chart).partial:
            by_rules.setdefault(version, []).append(chart)
    rules, charts = max(by_rules.items(), key=lambda pair: len(pair[1]) > 1)
    return rules, charts[0], charts[-1]


def _quiz(
    classroom: Classroom, course: _Course, rules: RuleSetVersion, chart: ChartVersion, seed: str
) -> tuple[Quiz, list[Question]]:
    now = timezone.now()
    opened = now + timedelta(days=course.opened)
    quiz = Quiz(classroom=classroom, seed=seed[:32], made_at=opened, published_at=opened)
    dates = Dates(
        title=course.title,
        opens_at=opened,
        closes_at=now + timedelta(days=course.closes),
        grace_days=course.grace,
    )
    questions = built(
        quiz,
        Plan(
            dates=dates,
            rules=rules,
            chart=chart,
            origin=Origin.CATEGORIES,
            categories=tuple(Category),
            count=course.count,
            order=course.order,
            most_attempts=course.most,
            policy=course.policy,
            reveal=course.reveal,
        ),
    )
    quiz.ends_at = end_for_all(quiz.closes_at, quiz.grace_days, None, classroom.zone)
    quiz.over_at = quiz.ends_at
    quiz.save()
    return quiz, Question.objects.bulk_create(questions)


def _take(
    quiz: Quiz,
    questions: Sequence[Question],
    course: _Course,
    taking: Sequence[tuple[Student, Member]],
    random: Random,
) -> None:
    """The attempts, in bulk; they are no part of anybody's own log."""
    table, attempts, items = Table(quiz), [], []
    assert quiz.opens_at
    assert quiz.closes_at
    for student, member in taking:
        assert member.user
        begun = quiz.opens_at + timedelta(hours=random.uniform(1, 40))
        if student.late and course.grace:
            begun = quiz.closes_at + timedelta(hours=random.uniform(2, 20))
        for number in range(1, course.most + 1):
            attempt = Attempt(
                quiz=quiz,
                member=member,
                learner=member.user,
                number=number,
                started_at=begun + timedelta(hours=number),
                logged=True,
            )
            attempts.append(attempt)
            items += _items(table, attempt, questions, student, random)
            if random.random() < _CONTENT:
                break
    Attempt.objects.bulk_create(attempts)
    for item in items:
        item.attempt_id = item.attempt.pk
    Item.objects.bulk_create(items, batch_size=500)


_CONTENT: Final = 0.7
"""So many do not try again."""


def _items(
    table: Table,
    attempt: Attempt,
    questions: Sequence[Question],
    student: Student,
    random: Random,
) -> list[Item]:
    """The answers of an attempt, which is summed up and ended by the last of them."""
    followers, moment = table.followers(student), attempt.started_at
    items = []
    chosen = questions_for(table.quiz, questions, str(random.random()))
    for number, question in enumerate(chosen, 1):
        verdict = table.answer(question, student, followers, random)
        thinking = timedelta(milliseconds=random.randrange(1_200, 9_000))
        asked_at, moment = moment, moment + thinking
        items.append(_item(attempt, question, number, verdict, asked_at, moment))
        attempt.points += verdict.correct
        attempt.cost_millionths += 0 if verdict.correct else items[-1].cost_millionths
    attempt.answered, attempt.ended_at = len(items), moment
    return items


def _item(
    attempt: Attempt,
    question: Question,
    number: int,
    verdict: Verdict,
    asked_at: datetime,
    answered_at: datetime,
) -> Item:
    return Item(
        attempt=attempt,
        question=question,
        number=number,
        asked_at=asked_at,
        answered_at=answered_at,
        action=verdict.action.value,
        right=verdict.right.value,
        correct=verdict.correct,
        cost_millionths=round(1_000_000 * verdict.cost),
        thinking_ms=(answered_at - asked_at) // timedelta(milliseconds=1),
    )
