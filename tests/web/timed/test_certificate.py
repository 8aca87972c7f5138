"""Certificates: made by a click, seen by whoever has the link, withdrawn at will."""

from __future__ import annotations

from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.factories import TimedTestFactory, UserFactory, give, miss
from tests.web.pages import assert_page, assert_refused_method, page, recorded, statements, words
from trainer.accounts.access import Visitor
from trainer.accounts.services import set_time_zone
from trainer.timed.dealer import deal_item
from trainer.timed.models import Certificate, Item, TimedTest
from trainer.timed.services import NotOver, certify, end_test


@pytest.fixture
def over(rulebook, learner) -> TimedTest:
    """A test that is over, with eleven right answers and a wrong one."""
    test = TimedTestFactory(learner=learner)
    for _number in range(11):
        give(test)
    miss(test)
    Item.objects.filter(test=test, number=12).update(deal=_dealt(test, 12))
    end_test(visitor=Visitor(learner, ""), test_id=test.public_id)
    test.refresh_from_db()
    return test


def _dealt(test: TimedTest, number: int) -> str:
    return str(deal_item(test, number))


def url(test: TimedTest, name: str = "certify") -> str:
    return reverse(f"timed:{name}", args=[test.public_id])


def address(certificate: Certificate) -> str:
    return reverse("timed:certificate", args=[certificate.public_id])


def made(test: TimedTest, name: str = "Ada Lovelace") -> Certificate:
    return certify(visitor=Visitor(test.learner, ""), test_id=test.public_id, name=name)


def test_there_is_none_before_the_learner_asks_for_one(owner, over):
    owner.get(url(over, "result"))
    assert not Certificate.objects.exists()
    field = page(owner.get(url(over, "result"))).select_one("input[name=name]")
    assert field["value"] == over.learner.get_username()


def test_it_is_made_with_the_name_that_the_learner_chooses(owner, over):
    response = owner.post(url(over), {"name": "  Ada Lovelace "})
    certificate = Certificate.objects.get()
    assert response.status_code == 302
    assert response["Location"] == address(certificate)
    assert certificate.name == "Ada Lovelace"
    assert certificate.public_id != over.public_id
    assert "has a certificate" in words(owner.get(url(over, "result")))


def test_whoever_has_the_link_sees_what_it_certifies(over):
    certificate = made(over)
    response = Client().get(address(certificate))
    assert_page(response)
    text = words(page(response).select_one("main"))
    for part in (
        "Ada Lovelace",
        "11 of 20",
        "11 right, 1 missed",
        "92%",
        over.rules.name,
        over.rules.code,
        f"{over.chart.name}, version {over.chart.number}",
        over.seed,
        f"http://testserver{address(certificate)}",
        "The 12 hands of the test",
        "they were dealt again from the seed: the same hands in the same order.",
    ):
        assert part in text
    assert page(response).find("button", string="Withdraw it") is None


def test_nothing_private_is_on_it(over):
    text = Client().get(address(made(over))).content.decode()
    for private in (over.learner.email, over.learner.get_username(), str(over.public_id)):
        assert private not in text


def test_no_cache_and_no_search_engine_keeps_it(over):
    response = Client().get(address(made(over)))
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"


def test_hands_that_the_seed_does_not_deal_are_told(over):
    Item.objects.filter(test=over, number=2).update(deal="TS TD v 2H")
    certificate = made(over)
    text = words(Client().get(address(certificate)))
    assert "dealt by an earlier version of the dealer" in text
    assert "10♠ 10♦ against 2♥" in text


def test_looking_at_it_deals_nothing(over, monkeypatch):
    certificate = made(over)

    def deal(*_arguments):
        raise AssertionError("dealt again")

    monkeypatch.setattr("trainer.timed.dealer.deal_cell", deal)
    assert_page(Client().get(address(certificate)))


@pytest.mark.parametrize(
    ("zone", "day"), [("Asia/Tokyo", "March 2, 2026"), ("America/New_York", "March 1, 2026")]
)
def test_its_date_is_where_the_learner_was_and_stays(rulebook, zone, day):
    learner = UserFactory(time_zone=zone)
    with time_machine.travel("2026-03-01 16:00:00Z", tick=False):
        test = TimedTestFactory(learner=learner)
        give(test)
        end_test(visitor=Visitor(learner, ""), test_id=test.public_id)
        test.refresh_from_db()
        certificate = made(test)
    for _time in range(2):
        assert f"Date {day}" in words(Client().get(address(certificate)))
        set_time_zone(user=learner, time_zone="Europe/Lisbon")


def test_withdrawn_it_leads_nowhere_and_a_new_one_has_a_new_link(owner, over):
    certificate = made(over)
    assert page(owner.get(address(certificate))).find("button", string="Withdraw it")
    response = owner.post(url(over, "withdraw"))
    assert response["Location"] == url(over, "result")
    assert_page(Client().get(address(certificate)), 404)
    assert made(over).public_id != certificate.public_id
    owner.post(url(over, "withdraw"))
    owner.post(url(over, "withdraw"))
    assert not Certificate.objects.exists()


def test_another_name_keeps_the_link(owner, over):
    certificate = made(over)
    owner.post(url(over), {"name": "Augusta"})
    again = Certificate.objects.get()
    assert (again.public_id, again.made_at) == (certificate.public_id, certificate.made_at)
    assert again.name == "Augusta"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b"])
def test_a_name_that_cannot_be_shown_is_refused(owner, over, name):
    before = recorded()
    response = owner.post(url(over), {"name": name})
    assert_page(response, 422)
    assert page(response).select_one(".invalid-feedback")
    assert recorded() == before


def test_a_name_is_text_and_nothing_else(over):
    response = Client().get(address(made(over, "<script>alert(1)</script>")))
    assert "&lt;script&gt;" in response.content.decode()
    assert page(response).select("main script") == []


def test_a_test_that_runs_or_has_no_answer_has_none(owner, timed_test):
    give(timed_test)
    empty = TimedTestFactory(learner=timed_test.learner)
    end_test(visitor=Visitor(empty.learner, ""), test_id=empty.public_id)
    for test in (timed_test, empty):
        assert owner.post(url(test), {"name": "Ada"})["Location"] == url(test, "result")
        with pytest.raises(NotOver):
            made(test)
    assert not Certificate.objects.exists()


def test_a_link_that_was_never_made_leads_nowhere(client, rulebook):
    assert_page(client.get(reverse("timed:certificate", args=[uuid4()])), 404)


def test_others_make_and_withdraw_nothing(stranger, over):
    certificate = made(over)
    for name in ("certify", "withdraw"):
        assert_page(stranger.post(url(over, name), {"name": "Mallory"}), 404)
    assert Certificate.objects.get().name == "Ada Lovelace"
    assert_refused_method(stranger.post(address(certificate)), "GET", "HEAD")


def test_it_costs_few_statements(over):
    certificate, client = made(over), Client()
    with statements() as asked:
        client.get(address(certificate))
    assert len(asked) <= 2
