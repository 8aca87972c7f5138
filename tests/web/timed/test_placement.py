"""The placement: what it deals, the levels that it tells, and the plan that it proposes."""

from __future__ import annotations

from collections import Counter

import pytest
from django.urls import reverse

from strategy.dealing import Deal, cells_of
from strategy.neighbours import near_misses, right_plays
from strategy.situations import Category
from tests.factories import TimedTestFactory, give, taught, teach
from tests.web.pages import page, words
from trainer.decisions.levels import Level, Standing
from trainer.decisions.models import Decision
from trainer.drills.models import Dealing, Drill
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.dealer import deal_item
from trainer.timed.kinds import Kind
from trainer.timed.models import TimedTest
from trainer.timed.placement import estimated


@pytest.fixture
def placement(rulebook, learner) -> TimedTest:
    return TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40)


def url(test: TimedTest, name: str) -> str:
    return reverse(f"timed:{name}", args=[test.public_id])


def answer_all(test: TimedTest, wrong: tuple[Category, ...] = ()) -> None:
    """Answer all forty hands by the chart, but those of some categories."""
    rules = rules_of(test.rules)
    for number in range(1, 41):
        situation = Deal.parse(test.items.get(number=number).deal).situation(rules)
        right = chart_of(test.chart).advise(situation).action
        other = next(action for action in situation.allowed if action is not right)
        give(test, other.value if situation.category in wrong else "")


def test_it_is_balanced_over_the_kinds_of_hands_and_over_easy_and_near_ones(placement):
    rules, chart = rules_of(placement.rules), chart_of(placement.chart)
    cells = placement.cell_list
    assert len(cells) == len(set(cells)) == 40
    by_category = Counter(cell.category for cell in cells)
    assert max(by_category.values()) - min(by_category.values()) <= 2
    every = cells_of(rules, chart, tuple(Category), longer=False)
    near = set(near_misses(right_plays(rules, chart), every))
    for category in Category:
        sides = Counter(cell in near for cell in cells if cell.category is category)
        assert abs(sides[True] - sides[False]) <= 1


def test_every_cell_is_asked_once(placement):
    rules = rules_of(placement.rules)
    dealt = [deal_item(placement, number).situation(rules).cell for number in range(1, 41)]
    assert sorted(map(str, dealt)) == sorted(placement.cells)


def test_two_placements_ask_other_hands(placement, learner):
    assert set(TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40).cells) != set(
        placement.cells
    )


def test_a_chart_without_enough_cells_is_asked_over_again(rulebook, learner):
    advice = taught("match-table", "match-table-advice")
    test = TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40, teaching=advice)
    assert 0 < len(set(test.cells)) == len(test.cells) <= 40
    assert deal_item(test, 40)


def test_without_a_kind_of_hand_the_others_make_up_for_it(rulebook, learner):
    unsplit = teach("6D SP1")
    test = TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40, teaching=unsplit)
    assert Counter(cell.category for cell in test.cell_list) == {
        Category.HARD: 20,
        Category.SOFT: 20,
    }


def test_the_result_tells_a_level_for_each_kind_of_hand(owner, placement):
    answer_all(placement, wrong=(Category.PAIR,))
    response = owner.get(url(placement, "result"))
    levels = [words(each) for each in page(response).select(".level")]
    assert levels[0].startswith("Hard totals Expert ")
    assert levels[1].startswith("Soft totals Expert ")
    assert levels[2].startswith("Pairs Beginner 0 right of the last ")
    steps = [words(step) for step in page(response).select(".panel ol li")]
    assert steps[0] == "Pairs: drill your weak spots until nine of ten are right."
    assert len(steps) == 3
    assert "This is an estimate" in words(response)


@pytest.mark.parametrize(
    ("answers", "correct", "level"),
    [
        (0, 0, Level.UNKNOWN),
        (9, 9, Level.UNKNOWN),
        (10, 10, Level.EXPERT),
        (14, 14, Level.EXPERT),
        (14, 13, Level.SKILLED),
        (10, 9, Level.SKILLED),
        (14, 12, Level.PLAYER),
        (12, 9, Level.PLAYER),
        (12, 8, Level.BEGINNER),
        (10, 0, Level.BEGINNER),
    ],
)
def test_a_level_is_estimated_by_the_share_that_was_right(answers, correct, level):
    assert estimated(answers, correct) == Standing(level, answers, correct)


def test_the_plan_begins_with_the_weak_hands(owner, placement):
    answer_all(placement, wrong=(Category.PAIR, Category.SOFT))
    response = owner.post(url(placement, "plan"))
    drill = Drill.objects.get()
    assert response["Location"] == reverse("drills:play", args=[drill.public_id])
    assert drill.category_set == {Category.PAIR, Category.SOFT}
    assert drill.back == url(placement, "result")
    assert (drill.dealing, drill.length, drill.chart) == (Dealing.WEAK, 20, placement.chart)


def test_without_weak_hands_the_plan_begins_with_the_near_misses(owner, placement):
    answer_all(placement)
    assert "drill your weak spots" not in words(owner.get(url(placement, "result")))
    response = owner.post(url(placement, "plan"))
    new = TimedTest.objects.latest("pk")
    assert response["Location"] == url(new, "play")
    assert (new.kind, new.count, new.chart) == ("near", 30, placement.chart)


def test_a_placement_ended_early_claims_nothing(owner, placement):
    give(placement)
    owner.post(url(placement, "end"))
    text = words(owner.get(url(placement, "result")))
    assert text.count("Not known yet") == 3
    assert "1 right of the last answer" in text
    assert text.count("too few answers to tell; drill them first.") == 3
    owner.post(url(placement, "plan"))
    assert Drill.objects.get().category_set == set(Category)


def test_what_too_little_is_known_of_comes_after_what_is_weak(owner, placement):
    rules = rules_of(placement.rules)
    for number in range(1, 41):
        situation = Deal.parse(placement.items.get(number=number).deal).situation(rules)
        chart = chart_of(placement.chart)
        right = chart.advise(situation).action
        wrong = next(action for action in situation.allowed if action is not right)
        give(placement, wrong.value if situation.category is Category.SOFT else right.value)
        of_soft = Decision.objects.filter(category="soft").count()
        if of_soft >= 10 and Decision.objects.filter(category="pair").count() < 10:
            break
    owner.post(url(placement, "end"))
    steps = [words(each) for each in page(owner.get(url(placement, "result"))).select(".panel li")]
    assert steps[0] == "Soft totals: drill your weak spots until nine of ten are right."


def test_kinds_of_hands_that_cannot_come_are_no_part_of_the_plan(rulebook, owner, learner):
    unsplit = teach("6D SP1")
    test = TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40, teaching=unsplit)
    give(test)
    owner.post(url(test, "end"))
    assert "Pairs" not in words(page(owner.get(url(test, "result"))).select_one(".panel"))
    owner.post(url(test, "plan"))
    assert Drill.objects.get().category_set == {Category.HARD, Category.SOFT}


def test_a_chart_without_near_misses_is_asked_as_a_whole(owner, placement, monkeypatch):
    monkeypatch.setattr("trainer.timed.dealer._near", lambda *_arguments: frozenset())
    answer_all(placement)
    assert "Near misses" not in words(page(owner.get(url(placement, "result"))).select_one("main"))
    response = owner.post(url(placement, "plan"))
    new = TimedTest.objects.latest("pk")
    assert response["Location"] == url(new, "play")
    assert new.kind == Kind.CHART


def test_there_is_no_plan_without_a_placement_that_is_over(owner, placement, timed_test):
    give(timed_test)
    owner.post(url(timed_test, "end"))
    empty = TimedTestFactory(learner=placement.learner, kind=Kind.PLACEMENT, count=40)
    owner.post(url(empty, "end"))
    before = TimedTest.objects.count()
    for test in (placement, timed_test, empty):
        assert owner.post(url(test, "plan"))["Location"] == url(test, "result")
    assert (Drill.objects.count(), TimedTest.objects.count()) == (0, before)
