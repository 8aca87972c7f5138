"""GET /progress/: accuracy by category and by day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from strategy.losses import Loss
from strategy.situations import Category
from tests.factories import DrillFactory, UserFactory, answer, decide, taught
from tests.web.pages import assert_page, assert_refused_method, page, recorded, statements, words
from tests.web.reports.reading import RIGHT, answered, figures, log, rows
from trainer.decisions.models import Decision, Mode, Scope, Tally
from trainer.decisions.queries import Record
from trainer.reports.decks import decks_of
from trainer.reports.overview import _mean

URL = "/progress/"


def claims(response) -> str:
    """All that the page says, but for the rules of the levels."""
    main = page(response).main
    for rules in main.select(".level-rules"):
        rules.decompose()
    return words(main)


def days(response) -> list[list[str]]:
    """The table of the course: span, all, hard, soft, pairs, pace."""
    return rows(response, "days")


@pytest.mark.parametrize("who", ["no session", "a guest", "a user"])
def test_without_answers_it_says_what_to_do(request, rulebook, who):
    fixture = {"no session": "client", "a guest": "guest", "a user": "owner"}[who]
    response = request.getfixturevalue(fixture).get(URL)
    assert_page(response)
    assert "No answers yet" in words(response)
    assert page(response).find("a", string="Start a drill")["href"] == "/drill/"
    assert figures(response) == {}
    assert "%" not in claims(response)


def test_of_one_answer_no_rate_is_claimed(rulebook, owner, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        log(learner, "hard", 1, 0)
        response = owner.get(URL)
    assert figures(response) == {
        "All hands": ["1 of 1", "too few for a rate", "3.0 s a hand"],
        "Hard totals": ["1 of 1", "too few for a rate", "3.0 s a hand"],
        "Soft totals": ["0 of 0", "no answers yet"],
        "Pairs": ["0 of 0", "no answers yet"],
    }
    assert "A rate is shown from ten answers on" in words(response)
    assert "%" not in claims(response)
    assert days(response) == [["03/01/2026", "1 of 1", "1 of 1", "–", "–", "3.0 s"]]


@pytest.mark.parametrize(
    ("answers", "value", "claimed"), [(9, "9 of 9", False), (10, "100%", True)]
)
def test_a_rate_is_claimed_from_ten_answers_on(rulebook, owner, learner, answers, value, claimed):
    log(learner, "hard", answers, 0)
    response = owner.get(URL)
    assert figures(response)["All hands"][0] == value
    assert figures(response)["Hard totals"][0] == value
    assert ("%" in claims(response)) is claimed
    assert ("A rate is shown from ten answers on" in words(response)) is not claimed


def test_known_figures(rulebook, owner, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        log(learner, "hard", 12, 3, thought=timedelta(seconds=2))
        log(learner, "soft", 1, 4, thought=timedelta(seconds=4))
        clock.shift(86_400)
        log(learner, "hard", 2, 1, thought=timedelta(seconds=2))
        log(learner, "pair", 10, 0, thought=timedelta(seconds=1), assisted=True)
        response = owner.get(URL)
    found = figures(response)
    assert [found[name][0] for name in found] == ["65%", "78%", "1 of 5", "0 of 0"]
    assert found["All hands"][1:3] == [
        "15 right of 23 · 10 with a hint, not counted",
        "2.4 s a hand",
    ]
    assert found["Hard totals"][1:3] == ["14 right of 18", "2.0 s a hand"]
    assert found["Soft totals"][1:] == ["too few for a rate", "4.0 s a hand"]
    assert found["Pairs"][1:] == ["no answers yet · 10 with a hint, not counted"]
    assert days(response) == [
        ["03/02/2026", "2 of 3", "2 of 3", "–", "–", "2.0 s"],
        ["03/01/2026", "65% 13 of 20", "80% 12 of 15", "1 of 5", "–", "2.5 s"],
    ]


def test_the_cost_is_how_often_how_wrong_and_how_dear(rulebook, owner, learner):
    """Ten hard cells, each wrong once in four: the others are taken to be wrong as often."""
    deals = [f"TS {low}D v {up}H" for low in "65" for up in "789TA"]
    for deal in deals:
        answered(learner, deal, "HHHS")
    stakes = decks_of(learner)[0].course.stakes
    lost = {}
    for decision in Decision.objects.filter(correct=False):
        lost[decision.chart_cell] = decision.cost_millionths / 1_000_000
    assert len(lost) == 10
    hard = {cell: stake for cell, stake in stakes.items() if cell.category is Category.HARD}
    by_hand = sum(
        100 * stake.frequency * 0.25 * lost.get(cell, stake.error_cost)
        for cell, stake in hard.items()
    )
    note = figures(owner.get(URL))["Hard totals"][-1]
    assert note.startswith(f"loses {by_hand:.2f} bets in 100 hands at a table (")


def test_all_right_costs_nothing_and_may_cost_a_little(rulebook, owner, learner):
    for low in "65":
        for up in "789TA":
            answered(learner, f"TS {low}D v {up}H", "HHH")
    note = figures(owner.get(URL))["All hands"][-1]
    assert note.startswith("loses 0.00 bets in 100 hands at a table (0.00 to ")


def test_of_a_few_cells_no_cost_is_claimed(rulebook, owner, learner):
    log(learner, "hard", 0, 30)
    response = owner.get(URL)
    assert "bets in 100 hands" not in words(response)
    assert "is told when ten different hands have been answered" in words(response)


def test_the_cost_of_a_category_is_weighted_by_its_own_answers():
    """Ten dear soft answers beside a thousand hard ones do not outweigh five hundred elsewhere."""
    dear, cheap = Loss(2.0, 1.0, 3.0, 1.0), Loss(0.0, 0.0, 0.1, 1.0)
    both = _mean([(dear, Record(answers=10)), (cheap, Record(answers=490)), (None, Record())])
    assert both is not None
    assert both.per_100 == pytest.approx(0.04)


def test_what_nine_answers_cost_is_not_claimed(rulebook, owner, learner):
    log(learner, "hard", 5, 4)
    assert "bets in 100 hands" not in words(owner.get(URL))


def test_modes_and_rule_sets_are_told_apart(rulebook, owner, learner):
    log(learner, "hard", 10, 0)
    log(learner, "hard", 6, 6, mode=Mode.TIMED, teaching=taught("european"))
    log(learner, "pair", 1, 0, mode=Mode.TIMED, assisted=True)
    response = owner.get(URL)
    assert [row[:2] for row in rows(response, "modes")] == [
        ["Drill", "100% 10 of 10"],
        ["Timed test", "50% 6 of 12"],
    ]
    assert [row[3] for row in rows(response, "modes")] == ["0", "1"]
    assert [row[:2] for row in rows(response, "decks")] == [
        ["European, no hole card · Exact chart", "50% 6 of 12"],
        ["Atlantic City · Exact chart", "100% 10 of 10"],
    ]
    only = owner.get(URL, {"mode": "timed"})
    assert figures(only)["All hands"][0] == "50%"
    assert [row[0] for row in rows(only, "modes")] == ["Timed test"]


def test_the_same_numbers_stand_everywhere(rulebook, owner, learner):
    """2 of 3 right on each of ten days: 67% in every figure and table."""
    for day in range(1, 11):
        with time_machine.travel(f"2026-03-{day:02} 12:00:00Z", tick=False):
            log(learner, "hard", 2, 1)
    response = owner.get(URL, {"step": "month"})
    assert figures(response)["All hands"][0] == figures(response)["Hard totals"][0] == "67%"
    assert {row[1] for table in ("days", "modes", "decks") for row in rows(response, table)} == {
        "67% 20 of 30"
    }


def test_g_04_first_decisions_have_a_pace_of_their_own(rulebook, owner, learner):
    for _hand in range(10):
        decide(learner, "4S 3D v 6H", "H", mode=Mode.TABLE, thought=timedelta(seconds=4))
        decide(learner, "4S 3D AC v 6H", "H", mode=Mode.TABLE, thought=timedelta(seconds=0.5))
    response = owner.get(URL)
    assert "4.0 s a hand · 0.5 s with three cards or more" in figures(response)["All hands"]
    assert rows(response, "modes")[0][2] == "4.0 s"


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("day", ["03/02/2026", "03/01/2026", "02/28/2026", "02/22/2026"]),
        ("week", ["03/02/2026", "02/23/2026", "02/16/2026"]),
        ("month", ["March 2026", "February 2026"]),
    ],
)
def test_the_course_is_told_by_day_week_and_month(rulebook, owner, learner, step, expected):
    for day in ("02-22", "02-28", "03-01", "03-02"):
        with time_machine.travel(f"2026-{day} 12:00:00Z", tick=False):
            log(learner, "hard", 1, 0)
    response = owner.get(URL, {"step": step})
    assert [row[0] for row in days(response)] == expected
    assert [row[0] for row in days(owner.get(URL))] == expected  # as it was looked at last


@pytest.mark.parametrize(
    ("zone", "moments", "expected"),
    [
        # Half past the hour: midnight in Kolkata is 18:30 UTC.
        (
            "Asia/Kolkata",
            ["2026-02-28 18:29:59Z", "2026-02-28 18:30:00Z"],
            {"day": ["03/01/2026", "02/28/2026"], "month": ["March 2026", "February 2026"]},
        ),
        # Clocks go forward on Sunday, 8 March 2026: the week ends at 7:00 UTC, not at 8:00.
        (
            "America/Los_Angeles",
            ["2026-03-09 06:59:59Z", "2026-03-09 07:00:00Z"],
            {"day": ["03/09/2026", "03/08/2026"], "week": ["03/09/2026", "03/02/2026"]},
        ),
    ],
)
def test_spans_are_those_of_the_learners_own_days(rulebook, zone, moments, expected):
    learner = UserFactory(time_zone=zone)
    client = Client()
    client.force_login(learner)
    for moment in moments:
        with time_machine.travel(moment, tick=False):
            log(learner, "hard", 1, 0)
    for step, spans in expected.items():
        assert [row[0] for row in days(client.get(URL, {"step": step}))] == spans


def test_days_can_be_chosen(rulebook, owner, learner):
    for day, (right, wrong) in {"02-10": (1, 0), "02-28": (2, 0), "03-05": (0, 4)}.items():
        with time_machine.travel(f"2026-{day} 12:00:00Z", tick=False):
            log(learner, "hard", right, wrong)
    for first, last, expected in (
        ("", "", "3 of 7"),
        ("2026-02-10", "2026-02-28", "3 of 3"),
        ("2026-02-11", "2026-03-05", "2 of 6"),
        ("2026-03-01", "", "0 of 4"),
        ("", "2026-02-10", "1 of 1"),
    ):
        response = owner.get(URL, {"first": first, "last": last})
        assert figures(response)["All hands"][0] == expected
    nothing = owner.get(URL, {"first": "2026-02-11", "last": "2026-02-12"})
    assert "No answer fits what is chosen above" in words(nothing)
    assert figures(nothing) == {}


@pytest.mark.parametrize(
    "query",
    [
        {"first": "yesterday"},
        {"last": "2026-02-30"},
        {"first": "2026-03-02", "last": "2026-03-01"},
        {"first": "0001-01-01"},
        {"last": "9999-12-31"},
        {"mode": "cheating"},
    ],
)
def test_what_makes_no_sense_is_told_and_nothing_is_shown(rulebook, owner, learner, query):
    decide(learner)
    response = owner.get(URL, query)
    assert_page(response, 422)
    assert page(response).select_one(".invalid-feedback")
    assert figures(response) == {}


@pytest.mark.parametrize(
    "kept", [{"history": None}, [], "x", {}, {"step": None}, {"step": ["day"]}, {"step": "year"}]
)
def test_r_12_broken_preferences_are_the_defaults(rulebook, owner, learner, kept):
    decide(learner)
    session = owner.session
    session["reports"] = kept
    session.save()
    assert words(page(owner.get(URL)).find(id="days")) == "By day"
    response = owner.get(f"{URL}chart/")
    assert words(page(response).select_one(".heat-measures strong")) == "Accuracy"


def test_a_step_that_there_is_not_is_the_default(rulebook, owner, learner):
    decide(learner)
    assert words(page(owner.get(URL, {"step": "year"})).find(id="days")) == "By day"


def test_r_09_a_share_is_written_in_percent_once(rulebook, owner, learner):
    log(learner, "hard", 15, 5)
    assert figures(owner.get(URL))["All hands"][0] == "75%"


@pytest.mark.parametrize(
    ("hints", "told"), [(1, "1 with a hint, not counted"), (2, "2 with a hint, not counted")]
)
def test_hints_are_counted_apart(rulebook, owner, learner, hints, told):
    answered(learner, "TS 6D v 9H", "H" * hints, assisted=True)
    response = owner.get(URL)
    assert figures(response)["All hands"][1] == f"no answers yet · {told}"


def test_one_mistake_in_a_thousand_is_not_all_right(rulebook, owner, learner):
    decide(learner)
    Tally.objects.filter(scope=Scope.MONTH).update(answers=1000, correct=999)
    assert figures(owner.get(URL))["All hands"][0] == "99%"
    Tally.objects.filter(scope=Scope.MONTH).update(correct=1)
    assert figures(owner.get(URL))["All hands"][0] == "1%"


def test_days_are_the_learners_own(rulebook):
    learner = UserFactory(time_zone="Asia/Kolkata")
    client = Client()
    client.force_login(learner)
    with time_machine.travel("2026-03-01 18:00:00Z", tick=False) as clock:
        log(learner, "hard", 1, 0)
        clock.shift(3600)
        log(learner, "hard", 1, 0)
    assert [row[0] for row in days(client.get(URL))] == ["03/02/2026", "03/01/2026"]


@pytest.mark.parametrize("earlier", [0, 1])
def test_the_latest_days_are_listed_and_the_rest_is_in_the_sums(rulebook, owner, learner, earlier):
    first = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for number in range(31 + earlier):
        with time_machine.travel(first + timedelta(days=number), tick=False):
            log(learner, "hard", 1, 0)
    response = owner.get(URL)
    assert len(days(response)) == 31
    assert days(response)[0][0] == f"{first + timedelta(days=30 + earlier):%m/%d/%Y}"
    assert days(response)[-1][0] == f"{first + timedelta(days=earlier):%m/%d/%Y}"
    assert figures(response)["All hands"][1] == f"{31 + earlier} right of {31 + earlier}"
    assert ("Earlier answers are in the sums above" in words(response)) is bool(earlier)


def test_two_days_with_enough_answers_make_a_line(rulebook, owner, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        log(learner, "hard", 10, 0)
        assert page(owner.get(URL)).select_one(".line-chart") is None
        clock.shift(86_400)
        log(learner, "hard", 9, 0)
        assert page(owner.get(URL)).select_one(".line-chart") is None
        log(learner, "hard", 0, 1)
        chart = page(owner.get(URL)).select_one(".line-chart")
    assert chart["role"] == "img"
    assert chart["aria-label"]
    assert chart.svg


def test_each_sees_only_its_own(stranger, drill, guest_drill):
    before = words(stranger.get(URL))
    for one in (drill, guest_drill):
        for _number in range(3):
            answer(one)
    assert words(stranger.get(URL)) == before


def test_a_guest_sees_its_own_and_how_to_keep_it(guest, guest_drill, owner, drill):
    answer(guest_drill)
    response = guest.get(URL)
    assert figures(response)["All hands"][0] == "1 of 1"
    assert "Sign up and take them along" in words(response)
    answer(drill)
    assert "Sign up and take them along" not in words(owner.get(URL))


def test_looking_changes_nothing(owner, drill):
    answer(drill)
    before = recorded()
    owner.get(URL)
    assert recorded() == before


def test_it_is_kept_out_of_every_cache(owner, drill):
    assert "no-store" in owner.get(URL)["Cache-Control"]


def test_post_is_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")


def test_the_number_of_statements_is_constant(rulebook, owner, learner):
    counts = []
    for day in (1, 20):
        with time_machine.travel(f"2026-03-{day:02} 12:00:00Z", tick=False):
            for category in RIGHT:
                log(learner, category, 6, 6)
                DrillFactory(learner=learner)
            with statements() as made:
                owner.get(URL)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 13


def test_levels_and_streaks_are_told(rulebook, owner, learner):
    learner.daily_goal = 10
    learner.save()
    for day in (1, 2, 4):
        with time_machine.travel(f"2026-03-0{day} 12:00:00Z", tick=False):
            log(learner, "hard", 10, 0)
            response = owner.get(URL)
    levels = page(response).find(id="levels").parent
    assert [words(stat) for stat in levels.select(".level")] == [
        "Hard totals Skilled 30 right of the last 30 answers",
        "Soft totals Not known yet no answers yet",
        "Pairs Not known yet no answers yet",
    ]
    assert "1 day in a row with the daily goal met · longest: 2 days" in words(levels)
