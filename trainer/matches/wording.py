"""What a match table says: its story, who is to do what, and why something is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from strategy import events as happened
from strategy.actions import Action
from strategy.agreements import LONGEST_NAME
from strategy.events import Event
from strategy.match import Ending, Match, MatchRefusal
from trainer.core.wording import card_name
from trainer.matches.models import PlayerKind
from trainer.matches.refusals import Refused
from trainer.tables.wording import OUTCOMES, chips_in_words, signed_chips

REFUSED: dict[Refused, Promise] = {
    Refused.STALE: _("The table has moved on since that page was shown. This is how it stands."),
    Refused.NOT_YOUR_SEAT: _("That seat is not played from this device now."),
    Refused.BEGUN: _("The match has begun: the seats are taken."),
    Refused.NOT_BEGUN: _("The match has not begun yet."),
    Refused.SEATS_OPEN: _("Some seats are still to be taken."),
    Refused.TOO_FEW: _("A match needs two seats at least."),
    Refused.OVER: _("This match is over."),
    Refused.NOT_OVER: _("This match is not over yet."),
    Refused.FULL: _("Every seat of this table is taken."),
    Refused.NAME_TAKEN: _("Somebody at the table has that name already. Take another."),
    Refused.NOT_LEADER: _("Whoever made the table decides that."),
    Refused.NOT_GONE: _("That seat has somebody who plays it."),
    Refused.NOT_ASKED: _("Nobody asks for that any more."),
    Refused.NO_HINTS: _("There is no hint to be had now."),
    Refused.NO_WAIT: _("The computer players do not wait now."),
    Refused.ASKED_BY_MANY: _("Many have asked already. Try again later."),
    Refused.TABLES_ENOUGH: _("You are at as many tables as you can be: leave one first."),
    Refused.THEIRS_ENOUGH: _("They are at as many tables as they can be: they have to leave one."),
}
ILLEGAL: dict[MatchRefusal, Promise] = {
    MatchRefusal.OVER: _("The match is over."),
    MatchRefusal.BETS_FIRST: _("First every seat puts out its bet."),
    MatchRefusal.IN_PLAY: _("The round is in play: the next bets come after it."),
    MatchRefusal.NOT_YOUR_TURN: _("It is another seat's turn."),
    MatchRefusal.SITS_OUT: _("Without the chips for the smallest bet a seat sits out."),
    MatchRefusal.NOT_OFFERED: _("That is not one of the table's bets."),
    MatchRefusal.CHIPS_SHORT: _("The pile does not have the chips for that bet."),
    MatchRefusal.BETWEEN_ROUNDS: _("A match is ended between rounds, not when bets are out."),
    MatchRefusal.ROUNDS_AGREED: _(
        "The table has agreed on a number of rounds: the match ends after them."
    ),
}
ENDINGS: dict[Ending, Promise] = {
    Ending.ROUNDS: _("All rounds are played."),
    Ending.MAKER: _("The match was ended between two rounds."),
    Ending.CHIPS: _("Too few seats have chips left to go on."),
}
LEFT = _("Nobody has played on for a long time, so it was ended.")


def numbered(name: str, taken: Collection[str]) -> str:
    """The name, with a number where somebody else has it: ``Gambler 2``. Too long, it is cut."""
    known = {other.casefold() for other in taken}
    endings = chain([""], (f" {number}" for number in count(2)))
    names = (name[: LONGEST_NAME - len(ending)].rstrip() + ending for ending in endings)
    return next(each for each in names if each.casefold() not in known)


class Told(NamedTuple):
    """A sentence of the story and its place there, from (1, 1)."""

    round: int
    number: int
    sentence: str


def story(match: Match, names: Sequence[str]) -> list[Told]:
    """The round dealt last and the bets of the next, a sentence each."""
    return list(_story(match, names))


def _story(match: Match, names: Sequence[str]) -> Iterator[Told]:
    if match.round is not None:
        number = match.rounds_played + int(match.playing)
        bets = match.bets if match.playing else match.last_bets
        sentences = [
            *_bets(bets, match.dealt_to, names),
            *_sentences(match.round.events, [names[seat] for seat in match.dealt_to]),
        ]
        yield from (Told(number, at, said) for at, said in enumerate(sentences, start=1))
    if not match.playing:
        out = list(_bets(match.bets, match.bettors, names))
        number = match.rounds_played + 1
        yield from (Told(number, at, said) for at, said in enumerate(out, start=1))


def _bets(bets: Sequence[int | None], order: Sequence[int], names: Sequence[str]) -> Iterator[str]:
    for seat in order:
        if (bet := bets[seat]) is not None:
            yield gettext("%(name)s bets %(chips)s.") % {
                "name": names[seat],
                "chips": chips_in_words(bet),
            }


def _sentences(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """What happened in a round; ``names`` are those of its seats."""
    for event in events:
        match event:
            case happened.CardDealt(seat=seat, card=card):
                yield gettext("%(name)s gets the %(card)s.") % {
                    "name": names[seat],
                    "card": card_name(card),
                }
            case happened.UpcardDealt(card):
                yield gettext("The dealer shows the %(card)s.") % {"card": card_name(card)}
            case happened.HoleCardDealt():
                yield gettext("The dealer takes a card face down.")
            case happened.DealerLooked(natural):
                yield (
                    gettext("The dealer looks, and has blackjack.")
                    if natural
                    else gettext("The dealer looks, and does not have blackjack.")
                )
            case happened.Acted(seat=seat, action=action):
                yield str(_ACTED[action]) % {"name": names[seat]}
            case happened.HoleCardTurned(card):
                yield gettext("The dealer turns the %(card)s.") % {"card": card_name(card)}
            case happened.DealerDrew(card):
                yield gettext("The dealer draws the %(card)s.") % {"card": card_name(card)}
            case happened.HandSettled(seat=seat, outcome=outcome, net=net):
                yield gettext("%(name)s: %(outcome)s, %(net)s.") % {
                    "name": names[seat],
                    "outcome": OUTCOMES[outcome],
                    "net": signed_chips(net),
                }


_ACTED: dict[Action, Promise] = {
    Action.HIT: _("%(name)s hits."),
    Action.STAND: _("%(name)s stands."),
    Action.DOUBLE: _("%(name)s doubles."),
    Action.SPLIT: _("%(name)s splits."),
}


def in_a_row(names: Sequence[str]) -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cy``."""
    if len(names) == 1:
        return names[0]
    return gettext("%(names)s and %(last)s") % {
        "names": ", ".join(names[:-1]),
        "last": names[-1],
    }


STYLES: dict[PlayerKind, Promise] = {
    PlayerKind.COPYCAT: _(
        "Plays like the dealer, with the same bet always; never doubles or splits."
    ),
    PlayerKind.CAUTIOUS: _("Bets the least, and takes no card that could go above 21."),
    PlayerKind.GAMBLER: _("Follows hunches, splits gladly, and raises the bet after losses."),
    PlayerKind.CHART: _("Makes the right play of basic strategy, with the same bet always."),
    PlayerKind.EXPERT: _("Plays by the chart, and bets as the standings of the match ask for."),
}
"""What the computer players are like, the best last."""
WRONG_CODE = _("No table has that code.")
