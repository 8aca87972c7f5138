"""The audit of a chart, against figures worked out in plain ways: by hand-weighing the values of
single hands, and by a recursion in plain Python that plays a chart to the end."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

import pytest

from strategy.actions import Action, Code
from strategy.analysis import NEAR_TIE, analyse
from strategy.analysis.audit import Wrong, audit
from strategy.analysis.following import follow
from strategy.analysis.lattice import rank_number
from strategy.cards import VALUES, Rank
from strategy.charts import Chart, stock_chart, stock_chart_names
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, Category, Cell, Situation

SIX = Rules.parse("6D S17 LS")


def exact(rules: Rules) -> Chart:
    return analyse(rules).chart()


def changed(rules: Rules, **cells: str) -> Chart:
    """The exact chart as if printed, but for some cells, such as hard_16_v_T="S"."""
    codes = {Cell.parse(name.replace("_", " ")): Code(code) for name, code in cells.items()}
    return Chart("printed", rules, "a test", "printed", {**exact(rules).cells, **codes})


def only(chart: Chart, rules: Rules | None = None) -> Wrong:
    """The single error of a chart."""
    (wrong,) = audit(chart, rules).wrong
    return wrong


@cache
def two_card_hands(rules: Rules, cell: Cell) -> dict[Hand, float]:
    """The two-card hands of a total's cell, with the chance of each when no natural is behind."""
    shoe = Counter({rank: rules.decks * (16 if rank is Rank.TEN else 4) for rank in VALUES})
    shoe[cell.upcard] -= 1
    cards = sum(shoe.values())
    found = {}
    for pair in combinations_with_replacement(VALUES, 2):
        hand = Hand(pair)
        situation = Situation(rules, hand, cell.upcard)
        if situation.cell == cell and not hand.natural:
            first, second = pair
            ways = shoe[first] * (shoe[second] - (first is second))
            chance = ways * (1 if first is second else 2) / (cards * (cards - 1))
            hole = {Rank.ACE: Rank.TEN, Rank.TEN: Rank.ACE}.get(cell.upcard)
            if hole:
                left = shoe[hole] - pair.count(hole)
                chance *= 1 - left / (cards - 2)
            found[hand] = chance
    return found


def mean_cost(rules: Rules, cell: Cell, mine: Action, right: Action) -> float:
    """The mean over the two-card hands of what an action loses against another."""
    hands = two_card_hands(rules, cell)
    analysis = analyse(rules)
    lost = {}
    for hand in hands:
        values = analysis.ev(hand, cell.upcard)
        lost[hand] = values[right] - values[mine]
    return sum(hands[hand] * lost[hand] for hand in hands) / sum(hands.values())


# Which cells are wrong


@pytest.mark.parametrize("code", ["6D S17 LS", "1D H17 NDAS", "6D SP1 D0", "2D ENHC ES", "8D RANK"])
def test_the_exact_chart_has_no_errors_and_is_worth_what_it_is_worth(code):
    rules = Rules.parse(code)
    found = audit(exact(rules))
    assert found.wrong == ()
    assert found.cells == len(ALL_CELLS)
    assert found.printed_ev == found.chart_ev == analyse(rules).edge().chart_ev
    assert found.rules == rules


def test_the_atlantic_city_sheet_errs_with_nines_against_a_ten_and_an_ace():
    found = audit(stock_chart("atlantic-city-printed"))
    assert [(str(each.cell), each.printed, each.exact) for each in found.wrong] == [
        ("pair 99 v T", Code.P, Code.S),
        ("pair 99 v A", Code.P, Code.S),
    ]
    assert found.cells == 280
    assert found.chart_ev == pytest.approx(-0.0048767, abs=5e-8)
    assert found.chart_ev - found.printed_ev == pytest.approx(
        sum(each.per_100 for each in found.wrong) / 100
    )


@pytest.mark.parametrize("name", stock_chart_names())
def test_of_the_other_charts_that_are_taught_one_sheet_errs_in_one_cell(name):
    if name != "atlantic-city-printed":
        errors = {"match-table-advice": ["hard 11 v A"]}.get(name, [])
        assert [str(each.cell) for each in audit(stock_chart(name)).wrong] == errors


def test_a_chart_is_audited_under_other_rules():
    assert {str(each.cell) for each in audit(exact(SIX), SIX.but(hits_soft_17=True)).wrong} == {
        "hard 11 v A",
        "hard 15 v A",
        "hard 17 v A",
        "soft A7 v 2",
        "soft A8 v 6",
        "pair 88 v A",
    }


@pytest.mark.parametrize(
    ("rules", "cells"),
    [
        ("6D NS", {"hard_16_v_T": "Rh"}),
        ("6D NS", {"pair_88_v_A": "Rp"}),
        ("6D NDAS", {"pair_22_v_2": "Ph"}),
        ("1D NDAS", {"pair_44_v_5": "Pd"}),
        ("6D D10", {"hard_9_v_6": "Dh", "soft_A7_v_6": "Ds"}),
        ("6D", {"pair_TT_v_6": "-", "pair_55_v_6": "-"}),
        ("6D", {"pair_55_v_6": "Ds"}),
        ("6D", {"hard_21_v_6": "H", "soft_AT_v_6": "Dh"}),
        ("6D", {"soft_AA_v_6": "S"}),
        ("6D SP1", {"pair_88_v_T": "S", "pair_55_v_6": "P"}),
        ("6D ES10", {"hard_16_v_A": "Rh"}),
    ],
)
def test_codes_that_come_down_to_the_same_play_are_no_errors(rules, cells):
    assert audit(changed(Rules.parse(rules), **cells)).wrong == ()


@pytest.mark.parametrize(
    ("rules", "cells", "wrong"),
    [
        ("6D NS", {"hard_16_v_T": "Rs"}, "hard 16 v T"),
        ("6D NDAS", {"pair_22_v_2": "Ps"}, "pair 22 v 2"),
        ("6D D10", {"soft_A7_v_6": "Dh"}, "soft A7 v 6"),
        ("6D", {"hard_10_v_6": "Ds"}, "hard 10 v 6"),
        ("6D", {"pair_88_v_T": "-"}, "pair 88 v T"),
        ("6D HSA SA4", {"soft_AA_v_6": "S"}, "soft AA v 6"),
        ("6D RANK", {"hard_20_v_6": "H"}, "hard 20 v 6"),
    ],
)
def test_codes_that_come_down_to_another_play_are(rules, cells, wrong):
    assert str(only(changed(Rules.parse(rules), **cells)).cell) == wrong


def test_only_what_the_source_states_is_compared():
    cells = {cell: Code.S for cell in ALL_CELLS if str(cell) in ("hard 16 v T", "hard 16 v 6")}
    found = audit(Chart("sixteens", SIX, "a test", "printed", cells, partial=True))
    assert found.cells == 2
    assert [str(each.cell) for each in found.wrong] == ["hard 16 v T"]
    assert found.chart_ev - found.printed_ev == pytest.approx(found.wrong[0].per_100 / 100)


def test_what_the_source_leaves_to_the_reader_is_not_compared_but_followed():
    whole = changed(SIX, hard_16_v_T="S")
    cell = Cell.parse("hard 16 v T")
    left = Chart("left", SIX, "a test", "printed", whole.cells, unprinted=frozenset({cell}))
    assert audit(left).cells == len(ALL_CELLS) - 1
    assert audit(left).wrong == ()
    assert audit(left).printed_ev == audit(whole).printed_ev < audit(whole).chart_ev


# What an error costs


@pytest.mark.parametrize(
    ("rules", "cell", "printed", "mine", "right"),
    [
        ("6D", "hard 13 v 2", "H", Action.HIT, Action.STAND),
        ("6D LS", "hard 16 v T", "H", Action.HIT, Action.SURRENDER),
        ("6D H17", "hard 11 v A", "H", Action.HIT, Action.DOUBLE),
        ("6D", "soft A7 v 6", "S", Action.STAND, Action.DOUBLE),
        ("1D ENHC", "hard 11 v T", "Dh", Action.DOUBLE, Action.HIT),
        ("6D SP1", "hard 16 v 7", "S", Action.STAND, Action.HIT),
        ("6D D9", "hard 9 v 7", "Dh", Action.DOUBLE, Action.HIT),
    ],
)
def test_the_cost_of_a_total_is_the_mean_over_its_two_card_hands(rules, cell, printed, mine, right):
    here, at = Rules.parse(rules), Cell.parse(cell)
    wrong = only(changed(here, **{cell.replace(" ", "_"): printed}))
    assert wrong.cost == pytest.approx(mean_cost(here, at, mine, right), abs=1e-12)
    assert not wrong.near_tie


@pytest.mark.parametrize(
    ("rules", "cell", "printed", "mine", "right"),
    [
        ("8D SP2", "pair 99 v A", "P", Action.SPLIT, Action.STAND),
        ("6D", "pair 88 v T", "H", Action.HIT, Action.SPLIT),
        ("6D H17 LS", "pair 88 v A", "P", Action.SPLIT, Action.SURRENDER),
        ("6D ES", "pair 88 v A", "P", Action.SPLIT, Action.SURRENDER),
        ("1D NDAS", "pair 66 v 7", "P", Action.SPLIT, Action.HIT),
    ],
)
def test_the_cost_of_a_pair_is_that_of_the_very_hand(rules, cell, printed, mine, right):
    here, at = Rules.parse(rules), Cell.parse(cell)
    wrong = only(changed(here, **{cell.replace(" ", "_"): printed}))
    values = analyse(here).ev(Hand.parse(at.row), at.upcard)
    assert wrong.cost == pytest.approx(values[right] - values[mine], abs=1e-12)


def test_an_early_surrender_is_priced_before_the_dealer_looks():
    rules, cell = Rules.parse("6D ES"), Cell.parse("hard 16 v A")
    wrong = only(changed(rules, hard_16_v_A="H"))
    values = [analyse(rules).ev(Hand.parse(hand), Rank.ACE) for hand in ("T6", "97")]
    costs = [each[Action.SURRENDER] - each[Action.HIT] for each in values]
    assert min(costs) < wrong.cost < max(costs)
    assert wrong.exact is exact(rules).cells[cell]


def test_where_only_longer_hands_are_played_differently_those_are_priced():
    wrong = only(changed(SIX.but(hits_soft_17=True), hard_17_v_A="Rh"))
    assert (wrong.printed, wrong.exact) == (Code.Rh, Code.Rs)
    assert 0 < wrong.cost < 0.2
    assert wrong.per_100 > 0


def test_a_code_by_which_no_hand_that_comes_up_loses_is_no_error():
    found = audit(changed(SIX, hard_16_v_T="Rs"))
    assert found.wrong == ()
    assert found.printed_ev > found.chart_ev


def test_a_cell_that_its_longer_hands_decide_is_priced_over_all_of_them():
    rules = Rules.parse("2D S17 LS")
    wrong = only(changed(rules, soft_A7_v_A="H"))
    assert mean_cost(rules, wrong.cell, Action.HIT, Action.STAND) < 0 < wrong.cost
    assert wrong.per_100 > 0


def test_a_close_call_is_told_apart():
    assert only(changed(Rules.parse("6D NS"), hard_15_v_T="S")).cost > NEAR_TIE
    near = only(changed(Rules.parse("1D NS"), soft_A8_v_6="S"))
    assert near.near_tie
    assert 0 < near.cost < NEAR_TIE


@pytest.mark.parametrize(
    "cells",
    [
        {"hard_16_v_T": "S"},
        {"hard_11_v_6": "H"},
        {"soft_A7_v_6": "S"},
        {"pair_88_v_T": "S"},
        {"hard_13_v_2": "H", "hard_9_v_7": "Dh", "hard_14_v_3": "H", "pair_99_v_7": "P"},
    ],
)
def test_what_the_errors_cost_in_100_hands_comes_to_what_the_chart_loses(cells):
    found = audit(changed(SIX, **cells))
    assert len(found.wrong) == len(cells)
    lost = found.chart_ev - found.printed_ev
    if len(cells) == 1:
        assert lost == pytest.approx(found.wrong[0].per_100 / 100, abs=1e-12)
    assert lost == pytest.approx(sum(each.per_100 for each in found.wrong) / 100, rel=1e-3)


def test_errors_come_in_the_order_of_the_cells():
    found = audit(changed(SIX, pair_88_v_T="S", hard_16_v_T="S", soft_A7_v_2="H", hard_9_v_A="Dh"))
    cells = [each.cell for each in found.wrong]
    assert cells == sorted(cells, key=ALL_CELLS.index)
    assert len(cells) == 4


# A chart followed to the end, by a recursion in plain Python


def plain_value(rules: Rules, chart: Chart, upcard: Rank) -> float:
    """What rounds against an upcard add to the game's value, without splits and insurance."""
    full = [rules.decks * (16 if rank is Rank.TEN else 4) for rank in VALUES]
    points = [rank.points for rank in VALUES]
    up = VALUES.index(upcard)
    full[up] -= 1

    def total(hand: tuple[int, ...]) -> tuple[int, bool]:
        low = sum(points[card] for card in hand)
        soft = 0 in hand and low <= 11
        return low + 10 * soft, soft

    def less(shoe: tuple[int, ...], card: int) -> tuple[int, ...]:
        return tuple(count - (number == card) for number, count in enumerate(shoe))

    @cache
    def ends(shoe: tuple[int, ...], hand: tuple[int, ...]) -> dict[int, float]:
        """The chances of the dealer's totals; 22 for bust, 0 for a natural."""
        count, soft = total(hand)
        if len(hand) == 2 and count == 21:
            return {0: 1.0}
        if count > 17 or (count == 17 and not (soft and rules.hits_soft_17)):
            return {min(count, 22): 1.0}
        found: Counter[int] = Counter()
        cards = sum(shoe)
        for card, left in enumerate(shoe):
            if left:
                for end, chance in ends(less(shoe, card), tuple(sorted((*hand, card)))).items():
                    found[end] += chance * left / cards
        return found

    def stand(shoe: tuple[int, ...], mine: int) -> tuple[float, float]:
        """The value times the chance of no natural, and that chance."""
        value = given = 0.0
        for end, chance in ends(shoe, (up,)).items():
            if end:
                given += chance
                value += chance * (1 if end > 21 or mine > end else -1 if mine < end else 0)
        return value, given

    def play(shoe: tuple[int, ...], hand: tuple[int, ...], doubled: bool) -> float:
        """The value of the hand, summed over rounds in which the dealer has no natural."""
        count, _ = total(hand)
        if count > 21:
            return -stand(shoe, 0)[1]
        situation = Situation(rules, Hand(tuple(VALUES[card] for card in hand)), upcard)
        action = chart.advise(situation).action
        if action is Action.SURRENDER:
            return -0.5 * stand(shoe, 0)[1]
        if doubled or action is Action.STAND:
            return stand(shoe, count)[0]
        stake = 2 if action is Action.DOUBLE else 1
        cards = sum(shoe)
        return stake * sum(
            left / cards * play(less(shoe, card), (*hand, card), action is Action.DOUBLE)
            for card, left in enumerate(shoe)
            if left
        )

    value = 0.0
    cards = sum(full)
    for first, second in combinations_with_replacement(range(10), 2):
        shoe = tuple(full)
        ways = shoe[first] * (less(shoe, first)[second]) * (1 if first == second else 2)
        if not ways:
            continue
        rest = less(less(shoe, first), second)
        natural = 1 - stand(rest, 0)[1]
        if total((first, second))[0] == 21:
            here = (1 - natural) * float(rules.natural_pays)
        else:
            here = play(rest, (first, second), False) - natural
        value += ways / (cards * (cards - 1)) * here
    return value * (full[up] + 1) / (cards + 1)


@pytest.mark.parametrize("upcard", [Rank.SIX, Rank.TEN])
def test_a_printed_chart_is_followed_to_the_end(upcard):
    rules = Rules.parse("1D H17 SP1 LS NOINS")
    codes = {"16": Code.Rh, "15": Code.S, "12": Code.S, "11": Code.Dh, "9": Code.Dh, "A7": Code.Ds}
    chart = changed(rules)
    cells = dict(chart.cells)
    for cell in ALL_CELLS:
        if cell.category is not Category.PAIR and cell.row in codes:
            cells[cell] = codes[cell.row]
    odd = Chart("odd", rules, "a test", "printed", cells)
    analysis = analyse(rules)
    ours = analysis.followed(*follow(odd, analysis))[rank_number(upcard)]
    assert ours == pytest.approx(plain_value(rules, odd, upcard), abs=1e-12)
