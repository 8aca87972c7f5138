"""What a table says: results, the story of a round, and why something is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from strategy import events as happened
from strategy.actions import Action, Code
from strategy.events import Event, Outcome
from strategy.hands import Hand
from strategy.legality import Phase, Refusal
from strategy.money import CHIP
from strategy.playing import Move
from strategy.round import Round
from strategy.shoe import Refill
from trainer.core.wording import ACTIONS, card_name
from trainer.tables.refusals import Refused

OUTCOMES: dict[Outcome, Promise] = {
    Outcome.NATURAL: _("Blackjack"),
    Outcome.WIN: pgettext_lazy("result", "Win"),
    Outcome.PUSH: _("Push"),
    Outcome.LOSE: pgettext_lazy("result", "Lose"),
    Outcome.BUST: _("Bust"),
    Outcome.SURRENDER: _("Surrendered"),
    Outcome.RETURNED: _("Given back"),
}

REFUSALS: dict[Refusal, Promise] = {
    Refusal.OVER: _("The round is over."),
    Refusal.ANSWER_INSURANCE: _("First say whether you take insurance."),
    Refusal.ANSWER_SURRENDER: _("First say whether you surrender or play on."),
    Refusal.NOT_OFFERED: _("That is not offered now."),
    Refusal.INSURANCE_AMOUNT: _("That is not an amount that may be insured here."),
    Refusal.NO_SURRENDER: _("This table has no surrender."),
    Refusal.NO_SURRENDER_V_ACE: _("This table has no surrender against an ace."),
    Refusal.SURRENDER_PASSED: _("Here a hand is surrendered before the dealer looks, not after."),
    Refusal.SURRENDER_FIRST: _(
        "Only the first two cards can be surrendered, before anything else."
    ),
    Refusal.NO_DOUBLE: _("This table has no doubling."),
    Refusal.DOUBLE_TWO_CARDS: _("Only two cards can be doubled."),
    Refusal.DOUBLE_9_TO_11: _("This table doubles hard 9, 10 and 11 only."),
    Refusal.DOUBLE_10_TO_11: _("This table doubles hard 10 and 11 only."),
    Refusal.DOUBLE_AFTER_SPLIT: _("This table has no doubling after a split."),
    Refusal.NO_SPLIT: _("This table has no splitting."),
    Refusal.NOT_A_PAIR: _("Only two cards of the same value can be split."),
    Refusal.NOT_ONE_RANK: _("This table splits two tens only where they are of the same rank."),
    Refusal.MOST_HANDS: _("That would make more hands than this table allows."),
    Refusal.ACES_TAKE_ONE: _("Split aces take one card each."),
    Refusal.CHIPS_SHORT: _("You do not have the chips for it."),
}

REFUSED: dict[Refused, Promise] = {
    Refused.STALE: _("The table has moved on since that page was shown. This is how it stands."),
    Refused.ROUND_OPEN: _("Finish the round first."),
    Refused.NO_ROUND: _("No round is open: place a bet."),
    Refused.LEFT: _("You have left this table. Its history is kept."),
    Refused.NOT_WHOLE: _("A bet is a whole number of chips."),
    Refused.TOO_LOW: _("That bet is below the table's minimum."),
    Refused.TOO_HIGH: _("That bet is above the table's maximum."),
    Refused.CHIPS_SHORT: _("You do not have the chips for that bet."),
    Refused.CHIPS_ENOUGH: _("Your chips are still enough: they are filled up when you have less."),
    Refused.NOTHING_TO_ADVISE: _("There is nothing to advise on now."),
    Refused.NOT_TESTED: _("There is nothing to guess now."),
    Refused.TABLES_ENOUGH: _("You have as many tables as you can: leave one first."),
}

CODE_WORDS: dict[Code, Promise] = {
    Code.H: _("Hit"),
    Code.S: _("Stand"),
    Code.P: _("Split"),
    Code.Dh: _("Double, else hit"),
    Code.Ds: _("Double, else stand"),
    Code.Rh: _("Surrender, else hit"),
    Code.Rs: _("Surrender, else stand"),
    Code.Rp: _("Surrender, else split"),
}


def shown_chips(units: float, *, signed: bool = False) -> str:
    """An amount in chips as the reader writes numbers: ``1,250``, ``7.5``, ``−3``."""
    tenths = round(units * 10 / CHIP)
    amount = Decimal(abs(tenths)) / 10
    text = number_format(amount, decimal_pos=1 if tenths % 10 else 0, force_grouping=True)
    sign = "−" if tenths < 0 else "+" if tenths > 0 and signed else ""
    return sign + text


def signed_chips(units: float) -> str:
    """What was won or lost, with its sign."""
    return shown_chips(units, signed=True)


def chips_in_words(units: int) -> str:
    """``1 chip``, ``7.5 chips``."""
    whole, rest = divmod(abs(units), CHIP)
    count = whole + (1 if rest and whole else 0)
    words = ngettext("%(chips)s chip", "%(chips)s chips", count)
    return words % {"chips": shown_chips(units)}


def net_in_words(units: int) -> str:
    """``You win 15 chips.``"""
    if units == 0:
        return gettext("Nothing won, nothing lost.")
    words = gettext("You win %(chips)s.") if units > 0 else gettext("You lose %(chips)s.")
    return words % {"chips": chips_in_words(abs(units))}


def total_in_words(hand: Hand) -> str:
    """What a hand counts, as its label says it: ``soft 18``, ``20``, ``blackjack``."""
    if hand.soft and hand.total < 21:
        return gettext("soft %(total)d") % {"total": hand.total}
    return str(hand.total)


def story(events: Iterable[Event], hands: int = 1) -> list[str]:
    """What happened, a sentence each; ``hands`` of the player, who are told apart if several."""
    return list(_sentences(events, hands))


def _sentences(events: Iterable[Event], hands: int) -> Iterator[str]:
    for event in events:
        match event:
            case happened.CardDealt(hand=hand, card=card):
                yield _of_hand(hand, hands, gettext("You get the %(card)s.")) % {
                    "card": card_name(card)
                }
            case happened.UpcardDealt(card):
                yield gettext("The dealer shows the %(card)s.") % {"card": card_name(card)}
            case happened.HoleCardDealt():
                yield gettext("The dealer takes a card face down.")
            case happened.ShoeRefilled(source):
                yield str(_REFILLS[source])
            case happened.Insured(amount=0):
                yield gettext("You pass on insurance.")
            case happened.Insured(amount=amount):
                yield gettext("You insure for %(chips)s.") % {"chips": chips_in_words(amount)}
            case happened.KeptOn():
                yield gettext("You play on.")
            case happened.DealerLooked(natural):
                yield (
                    gettext("The dealer looks, and has blackjack.")
                    if natural
                    else gettext("The dealer looks, and does not have blackjack.")
                )
            case happened.Acted(hand=hand, action=action):
                yield _of_hand(hand, hands, str(_ACTED[action]))
            case happened.HoleCardTurned(card):
                yield gettext("The dealer turns the %(card)s.") % {"card": card_name(card)}
            case happened.DealerDrew(card):
                yield gettext("The dealer draws the %(card)s.") % {"card": card_name(card)}
            case happened.HandSettled(hand=hand, outcome=outcome, net=net):
                told = {"outcome": OUTCOMES[outcome], "net": signed_chips(net)}
                yield _of_hand(hand, hands, gettext("%(outcome)s: %(net)s.")) % told
            case happened.InsuranceSettled(net=net):
                yield gettext("Insurance: %(net)s.") % {"net": signed_chips(net)}


def _of_hand(hand: int, hands: int, sentence: str) -> str:
    if hands == 1:
        return sentence
    return gettext("Hand %(number)d: %(sentence)s") % {
        "number": hand + 1,
        "sentence": sentence,
    }


_ACTED: dict[Action, Promise] = {
    Action.HIT: _("You hit."),
    Action.STAND: _("You stand."),
    Action.DOUBLE: _("You double."),
    Action.SPLIT: _("You split."),
    Action.SURRENDER: _("You surrender."),
}
_REFILLS: dict[Refill, Promise] = {
    Refill.DISCARDS: _("The shoe has run out: the discards are shuffled and dealt on."),
    Refill.FRESH_PACK: _("The shoe has run out: a fresh pack is shuffled and dealt on."),
}


def move_in_words(before: Round, move: Move) -> str:
    """What was done in a state of a round, by its name."""
    match move.action:
        case Action.INSURE:
            return gettext("Insurance for %(chips)s") % {"chips": chips_in_words(move.amount)}
        case Action.DECLINE if before.phase is Phase.EARLY_SURRENDER:
            return gettext("Play on")
        case Action.DECLINE:
            return gettext("Pass")
        case _:
            return str(ACTIONS[move.action])


ROUND_LOST = _(
    "The round that was open cannot be played on since the site was renewed: your bets are back."
)
UNREADABLE_BET = _("A bet is a number of chips.")
