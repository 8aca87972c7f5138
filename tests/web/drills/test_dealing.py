"""Which hands a drill deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from strategy.actions import Action
from strategy.dealing import Deal, cells_of
from strategy.grading import right_play
from strategy.rules import Rules
from strategy.situations import Category, Cell
from tests.factories import DrillFactory, UserFactory, answer, decide, play, taught
from trainer.accounts.models import User
from trainer.drills.dealer import drilled_cells, next_deal
from trainer.drills.models import Dealing, Drill
from trainer.rulebook.queries import chart_of, rules_of

RULES = Rules()
FOUR = ["soft A7 v 2", "hard 16 v 9", "pair 99 v 7", "hard 5 v 5"]


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


def answered_all(
    learner: User, drill: Drill, right: Callable[[Cell], bool], times: int = 1
) -> None:
    """Answer every cell of a drill of soft hands so many times, right or wrong."""
    rules, chart = rules_of(drill.rules), chart_of(drill.chart)
    for cell in drilled_cells(drill):
        deal = f"{cell.row[0]}S {cell.row[1]}D v {cell.upcard}H"
        play = right_play(Deal.parse(deal).situation(rules), chart).right
        wrong = Action.HIT if play is Action.STAND else Action.STAND
        for _number in range(times):
            decide(learner, deal, str(play if right(cell) else wrong))


def test_weak_spots_come_most_often(rulebook):
    learner = UserFactory()
    drill = DrillFactory(learner=learner, categories=(Category.SOFT,), dealing=Dealing.WEAK)
    weak = set(drilled_cells(drill)[::4])
    answered_all(learner, drill, lambda cell: cell not in weak, times=2)
    drill.seed, drill.asked, drill.coming = "fixed", 0, []
    share = sum(Cell.parse(cell) in weak for cell in cells(drill, 100)) / 100
    assert share > 0.75  # of ten hands one goes to what has waited longest


def test_what_is_dear_and_frequent_comes_most_often_to_a_newcomer(rulebook):
    drill = DrillFactory(guest_key="somebody", dealing=Dealing.WEAK, categories=(Category.HARD,))
    drill.seed, drill.asked = "fixed", 0
    counts = Counter(cells(drill, 600))
    assert counts["hard 16 v T"] + counts["hard 12 v T"] > 20
    assert counts["hard 5 v 7"] + counts["hard 19 v 2"] < 10


def test_nothing_is_left_out_of_weak_spots(rulebook):
    """Every tenth hand goes to the cell that has waited longest."""
    learner = UserFactory()
    every = DrillFactory(categories=(Category.SOFT,))
    some = drilled_cells(every)[::8]
    drill = DrillFactory(learner=learner, dealing=Dealing.WEAK, cells=some, length=None)
    met = set()
    for _number in range(10 * len(some)):
        met.add(str(answer(drill).decision.cell))
    assert met == set(map(str, some))


def queued(rulebook, deal: str, action: str, **settings: Any) -> list[str]:
    """What comes next in a drill for weak spots after an answer."""
    drill = DrillFactory(dealing=Dealing.WEAK, length=None, **settings)
    play(drill, deal, action)
    return [
        str(Deal.parse(drill.questions.get(number=2).deal).situation(RULES).cell),
        *drill.coming,
    ]


def test_an_error_brings_the_cell_and_its_neighbours_soon(rulebook):
    for _seed in range(5):
        coming = queued(rulebook, "TS 2D v 4H", "H")
        assert 2 <= coming.index("hard 12 v 4") <= 4
        for cell in ("hard 12 v 3", "hard 11 v 4"):  # that is hit; this is doubled
            assert coming.index(cell) <= 7


def test_an_error_brings_no_cells_that_the_drill_does_not_deal(rulebook):
    coming = queued(rulebook, "8S 8D v TH", "H", categories=(Category.PAIR,))
    assert coming.index("pair 88 v T") <= 4
    assert {cell.split()[0] for cell in coming} == {"pair"}


def test_a_right_answer_brings_nothing_back(rulebook):
    for _seed in range(3):
        coming = queued(rulebook, "TS 2D v 4H", "S", cells=[*map(Cell.parse, FOUR)])
        assert len(coming) == 9


def test_a_drill_that_was_begun_earlier_goes_through_what_was_drawn(rulebook):
    drill = DrillFactory(dealing=Dealing.WEAK, length=None)
    for _number in range(3):
        answer(drill)
    Drill.objects.filter(pk=drill.pk).update(coming=FOUR)
    asked = [str(answer(drill).next_question.deal) for _number in range(3)]
    found = [str(Deal.parse(deal).situation(rules_of(drill.rules)).cell) for deal in asked]
    assert found == FOUR[:3]


def test_a_drill_with_nothing_drawn_goes_on(rulebook):
    drill = DrillFactory(dealing=Dealing.WEAK, length=None)
    answer(drill)
    Drill.objects.filter(pk=drill.pk).update(coming=[])
    for _number in range(12):
        answer(drill)
    assert drill.answered == 13


def test_what_comes_is_kept_with_the_drill_and_bounded(rulebook):
    drill = DrillFactory(dealing=Dealing.WEAK, length=None)
    left = []
    for _number in range(12):
        left.append(len(drill.coming))
        answer(drill)
    assert left == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8]
    for _number in range(15):
        answer_wrongly(drill)
        assert 1 <= len(drill.coming) <= 20


def answer_wrongly(drill: Drill) -> None:
    question = drill.questions.get(number=drill.asked)
    situation = Deal.parse(question.deal).situation(rules_of(drill.rules))
    right = right_play(situation, chart_of(drill.chart)).right
    answer(drill, str(next(action for action in situation.allowed if action is not right)))


def test_after_an_error_the_next_hand_is_another(rulebook):
    drill = DrillFactory(dealing=Dealing.WEAK, length=None)
    last = None
    for _number in range(25):
        cell = Deal.parse(drill.questions.get(number=drill.asked).deal).situation(RULES).cell
        assert cell != last
        last = cell
        answer_wrongly(drill)


def test_what_is_dealt_can_be_read_back(rulebook):
    drill = DrillFactory(longer=True)
    question = drill.questions.get()
    assert str(Deal.parse(question.deal)) == question.deal
