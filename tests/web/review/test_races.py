"""The same deck in several tabs at once."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import DeckFactory, UserFactory, decide
from tests.web.conftest import client_of
from tests.web.drills.test_answer_races import together
from trainer.drills.models import Drill
from trainer.review.folding import take_in
from trainer.review.models import Deck, ReviewCard

pytestmark = pytest.mark.django_db(transaction=True)

TABS = 6


def test_each_decision_is_taken_in_once_from_all_tabs(rulebook):
    learner = UserFactory()
    deck = DeckFactory(learner=learner)
    for _ in range(20):
        decide(learner)
    address = reverse("review:deck", args=[deck.public_id])
    clients = [client_of(learner) for _tab in range(TABS)]
    responses = together([lambda client=client: client.get(address) for client in clients])
    assert {response.status_code for response in responses} == {200}
    assert ReviewCard.objects.get().answers == 20


def test_none_is_lost_while_others_are_written(rulebook):
    learner = UserFactory()
    deck = DeckFactory(learner=learner)
    reads = [lambda: take_in(deck=Deck.objects.get(pk=deck.pk))] * TABS
    together([*reads, *[lambda: decide(learner)] * TABS])
    take_in(deck=Deck.objects.get(pk=deck.pk))
    assert ReviewCard.objects.get().answers == TABS


def test_the_first_visit_in_all_tabs_makes_one_deck(rulebook):
    learner = UserFactory()
    decide(learner)
    clients = [client_of(learner) for _tab in range(TABS)]
    responses = together([lambda client=client: client.get("/review/") for client in clients])
    deck = Deck.objects.get()
    assert {response["Location"] for response in responses} == {f"/review/{deck.public_id}/"}


def test_a_review_started_in_all_tabs_is_one(rulebook):
    learner = UserFactory()
    deck = DeckFactory(learner=learner)
    address = reverse("review:start", args=[deck.public_id])
    clients = [client_of(learner) for _tab in range(TABS)]
    responses = together([lambda client=client: client.post(address) for client in clients])
    drill = Drill.objects.get()
    assert {response["Location"] for response in responses} == {f"/drill/{drill.public_id}/"}
