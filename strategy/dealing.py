"""Dealing situations for drills: cell by cell or as at a table, by category, always from a seed.

Every function takes its random source; the same source state deals the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from random import Random
from typing import Final, NamedTuple, Self

from strategy.actions import Action
from strategy.cards import PACK, VALUES, Card, CardError, Rank, Suit
from strategy.charts import Chart
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, Category, Cell, Situation, SituationError

MOST_CARDS: Final = 5
"""Hands of more cards than this are too rare to drill."""
_PATIENCE: Final = 1_000
_MOST_TRIES: Final = 100_000


class NothingToDeal(ValueError):
    """No hand of the kind asked for can come up under these rules."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The very cards of a situation, written ``TS 6D v 9H``."""

    cards: tuple[Card, ...]
    upcard: Card

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.cards))} v {self.upcard}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``TS 6D v 9H``; raise SituationError."""
        cards, versus, upcard = text.partition(" v ")
        try:
            if versus:
                return cls(tuple(Card.parse(card) for card in cards.split()), Card.parse(upcard))
        except CardError as error:
            raise SituationError(str(error)) from None
        raise SituationError(f"{text!r} is not a deal: write TS 6D v 9H")

    def situation(self, rules: Rules) -> Situation:
        """What these cards ask as a first decision; raise SituationError if they are no hand."""
        return Situation(rules, Hand.of(self.cards), self.upcard.rank)


class Composition(NamedTuple):
    """Ranks that make a hand of some cell, and in how many ways the full shoe makes them."""

    ranks: tuple[Rank, ...]
    ways: int


@lru_cache(maxsize=64)
def compositions(rules: Rules, *, longer: bool) -> Mapping[Cell, tuple[Composition, ...]]:
    """For every cell that can come up, the hands that bring it up.

    Two-card hands, and where ``longer`` also hands of three to five cards. Cells in which there is
    nothing to decide are absent. Tens stand for all court cards, but where only the same rank may
    be split a ten and a king stand for all unlike tens.
    """
    found: dict[Cell, list[Composition]] = {}
    for ranks in _hands(rules, MOST_CARDS if longer else 2):
        hand = Hand(ranks)
        for upcard in VALUES:
            ways = _ways(rules, ranks, upcard)
            if ways:
                situation = Situation(rules, hand, upcard)
                if len(situation.allowed) > 1:
                    found.setdefault(situation.cell, []).append(Composition(ranks, ways))
    return {cell: tuple(found[cell]) for cell in ALL_CELLS if cell in found}


def _hands(rules: Rules, most: int) -> Iterator[tuple[Rank, ...]]:
    for size in range(2, most + 1):
        for ranks in combinations_with_replacement(VALUES, size):
            if Hand(ranks).total <= 20:
                yield ranks
    if rules.tens_split_by_rank:
        yield Rank.TEN, Rank.KING


def _ways(rules: Rules, ranks: Sequence[Rank], upcard: Rank) -> int:
    """In how many ways the shoe, less the upcard, gives the ranks in any order."""
    if rules.tens_split_by_rank and {Rank.TEN, Rank.KING}.issuperset(ranks):
        gone = upcard is Rank.TEN
        alike = 3 * comb(4 * rules.decks, 2) + comb(4 * rules.decks - gone, 2)
        return comb(16 * rules.decks - gone, 2) - alike if Rank.KING in ranks else alike
    ways = 1
    for rank, count in Counter(ranks).items():
        there = rules.decks * (16 if rank is Rank.TEN else 4) - (rank is upcard)
        ways *= comb(there, count)
    return ways


def cells_of(
    rules: Rules, chart: Chart, categories: Collection[Category], *, longer: bool
) -> tuple[Cell, ...]:
    """The cells of the categories that can come up and that the chart answers."""
    return tuple(
        cell
        for cell, hands in compositions(rules, longer=longer).items()
        if cell.category in categories
        and chart.states(Situation(rules, Hand(hands[0].ranks), cell.upcard))
    )


def even_cell(cells: Sequence[Cell], seed: str, number: int) -> Cell:
    """The cell of the question with this number (from 0) when every cell comes equally often.

    The cells are gone through in rounds; each round is shuffled anew, and of three cells or more
    none comes twice running.
    """
    if not cells:
        raise NothingToDeal("no hand of this kind can come up under these rules")
    round_, place = divmod(number, len(cells))
    order = _shuffled(cells, seed, round_)
    if round_ and len(cells) > 2 and order[0] == _shuffled(cells, seed, round_ - 1)[-1]:
        order[0], order[1] = order[1], order[0]
    return order[place]


def _shuffled(cells: Sequence[Cell], seed: str, round_: int) -> list[Cell]:
    order = list(cells)
    Random(f"{seed}/round/{round_}").shuffle(order)
    return order


def deal_cell(rules: Rules, cell: Cell, random: Random, *, longer: bool) -> Deal:
    """Cards for a cell: hands in proportion to how often the shoe makes them.

    Where ``longer``, at least half the hands of a cell that two cards can make have two. Raises
    NothingToDeal where no hand brings up the cell.
    """
    hands = compositions(rules, longer=longer).get(cell, ())
    short = [hand for hand in hands if len(hand.ranks) == 2]
    if short and random.random() < 0.5:
        hands = tuple(short)
    if not hands:
        raise NothingToDeal(f"no hand brings up {cell} under {rules}")
    shoe = len(PACK) * rules.decks - 1
    chances = [hand.ways / comb(shoe, len(hand.ranks)) for hand in hands]
    ranks = random.choices(hands, chances)[0].ranks
    return _dress(rules, _dealt_order(ranks, random), cell.upcard, random)


def _dealt_order(ranks: Sequence[Rank], random: Random) -> list[Rank]:
    """An order in which a player can have come to hold the ranks: no earlier 21."""
    order = list(ranks)
    while True:
        random.shuffle(order)
        if all(Hand(tuple(order[:size])).total < 21 for size in range(2, len(order))):
            return order


def _dress(rules: Rules, ranks: Sequence[Rank], upcard: Rank, random: Random) -> Deal:
    """Give ranks their suits, and tens their faces, no card more often than there are decks."""
    faces = [Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING]
    unlike = rules.tens_split_by_rank and Rank.KING in ranks
    alike = rules.tens_split_by_rank and len(ranks) == 2 and Hand(tuple(ranks)).same_rank
    random.shuffle(faces)
    cards: list[Card] = []
    for rank in (*ranks, upcard):
        mine = len(cards) < len(ranks)
        if rank.valued is not Rank.TEN:
            choice = [rank]
        elif mine and unlike:
            choice = [faces[len(cards)]]
        elif mine and alike:
            choice = [faces[0]]
        else:
            choice = faces
        free = [
            card
            for card in (Card(face, suit) for face in choice for suit in Suit)
            if cards.count(card) < rules.decks
        ]
        cards.append(random.choice(free))
    return Deal(tuple(cards[:-1]), cards[-1])


def deal_as_at_a_table(
    rules: Rules,
    chart: Chart,
    categories: Collection[Category],
    random: Random,
    *,
    longer: bool,
) -> Deal:
    """Cards as a full shoe brings them, among the decisions of the categories.

    Hands that a dealer's natural ends before anybody decides are passed over. Where ``longer``,
    hands go on as the chart plays them, and each decision on the way is as likely to be asked as at
    the table. Raises NothingToDeal where none is found.
    """
    for attempt in range(_MOST_TRIES):
        if attempt == _PATIENCE and not cells_of(rules, chart, categories, longer=longer):
            break  # not rare, but impossible
        shoe = _top_of_shoe(rules, random)
        first, upcard, second, hole = shoe[:4]
        looked = rules.looks_before_play(upcard.rank is Rank.ACE)
        if looked and Hand.of((upcard, hole)).natural:
            continue
        extra = random.randrange(MOST_CARDS - 1) if longer else 0
        deal = _play_on(rules, chart, Deal((first, second), upcard), shoe[4 : 4 + extra])
        if deal:
            situation = deal.situation(rules)
            decides = len(situation.allowed) > 1 and situation.category in categories
            if decides and chart.states(situation):
                return deal
    raise NothingToDeal("no hand of this kind comes up under these rules")


def _top_of_shoe(rules: Rules, random: Random) -> list[Card]:
    places = random.sample(range(len(PACK) * rules.decks), MOST_CARDS + 3)
    return [PACK[place % len(PACK)] for place in places]


def _play_on(rules: Rules, chart: Chart, deal: Deal, draws: Sequence[Card]) -> Deal | None:
    """The hand after hitting each draw; None where the chart does not hit or the hand is over."""
    for card in draws:
        situation = deal.situation(rules)
        if not chart.states(situation) or chart.advise(situation).action is not Action.HIT:
            return None
        deal = Deal((*deal.cards, card), deal.upcard)
        if Hand.of(deal.cards).bust:
            return None
    return deal
