"""What a round allows, and why not otherwise."""

from __future__ import annotations

from enum import Enum

from strategy.actions import Action
from strategy.cards import Card, Rank
from strategy.rules import Doubling, HoleCard, Rules, Surrender
from strategy.seats import PlayerHand, Seat


class Phase(Enum):
    """What a round waits for."""

    INSURANCE = "insurance"
    """Seat by seat, before the dealer looks: is insurance taken?"""
    EARLY_SURRENDER = "early surrender"
    """Seat by seat, before the dealer looks: surrender, or play on?"""
    PLAY = "play"
    OVER = "over"


class Refusal(Enum):
    """Why an action is not legal; each value is an English sentence."""

    OVER = "The round is over."
    ANSWER_INSURANCE = "First say whether you take insurance."
    ANSWER_SURRENDER = "First say whether you surrender or play on."
    NOT_OFFERED = "That is not offered now."
    INSURANCE_AMOUNT = "That is not an amount that may be insured here."
    NO_SURRENDER = "This table has no surrender."
    NO_SURRENDER_V_ACE = "This table has no surrender against an ace."
    SURRENDER_PASSED = "Here a hand is surrendered before the dealer looks, not after."
    SURRENDER_FIRST = "Only the first two cards can be surrendered, before anything else."
    NO_DOUBLE = "This table has no doubling."
    DOUBLE_TWO_CARDS = "Only two cards can be doubled."
    DOUBLE_9_TO_11 = "This table doubles hard 9, 10 and 11 only."
    DOUBLE_10_TO_11 = "This table doubles hard 10 and 11 only."
    DOUBLE_AFTER_SPLIT = "This table has no doubling after a split."
    NO_SPLIT = "This table has no splitting."
    NOT_A_PAIR = "Only two cards of the same value can be split."
    NOT_ONE_RANK = "This table splits two tens only where they are of the same rank."
    MOST_HANDS = "That would make more hands than this table allows."
    ACES_TAKE_ONE = "Split aces take one card each."
    CHIPS_SHORT = "You do not have the chips for it."


class IllegalAction(ValueError):
    """An action that a round does not allow now; ``refusal`` says why."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action.word}: {refusal.value}")
        self.action = action
        self.refusal = refusal


def can_be_natural(upcard: Card) -> bool:
    """Whether a dealer who shows this card can have a natural."""
    return upcard.rank is Rank.ACE or upcard.rank.points == 10


def offers_early_surrender(rules: Rules, upcard: Card) -> bool:
    """Whether a surrender is offered before the dealer looks, as a decision of its own."""
    return (
        rules.hole_card is HoleCard.PEEK
        and can_be_natural(upcard)
        and not rules.looks_before_play(upcard.rank is Rank.ACE)
    )


def takes_one_card(rules: Rules, hand: PlayerHand) -> bool:
    """Whether it is a split ace that gets one card and no more."""
    aces = hand.from_split and hand.cards[0].rank is Rank.ACE
    return aces and not rules.hit_split_aces


def refusal_in_play(
    rules: Rules, seat: Seat, hand: PlayerHand, upcard: Card, action: Action
) -> Refusal | None:
    """Why an open hand may not be played so, when its turn has come; None where it may."""
    match action:
        case Action.STAND:
            return None
        case Action.HIT:
            return Refusal.ACES_TAKE_ONE if takes_one_card(rules, hand) else None
        case Action.DOUBLE:
            refusal = _double_refusal(rules, hand)
        case Action.SPLIT:
            refusal = split_refusal(rules, seat, hand)
        case Action.SURRENDER:
            return _surrender_refusal(rules, seat, hand, upcard)
        case _:
            return Refusal.NOT_OFFERED
    return refusal or (None if seat.can_stake(hand.bet) else Refusal.CHIPS_SHORT)


def _double_refusal(rules: Rules, hand: PlayerHand) -> Refusal | None:
    if rules.doubling is Doubling.NEVER:
        return Refusal.NO_DOUBLE
    if len(hand.cards) != 2:
        return Refusal.DOUBLE_TWO_CARDS
    if takes_one_card(rules, hand):
        return Refusal.ACES_TAKE_ONE
    if hand.from_split and not rules.double_after_split:
        return Refusal.DOUBLE_AFTER_SPLIT
    if not rules.may_double(hand.hand):
        nine = rules.doubling is Doubling.HARD_9_TO_11
        return Refusal.DOUBLE_9_TO_11 if nine else Refusal.DOUBLE_10_TO_11
    return None


def split_refusal(rules: Rules, seat: Seat, hand: PlayerHand) -> Refusal | None:
    """Why a hand may not be split, the chips apart; None where it may."""
    if rules.max_hands == 1:
        return Refusal.NO_SPLIT
    if not hand.hand.pair:
        return Refusal.NOT_A_PAIR
    if not rules.may_split(hand.hand):
        return Refusal.NOT_ONE_RANK
    aces = hand.cards[0].rank is Rank.ACE
    most = rules.max_ace_hands if aces else rules.max_hands
    return Refusal.MOST_HANDS if len(seat.hands) >= most else None


def _surrender_refusal(rules: Rules, seat: Seat, hand: PlayerHand, upcard: Card) -> Refusal | None:
    if rules.surrender is Surrender.NONE:
        return Refusal.NO_SURRENDER
    if len(hand.cards) != 2 or hand.from_split:
        return Refusal.SURRENDER_FIRST
    if not rules.may_surrender(upcard.rank is Rank.ACE):
        return Refusal.NO_SURRENDER_V_ACE
    return Refusal.SURRENDER_PASSED if seat.kept_on else None
