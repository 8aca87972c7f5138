"""What another key would change in a quiz: seen before it is saved. Nothing is written here.

What an answer costs follows from its cards alone, so another chart changes what is right, and no
cost of an answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from django.utils.functional import Promise

from strategy.actions import Action
from strategy.charts import NotInChart
from strategy.dealing import Deal
from trainer.classroom.models import Member
from trainer.core.wording import ACTIONS
from trainer.gradebook.attempts import MemberStanding, Taken, standing_of, standings
from trainer.quizzes.models import Item, Policy, Question, Quiz
from trainer.rulebook.models import ChartVersion
from trainer.rulebook.queries import chart_of, rules_of


@dataclass(frozen=True, slots=True)
class QuizKey:
    """What a quiz is graded by: a chart, and which questions count for nobody."""

    chart: ChartVersion
    struck: frozenset[int]
    """Their numbers."""


class NotStated(LookupError):
    """The chart says nothing of some questions; tells their numbers."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(", ".join(map(str, numbers)))
        self.numbers = numbers


@dataclass(frozen=True, slots=True)
class Moved:
    """A question in which another play is right."""

    question: Question
    before: Promise
    after: Promise


@dataclass(frozen=True, slots=True)
class Changed:
    """A student whose result changes."""

    member: Member
    before: MemberStanding
    after: MemberStanding

    @property
    def attempts(self) -> list[tuple[Taken, Taken]]:
        """Those whose percent changes, before and after."""
        pairs = zip(self.before.finished, self.after.finished, strict=True)
        return [(before, after) for before, after in pairs if before.percent != after.percent]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a key would change."""

    quiz: Quiz
    key: QuizKey
    struck_before: frozenset[int]
    moved: Sequence[Moved]
    rights: Mapping[int, Action]
    """The right play by question, for answers that have another one."""
    attempts: Sequence[Taken]
    """As they would be, of those that would be changed."""
    students: Sequence[Changed]
    """By name."""
    digest: str
    """Of all that the preview was made from."""

    @property
    def is_so_already(self) -> bool:
        same_key = self.key == QuizKey(self.quiz.chart, self.struck_before)
        return same_key and not self.rights and not self.attempts

    @property
    def struck(self) -> list[int]:
        """Numbers of the questions that would no longer count."""
        return sorted(self.key.struck - self.struck_before)

    @property
    def counted(self) -> list[int]:
        """Numbers of those that would count again."""
        return sorted(self.struck_before - self.key.struck)


def key_of(quiz: Quiz, questions: Iterable[Question]) -> QuizKey:
    """What the quiz is graded by now."""
    struck = (question.number for question in questions if question.struck)
    return QuizKey(quiz.chart, frozenset(struck))


def right_plays(
    quiz: Quiz, questions: Iterable[Question], chart: ChartVersion
) -> dict[int, Action]:
    """The right play of each question by its primary key.

    Raises NotStated also for questions that are struck: they are asked, answered and shown as the
    others are.
    """
    found, missing = _stated(quiz, questions, chart)
    if missing:
        raise NotStated(missing)
    return found


def _stated(
    quiz: Quiz, questions: Iterable[Question], chart: ChartVersion
) -> tuple[dict[int, Action], list[int]]:
    """The right plays of those that the chart states, and the numbers of the others."""
    stated, rules = chart_of(chart), rules_of(quiz.rules)
    found, missing = {}, []
    for question in questions:
        try:
            found[question.pk] = stated.advise(Deal.parse(question.deal).situation(rules)).action
        except NotInChart:
            missing.append(question.number)
    return found, missing


def preview(quiz: Quiz, key: QuizKey) -> Preview:
    """What the key would change in a quiz that is read with its class, rules and chart.

    Seven queries at most. Raises NotStated.
    """
    questions = {question.pk: question for question in quiz.questions.all()}
    before = key_of(quiz, questions.values())
    right = right_plays(quiz, questions.values(), key.chart)
    answered = _answers(quiz)
    found = standings([quiz])
    sums = _sums(answered, questions, right, key)
    after = {at: _regraded(quiz, standing, sums) for at, standing in found.items()}
    attempts = [
        new
        for at, standing in found.items()
        for old, new in zip(standing.attempts, after[at].attempts, strict=True)
        if old != new
    ]
    members = Member.objects.in_bulk([member for member, _quiz in found])
    students = [
        Changed(members[at[0]], standing, after[at])
        for at, standing in found.items()
        if any(
            old.percent != new.percent
            for old, new in zip(standing.finished, after[at].finished, strict=True)
        )
    ]
    students.sort(key=lambda one: (one.member.name.casefold(), one.member.pk))
    return Preview(
        quiz=quiz,
        key=key,
        struck_before=before.struck,
        moved=_moved(quiz, questions, right),
        rights={
            each.question: right[each.question]
            for each in answered
            if each.right and each.right != right[each.question].value
        },
        attempts=attempts,
        students=students,
        digest=_digest(quiz, before, key, found, after),
    )


class _Answer(NamedTuple):
    """An item, whether answered or not."""

    attempt: int
    question: int
    action: str
    right: str
    correct: bool | None
    cost_millionths: int


def _answers(quiz: Quiz) -> list[_Answer]:
    items = Item.objects.filter(question__quiz=quiz).order_by()
    return [_Answer(*row) for row in items.values_list(*_Answer._fields)]


class _Sum(NamedTuple):
    """What an attempt comes to."""

    asked: int = 0
    """More or fewer questions than before."""
    points: int = 0
    cost_millionths: int = 0


def _sums(
    answers: Iterable[_Answer],
    questions: Mapping[int, Question],
    right: Mapping[int, Action],
    key: QuizKey,
) -> dict[int, _Sum]:
    sums: dict[int, _Sum] = {}
    for each in answers:
        question, (asked, points, cost) = questions[each.question], sums.get(each.attempt, _Sum())
        struck = question.number in key.struck
        asked += question.struck - struck
        if each.action and not struck:
            correct = each.action == right[each.question].value
            points += correct
            cost += 0 if correct else each.cost_millionths
        sums[each.attempt] = _Sum(asked, points, cost)
    return sums


def _regraded(quiz: Quiz, standing: MemberStanding, sums: Mapping[int, _Sum]) -> MemberStanding:
    attempts = []
    for taken in standing.attempts:
        found = sums.get(taken.pk, _Sum())
        attempts.append(
            taken._replace(
                asked=taken.asked + found.asked,
                points=found.points,
                cost_millionths=found.cost_millionths,
            )
        )
    return standing_of(Policy(quiz.policy), attempts)


def _moved(
    quiz: Quiz, questions: Mapping[int, Question], right: Mapping[int, Action]
) -> list[Moved]:
    old, _missing = _stated(quiz, questions.values(), quiz.chart)
    return [
        Moved(questions[pk], ACTIONS[old[pk]], ACTIONS[play])
        for pk, play in right.items()
        if pk in old and old[pk] is not play
    ]


def _digest(
    quiz: Quiz,
    before: QuizKey,
    after: QuizKey,
    old: Mapping[tuple[int, int], MemberStanding],
    new: Mapping[tuple[int, int], MemberStanding],
) -> str:
    keys = [[key.chart.pk, sorted(key.struck)] for key in (before, after)]
    attempts = [
        [taken.pk, taken.over, taken.answered, taken.points, taken.asked, taken.cost_millionths]
        for found in (old, new)
        for at in sorted(found)
        for taken in found[at].attempts
    ]
    return sha256(json.dumps([quiz.policy, keys, attempts]).encode()).hexdigest()
