"""No response tells a card before its time: not the hole card, none to come, and no seed."""

from __future__ import annotations

import random
import re
from collections.abc import Collection

import pytest

from strategy.cards import PACK, Card
from strategy.shoe import Shoe
from tests.factories import TableFactory
from tests.factories.tables import state_of
from tests.web.pages import HTMX
from tests.web.tables.reading import at, buttons, post
from trainer.core.wording import card_name
from trainer.rulebook.queries import rules_of
from trainer.tables import services
from trainer.tables.models import Table, Training

ONE_DECK = "1D S17 PEEK DOA DAS SP4 SA2 ES 3:2 INS CUT75"
"""Each card is there once, so that what is named on a page can be no other card."""
PAGES = ["play", "history", "fairness", "settings"]
CARDS = {name: card for card in PACK for name in (card.code, card.shown, card_name(card))}
NAMED = re.compile(
    r'(?<!value=")\b[2-9TJQKA][CDHS]\b|(?:10|[2-9JQKA])[♣♦♥♠]'
    r"|\b\w+ of (?:clubs|diamonds|hearts|spades)\b"
)
"""What may name a card: its code, its symbols or its name."""


def told(text: str, cards: Collection[Card]) -> list[Card]:
    """Which of the cards a page names, by code, symbol or name; ``4D`` as a choice is decks."""
    named = {CARDS.get(name) for name in NAMED.findall(text)}
    return [card for card in cards if card in named]


def hidden_cards(table: Table) -> list[Card]:
    """The cards of the open shoe that nobody may know of now."""
    state = state_of(table)
    shoe = table.shoes.get(ended_at=None)
    if state is None or state.over:
        return list(Shoe.of(rules_of(table.rules), seed=shoe.seed).order[shoe.dealt :])
    assert isinstance(state.shoe, Shoe)
    hole = state.dealer_cards[1:] if state.hole_hidden else ()
    return [*state.shoe.order[state.shoe.dealt :], *hole]


def assert_nothing_told(table: Table, *responses) -> None:
    hidden = hidden_cards(table)
    seed = table.shoes.get(ended_at=None).seed
    assert hidden
    for response in responses:
        text = response.content.decode()
        assert told(text, hidden) == []
        assert seed not in text


@pytest.mark.parametrize("training", Training.values)
def test_while_the_shoe_is_open_no_page_names_what_is_still_to_come(
    owner, learner, rulebook, monkeypatch, training
):
    """A shoe played to its cut card, by plays at random, looking at every page on the way."""
    chance = random.Random(f"hidden {training}")
    monkeypatch.setattr(
        services.secrets, "token_hex", lambda size: f"{chance.getrandbits(128):032x}"
    )
    table = TableFactory(learner=learner, rules=ONE_DECK, training=training)
    assert_nothing_told(table, *(owner.get(at(name, table)) for name in PAGES))
    while True:
        response = post(owner, "deal", table, headers=HTMX, bet="5")
        looked = False
        while (state := state_of(table)) is not None and not state.over:
            pages = [response]
            if not looked:
                pages += [owner.get(at(name, table)) for name in PAGES]
                looked = True
            if training == Training.ADVISE and state.question:
                pages.append(post(owner, "advise", table, headers=HTMX))
            if training == Training.TEST and state.question:
                pages.append(post(owner, "guess", table, headers=HTMX, code="S"))
            pages.append(post(owner, "deal", table, headers=HTMX, bet="5"))
            assert_nothing_told(table, *pages)
            assert told(response.content.decode(), [state.upcard]) == [state.upcard]
            action = chance.choice(list(buttons(response)))
            response = post(owner, "act", table, headers=HTMX, action=action)
        if table.shoes.filter(ended_at=None).get().number > 1:
            break
        assert_nothing_told(table, response)
    assert table.rounds_played > 3


def test_a_page_that_names_a_card_would_be_seen():
    for name, card in CARDS.items():
        assert told(f"<p>{name}.</p>", PACK) == [card]
    assert told('<use href="/static/img/cards.svg#TC">', PACK) == [Card.parse("TC")]
    assert told("the ace of spades", PACK) == [Card.parse("AS")]
    assert told("10♣", PACK) == [Card.parse("TC")]
    assert told('17.5 chips, token aTCb, 10 of them, <option value="4D">', PACK) == []


@pytest.mark.parametrize("action", ["D", "P", "X", "", "I5", "R"])
def test_a_refusal_tells_nothing_either(owner, stack, learner, rulebook, action):
    table = TableFactory(learner=learner, rules=ONE_DECK, bankroll=10)
    stack(table, "8S 9H 8D TC")
    post(owner, "deal", table, bet="10")
    responses = [
        post(owner, "act", table, action=action if action != "R" else "N"),
        post(owner, "act", table, headers=HTMX, version=0, action=action),
        post(owner, "leave", table),
        post(owner, "refill", table),
    ]
    assert {response.status_code for response in responses} <= {400, 409, 422}
    assert_nothing_told(table, *responses)
