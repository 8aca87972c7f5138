"""/classes/<id>/quizzes/new/ and its preview: a form for a quiz."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from strategy.situations import Category, Cell
from tests.factories import AttemptFactory, QuizFactory, taught
from tests.web.pages import HTMX, is_whole, page, recorded, statements, words
from tests.web.quizzes.builder import filled
from trainer.quizzes.models import Item, Order, Origin, Quiz
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import teachings


@pytest.fixture
def url(classroom) -> str:
    return reverse("quizzes:new", args=[classroom.public_id])


@pytest.fixture
def look(classroom) -> str:
    return reverse("quizzes:preview_new", args=[classroom.public_id])


def made(teacher, url, **others: object) -> Quiz:
    response = teacher.post(url, filled(**others))
    assert response.status_code == 302, words(response)
    return Quiz.objects.latest("pk")


def test_it_makes_a_draft_with_its_hands(teacher, url):
    quiz = made(teacher, url, minutes=10, hand_seconds=15, count=12)
    assert quiz.published_at is None
    assert (quiz.title, quiz.seconds, quiz.hand_seconds) == ("Stiff hands", 600, 15)
    assert (quiz.rules, quiz.chart) == (taught().rule_set.current, taught().chart.current)
    questions = list(quiz.questions.all())
    assert len(questions) == 12
    categories = {Cell.parse(each.cell).category for each in questions}
    assert categories <= {Category.HARD, Category.SOFT}
    assert min(each.gap_millionths for each in questions) >= 3_000


def test_times_are_those_of_the_class(teacher, url):
    page_ = page(teacher.get(url))
    assert "Europe/Berlin" in words(page_)
    quiz = made(
        teacher, url, opens_at="2026-07-01T08:00", closes_at="2026-12-01T16:00", grace_days=2
    )
    assert quiz.opens_at == datetime(2026, 7, 1, 6, tzinfo=UTC)
    assert quiz.closes_at == datetime(2026, 12, 1, 15, tzinfo=UTC)
    assert quiz.ends_at == quiz.over_at == datetime(2026, 12, 3, 15, tzinfo=UTC)
    edit = page(teacher.get(reverse("quizzes:edit", args=[quiz.public_id])))
    assert edit.select_one("[name=opens_at]")["value"] == "2026-07-01T08:00"


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ({"title": ""}, "This field is required."),
        ({"categories": None}, "Choose at least one kind of hand."),
        ({"origin": "cells"}, "Pick at least one cell of the chart."),
        ({"origin": "cells", "cells": ["hard 99 v T"]}, "There is no cell hard 99 v T."),
        ({"origin": "cells", "cells": ["soft A7 v 2"]}, "Under these rules no such hand"),
        ({"origin": "weak"}, "do not tell yet where it is weak"),
        ({"count": 0}, "greater than or equal to 1"),
        ({"count": 10_000}, "less than or equal to 200"),
        ({"minutes": 1, "hand_seconds": 90}, "A hand cannot have more time"),
        ({"opens_at": "2026-07-02T08:00", "closes_at": "2026-07-01T08:00"}, "close after it opens"),
        ({"closes_at": "2026-03-29T02:30"}, "it may be ambiguous or it may not exist"),
        ({"closes_at": "tomorrow"}, "That is no time."),
        ({"closes_at": "9999-12-31T23:59", "grace_days": 30}, "one from 2000 to 2100."),
        ({"opens_at": "0001-01-01T00:00"}, "one from 2000 to 2100."),
        ({"opens_at": "1999-12-31T23:59"}, "one from 2000 to 2100."),
        ({"grace_days": 2}, "Days of grace need a closing time."),
        ({"teaching": 0}, "Select a valid choice."),
    ],
    ids=str,
)
@pytest.mark.parametrize("where", ["save", "preview"])
def test_an_invalid_form_is_refused(teacher, url, look, others, message, where):
    if where == "preview" and "title" in others:
        assert teacher.post(look, filled(**others)).status_code == 200
        return
    before = recorded()
    response = teacher.post(url if where == "save" else look, filled(**others))
    assert response.status_code == 422
    assert message in words(response)
    assert recorded() == before


def test_only_charts_of_everybody_are_offered(teacher, classroom, url):
    chart = taught().chart
    rule_set = taught().rule_set
    chart.pk, chart.slug, chart.owner, chart.current = None, "own", classroom.owner, None
    chart.save()
    own = Teaching.objects.create(rule_set=rule_set, chart=chart, position=9)
    assert own not in teachings(None)
    assert teacher.post(url, filled(teaching=own.pk)).status_code == 422


@pytest.mark.parametrize("near", [True, False])
def test_near_ties_are_left_out_unless_they_are_wanted(teacher, url, near):
    quiz = made(
        teacher,
        url,
        origin="cells",
        cells=["soft A7 v 2", "hard 16 v 9"],
        count=2,
        near_ties="on" if near else None,
    )
    asked = set(quiz.questions.values_list("cell", flat=True))
    assert asked == ({"soft A7 v 2", "hard 16 v 9"} if near else {"hard 16 v 9"})


def test_cells_are_picked_on_the_chart(teacher, url):
    response = teacher.get(url)
    boxes = page(response).select("table[data-pick] input[name=cells]")
    assert len(boxes) > 300
    assert "hard 16 v 9" in {box["value"] for box in boxes}
    assert all(box["aria-label"] for box in boxes)
    quiz = made(teacher, url, origin="cells", cells=["hard 16 v 9", "pair 88 v A"], count=4)
    assert quiz.origin == Origin.CELLS
    assert quiz.cells == ["hard 16 v 9", "pair 88 v A"]
    edit = page(teacher.get(reverse("quizzes:edit", args=[quiz.public_id])))
    picked = [box["value"] for box in edit.select("input[name=cells][checked]")]
    assert sorted(picked) == sorted(quiz.cells)


def test_the_weak_spots_are_those_of_the_quizzes_and_are_kept_as_they_are(teacher, url, classroom):
    quiz = QuizFactory(classroom=classroom)
    for number in range(10):
        attempt = AttemptFactory(quiz=quiz)
        wrong, right = attempt.items.order_by("number")
        Item.objects.filter(pk=wrong.pk).update(
            correct=number > 4, cost_millionths=100_000, action="S", right="H"
        )
        Item.objects.filter(pk=right.pk).update(correct=True, action="S", right="S")
    made_of = made(teacher, url, origin="weak", categories=None)
    assert made_of.cells == ["hard 16 v 9"]
    elsewhere = reverse("quizzes:new", args=[QuizFactory().classroom.public_id])
    assert teacher.get(elsewhere).status_code == 404


def test_the_preview_shows_what_the_form_comes_to_and_saves_nothing(teacher, look):
    before = recorded()
    sent = filled(title="", origin="cells", cells=["soft A7 v 2", "hard 16 v 9"], count=2)
    for headers in ({}, HTMX):
        response = teacher.post(look, sent, headers=headers)
        assert response.status_code == 200
        assert is_whole(response) is not bool(headers)
        shown = words(page(response).select_one("#preview"))
        assert "1 cell" in shown
        assert "Left out as a near tie: A,7 v 2." in shown
        assert "it is asked more than once." in shown
        assert "second best loses" in shown
        assert "HX-Request" in response["Vary"]
    assert recorded() == before


@pytest.mark.parametrize(
    ("others", "warned"),
    [
        ({"most_attempts": 2}, True),
        ({"most_attempts": None}, True),
        ({"most_attempts": 1}, False),
        ({"most_attempts": 2, "order": "levelled"}, False),
        ({"most_attempts": 2, "reveal": "at_once"}, False),
    ],
    ids=str,
)
def test_the_preview_warns_that_points_tell_what_was_right(teacher, look, others, warned):
    response = teacher.post(look, filled(**{"reveal": "never", **others}))
    assert response.status_code == 200
    assert ("The points tell: whoever answers one hand" in words(response)) is warned


def test_the_preview_says_what_is_wrong(teacher, look):
    response = teacher.post(look, filled(count=0), headers=HTMX)
    assert response.status_code == 422
    assert not is_whole(response)
    assert "Number of hands" in words(page(response).select_one("#preview"))


def test_another_chart_is_shown_to_pick_on_when_it_is_chosen(teacher, look):
    first, second = teachings(None)[:2]
    sent = filled(teaching=second.pk, shown=first.pk)
    swapped = page(teacher.post(look, sent, headers=HTMX)).select_one("#picker[hx-swap-oob]")
    assert swapped.select_one("[name=shown]")["value"] == str(second.pk)
    same = filled(teaching=second.pk, shown=second.pk)
    assert page(teacher.post(look, same, headers=HTMX)).select_one("#picker") is None


@pytest.mark.parametrize("order", list(Order))
def test_saving_costs_few_queries_however_many_hands(teacher, url, order):
    made(teacher, url, count=2, order=order)

    def asked(count: int) -> int:
        with statements() as queries:
            made(teacher, url, count=count, order=order)
        return len(queries)

    assert asked(100) <= asked(3) + 2
