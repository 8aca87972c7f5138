"""Trips: from rules that somebody knows to those of another table."""

from __future__ import annotations

import uuid

from django.db import models

from strategy.situations import Cell
from trainer.accounts.models import User
from trainer.drills.models import Drill
from trainer.rulebook.models import ChartVersion, RuleSetVersion


class Trip(models.Model):
    """What somebody must relearn to play away as well as at home."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="trips")
    home_rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    home_chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    away_rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    away_chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    plays_on = models.DateField(null=True)
    """The day of the trip, where the learner is; null: not known."""
    flips = models.JSONField()
    """The cells that are played differently away, the costliest in 100 hands first: each with
    ``cell``, ``home`` and ``away`` (the codes), ``cost`` and ``per_100`` (original bets)."""
    stays = models.JSONField()
    """Cells beside those, that are played as at home."""
    planned_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "home_chart", "home_rules", "away_rules"], name="one_such_trip"
            )
        ]

    def __str__(self) -> str:
        return f"{self.home_rules.name} → {self.away_rules.name}"

    @property
    def flip_cells(self) -> list[Cell]:
        return [Cell.parse(flip["cell"]) for flip in self.flips]

    @property
    def stay_cells(self) -> list[Cell]:
        return [Cell.parse(cell) for cell in self.stays]


class TripDrill(models.Model):
    """A drill made for a trip: practice, or a check of every cell once."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="trip_drills")
    drill = models.OneToOneField(Drill, on_delete=models.CASCADE, related_name="trip_drill")
    is_check = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.trip}: {'check' if self.is_check else 'practice'}"
