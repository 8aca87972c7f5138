"""Decks: the cells of a learner's chart as cards, each due when it is about to be forgotten."""

from __future__ import annotations

import uuid

from django.db import models

from trainer.accounts.models import User
from trainer.decisions.models import ACTION_CHOICES
from trainer.review.memory import Memory
from trainer.rulebook.models import Chart, RuleSet


class Deck(models.Model):
    """A chart that a learner keeps in mind, under the rules for which it is taught.

    Its cards follow from the log: they are what its decisions come to, in order.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="decks")
    rule_set = models.ForeignKey(RuleSet, on_delete=models.CASCADE, related_name="+")
    chart = models.ForeignKey(Chart, on_delete=models.CASCADE, related_name="+")
    plays_on = models.DateField(null=True)
    """When the learner wants to know the whole chart."""
    folded = models.BigIntegerField(default=0)
    """Decisions up to this key have been taken in, or passed over."""
    taken = models.JSONField(default=list)
    """Keys of later decisions that have been taken in too."""
    created_at = models.DateTimeField()
    used_at = models.DateTimeField()
    """When it was made, or a review was last started."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "rule_set", "chart"], name="one_deck")
        ]

    def __str__(self) -> str:
        return f"{self.rule_set}: {self.chart}"


class ReviewCard(models.Model):
    """A cell that has been met, and how well it is remembered; see ``memory.Memory``."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="cards")
    cell = models.CharField(max_length=20)
    right = models.CharField(max_length=1, choices=ACTION_CHOICES)
    """The right play with two cards when it was learnt; where that changes, nothing is known."""
    stability = models.FloatField()
    difficulty = models.FloatField()
    met_on = models.DateField()
    last_day = models.DateField()
    due = models.DateField()
    lengthened = models.BooleanField()
    shortened = models.BooleanField()
    missed = models.BooleanField()
    answers = models.PositiveIntegerField()
    misses = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "cell"], name="one_card_a_cell")]

    def __str__(self) -> str:
        return f"{self.cell}: due {self.due}"


class RetentionDay(models.Model):
    """First tries of one day, each of a cell that was last answered on an earlier day."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="retention_days")
    day = models.DateField()
    tries = models.PositiveIntegerField()
    right = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "day"], name="one_retention_day")]

    def __str__(self) -> str:
        return f"{self.day}: {self.right} of {self.tries}"


MEMORY_FIELDS = tuple(Memory.__dataclass_fields__)
"""The columns of a card that make its memory, in its order."""
