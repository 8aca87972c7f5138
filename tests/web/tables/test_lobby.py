"""GET and POST /table/: the tables that can be opened, and those that are."""

from __future__ import annotations

import pytest
from django.urls import reverse

from strategy.rule_sets import stock_rule_sets
from tests.factories import TableFactory, UserFactory, play_round
from tests.factories.tables import ATLANTIC_CITY, EUROPEAN, SIX_DECKS, visitor_at
from tests.web.conftest import client_of
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements, words
from tests.web.tables.reading import at, stored
from trainer.accounts.models import User
from trainer.rulebook.models import RuleSetVersion
from trainer.tables.models import DealtShoe, Table, Training
from trainer.tables.services import leave_table

URL = "/table/"
SENT = {"rules": SIX_DECKS, "limits": "5-500", "training": "none"}


def alerts(response) -> str:
    found = page(response).select("form .alert, form .invalid-feedback")
    return " ".join(words(each) for each in found)


def listed(response) -> list[str]:
    return [link["href"] for link in page(response).select(".table-list a")]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_it_offers_all_rule_sets_and_chooses_the_first(rulebook, client, headers):
    response = client.get(URL, headers=headers)
    assert_page(response)
    radios = page(response).select("input[name=rules]")
    assert [radio["value"] for radio in radios] == [s.rules.code for s in stock_rule_sets()]
    assert [radio.has_attr("checked") for radio in radios] == [True] + [False] * (len(radios) - 1)
    assert page(response).find("a", href=reverse("tables:rules"))
    assert listed(response) == []


def test_looking_stores_nothing(rulebook, client):
    before = stored()
    client.get(URL)
    assert stored() == before
    assert "guest" not in client.session


@pytest.mark.parametrize("stock", stock_rule_sets(), ids=lambda stock: stock.slug)
def test_sitting_down_opens_a_table_of_the_rule_set(owner, rulebook, learner, stock):
    response = owner.post(URL, {**SENT, "rules": stock.rules.code})
    table = Table.objects.get()
    assert response.status_code == 302
    assert response["Location"] == at("play", table)
    assert (table.learner, table.guest_key) == (learner, "")
    assert (table.rules.code, table.rules.name) == (stock.rules.code, stock.name)
    assert table.chart.chart.slug == f"exact-{stock.slug}"
    assert DealtShoe.objects.get().code == stock.rules.code


@pytest.mark.parametrize(
    ("limits", "chips"),
    [("1-100", 1000), ("5-500", 5000), ("25-1000", 10_000), ("100-5000", 50_000)],
)
def test_the_bankroll_is_ten_times_the_maximum(owner, rulebook, limits, chips):
    owner.post(URL, {**SENT, "limits": limits})
    table = Table.objects.get()
    assert f"{table.minimum}-{table.maximum}" == limits
    assert table.bankroll == table.bought == 10 * chips


@pytest.mark.parametrize("training", Training.values)
def test_the_settings_are_kept(owner, rulebook, training):
    owner.post(URL, {**SENT, "training": training, "sound": "on"})
    table = Table.objects.get()
    assert (table.training, table.shows_rules, table.sound) == (training, False, True)
    owner.post(URL, {**SENT, "shows_rules": "on"})
    table = Table.objects.latest("pk")
    assert (table.shows_rules, table.sound) == (True, False)


def test_a_newcomer_becomes_a_guest_without_a_row(rulebook, client):
    client.post(URL, {**SENT, "time_zone": "Asia/Kolkata"})
    table = Table.objects.get()
    assert table.learner is None
    assert table.guest_key == client.session["guest"]
    assert table.time_zone == "Asia/Kolkata"
    assert not User.objects.exists()
    assert client.get(at("play", table)).status_code == 200


@pytest.mark.parametrize("zone", ["Mars/Olympus", "\x00", "../../etc/passwd", "America", "x" * 999])
def test_a_time_zone_that_is_none_is_no_reason_to_refuse(rulebook, client, zone):
    assert client.post(URL, {**SENT, "time_zone": zone}).status_code == 302
    assert Table.objects.get().time_zone == ""


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("limits", "5-501", "5-501 is not one of the available choices"),
        ("limits", "500-5", "500-5 is not one of the available choices"),
        ("limits", "", "This field is required."),
        ("limits", "0-0", "0-0 is not one of the available choices"),
        ("training", "all", "all is not one of the available choices"),
        ("training", "", "This field is required."),
        ("rules", "9D", "unknown rule '9D'"),
        ("rules", "6D 8D", "8D contradicts 6D"),
        (
            "rules",
            "SP1 DAS",
            "contradict each other: Double after a split / No splitting.",
        ),
        ("rules", "<b>", "unknown rule '<B>'"),
        ("rules", "6D " * 100, "has at most 200 characters"),
        ("rules", "6D\x00", "Null characters are not allowed."),
        ("rules", "", "Choose the rules of the table."),
        ("rules", "   ", "Choose the rules of the table."),
    ],
)
def test_bad_input_is_refused_with_its_reason(owner, rulebook, field, value, message):
    before = stored()
    response = owner.post(URL, {**SENT, field: value})
    assert_page(response, 422)
    assert alerts(response).count(message) == 1
    assert stored() == before


def test_without_any_rules_nothing_is_opened(owner, rulebook):
    sent = {name: value for name, value in SENT.items() if name != "rules"}
    response = owner.post(URL, sent)
    assert_page(response, 422)
    assert alerts(response) == "Choose the rules of the table."


def test_what_was_chosen_stays_in_the_form_when_it_is_refused(owner, rulebook):
    sent = {"rules": EUROPEAN, "limits": "7-7", "training": "test", "sound": "on"}
    form = page(owner.post(URL, sent)).select_one("main form")
    assert [radio["value"] for radio in form.select("input[name=rules][checked]")] == [EUROPEAN]
    assert [radio["value"] for radio in form.select("input[name=training][checked]")] == ["test"]
    assert form.select_one("input[name=sound]").has_attr("checked")
    assert not form.select_one("input[name=shows_rules]").has_attr("checked")


def test_the_form_starts_as_the_last_table_was_set(owner, rulebook, learner):
    TableFactory(learner=learner, minimum=25, maximum=2500, training=Training.TEST, sound=True)
    form = page(owner.get(URL)).select_one("main form")
    assert form.select_one("select[name=limits] option[selected]")["value"] == "25-2500"
    assert form.select_one("input[name=training][checked]")["value"] == "test"
    assert form.select_one("input[name=sound]").has_attr("checked")


def test_it_lists_the_visitors_open_tables_latest_first(owner, rulebook, learner):
    TableFactory(learner=UserFactory())
    TableFactory(guest_key="the-guest")
    first, left, last = (TableFactory(learner=learner, rules=ATLANTIC_CITY) for _ in range(3))
    leave_table(visitor=visitor_at(left), table_id=left.public_id)
    open_tables = [at("play", last), at("play", first)]
    assert listed(owner.get(URL)) == [*open_tables, at("history", left)]


def test_a_guest_sees_its_tables_before_and_after_the_first_decision(guest, stack, guest_table):
    TableFactory(guest_key="another-guest")
    assert listed(guest.get(URL)) == [at("play", guest_table)]
    stack(guest_table, "TS 9H 6D TC")
    play_round(guest_table, "S")
    assert User.objects.get() == guest_table.learner
    assert listed(guest.get(URL)) == [at("play", guest_table)]


def test_an_empty_key_lists_nobodys_tables(client, rulebook):
    TableFactory(learner=UserFactory())
    assert listed(client.get(URL)) == []


@pytest.mark.parametrize("decided", [False, True], ids=["no decision", "a decision"])
def test_who_signs_up_keeps_the_tables_of_the_guest(client, stack, rulebook, decided):
    client.post(URL, SENT)
    table = Table.objects.get()
    if decided:
        stack(table, "TS 9H 6D TC")
        play_round(table, "S")
    password = "under-the-hole-card-7"
    sent = {"username": "sitter", "password1": password, "password2": password}
    assert client.post(reverse("account_signup"), sent).status_code == 302
    assert "sitter" in words(client.get(URL))
    assert listed(client.get(URL)) == [at("play", table)]
    assert client.get(at("play", table)).status_code == 200
    client.logout()
    assert listed(client.get(URL)) == []
    assert client.get(at("play", table)).status_code == 404


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(owner, rulebook, method):
    assert_refused_method(getattr(owner, method)(URL), "GET", "HEAD", "POST")


def test_the_number_of_statements_does_not_grow_with_the_tables(rulebook):
    counts = []
    for tables in (1, 8):
        user = UserFactory()
        TableFactory.create_batch(tables, learner=user)
        client = client_of(user)
        with statements() as made:
            assert len(listed(client.get(URL))) == tables
        counts.append(len(made))
    assert counts[0] == counts[1] <= 10


def test_own_rules_are_not_among_the_offered_ones(owner, rulebook):
    owner.post(URL, {**SENT, "rules": "6D S17 CUT65"})
    assert RuleSetVersion.objects.filter(code=Table.objects.get().rules.code).exists()
    offered = [radio["value"] for radio in page(owner.get(URL)).select("input[name=rules]")]
    assert offered == [stock.rules.code for stock in stock_rule_sets()]
