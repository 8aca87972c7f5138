"""Which hands a quiz asks: a function of its settings and its seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from strategy.analysis import NEAR_TIE, analyse
from strategy.dealing import Deal, NothingToDeal, compositions, deal_cell, even_cell
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Category, Cell, Situation
from trainer.drills.dealer import dealt_cells
from trainer.quizzes.models import Order, Origin, Question, Quiz
from trainer.rulebook.queries import rules_of


@dataclass(frozen=True, slots=True)
class Eligible:
    """The cells that a quiz may ask."""

    cells: tuple[Cell, ...]
    close: tuple[Cell, ...]
    """Left out: all hands that bring them up are near ties."""


def eligible_cells(quiz: Quiz) -> Eligible:
    """Cells of two cards that are wanted, can come up, and that the chart answers."""
    dealt = dealt_cells(quiz.rules.code, quiz.chart.text, _categories(quiz), longer=False)
    if quiz.origin != Origin.CATEGORIES:
        wanted = set(quiz.cells)
        dealt = tuple(cell for cell in dealt if str(cell) in wanted)
    if quiz.near_ties:
        return Eligible(dealt, ())
    widest = _widest_gaps(quiz.rules.code)
    close = tuple(cell for cell in dealt if widest[cell] < NEAR_TIE)
    return Eligible(tuple(cell for cell in dealt if cell not in close), close)


def draw_questions(quiz: Quiz) -> list[Question]:
    """The questions of a quiz, not saved. The same settings and seed draw the same.

    Raises NothingToDeal where no cell may be asked. Where each student is asked hands of their own,
    the bank holds all the cells, sorted by what the second-best play loses and cut into as many
    strata as hands are asked.
    """
    cells = eligible_cells(quiz).cells
    if not cells:
        raise NothingToDeal("no such cell can come up under these rules")
    if quiz.order != Order.LEVELLED:
        hands = [
            _dealt(quiz, even_cell(cells, quiz.seed, number), number)
            for number in range(quiz.count)
        ]
        return [
            _question(quiz, number, number, *hand) for number, hand in enumerate(hands, start=1)
        ]
    size = len(cells) * -(-quiz.count // len(cells))
    bank = sorted(
        (_dealt(quiz, cells[number % len(cells)], number) for number in range(size)),
        key=lambda hand: (hand[2], str(hand[1])),
    )
    return [
        _question(quiz, place + 1, place * quiz.count // size + 1, *hand)
        for place, hand in enumerate(bank)
    ]


def questions_for(quiz: Quiz, questions: Sequence[Question], seed: str) -> list[Question]:
    """The questions of one attempt in their order; the seed decides what is left to chance."""
    random = Random(f"{quiz.seed}/{seed}")  # noqa: S311
    strata: dict[int, list[Question]] = {}
    for question in questions:
        strata.setdefault(question.stratum, []).append(question)
    chosen = [random.choice(strata[number]) for number in sorted(strata)]
    if quiz.order != Order.SAME:
        random.shuffle(chosen)
    return chosen


def gap_of(rules: Rules, deal: Deal) -> float:
    """What the second-best play of these very cards loses, in original bets."""
    return analyse(rules.core).evaluate(deal.situation(rules)).gap


def _dealt(quiz: Quiz, cell: Cell, number: int) -> tuple[Cell, Deal, float]:
    """A hand of the cell that is no near tie, or any where those are wanted too."""
    rules = rules_of(quiz.rules)
    random = Random(f"{quiz.seed}/{number}")  # noqa: S311
    while True:
        deal = deal_cell(rules, cell, random, longer=False)
        gap = gap_of(rules, deal)
        if quiz.near_ties or gap >= NEAR_TIE:
            return cell, deal, gap


def _question(
    quiz: Quiz, number: int, stratum: int, cell: Cell, deal: Deal, gap: float
) -> Question:
    return Question(
        quiz=quiz,
        number=number,
        stratum=stratum,
        cell=str(cell),
        deal=str(deal),
        gap_millionths=round(1_000_000 * gap),
    )


def _categories(quiz: Quiz) -> frozenset[Category]:
    if quiz.origin != Origin.CATEGORIES:
        return frozenset(Category)
    return frozenset(map(Category, quiz.categories.split(",")))


@lru_cache(maxsize=64)
def _widest_gaps(code: str) -> Mapping[Cell, float]:
    """For each cell that can come up, the gap of the hand that is least close to a tie."""
    rules = Rules.parse(code)
    analysis = analyse(rules.core)
    return {
        cell: max(
            analysis.evaluate(Situation(rules, Hand(hand.ranks), cell.upcard)).gap for hand in hands
        )
        for cell, hands in compositions(rules, longer=False).items()
    }
