"""The one log of graded decisions, and the tallies kept beside it."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from strategy.actions import Action
from strategy.situations import CHOICES, Category, Cell
from trainer.accounts.models import User
from trainer.core.wording import ACTIONS, CATEGORIES
from trainer.rulebook.models import ChartVersion, RuleSetVersion

CATEGORY_CHOICES = [(category.value, CATEGORIES[category]) for category in Category]
ACTION_CHOICES = [(action.value, ACTIONS[action]) for action in CHOICES]


class Mode(models.TextChoices):
    """Where a decision was made."""

    DRILL = "drill", _("Drill")
    REVIEW = "review", _("Review")
    TIMED = "timed", _("Timed test")
    QUIZ = "quiz", _("Quiz")
    TABLE = "table", _("Table")


class Decision(models.Model):
    """One graded answer. Written once, never changed."""

    key = models.UUIDField(unique=True)
    """Of the question it answers: a second answer to that is refused by the database."""
    sitting = models.UUIDField(db_index=True)
    """Of the drill, test or quiz that the question belongs to."""
    learner = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="decisions", db_index=False
    )
    """Three indexes begin with it, so that one of its own would be written for nothing."""
    decided_at = models.DateTimeField()
    day = models.DateField()
    """The learner's own date when it was made; never computed again."""
    mode = models.CharField(max_length=10, choices=Mode)
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    deal = models.CharField(max_length=80)
    """The very cards: ``TS 6D v 9H``."""
    situation = models.CharField(max_length=40)
    category = models.CharField(max_length=4, choices=CATEGORY_CHOICES)
    cell = models.CharField(max_length=20)
    later = models.BooleanField(default=False)
    """Not a first decision: the hand has more than two cards or comes from a split. Then there is
    less to choose from, and to think about."""
    action = models.CharField(max_length=1, choices=ACTION_CHOICES)
    right = models.CharField(max_length=1, choices=ACTION_CHOICES)
    correct = models.BooleanField()
    cost_millionths = models.PositiveIntegerField()
    """What the action loses against the best play of these very cards, in millionths of the
    original bet: whole numbers, so that sums are exact."""
    thinking_ms = models.PositiveIntegerField()
    """From showing the question to its answer, by the server's clock."""
    browser_ms = models.PositiveIntegerField(null=True)
    """The same by the browser's clock, which may lie."""
    assisted = models.BooleanField(default=False)
    """A hint was shown before the answer."""

    class Meta:
        indexes = [
            models.Index(fields=["learner", "day", "id"], name="decisions_of_day"),
            models.Index(fields=["learner", "chart", "rules", "id"], name="decisions_of_deck"),
            models.Index(
                fields=["learner", "cell", "chart", "rules", "day", "id"], name="decisions_of_cell"
            ),
            models.Index(
                fields=["learner", "category", "id"],
                condition=Q(assisted=False),
                name="unaided_of_category",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(correct=True, action=F("right"))
                | (Q(correct=False) & ~Q(action=F("right"))),
                name="correct_is_the_right_action",
            )
        ]

    def __str__(self) -> str:
        return f"{self.situation}: {self.action}"

    @property
    def chosen_action(self) -> Action:
        return Action(self.action)

    @property
    def right_action(self) -> Action:
        return Action(self.right)

    @property
    def chart_cell(self) -> Cell:
        return Cell.parse(self.cell)


class Scope(models.TextChoices):
    """What a tally sums.

    Of a category, what was done in a month or on a day. Of a cell, what was ever done, and at the
    end of each day on which it was answered what had been done up to then: so the sums over any
    days are a difference of two rows.
    """

    CELL = "cell", _("Cell, in all modes")
    CELL_DAY = "cell_day", _("Cell up to a day, in all modes")
    MODE_CELL = "mode_cell", _("Cell, in one mode")
    MODE_CELL_DAY = "mode_cell_day", _("Cell up to a day, in one mode")
    MONTH = "month", _("Category in a month")
    DAY = "day", _("Category on a day")


EVER: Final = date.min
"""Where a span begins that has no beginning."""
EVERY_MODE: Final = ""


SUMS: Final = (
    *("answers", "correct", "assisted", "timed", "thinking_ms", "cost_millionths"),
    *("later_answers", "later_correct", "later_timed", "later_ms", "later_cost_millionths"),
)
"""The columns of a tally that add up."""


class Tally(models.Model):
    """Sums over the decisions of one learner by one chart under one rule set, in one mode or all.

    Only unaided decisions count as answers.
    """

    learner = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    """The constraint's index begins with it."""
    scope = models.CharField(max_length=13, choices=Scope)
    start = models.DateField()
    """The day, the first day of the month, or EVER."""
    mode = models.CharField(max_length=10, choices=Mode, blank=True)
    rules = models.ForeignKey(
        RuleSetVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    chart = models.ForeignKey(
        ChartVersion, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    """No tally is looked for by rules or chart alone but where one of those is deleted: that reads
    all of them, up to half a second for a million; an index would be written with every new row.
    """
    place = models.CharField(max_length=20)
    """The cell, ``hard 16 v T``, or the category, ``hard``."""
    answers = models.PositiveIntegerField(default=0)
    correct = models.PositiveIntegerField(default=0)
    assisted = models.PositiveIntegerField(default=0)
    timed = models.PositiveIntegerField(default=0)
    """First decisions whose thinking time counts: those left lying are not among them."""
    thinking_ms = models.PositiveBigIntegerField(default=0)
    """Over the timed ones."""
    cost_millionths = models.PositiveBigIntegerField(default=0)
    """What the errors cost, in millionths of the original bet."""
    later_answers = models.PositiveIntegerField(default=0)
    """Those of the answers that are no first decisions; the same of what follows."""
    later_correct = models.PositiveIntegerField(default=0)
    later_timed = models.PositiveIntegerField(default=0)
    """These are not among the ``timed``."""
    later_ms = models.PositiveBigIntegerField(default=0)
    later_cost_millionths = models.PositiveBigIntegerField(default=0)
    run = models.PositiveIntegerField(default=0)
    """Of a cell in all modes: right answers in a row since the last wrong one, or since the first;
    unaided ones alone."""
    first_run = models.PositiveIntegerField(default=0)
    """The same over first decisions alone."""
    last_at = models.DateTimeField()
    """When the last decision was made, be it with a hint."""
    goal = models.PositiveSmallIntegerField(default=20)
    """The learner's daily goal, in hands, when the row was made; what is set later changes nothing
    here. The day's goal is that of its first row."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "scope", "mode", "rules", "chart", "place", "start"],
                name="one_tally",
            )
        ]
        indexes = [models.Index(fields=["learner", "scope", "start"], name="tallies_in_time")]

    def __str__(self) -> str:
        return f"{self.scope} {self.place}: {self.correct} of {self.answers}"
