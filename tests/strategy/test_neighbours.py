"""Which cells lie beside each other, differ, and are confused."""

from __future__ import annotations

import pytest

from strategy.actions import Action
from strategy.charts import stock_chart
from strategy.dealing import compositions
from strategy.hands import Hand
from strategy.neighbours import beside, confused_with, near_misses, neighbours, right_plays
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, Cell, Situation
from tests.strategy.samples import taught

RULES = Rules()
CHART = stock_chart("6d-s17-das")
PLAYS = right_plays(RULES, CHART)


def short(cells) -> list[str]:
    return [cell.short for cell in cells]


def named(*names: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, names))


@pytest.mark.parametrize(
    ("cell", "others"),
    [
        ("hard 12 v 4", ["12 v 3", "12 v 5", "11 v 4", "13 v 4"]),
        ("hard 16 v A", ["16 v T", "15 v A", "17 v A"]),
        ("hard 16 v 9", ["16 v 8", "16 v T", "15 v 9", "17 v 9"]),
        ("hard 4 v 2", ["4 v 3", "5 v 2"]),
        ("hard 21 v A", ["21 v T", "20 v A"]),
        ("soft A6 v 2", ["A6 v 3", "A5 v 2", "A7 v 2"]),
        ("soft AA v 5", ["AA v 4", "AA v 6", "A2 v 5"]),
        ("pair 77 v 8", ["77 v 7", "77 v 9", "66 v 8", "88 v 8"]),
        ("pair AA v T", ["AA v 9", "AA v A", "TT v T"]),
    ],
)
def test_beside_a_cell_are_the_next_upcards_and_the_next_rows(cell, others):
    assert short(beside(Cell.parse(cell))) == others


@pytest.mark.parametrize("relation", [beside, neighbours])
def test_being_neighbours_is_mutual(relation):
    for cell in ALL_CELLS:
        assert cell not in relation(cell)
        for other in relation(cell):
            assert cell in relation(other)


def test_a_pair_is_confused_with_its_total_and_with_nothing_else_of_another_table():
    pairs = {
        "22": "hard 4", "33": "hard 6", "44": "hard 8", "55": "hard 10", "66": "hard 12",
        "77": "hard 14", "88": "hard 16", "99": "hard 18", "TT": "hard 20", "AA": "soft AA",
    }  # fmt: skip
    across = {
        (f"{cell.category} {cell.row}", f"{other.category} {other.row}")
        for cell in ALL_CELLS
        for other in neighbours(cell)
        if other.category is not cell.category
    }
    expected = {(f"pair {row}", total) for row, total in pairs.items()}
    assert across == expected | {(total, pair) for pair, total in expected}


@pytest.mark.parametrize(("rules", "name"), taught(), ids=str)
def test_right_plays_are_what_the_chart_says_to_two_cards(rules, name):
    chart = stock_chart(name)
    plays = right_plays(rules, chart)
    for cell, hands in compositions(rules, longer=False).items():
        situation = Situation(rules, Hand(hands[0].ranks), cell.upcard)
        assert plays.get(cell) is (
            chart.advise(situation).action if chart.states(situation) else None
        )


def test_a_cell_that_only_longer_hands_make_has_the_play_of_the_shortest():
    twenty = Cell.parse("hard 20 v 6")
    assert PLAYS[twenty] is Action.STAND
    assert twenty not in right_plays(RULES, CHART, longer=False)
    assert Cell.parse("hard 21 v 6") not in PLAYS


@pytest.mark.parametrize(
    ("row", "upcards"),
    [
        ("hard 10", "2789T"),  # doubled up to 9; against 2, 7 and 8 nine and eight are hit
        ("hard 12", "23456789T"),  # eleven is doubled but against an ace
        ("hard 14", "67"),
        ("soft A8", "34569TA"),
        ("pair 88", "789TA"),
    ],
)
def test_near_misses_lie_at_the_borders_of_the_chart(row, upcards):
    cells = [cell for cell in ALL_CELLS if f"{cell.category} {cell.row}" == row]
    assert "".join(str(cell.upcard) for cell in near_misses(PLAYS, cells)) == upcards


def test_cells_amid_others_of_the_same_play_are_no_near_misses():
    far = named("hard 5 v 7", "hard 19 v 6", "soft A9 v 5", "hard 14 v T", "pair 88 v 5")
    assert near_misses(PLAYS, far) == ()


def test_near_misses_keep_their_order_and_are_of_the_cells_asked_about():
    asked = named("hard 16 v 7", "hard 5 v 7", "hard 12 v 4", "hard 12 v 3")
    assert near_misses(PLAYS, asked) == named("hard 16 v 7", "hard 12 v 4", "hard 12 v 3")
    assert near_misses(PLAYS, named("hard 21 v 6")) == ()


def test_a_pair_and_its_total_alone_make_no_near_miss():
    """7,7 is split against 3 and so are 6,6 and 8,8: only hard 14 stands."""
    assert near_misses(PLAYS, named("pair 77 v 3")) == ()


@pytest.mark.parametrize(
    ("cell", "chosen", "others"),
    [
        # 12 stands against 4; whoever hits took it for 12 v 3 or for 11 (doubled), 13 stands too.
        ("hard 12 v 4", "H", ["12 v 3", "11 v 4", "66 v 4"]),
        ("hard 12 v 3", "S", ["12 v 4", "13 v 3", "11 v 3", "66 v 3"]),
        ("hard 16 v T", "S", ["17 v T", "88 v T"]),
        ("pair 88 v T", "H", ["77 v T", "16 v T", "99 v T"]),
        ("hard 5 v 7", "S", []),
    ],
)
def test_an_error_is_taken_from_a_neighbour_where_the_chosen_play_is_right(cell, chosen, others):
    found = confused_with(PLAYS, Cell.parse(cell), Action.parse(chosen))
    assert short(found) == others


def test_neighbours_that_cannot_come_up_are_not_told():
    plays = {cell: play for cell, play in PLAYS.items() if cell.category.value == "hard"}
    found = confused_with(plays, Cell.parse("hard 16 v T"), Action.STAND)
    assert short(found) == ["17 v T"]
