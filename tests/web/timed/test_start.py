"""GET and POST /test/ and /test/own/: the ready-made tests, and one's own."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from strategy.situations import Category
from tests.factories import DrillFactory, TimedTestFactory, UserFactory, give, taught, teach
from tests.web.pages import (
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.timed.kinds import READY, Kind
from trainer.timed.models import Item, TimedTest

START, OWN = "/test/", "/test/own/"


def own(**changes: object) -> dict[str, object]:
    """What the form for one's own test sends."""
    return {
        "teaching": taught().pk,
        "categories": ["hard", "soft", "pair"],
        "count": "20",
        "seconds": "",
        "hand_seconds": "",
        "time_zone": "Europe/Lisbon",
        **changes,
    }


def test_it_offers_every_ready_made_test_with_one_button(rulebook, client):
    response = client.get(START)
    assert_page(response)
    buttons = page(response).select(".ready-tests button[name=kind]")
    assert {button["value"] for button in buttons} == {kind.value for kind in READY}
    assert "An answer that arrives up to 1.5 seconds after the end still counts" in words(response)


def test_looking_makes_no_row_and_no_session(rulebook, client):
    before = recorded()
    for address in (START, OWN):
        assert_page(client.get(address))
    assert recorded() == before
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize("address", [START, OWN])
def test_other_methods_are_refused(rulebook, client, address):
    assert_refused_method(client.put(address), "GET", "HEAD", "POST")


@pytest.mark.parametrize(
    ("kind", "count", "seconds"),
    [
        ("sprint", None, 60),
        ("hands", 50, None),
        ("chart", 330, None),
        ("streak", None, None),
        ("near", 30, None),
        ("placement", 40, None),
    ],
)
def test_a_ready_made_test_starts_with_one_click(rulebook, owner, learner, kind, count, seconds):
    response = owner.post(START, {"teaching": taught().pk, "kind": kind})
    test = TimedTest.objects.get()
    assert response.status_code == 302
    assert response["Location"] == reverse("timed:play", args=[test.public_id])
    assert (test.kind, test.count, test.seconds, test.hand_seconds) == (kind, count, seconds, None)
    assert test.learner == learner
    assert test.rules == taught().rule_set.current
    assert (test.asked, test.done, test.items.count()) == (1, 0, 1)
    wait = timedelta(seconds=seconds or 3600)
    assert test.deadline == test.started_at + wait


def test_a_guest_tests_at_once_and_is_no_row_before_an_answer(rulebook, client):
    data = {"teaching": taught().pk, "kind": "sprint", "time_zone": "Asia/Tokyo"}
    assert client.post(START, data).status_code == 302
    test = TimedTest.objects.get()
    assert test.learner is None
    assert test.guest_key == client.session["guest"]
    assert test.time_zone == "Asia/Tokyo"


def test_every_seed_is_its_own(rulebook, owner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        for _time in range(2):
            owner.post(START, {"teaching": taught().pk, "kind": "sprint"})
            clock.shift(timedelta(seconds=5))
    one, other = TimedTest.objects.all()
    assert one.seed != other.seed
    assert one.setting == other.setting


@pytest.mark.parametrize("who", ["owner", "client"])
def test_a_double_click_starts_one_test(rulebook, request, who):
    browser = request.getfixturevalue(who)
    data = {"teaching": taught().pk, "kind": "sprint"}
    first, second = (browser.post(START, data) for _click in range(2))
    assert first["Location"] == second["Location"]
    assert TimedTest.objects.count() == Item.objects.count() == 1


@pytest.mark.parametrize("other", ["kind", "teaching", "answered", "ended", "somebody"])
def test_what_is_another_test_is_started(rulebook, owner, learner, other):
    test = TimedTestFactory(
        kind=Kind.SPRINT,
        count=None,
        seconds=60,
        learner=UserFactory() if other == "somebody" else learner,
    )
    data = {"teaching": taught().pk, "kind": "sprint"}
    if other == "kind":
        data["kind"] = "hands"
    if other == "teaching":
        data["teaching"] = taught("six-deck-h17").pk
    if other == "answered":
        give(test)
    if other == "ended":
        owner.post(reverse("timed:end", args=[test.public_id]))
    owner.post(START, data)
    assert TimedTest.objects.count() == 2


@pytest.mark.parametrize(
    ("zone", "day"), [("Asia/Tokyo", date(2026, 3, 2)), ("", date(2026, 3, 1)), ("x", None)]
)
def test_a_test_has_the_day_of_its_learner(rulebook, client, owner, learner, zone, day):
    with time_machine.travel("2026-03-01 16:00:00Z", tick=False):
        client.post(START, {"teaching": taught().pk, "kind": "sprint", "time_zone": zone})
        assert TimedTest.objects.get().day == (day or date(2026, 3, 1))
        learner.time_zone = "Asia/Tokyo"
        learner.save()
        owner.post(START, {"teaching": taught().pk, "kind": "sprint", "time_zone": "Europe/Paris"})
        assert TimedTest.objects.latest("pk").day == date(2026, 3, 2)


@pytest.mark.parametrize("kind", ["", "exam", "own"])
def test_an_unknown_kind_is_refused(rulebook, owner, kind):
    before = recorded()
    response = owner.post(START, {"teaching": taught().pk, "kind": kind})
    assert_page(response, 422)
    assert "Choose one of the tests." in words(response)
    assert recorded() == before


@pytest.mark.parametrize("teaching", ["", "0", "x"])
@pytest.mark.parametrize("address", [START, OWN])
def test_rules_that_nobody_offers_are_refused(rulebook, owner, address, teaching):
    before = recorded()
    response = owner.post(address, own(teaching=teaching, kind="sprint"))
    assert_page(response, 422)
    assert recorded() == before


def test_where_no_such_hand_can_come_up_it_says_so(rulebook, owner):
    unsplit = teach("6D SP1")
    before = recorded()
    response = owner.post(OWN, own(teaching=unsplit.pk, categories=["pair"]))
    assert_page(response, 422)
    assert "Under these rules no such hand can come up." in words(response)
    assert recorded() == before


def test_ones_own_test_has_what_was_chosen(rulebook, owner):
    chosen = own(categories=["pair", "hard"], count="7", seconds="90", hand_seconds="5")
    assert owner.post(OWN, chosen).status_code == 302
    test = TimedTest.objects.get()
    assert (test.kind, test.count, test.seconds, test.hand_seconds) == ("own", 7, 90, 5)
    assert test.categories == "hard,pair"
    assert test.category_set == {Category.HARD, Category.PAIR}
    assert test.time_zone == "Europe/Lisbon"


@pytest.mark.parametrize(
    "limits",
    [
        {"count": "1"},
        {"count": "500"},
        {"count": "", "seconds": "10"},
        {"count": "", "seconds": "3600"},
        {"hand_seconds": "1"},
        {"hand_seconds": "60"},
        {"seconds": "10", "hand_seconds": "10"},
        {"time_zone": "Mars/Olympus"},
    ],
    ids=str,
)
def test_the_limits_themselves_are_allowed(rulebook, owner, limits):
    assert owner.post(OWN, own(**limits)).status_code == 302


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": "0"}, "greater than or equal to 1"),
        ({"count": "501"}, "less than or equal to 500"),
        ({"count": "-3"}, "greater than or equal to 1"),
        ({"count": "many"}, "whole number"),
        ({"count": "2.5"}, "whole number"),
        ({"count": "9" * 5000}, "whole number"),
        ({"count": ""}, "Give a number of hands, or seconds, or both."),
        ({"seconds": "9"}, "greater than or equal to 10"),
        ({"seconds": "10000"}, "less than or equal to 3600"),
        ({"seconds": "NaN"}, "whole number"),
        ({"hand_seconds": "0"}, "greater than or equal to 1"),
        ({"hand_seconds": "61"}, "less than or equal to 60"),
        ({"seconds": "20", "hand_seconds": "21"}, "more time than the whole test"),
        ({"categories": []}, "Choose at least one kind of hand."),
        ({"categories": ["royal"]}, "Select a valid choice"),
    ],
    ids=str,
)
def test_settings_out_of_range_are_refused_and_kept_in_the_form(rulebook, owner, changes, message):
    before = recorded()
    response = owner.post(OWN, own(**changes))
    assert_page(response, 422)
    assert message in words(response)
    assert recorded() == before
    chosen = page(response).select_one("#own_teaching option[selected]")
    assert chosen["value"] == str(taught().pk)


def test_a_running_test_is_named_and_an_ended_one_is_not(owner, timed_test):
    assert "A test of yours is running: Your own test." in words(owner.get(START))
    timed_test.deadline = timezone.now()
    timed_test.save()
    assert "running" not in words(owner.get(START))


def test_rules_and_chart_of_the_last_test_are_remembered(rulebook, owner, learner):
    TimedTestFactory(learner=learner, teaching=taught("six-deck-h17"))
    selected = page(owner.get(START)).select("option[selected]")
    assert {option["value"] for option in selected} == {str(taught("six-deck-h17").pk)}


def test_before_the_first_test_those_of_the_last_drill_are(rulebook, owner, learner):
    DrillFactory(learner=learner, teaching=taught("six-deck-h17"))
    selected = page(owner.get(START)).select("option[selected]")
    assert {option["value"] for option in selected} == {str(taught("six-deck-h17").pk)}


def test_the_later_of_test_and_drill_is_remembered(rulebook, owner, learner):
    def selected() -> set[str]:
        return {each["value"] for each in page(owner.get(START)).select("option[selected]")}

    TimedTestFactory(learner=learner)
    DrillFactory(learner=learner, teaching=taught("six-deck-h17"))
    assert selected() == {str(taught("six-deck-h17").pk)}
    TimedTestFactory(learner=learner)
    assert selected() == {str(taught().pk)}


def test_the_page_costs_the_same_after_many_tests(rulebook, owner, learner):
    counts = []
    for _time in range(2):
        with statements() as made:
            owner.get(START)
        counts.append(len(made))
        for _number in range(5):
            give(TimedTestFactory(learner=learner, count=1))
    assert counts[0] >= counts[1] > 0
    assert max(counts) <= 9


def test_the_settings_of_tests_tell_them_apart(rulebook, learner):
    changes: list[dict[str, object]] = [
        {},
        {"count": 21},
        {"seconds": 60},
        {"hand_seconds": 5},
        {"kind": Kind.HANDS},
        {"categories": (Category.HARD,)},
        {"teaching": taught("six-deck-h17")},
        {"teaching": taught("atlantic-city", "atlantic-city-printed")},
    ]
    settings = [TimedTestFactory(learner=learner, **change).setting for change in changes]
    assert len(set(settings)) == len(changes)
    assert TimedTestFactory(learner=learner).setting == settings[0]
