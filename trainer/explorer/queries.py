"""What the explorer shows: charts of any rules, single cells, and two rule sets side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode

from strategy.actions import Action
from strategy.analysis import Evaluation, analyse
from strategy.analysis.audit import Audit, Wrong, audit
from strategy.cards import PACK, Rank
from strategy.charts import Chart
from strategy.dealing import compositions
from strategy.hands import Hand
from strategy.rules import Rules, RulesError
from strategy.situations import Cell, Situation
from trainer.accounts.models import User
from trainer.core.wording import ACTIONS
from trainer.decisions.queries import Record, cell_record
from trainer.rulebook.queries import CellAddress, ShownRow, shown_tables
from trainer.rulebook.solutions import Solved, solved
from trainer.rulebook.wording import token_in_words


def explorer_address(rules: Rules) -> str:
    """The address of the explorer that shows some rules: to be shared."""
    return f"{reverse('explorer:explore')}?{urlencode({'rules': rules.code})}"


def cell_addresses(rules: Rules) -> CellAddress:
    """The addresses of the pages about the cells of some rules; none where two cards never do."""
    dealt = compositions(rules, longer=False)

    def address(cell: Cell) -> str:
        if cell not in dealt:
            return ""
        query = urlencode({"rules": rules.code, "cell": str(cell)})
        return f"{reverse('explorer:cell')}?{query}"

    return address


@dataclass(frozen=True, slots=True)
class Explored:
    """The exact chart and edge of some rules, and what is new against other rules."""

    rules: Rules
    solved: Solved
    tables: Sequence[tuple[Promise, Sequence[ShownRow]]]
    changes: int


def explored(rules: Rules, before: Rules | None = None) -> Explored:
    """The chart of the rules, cells marked that differ from the chart of the rules ``before``."""
    now = solved(rules)
    changed = set()
    if before:
        changed = {cell for cell, *_codes in solved(before).chart.differences(now.chart)}
    tables = shown_tables(now.chart, changed=changed, address=cell_addresses(rules))
    return Explored(rules, now, tables, len(changed))


@dataclass(frozen=True, slots=True)
class HandValues:
    """A hand of a cell: how often it is dealt, and what each play is worth."""

    hand: Hand
    per_1000: float
    values: Sequence[tuple[Action, Promise, float | None]]
    """None where the play is not allowed."""
    best: Promise
    conditional: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """A share with its name, and the width of its bar in per cent of the widest."""

    name: str
    share: float
    width: float


@dataclass(frozen=True, slots=True)
class CellPage:
    """All that is known of one cell under some rules."""

    rules: Rules
    cell: Cell
    code: str
    actions: Sequence[Promise]
    hands: Sequence[HandValues]
    per_1000: float
    dealer: Sequence[Bar]
    next_card: Sequence[Bar]
    record: Record = field(default_factory=Record)


def cell_page(rules: Rules, cell: Cell, learner: User | None) -> CellPage:
    """The page of a cell. Raises LookupError where two cards never bring it up."""
    dealt = _dealt(rules, cell)
    analysis = analyse(rules)
    evaluations = {hand: analysis.evaluate(Situation(rules, hand, cell.upcard)) for hand in dealt}
    actions = [
        action
        for action in ACTIONS
        if any(action in evaluation.values for evaluation in evaluations.values())
    ]
    commonest = max(dealt, key=lambda hand: dealt[hand])
    return CellPage(
        rules=rules,
        cell=cell,
        code=str(solved(rules).chart.cells[cell]),
        actions=[ACTIONS[action] for action in actions],
        hands=[
            _hand_values(hand, 1000 * chance, evaluations[hand], actions)
            for hand, chance in sorted(dealt.items(), key=lambda pair: -pair[1])
        ],
        per_1000=1000 * sum(dealt.values()),
        dealer=_bars(analysis.dealer(cell.upcard)),
        next_card=_bars(_after_hit(analysis.after_hit(commonest, cell.upcard), commonest)),
        record=cell_record(learner, cell) if learner else Record(),
    )


def _dealt(rules: Rules, cell: Cell) -> dict[Hand, float]:
    """The two cards that bring up a cell, the higher first, each with the chance of its deal.

    Raises LookupError where none do.
    """
    cards = len(PACK) * rules.decks
    upcards = rules.decks * (16 if cell.upcard is Rank.TEN else 4)
    deals = comb(cards - 1, 2) * cards / upcards
    found = compositions(rules, longer=False)[cell]
    aces = Rank.ACE in found[0].ranks
    return {Hand(each.ranks[:: 1 if aces else -1]): each.ways / deals for each in found}


def _hand_values(
    hand: Hand, per_1000: float, evaluation: Evaluation, actions: Sequence[Action]
) -> HandValues:
    values = [(action, ACTIONS[action], evaluation.values.get(action)) for action in actions]
    return HandValues(hand, per_1000, values, ACTIONS[evaluation.best], evaluation.conditional)


def _after_hit(chances: Mapping[Rank, float], hand: Hand) -> dict[str, float]:
    """The chances of the totals after a hit, soft ones told apart, low to high, bust last."""
    totals: dict[tuple[int, bool], float] = {}
    for rank, chance in chances.items():
        after = Hand((*hand.ranks, rank))
        key = (22, False) if after.bust else (after.total, after.soft)
        totals[key] = totals.get(key, 0.0) + chance
    return {_total_name(*key): totals[key] for key in sorted(totals)}


def _total_name(total: int, soft: bool) -> str:
    if total > 21:
        return "bust"
    return f"soft {total}" if soft else str(total)


def _bars(shares: Mapping[str, float]) -> list[Bar]:
    widest = max(shares.values())
    return [Bar(name, share, round(100 * share / widest, 1)) for name, share in shares.items()]


@dataclass(frozen=True, slots=True)
class Moved:
    """What a cell says when one rule is another."""

    rule: str
    code: str
    differs: bool
    address: str


_OTHER_RULES = (
    *("1D", "2D", "4D", "6D", "8D", "S17", "H17", "PEEK", "ENHC", "OBO"),
    *("DOA", "D9", "D10", "DAS", "NDAS", "SP4", "SP2", "NS", "LS", "ES"),
)


def moved_by_rules(rules: Rules, cell: Cell) -> list[Moved]:
    """The cell's code for each single rule changed, where the change makes no contradiction.

    Raises LookupError where two cards never bring up the cell.
    """
    if cell not in compositions(rules, longer=False):
        raise LookupError(str(cell))
    mine = solved(rules).chart.cells[cell]
    found = []
    for token in _OTHER_RULES:
        other = _with_token(rules, token)
        if other and other != rules:
            code = solved(other).chart.cells[cell]
            address = cell_addresses(other)(cell)
            found.append(Moved(token_in_words(token), str(code), code is not mine, address))
    return found


def _with_token(rules: Rules, token: str) -> Rules | None:
    try:
        return rules.with_token(token)
    except RulesError:
        return None


@dataclass(frozen=True, slots=True)
class AuditPage:
    """An audit with the addresses of the cells in which the chart errs."""

    audit: Audit
    wrong: Sequence[tuple[Wrong, str]]
    lost_per_100: float
    """What following the printed chart loses against the exact one, in bets for 100 hands."""


def audit_of(chart: Chart, rules: Rules) -> AuditPage:
    """Audit a chart under some rules."""
    found = audit(chart, rules)
    address = cell_addresses(rules)
    return AuditPage(
        audit=found,
        wrong=[(wrong, address(wrong.cell)) for wrong in found.wrong],
        lost_per_100=100 * (found.chart_ev - found.printed_ev),
    )
