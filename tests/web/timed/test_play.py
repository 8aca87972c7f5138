"""GET /test/<id>/: the page of a running test."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.urls import reverse

from strategy.dealing import Deal
from tests.factories import TimedTestFactory, give, miss, open_item
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_part,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.timed.kinds import Kind
from trainer.timed.models import TimedTest


def url(test: TimedTest) -> str:
    return reverse("timed:play", args=[test.public_id])


def test_it_shows_the_open_hand_and_its_plays(owner, timed_test):
    item = open_item(timed_test, "8S 8D v 6H")
    response = owner.get(url(timed_test))
    assert_page(response)
    form = page(response).select_one("form.actions")
    assert form["action"] == form["hx-post"] == reverse("timed:answer", args=[item.public_id])
    plays = {button["value"] for button in form.select("button")}
    assert plays == {"H", "S", "D", "P"}
    assert "Your hand: a pair of 8s, 16. The dealer shows 6." in words(response)
    assert "0 of 20" in words(page(response).select_one(".drill-bar__count"))


def test_htmx_gets_the_part_alone(owner, timed_test):
    response = owner.get(url(timed_test), headers=HTMX)
    assert_part(response)
    assert page(response).find(attrs={"hx-swap-oob": "innerHTML:#announcer"})


def test_nothing_of_later_hands_the_seed_or_the_chart_is_on_it(owner, timed_test):
    text = owner.get(url(timed_test)).content.decode()
    assert timed_test.seed not in text
    shown = page(owner.get(url(timed_test)))
    assert shown.select("main table") == []
    assert not shown.select("main a[href*='/charts/'], main a[href*='/explore/']")
    assert len(shown.select(".felt [role=img]")) == 4


def test_a_clock_is_shown_where_there_is_one(owner, timed_test, sprint):
    assert page(owner.get(url(timed_test))).select("[data-timer]") == []
    timer = page(owner.get(url(sprint))).select_one("[data-timer]")
    assert 50_000 < int(timer["data-remaining-ms"]) <= 60_000
    assert timer["data-ask"] == url(sprint)


def test_looking_again_changes_nothing(owner, timed_test):
    give(timed_test)
    before = recorded()
    for headers in ({}, HTMX):
        owner.get(url(timed_test), headers=headers)
    assert recorded() == before


def test_the_mark_is_that_of_the_last_hand(owner, timed_test):
    assert page(owner.get(url(timed_test))).select_one(".last-mark--right") is None
    give(timed_test)
    assert page(owner.get(url(timed_test))).select_one(".last-mark--right")
    miss(timed_test)
    shown = page(owner.get(url(timed_test)))
    assert shown.select_one(".last-mark--wrong")
    assert "1 right" in words(shown.select_one(".drill-bar"))
    assert "Hit" not in words(shown.select_one(".clock"))


def test_a_placement_keeps_its_verdicts_to_the_end(rulebook, owner, learner):
    test = TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40)
    miss(test)
    shown = page(owner.get(url(test)))
    assert shown.select_one(".last-mark--given")
    assert shown.select_one(".drill-bar__score") is None
    assert "Wrong" not in words(shown.select_one("main"))


def test_a_test_that_is_over_leads_to_its_result(owner, timed_test):
    owner.post(reverse("timed:end", args=[timed_test.public_id]))
    response = owner.get(url(timed_test))
    assert response.status_code == 302
    assert response["Location"] == reverse("timed:result", args=[timed_test.public_id])
    part = owner.get(url(timed_test), headers=HTMX)
    assert_part(part)
    assert page(part).select_one("a[data-go]")["href"] == response["Location"]
    assert page(part).select_one("form.actions") is None


def test_it_is_kept_out_of_every_cache(owner, timed_test):
    assert "no-store" in owner.get(url(timed_test))["Cache-Control"]


def test_a_test_of_somebody_else_does_not_exist(stranger, timed_test, guest_test):
    for test in (timed_test, guest_test):
        for name in ("play", "result"):
            address = reverse(f"timed:{name}", args=[test.public_id])
            assert_page(stranger.get(address), 404)
            assert_part(stranger.get(address, headers=HTMX), 404)


def test_other_methods_are_refused(owner, timed_test):
    assert_refused_method(owner.post(url(timed_test)), "GET", "HEAD")


def test_it_costs_the_same_after_many_answers(owner, timed_test):
    counts = []
    for _time in range(2):
        give(timed_test)
        with statements() as made:
            owner.get(url(timed_test))
        counts.append(len(made))
        for _number in range(5):
            give(timed_test)
    assert counts[0] == counts[1] <= 5


def test_a_guest_keeps_a_test_on_signing_up(guest, guest_test):
    give(guest_test)
    assert guest.get(url(guest_test)).status_code == 200
    guest_test.refresh_from_db()
    person = guest_test.learner
    assert person.is_guest
    person.guest_key = None
    person.save()
    guest.force_login(person)
    assert guest.get(url(guest_test)).status_code == 200


def test_the_hand_is_drawn_from_the_rules(owner, timed_test):
    item = open_item(timed_test)
    with time_machine.travel(item.asked_at + timedelta(minutes=30), tick=False):
        shown = page(owner.get(url(timed_test)))
    labels = [card["aria-label"] for card in shown.select(".seat--player [role=img]")]
    assert len(labels) == len(Deal.parse(item.deal).cards)
