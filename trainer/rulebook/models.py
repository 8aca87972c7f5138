"""Rule sets and charts as rows. A change makes a new version; old answers keep theirs."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User


class RuleSet(models.Model):
    """Rules under a name that stays, whatever version is current."""

    slug = models.SlugField(unique=True)
    position = models.PositiveSmallIntegerField(default=0)
    current = models.OneToOneField(
        "RuleSetVersion", null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.slug


class RuleSetVersion(models.Model):
    """One state of a rule set; never changed."""

    rule_set = models.ForeignKey(RuleSet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    summary = models.CharField(max_length=300)
    source = models.CharField(max_length=300)
    code = models.CharField(_("rules code"), max_length=100)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rule_set", "number"], name="one_rule_set_version")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.number})"


class Chart(models.Model):
    """A chart under a name that stays, whatever version is current."""

    slug = models.SlugField(unique=True)
    owner = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="charts"
    )
    """Whose chart it is, who alone sees it; null for those of everybody."""
    current = models.OneToOneField(
        "ChartVersion", null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class ChartVersion(models.Model):
    """One state of a chart, kept as the text of its file; never changed."""

    chart = models.ForeignKey(Chart, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    text = models.TextField(_("chart file"))
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chart", "number"], name="one_chart_version")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.number})"


class Solution(models.Model):
    """The exact analysis of rules, as one version of the engine worked it out."""

    code = models.CharField(_("rules code"), max_length=100)
    engine = models.CharField(max_length=64)
    chart = models.TextField(_("chart file"))
    game_ev = models.FloatField()
    chart_ev = models.FloatField()
    by_upcard = models.JSONField()
    values = models.JSONField(default=dict)
    """What each play of each cell is worth: ``{"hard 16 v T": {"H": -0.54, ...}, ...}``."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code", "engine"], name="solved_once_an_engine")
        ]

    def __str__(self) -> str:
        return self.code


class Teaching(models.Model):
    """A chart that may be taught for a rule set; the first is the default."""

    rule_set = models.ForeignKey(RuleSet, on_delete=models.CASCADE, related_name="teachings")
    chart = models.ForeignKey(Chart, on_delete=models.CASCADE, related_name="teachings")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["rule_set__position", "position"]
        constraints = [
            models.UniqueConstraint(fields=["rule_set", "chart"], name="chart_taught_once")
        ]

    def __str__(self) -> str:
        return f"{self.rule_set}: {self.chart}"
