"""GET /progress/chart/: the chart coloured by how its cells were answered."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from strategy.situations import Cell
from tests.factories import DeckFactory, UserFactory, decide, taught
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from tests.web.reports.reading import answered, key_of, log
from trainer.reports.decks import Course, Taught
from trainer.reports.heat import SHADES, Measure, shade_of

pytestmark = pytest.mark.usefixtures("rulebook")

URL = "/progress/chart/"


def cell_at(response, name: str):
    """The cell of the map with a name: ``soft A7 v 9``."""
    wanted = f"cell={name.replace(' ', '+')}"
    return next(a for a in page(response).select(".heat a") if a["href"].endswith(wanted)).parent


def shade(response, name: str) -> str:
    return cell_at(response, name)["class"][-1]


def told(response, name: str) -> str:
    return cell_at(response, name).a["aria-label"]


def test_without_answers_it_says_what_to_do(client, owner):
    for browser in (client, owner):
        assert "No answers yet" in words(browser.get(URL))


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        (0, 1, ("0/1", "heat--few", "hard 16 v 9: 1 answer")),
        (9, 0, ("9/9", "heat--few", "hard 16 v 9: 9 answers")),
        (10, 0, ("100% 10", "heat--0", "hard 16 v 9: 100% right, 10 answers")),
        (9, 1, ("90% 10", "heat--1", "hard 16 v 9: 90% right, 10 answers")),
        (8, 2, ("80% 10", "heat--2", "hard 16 v 9: 80% right, 10 answers")),
        (6, 5, ("55% 11", "heat--3", "hard 16 v 9: 55% right, 11 answers")),
        (4, 6, ("40% 10", "heat--4", "hard 16 v 9: 40% right, 10 answers")),
    ],
)
def test_accuracy_is_told_by_shade_value_and_count(owner, learner, right, wrong, expected):
    log(learner, "hard", right, wrong)
    response = owner.get(URL)
    assert_page(response)
    name = "hard 16 v 9"
    found = words(cell_at(response, name)), shade(response, name), told(response, name)
    assert found == expected
    assert words(cell_at(response, "hard 16 v 8")) == "–"


def test_cost_is_frequency_times_errors_times_their_cost(owner, learner):
    log(learner, "soft", 2, 8)
    name = "soft A7 v 9"
    response = owner.get(URL, {"measure": "cost"})
    stake = course().stakes[Cell.parse(name)]
    cost = 100 * stake.frequency * 8 * 0.083739 / 10
    assert words(cell_at(response, name)) == f"{cost:.3f} 10".removeprefix("0")
    assert shade(response, name) == f"heat--{shade_of(cost, Measure.COST)}"


def course() -> Course:
    teaching = taught()
    return Taught(teaching.rule_set.current, teaching.chart.current).course


def test_pace_is_that_of_two_cards(owner, learner):
    answered(learner, "TS 6D v 9H", "H" * 10, thought=timedelta(seconds=4))
    answered(learner, "TS 4D 2C v 9H", "H" * 10, thought=timedelta(seconds=1))
    response = owner.get(URL, {"measure": "pace"})
    name = "hard 16 v 9"
    assert words(cell_at(response, name)) == "4.0 10"
    assert told(response, name) == "hard 16 v 9: 4.0 s, 10 answers"
    assert shade(response, name) == "heat--2"


def test_due_dates_are_those_of_the_review(owner, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        log(learner, "hard", 1, 0)
        log(learner, "soft", 0, 1)
        without = owner.get(URL, {"measure": "due"})
        assert "not among those you keep in mind" in words(without)
        assert shade(without, "hard 16 v 9") == "heat--few"
        teaching = taught()
        DeckFactory(learner=learner, teaching=teaching)
        response = owner.get(URL)
        assert "not among those" not in words(response)
        assert told(response, "soft A7 v 9") == "A,7 v 9: due today, 1 answer"
        assert told(response, "hard 16 v 9").startswith("hard 16 v 9: due in 2 days")
        clock.shift(3 * 86_400)
        assert told(owner.get(URL), "hard 16 v 9").startswith("hard 16 v 9: overdue")
        assert shade(owner.get(URL), "hard 16 v 9") == "heat--4"
        assert told(owner.get(URL), "hard 12 v 2") == "hard 12 v 2: 0 answers"


@pytest.mark.parametrize("measure", Measure)
def test_the_shades_are_in_order_and_the_last_takes_all(measure):
    limits = [shade.limit for shade in SHADES[measure]]
    assert limits == sorted(limits)
    assert [shade_of(limit, measure) for limit in limits] == [0, 1, 2, 3, 4]


def test_the_chart_answered_last_is_shown_unless_another_is_chosen(owner, learner):
    log(learner, "hard", 1, 0)
    log(learner, "hard", 1, 1, teaching=taught("european"))
    assert words(page(owner.get(URL)).select_one(".lead")) == "European, no hole card · Exact chart"
    response = owner.get(URL, {"deck": key_of()})
    assert words(page(response).select_one(".lead")) == "Atlantic City · Exact chart"
    assert words(cell_at(response, "hard 16 v 9")) == "1/1"


def test_days_and_mode_narrow_it(owner, learner):
    log(learner, "hard", 10, 0)
    log(learner, "hard", 0, 10, mode="timed")
    assert words(cell_at(owner.get(URL, {"mode": "timed"}), "hard 16 v 9")) == "0% 10"
    assert words(cell_at(owner.get(URL, {"last": "2020-01-01"}), "hard 16 v 9")) == "–"


@pytest.mark.parametrize("deck", ["1-1", "x", "0-0", "99999999999999999999-1"])
def test_a_chart_that_was_not_taught_is_refused(owner, learner, deck):
    decide(learner)
    assert_page(owner.get(URL, {"deck": deck}), 422)


def test_nobody_sees_the_chart_of_another(learner):
    log(learner, "hard", 3, 0)
    other = UserFactory()
    decide(other, "8S 8D v 9H", "P")
    assert words(cell_at(client_of(other).get(URL), "hard 16 v 9")) == "–"


def test_every_cell_that_two_cards_bring_up_is_there_and_leads_to_its_page(owner, learner):
    decide(learner)
    response = owner.get(URL)
    links = page(response).select(".heat a")
    assert len(links) == len(course().plays)
    assert owner.get(links[0]["href"]).status_code == 200


def test_post_is_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")


@pytest.mark.parametrize("measure", Measure)
def test_the_number_of_statements_is_constant(owner, learner, measure):
    DeckFactory(learner=learner, teaching=taught())
    counts = []
    for _round in range(2):
        for category in ("hard", "soft", "pair"):
            log(learner, category, 6, 6)
        owner.get(URL, {"measure": measure})
        with statements() as made:
            owner.get(URL, {"measure": measure})
        counts.append(len(made))
    assert counts[0] == counts[1] <= 12
