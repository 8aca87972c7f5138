"""GET /progress/habits/: the wrong rules that the latest answers follow."""

from __future__ import annotations

from random import Random

import pytest
from bs4 import Tag

from strategy.actions import Action
from strategy.dealing import deal_cell
from strategy.misconceptions import all_misconceptions
from strategy.situations import Cell
from tests.factories import TableFactory, UserFactory, answer, decide, taught
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from tests.web.reports.reading import key_of
from trainer.accounts.models import User
from trainer.decisions.models import Decision
from trainer.drills.models import Drill
from trainer.reports.habits import ENOUGH
from trainer.reports.wording import MISCONCEPTIONS
from trainer.rulebook.queries import chart_of, rules_of
from trainer.tables.models import DealtShoe, PlayedRound, Table
from trainer.tables.queries import insurance_of

pytestmark = pytest.mark.usefixtures("rulebook")

URL = "/progress/habits/"


def follow(learner: User, slug: str | None, cells: list[str], times: int = 1) -> None:
    """Answers in some cells by somebody who follows a misconception, or the chart."""
    teaching, random = taught(), Random(1)
    rules, chart = rules_of(teaching.rule_set.current), chart_of(teaching.chart.current)
    own = {each.slug: each for each in all_misconceptions()}.get(slug or "")
    plays = own.plays(rules, chart) if own else {}
    for name in cells * times:
        deal = deal_cell(rules, Cell.parse(name), random, longer=False)
        situation = deal.situation(rules)
        play = plays.get(situation.cell) or chart.advise(situation).action
        decide(learner, str(deal), Action(play).value, teaching=teaching)


STIFF = [f"hard {total} v {upcard}" for total in (12, 13, 14, 15, 16) for upcard in "789TA"]
OTHERS = ["hard 11 v 6", "hard 18 v 9", "soft A6 v 4", "pair 88 v 9", "pair TT v 6"]


def told(response) -> list[str]:
    return [words(heading) for heading in page(response).select(".habit h2")]


def fields(form: Tag) -> dict[str, list[str]]:
    """What a form sends, all values of a name."""
    found: dict[str, list[str]] = {}
    for field in form.select("input[name]"):
        if field["name"] != "csrfmiddlewaretoken":
            found.setdefault(field["name"], []).append(field["value"])
    return found


def check_up(response) -> Tag | None:
    """The form that starts a check-up."""
    return page(response).select_one("section[aria-labelledby='check-up'] form")


def test_without_answers_it_says_what_to_do(client, owner):
    for browser in (client, owner):
        assert "No answers yet" in words(browser.get(URL))


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (1, "1 answer in this chart tells too little."),
        (2, "2 answers in this chart tell too little."),
    ],
)
def test_few_answers_tell_too_little(owner, learner, answers, expected):
    follow(learner, None, OTHERS[:answers])
    response = owner.get(URL)
    assert_page(response)
    assert expected in words(response)


def test_a_habit_is_named_with_its_evidence_its_cost_and_a_drill(owner, learner):
    follow(learner, "never-busts", [*STIFF, *OTHERS], times=2)
    response = owner.get(URL)
    assert told(response) == ["Never risks a bust"]
    habit = page(response).select_one(".habit")
    assert "You followed it in 50 of 50 answers in which it differs from the chart" in words(habit)
    assert "Always followed, it loses" in words(habit)
    assert "Stand in 2 of 2, right is Hit" in words(habit.select_one("li"))
    data = fields(habit.form)
    assert owner.post(habit.form["action"], data).status_code == 302
    assert Drill.objects.get(learner=learner).cells == data["cells"]
    assert check_up(response) is None


def test_whoever_plays_by_the_chart_is_accused_of_nothing(owner, learner):
    follow(learner, None, [*STIFF, *OTHERS], times=3)
    response = owner.get(URL)
    assert told(response) == []
    assert "No wrong rule shows in your latest 90 answers." in words(response)


def test_a_check_up_deals_once_each_hand_that_is_missing(owner, learner):
    follow(learner, None, OTHERS[:1])
    form = check_up(owner.get(URL))
    data = fields(form)
    hands = len(data["cells"])
    assert words(form.button) == f"Check for habits: {hands} hands"
    assert owner.post(form["action"], data).status_code == 302
    drill = Drill.objects.get(learner=learner)
    while not drill.ended_at:
        answer(drill)
    asked = Decision.objects.filter(sitting=drill.public_id).values_list("cell", flat=True)
    assert sorted(asked) == sorted(data["cells"])
    assert drill.back == f"{URL}?deck={key_of()}"


def test_what_was_answered_is_missing_no_more(owner, learner):
    follow(learner, None, OTHERS[:1])
    cells = fields(check_up(owner.get(URL)))["cells"]
    follow(learner, None, cells[:-1])
    form = check_up(owner.get(URL))
    assert words(form.button) == "Check for habits: 1 hand"
    assert fields(form)["cells"] == cells[-1:]


def test_a_whole_check_up_is_enough_and_leaves_nothing_to_ask(owner, learner):
    follow(learner, None, OTHERS[:1])
    cells = fields(check_up(owner.get(URL)))["cells"]
    follow(learner, None, cells)
    assert len(cells) + 1 < ENOUGH
    response = owner.get(URL)
    assert check_up(response) is None
    assert "No wrong rule shows in your latest" in words(response)
    assert "A check-up has nothing left to ask" in words(response)


def test_a_narrow_habit_shows_in_a_check_up(owner, learner):
    follow(learner, None, OTHERS[:1])
    cells = fields(check_up(owner.get(URL)))["cells"]
    follow(learner, "h17-chart", cells)
    response = owner.get(URL)
    assert told(response) == ["Perhaps"]
    assert "Plays the chart for soft 17 hit" in words(response)
    assert check_up(response) is None


def test_answers_with_a_hint_tell_nothing(owner, learner):
    follow(learner, "never-busts", STIFF)
    Decision.objects.update(assisted=True)
    follow(learner, None, OTHERS)
    assert "5 answers in this chart tell too little" in words(owner.get(URL))


def test_every_misconception_has_its_words():
    for each in all_misconceptions():
        name, sentence = MISCONCEPTIONS[each.slug]
        assert (str(name), str(sentence)) == (each.name, each.sentence)
    assert len(MISCONCEPTIONS) == len(all_misconceptions())


def play_rounds(table: Table, upcard: str, moves: str, count: int) -> None:
    shoe, _ = DealtShoe.objects.get_or_create(
        table=table,
        number=99,
        defaults={"code": table.rules.code, "seed": "s", "made_at": table.opened_at},
    )
    first = 100 + table.rounds.count()
    PlayedRound.objects.bulk_create(
        PlayedRound(
            table=table,
            shoe=shoe,
            rules=table.rules,
            chart=table.chart,
            number=first + number,
            dealt=0,
            bet=100,
            funds=1000,
            moves=moves,
            asked_at=table.opened_at,
            ended_at=table.opened_at,
            record=f"{table.rules.code} | 10 | TS {upcard} 9D 7C | {moves}",
            net=0,
        )
        for number in range(count)
    )


def test_insurance_is_counted_where_it_was_offered(learner):
    assert insurance_of(learner) == (0, 0)
    table = TableFactory(learner=learner)
    play_rounds(table, "AH", "I5 S", 3)
    play_rounds(table, "AH", "N S", 2)
    play_rounds(table, "TH", "N S", 4)  # an early surrender that was declined
    play_rounds(table, "9H", "S", 5)
    play_rounds(TableFactory(learner=UserFactory()), "AH", "I5 S", 1)
    assert insurance_of(learner) == (5, 3)


def test_always_insuring_is_told(owner, learner):
    follow(learner, None, OTHERS)
    play_rounds(TableFactory(learner=learner), "AH", "I5 S", 12)
    response = owner.get(URL)
    assert told(response) == ["Always takes insurance"]
    assert "you took insurance 12 of the last 12 times" in words(response)


def test_nobody_sees_the_habits_of_another(learner):
    follow(learner, "never-busts", STIFF, times=2)
    other = UserFactory()
    follow(other, None, OTHERS)
    assert told(client_of(other).get(URL)) == []


def test_a_chart_that_was_not_taught_is_refused(owner, learner):
    decide(learner)
    assert_page(owner.get(URL, {"deck": "1-x"}), 422)


def test_post_is_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")


def test_the_number_of_statements_is_constant(owner, learner):
    counts = []
    for _round in range(2):
        follow(learner, "never-busts", [*STIFF, *OTHERS])
        owner.get(URL)
        with statements() as made:
            owner.get(URL)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 7
