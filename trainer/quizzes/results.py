"""What a student is shown of an attempt that is over, and no more than the quiz reveals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from strategy.actions import Action
from strategy.cards import Card
from strategy.dealing import Deal
from strategy.grading import right_play
from trainer.core.numbers import in_percent
from trainer.core.wording import ACTIONS
from trainer.decisions.shown import ShownVerdict, shown_verdict
from trainer.quizzes.grades import days_late, outcome_of, percent, scored
from trainer.quizzes.models import Attempt, Item, Policy, Quiz, Reveal
from trainer.quizzes.taking import clock_end, is_over, verdict_of
from trainer.quizzes.telling import is_over_for_all
from trainer.quizzes.wording import POLICIES, Reader, late_by
from trainer.rulebook.queries import chart_of, rules_of


class Fate(Enum):
    """What became of a hand, as far as it may be told."""

    RIGHT = "right"
    WRONG = "wrong"
    GIVEN = "given"
    """Answered; whether right is not told, or not yet."""
    LATE = "late"
    """Its own time ran out."""
    NOT_ANSWERED = "none"


class Ending(Enum):
    """Why an attempt is over."""

    FINISHED = "finished"
    HANDED_IN = "handed in"
    TIME_UP = "time up"
    BY_TEACHER = "closed by the teacher"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of the attempt."""

    number: int
    deal: Deal | None
    """None: it was never shown, and may be asked again."""
    chosen: Promise | None
    fate: Fate
    verdict: ShownVerdict | None
    """What was right, where that may be told."""
    struck: bool

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard] if self.deal else []


@dataclass(frozen=True, slots=True)
class Line:
    """An attempt in a list."""

    attempt: Attempt
    over: bool
    started: str
    percent: str
    late: str
    counts: bool
    """It is the grade."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A student's attempts at a quiz, and the grade that they come to."""

    lines: Sequence[Line]
    grade: float | None
    policy: Promise
    late: str
    """Of the attempt that is the grade; of a mean the most."""

    @property
    def shown_grade(self) -> str:
        return in_percent(self.grade)

    @property
    def open(self) -> Line | None:
        return next((line for line in self.lines if not line.over), None)


@dataclass(frozen=True, slots=True)
class Result:
    """How an attempt went."""

    attempt: Attempt
    asked: int
    """Hands that count."""
    ending: str
    hands: Sequence[PlayedHand]
    standing: Standing
    waits: bool
    """The right answers are told later."""

    @property
    def quiz(self) -> Quiz:
        return self.attempt.quiz

    @property
    def not_answered(self) -> int:
        return len(self.hands) - self.attempt.answered

    @property
    def shown_percent(self) -> str:
        return in_percent(percent(self.attempt.points, self.asked))

    @property
    def line(self) -> Line:
        """This attempt among the others."""
        return next(each for each in self.standing.lines if each.attempt.pk == self.attempt.pk)

    @property
    def tells(self) -> bool:
        """Whether any right answer is shown."""
        return any(hand.verdict for hand in self.hands)


def result_of(attempt: Attempt, reader: Reader) -> Result:
    """The result of an attempt that is over; two queries."""
    quiz = attempt.quiz
    items = list(attempt.items.select_related("question").order_by("number"))
    for item in items:
        item.attempt = attempt
    over = is_over_for_all(quiz, reader.at)
    return Result(
        attempt=attempt,
        asked=sum(not item.question.struck for item in items),
        ending=_ending_in_words(attempt, len(items), reader),
        hands=[_hand(item, over=over) for item in items],
        standing=standing_of(quiz, attempt.member_id, reader),
        waits=quiz.reveal == Reveal.CLOSED and not over,
    )


def standing_of(quiz: Quiz, member_pk: int, reader: Reader) -> Standing:
    """One query."""
    attempts = scored(Attempt.objects.filter(quiz=quiz, member=member_pk))
    return standing(quiz, list(attempts), reader)


def standing(quiz: Quiz, attempts: Sequence[Attempt], reader: Reader) -> Standing:
    """The standing by a student's attempts at the quiz, as ``scored`` reads them."""
    for attempt in attempts:
        attempt.quiz = quiz
    policy = Policy(quiz.policy)
    over = [attempt for attempt in attempts if is_over(attempt, reader.at)]
    outcome = outcome_of(policy, over)
    lines = [_line(quiz, attempt, reader, outcome.counts) for attempt in attempts]
    late = max((days_late(attempt, quiz) for attempt in outcome.made_of), default=0)
    return Standing(lines, outcome.grade, POLICIES[policy], late_by(late, quiz))


def _line(quiz: Quiz, attempt: Attempt, reader: Reader, counted: Attempt | None) -> Line:
    over = is_over(attempt, reader.at)
    return Line(
        attempt=attempt,
        over=over,
        started=reader.moment(attempt.started_at),
        percent=in_percent(percent(attempt.points, attempt.asked)) if over else "",
        late=late_by(days_late(attempt, quiz), quiz),
        counts=counted is not None and counted.pk == attempt.pk,
    )


def _hand(item: Item, *, over: bool) -> PlayedHand:
    reveal = item.attempt.quiz.reveal
    done = item.answered_at is not None or item.missed
    told = (reveal == Reveal.AT_ONCE and done) or (reveal != Reveal.NEVER and over)
    seen = item.asked_at is not None or told
    return PlayedHand(
        number=item.number,
        deal=Deal.parse(item.question.deal) if seen else None,
        chosen=ACTIONS[Action(item.action)] if item.action else None,
        fate=_fate(item, told=told),
        verdict=_verdict(item) if told else None,
        struck=item.question.struck,
    )


def _fate(item: Item, *, told: bool) -> Fate:
    if item.missed:
        return Fate.LATE
    if item.answered_at is None:
        return Fate.NOT_ANSWERED
    if not told:
        return Fate.GIVEN
    return Fate.RIGHT if item.correct else Fate.WRONG


def _verdict(item: Item) -> ShownVerdict:
    """On the answer, or on the right play where there is none."""
    quiz = item.attempt.quiz
    chart = chart_of(quiz.chart)
    if item.action:
        return shown_verdict(verdict_of(item), chart, assisted=False)
    situation = Deal.parse(item.question.deal).situation(rules_of(quiz.rules))
    return shown_verdict(right_play(situation, chart), chart, assisted=False)


def ending_of(attempt: Attempt, asked: int) -> tuple[Ending, datetime | None]:
    """Why an attempt is over, and since when."""
    end = clock_end(attempt)
    if attempt.answered + attempt.missed == asked:
        return Ending.FINISHED, attempt.ended_at
    if attempt.ended_at and attempt.ended_at != attempt.deadline:
        return Ending.HANDED_IN, attempt.ended_at
    if attempt.deadline and (end == attempt.deadline or attempt.ended_at):
        return Ending.TIME_UP, attempt.deadline
    if end and end == attempt.quiz.closed_at:
        return Ending.BY_TEACHER, end
    return Ending.CLOSED, end


def _ending_in_words(attempt: Attempt, asked: int, reader: Reader) -> str:
    why, moment = ending_of(attempt, asked)
    time = reader.clock(moment) if moment else ""
    kept = ngettext(
        "your %(count)d answer is kept", "your %(count)d answers are kept", attempt.answered
    ) % {"count": attempt.answered}
    sentences = {
        Ending.FINISHED: gettext("Finished at %(time)s."),
        Ending.HANDED_IN: gettext("Handed in at %(time)s; %(kept)s."),
        Ending.TIME_UP: gettext("The time was up at %(time)s; %(kept)s."),
        Ending.BY_TEACHER: gettext("Closed by the teacher at %(time)s; %(kept)s."),
        Ending.CLOSED: gettext("The quiz closed at %(time)s; %(kept)s."),
    }
    return sentences[why] % {"time": time, "kept": kept}
