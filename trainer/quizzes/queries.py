"""Reading quizzes: the front page of a class, and a quiz as its students and teachers see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.utils.functional import Promise

from strategy.cards import Card
from strategy.dealing import Deal
from strategy.grading import right_play
from strategy.situations import Cell
from trainer.classroom.access import students_of
from trainer.classroom.models import Member, Role
from trainer.core.wording import ACTIONS, cell_name
from trainer.quizzes.grades import is_over_now, scored
from trainer.quizzes.models import Attempt, Extension, Order, Policy, Question, Quiz, Reveal, State
from trainer.quizzes.results import Standing, standing, standing_of
from trainer.quizzes.telling import is_over_for_all
from trainer.quizzes.times import end_for_one
from trainer.quizzes.wording import (
    POLICIES,
    REVEALS,
    STATES,
    Reader,
    attempts_in_words,
    difficulty,
    finished_in_words,
    limits,
)
from trainer.rulebook.queries import ShownRow, chart_of, rules_of, shown_tables


@dataclass(frozen=True, slots=True)
class About:
    """What a quiz is, to whoever sees it."""

    quiz: Quiz
    state: State
    reader: Reader
    until: datetime | None = None
    """The student's own end."""

    @property
    def state_name(self) -> Promise:
        return STATES[self.state]

    @property
    def limits(self) -> str:
        return limits(self.quiz)

    @property
    def attempts(self) -> str:
        return attempts_in_words(self.quiz)

    @property
    def policy(self) -> Promise:
        return POLICIES[Policy(self.quiz.policy)]

    @property
    def reveal(self) -> Promise:
        return REVEALS[Reveal(self.quiz.reveal)]

    @property
    def opens(self) -> str:
        return self.reader.moment(self.quiz.opens_at) if self.quiz.opens_at else ""

    @property
    def due(self) -> str:
        return self.reader.moment(self.quiz.closes_at) if self.quiz.closes_at else ""

    @property
    def late_until(self) -> str:
        """When its days of grace end."""
        quiz = self.quiz
        graceful = quiz.ends_at and quiz.grace_days and not quiz.closed_at
        return self.reader.moment(quiz.ends_at) if graceful and quiz.ends_at else ""

    @property
    def own_end(self) -> str:
        """When it closes to the reader, where that is later than to the others."""
        longer = self.until and end_for_one(self.quiz.ends_at, self.until) == self.until
        return self.reader.moment(self.until) if longer and self.until else ""

    @property
    def closed(self) -> str:
        """When a teacher closed it."""
        return self.reader.moment(self.quiz.closed_at) if self.quiz.closed_at else ""


@dataclass(frozen=True, slots=True)
class Row:
    """A quiz on the front page of its class: for a teacher how far it is, else how one stands."""

    about: About
    finished: str = ""
    standing: Standing | None = None

    @property
    def rank(self) -> tuple[int, float]:
        """What can be taken now comes first, what is due first before that."""
        order = (State.OPEN, State.LATE, State.SCHEDULED, State.DRAFT, State.CLOSED)
        due = self.about.quiz.closes_at or self.about.quiz.opens_at
        moment = due.timestamp() if due else float("inf")
        closed = self.about.state is State.CLOSED
        return order.index(self.about.state), -moment if closed else moment


def rows_for_teacher(member: Member, reader: Reader) -> list[Row]:
    """All quizzes of the class; three queries."""
    quizzes = list(Quiz.objects.filter(classroom=member.classroom_id))
    students = students_of(member.classroom_id).count()
    finished = (
        Attempt.objects.filter(
            is_over_now(reader.at),
            quiz__classroom=member.classroom_id,
            member__role=Role.STUDENT,
            member__left_at=None,
        )
        .order_by()
        .values("quiz")
        .annotate(students=Count("member", distinct=True))
        .values_list("quiz", "students")
    )
    counts = dict(finished)
    rows = [
        Row(
            About(quiz, quiz.state(reader.at), reader),
            finished=finished_in_words(counts.get(quiz.pk, 0), students),
        )
        for quiz in quizzes
    ]
    return sorted(rows, key=lambda row: row.rank)


def rows_for_student(member: Member, reader: Reader) -> list[Row]:
    """The quizzes that students see, with the member's own attempts; three queries."""
    quizzes = list(Quiz.objects.filter(classroom=member.classroom_id, published_at__isnull=False))
    attempts: dict[int, list[Attempt]] = {}
    for attempt in scored(Attempt.objects.filter(member=member)):
        attempts.setdefault(attempt.quiz_id, []).append(attempt)
    until = dict(Extension.objects.filter(member=member).values_list("quiz", "until"))
    rows = []
    for quiz in quizzes:
        quiz.classroom = member.classroom
        about = About(quiz, state_for(quiz, until.get(quiz.pk), reader.at), reader)
        rows.append(Row(about, standing=standing(quiz, attempts.get(quiz.pk, []), reader)))
    return sorted(rows, key=lambda row: row.rank)


def state_for(quiz: Quiz, until: datetime | None, now: datetime) -> State:
    """Where the quiz stands for a student whose own end is ``until``."""
    state = quiz.state(now)
    return State.OPEN if state is State.CLOSED and until and now < until else state


@dataclass(frozen=True, slots=True)
class QuizForStudent:
    """A quiz as a student sees it before, between and after attempts."""

    about: About
    standing: Standing

    @property
    def left(self) -> int | None:
        """How many attempts may still be begun; None: any number."""
        most = self.about.quiz.most_attempts
        return None if most is None else max(0, most - len(self.standing.lines))

    @property
    def can_start(self) -> bool:
        """Begin an attempt, or go on with the one that is open, even before the quiz opens."""
        if self.about.quiz.classroom.archived_at:
            return False
        takes = self.about.state in (State.OPEN, State.LATE)
        return self.standing.open is not None or (takes and self.left != 0)


def quiz_for_student(quiz: Quiz, member: Member, reader: Reader) -> QuizForStudent:
    """Two queries."""
    own = Extension.objects.filter(quiz=quiz, member=member).first()
    until = own.until if own else None
    about = About(quiz, state_for(quiz, until, reader.at), reader, until)
    return QuizForStudent(about, standing_of(quiz, member.pk, reader))


@dataclass(frozen=True, slots=True)
class PreviewedHand:
    """A question as the teacher looks at it."""

    question: Question
    deal: Deal
    cell: str
    right: Promise
    better: Promise | None
    """The best play of these very cards, where that is not the chart's."""

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]

    @property
    def gap(self) -> float:
        return self.question.gap_millionths / 1_000_000

    @property
    def difficulty(self) -> Promise:
        return difficulty(self.gap)


def previewed(quiz: Quiz, question: Question) -> PreviewedHand:
    deal = Deal.parse(question.deal)
    verdict = right_play(deal.situation(rules_of(quiz.rules)), chart_of(quiz.chart))
    better = verdict.better_with_these_cards
    return PreviewedHand(
        question=question,
        deal=deal,
        cell=cell_name(Cell.parse(question.cell)),
        right=ACTIONS[verdict.right],
        better=ACTIONS[better] if better else None,
    )


@dataclass(frozen=True, slots=True)
class Student:
    """How far a student has come with a quiz."""

    member: Member
    attempts: int
    open: bool
    over: bool
    until: str
    """Their own end."""


@dataclass(frozen=True, slots=True)
class QuizForTeacher:
    """A quiz as its teachers see it."""

    about: About
    hands: Sequence[PreviewedHand]
    tables: Sequence[tuple[Promise, Sequence[ShownRow]]]
    """The chart, the cells asked framed."""
    students: Sequence[Student]

    @property
    def longer(self) -> bool:
        """Somebody can take it although it is closed."""
        quiz, now = self.about.quiz, self.about.reader.at
        return quiz.over_at is not None and now < quiz.over_at

    @property
    def told(self) -> bool:
        """The right answers were told when it closed."""
        quiz = self.about.quiz
        return quiz.reveal == Reveal.CLOSED and is_over_for_all(quiz, self.about.reader.at)

    @property
    def own_hands(self) -> bool:
        """Each student is asked others of these."""
        return self.about.quiz.order == Order.LEVELLED

    @property
    def begun(self) -> bool:
        return any(student.attempts for student in self.students)

    @property
    def finished(self) -> str:
        return finished_in_words(sum(each.over for each in self.students), len(self.students))


def quiz_for_teacher(quiz: Quiz, reader: Reader) -> QuizForTeacher:
    """Four queries."""
    questions = list(quiz.questions.all())
    asked = {Cell.parse(question.cell) for question in questions}
    return QuizForTeacher(
        about=About(quiz, quiz.state(reader.at), reader),
        hands=[previewed(quiz, question) for question in questions],
        tables=shown_tables(chart_of(quiz.chart), changed=asked),
        students=_students(quiz, reader),
    )


def _students(quiz: Quiz, reader: Reader) -> list[Student]:
    attempts: Mapping[int, tuple[int, int]] = {
        member: (made, over)
        for member, made, over in quiz.attempts.order_by()
        .values("member")
        .annotate(made=Count("pk"), over=Count("pk", filter=is_over_now(reader.at)))
        .values_list("member", "made", "over")
    }
    until = dict(quiz.extensions.values_list("member", "until"))
    found = []
    for member in students_of(quiz.classroom_id):
        made, over = attempts.get(member.pk, (0, 0))
        own = until.get(member.pk)
        shown = reader.moment(own) if own else ""
        found.append(Student(member, made, open=made > over, over=over > 0, until=shown))
    return found
