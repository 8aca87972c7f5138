"""Which hands a drill deals."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from strategy.actions import Action
from strategy.dealing import Deal, cells_of
from strategy.grading import right_play
from strategy.situations import Category
from tests.factories import DrillFactory, UserFactory, answer, decide, taught
from trainer.decisions.queries import Record
from trainer.drills.dealer import drilled_cells, next_deal, weight
from trainer.drills.models import Dealing, Drill
from trainer.rulebook.queries import chart_of, rules_of


def cells(drill: Drill, hands: int) -> list[str]:
    """The cells of the next hands, each dealt as after an answer."""
    rules, found = rules_of(drill.rules), []
    for _number in range(hands):
        found.append(str(next_deal(drill).situation(rules).cell))
        drill.asked += 1
    return found


def test_every_cell_comes_once_a_round(rulebook):
    drill = DrillFactory(categories=(Category.SOFT,))
    wanted = sorted(map(str, drilled_cells(drill)))
    drill.asked = 0
    for _round in range(2):
        assert sorted(cells(drill, len(wanted))) == wanted


@pytest.mark.parametrize("category", Category)
@pytest.mark.parametrize("dealing", Dealing)
@pytest.mark.parametrize("longer", [False, True], ids=["two cards", "longer"])
def test_only_hands_of_the_category_come(rulebook, category, dealing, longer):
    drill = DrillFactory(categories=(category,), dealing=dealing, longer=longer)
    drill.seed = "fixed"
    found = cells(drill, 40)
    assert {cell.split()[0] for cell in found} == {str(category)}


@pytest.mark.parametrize("dealing", Dealing)
def test_two_card_hands_have_two_cards_and_longer_ones_come_where_wanted(rulebook, dealing):
    for longer in (False, True):
        drill = DrillFactory(dealing=dealing, longer=longer, categories=(Category.HARD,))
        drill.seed = "fixed"
        sizes = Counter()
        for _number in range(60):
            sizes[len(next_deal(drill).cards)] += 1
            drill.asked += 1
        assert (set(sizes) == {2}) is not longer
        assert sizes[2]


@pytest.mark.parametrize("dealing", Dealing)
def test_of_a_partial_chart_only_stated_cells_come(rulebook, dealing):
    advice = taught("match-table", "match-table-advice")
    drill = DrillFactory(teaching=advice, dealing=dealing, longer=True)
    drill.seed = "fixed"
    rules, chart = rules_of(drill.rules), chart_of(drill.chart)
    for _number in range(100):
        assert chart.states(next_deal(drill).situation(rules))
        drill.asked += 1
    stated = cells_of(rules, chart, tuple(Category), longer=True)
    assert 0 < len(stated) < 250
    assert not any(cell.category is Category.SOFT for cell in stated)


def test_the_seed_and_the_number_decide_the_hand(rulebook):
    for dealing in (Dealing.EVEN, Dealing.TABLE):
        one, two = DrillFactory(dealing=dealing), DrillFactory(dealing=dealing)
        two.seed = one.seed
        one.asked = two.asked = 5
        assert next_deal(one) == next_deal(two)


def test_drills_have_seeds_of_their_own(rulebook):
    seeds = {DrillFactory().seed for _number in range(5)}
    assert len(seeds) == 5
    assert all(len(seed) == 32 for seed in seeds)


def test_weak_spots_come_most_often(rulebook):
    """After five misses a cell weighs 6 of 7, after five hits 1 of 7: six times as much."""
    learner = UserFactory()
    drill = DrillFactory(learner=learner, categories=(Category.SOFT,), dealing=Dealing.WEAK)
    rules, chart = rules_of(drill.rules), chart_of(drill.chart)
    every = drilled_cells(drill)
    weak = {str(cell) for cell in every[::4]}
    for cell in every:
        deal = f"{cell.row[0]}S {cell.row[1]}D v {cell.upcard}H"
        right = right_play(Deal.parse(deal).situation(rules), chart).right
        wrong = Action.HIT if right is Action.STAND else Action.STAND
        for _number in range(5):
            decide(learner, deal, str(wrong if str(cell) in weak else right))
    drill.seed, drill.coming = "fixed", []
    hands = 2000
    share = sum(cell in weak for cell in cells(drill, hands)) / hands
    expected = 6 * len(weak) / (6 * len(weak) + len(every) - len(weak))
    assert share == pytest.approx(expected, abs=5 * sqrt(expected * (1 - expected) / hands))
    assert share > 2 * len(weak) / len(every)


def test_without_answers_weak_spots_are_all_alike(rulebook):
    drill = DrillFactory(guest_key="somebody", dealing=Dealing.WEAK, categories=(Category.PAIR,))
    drill.seed, drill.coming = "fixed", []
    counts = Counter(cells(drill, 1000))
    assert set(counts) == set(map(str, drilled_cells(drill)))
    assert max(counts.values()) < 35


def test_the_block_drawn_ahead_is_kept_with_the_drill(rulebook):
    drill = DrillFactory(dealing=Dealing.WEAK, length=None)
    left = []
    for _number in range(12):
        left.append(len(drill.coming))
        answer(drill)
    assert left == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8]
    drill.refresh_from_db()
    assert len(drill.coming) == 7


@pytest.mark.parametrize(
    ("answers", "correct", "weighs"),
    [(0, 0, 1 / 2), (10, 0, 11 / 12), (10, 10, 1 / 12), (1, 1, 1 / 3)],
)
def test_a_cell_weighs_its_expected_share_of_errors(answers, correct, weighs):
    assert weight(Record(answers=answers, correct=correct)) == pytest.approx(weighs)


def test_what_is_dealt_can_be_read_back(rulebook):
    drill = DrillFactory(longer=True)
    question = drill.questions.get()
    assert str(Deal.parse(question.deal)) == question.deal
