"""GET and POST /drill/: the settings of a drill."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from strategy.situations import Category
from tests.factories import DrillFactory, answer, taught, teach
from tests.web.conftest import client_of_guest
from tests.web.pages import (
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.accounts.models import User
from trainer.drills.models import Drill, Question
from trainer.drills.services import DOUBLE_CLICK

URL = "/drill/"


def settings(**changes: object) -> dict[str, object]:
    """What the form sends for a newcomer, with some of it changed; None leaves a field out."""
    sent = {
        "teaching": taught().pk,
        "categories": ["hard", "soft", "pair"],
        "dealing": "even",
        "longer": "no",
        "length": "20",
        "time_zone": "",
    } | changes
    return {name: value for name, value in sent.items() if value is not None}


def chosen(response) -> dict[str, list[str]]:
    """What is chosen in the form of a page."""
    form = page(response).select_one("main .panel form")
    found = {name: [] for name in ("teaching", "categories", "dealing", "longer", "length")}
    for option in form.select("option[selected]"):
        found[option.find_parent("select")["name"]].append(option["value"])
    for box in form.select("input[checked]"):
        found[box["name"]].append(box["value"])
    return found


def test_a_newcomer_finds_a_start_that_makes_sense(rulebook, client):
    response = client.get(URL)
    assert_page(response)
    assert chosen(response) == {
        "teaching": [str(taught().pk)],
        "categories": ["hard", "soft", "pair"],
        "dealing": ["even"],
        "longer": ["no"],
        "length": ["20"],
    }


def test_charts_are_grouped_under_their_rules(rulebook, client):
    groups = page(client.get(URL)).select("select[name=teaching] optgroup")
    names = {
        group["label"]: [option.text for option in group.find_all("option")] for group in groups
    }
    assert len(names) == 7
    assert names["Match table"][0] == "Exact chart"
    assert len(names["Match table"]) == 3
    assert "Match table, as advised on the rule sheet" in names["Match table"]


def test_it_starts_what_was_chosen(owner, learner, rulebook):
    teaching = taught("match-table", "match-table-advice")
    sent = settings(
        teaching=teaching.pk, categories=["pair"], dealing="weak", longer="yes", length="endless"
    )
    response = owner.post(URL, sent)
    drill = Drill.objects.get()
    assert response.status_code == 302
    assert response["Location"] == reverse("drills:play", args=[drill.public_id])
    assert (drill.learner, drill.guest_key) == (learner, "")
    assert drill.rules == teaching.rule_set.current
    assert drill.chart == teaching.chart.current
    assert drill.category_set == {Category.PAIR}
    assert (drill.dealing, drill.longer, drill.length) == ("weak", True, None)
    assert (drill.asked, drill.answered, drill.questions.count()) == (1, 0, 1)


@pytest.mark.parametrize("length", [10, 20, 50, 100])
def test_each_length_is_kept(owner, rulebook, length):
    owner.post(URL, settings(length=str(length)))
    assert Drill.objects.get().length == length


@pytest.mark.parametrize("who", ["owner", "client"])
def test_a_double_click_starts_one_drill(rulebook, request, who):
    browser = request.getfixturevalue(who)
    first, second = (browser.post(URL, settings()) for _click in range(2))
    assert first["Location"] == second["Location"]
    assert Drill.objects.count() == Question.objects.count() == 1


@pytest.mark.parametrize("other", ["length", "answered", "ended", "earlier", "somebody"])
def test_what_is_another_drill_is_started(rulebook, owner, learner, other):
    owner.post(URL, settings())
    drill = Drill.objects.get()
    browser, changes = owner, {"length": "50"} if other == "length" else {}
    if other == "answered":
        answer(drill)
    if other == "ended":
        owner.post(reverse("drills:end", args=[drill.public_id]))
    if other == "earlier":
        Drill.objects.update(started_at=drill.started_at - DOUBLE_CLICK)
    if other == "somebody":
        browser = client_of_guest("somebody else")
    browser.post(URL, settings(**changes))
    assert Drill.objects.count() == 2


def test_the_settings_of_the_last_drill_are_remembered(owner, rulebook):
    sent = settings(
        teaching=taught("match-table", "match-table-advice").pk,
        categories=["hard", "pair"],
        dealing="table",
        longer="yes",
        length="endless",
    )
    owner.post(URL, settings())
    owner.post(URL, sent)
    assert chosen(owner.get(URL)) == {
        "teaching": [str(sent["teaching"])],
        "categories": ["hard", "pair"],
        "dealing": ["table"],
        "longer": ["yes"],
        "length": ["endless"],
    }


def test_a_guest_is_remembered_too(rulebook, client):
    client.post(URL, settings(categories=["soft"], length="50"))
    shown = chosen(client.get(URL))
    assert (shown["categories"], shown["length"]) == (["soft"], ["50"])


def test_what_a_stranger_chose_is_not_shown(stranger, rulebook, learner):
    DrillFactory(learner=learner, categories=(Category.SOFT,), length=100)
    shown = chosen(stranger.get(URL))
    assert (shown["categories"], shown["length"]) == (["hard", "soft", "pair"], ["20"])


def test_settings_are_remembered_when_the_rules_have_a_new_version(rulebook, owner, learner):
    teaching = teach("6D NDAS", slug="mine")
    DrillFactory(learner=learner, teaching=teaching)
    newer = teach("6D DAS", slug="mine")
    assert newer == teaching
    assert chosen(owner.get(URL))["teaching"] == [str(teaching.pk)]


def test_an_open_drill_is_pointed_to(owner, drill):
    link = page(owner.get(URL)).find("a", string="Go on with it")
    assert link["href"] == reverse("drills:play", args=[drill.public_id])
    owner.post(reverse("drills:end", args=[drill.public_id]))
    assert page(owner.get(URL)).find("a", string="Go on with it") is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("teaching", None),
        ("teaching", ""),
        ("teaching", "0"),
        ("teaching", "-1"),
        ("teaching", "atlantic-city"),
        ("teaching", "9" * 40),
        ("teaching", "\x00"),
        ("categories", None),
        ("categories", []),
        ("categories", ["aces"]),
        ("categories", ["hard", "HARD"]),
        ("categories", ["hard,soft"]),
        ("dealing", None),
        ("dealing", ""),
        ("dealing", "fair"),
        ("longer", None),
        ("longer", "maybe"),
        ("length", None),
        ("length", ""),
        ("length", "0"),
        ("length", "-10"),
        ("length", "11"),
        ("length", "1e2"),
        ("length", "9" * 5000),
    ],
)
def test_a_value_that_is_no_choice_is_refused(rulebook, client, field, value):
    before = recorded()
    response = client.post(URL, settings(**{field: value}))
    assert_page(response, 422)
    assert list(response.context["form"].errors) == [field]
    assert recorded() == before


def test_no_kind_of_hand_is_said_clearly(rulebook, client):
    response = client.post(URL, settings(categories=None))
    assert response.status_code == 422
    assert "Choose at least one kind of hand." in words(response)


def test_what_was_chosen_stays_chosen_after_a_refusal(rulebook, client):
    response = client.post(URL, settings(categories=None, dealing="table", length="50"))
    shown = chosen(response)
    assert (shown["categories"], shown["dealing"], shown["length"]) == ([], ["table"], ["50"])


def test_an_empty_form_is_refused(rulebook, client):
    response = client.post(URL)
    assert_page(response, 422)
    assert not Drill.objects.exists()


def test_hands_that_cannot_come_up_are_refused(rulebook, client):
    teaching = teach("6D SP1")
    before = recorded()
    response = client.post(URL, settings(teaching=teaching.pk, categories=["pair"]))
    assert_page(response, 422)
    assert "Under these rules no such hand can come up." in words(response)
    assert recorded() == before


def test_hands_that_cannot_come_up_are_no_harm_beside_others(rulebook, client):
    teaching = teach("6D SP1")
    assert client.post(URL, settings(teaching=teaching.pk)).status_code == 302
    assert Drill.objects.get().category_set == set(Category)


@pytest.mark.parametrize("dealing", ["even", "table", "weak"])
def test_hands_that_a_partial_chart_does_not_state_are_refused(rulebook, client, dealing):
    advice = taught("match-table", "match-table-advice")
    sent = settings(teaching=advice.pk, categories=["soft"], dealing=dealing)
    response = client.post(URL, sent)
    assert response.status_code == 422
    assert "Under these rules no such hand can come up." in words(response)
    assert not Drill.objects.exists()


def test_a_chart_that_is_no_longer_taught_is_refused(rulebook, client):
    teaching = teach("6D")
    sent = settings(teaching=teaching.pk)
    teaching.delete()
    assert client.post(URL, sent).status_code == 422


def test_a_guest_who_starts_is_no_row_yet(rulebook, client):
    response = client.post(URL, settings(time_zone="Asia/Kolkata"), follow=True)
    assert_page(response)
    assert not User.objects.exists()
    drill = Drill.objects.get()
    assert drill.learner is None
    assert drill.guest_key == client.session["guest"]
    assert len(drill.guest_key) >= 32
    assert drill.time_zone == "Asia/Kolkata"


def test_two_guests_have_keys_of_their_own(rulebook):
    for _number in range(2):
        Client().post(URL, settings())
    keys = set(Drill.objects.values_list("guest_key", flat=True))
    assert len(keys) == 2
    assert "" not in keys


def test_a_guest_who_starts_again_keeps_the_key(rulebook, client):
    client.post(URL, settings())
    client.post(URL, settings())
    assert Drill.objects.values("guest_key").distinct().count() == 1


@pytest.mark.parametrize(
    "zone", ["Mars/Olympus", "../../etc/passwd", "Europe", "/etc", "ß", "Z" * 65, "\x00"]
)
def test_a_zone_that_does_not_exist_is_passed_over(rulebook, client, zone):
    assert client.post(URL, settings(time_zone=zone)).status_code == 302
    assert Drill.objects.get().time_zone == ""


def test_a_guest_with_answers_starts_another_drill(rulebook):
    answer(DrillFactory(guest_key="the-guest"))
    client = client_of_guest("the-guest")
    client.post(URL, settings())
    assert User.objects.count() == 1
    assert client.get(reverse("drills:play", args=[Drill.objects.latest("pk").public_id])).text


def test_without_a_rulebook_it_asks_for_one(client, db):
    assert_page(client.get(URL))
    sent = {"categories": "hard", "dealing": "even", "longer": "no", "length": "20"}
    assert_page(client.post(URL, sent), 422)


def test_other_methods_are_refused(rulebook, client):
    assert_refused_method(client.put(URL), "GET", "HEAD", "POST")
    assert_refused_method(client.delete(URL), "GET", "HEAD", "POST")


def test_a_forged_form_starts_nothing(rulebook):
    client = Client(enforce_csrf_checks=True)
    assert_page(client.post(URL, settings()), 403)
    assert not Drill.objects.exists()


def test_the_number_of_statements_is_constant(owner, drill):
    counts = []
    for more in (0, 10):
        for number in range(more):
            teach("6D", slug=f"more-{number}")
        with statements() as made:
            owner.get(URL)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 8
