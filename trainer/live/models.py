"""Live quizzes, their hands, who plays, and what was answered."""

from __future__ import annotations

import uuid
from datetime import datetime
from enum import Enum

from django.db import models
from django.db.models import Q

from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Member
from trainer.decisions.models import ACTION_CHOICES
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.timed.clock import is_too_late


class Phase(Enum):
    """What a live quiz is doing."""

    LOBBY = "lobby"
    """Students come in; nothing has been asked."""
    ASKING = "asking"
    BOARD = "board"
    """The answers to a hand are in, and are shown."""
    OVER = "over"


class LiveQuiz(models.Model):
    """A quiz asked hand by hand to everybody at once.

    It has hands of its own, copied from a quiz of the class: that may change afterwards.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="live_quizzes")
    title = models.CharField(max_length=100)
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    seconds = models.PositiveSmallIntegerField()
    """For each hand."""
    standings = models.BooleanField(default=False)
    """Whether the first three are named at the end, and students are told their own place."""
    opened_at = models.DateTimeField()
    number = models.PositiveSmallIntegerField(default=0)
    """Of the hand asked last, from 1; 0 before the first."""
    closes_at = models.DateTimeField(null=True)
    """When the clock of the hand asked last runs out."""
    closed_at = models.DateTimeField(null=True)
    """When that hand was closed before, by the teacher or because all answers were in."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-opened_at", "-pk"]
        verbose_name_plural = "live quizzes"
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"], condition=Q(ended_at=None), name="one_live_quiz_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return self.title

    def phase(self, now: datetime) -> Phase:
        """What it is doing; nothing need be written for a hand's time to be up.

        The board shows no hand that an answer may still be on its way to.
        """
        if self.ended_at:
            return Phase.OVER
        if self.closes_at is None:
            return Phase.LOBBY
        is_closed = self.closed_at is not None or is_too_late(self.closes_at, now)
        return Phase.BOARD if is_closed else Phase.ASKING


class LiveHand(models.Model):
    """A hand of a live quiz."""

    live = models.ForeignKey(LiveQuiz, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    cell = models.CharField(max_length=20)
    deal = models.CharField(max_length=40)
    asked_at = models.DateTimeField(null=True)
    logged = models.BooleanField(default=False)
    """Its answers are in the learners' own logs; not before it closes, since those tell the key."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["live", "number"], name="one_live_hand")]

    def __str__(self) -> str:
        return f"{self.number}: {self.deal}"


class Player(models.Model):
    """A student who takes part, with the sums of what they answered."""

    live = models.ForeignKey(LiveQuiz, on_delete=models.CASCADE, related_name="players")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    joined_at = models.DateTimeField()
    answered = models.PositiveSmallIntegerField(default=0)
    correct = models.PositiveSmallIntegerField(default=0)
    cost_millionths = models.PositiveBigIntegerField(default=0)
    """What the errors cost, in millionths of the original bet."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["live", "member"], name="one_player")]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.correct} of {self.answered}"


class LiveAnswer(models.Model):
    """What a student answered to a hand. The first answer stands."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    hand = models.ForeignKey(LiveHand, on_delete=models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="answers")
    learner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    answered_at = models.DateTimeField()
    action = models.CharField(max_length=1, choices=ACTION_CHOICES)
    correct = models.BooleanField()
    cost_millionths = models.PositiveIntegerField()
    browser_ms = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "player"], name="one_live_answer")]

    def __str__(self) -> str:
        return self.action
