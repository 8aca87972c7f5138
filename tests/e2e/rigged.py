"""The playable table as its user meets it, dealt from a shoe whose next cards are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

from tests.e2e.people import guest_key
from tests.e2e.table import Table
from tests.factories import TableFactory
from tests.factories.tables import Shuffler
from trainer.tables import models

INSURED = "TS AD 6S 9C"
"""16 against an ace with a nine under it: insurance loses."""
FOUR_HANDS = "8S 6H 8D TC 8C 3S 8H 4D 2D 2H"
"""Eights that are split three times; each half then has a card that is no eight."""


@dataclass(kw_only=True)
class RiggedTable(Table):
    """A play page like that of the drill; ``row`` is the table, ``shuffle`` puts cards on top."""

    row: models.Table
    shuffle: Shuffler

    @property
    def address(self) -> str:
        return f"/table/{self.row.public_id}/"

    @property
    def announcer(self) -> Locator:
        return self.page.locator("#announcer")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#table .notice")

    @property
    def felt(self) -> Locator:
        return self.page.get_by_role("region", name="Table", exact=True)

    @property
    def hands(self) -> Locator:
        """The player's."""
        return self.felt.locator(".seat--player")

    @property
    def bet(self) -> Locator:
        return self.page.get_by_role("spinbutton", name="Bet")

    @property
    def plays(self) -> list[str]:
        """The letters of the plays that are offered."""
        letters = self.page.locator("form.actions button").evaluate_all(
            "buttons => buttons.map((button) => button.dataset.key)"
        )
        return [str(letter) for letter in letters]

    @property
    def mistakes(self) -> list[str]:
        """Those told at the end, without what they cost."""
        lines = self.page.locator(".mistakes li").all_inner_texts()
        return [" ".join(line.rpartition(":")[0].split()) for line in lines]

    def deal(self, cards: str) -> None:
        """Deal for the bet that lies on the circle: the player's first card, the dealer's first,
        the player's second, the hole card, and what is drawn as it is drawn."""
        self.shuffle(self.row, cards)
        self.press_through("D")

    def press_through(self, keys: Iterable[str]) -> None:
        """Press keys one after another, each when the page has answered the last; the focus is
        always somewhere."""
        for key in keys:
            self.mark()
            self.press(key)
            self.expect_answer()

    def mark(self) -> None:
        """Mark what the page shows, to see when the server has answered."""
        self.page.evaluate("document.getElementById('table').dataset.seen = 'yes'")

    def expect_answer(self) -> None:
        expect(self.page.locator("#table[data-seen]")).to_have_count(0)
        self.settled()
        assert self.page.evaluate("document.activeElement !== document.body")


def sit_down(page: Page, shuffle: Shuffler, real_time: bool, **settings: Any) -> RiggedTable:
    """Seat the guest of a page at a new table."""
    row = TableFactory(guest_key=guest_key(page.context), **settings)
    table = RiggedTable(page, real_time, row=row, shuffle=shuffle)
    page.goto(table.address)
    return table


def sent_changes(page: Page) -> list[str]:
    """What the page asks the table to do from now on: ``deal``, ``act``, ..."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url.rstrip("/").rpartition("/")[2])

    page.on("request", note)
    return sent
