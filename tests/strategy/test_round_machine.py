"""Random rounds under random rules, legal and illegal moves mixed, against a bookkeeper of its own.

The bookkeeper reads cards as text and knows the rules by their tokens alone; it shares nothing with
what the engine settles by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from strategy.actions import Action
from strategy.cards import PACK, Card, Rank
from strategy.legality import IllegalAction, Phase
from strategy.money import CHIP
from strategy.records import Record
from strategy.round import Round, View
from strategy.rules import Rules
from strategy.seats import HandState
from strategy.shoe import FixedShoe, Refill, Shoe
from strategy.situations import CHOICES
from tests.strategy import samples

MOST_MOVES_OF_A_SEAT = 2 + 3 + 4 * 20
"""Insurance and early surrender, three splits, and hits of four hands from an ace to 21."""
BOLD = (Action.SPLIT, Action.DOUBLE, Action.SURRENDER, Action.INSURE)
HIDDEN = {"shoe", "dealer_cards", "drawn"}
PAYS = {"3:2": (3, 2), "6:5": (6, 5), "1:1": (1, 1), "2:1": (2, 1)}


def low_count(cards: Sequence[Card]) -> int:
    """The count of some cards with every ace as one, by what is printed on them."""
    ranks = [str(card)[0] for card in cards]
    return sum(1 if rank == "A" else int(rank) if rank.isdigit() else 10 for rank in ranks)


def is_soft(cards: Sequence[Card]) -> bool:
    return any(str(card)[0] == "A" for card in cards) and low_count(cards) <= 11


def count(cards: Sequence[Card]) -> int:
    return low_count(cards) + 10 * is_soft(cards)


def is_natural(cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and count(cards) == 21


class Book:
    """What one player has put on the table, by the moves alone."""

    def __init__(self, bet: int) -> None:
        self.bet = bet
        self.bets_of_hand = [1]
        self.insured = 0
        self.surrendered = False

    @property
    def staked(self) -> int:
        return self.bet * sum(self.bets_of_hand) + self.insured

    def note(self, hand: int, action: Action, amount: int) -> None:
        match action:
            case Action.INSURE:
                self.insured = amount
            case Action.DOUBLE:
                self.bets_of_hand[hand] = 2
            case Action.SPLIT:
                self.bets_of_hand.insert(hand + 1, 1)
            case Action.SURRENDER:
                self.surrendered = True

    def gain(self, tokens: Sequence[str], hands: list[list[Card]], dealer: Sequence[Card]) -> int:
        """What the player has more at the end."""
        natural, whole = is_natural(dealer), CHIP if "FLOOR" in tokens else 1
        total = 2 * self.insured if natural else -self.insured
        if self.surrendered:
            return total + self.bet // 2 // whole * whole - self.bet
        if len(hands) == 1 and is_natural(hands[0]):
            win, stake = next(PAYS[token] for token in tokens if token in PAYS)
            return total + (0 if natural else self.bet * win // stake // whole * whole)
        if natural and "OBO" in tokens:
            return total - self.bet
        for bets, cards in zip(self.bets_of_hand, hands, strict=True):
            mine, theirs = count(cards), count(dealer)
            lost = mine > 21 or natural or mine < theirs <= 21
            won = not lost and (theirs > 21 or mine > theirs)
            total += bets * self.bet * (won - lost)
        return total


@st.composite
def shoes(draw: st.DrawFn, rules: Rules) -> Shoe:
    """A shoe in any order, at any place: mostly with some ranks to come first, so that naturals,
    pairs and split hands abound."""
    shoe = Shoe.of(rules, seed=str(draw(st.integers(0, 2**32))))
    first = draw(
        st.sampled_from(["", "AT", "AT", "TAK", "ATK9", "A8", "A", "8T3", "A6T", "JQ2", "45AK"])
    )
    order = sorted(shoe.order, key=lambda card: card.rank.value not in first)
    start = draw(st.just(0) | st.integers(0, len(order)))
    turned = (*order[len(order) - start :], *order[: len(order) - start])
    return replace(shoe, order=turned, dealt=start, round_start=start)


@st.composite
def stakes(draw: st.DrawFn) -> tuple[int, int | None]:
    """A bet, and what can be staked beside it: any amount, or often too little."""
    bet = CHIP * draw(st.integers(1, 25))
    halves = draw(st.sampled_from([None, None, 0, 1, 2, 2, 3, 4, 6, 9]))
    return bet, None if halves is None else bet * halves // 2


class Rounds(RuleBasedStateMachine):
    """A table at which round after round is played."""

    state: Round
    books: list[Book]

    @initialize(data=st.data(), rules=samples.rules(), seats=st.sampled_from([1, 1, 1, 2, 3, 7]))
    def sit_down(self, data: st.DataObject, rules: Rules, seats: int) -> None:
        self.rules, self.tokens, self.seats = rules, rules.code.split(), seats
        self.deal(data, data.draw(shoes(rules)))

    def deal(self, data: st.DataObject, shoe: Shoe) -> None:
        given = data.draw(st.lists(stakes(), min_size=self.seats, max_size=self.seats))
        bets, self.funds = zip(*given, strict=True)
        self.packs = Counter(shoe.order)
        self.books = [Book(bet) for bet in bets]
        self.state = Round.deal(self.rules, bets, shoe, funds=self.funds)

    @precondition(lambda self: not self.state.over)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        self.act(data.draw(st.sampled_from(self.state.legal_actions)))

    @precondition(lambda self: not {*self.state.legal_actions}.isdisjoint(BOLD))
    @rule(data=st.data())
    def move_boldly(self, data: st.DataObject) -> None:
        bold = [action for action in self.state.legal_actions if action in BOLD]
        self.act(data.draw(st.sampled_from(bold)))

    @precondition(lambda self: self.state.phase is Phase.INSURANCE)
    @rule(halves=st.integers(0, 2), more=st.sampled_from([-CHIP, -1, 0, 1, CHIP]))
    def insure(self, halves: int, more: int) -> None:
        book, funds = self.books[self.state.turn.seat], self.funds[self.state.turn.seat]
        most, amount = self.most_insured(), halves * book.bet // 2 + more
        assert (self.state.refusal(Action.INSURE) is None) == (funds is None or most <= funds)
        allowed = 0 < amount <= most and (funds is None or amount <= funds)
        if allowed and ("FLOOR" not in self.tokens or amount % CHIP == 0):
            self.act(Action.INSURE, amount)
        else:
            self.is_refused(Action.INSURE, amount)

    def most_insured(self) -> int:
        seat = self.state.turn.seat
        natural = is_natural(self.state.seats[seat].hands[0].cards)
        most = self.books[seat].bet // (1 if "INS1" in self.tokens and not natural else 2)
        return most - (most % CHIP if "FLOOR" in self.tokens else 0)

    @precondition(lambda self: self.state.over)
    @rule(data=st.data())
    def deal_again(self, data: st.DataObject) -> None:
        spent = self.state.shoe.spent
        self.deal(data, data.draw(shoes(self.rules)) if spent else self.state.shoe.next_round())

    def act(self, action: Action, amount: int | None = None) -> None:
        before, told = self.state, repr(self.state.visible(0))
        expected = amount or (self.most_insured() if action is Action.INSURE else 0)
        self.state = before.act(action, amount)
        assert repr(before.visible(0)) == told
        seat, hand = before.turn
        self.books[seat].note(hand, action, expected)
        assert self.state.moves == (*before.moves, (action, expected))
        assert self.state.events[: len(before.events)] == before.events
        assert self.state.drawn[: len(before.drawn)] == before.drawn

    def is_refused(self, action: Action, amount: int | None = None) -> None:
        refusal = self.state.refusal(action, amount)
        with pytest.raises(IllegalAction) as caught:
            self.state.act(action, amount)
        assert (caught.value.action, caught.value.refusal) == (action, refusal)

    def teardown(self) -> None:
        """Play the last round to its end, and look at it once more."""
        if not hasattr(self, "state"):
            return
        while not self.state.over:
            legal = self.state.legal_actions
            self.act(Action.STAND if Action.STAND in legal else legal[-1])
        self.no_card_is_lost_or_made()
        self.it_ends()
        self.at_the_end_the_books_balance()
        self.the_dealer_draws_by_the_rule_and_only_where_a_hand_is_left()
        self.its_record_plays_it_again()

    @invariant()
    def what_is_legal_is_what_is_not_refused(self) -> None:
        legal = self.state.legal_actions
        assert {action for action in Action if self.state.refusal(action) is None} == set(legal)
        assert len(set(legal)) == len(legal)
        for action in Action:
            if action not in legal:
                self.is_refused(action)
        assert bool(legal) == (self.state.turn is not None) == (not self.state.over)

    @invariant()
    def a_question_allows_what_the_round_does(self) -> None:
        question = self.state.question
        if question is None:
            return
        if self.state.phase is Phase.PLAY:
            assert question.allowed == self.state.legal_actions
        else:
            assert Action.SURRENDER in question.allowed
            assert set(question.allowed) <= set(CHOICES)

    @invariant()
    def nobody_stakes_more_than_there_is(self) -> None:
        for seat, book, funds in zip(self.state.seats, self.books, self.funds, strict=True):
            assert seat.staked == book.staked
            assert funds is None or funds + book.bet - book.staked >= 0
            most = self.rules.max_ace_hands if seat.hands[0].cards[0].rank is Rank.ACE else 4
            assert len(seat.hands) <= min(most, self.rules.max_hands)

    @invariant()
    def what_lies_face_down_changes_nothing_that_is_seen(self) -> None:
        """The view stays the same with any other hole card, shoe and order of the cards."""
        assert HIDDEN.isdisjoint(field.name for field in fields(View))
        if not self.state.hole_hidden:
            return
        for other in (PACK[0], PACK[9]):  # an ace and a ten
            cards = (self.state.upcard, other)
            secret = replace(self.state, dealer_cards=cards, shoe=FixedShoe(()), drawn=())
            for seat in {0, self.state.turn.seat}:
                assert secret.visible(seat) == self.state.visible(seat)
            assert secret.question == self.state.question
        seen = [event.card for event in self.state.events if hasattr(event, "card")]
        assert len(seen) == len(self.drawn_cards()) - 1

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        shoe, drawn = self.state.shoe, self.drawn_cards()
        assert isinstance(shoe, Shoe)
        if self.state.over:
            fresh = self.state.drawn.count(Refill.FRESH_PACK)
            assert Counter(shoe.order) == self.packs + Counter(PACK * fresh)
        assert list(shoe.order[shoe.round_start : shoe.dealt]) == drawn
        in_hands = [card for seat in self.state.seats for hand in seat.hands for card in hand.cards]
        assert Counter([*in_hands, *self.state.dealer_cards]) == Counter(drawn)

    def drawn_cards(self) -> list[Card]:
        return [card for card in self.state.drawn if isinstance(card, Card)]

    @invariant()
    def it_ends(self) -> None:
        assert len(self.state.moves) <= MOST_MOVES_OF_A_SEAT * self.seats

    @invariant()
    def at_the_end_the_books_balance(self) -> None:
        if not self.state.over:
            assert all(hasattr(event, "outcome") is False for event in self.state.events)
            return
        dealer = self.state.dealer_cards
        house = 0
        for number, (seat, book) in enumerate(zip(self.state.seats, self.books, strict=True)):
            hands = [list(hand.cards) for hand in seat.hands]
            gain = book.gain(self.tokens, hands, dealer)
            assert self.state.net(number) == gain
            assert gain >= -book.staked
            looked = "PEEK" in self.tokens and is_natural(dealer)
            assert looked or all(hand.state is not HandState.OPEN for hand in seat.hands)
            house -= gain
        settled = sum(getattr(event, "net", 0) for event in self.state.events)
        assert house + settled == 0

    @invariant()
    def the_dealer_draws_by_the_rule_and_only_where_a_hand_is_left(self) -> None:
        dealer = self.state.dealer_cards
        if not self.state.over:
            assert len(dealer) == (2 if "PEEK" in self.tokens else 1)
            return
        left = [hand.state is HandState.STOOD for seat in self.state.seats for hand in seat.hands]
        if not any(left):
            assert len(dealer) == 1 + ("PEEK" in self.tokens or self.natural_matters())
        elif not is_natural(dealer):
            assert not self.must_draw(dealer)
        for taken, _ in pairwise(dealer[:cards] for cards in range(2, len(dealer) + 1)):
            assert self.must_draw(taken)

    def natural_matters(self) -> bool:
        """Whether anything hangs on a second card of a dealer who has no hole card."""
        again = "OBO" in self.tokens and any(sum(book.bets_of_hand) > 1 for book in self.books)
        naturals = any(
            len(seat.hands) == 1 and is_natural(seat.hands[0].cards) and not book.surrendered
            for seat, book in zip(self.state.seats, self.books, strict=True)
        )
        insured = any(book.insured for book in self.books)
        return count([self.state.upcard]) in (10, 11) and (again or naturals or insured)

    def must_draw(self, cards: Sequence[Card]) -> bool:
        hits_soft_17 = "H17" in self.tokens and is_soft(cards)
        return count(cards) < 17 or (count(cards) == 17 and hits_soft_17)

    @invariant()
    def its_record_plays_it_again(self) -> None:
        if not self.state.over:
            return
        record = Record.of(self.state)
        assert Record.parse(str(record)) == record
        again = record.replay()
        for name in ("rules", "dealer_cards", "hole_hidden", "phase", "turn", "events", "drawn"):
            assert getattr(again, name) == getattr(self.state, name)
        for mine, theirs in zip(again.seats, self.state.seats, strict=True):
            assert replace(mine, funds=theirs.funds) == theirs


TestRounds = Rounds.TestCase
TestRounds.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
