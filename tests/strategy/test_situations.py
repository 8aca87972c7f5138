from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.cards import UPCARDS, Rank
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import (
    ALL_CELLS,
    CHOICES,
    ROWS,
    Category,
    Cell,
    Situation,
    SituationError,
)
from tests.strategy import samples
from tests.strategy.samples import ODD_RULES, read_or_refusal

SIX = Rules.parse("6D LS")


def cell_of(text: str, code: str = "6D LS") -> str:
    return str(Situation.parse(text, Rules.parse(code)).cell)


@given(samples.situations())
def test_a_situation_reads_back_from_its_text_with_its_barred_plays(situation):
    again = Situation.parse(str(situation), situation.rules)
    assert again == situation
    assert (again.allowed, again.cell) == (situation.allowed, situation.cell)


@given(samples.situations())
def test_what_is_allowed_is_what_the_rules_allow_less_what_is_barred(situation):
    legal = situation.rules.first_actions(situation.hand, situation.upcard is Rank.ACE)
    assert set(situation.allowed) == legal - situation.barred
    assert list(situation.allowed) == [each for each in CHOICES if each in situation.allowed]
    assert Action.STAND in situation.allowed


@given(samples.situations())
def test_the_cell_is_one_of_a_chart_and_fits_the_cards(situation):
    cell = situation.cell
    assert cell in ALL_CELLS
    assert cell.category is situation.category
    match cell.category:
        case Category.PAIR:
            assert Action.SPLIT in situation.allowed
            assert Hand.parse(cell.row).ranks == tuple(r.valued for r in situation.hand.ranks)
        case Category.SOFT:
            assert situation.hand.soft
            assert Hand.parse(cell.row).total == situation.hand.total
        case Category.HARD:
            assert not situation.hand.soft
            assert cell.row == str(situation.hand.total)


@given(st.sampled_from(ALL_CELLS))
def test_a_cell_reads_back_from_its_text(cell):
    assert Cell.parse(str(cell)) == cell
    assert str(cell) == f"{cell.category} {cell.short}"


def test_a_complete_chart_has_380_cells_in_the_order_of_its_tables():
    assert len(ALL_CELLS) == len(set(ALL_CELLS)) == 380
    assert list(ALL_CELLS) == [
        Cell(c, row, u) for c in Category for row in ROWS[c] for u in UPCARDS
    ]
    assert ROWS[Category.HARD] == tuple(str(total) for total in range(4, 22))
    assert " ".join(ROWS[Category.SOFT]) == "AA A2 A3 A4 A5 A6 A7 A8 A9 AT"
    assert " ".join(ROWS[Category.PAIR]) == "22 33 44 55 66 77 88 99 TT AA"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hard 16",
        "hard 16 v",
        "hard 16 v X",
        "hard 22 v T",
        "hard 3 v T",
        "soft 18 v 2",
        "pair 8 v T",
        "firm 16 v T",
        "hard 16 vs T",
        "hard 16 v T x",
        "hard A7 v 2",
    ],
)
def test_what_is_no_cell_is_refused_with_its_text(text):
    with pytest.raises(SituationError, match=f"^'{text}' is not a cell"):
        Cell.parse(text)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("T6 v 9", "hard 16 v 9"),
        ("A7 v 2", "soft A7 v 2"),
        ("88 v A", "pair 88 v A"),
        ("A24 v 6", "soft A6 v 6"),
        ("JK v Q", "pair TT v T"),
        ("A5T v 6", "hard 16 v 6"),
        ("22A v 6", "soft A4 v 6"),
        ("AT v 6", "soft AT v 6"),
        ("10,6 v 10", "hard 16 v T"),
        ("  t6  v  k ", "hard 16 v T"),
        ("88 v A -P", "hard 16 v A"),
        ("AA v 6 -P", "soft AA v 6"),
        ("TT v 6 -P", "hard 20 v 6"),
        ("22 v 6 -p -d -r", "hard 4 v 6"),
    ],
)
def test_where_a_chart_answers(text, cell):
    assert cell_of(text) == cell


def test_unlike_tens_are_hard_20_where_only_the_same_rank_may_be_split():
    assert cell_of("JK v 6", "6D RANK") == "hard 20 v 6"
    assert cell_of("KK v 6", "6D RANK") == "pair TT v 6"
    assert cell_of("JK v 6", "6D VALUE") == "pair TT v 6"


@pytest.mark.parametrize(
    ("hand", "cell"), [("AA", "soft AA v 9"), ("22", "hard 4 v 9"), ("KK", "hard 20 v 9")]
)
def test_pairs_are_their_totals_where_nothing_is_split(hand, cell):
    assert cell_of(f"{hand} v 9", "6D SP1") == cell


def test_the_upcard_is_kept_by_value_and_the_hand_by_rank():
    situation = Situation.parse("JK v Q", SIX)
    assert str(situation) == "JK v T"
    assert situation == Situation(SIX, Hand.parse("JK"), Rank.QUEEN)


def test_barring_what_is_not_legal_anyway_changes_nothing():
    assert Situation.parse("A24 v 6 -D -P", SIX) == Situation.parse("A24 v 6", SIX)
    assert str(Situation.parse("T6 v 6 -P -D", SIX)) == "T6 v 6 -D"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a situation: write T6 v 9"),
        ("T6", "'T6' is not a situation"),
        ("T6 v ", "'T6 v ' is not a situation"),
        ("T6v9", "'T6v9' is not a situation"),
        (" v 9", "'' is not a hand"),
        ("TX v 9", "'TX' is not a hand"),
        ("T6 v X", "'X' is not a rank"),
        ("T6 v 9 P", "'P' bars no play"),
        ("T6 v 9 -S", "'-S' bars no play"),
        ("T6 v 9 -", "'-' bars no play"),
        ("T v 9", "a hand has two cards or more, not 1"),
        ("TT2 v 9", "TT2 is bust: there is nothing to decide"),
    ],
)
def test_bad_text_is_refused_with_what_is_wrong(text, message):
    with pytest.raises(SituationError, match=f"^{message}"):
        Situation.parse(text, SIX)


@pytest.mark.parametrize("action", [Action.STAND, Action.INSURE, Action.DECLINE])
def test_standing_and_what_is_no_play_of_a_hand_cannot_be_barred(action):
    with pytest.raises(SituationError, match=f"^{action.word} cannot be barred$"):
        Situation(SIX, Hand.parse("T6"), Rank.NINE, frozenset({action}))


def test_no_table_deals_more_cards_of_a_rank_than_its_shoe_has():
    assert Situation.parse("2222 v 9", Rules.parse("1D")).hand.total == 8
    with pytest.raises(SituationError, match=r"^1D has 4 cards of rank 2, not 5$"):
        Situation.parse("2222 v 2", Rules.parse("1D"))
    assert Situation.parse("2222 v 2", Rules.parse("2D")).hand.total == 8
    with pytest.raises(SituationError, match=r"^1D has 4 cards of rank A, not 5$"):
        Situation.parse("AAAAA v 9", Rules.parse("1D"))


@given(st.text(max_size=12), st.sampled_from(ODD_RULES))
def test_any_text_is_a_situation_or_a_situation_error(text, code):
    rules = Rules.parse(code)
    for tried in (text, f"{text} v 9", f"T6 v {text}", f"88 v A {text}"):
        found = read_or_refusal(Situation.parse, SituationError, tried, rules)
        if isinstance(found, Situation):
            assert Situation.parse(str(found), rules) == found
        else:
            assert "\n" not in found
