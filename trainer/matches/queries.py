"""Reading match tables: what their pages show, and whether that is news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext

from strategy.agreements import Kind
from strategy.events import Event
from strategy.match import Match, MatchRefusal
from strategy.money import chips
from strategy.shoe import commitment
from strategy.situations import CHOICES
from trainer.accounts.models import User
from trainer.core.codes import shown
from trainer.core.wording import ACTIONS, upcard_name
from trainer.matches.access import Sitting, tables_known_to
from trainer.matches.agreed import agreed_in_words, hits_soft_17
from trainer.matches.felt import MatchFelt, felt_of
from trainer.matches.models import MatchTable, Seat, Stage
from trainer.matches.moving import waits_for_computers
from trainer.matches.news import key_of
from trainer.matches.people import (
    GoneSeat,
    gone_seats,
    leaving_in_words,
    names_of_seats,
    watching_in_words,
)
from trainer.matches.states import chart_for, plays_of
from trainer.matches.wording import ENDINGS, LEFT, Told, in_a_row, story
from trainer.tables.queries import Hint, Mistake, mistake_of
from trainer.tables.training import advice_for, shown_code
from trainer.tables.wording import CODE_WORDS, chips_in_words, shown_chips, total_in_words


class Heard(NamedTuple):
    """How far somebody knows the story: all up to a sentence of a round."""

    round: int
    number: int

    def __str__(self) -> str:
        return f"{self.round}.{self.number}"


NOTHING = Heard(0, 0)
OVER_SHOWN = 20
"""So many matches that are over the lobby lists."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: a bet of the table's sizes, or a play."""

    value: str
    name: str
    key: str
    """That presses it; empty where only its digit does."""
    number: int
    style: str
    allowed: bool
    units: int = 0
    """Of a bet."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings."""

    rank: int
    name: str
    pile: int
    won: int
    """In the last round."""
    own: bool


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that the page of a table shows to somebody who is at it."""

    sitting: Sitting
    key: str
    """Changes with everything that the page shows."""
    heard: Heard
    names: Sequence[str]
    """Of the seats."""
    agreed: tuple[str, ...]
    commitment: str
    open_seats: Sequence[Seat] = ()
    felt: MatchFelt | None = None
    round: int = 0
    """The one at hand, from 1."""
    betting: bool = False
    mine: bool = False
    """Whether it is the turn of a seat that is played from this device."""
    status: str = ""
    choices: tuple[Choice, ...] = ()
    may_hint: bool = False
    hint: Hint | None = None
    waits: bool = False
    """The computer players wait to be asked for the next round."""
    among_computers: bool = False
    """Nobody else has chips to bet."""
    watching: str = ""
    """Why whoever is at the table plays no seat of it; empty where they do."""
    may_end: bool = False
    """Whether who looks may end the match, or call the table off."""
    ends_later: bool = False
    """An end now would be one after the round at hand."""
    leaving: str = ""
    """What happens when whoever looks leaves."""
    standings: tuple[Standing, ...] = ()
    gone: Sequence[GoneSeat] = ()
    said: Sequence[str] = ()
    """What happened since the page that was shown before."""
    story: tuple[str, ...] = ()
    mistakes: Sequence[tuple[str, Mistake]] = ()
    """Of the seats of this device in the round that lies settled, with their names."""
    ending: Promise | str = ""
    lost: bool = False
    """The match was played by an engine that dealt otherwise."""

    @property
    def table(self) -> MatchTable:
        return self.sitting.table

    @property
    def stage(self) -> Stage:
        return self.table.stage

    @property
    def places(self) -> Sequence[tuple[Seat, str]]:
        """The seats with their names."""
        return list(zip(self.sitting.seats, self.names, strict=True))

    @property
    def code(self) -> str:
        """To join by, as it is shown."""
        return shown(self.table.code)

    @property
    def hits_soft_17(self) -> bool:
        return hits_soft_17(self.table)

    @property
    def played(self) -> bool:
        """Whether a round has been settled."""
        return self.table.begun_at is not None and self.sitting.match.rounds_played > 0

    @property
    def is_over(self) -> bool:
        return self.stage is Stage.OVER


def own_tables(user: User | None) -> Sequence[MatchTable]:
    """The tables somebody is at, or could come back to, that are not over, and the latest that are.

    Latest first.
    """
    if user is None:
        return []
    # A query that counts has no order but its own.
    tables = tables_known_to(user).annotate(places=Count("seats")).order_by("-made_at", "-pk")
    return [*tables.filter(ended_at=None), *tables.exclude(ended_at=None)[:OVER_SHOWN]]


def lost_page(sitting: Sitting) -> MatchPage:
    """The page of a match that cannot be played on, nor shown."""
    return replace(_bare_page(sitting, NOTHING), lost=True)


def match_page(sitting: Sitting, heard: Heard = NOTHING) -> MatchPage:
    """The page as it stands; no query but those of the sitting. Raises Unplayable."""
    page = _bare_page(sitting, heard)
    if sitting.table.begun_at is None:
        return page
    table, names, match = sitting.table, page.names, sitting.match
    told = story(match, names)
    new = [line for line in told if line[:2] > heard]
    left = table.stage is Stage.OVER and not match.over
    turn = None if match.turn is None or left else sitting.seats[match.turn]
    waits = not left and waits_for_computers(sitting)
    mine = turn is not None and _plays(sitting, turn)
    return replace(
        page,
        heard=Heard(*told[-1][:2]) if told else heard,
        felt=felt_of(sitting, names, _new_events(match, told, new)),
        round=match.rounds_played + (0 if match.over else 1),
        betting=not match.playing,
        mine=mine,
        status=(
            gettext("The match was left in the middle.")
            if left
            else _status(match, names, waits=waits)
        ),
        choices=tuple(_choices(match, turn.number if turn and mine else None)),
        may_hint=mine and match.playing and bool(turn and turn.hints) and not _is_hinted(table),
        hint=_hint(table, match) if mine and _is_hinted(table) else None,
        waits=sitting.me.at_table and waits,
        among_computers=not any(
            sitting.seats[seat].player is Kind.PERSON for seat in match.bettors
        ),
        may_end=(
            not left
            and sitting.may_end
            and match.end_refusal in (None, MatchRefusal.BETWEEN_ROUNDS)
        ),
        ends_later=match.end_refusal is MatchRefusal.BETWEEN_ROUNDS,
        watching=watching_in_words(sitting),
        leaving=leaving_in_words(sitting, names),
        standings=tuple(_standings(sitting, names)),
        gone=gone_seats(sitting, names, sitting.me),
        said=[line.sentence for line in new],
        story=tuple(line.sentence for line in told),
        mistakes=_mistakes(sitting, names),
        ending=ENDINGS[match.ending] if match.ending else LEFT if left else "",
    )


def _bare_page(sitting: Sitting, heard: Heard) -> MatchPage:
    """What there is to show before a match begins."""
    table = sitting.table
    names = names_of_seats(sitting)
    return MatchPage(
        sitting=sitting,
        key=key_of(sitting),
        heard=heard,
        names=names,
        agreed=agreed_in_words(table, sitting.seats, names),
        commitment=commitment(table.seed),
        open_seats=[seat for seat in sitting.seats if seat.is_open],
        may_end=table.stage is Stage.GATHERING and sitting.may_end,
    )


def _plays(sitting: Sitting, seat: Seat) -> bool:
    return seat.participant_id == sitting.me.pk and seat.player is Kind.PERSON


def _new_events(match: Match, told: Sequence[Told], new: Sequence[Told]) -> Sequence[Event]:
    """The events of the round dealt last that are told by new sentences, which come last."""
    if match.round is None:
        return []
    number = match.rounds_played + int(match.playing)
    old = sum(line.round == number for line in told) - sum(line.round == number for line in new)
    return match.round.events[max(0, old - len(match.dealt_to)) :]


def _status(match: Match, names: Sequence[str], *, waits: bool) -> str:
    """What the hand at turn has against the upcard, or who is to bet."""
    if match.turn is None:
        winners = in_a_row([names[seat] for seat in match.winners])
        most = chips_in_words(match.standings[0].pile)
        if match.drawn:
            return gettext("A draw: %(names)s have %(chips)s each.") % {
                "names": winners,
                "chips": most,
            }
        return gettext("%(name)s wins the match with %(chips)s.") % {
            "name": winners,
            "chips": most,
        }
    name = names[match.turn]
    if not match.playing:
        if waits:
            return gettext("%(name)s, a computer player, bets first in the next round.") % {
                "name": name
            }
        return gettext("%(name)s, put out your bet.") % {"name": name}
    assert match.round is not None
    assert match.round.active is not None
    assert match.round.turn is not None
    seat, hand = match.round.active
    told = {
        "name": name,
        "count": total_in_words(hand.hand),
        "dealer": upcard_name(match.round.upcard.rank),
        "number": match.round.turn.hand + 1,
    }
    if len(seat.hands) > 1:
        return gettext("%(name)s: hand %(number)d has %(count)s against %(dealer)s.") % told
    return gettext("%(name)s has %(count)s against %(dealer)s.") % told


def _choices(match: Match, seat: int | None) -> list[Choice]:
    """The buttons of the table's sizes, or of the plays; without a seat none can be pressed."""
    if match.over:
        return []
    if not match.playing:
        may = match.bets_of(seat) if seat is not None else ()
        return [
            Choice(chips(size), shown_chips(size), "", number, "bet", size in may, size)
            for number, size in enumerate(match.agreement.sizes, start=1)
        ]
    assert match.round is not None
    legal = match.round.legal_actions if seat is not None else ()
    return [
        Choice(
            action.value, str(ACTIONS[action]), action.value, number, action.word, action in legal
        )
        for number, action in enumerate(CHOICES[:4], start=1)
    ]


def _is_hinted(table: MatchTable) -> bool:
    return table.hinted == table.moves_made


def _hint(table: MatchTable, match: Match) -> Hint | None:
    advice = advice_for(match.round, chart_for(table)) if match.round else None
    if advice is None:
        return None
    code = shown_code(advice)
    return Hint(code.value, code.value[0], CODE_WORDS[code])


def _standings(sitting: Sitting, names: Sequence[str]) -> list[Standing]:
    """After the last round that was settled."""
    match = sitting.match
    before = match.history[max(0, match.rounds_played - 1)]
    return [
        Standing(
            place.rank,
            names[place.seat],
            place.pile,
            place.pile - before[place.seat],
            sitting.seats[place.seat].participant_id == sitting.me.pk,
        )
        for place in match.standings
    ]


def _mistakes(sitting: Sitting, names: Sequence[str]) -> list[tuple[str, Mistake]]:
    match = sitting.match
    if match.round is None or not match.round.over:
        return []
    mine = {
        place: number
        for place, number in enumerate(match.dealt_to)
        if _plays(sitting, sitting.seats[number])
    }
    if not mine:
        return []
    return [
        (names[mine[play.turn.seat]], mistake_of(play))
        for play in plays_of(match.round)
        if play.wrong and play.turn.seat in mine
    ]
