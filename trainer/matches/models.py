"""Match tables, who is at them, and their seats.

Money is in the units of ``strategy.money`` but for what a table agrees, which is in whole chips.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from strategy.agreements import Kind
from trainer.accounts.models import User
from trainer.rulebook.models import RuleSetVersion

AWAY: Final = timedelta(seconds=30)
"""Whose pages have not asked for so long has gone."""
LONG_AWAY: Final = timedelta(minutes=5)
"""A maker who has gone for so long no longer keeps others from ending the match."""


class PlayerKind(models.TextChoices):
    """Who plays a seat: a person, or a computer player named by its style."""

    PERSON = Kind.PERSON.value, _("A person")
    COPYCAT = Kind.COPYCAT.value, pgettext_lazy("computer player", "Copycat")
    CAUTIOUS = Kind.CAUTIOUS.value, pgettext_lazy("computer player", "Careful")
    GAMBLER = Kind.GAMBLER.value, pgettext_lazy("computer player", "Gambler")
    CHART = Kind.CHART.value, pgettext_lazy("computer player", "By the chart")
    EXPERT = Kind.EXPERT.value, pgettext_lazy("computer player", "Champion")


class Stage(Enum):
    """What a table is doing."""

    GATHERING = "gathering"
    """Seats are being taken; nothing has been bet."""
    PLAYING = "playing"
    OVER = "over"


class MatchTable(models.Model):
    """A table with what it has agreed and all that was done at it. That is its state.

    It belongs to whoever is at it, not to one person: nobody's leaving takes it from the others.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    code = models.CharField(max_length=8, unique=True)
    """To join by."""
    name = models.CharField(max_length=40)
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chips = models.PositiveIntegerField()
    """What each seat starts with."""
    sizes = models.CharField(max_length=80)
    """The bets offered, the smallest first: ``5 10 25``."""
    rounds = models.PositiveSmallIntegerField(null=True)
    """Empty where the match has no number of rounds."""
    seed = models.CharField(max_length=64)
    """Decides every pack; told when the match is over."""
    moves = models.TextField(blank=True)
    """As ``strategy.match`` writes them: ``10 25 H S``."""
    moves_made = models.PositiveIntegerField(default=0)
    """How many they are: whoever moves says after how many, so that no move is made twice."""
    hinted = models.IntegerField(default=-1)
    """After so many moves the best play was shown for the decision that is open."""
    version = models.PositiveIntegerField(default=0)
    """Goes up with everything that anybody at the table can see."""
    made_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    """When the decision that is open was first shown."""
    ended_at = models.DateTimeField(null=True)
    ends_after_round = models.BooleanField(default=False)
    """Whether a match without a number of rounds is over when the round at hand is."""
    followed_by = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="+")
    """The next table of those who were at this one."""

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def stage(self) -> Stage:
        if self.ended_at:
            return Stage.OVER
        return Stage.PLAYING if self.begun_at else Stage.GATHERING


class Participant(models.Model):
    """A person who is at a table, was there, or asks to play on for somebody who has gone."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    table = models.ForeignKey(MatchTable, on_delete=models.CASCADE, related_name="participants")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="matches")
    name = models.CharField(max_length=40)
    """By which the others know the person."""
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When one of the person's pages last asked for news, give or take some seconds."""
    at_table = models.BooleanField(default=True)
    """Whoever has left, or was never let in, is not."""
    asks_for = models.PositiveSmallIntegerField(null=True)
    """The number of the seat that the person asks to play on."""

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_participant")]

    def __str__(self) -> str:
        return self.name

    def is_away(self, now: datetime, after: timedelta = AWAY) -> bool:
        return now - self.seen_at > after


class Seat(models.Model):
    """A seat, who was agreed to play it and who plays it, and what its play was worth."""

    table = models.ForeignKey(MatchTable, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """In seating order, from 0."""
    kind = models.CharField(max_length=8, choices=PlayerKind)
    """As agreed before the first bet."""
    name = models.CharField(max_length=40, blank=True)
    """Of a computer player, or of somebody who plays on a participant's device; empty where the
    participant plays it."""
    participant = models.ForeignKey(
        Participant, null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    """From whose devices a person's seat is played; nobody's while it is to be had."""
    stand_in = models.CharField(max_length=8, choices=PlayerKind, blank=True)
    """The computer player that plays for a person who has gone."""
    stand_in_moved = models.BooleanField(default=False)
    """Whether it has bet or played in the round at hand, which it then plays to the end."""
    back = models.BooleanField(default=False)
    """Whether its person plays again from the next round."""
    hints = models.BooleanField(default=False)
    """Whether the best play may be asked for."""
    stood_in = models.PositiveIntegerField(default=0)
    """Finished rounds in which a stand-in bet or played; nothing below counts them."""
    played = models.PositiveIntegerField(default=0)
    """Finished rounds in which it had a bet and whoever was agreed played to the end."""
    won = models.BigIntegerField(default=0)
    """What those brought, in units."""
    expected = models.FloatField(default=0)
    """What perfect play of those brings on average, in units, with chips for all doubles and
    splits."""
    squared_bets = models.FloatField(default=0)
    """Sum of their squares, from which the usual range of luck follows."""
    given_up = models.FloatField(default=0)
    """What all plays lost on average against the best, in units."""
    decisions = models.PositiveIntegerField(default=0)
    mistakes = models.PositiveIntegerField(default=0)
    mistakes_cost = models.FloatField(default=0)
    """What the mistakes lost on average, in units."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seat")]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"

    @property
    def player(self) -> Kind:
        """Who plays it now."""
        return Kind(self.stand_in or self.kind)

    @property
    def is_own(self) -> bool:
        """Whether the participant plays it themselves, and not somebody beside them."""
        return self.participant_id is not None and not self.name

    @property
    def is_open(self) -> bool:
        """Whether it is a person's and nobody has it."""
        return self.kind == PlayerKind.PERSON and self.participant_id is None
