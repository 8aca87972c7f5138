"""Two tabs at once: what happens at a table happens one after the other, and once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.http import HttpResponse

from tests.factories import TableFactory, UserFactory, place_bet
from tests.factories.tables import Shuffler
from tests.web.conftest import client_of, client_of_guest
from tests.web.pages import HTMX
from tests.web.tables.reading import at
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Scope, Tally
from trainer.tables.models import PlayedRound, Training

pytestmark = pytest.mark.django_db(transaction=True)

TABS = 6


def together(posts: Sequence[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    """Send all at once, each from a thread of its own."""
    barrier = Barrier(len(posts))

    def send(post: Callable[[], HttpResponse]) -> HttpResponse:
        try:
            barrier.wait(timeout=30)
            return post()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(posts)) as pool:
        return list(pool.map(send, posts))


@pytest.mark.parametrize("who", ["user", "guest"])
def test_each_step_of_a_round_is_made_once(rulebook, monkeypatch, who):
    """Dealt, acted and finished from many tabs: one chip too many moved would show."""
    stack = Shuffler(monkeypatch)
    if who == "user":
        user = UserFactory()
        table = TableFactory(learner=user)
        clients = [client_of(user) for _ in range(TABS)]
    else:
        table = TableFactory(guest_key="the-guest")
        clients = [client_of_guest("the-guest") for _ in range(TABS)]
    stack(table, "2S 9H 3D TC 4S TH")
    steps = [("deal", {"bet": "10"}), ("act", {"action": "H"}), ("act", {"action": "S"})]
    for version, (name, data) in enumerate(steps):
        sent = {"version": version, **data}
        responses = together(
            [
                lambda client=client, name=name, sent=sent: client.post(
                    at(name, table), sent, headers=HTMX
                )
                for client in clients
            ]
        )
        assert Counter(r.status_code for r in responses) == {200: 1, 409: TABS - 1}, name
    row = PlayedRound.objects.get()
    assert (row.moves, row.net) == ("H S", -100)
    table.refresh_from_db()
    assert (table.bankroll, table.won, table.version) == (49_900, -100, 3)
    assert Decision.objects.count() == 2
    assert sum(tally.answers for tally in Tally.objects.filter(scope=Scope.CELL)) == 2
    assert Tally.objects.get(scope=Scope.DAY).answers == 2
    assert User.objects.count() == 1


def test_different_actions_at_once_leave_a_round_that_adds_up(rulebook, monkeypatch):
    stack = Shuffler(monkeypatch)
    user = UserFactory()
    table = TableFactory(learner=user, training=Training.TEST)
    stack(table, "8S 6H 8D TC 3S 2S TH")
    place_bet(table)
    sent = [
        *(("act", {"action": action}) for action in "HSPD"),
        ("guess", {"code": "P"}),
        ("guess", {"code": "S"}),
    ]
    responses = together(
        [
            lambda name=name, data=data: client_of(user).post(
                at(name, table), {"version": 1, **data}
            )
            for name, data in sent
        ]
    )
    assert Counter(r.status_code for r in responses) == {302: 1, 409: len(sent) - 1}
    assert Decision.objects.count() == 1
    table.refresh_from_db()
    row = PlayedRound.objects.get()
    assert table.version == 2
    if row.ended_at:
        assert table.bankroll == table.bought + row.net


def test_a_bankroll_is_filled_up_once(rulebook):
    user = UserFactory()
    table = TableFactory(learner=user, bankroll=0)
    responses = together(
        [lambda: client_of(user).post(at("refill", table), {"version": 0}) for _ in range(TABS)]
    )
    assert Counter(r.status_code for r in responses) == {302: 1, 409: TABS - 1}
    table.refresh_from_db()
    assert table.bankroll == table.bought == 50_000
