"""Drills and the questions dealt in them."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category, Cell
from trainer.accounts.models import User
from trainer.decisions.models import Mode
from trainer.rulebook.models import ChartVersion, RuleSetVersion


class Dealing(models.TextChoices):
    """Which hands come up."""

    EVEN = "even", _("Every cell of the chart equally often")
    TABLE = "table", _("As at a table")
    WEAK = "weak", _("My weak spots most often")


class Drill(models.Model):
    """Untimed practice of one learner, with one chart.

    A guest's drill has no learner before its first answer; until then, and afterwards too, the
    guest's key says whose it is.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="drills")
    guest_key = models.CharField(max_length=64, blank=True, db_index=True)
    time_zone = models.CharField(max_length=64, blank=True)
    """The browser's, for a guest who is not a row yet."""
    mode = models.CharField(
        max_length=10,
        choices=[(mode.value, mode.label) for mode in (Mode.DRILL, Mode.REVIEW)],
        default=Mode.DRILL,
    )
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    categories = models.CharField(max_length=20)
    """Comma-separated: ``hard,soft,pair``."""
    dealing = models.CharField(max_length=5, choices=Dealing, default=Dealing.EVEN)
    longer = models.BooleanField(default=False)
    """Hands of three and more cards come up too."""
    length = models.PositiveSmallIntegerField(null=True)
    """How many hands; null: until the learner ends it."""
    cells = models.JSONField(default=list)
    """Where not empty, only these cells are dealt. In a review: the cell of each hand, in order."""
    coming = models.JSONField(default=list)
    """Cells drawn by weight that are still to be dealt."""
    back = models.CharField(max_length=200, blank=True)
    """The address of the page that started it, to which its summary leads back."""
    seed = models.CharField(max_length=32)
    asked = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    correct = models.PositiveIntegerField(default=0)
    """Of all answers, those with a hint included."""
    started_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["learner", "started_at"], name="drills_of_learner")]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.answered} answered)"

    @property
    def is_review(self) -> bool:
        return self.mode == Mode.REVIEW

    @property
    def category_set(self) -> frozenset[Category]:
        return frozenset(map(Category, self.categories.split(",")))

    @property
    def cell_list(self) -> tuple[Cell, ...]:
        return tuple(map(Cell.parse, self.cells))


class Question(models.Model):
    """One hand dealt in a drill; the last one is open until it is answered."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    drill = models.ForeignKey(Drill, on_delete=models.CASCADE, related_name="questions")
    number = models.PositiveIntegerField()
    deal = models.CharField(max_length=40)
    asked_at = models.DateTimeField()
    assisted = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["drill", "number"], name="one_question")]

    def __str__(self) -> str:
        return f"{self.number}: {self.deal}"
