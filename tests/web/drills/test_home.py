"""GET /: the first page."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tests.factories import DrillFactory, answer, taught, teach
from tests.web.pages import assert_page, assert_refused_method, page, recorded, statements, words
from trainer.accounts.models import User
from trainer.drills.models import Drill


def fields(response) -> dict[str, list[str]]:
    """What the button of the page sends."""
    found: dict[str, list[str]] = {}
    for field in page(response).select("main form input[name]"):
        found.setdefault(field["name"], []).append(field.get("value", ""))
    found.pop("csrfmiddlewaretoken", None)
    return found


def test_a_newcomer_drills_with_one_click(rulebook, client):
    response = client.get("/")
    assert_page(response)
    sent = fields(response)
    assert client.post(reverse("drills:start"), sent).status_code == 302
    drill = Drill.objects.get()
    assert drill.rules == taught().rule_set.current
    assert drill.categories == "hard,soft,pair"
    assert (drill.dealing, drill.longer, drill.length) == ("even", False, 20)


def test_looking_makes_no_row_and_no_session(rulebook, client):
    before = recorded()
    client.get("/")
    assert recorded() == before
    assert not User.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_drill_that_is_open_is_offered(owner, drill):
    response = owner.get("/")
    go_on = page(response).find("a", string="Go on with your drill")
    assert go_on["href"] == reverse("drills:play", args=[drill.public_id])
    assert page(response).select_one("main form") is None


def test_a_guests_open_drill_is_offered(guest, guest_drill):
    for _number in range(2):
        assert reverse("drills:play", args=[guest_drill.public_id]) in guest.get("/").text
        answer(guest_drill)


def test_an_ended_drill_is_not_offered_but_its_settings_are(rulebook, owner, learner):
    drill = DrillFactory(
        learner=learner, teaching=taught("european"), dealing="table", longer=True, length=50
    )
    owner.post(reverse("drills:end", args=[drill.public_id]))
    response = owner.get("/")
    assert "Go on with your drill" not in words(response)
    sent = fields(response)
    assert sent["teaching"] == [str(taught("european").pk)]
    assert (sent["dealing"], sent["longer"], sent["length"]) == (["table"], ["yes"], ["50"])


def test_when_the_last_rules_are_no_longer_offered_the_button_still_deals(rulebook, owner, learner):
    teaching = teach("6D SP1")
    drill = DrillFactory(learner=learner, teaching=teaching)
    owner.post(reverse("drills:end", args=[drill.public_id]))
    teaching.delete()
    assert owner.post(reverse("drills:start"), fields(owner.get("/"))).status_code == 302


def test_another_persons_drill_is_not_offered(stranger, drill, guest_drill):
    shown = stranger.get("/").text
    assert str(drill.public_id) not in shown
    assert str(guest_drill.public_id) not in shown


def test_without_a_rulebook_it_is_shown(client, db):
    assert_page(client.get("/"))


def test_the_number_of_statements_is_constant(owner, drill):
    counts = []
    for more in (0, 10):
        for _number in range(more):
            DrillFactory(learner=drill.learner)
        with statements() as made:
            owner.get("/")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 6


def test_it_is_kept_out_of_every_cache(rulebook):
    assert "no-store" in Client().get("/")["Cache-Control"]


def test_post_is_refused(rulebook, client):
    assert_refused_method(client.post("/"), "GET", "HEAD")
