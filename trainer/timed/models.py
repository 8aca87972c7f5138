"""Timed tests, the hands dealt in them, and certificates of their results."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.db import models

from strategy.situations import Category, Cell
from trainer.accounts.models import User
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.timed.clock import is_past
from trainer.timed.kinds import Kind, Setting


class TimedTest(models.Model):
    """A test of one learner, by the server's clock.

    A guest's test has no learner before its first answer; until then, and afterwards too, the
    guest's key says whose it is.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="tests")
    guest_key = models.CharField(max_length=64, blank=True, db_index=True)
    time_zone = models.CharField(max_length=64, blank=True)
    """The browser's, for a guest who is not a row yet."""
    kind = models.CharField(max_length=10, choices=Kind)
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    categories = models.CharField(max_length=20)
    """Comma-separated: ``hard,soft,pair``."""
    cells = models.JSONField(default=list)
    """Where not empty, only these cells are dealt."""
    count = models.PositiveSmallIntegerField(null=True)
    """How many hands; null: as many as the time or the first error allows."""
    seconds = models.PositiveSmallIntegerField(null=True)
    hand_seconds = models.PositiveSmallIntegerField(null=True)
    setting = models.CharField(max_length=32)
    """The same for all tests that can be compared."""
    seed = models.CharField(max_length=32)
    """Decides every hand, with its number."""
    started_at = models.DateTimeField()
    day = models.DateField()
    """The learner's date when it started, stamped then."""
    deadline = models.DateTimeField()
    """When it ends by the clock, whatever is answered."""
    ended_at = models.DateTimeField(null=True)
    """Null also where the clock alone has ended it."""
    asked = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    correct = models.PositiveIntegerField(default=0)
    late = models.PositiveIntegerField(default=0)
    """Hands whose own time ran out: misses without an answer."""
    score = models.IntegerField(default=0)
    """What counts in a test of this kind, and ranks it: points, or hands right."""
    timed = models.PositiveIntegerField(default=0)
    """Answers whose thinking time counts: those left lying are not among them."""
    thinking_ms = models.PositiveBigIntegerField(default=0)
    """Over the timed answers."""
    cost_millionths = models.PositiveBigIntegerField(default=0)
    """What the errors cost."""

    class Meta:
        indexes = [
            models.Index(fields=["learner", "started_at"], name="tests_of_learner"),
            models.Index(fields=["learner", "setting", "score"], name="best_of_setting"),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.kind}, {self.answered} answered)"

    @property
    def category_set(self) -> frozenset[Category]:
        return frozenset(map(Category, self.categories.split(",")))

    @property
    def cell_list(self) -> tuple[Cell, ...]:
        return tuple(map(Cell.parse, self.cells))

    @property
    def is_for_points(self) -> bool:
        """Whether a miss costs a point: only the clock limits how many hands are tried."""
        return self.seconds is not None and self.count is None

    @property
    def plan(self) -> Setting:
        """What was chosen, to start the same again."""
        return Setting(
            Kind(self.kind),
            count=None if self.kind == Kind.CHART else self.count,
            seconds=self.seconds,
            hand_seconds=self.hand_seconds,
            categories=tuple(map(Category, self.categories.split(","))),
        )

    @property
    def done(self) -> int:
        """Hands that are over: answered, or missed by time."""
        return self.answered + self.late

    @property
    def misses(self) -> int:
        return self.done - self.correct

    @property
    def over_at(self) -> datetime:
        """When it ended, or will by the clock."""
        return self.ended_at or self.deadline

    def is_over(self, now: datetime) -> bool:
        return self.ended_at is not None or is_past(self.deadline, now)


class Item(models.Model):
    """One hand dealt in a test; the last one is open until it is answered or its time is up."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    test = models.ForeignKey(TimedTest, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField()
    """From 1."""
    deal = models.CharField(max_length=40)
    asked_at = models.DateTimeField()
    late = models.BooleanField(default=False)
    """Its own time ran out before an answer."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["test", "number"], name="one_item")]

    def __str__(self) -> str:
        return f"{self.number}: {self.deal}"

    def time_is_up_at(self, hand_seconds: int) -> datetime:
        return self.asked_at + timedelta(seconds=hand_seconds)

    def is_passed(self, now: datetime) -> bool:
        """Whether its own time, where it has one, is up."""
        limit = self.test.hand_seconds
        return limit is not None and is_past(self.time_is_up_at(limit), now)

    @property
    def closes_at(self) -> datetime:
        """When the clock ends it: its own, or the test's before."""
        limit = self.test.hand_seconds
        return min(self.time_is_up_at(limit), self.test.deadline) if limit else self.test.deadline


class Certificate(models.Model):
    """A result that its learner shows to whoever has the link. Withdrawn, the row is gone."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    test = models.OneToOneField(TimedTest, on_delete=models.CASCADE, related_name="certificate")
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    matches = models.BooleanField(default=False)
    """Whether the seed dealt these very hands again when it was made."""

    def __str__(self) -> str:
        return f"{self.name}: {self.test_id}"
