"""POST /explore/audit/keep/: a chart of one's own, to be taught by it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from strategy.actions import Code
from strategy.analysis import analyse
from strategy.charts import Chart
from strategy.situations import Cell
from tests.factories import UserFactory, play
from tests.web.conftest import client_of
from tests.web.explorer.reading import H17, S17, assert_refused, stored
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, words
from trainer.drills.models import Drill
from trainer.rulebook import services
from trainer.rulebook.models import Chart as ChartRow
from trainer.rulebook.models import RuleSet, Teaching

URL = "/explore/audit/keep/"
START = "/drill/"

pytestmark = pytest.mark.django_db


def card(name: str = "On a card", rules=S17, **changes: object) -> Chart:
    """A printed chart that stands on 16 against a ten, and is else the exact one."""
    exact = analyse(rules).chart()
    cells = {**exact.cells, Cell.parse("hard 16 v T"): Code.S}
    return replace(exact, name=name, source="A shop", kind="printed", cells=cells, **changes)


def keep(client: Client, chart: Chart, **headers: str):
    return client.post(URL, {"chart": chart.dumps()}, headers=headers)


def offered(client: Client) -> dict[str, list[str]]:
    """The charts of somebody's own on the start form, by their rules."""
    of_all = set(ChartRow.objects.filter(owner=None).values_list("current__name", flat=True))
    codes = dict(RuleSet.objects.values_list("current__name", "current__code"))
    groups = page(client.get(START)).select("select[name=teaching] optgroup")
    assert len({group["label"] for group in groups}) == len(groups)
    found = {}
    for group in groups:
        own = [each.text for each in group.find_all("option") if each.text not in of_all]
        if own:
            found[codes[group["label"]]] = own
    return found


def settings(teaching: Teaching) -> dict[str, object]:
    return {
        "teaching": teaching.pk,
        "categories": ["hard", "soft", "pair"],
        "dealing": "even",
        "longer": "no",
        "length": "10",
    }


@pytest.fixture
def kept(rulebook, owner: Client, learner) -> Teaching:
    """What the learner is taught by a chart of their own."""
    keep(owner, card())
    return Teaching.objects.get(chart__owner=learner)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_it_leads_to_the_start_of_a_drill_and_says_so(rulebook, owner, learner, headers):
    response = keep(owner, card(), **headers)
    assert (response.status_code, response["Location"]) == (302, START)
    assert "The chart is kept" in words(owner.get(START))
    chart = ChartRow.objects.get(owner=learner)
    assert Chart.loads(chart.current.text) == card()
    assert chart.current.name == "On a card"


def test_line_ends_as_browsers_send_them_are_no_harm(rulebook, owner, learner):
    owner.post(URL, {"chart": card().dumps().replace("\n", "\r\n")})
    assert Chart.loads(ChartRow.objects.get(owner=learner).current.text) == card()


def test_only_its_owner_is_offered_it(kept, owner, stranger):
    assert offered(owner)[S17.code] == ["On a card"]
    assert S17.code not in offered(stranger)
    assert "On a card" not in words(stranger.get("/charts/"))


def test_for_others_the_chart_does_not_exist(kept, owner, stranger):
    address = reverse("rulebook:chart", args=[kept.chart.slug])
    assert_page(owner.get(address))
    assert_page(stranger.get(address), 404)


def test_a_stranger_cannot_drill_by_it(kept, stranger):
    before = stored()
    response = stranger.post(START, settings(kept))
    assert_page(response, 422)
    assert list(response.context["form"].errors) == ["teaching"]
    assert "On a card" not in words(response)
    assert stored() == before


def test_cells_of_the_same_rules_are_drilled_by_the_exact_chart_and_not_by_anybodys(
    kept, owner, stranger
):
    for client in (owner, stranger):
        sent = {"rules": S17.code, "cells": "hard 16 v T", "chart": kept.chart.slug}
        assert client.post(reverse("drills:cells"), sent).status_code == 302
        drill = Drill.objects.latest("pk")
        assert drill.chart.chart.owner is None
        assert drill.chart.chart.slug == f"exact-{drill.rules.rule_set.slug}"


def test_a_drill_by_it_grades_by_it(kept, owner):
    assert owner.post(START, settings(kept)).status_code == 302
    drill = Drill.objects.get()
    assert drill.chart == kept.chart.current
    assert drill.rules.code == S17.code
    assert play(drill, "TS 6D v TH", "S").verdict.correct
    assert not play(drill, "TS 6D v TH", "R").verdict.correct


def test_its_owner_starts_the_next_drill_with_it(kept, owner):
    owner.post(START, settings(kept))
    assert owner.get(START).context["form"].initial["teaching"] == kept


def test_a_chart_of_a_few_cells_is_drilled_in_those_alone(rulebook, owner, learner):
    cells = {Cell.parse("hard 16 v T"): Code.S}
    keep(owner, replace(card(), cells=cells, partial=True))
    assert (
        owner.post(START, settings(Teaching.objects.get(chart__owner=learner))).status_code == 302
    )
    assert play(Drill.objects.get(), "TS 6D v TH", "S").verdict.correct


def test_kept_twice_it_is_kept_once(kept, owner):
    before = stored()
    keep(owner, card())
    assert stored() == before


def test_a_chart_changed_under_its_name_is_a_new_version(kept, owner, learner):
    keep(owner, replace(card(), source="Another shop"))
    chart = ChartRow.objects.get(owner=learner)
    assert chart.current.number == 2
    assert offered(owner)[S17.code] == ["On a card"]


def test_the_same_name_under_other_rules_is_another_chart(kept, owner, learner):
    keep(owner, card(rules=H17))
    keep(owner, card("By another name"))
    assert ChartRow.objects.filter(owner=learner).count() == 3
    assert offered(owner)[H17.code] == ["On a card"]
    assert offered(owner)[S17.code] == ["On a card", "By another name"]
    for teaching in Teaching.objects.filter(chart__owner=learner):
        named = Chart.loads(teaching.chart.current.text).rules.code
        assert teaching.rule_set.current.code == named


def test_the_same_chart_of_two_users_is_each_ones_own(kept, owner, learner):
    other = UserFactory()
    keep(client_of(other), card())
    assert ChartRow.objects.filter(owner__in=[learner, other]).count() == 2
    assert offered(owner)[S17.code] == offered(client_of(other))[S17.code] == ["On a card"]


def test_a_kept_chart_leaves_what_everybody_is_offered_alone(kept, client):
    assert offered(client) == {}
    assert "On a card" not in words(client.get("/charts/"))


PARTIAL = 'name = {name}\nrules = "6D LS"\nsource = "S"\nkind = "printed"\npartial = true\n'
ROW = '[hard]\n16 = "H H H H H H H H H H"'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "This field is required."),
        ("", "This field is required."),
        ("  \n", "This field is required."),
        ("garbage", "not readable as TOML"),
        ("\x00", "Null characters are not allowed."),
        ("a = " + "[" * 5_000, "not readable as TOML"),
        ("#" * (64 * 1024 + 1), "at most 65536 characters"),
        ('name = "A"', "'rules' is missing or is not a text"),
        (PARTIAL.format(name='"A"'), "The chart states no cell."),
        (PARTIAL.format(name='""') + ROW, "A chart's name has 1 to 100 characters."),
        (PARTIAL.format(name=f'"{"A" * 101}"') + ROW, "A chart's name has 1 to 100 characters."),
        (PARTIAL.format(name='"A"').replace("6D LS", "SP1 DAS") + ROW, "DAS contradicts SP1"),
        (PARTIAL.format(name='"A"') + ROW + "\n16 = 1", "not readable as TOML"),
    ],
)
def test_what_is_no_chart_is_refused_and_nothing_is_stored(owner, text, message):
    before = stored()
    assert_refused(owner.post(URL, {} if text is None else {"chart": text}), message)
    assert stored() == before


def test_a_guest_is_asked_to_log_in_and_nothing_is_stored(guest):
    before = stored()
    response = keep(guest, card())
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))
    assert stored() == before


def test_an_account_holds_a_limited_number_of_charts(kept, owner, monkeypatch):
    monkeypatch.setattr(services, "MOST_OWN_CHARTS", 1)
    before = stored()
    response = keep(owner, card("Another"))
    assert_page(response, 422)
    assert "as many charts as an account can hold" in words(response)
    assert stored() == before
    assert keep(owner, card()).status_code == 302


def test_a_forged_form_keeps_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(keep(client, card()), 403)
    assert not ChartRow.objects.exists()


def test_other_methods_are_refused(owner):
    for method in (owner.get, owner.put, owner.delete):
        assert_refused_method(method(URL), "POST")
