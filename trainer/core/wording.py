"""Cards, hands and plays in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from strategy.actions import Action
from strategy.cards import Card, Rank, Suit
from strategy.situations import Category, Cell, Situation

ACTIONS: dict[Action, Promise] = {
    Action.HIT: _("Hit"),
    Action.STAND: _("Stand"),
    Action.DOUBLE: _("Double"),
    Action.SPLIT: _("Split"),
    Action.SURRENDER: _("Surrender"),
}
CATEGORIES: dict[Category, Promise] = {
    Category.HARD: _("Hard totals"),
    Category.SOFT: _("Soft totals"),
    Category.PAIR: _("Pairs"),
}
_RANKS: dict[Rank, Promise] = {
    Rank.ACE: _("ace"),
    Rank.JACK: _("jack"),
    Rank.QUEEN: _("queen"),
    Rank.KING: _("king"),
}
_SUITS: dict[Suit, Promise] = {
    Suit.SPADES: _("spades"),
    Suit.HEARTS: _("hearts"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.CLUBS: _("clubs"),
}


def rank_name(rank: Rank) -> str:
    return str(_RANKS.get(rank, rank.shown))


def card_name(card: Card) -> str:
    return gettext("%(rank)s of %(suit)s") % {
        "rank": rank_name(card.rank),
        "suit": _SUITS[card.suit],
    }


def upcard_name(rank: Rank) -> str:
    """The upcard in the middle of a sentence: ``an ace``, ``a 6``."""
    if rank is Rank.ACE:
        return gettext("an ace")
    if rank is Rank.EIGHT:
        return gettext("an 8")
    return gettext("a %(rank)s") % {"rank": rank_name(rank)}


def hand_name(situation: Situation) -> str:
    """What a hand is to its player: ``soft 18``, ``hard 16``, ``a pair of 8s``."""
    hand = situation.hand
    if situation.category is Category.PAIR:
        if hand.ranks[0] is Rank.ACE:
            return gettext("a pair of aces")
        return gettext("a pair of %(rank)ss") % {"rank": hand.ranks[0].valued.shown}
    kind = pgettext("hand", "soft %(total)d") if hand.soft else pgettext("hand", "hard %(total)d")
    return kind % {"total": hand.total}


def counted_hand(situation: Situation) -> str:
    """The same with the count of a pair: ``a pair of 8s, 16``."""
    name = hand_name(situation)
    if situation.category is not Category.PAIR:
        return name
    return gettext("%(hand)s, %(total)d") % {"hand": name, "total": situation.hand.total}


def situation_name(situation: Situation) -> str:
    """A situation in words: ``hard 16 against a 10``."""
    return gettext("%(hand)s against %(upcard)s") % {
        "hand": hand_name(situation),
        "upcard": upcard_name(situation.upcard),
    }


def row_label(category: Category, row: str) -> str:
    """``16`` for a total; ``A,7`` and ``8,8`` for two cards, tens written 10."""
    if category is Category.HARD:
        return row
    return ",".join("10" if rank == "T" else rank for rank in row)


def cell_name(cell: Cell) -> str:
    """A cell in a line of text: ``hard 16 v 10``, ``A,7 v 9``, ``8,8 v A``."""
    label = row_label(cell.category, cell.row)
    hand = (
        label
        if cell.category is not Category.HARD
        else gettext("hard %(total)s") % {"total": label}
    )
    return gettext("%(hand)s v %(upcard)s") % {"hand": hand, "upcard": cell.upcard.shown}
