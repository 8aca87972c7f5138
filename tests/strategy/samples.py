"""What the property tests draw from: rules, hands, situations, charts; and a few short names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from strategy.actions import Action, Code
from strategy.cards import PACK, UPCARDS, Rank
from strategy.charts import KINDS, Chart
from strategy.hands import Hand
from strategy.rule_sets import stock_rule_sets
from strategy.rules import Doubling, HoleCard, Insurance, Rules, Surrender
from strategy.situations import ALL_CELLS, Category, Situation, SituationError

DATA = Path(__file__).parent / "data"

SHEETS = {
    "atlantic city": "8D S17 PEEK DOA DAS SP2 SA2 NS 3:2 INS FRESH",
    "match table": "1D S17 PEEK DOA DAS SP2 SA2 NS 3:2 NOINS FLOOR FRESH",
    "six-deck shoe": "6D S17 PEEK DOA DAS SP4 SA2 NS 3:2 NOINS CUT75",
    "european": "8D S17 ENHC DOA DAS SP4 SA3 NS 3:2 INS1 CUT75",
}
"""The rules codes of the four rule sheets, as the design gives them."""

ODD_RULES = (
    "1D RANK",
    "6D RANK SP2",
    "2D D9 NDAS",
    "6D D10",
    "8D D0",
    "1D SP1",
    "6D SP1 D0 RANK",
    "6D ES10",
    "2D ES ENHC",
    "4D OBO LS HSA SA4",
)
"""Rules away from the usual ones, one or two at a time."""


@cache
def taught() -> tuple[tuple[Rules, str], ...]:
    """Every stock rule set's rules with each of its charts."""
    return tuple((each.rules, chart) for each in stock_rule_sets() for chart in each.charts)


def read_or_refusal(read: Callable[..., Any], error: type[ValueError], *given: Any) -> Any:
    """What a reader makes of its input, or the text of its own error; any other error is raised."""
    try:
        return read(*given)
    except error as refusal:
        return str(refusal) or "refused without a word"


@st.composite
def rules(draw: Callable) -> Rules:
    """All rules that do not contradict themselves."""
    max_hands = draw(st.integers(1, 4))
    doubling = draw(st.sampled_from(Doubling))
    splits = max_hands > 1
    return Rules(
        decks=draw(st.integers(1, 8)),
        hits_soft_17=draw(st.booleans()),
        hole_card=draw(st.sampled_from(HoleCard)),
        doubling=doubling,
        double_after_split=splits and doubling is not Doubling.NEVER and draw(st.booleans()),
        max_hands=max_hands,
        max_ace_hands=draw(st.integers(2, max_hands)) if splits else 1,
        hit_split_aces=splits and draw(st.booleans()),
        surrender=draw(st.sampled_from(Surrender)),
        natural_pays=draw(
            st.sampled_from([Fraction(*pay) for pay in ((3, 2), (6, 5), (1,), (2,))])
        ),
        insurance=draw(st.sampled_from(Insurance)),
        tens_split_by_rank=draw(st.booleans()),
        whole_chips=draw(st.booleans()),
        dealt_percent=draw(st.none() | st.integers(10, 95)),
    )


ranks = st.sampled_from(Rank)
cards = st.sampled_from(PACK)
hands = st.lists(ranks, min_size=1, max_size=8).map(lambda found: Hand(tuple(found)))
bars = st.frozensets(st.sampled_from([Action.DOUBLE, Action.SPLIT, Action.SURRENDER]))


@st.composite
def situations(draw: Callable, under: st.SearchStrategy[Rules] | None = None) -> Situation:
    """Anything that a table can ask: pairs and soft hands as often as hard ones."""
    here = draw(rules() if under is None else under)
    first = draw(ranks)
    second = draw(st.one_of(st.just(first), st.just(Rank.ACE), ranks))
    found = [first, second]
    for extra in draw(st.lists(ranks, max_size=3)):
        if Hand((*found, extra)).total <= 21:
            found.append(extra)
    try:
        return Situation(here, Hand(tuple(found)), draw(ranks), draw(bars))
    except SituationError:  # more cards of a rank than one pack has
        return Situation(here.but(decks=8), Hand(tuple(found)), draw(ranks), draw(bars))


def codes_for(category: Category) -> list[Code]:
    """The codes that a chart may have in a table."""
    splits = {Code.P, Code.Ph, Code.Pd, Code.Ps, Code.Rp, Code.TOTAL}
    return [code for code in Code if category is Category.PAIR or code not in splits]


nasty_names = st.text(max_size=30) | st.sampled_from(
    [
        '"',
        "\\",
        '\\"',
        "a\nb",
        "\r\n",
        "\t",
        "'''",
        '"""',
        "# no comment",
        "\x00",
        "\x7f",
        "é♠\u2028",
    ]
)
"""Names with what a text file may stumble over; half of a surrogate pair is no text."""


@st.composite
def charts(draw: Callable) -> Chart:
    """Charts with any code in any cell, complete or partial, some cells unprinted."""
    random = Random(draw(st.integers(0, 2**32)))
    partial = draw(st.booleans())
    share = draw(st.sampled_from([0.0, 0.02, 0.5, 1.0])) if partial else 1.0
    cells = {
        cell: random.choice(codes_for(cell.category))
        for cell in ALL_CELLS
        if random.random() < share
    }
    unprinted_share = draw(st.sampled_from([0.0, 0.1, 1.0]))
    return Chart(
        name=draw(nasty_names),
        rules=draw(rules()),
        source=draw(nasty_names),
        kind=draw(st.sampled_from(KINDS)),
        cells=cells,
        partial=partial,
        unprinted=frozenset(cell for cell in cells if random.random() < unprinted_share),
    )


def two_card_situations(under: Rules) -> list[Situation]:
    """Every two ranks against every upcard by value, less a natural, that a table can deal."""
    found = []
    for number, first in enumerate(Rank):
        for second in list(Rank)[number:]:
            for upcard in UPCARDS:
                hand = Hand((first, second))
                if not hand.natural:
                    found.append(Situation(under, hand, upcard))
    return found
