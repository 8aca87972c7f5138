"""Tables, the shoes dealt at them, and the rounds played.

Money is in the units of ``strategy.money``: tenths of a chip.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from strategy.money import CHIP
from trainer.accounts.models import User
from trainer.rulebook.models import ChartVersion, RuleSetVersion


class Training(models.TextChoices):
    """What help the table gives."""

    NONE = "none", _("None: just play")
    HINT = "hint", _("Hint: the best play is shown")
    ADVISE = "advise", _("Advise: a question mark turns into the hint")
    TEST = "test", _("Test: name the best play before you make it")


class Table(models.Model):
    """A table of one player with its rules, limits and chips.

    A guest's table has no learner before the first graded decision; until then, and afterwards
    too, the guest's key says whose it is.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="tables")
    guest_key = models.CharField(max_length=64, blank=True, db_index=True)
    time_zone = models.CharField(max_length=64, blank=True)
    """The browser's, for a guest who is not a row yet."""
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    minimum = models.PositiveIntegerField()
    """The least bet, in whole chips."""
    maximum = models.PositiveIntegerField()
    training = models.CharField(max_length=6, choices=Training, default=Training.NONE)
    shows_rules = models.BooleanField(default=True)
    sound = models.BooleanField(default=False)
    bankroll = models.BigIntegerField()
    """What the player holds beside the bets on the table."""
    bought = models.BigIntegerField()
    """All that the player was ever given. With no round open, the bankroll is this and what was
    won."""
    last_bet = models.BigIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    """Goes up with everything that happens: who acts on an older state learns of the new one."""
    rounds_played = models.PositiveIntegerField(default=0)
    won = models.BigIntegerField(default=0)
    """The sum of all results, below 0 a loss."""
    expected = models.FloatField(default=0)
    """What perfect play of all finished rounds brings on average, in units."""
    squared_bets = models.FloatField(default=0)
    """Sum of their squares, from which the usual range of luck follows."""
    given_up = models.FloatField(default=0)
    """What all plays made lost on average against the best, in units."""
    opened_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["learner", "opened_at"], name="tables_of_learner")]
        constraints = [
            models.CheckConstraint(condition=Q(bankroll__gte=0), name="bankroll_not_negative")
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.rounds_played} rounds)"

    @property
    def last_chips(self) -> int:
        """The last bet in whole chips."""
        return self.last_bet // CHIP

    @property
    def is_short(self) -> bool:
        """Whether the bankroll is less than the greatest bet: then it may be filled up."""
        return self.bankroll < self.maximum * CHIP


class DealtShoe(models.Model):
    """A shoe of a table. Its seed is told when no more cards will come from it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="shoes")
    number = models.PositiveIntegerField()
    code = models.CharField(_("rules code"), max_length=100)
    seed = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    """The SHA-256 of the seed, shown before the first card."""
    dealt = models.PositiveIntegerField(default=0)
    """Cards that finished rounds have taken from it."""
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_shoe")]

    def __str__(self) -> str:
        return f"shoe {self.number}"


class PlayedRound(models.Model):
    """A round: where in the shoe it began, the bet, and all that was done. That is its state."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rounds")
    shoe = models.ForeignKey(DealtShoe, on_delete=models.CASCADE, related_name="rounds")
    rules = models.ForeignKey(RuleSetVersion, on_delete=models.PROTECT, related_name="+")
    chart = models.ForeignKey(ChartVersion, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    dealt = models.PositiveIntegerField()
    """Cards dealt from the shoe before this round."""
    bet = models.BigIntegerField()
    funds = models.BigIntegerField()
    """What the player held beside the bet when it was dealt."""
    moves = models.TextField(blank=True)
    """As records have them: ``I5 H S``."""
    guesses = models.JSONField(default=list)
    """Codes guessed in test mode for the decision that is open."""
    advised = models.BooleanField(default=False)
    """The best play was shown for the decision that is open."""
    asked_at = models.DateTimeField()
    """When the decision that is open was first shown."""
    ended_at = models.DateTimeField(null=True)
    record = models.TextField(blank=True)
    """Of the finished round: enough to replay it."""
    net = models.BigIntegerField(null=True)
    mistakes_cost = models.FloatField(default=0)
    """What its mistakes lost on average, in units."""
    shared_at = models.DateTimeField(null=True)
    """Since when everybody who has its address may see it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_played_round"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="one_open_round"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"
