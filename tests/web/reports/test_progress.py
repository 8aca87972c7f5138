"""GET /progress/: accuracy by category and by day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from tests.factories import DrillFactory, UserFactory, answer, decide
from tests.web.pages import assert_page, assert_refused_method, page, recorded, statements, words
from trainer.decisions.models import Scope, Tally

URL = "/progress/"
RIGHT = {"hard": ("TS 6D v 9H", "H"), "soft": ("AS 7D v 9H", "H"), "pair": ("8S 8D v 9H", "P")}
WRONG = {category: (deal, "S") for category, (deal, _action) in RIGHT.items()}


def log(learner, category: str, right: int, wrong: int, **others) -> None:
    for number in range(right + wrong):
        deal, action = (RIGHT if number < right else WRONG)[category]
        decide(learner, deal, action, **others)


def figures(response) -> dict[str, tuple[str, str]]:
    """Value and note of each figure, by its label."""
    return {
        words(stat.select_one(".stat__label")): (
            words(stat.select_one(".stat__value")),
            words(stat.select_one(".stat__note")),
        )
        for stat in page(response).select(".stat:not(.level)")
    }


def claims(response) -> str:
    """All that the page says, but for the rules of the levels."""
    main = page(response).main
    for rules in main.select(".level-rules"):
        rules.decompose()
    return words(main)


def days(response) -> list[list[str]]:
    """The table: day, all, hard, soft, pairs."""
    return [
        [words(cell) for cell in row.find_all(["th", "td"])]
        for row in page(response).select("tbody tr")
    ]


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
        "All hands": ("1 of 1", "3.0 s a hand · too few for a rate"),
        "Hard totals": ("1 of 1", "3.0 s a hand · too few for a rate"),
        "Soft totals": ("0 of 0", "no answers yet"),
        "Pairs": ("0 of 0", "no answers yet"),
    }
    assert "A rate is shown from ten answers on" in words(response)
    assert "%" not in claims(response)
    assert days(response) == [["03/01/2026", "1 of 1", "1 of 1", "–", "–"]]


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
    assert figures(response) == {
        "All hands": ("65%", "15 right of 23 · 2.4 s a hand · loses 2.10 bets per 100 such hands"),
        "Hard totals": (
            "78%",
            "14 right of 18 · 2.0 s a hand · loses 0.82 bets per 100 such hands",
        ),
        "Soft totals": ("1 of 5", "4.0 s a hand · too few for a rate"),
        "Pairs": ("0 of 0", "no answers yet"),
    }
    assert days(response) == [
        ["03/02/2026", "2 of 3", "2 of 3", "–", "–"],
        ["03/01/2026", "65% 13 of 20", "80% 12 of 15", "1 of 5", "–"],
    ]


def test_one_mistake_in_a_thousand_is_not_all_right(rulebook, owner, learner):
    decide(learner)
    Tally.objects.filter(scope=Scope.DAY).update(answers=1000, correct=999)
    assert figures(owner.get(URL))["All hands"][0] == "99%"
    Tally.objects.filter(scope=Scope.DAY).update(correct=1)
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


@pytest.mark.parametrize(
    ("earlier", "told"),
    [
        (0, None),
        (1, "1 earlier day is in the sums above."),
    ],
)
def test_the_latest_thirty_days_are_listed_and_the_rest_counted(
    rulebook, owner, learner, earlier, told
):
    first = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for number in range(30 + earlier):
        with time_machine.travel(first + timedelta(days=number), tick=False):
            log(learner, "hard", 1, 0)
    response = owner.get(URL)
    assert len(days(response)) == 30
    assert days(response)[0][0] == f"{first + timedelta(days=29 + earlier):%m/%d/%Y}"
    assert days(response)[-1][0] == f"{first + timedelta(days=earlier):%m/%d/%Y}"
    assert figures(response)["All hands"][1].startswith(f"{30 + earlier} right of {30 + earlier}")
    if told:
        assert told in words(response)
    else:
        assert "in the sums above" not in words(response)


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
    assert counts[0] == counts[1] <= 9


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
