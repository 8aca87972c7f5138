"""The charts that a learner was taught, each for some rules, and what is at stake in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from django.db.models import Max
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from strategy.actions import Action
from strategy.charts import Chart
from strategy.losses import Stake
from strategy.neighbours import right_plays
from strategy.rules import Rules
from strategy.situations import Cell
from strategy.stakes import PlayValues, error_costs, frequencies
from trainer.accounts.models import User
from trainer.decisions.models import Scope, Tally
from trainer.decisions.tallies import Deck, Selection
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, rules_of
from trainer.rulebook.solutions import solved


@dataclass(frozen=True, slots=True)
class Course:
    """What there is to know of a chart under rules."""

    plays: Mapping[Cell, Action]
    """The right play of each cell that two cards bring up."""
    stakes: Mapping[Cell, Stake]
    values: PlayValues


@dataclass(frozen=True, slots=True)
class Taught:
    """A chart version as it was taught for a version of rules."""

    rules: RuleSetVersion
    chart: ChartVersion

    @property
    def deck(self) -> Deck:
        return Deck(self.rules.pk, self.chart.pk)

    @property
    def key(self) -> str:
        """As addresses have it."""
        return f"{self.rules.pk}-{self.chart.pk}"

    @property
    def name(self) -> str:
        return f"{_versioned(self.rules)} · {_versioned(self.chart)}"

    @property
    def engine_rules(self) -> Rules:
        return rules_of(self.rules)

    @property
    def engine_chart(self) -> Chart:
        return chart_of(self.chart)

    @property
    def course(self) -> Course:
        return _course(self.rules.code, self.chart.text)


def _versioned(version: RuleSetVersion | ChartVersion) -> str:
    """The name, with the number of the version from the second on."""
    if version.number == 1:
        return version.name
    return gettext("%(name)s, version %(number)d") % {
        "name": version.name,
        "number": version.number,
    }


@lru_cache(maxsize=256)
def _course(rules_code: str, chart_text: str) -> Course:
    """Worked out once in a process, from what is kept of the exact analysis."""
    rules = Rules.parse(rules_code)
    plays = right_plays(rules, Chart.loads(chart_text), longer=False)
    values = solved(rules).values
    times, costs = frequencies(rules), error_costs(plays, values)
    return Course(
        plays=MappingProxyType(plays),
        stakes=MappingProxyType({cell: Stake(times[cell], costs[cell]) for cell in costs}),
        values=values,
    )


def decks_of(learner: User) -> list[Taught]:
    """The decks in which the learner has answered, the latest first; three queries."""
    rows = Tally.objects.filter(learner=learner, scope=Scope.MONTH).values_list("rules", "chart")
    latest = rows.annotate(last_at=Max("last_at")).order_by("-last_at")
    decks = [Deck(rules, chart) for rules, chart, _last_at in latest]
    taught = taught_decks(decks)
    return [taught[deck] for deck in decks]


def taught_decks(decks: Collection[Deck]) -> dict[Deck, Taught]:
    """Decks with their rules and charts; two queries."""
    rules = RuleSetVersion.objects.in_bulk({deck.rules for deck in decks})
    charts = ChartVersion.objects.in_bulk({deck.chart for deck in decks})
    return {deck: Taught(rules[deck.rules], charts[deck.chart]) for deck in decks}


def cell_pages(selection: Selection, taught: Taught) -> str:
    """What the addresses of the pages about a deck's cells begin with: the cell comes last."""
    limits = {"first": selection.first, "last": selection.last, "mode": selection.mode}
    query = {name: str(limit) for name, limit in limits.items() if limit} | {"deck": taught.key}
    return f"{reverse('reports:cell')}?{urlencode(query)}&cell="
