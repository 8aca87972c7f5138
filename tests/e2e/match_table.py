"""A match as its players meet it: tables made without the pages, and dealt as a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from strategy.agreements import Kind
from strategy.match import Match
from strategy.money import CHIP
from strategy.players import moved
from tests.e2e.people import guest_key
from tests.e2e.table import Table
from trainer.accounts.access import Visitor
from trainer.matches.models import AWAY, MatchTable, Participant, PlayerKind
from trainer.matches.services import Place, Terms, make_table
from trainer.matches.states import agreement_of, match_of

SIZES = (5, 10, 25, 50)
LONG = "Wilhelmina Featherstonehaugh-Cholmondeley"[:40]
"""A name of as many letters as a name can have."""


def person(name: str = "", *, here: bool = True) -> Place:
    """The maker's seat without a name, else of somebody beside them; or one to be joined."""
    return Place(PlayerKind.PERSON, name, here=here, hints=True)


def computer(kind: PlayerKind = PlayerKind.CHART, name: str = "") -> Place:
    return Place(kind, name or str(kind.label))


def seven(name: str = "") -> tuple[Place, ...]:
    """Seven seats, three of them played here; ``name`` is that of all but the maker's."""
    kinds = (PlayerKind.EXPERT, PlayerKind.CHART, PlayerKind.GAMBLER, PlayerKind.COPYCAT)
    computers = [
        computer(kind, f"{name[:38]} {at}" if name else "") for at, kind in enumerate(kinds)
    ]
    return (
        person(),
        person(f"{name[:38]} 8" if name else "Ben"),
        computers[0],
        person(f"{name[:38]} 9" if name else "Cy"),
        *computers[1:],
    )


def table_of(
    context: BrowserContext,
    places: Sequence[Place],
    *,
    maker: str = "Ann",
    rounds: int | None = 10,
    sizes: tuple[int, ...] = SIZES,
) -> MatchTable:
    """A table made by the guest of the context."""
    return make_table(
        visitor=Visitor(None, guest_key(context)),
        name=maker,
        terms=Terms("Friday night", 100, sizes, rounds, False, tuple(places)),
    )


def deal_until(
    table: MatchTable, wanted: Callable[[Match], bool], bets: Sequence[int] = ()
) -> Match:
    """Have the match come, within its first round and a bit, to a state that is wanted.

    All play by the chart and bet what is given, in seating order; the first seed that leads there
    becomes that of the table.
    """
    agreement = agreement_of(table, list(table.seats.all()))
    for number in range(3000):
        match = Match.begin(agreement, seed=f"seed {number}")
        while match.rounds_played < 2 and not match.over:
            if wanted(match):
                table.seed, table.moves = match.seed, " ".join(match.moves)
                table.moves_made, table.version = len(match.moves), table.version + 1
                table.asked_at = timezone.now()
                table.save()
                return match
            if match.playing:
                match = moved(match, Kind.CHART)
            else:
                may = match.bets_of(match.turn)
                bet = bets[match.turn] * CHIP if match.turn < len(bets) else may[0]
                match = match.bet(match.turn, bet if bet in may else may[0])
    raise AssertionError("no seed leads there")


def acts(seat: int) -> Callable[[Match], bool]:
    """It is the seat's turn to act on its hand."""
    return lambda match: match.playing and match.turn == seat


def has_split(seat: int) -> Callable[[Match], bool]:
    """The seat acts on one of two hands."""
    return lambda match: acts(seat)(match) and len(hands_of(match, seat)) == 2


def settled(match: Match) -> bool:
    """A round lies settled, and a bet for the next is out."""
    return match.rounds_played == 1 and any(match.bets)


def hands_of(match: Match, seat: int) -> Sequence[object]:
    assert match.round is not None
    return match.round.seats[match.dealt_to.index(seat)].hands


@dataclass
class Device:
    """A page of a table."""

    page: Page

    @property
    def status(self) -> Locator:
        return self.page.locator(".match-status .verdict__head")

    @property
    def felt(self) -> Locator:
        return self.page.get_by_role("region", name="Table", exact=True)

    @property
    def announcer(self) -> Locator:
        return self.page.locator("#announcer")

    @property
    def turn(self) -> Locator:
        """The seat that is to play."""
        return self.felt.locator(".match-seat--turn")

    @property
    def may(self) -> Locator:
        """The bets or plays that can be pressed."""
        return self.page.locator("form.actions button:enabled")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#notice")

    def open(self, table: MatchTable) -> Device:
        self.page.goto(f"/match/{table.public_id}/")
        return self

    def seat(self, name: str) -> Locator:
        return self.felt.locator(".match-seat", has=self.page.get_by_title(name, exact=True))

    def press(self, key: str) -> None:
        """Press a key and see the answer."""
        self._answered(lambda: self.page.keyboard.press(key))

    def click(self, button: Locator, *, tap: bool = False) -> None:
        self._answered(button.tap if tap else button.click)

    def stand_or_bet(self) -> None:
        """The first thing that can be done at one's turn: the smallest bet, or to stand."""
        expect(self.may.first).to_be_visible()
        stand = self.page.locator("#play-S")
        self.click(stand if stand.count() else self.may.first)

    def ready(self) -> None:
        Table(self.page, real_time=True).ready()

    def _answered(self, do: Callable[[], None]) -> None:
        self.ready()
        self.page.evaluate("document.getElementById('match').dataset.seen = 'yes'")
        do()
        expect(self.page.locator("#match[data-seen]")).to_have_count(0)
        assert self.page.evaluate("document.activeElement !== document.body")


def at_turn(table: MatchTable) -> str:
    """The name of the person who is to bet or to act; empty when the match is over."""
    table.refresh_from_db()
    seats = list(table.seats.select_related("participant"))
    turn = match_of(table, seats).turn
    if turn is None:
        return ""
    person = seats[turn].participant
    assert person is not None
    return seats[turn].name or person.name


def go_away(table: MatchTable, name: str) -> None:
    """The pages of somebody at the table have not asked for news for long."""
    past = timezone.now() - AWAY - timedelta(seconds=5)
    Participant.objects.filter(table=table, name=name).update(seen_at=past)
