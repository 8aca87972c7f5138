"""The play page as its user meets it: reads what is shown, and answers by key or click."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from playwright.sync_api import Locator, Page, Request, expect

from strategy.actions import Action
from strategy.cards import Card
from strategy.charts import Advice, Chart
from strategy.dealing import Deal
from strategy.rule_sets import RuleSet, stock_rule_sets
from strategy.situations import Situation
from trainer.core.wording import ACTIONS, situation_name
from trainer.decisions.models import Decision
from trainer.drills.models import Drill

GUARD_MS = 300
"""So long after a new hand is shown the page takes a press for a second one of the last."""
DIGITS = {"H": "1", "S": "2", "D": "3", "P": "4", "R": "5"}


@dataclass
class Table:
    """What the play page shows. The right play is worked out here, from the cards as they are
    read to a screen reader and from the chart of the engine."""

    page: Page
    real_time: bool = False

    @property
    def deal(self) -> Deal:
        return Deal(self._cards("player"), self._cards("dealer")[0])

    @property
    def rule_set(self) -> RuleSet:
        name = self.page.locator(".drill-bar__title").text_content()
        return next(rule_set for rule_set in stock_rule_sets() if rule_set.name == name)

    @property
    def drill(self) -> Drill:
        return Drill.objects.get(questions__public_id=self.hand_id.split("/")[-3])

    @property
    def situation(self) -> Situation:
        return self.deal.situation(self.rule_set.rules)

    @property
    def advice(self) -> Advice:
        """What the chart of the drill says to the cards that are shown."""
        return Chart.loads(self.drill.chart.text).advise(self.situation)

    @property
    def right(self) -> str:
        return self.advice.action.value

    @property
    def wrong(self) -> str:
        """A play that is allowed and not right: hit or stand."""
        return "S" if self.right == "H" else "H"

    @property
    def hand_id(self) -> str:
        """The address of the open question."""
        return str(self.form.get_attribute("action"))

    @property
    def form(self) -> Locator:
        return self.page.locator("form.actions")

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".verdict__head")

    @property
    def notice(self) -> Locator:
        return self.page.locator("#drill .notice")

    @property
    def unsaved(self) -> Locator:
        return self.page.locator("#unsaved")

    def button(self, key: str) -> Locator:
        return self.page.locator(f"button[name=action][value={key}]")

    def press(self, key: str) -> None:
        """Press a key, once the page takes presses for the hand that is shown."""
        self.ready()
        self.page.keyboard.press(key)

    def click(self, key: str) -> None:
        self.ready()
        self.button(key).click()

    def answer_elsewhere(self, key: str) -> None:
        """Answer the hand that is shown as from another tab, of which this one learns nothing."""
        token = self.form.locator("[name=csrfmiddlewaretoken]").input_value()
        sent = {"csrfmiddlewaretoken": token, "action": key}
        assert self.page.request.post(self.hand_id, form=sent).ok

    def ready(self) -> None:
        """Let pass the time in which a press is taken for a second one of the last hand."""
        self.page.bring_to_front()
        self.settled()
        if not self.real_time:
            self.page.clock.fast_forward(GUARD_MS)
            return
        passed = self._now() + GUARD_MS
        while self._now() < passed:
            pass

    def freeze(self) -> None:
        """Stop the page's clock: its time now passes only as ``page.clock.run_for`` says."""
        now = self.page.evaluate("Date.now()")
        self.page.clock.pause_at(datetime.fromtimestamp(now / 1000 + 1, tz=UTC))

    def settled(self) -> None:
        """The page has finished with the last answer."""
        expect(self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)

    def expect_answered(self, count: int) -> None:
        """So many answers are shown, and as many are in the log."""
        shown = re.compile(rf"^\s*{count} (of|hand)")
        expect(self.page.locator(".drill-bar__count")).to_have_text(shown)
        assert Decision.objects.count() == count

    def head(self, key: str) -> str:
        """What the verdict on a play of the hand that is shown will say."""
        right, chosen = ACTIONS[self.advice.action], ACTIONS[Action(key)]
        words = situation_name(self.situation)
        if key == self.right:
            return f"Right: {right} with {words}."
        return f"{right}, not {chosen}, with {words}."

    def _now(self) -> float:
        """The page's own clock, in milliseconds."""
        return float(self.page.evaluate("performance.now()"))

    def _cards(self, seat: str) -> tuple[Card, ...]:
        """The cards that lie open at a seat, read from their labels."""
        labels = self.page.locator(f".seat--{seat} [role=img]").evaluate_all(
            "cards => cards.map((card) => card.getAttribute('aria-label'))"
        )
        return tuple(read_card(label) for label in labels if " of " in label)


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until the wanted element has the focus."""
    expect(wanted).to_be_attached()
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not come to {wanted}")


def sent_answers(page: Page) -> list[str]:
    """The addresses of the answers that the page sends from now on, as it sends them."""
    sent: list[str] = []
    page.on("request", lambda request: is_answer(request) and sent.append(request.url))
    return sent


def is_answer(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/answer/")


def read_card(label: str) -> Card:
    """The card that is read out as ``8 of spades``."""
    rank, _, suit = label.partition(" of ")
    return Card.parse(("10" if rank == "10" else rank[0].upper()) + suit[0].upper())
