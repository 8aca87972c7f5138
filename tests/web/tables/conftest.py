"""Tables to play at, and a shuffler for their cards."""

from __future__ import annotations

import pytest

from tests.factories import TableFactory
from tests.factories.tables import Shuffler
from trainer.accounts.models import User
from trainer.tables.models import Table


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Shuffler:
    """``stack(table, "TS 9H 6D TC")``: the player's first card, the upcard, the player's second
    card, the hole card, and so on."""
    return Shuffler(monkeypatch)


@pytest.fixture
def table(rulebook, learner: User) -> Table:
    """A table of the learner: six decks with late surrender and insurance."""
    return TableFactory(learner=learner)


@pytest.fixture
def guest_table(rulebook) -> Table:
    """The same of the guest."""
    return TableFactory(guest_key="the-guest")
