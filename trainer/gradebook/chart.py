"""The chart as a class answers it."""

from __future__ import annotations

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.http import urlencode

from strategy.situations import Cell
from trainer.classroom.access import students_of
from trainer.classroom.models import Classroom
from trainer.decisions.queries import Record
from trainer.decisions.tallies import Deck
from trainer.gradebook.book import published
from trainer.quizzes.models import Item
from trainer.reports.decks import Taught, taught_decks
from trainer.reports.heat import HeatMap, Measure, coloured


def decks_of(classroom: Classroom) -> list[Taught]:
    """The rules and charts of the class's quizzes, the latest first; three queries."""
    pairs = published(classroom).order_by("-published_at").values_list("rules", "chart")
    decks = list(dict.fromkeys(Deck(*pair) for pair in pairs))
    taught = taught_decks(decks)
    return [taught[deck] for deck in decks]


def class_chart(classroom: Classroom, taught: Taught) -> HeatMap:
    """All answers of those who belong to the class; one query.

    A cell leads to the page about its hands.
    """
    page = f"{reverse('explorer:cell')}?{urlencode({'rules': taught.rules.code})}&cell="
    return coloured(taught, _records(classroom, taught), Measure.ACCURACY, page)


def _records(classroom: Classroom, taught: Taught) -> dict[Cell, Record]:
    answered = Item.objects.filter(
        question__quiz__classroom=classroom,
        question__quiz__rules=taught.rules,
        question__quiz__chart=taught.chart,
        question__struck=False,
        attempt__member__in=students_of(classroom.pk),
        answered_at__isnull=False,
    )
    sums = (
        answered.order_by()
        .values_list("question__cell")
        .annotate(answers=Count("pk"), right=Count("pk", filter=Q(correct=True)))
    )
    return {
        Cell.parse(cell): Record(answers=answers, correct=right) for cell, answers, right in sums
    }
