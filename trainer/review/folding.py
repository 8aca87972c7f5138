"""Taking decisions of the log into a deck: its cards are what they come to, in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, QuerySet, Value
from django.utils import timezone

from trainer.decisions.models import Decision
from trainer.review.access import all_decks
from trainer.review.lessons import Lessons, lessons_of
from trainer.review.memory import Attempt, Memory, after
from trainer.review.models import MEMORY_FIELDS, Deck, RetentionDay, ReviewCard
from trainer.rulebook.models import ChartVersion, RuleSetVersion

MOST_AT_ONCE = 5_000
"""Of more decisions than this that have not been taken in, the latest are."""
SETTLING = timedelta(minutes=1)
"""Keys are given out before they can be seen: for so long, one lower than those seen may appear."""


class Entry(NamedTuple):
    """What is read of a decision."""

    pk: int
    decided_at: datetime
    day: date
    rules: int
    chart: int
    cell: str
    correct: bool
    thinking_ms: int
    assisted: bool


def take_in(*, deck: Deck) -> None:
    """Bring the cards to the log, each decision once whoever else does the same.

    Where there is nothing to take in, which is one look into an index, nothing is written.
    """
    take_in_all(decks=[deck])


def take_in_all(*, decks: Sequence[Deck]) -> None:
    """The same for several decks; what waits for any of them is asked for in one query."""
    waiting = _counts_of_waiting(decks)
    for deck in decks:
        if waiting[deck.pk]:
            with transaction.atomic():
                locked = _locked(deck)
                _fold(locked, _entries(locked))
            deck.folded, deck.taken = locked.folded, locked.taken


def _counts_of_waiting(decks: Sequence[Deck]) -> dict[int, int]:
    """By the key of the deck.

    Counted, since where only one is asked for PostgreSQL hopes to meet it soon and reads the log.
    """
    counts = [
        _decisions_after(deck)
        .exclude(pk__in=deck.taken)
        .annotate(deck=Value(deck.pk))
        .values("deck")
        .annotate(waiting=Count("pk"))
        .values_list("deck", "waiting")
        for deck in decks
    ]
    return defaultdict(int, counts[0].union(*counts[1:], all=True) if counts else ())


def _locked(deck: Deck) -> Deck:
    return all_decks().select_for_update(of=("self",)).get(pk=deck.pk)


def _decisions_after(deck: Deck) -> QuerySet[Decision]:
    """The learner's decisions in the chart, of every mode and version, from the mark on.

    The keys of the versions are spelt out: so the index ``decisions_of_deck`` leads past all that
    was answered in other charts since. Given as joins or subqueries, PostgreSQL reads all of that.
    """
    return Decision.objects.filter(
        learner=deck.learner_id,
        chart__in=[version.pk for version in deck.chart.versions.all()],
        rules__in=[version.pk for version in deck.rule_set.versions.all()],
        pk__gt=deck.folded,
    )


def _entries(deck: Deck) -> list[Entry]:
    fields = [f"{name}_id" if name in ("rules", "chart") else name for name in Entry._fields]
    rows = _decisions_after(deck).order_by("-pk").values_list(*fields)[:MOST_AT_ONCE]
    return [Entry(*row) for row in reversed(rows)]


def _fold(deck: Deck, entries: Sequence[Entry]) -> None:
    taken = set(deck.taken)
    evidence = _evidence(deck, [entry for entry in entries if entry.pk not in taken])
    _update_cards(deck, evidence)
    settled = timezone.now() - SETTLING
    deck.folded = max(
        (entry.pk for entry in entries if entry.decided_at < settled), default=deck.folded
    )
    deck.taken = [entry.pk for entry in entries if entry.pk > deck.folded]
    deck.save(update_fields=["folded", "taken"])


def _evidence(deck: Deck, entries: Sequence[Entry]) -> list[Entry]:
    """The decisions that tell something of what is taught now.

    Not those after a hint, nor in cells that two cards do not bring up, nor by a version of rules
    or chart in which the cell had another right play.
    """
    taught = deck_lessons(deck)
    versions = _lessons_by_version(deck, entries)
    return [
        entry
        for entry in entries
        if not entry.assisted
        and entry.cell in taught
        and versions[entry.rules, entry.chart].get(entry.cell) == taught[entry.cell]
    ]


def deck_lessons(deck: Deck) -> Lessons:
    """What the deck teaches now."""
    assert deck.rule_set.current is not None
    assert deck.chart.current is not None
    return lessons_of(deck.rule_set.current, deck.chart.current)


def _lessons_by_version(deck: Deck, entries: Sequence[Entry]) -> dict[tuple[int, int], Lessons]:
    assert deck.rule_set.current is not None
    assert deck.chart.current is not None
    current = deck.rule_set.current.pk, deck.chart.current.pk
    found = {current: deck_lessons(deck)}
    if pairs := {(entry.rules, entry.chart) for entry in entries} - {current}:
        rules = RuleSetVersion.objects.in_bulk({rules for rules, _chart in pairs})
        charts = ChartVersion.objects.in_bulk({chart for _rules, chart in pairs})
        found |= {(one, other): lessons_of(rules[one], charts[other]) for one, other in pairs}
    return found


def _update_cards(deck: Deck, evidence: Sequence[Entry]) -> None:
    taught = deck_lessons(deck)
    memories = _memories(deck, {entry.cell for entry in evidence}, taught)
    tries: Counter[date] = Counter()
    right: Counter[date] = Counter()
    for entry in evidence:
        before = memories.get(entry.cell)
        if before and entry.day > before.last_day:
            tries[entry.day] += 1
            right[entry.day] += entry.correct
        attempt = Attempt(entry.day, entry.correct, entry.thinking_ms)
        memories[entry.cell] = after(before, attempt)
    ReviewCard.objects.bulk_create(
        [
            ReviewCard(deck=deck, cell=cell, right=taught[cell], **asdict(memory))
            for cell, memory in memories.items()
        ],
        update_conflicts=True,
        unique_fields=["deck", "cell"],
        update_fields=["right", *MEMORY_FIELDS],
    )
    _count_first_tries(deck, tries, right)


def _memories(deck: Deck, cells: set[str], taught: Lessons) -> dict[str, Memory]:
    """What was known of the cells; nothing where another play is right now."""
    rows = deck.cards.filter(cell__in=cells).values_list("cell", "right", *MEMORY_FIELDS)
    return {cell: Memory(*row) for cell, right, *row in rows if right == taught[cell]}


def _count_first_tries(deck: Deck, tries: Counter[date], right: Counter[date]) -> None:
    before = {row.day: row for row in deck.retention_days.filter(day__in=tries)}
    rows = [RetentionDay(deck=deck, day=day, tries=tries[day], right=right[day]) for day in tries]
    for row in rows:
        if known := before.get(row.day):
            row.tries += known.tries
            row.right += known.right
    RetentionDay.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["deck", "day"],
        update_fields=["tries", "right"],
    )
