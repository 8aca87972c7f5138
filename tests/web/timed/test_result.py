"""GET /test/<id>/result/: figures, misses, the best of the setting, and what follows."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from strategy.situations import Cell
from tests.factories import TimedTestFactory, UserFactory, give, miss, open_item, taught
from tests.web.pages import (
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.accounts.access import Visitor
from trainer.drills.models import Drill
from trainer.timed.kinds import Kind
from trainer.timed.models import TimedTest
from trainer.timed.services import end_test, pass_hand

SECOND = timedelta(seconds=1)


def url(test: TimedTest, name: str = "result") -> str:
    return reverse(f"timed:{name}", args=[test.public_id])


def end(test: TimedTest) -> None:
    visitor = Visitor(None if test.guest_key else test.learner, test.guest_key)
    end_test(visitor=visitor, test_id=test.public_id)
    test.refresh_from_db()


def figures(response) -> dict[str, str]:
    """The figures by their labels."""
    return {
        words(stat.select_one(".stat__label")): words(stat.select_one(".stat__value"))
        for stat in page(response).select(".stat")
    }


def taken(
    learner, right: int, wrong: int = 0, *, thought: timedelta = SECOND, **setting
) -> TimedTest:
    """A test that is over, with so many right and wrong answers."""
    test = TimedTestFactory(learner=learner, **setting)
    for _number in range(wrong):
        give(test, "S", deal="TS 6D v 9H", thought=thought)
    for _number in range(right):
        give(test, thought=thought)
    end(test)
    return test


def test_a_running_test_has_no_result_yet(owner, timed_test):
    response = owner.get(url(timed_test))
    assert response.status_code == 302
    assert response["Location"] == url(timed_test, "play")


def test_the_figures_of_enough_answers(rulebook, owner, learner):
    test = taken(learner, 9, 1)
    response = owner.get(url(test))
    assert_page(response)
    found = figures(response)
    assert found["Result"] == "9 of 20"
    assert found["Accuracy"] == "90%"
    assert found["Pace"] == "1.0 s"
    assert found["Longest run"] == "9"
    assert found["Cost"] == f"{test.cost_millionths / 100_000:.2f}"
    assert "likely between 59.6% and 98.2% (95% interval)" in words(response)
    assert "9 right, 1 missed" in words(response)
    assert "10 hands not reached" in words(response)


@pytest.mark.parametrize("answers", [1, 2, 9])
def test_of_fewer_than_ten_answers_no_rate_is_claimed(rulebook, owner, learner, answers):
    found = figures(owner.get(url(taken(learner, answers))))
    assert found["Result"] == f"{answers} of 20"
    assert found["Accuracy"] == found["Cost"] == "–"


def test_a_sprint_is_told_in_points_and_a_streak_as_a_run(rulebook, owner, learner):
    sprint = taken(learner, 1, 3, count=None, seconds=60)
    assert figures(owner.get(url(sprint)))["Result"] == "−2 points"
    streak = taken(learner, 4, count=None, kind=Kind.STREAK)
    assert figures(owner.get(url(streak)))["Result"] == "4 in a row"


def test_each_miss_is_told_with_its_reason(rulebook, owner, learner):
    test = TimedTestFactory(learner=learner)
    for _time in range(2):
        miss(test)
    give(test, "H", deal="8S 8D v 6H")
    end(test)
    misses = [words(each) for each in page(owner.get(url(test))).select(".missed")]
    assert len(misses) == 2
    assert "Right: Hit · You: Stand · missed 2 times" in misses[0]
    assert "With a 9 up the dealer mostly ends at 17 or more" in misses[0]
    assert "Right: Split · You: Hit" in misses[1]


def test_all_hands_are_kept_with_the_result(rulebook, owner, learner):
    test = taken(learner, 3, 1)
    rows = page(owner.get(url(test))).select(".played li")
    assert len(rows) == 4
    assert words(rows[0]) == "Wrong 10♠ 6♦ against 9♥ Stand"


def test_a_stranger_sees_no_result(stranger, timed_test):
    end(timed_test)
    for name in ("result", "again", "practise", "plan", "certify", "withdraw", "end"):
        method = stranger.get if name == "result" else stranger.post
        assert_page(method(url(timed_test, name), {"name": "Mallory"}), 404)


@pytest.mark.parametrize("name", ["again", "practise", "plan", "certify", "withdraw", "end"])
def test_what_changes_something_is_posted(owner, timed_test, name):
    assert_refused_method(owner.get(url(timed_test, name)), "POST")


def test_the_result_is_looked_at_alone(owner, timed_test):
    assert_refused_method(owner.post(url(timed_test)), "GET", "HEAD")


def test_a_result_costs_the_same_for_many_answers(rulebook, owner, learner):
    counts = []
    for answers in (2, 12):
        test = taken(learner, answers, 2)
        with statements() as made:
            owner.get(url(test))
        counts.append(len(made))
    assert counts[1] <= counts[0] + 1
    assert max(counts) <= 9


# The best of a setting


def test_a_first_test_of_a_setting_is_not_called_the_best(rulebook, owner, learner):
    response = owner.get(url(taken(learner, 3)))
    assert page(response).select_one(".notice--best") is None
    assert "Your best" not in words(response)


def test_the_best_is_that_of_the_very_setting(rulebook, owner, learner):
    low = taken(learner, 2, 3, count=5)
    high = taken(learner, 4, 1, count=5)
    taken(learner, 6, count=6)
    taken(learner, 5, count=5, teaching=taught("six-deck-h17"))
    taken(UserFactory(), 5, count=5)
    assert page(owner.get(url(high))).select_one(".notice--best")
    shown = page(owner.get(url(low)))
    assert "Your best at this very setting: 4 of 5" in words(shown)
    assert shown.select_one(f".notice a[href='{url(high)}']")
    assert len(shown.select("tbody tr")) == 1


def test_guesses_do_not_make_a_best(rulebook, owner, learner):
    careful = taken(learner, 3, count=None, seconds=60)
    wild = taken(learner, 4, 4, count=None, seconds=60)
    assert page(owner.get(url(careful))).select_one(".notice--best")
    assert page(owner.get(url(wild))).select_one(".notice--best") is None


def test_without_a_clock_hands_right_are_what_counts(rulebook, owner, learner):
    stopped = taken(learner, 3, kind=Kind.STREAK, count=None)
    erred = TimedTestFactory(learner=learner, kind=Kind.STREAK, count=None)
    for _number in range(4):
        give(erred, thought=3 * SECOND)
    miss(erred)
    assert page(owner.get(url(erred))).select_one(".notice--best")
    assert "Your best at this very setting: 4 in a row" in words(owner.get(url(stopped)))


def test_of_tests_of_a_number_of_hands_only_finished_ones_are_the_best(rulebook, owner, learner):
    stopped = taken(learner, 4, count=5)
    assert "Your best" not in words(owner.get(url(stopped)))
    more = taken(learner, 3, 1, count=5)
    assert "Your best" not in words(owner.get(url(more)))
    whole = taken(learner, 1, 4, count=5)
    assert page(owner.get(url(whole))).select_one(".notice--best")
    shown = page(owner.get(url(stopped)))
    assert "Your best at this very setting: 1 of 5" in words(shown)
    assert len(shown.select("tbody tr")) == 2


@pytest.mark.parametrize("idle", [timedelta(minutes=2), timedelta(minutes=30)])
def test_leaving_hands_lying_makes_no_best(rulebook, owner, learner, idle):
    steady = taken(learner, 3, thought=3 * SECOND, count=3)
    idler = TimedTestFactory(learner=learner, count=3)
    for thought in (SECOND, idle, idle):
        give(idler, thought=thought)
    assert page(owner.get(url(steady))).select_one(".notice--best")
    assert page(owner.get(url(idler))).select_one(".notice--best") is None


def test_dates_are_those_of_the_learner(rulebook, owner, learner):
    learner.time_zone = "Asia/Tokyo"
    learner.save()
    with time_machine.travel("2026-03-01 16:00:00Z", tick=False):
        best = taken(learner, 1, count=1)
    low = taken(learner, 0, 1, count=1)
    assert "1 of 1, 03/02/2026" in words(owner.get(url(low)))
    assert "03/02/2026" in words(page(owner.get(url(low))).select_one("tbody"))
    assert "03/02/2026" in words(page(owner.get("/test/history/")).select("tbody tr")[1])
    assert best.day.isoformat() == "2026-03-02"


def test_of_equal_scores_the_quicker_is_the_best(rulebook, owner, learner):
    slow = taken(learner, 5, thought=3 * SECOND, count=5)
    quick = taken(learner, 5, thought=2 * SECOND, count=5)
    assert page(owner.get(url(quick))).select_one(".notice--best")
    assert page(owner.get(url(slow))).select_one(".notice--best") is None


def test_a_running_test_is_not_the_best(rulebook, owner, learner):
    over = taken(learner, 1, 1, count=20)
    running = TimedTestFactory(learner=learner)
    for _number in range(3):
        give(running)
    assert "Your best" not in words(owner.get(url(over)))


# What follows


def test_it_is_taken_again_at_the_same_setting(rulebook, owner, learner):
    for setting in ({"count": 5, "hand_seconds": 7}, {"kind": Kind.CHART, "count": None}):
        test = taken(learner, 1, **setting)
        response = owner.post(url(test, "again"))
        new = TimedTest.objects.latest("pk")
        assert response["Location"] == url(new, "play")
        assert new.setting == test.setting
        assert (new.count, new.hand_seconds) == (test.count, test.hand_seconds)
        assert new.seed != test.seed


def test_the_misses_are_practised_in_a_drill(rulebook, owner, learner):
    test = TimedTestFactory(learner=learner, hand_seconds=5)
    for _time in range(2):
        miss(test)
    item = open_item(test, "8S 8D v 6H")
    with time_machine.travel(item.asked_at + 5 * SECOND, tick=False):
        pass_hand(visitor=Visitor(learner, ""), item_id=item.public_id)
    end(test)
    response = owner.post(url(test, "practise"))
    drill = Drill.objects.get()
    assert response["Location"] == reverse("drills:play", args=[drill.public_id])
    assert drill.cell_list == (Cell.parse("hard 16 v 9"), Cell.parse("pair 88 v 6"))
    assert (drill.length, drill.chart, drill.rules) == (6, test.chart, test.rules)


def test_without_a_miss_there_is_nothing_to_practise(rulebook, owner, learner):
    test = taken(learner, 2)
    assert "No mistake" in words(owner.get(url(test)))
    assert owner.post(url(test, "practise"))["Location"] == url(test)
    assert not Drill.objects.exists()


def test_the_misses_of_a_running_test_are_not_told_by_practising(owner, timed_test):
    miss(timed_test)
    assert owner.post(url(timed_test, "practise"))["Location"] == url(timed_test)
    assert not Drill.objects.exists()


def test_it_is_ended_with_what_was_answered(owner, timed_test):
    give(timed_test)
    before = timezone.now()
    response = owner.post(url(timed_test, "end"))
    assert response["Location"] == url(timed_test)
    timed_test.refresh_from_db()
    assert timed_test.ended_at >= before
    kept = recorded()
    owner.post(url(timed_test, "end"))
    assert recorded() == kept


# History


def test_the_history_has_every_test_that_is_over(rulebook, owner, learner):
    assert "No test yet" in words(owner.get("/test/history/"))
    first = taken(learner, 1, count=None, seconds=60)
    taken(learner, 0)
    TimedTestFactory(learner=learner)
    taken(UserFactory(), 1)
    response = owner.get("/test/history/")
    assert_page(response)
    rows = [words(row) for row in page(response).select("tbody tr")]
    assert len(rows) == 2
    assert "no answer" in rows[0]
    assert "1 point" in rows[1]
    assert page(response).select_one(f"a[href='{url(first)}']")


def test_the_history_comes_in_pages_and_costs_the_same(rulebook, owner, learner):
    counts = []
    for number in range(41):
        taken(learner, 1, count=1)
        if number in (1, 40):
            with statements() as made:
                owner.get("/test/history/")
            counts.append(len(made))
    assert counts[0] == counts[1] <= 5
    first = page(owner.get("/test/history/"))
    assert len(first.select("tbody tr")) == 20
    assert first.find("a", string="Older")["href"] == "?page=2"
    assert len(page(owner.get("/test/history/?page=3")).select("tbody tr")) == 1
    for odd in ("0", "99", "x", "-1"):
        assert_page(owner.get(f"/test/history/?page={odd}"))


def test_a_newcomer_has_no_history(rulebook, client, timed_test):
    end(timed_test)
    assert "No test yet" in words(client.get("/test/history/"))
    assert_refused_method(client.post("/test/history/"), "GET", "HEAD")


def test_a_guest_has_one(guest, guest_test):
    give(guest_test)
    end(guest_test)
    assert "Your own test" in words(guest.get("/test/history/"))
