"""The results of one quiz: who has finished it, the grades, its questions, what was regraded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext

from trainer.classroom.access import students_of
from trainer.classroom.models import Member
from trainer.core.numbers import rounded
from trainer.gradebook.attempts import MemberStanding, Taken, standings
from trainer.gradebook.book import NOT_STARTED, mean
from trainer.gradebook.questions import Analysed, analysed
from trainer.gradebook.statistics import ranks
from trainer.quizzes.models import Policy, Quiz, Regrade
from trainer.quizzes.wording import Reader

BANDS: Final = 10
"""Into so many bands the grades are put, the last with those of 100 percent."""


@dataclass(frozen=True, slots=True)
class Taker:
    """A student of the class, and how they stand in the quiz."""

    member: Member
    standing: MemberStanding
    rank: int | None


@dataclass(frozen=True, slots=True)
class Band:
    """Grades that are close to each other."""

    name: str
    count: int
    width: float
    """Of its bar, in percent of the longest."""


@dataclass(frozen=True, slots=True)
class Change:
    """A regrade as the page tells of it."""

    regrade: Regrade
    who: str
    when: str
    """In words, where the reader is."""

    @property
    def struck(self) -> list[int]:
        """Numbers of the questions that no longer count."""
        return sorted({*self.regrade.struck_after} - {*self.regrade.struck_before})

    @property
    def counted(self) -> list[int]:
        """Numbers of those that count again."""
        return sorted({*self.regrade.struck_before} - {*self.regrade.struck_after})

    @property
    def other_chart(self) -> bool:
        return self.regrade.chart_before_id != self.regrade.chart_after_id


@dataclass(frozen=True, slots=True)
class QuizResults:
    """All that is told of a quiz."""

    quiz: Quiz
    takers: Sequence[Taker]
    """By name."""
    bands: Sequence[Band]
    analysed: Analysed
    changes: Sequence[Change]

    @property
    def finished(self) -> int:
        return sum(bool(taker.standing.finished) for taker in self.takers)

    @property
    def policy(self) -> Promise | str:
        return Policy(self.quiz.policy).label

    @property
    def mean(self) -> float | None:
        return mean(taker.standing.grade for taker in self.takers)


def quiz_results(quiz: Quiz, reader: Reader) -> QuizResults:
    """The results of a quiz that is read with its class, rules and chart; eight queries at most."""
    members = sorted(students_of(quiz.classroom_id), key=lambda one: (one.name.casefold(), one.pk))
    found = standings([quiz])
    of_members = [found.get((member.pk, quiz.pk), NOT_STARTED) for member in members]
    grades = [None if one.grade is None else rounded(one.grade) for one in of_members]
    takers = [Taker(*each) for each in zip(members, of_members, ranks(grades), strict=True)]
    first: list[Taken] = [one.finished[0] for one in of_members if one.finished]
    return QuizResults(
        quiz=quiz,
        takers=takers,
        bands=_bands([grade for grade in grades if grade is not None]),
        analysed=analysed(quiz, [taken.pk for taken in first]),
        changes=changes_of(quiz, reader),
    )


def _bands(grades: Sequence[float]) -> list[Band]:
    counts = [0] * BANDS
    step = 100 // BANDS
    for grade in grades:
        counts[min(int(grade // step), BANDS - 1)] += 1
    most = max(counts)
    bands = []
    for at, count in enumerate(counts):
        last = at == BANDS - 1
        below = gettext("%(from)d to 100%%") if last else gettext("%(from)d to below %(to)d%%")
        name = below % {"from": at * step, "to": (at + 1) * step}
        bands.append(Band(name, count, 100 * count / most if most else 0))
    return bands[::-1]


def changes_of(quiz: Quiz, reader: Reader) -> list[Change]:
    """What was regraded, the latest first, by the names that the class knows; two queries."""
    regrades = list(quiz.regrades.select_related("chart_before", "chart_after", "who"))
    if not regrades:
        return []
    members = Member.objects.filter(
        classroom=quiz.classroom_id, user__in=[r.who_id for r in regrades]
    )
    names = dict(members.values_list("user", "name"))
    nobody = gettext("Somebody who is gone")
    return [
        Change(one, names.get(one.who_id or 0, nobody), reader.moment(one.at)) for one in regrades
    ]
