"""Quizzes, the hands that they ask, and what students answered."""

from __future__ import annotations

import uuid
from datetime import datetime
from enum import Enum

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Member
from trainer.decisions.models import ACTION_CHOICES
from trainer.rulebook.models import ChartVersion, RuleSetVersion


class Origin(models.TextChoices):
    """Where the cells that a quiz asks come from."""

    CATEGORIES = "categories", _("Kinds of hands")
    CELLS = "cells", _("Cells picked on the chart")
    WEAK = "weak", _("The class's weak spots")


class Order(models.TextChoices):
    """Who is asked what, and in which order."""

    SHUFFLED = "shuffled", _("The same hands, in an order of their own for each student")
    SAME = "same", _("The same hands in the same order")
    LEVELLED = "levelled", _("Hands of their own for each student, equally difficult")


class Policy(models.TextChoices):
    """Which attempt counts."""

    BEST = "best", _("Best attempt")
    FIRST = "first", _("First attempt")
    LAST = "last", _("Last attempt")
    MEAN = "mean", _("Mean of the attempts")


class Reveal(models.TextChoices):
    """When a student is shown the right answers."""

    AT_ONCE = "at_once", _("After each answer")
    CLOSED = "closed", _("After the quiz has closed")
    NEVER = "never", _("Never")


class State(Enum):
    """Where a quiz stands at a moment."""

    DRAFT = "draft"
    SCHEDULED = "scheduled"
    """Published, and not open yet."""
    OPEN = "open"
    LATE = "late"
    """Past its closing time, within the days of grace."""
    CLOSED = "closed"


class Quiz(models.Model):
    """A quiz. Once a student has started, only its title and dates change."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="quizzes")
    title = models.CharField(_("title"), max_length=100)
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    """What answers are graded by; changed only by regrading once there are any."""
    origin = models.CharField(max_length=10, choices=Origin)
    categories = models.CharField(max_length=20, blank=True)
    """Comma-separated: ``hard,soft,pair``."""
    cells = models.JSONField(default=list)
    """Those picked, or the weak spots as they were when the quiz was saved."""
    near_ties = models.BooleanField(default=False)
    """Whether hands are asked whose two best plays differ by less than 0.003 bets."""
    count = models.PositiveSmallIntegerField()
    """How many hands each student is asked."""
    order = models.CharField(max_length=8, choices=Order)
    seconds = models.PositiveIntegerField(null=True)
    hand_seconds = models.PositiveSmallIntegerField(null=True)
    opens_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)
    """When it is due."""
    grace_days = models.PositiveSmallIntegerField(default=0)
    """So many calendar days after that, where the class is, it is still taken, and marked late."""
    most_attempts = models.PositiveSmallIntegerField(null=True)
    """Null: as many as a student likes."""
    policy = models.CharField(max_length=5, choices=Policy)
    reveal = models.CharField(max_length=7, choices=Reveal)
    seed = models.CharField(max_length=32)
    """Decides the hands."""
    made_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    """Null: a draft, which students do not see."""
    closed_at = models.DateTimeField(null=True)
    """When a teacher closed it, before its time or without one."""
    ends_at = models.DateTimeField(null=True)
    """When it closes to all without an extension: when a teacher closed it, or with its last day of
    grace. Kept beside what it follows from, so that the database can look for it."""
    over_at = models.DateTimeField(null=True)
    """The same with the extensions: from then on nobody can answer any more."""

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name_plural = "quizzes"

    def __str__(self) -> str:
        return self.title

    def state(self, now: datetime) -> State:
        if self.published_at is None:
            return State.DRAFT
        if self.ends_at and now >= self.ends_at:
            return State.CLOSED
        if self.opens_at and now < self.opens_at:
            return State.SCHEDULED
        if self.closes_at and now >= self.closes_at:
            return State.LATE
        return State.OPEN


class Question(models.Model):
    """A hand that a quiz asks, or may ask; the same cards for whoever is asked it."""

    quiz = models.ForeignKey(Quiz, on_delete=models.CASCADE, related_name="questions")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    stratum = models.PositiveSmallIntegerField()
    """Each student is asked one of those that share it; they are about equally difficult."""
    cell = models.CharField(max_length=20)
    deal = models.CharField(max_length=40)
    gap_millionths = models.PositiveIntegerField()
    """What the second-best play of these cards loses against the best, in bets: small is hard."""
    struck = models.BooleanField(default=False)
    """It counts for nobody."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["quiz", "number"], name="one_question_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.deal}"


class Attempt(models.Model):
    """One student's try at a quiz.

    The clock ends it: nothing has to be written, and no page has to be open.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    quiz = models.ForeignKey(Quiz, on_delete=models.CASCADE, related_name="attempts")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="attempts")
    learner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="quiz_attempts")
    """The member's account: whose answers these are."""
    number = models.PositiveSmallIntegerField()
    """From 1."""
    started_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True)
    """When its own time is up; null where it has none."""
    ended_at = models.DateTimeField(null=True)
    """When the student ended it, or by its last answer; null also where a clock has ended it."""
    answered = models.PositiveSmallIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    """Hands whose own time ran out."""
    points = models.PositiveSmallIntegerField(default=0)
    """Right answers to questions that are not struck."""
    cost_millionths = models.PositiveBigIntegerField(default=0)
    """What the errors in those cost, in millionths of the original bet."""
    logged = models.BooleanField(default=False)
    """Its answers are in the learner's own log."""

    asked: int
    """Questions in it that are not struck; this and what follows is read by ``grades.scored``."""
    last_answer_at: datetime | None
    extended_until: datetime | None
    """The student's own end of the quiz."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["quiz", "member", "number"], name="one_attempt"),
            models.UniqueConstraint(
                fields=["quiz", "member"], condition=Q(ended_at=None), name="one_open_attempt"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.answered} answered)"


class Item(models.Model):
    """A question as one student was asked it, and the answer, if there is one."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="items")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="items")
    number = models.PositiveSmallIntegerField()
    """From 1, in the order of this attempt."""
    asked_at = models.DateTimeField(null=True)
    """When its cards were first shown; null before."""
    answered_at = models.DateTimeField(null=True)
    missed = models.BooleanField(default=False)
    """Its own time ran out."""
    action = models.CharField(max_length=1, choices=ACTION_CHOICES, blank=True)
    right = models.CharField(max_length=1, choices=ACTION_CHOICES, blank=True)
    """By the quiz's chart; changed by regrading alone."""
    correct = models.BooleanField(null=True)
    cost_millionths = models.PositiveIntegerField(default=0)
    thinking_ms = models.PositiveIntegerField(default=0)
    """By the server's clock."""
    browser_ms = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["attempt", "number"], name="one_quiz_item")]

    def __str__(self) -> str:
        return f"{self.number}: {self.action or '-'}"


class Extension(models.Model):
    """One student's own end of a quiz: it was opened again for them, or they have longer."""

    quiz = models.ForeignKey(Quiz, on_delete=models.CASCADE, related_name="extensions")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="extensions")
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["quiz", "member"], name="one_extension")]

    def __str__(self) -> str:
        return f"{self.until:%Y-%m-%d %H:%M}"


class Regrade(models.Model):
    """A change of the key, kept with what it changed."""

    quiz = models.ForeignKey(Quiz, on_delete=models.CASCADE, related_name="regrades")
    who = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()
    chart_before = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    chart_after = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    struck_before = models.JSONField(default=list)
    """Numbers of questions."""
    struck_after = models.JSONField(default=list)
    changed = models.PositiveIntegerField(default=0)
    """How many students' results it changed."""

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}: {self.changed}"
