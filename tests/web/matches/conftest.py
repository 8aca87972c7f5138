"""Ann, who has an account, and Ben, a guest, at a table of their own; and who has nothing to do
with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories import UserFactory
from tests.factories.matches import OWN, TO_JOIN, made
from tests.web.conftest import client_of, client_of_guest
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.matches import presence, services, states
from trainer.matches.models import MatchTable, Participant
from trainer.matches.services import Place


@dataclass(frozen=True, slots=True)
class Cast:
    """Two people, their devices, and what they do apart from pages."""

    ann: Visitor
    ben: Visitor
    ann_phone: Client
    ben_phone: Client

    def made(self, *places: Place, **terms: Any) -> MatchTable:
        """A table of Ann's; a match has begun where nobody has to come."""
        return made(self.ann, *places, **terms)

    def gathering(self, *places: Place, **terms: Any) -> MatchTable:
        """A table of Ann's with a seat for her, one for whoever comes, and others."""
        return self.made(OWN, TO_JOIN, *places, **terms)

    def joined(self, *places: Place, **terms: Any) -> MatchTable:
        """The same with Ben in the other seat."""
        table = self.gathering(*places, **terms)
        services.join(visitor=self.ben, code=table.code, name="Ben")
        table.refresh_from_db()
        return table

    def begun(self, *places: Place, **terms: Any) -> MatchTable:
        """The same when the match has begun."""
        return self.begin(self.joined(*places, **terms))

    def begin(self, table: MatchTable) -> MatchTable:
        services.begin(visitor=self.ann, table_id=table.public_id)
        table.refresh_from_db()
        return table

    def person(self, table: MatchTable, name: str) -> Participant:
        return table.participants.get(name=name)

    def laptop(self) -> Client:
        """Another device of Ann's."""
        assert self.ann.user is not None
        return client_of(self.ann.user)


@pytest.fixture
def ann(db) -> User:
    return UserFactory(username="ann")


@pytest.fixture
def cast(rulebook, ann: User) -> Cast:
    return Cast(
        ann=Visitor(ann, ""),
        ben=Visitor(None, "ben"),
        ann_phone=client_of(ann),
        ben_phone=client_of_guest("ben"),
    )


@pytest.fixture(autouse=True)
def the_same_cards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of a test's tables follow from its name, so that it goes the same way each time."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(
        services.secrets, "token_hex", lambda size: f"{chance.getrandbits(8 * size):0{2 * size}x}"
    )


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds the matches, or the people, of another in memory."""
    states._kept.clear()
    monkeypatch.setattr(presence, "_seen", presence._Seen())


@pytest.fixture
def clock() -> Iterator[Any]:
    """A clock that stands still until it is shifted."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller
