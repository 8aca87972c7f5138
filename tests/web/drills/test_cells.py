"""POST /drill/cells/: a drill of certain cells of any rules, by the exact chart."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from strategy.analysis import analyse
from strategy.dealing import Deal, compositions
from strategy.rule_sets import stock_rule_sets
from strategy.rules import Rules
from tests.factories import answer
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, recorded, words
from trainer.accounts.models import User
from trainer.drills.models import Drill
from trainer.rulebook.models import Chart, ChartVersion, RuleSet, Solution
from trainer.rulebook.queries import chart_of

URL = "/drill/cells/"
RULES = Rules.parse("6D H17 LS")
FLIPS = ["hard 11 v A", "soft A8 v 6", "pair 88 v A"]

pytestmark = pytest.mark.django_db


def sent(**changes: object) -> dict[str, object]:
    fields = {"rules": RULES.code, "cells": FLIPS} | changes
    return {name: value for name, value in fields.items() if value is not None}


def stored() -> tuple[object, ...]:
    return recorded(), *(model.objects.count() for model in (Chart, RuleSet, Solution))


def dealt(drill: Drill) -> Counter[str]:
    """How often each cell was dealt in a drill played to its end by its chart."""
    while not drill.ended_at:
        assert answer(drill).verdict.correct
    deals = drill.questions.values_list("deal", flat=True)
    return Counter(str(Deal.parse(deal).situation(RULES).cell) for deal in deals)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_it_starts_a_drill_and_leads_to_it(owner, learner, headers):
    response = owner.post(URL, sent(), headers=headers)
    drill = Drill.objects.get()
    assert response.status_code == 302
    assert response["Location"] == reverse("drills:play", args=[drill.public_id])
    assert (drill.learner, drill.guest_key) == (learner, "")
    assert_page(owner.get(response["Location"]))


def test_its_questions_are_of_these_cells_alone_each_as_often(owner):
    owner.post(URL, sent(cells=[*FLIPS, "hard 16 v T"]))
    assert dealt(Drill.objects.get()) == dict.fromkeys([*FLIPS, "hard 16 v T"], 3)


def test_of_one_cell_there_are_ten_hands(owner):
    owner.post(URL, sent(cells="pair 88 v A"))
    assert dealt(Drill.objects.get()) == {"pair 88 v A": 10}


def test_it_is_graded_by_the_exact_chart_of_the_rules(owner):
    owner.post(URL, sent(rules="ls h17 6d"))
    drill = Drill.objects.get()
    assert drill.rules.code == RULES.code
    assert chart_of(drill.chart) == analyse(RULES).chart()
    assert drill.chart.chart.owner is None


def test_every_cell_at_once_is_not_too_many(owner):
    cells = [str(cell) for cell in compositions(RULES, longer=False)]
    assert owner.post(URL, sent(cells=cells)).status_code == 302
    drill = Drill.objects.get()
    assert (len(drill.cells), drill.length) == (len(cells), 3 * len(cells))


def test_a_cell_named_twice_is_one_and_those_that_cannot_come_up_are_left_out(owner):
    cells = ["pair 88 v A", "pair 88 v A", "hard 21 v T", "hard 4 v 2"]
    owner.post(URL, sent(cells=cells))
    assert Drill.objects.get().cells == ["pair 88 v A"]


def test_the_same_rules_again_are_no_new_rows(owner):
    owner.post(URL, sent())
    before = (ChartVersion.objects.count(), RuleSet.objects.count())
    owner.post(URL, sent(cells="hard 16 v T"))
    assert (ChartVersion.objects.count(), RuleSet.objects.count()) == before == (1, 1)


def test_its_rules_are_not_offered_to_anybody(rulebook, owner, client):
    owner.post(URL, sent())
    for browser in (owner, client):
        groups = page(browser.get(reverse("drills:start"))).select("optgroup")
        assert RULES.code not in [group["label"] for group in groups]
        heads = page(browser.get(reverse("rulebook:index"))).select("h2")
        assert RULES.code not in [words(head) for head in heads]
        assert len(groups) == len(stock_rule_sets())


def test_its_settings_are_not_remembered_for_the_next_drill(rulebook, owner):
    before = owner.get(reverse("drills:start")).context["form"].initial
    owner.post(URL, sent(cells="pair 88 v A"))
    assert owner.get(reverse("drills:start")).context["form"].initial == before


def test_a_guest_starts_it_without_being_a_row(client):
    response = client.post(URL, sent(), follow=True)
    assert_page(response)
    assert not User.objects.exists()
    drill = Drill.objects.get()
    assert drill.learner is None
    assert drill.guest_key == client.session["guest"] != ""


def test_for_a_stranger_the_drill_does_not_exist(owner, stranger):
    owner.post(URL, sent())
    address = reverse("drills:play", args=[Drill.objects.latest("pk").public_id])
    assert_page(stranger.get(address), 404)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": None}, "This field is required."),
        ({"rules": ""}, "This field is required."),
        ({"rules": "9D"}, "unknown rule '9D'"),
        ({"rules": "6D 8D"}, "8D contradicts 6D"),
        ({"rules": "SP1 DAS"}, "DAS contradicts SP1"),
        ({"rules": "6D\x00"}, "Null characters are not allowed."),
        ({"rules": "6D " * 100}, "at most 200 characters"),
        ({"cells": None}, "This field is required."),
        ({"cells": []}, "This field is required."),
        ({"cells": ""}, "'' is not a cell"),
        ({"cells": ["pair 88 v A", "hard 22 v T"]}, "'hard 22 v T' is not a cell of any chart"),
        ({"cells": ["pair 88 v A", "\x00"]}, "is not a cell"),
        ({"cells": ["<b> 16 v T"]}, "'<b> 16 v T' is not a cell"),
        ({"cells": "hard 21 v T"}, "None of these hands can come up under the rules."),
        ({"rules": "6D SP1", "cells": "pair 88 v A"}, "None of these hands can come up"),
    ],
)
def test_rules_or_cells_that_cannot_be_are_refused_with_one_message(owner, changes, message):
    before = stored()
    response = owner.post(URL, sent(**changes))
    assert_page(response, 422)
    said = [error for errors in response.context["form"].errors.values() for error in errors]
    assert len(said) == 1
    assert message in said[0]
    assert message in words(response)
    assert stored() == before


def test_nothing_at_all_is_refused(client):
    before = stored()
    assert_page(client.post(URL), 422)
    assert stored() == before
    assert "guest" not in client.session


def test_more_fields_than_any_page_sends_are_refused(owner):
    before = stored()
    assert_page(owner.post(URL, sent(cells=["hard 16 v T"] * 1001)), 400)
    assert stored() == before


def test_other_methods_are_refused(owner):
    for method in (owner.get, owner.put, owner.delete):
        assert_refused_method(method(URL), "POST")
    assert not Drill.objects.exists()


def test_a_forged_form_starts_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(URL, sent()), 403)
    assert not Drill.objects.exists()
