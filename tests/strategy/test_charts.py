from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategy.actions import Action, Code
from strategy.charts import (
    Chart,
    ChartError,
    NotInChart,
    stock_chart,
    stock_chart_names,
)
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, ROWS, Category, Cell, Situation
from tests.strategy import samples
from tests.strategy.samples import ODD_RULES, read_or_refusal, taught

HEAD = {"name": "N", "rules": "6D S17", "source": "S", "kind": "printed"}


def chart_text(changes: dict[str, str | None] | None = None, *, end: str = "", **head: str) -> str:
    """A complete chart file; rows named ``hard 16`` replaced, or left out where None."""
    changes = changes or {}
    lines = [f"{key} = '{value}'" for key, value in (HEAD | head).items()]
    for category, rows in ROWS.items():
        lines.append(f"[{category}]")
        for row in rows:
            line = changes.get(f"{category} {row}", "H H H H H H H H H H")
            if line is not None:
                lines.append(f'{row} = "{line}"')
    return "\n".join([*lines, end])


def chart_of(code: str, cell: str, rules: str = "6D LS") -> Chart:
    """A partial chart of one cell."""
    cells = {Cell.parse(cell): Code.parse(code)}
    return Chart("N", Rules.parse(rules), "S", "exact", cells, partial=True)


def play(code: str, situation: str, rules: str = "6D LS") -> str:
    """What a code in the situation's cell comes down to."""
    asked = Situation.parse(situation, Rules.parse(rules))
    return chart_of(code, str(asked.cell), rules).advise(asked).action.word


# Files


@given(samples.charts())
@settings(max_examples=60)
def test_a_chart_reads_back_from_its_file(chart):
    again = Chart.loads(chart.dumps())
    assert again == chart
    assert (again.partial, again.unprinted) == (chart.partial, chart.unprinted)
    assert again.dumps() == chart.dumps()


@given(samples.nasty_names, samples.nasty_names)
def test_any_name_and_source_survive_the_file(name, source):
    chart = Chart(name, Rules(), source, "exact", {}, partial=True)
    assert Chart.loads(chart.dumps()) == chart


@pytest.mark.parametrize("name", stock_chart_names())
def test_a_stock_chart_reads_back_from_its_own_file(name):
    assert Chart.loads(stock_chart(name).dumps()) == stock_chart(name)


@given(st.text(max_size=60))
def test_any_text_is_a_chart_or_a_chart_error(text):
    assert isinstance(read_or_refusal(Chart.loads, ChartError, text), str)


def test_a_complete_file_is_a_chart():
    chart = Chart.loads(chart_text({"pair 88": "P P P P P P P P - Rp"}))
    assert len(chart.cells) == 380
    assert chart.cells[Cell.parse("pair 88 v A")] is Code.Rp
    assert not chart.partial
    assert not chart.unprinted


def refusal(text: str) -> str:
    with pytest.raises(ChartError) as caught:
        Chart.loads(text)
    return str(caught.value)


def test_a_missing_cell_is_named():
    assert refusal(chart_text({"hard 16": "H H H H H H H . H H"})) == (
        "cells are missing: hard 16 v 9"
    )


def test_a_missing_row_is_named_cell_by_cell_and_the_rest_counted():
    message = refusal(chart_text({"soft A7": None}))
    assert message.startswith("cells are missing: soft A7 v 2, soft A7 v 3, ")
    assert message.endswith("soft A7 v 9 and 2 more")


def test_a_chart_of_nothing_misses_every_cell():
    text = "\n".join(f"{key} = '{value}'" for key, value in HEAD.items())
    assert refusal(text).endswith("hard 4 v 9 and 372 more")


def test_a_row_doubled_in_the_file_is_refused_with_its_line():
    row = '16 = "H H H H H H H H H H"\n'
    text = chart_text().replace(row, row + row)
    line = text[: text.rindex(row)].count("\n") + 1
    assert "row written twice" in refusal(text)
    assert f"at line {line}," in refusal(text)


@pytest.mark.parametrize(
    ("end", "row"),
    [
        ('1010 = "S S S S S S S S S S"', "pair 1010"),
        ('T10 = "S S S S S S S S S S"', "pair T10"),
        ('aa = "P P P P P P P P P P"', "pair aa"),
    ],
)
def test_a_row_doubled_by_two_spellings_is_refused_by_name(end, row):
    assert refusal(chart_text(end=end)) == f"{row}: the row is written twice"


def test_a_row_doubled_in_unprinted_is_refused_with_its_cells():
    end = '[unprinted.hard]\n16 = ". . . . . . . . H S"'
    assert refusal(chart_text(end=end)) == "cells are written twice: hard 16 v T, hard 16 v A"


def test_a_row_doubled_within_unprinted_is_refused():
    end = '[unprinted.pair]\nTT = "S S S S S S S S S S"\n1010 = "S S S S S S S S S S"'
    changes = {"pair TT": None}
    assert refusal(chart_text(changes, end=end)) == "pair 1010: the row is written twice"


def test_a_row_may_be_spelled_with_10_and_split_between_printed_and_unprinted():
    text = chart_text({"pair TT": None, "hard 16": "H H H H H H H H H ."})
    text = text.replace("[pair]", '[unprinted.hard]\n16 = ". . . . . . . . . S"\n[pair]')
    chart = Chart.loads(text.replace("[pair]", '[pair]\n1010 = "S S S S S S S S S S"'))
    assert chart.cells[Cell.parse("pair TT v 6")] is Code.S
    assert {str(cell) for cell in chart.unprinted} == {"hard 16 v A"}


@pytest.mark.parametrize(
    ("row", "line", "message"),
    [
        ("hard 16", "H H H H H H H H X H", "hard 16 v T: 'X' is not a code of a chart"),
        ("soft A7", "dh H H H H H H H H H", "soft A7 v 2: 'dh' is not a code of a chart"),
        ("pair 88", "P P P P P P P P P R", "pair 88 v A: 'R' is not a code of a chart"),
        ("hard 16", "H H H H H H H H H", "hard 16: a row has ten codes, not 9"),
        ("hard 16", "H H H H H H H H H H H", "hard 16: a row has ten codes, not 11"),
        ("hard 16", "", "hard 16: a row has ten codes, not 0"),
        ("hard 16", "H H H H H H H H P H", "hard 16 v T cannot be P: only a pair"),
        ("hard 16", "H H H H H H H H - H", "hard 16 v T cannot be -: only a pair"),
        ("soft A7", "Ph H H H H H H H H H", "soft A7 v 2 cannot be Ph: only a pair"),
        ("soft AA", "H H H H H H H H H Rp", "soft AA v A cannot be Rp: only a pair"),
    ],
)
def test_a_bad_cell_or_row_is_refused_by_name(row, line, message):
    assert refusal(chart_text({row: line})).startswith(message)


@pytest.mark.parametrize(
    ("table", "row"),
    [("hard", "22"), ("hard", "3"), ("hard", "A7"), ("hard", "10T"), ("soft", "18"), ("soft", "A1"),
     ("soft", "7A"), ("pair", "8"), ("pair", "89"), ("pair", "JJ"), ("pair", "A7")],
)  # fmt: skip
def test_an_unknown_row_is_refused_by_name(table, row):
    text = chart_text().replace(f"[{table}]", f'[{table}]\n{row} = "H H H H H H H H H H"')
    assert refusal(text) == f"{table} {row}: there is no such row"


@pytest.mark.parametrize("key", ["name", "rules", "source", "kind"])
def test_what_the_head_must_say_is_named_where_it_is_missing_or_no_text(key):
    line = f"{key} = '{HEAD[key]}'\n"
    for other in ("", f"{key} = 17\n", f"{key} = ['a']\n"):
        assert refusal(chart_text().replace(line, other)) == f"{key!r} is missing or is not a text"


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ({"kind": "guessed"}, "kind 'guessed' is not one of: printed, exact"),
        ({"rules": "6D S18"}, "unknown rule 'S18'"),
        ({"rules": "S17 H17"}, "H17 contradicts S17"),
        ({"rules": "SP2 SA3"}, "SA3 contradicts SP2: aces cannot make more hands than other pairs"),
        ({"partial": "yes"}, "'partial' is true or false"),
    ],
)
def test_a_bad_head_is_refused(head, message):
    assert refusal(chart_text(**head)) == message


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("hard = 17", "'hard' is not a table of rows"),
        ("pair = ['88']", "'pair' is not a table of rows"),
        ("unprinted = 'none'", "'unprinted' is not a table of rows"),
        ("unprinted = {soft = 1}", "'soft' is not a table of rows"),
        ("hard = {16 = 4}", "hard 16: a row is a text of ten codes"),
        ("hard = {16 = ['H']}", "hard 16: a row is a text of ten codes"),
        ("hard = {16 = {T = 'H'}}", "hard 16: a row is a text of ten codes"),
    ],
)
def test_wrong_types_are_refused(extra, message):
    text = "\n".join([*(f"{key} = '{value}'" for key, value in HEAD.items()), extra])
    assert refusal(text) == message


@pytest.mark.parametrize(
    "text",
    ["name", "[hard", "name = 'a\nb'", "\x00", "\ufeffname = 'N'", "a = 1\na = 2",
     "a = " + "[" * 5000, "a = " + "9" * 5000],
    ids=["no value", "open table", "open text", "NUL", "byte order mark", "twice", "deep", "long"],
)  # fmt: skip
def test_what_is_no_toml_is_refused(text):
    assert refusal(text).startswith("not readable as TOML")


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("[pairs]", "a chart has no 'pairs' (it has name, rules, source, kind, partial, "),
        ("author = 'me'", "a chart has no 'author' ("),
        ("[unprinted.pairs]", "a chart has no 'unprinted.pairs'"),
    ],
)
def test_what_a_chart_file_does_not_have_is_refused_not_passed_over(extra, message):
    text = "\n".join([*(f"{key} = '{value}'" for key, value in HEAD.items()), extra])
    assert refusal(text).startswith(message)


def test_a_partial_chart_may_be_silent():
    text = chart_text({"soft A7": None, "hard 16": "H . . . . . . . . H"})
    chart = Chart.loads(text.replace("[hard]", "partial = true\n[hard]"))
    assert chart.partial
    assert len(chart.cells) == 380 - 10 - 8
    assert chart.row(Category.HARD, "16") == (Code.H, *[None] * 8, Code.H)
    assert chart.row(Category.SOFT, "A7") == (None,) * 10


def test_the_cells_of_a_chart_cannot_be_changed():
    with pytest.raises(TypeError):
        stock_chart("6d-s17-das").cells[ALL_CELLS[0]] = Code.S


def test_an_unknown_stock_chart_is_refused_with_the_known_ones():
    with pytest.raises(ChartError, match=r"no chart '\.\./rules'; there are: 1d-h17-das, "):
        stock_chart("../rules")


# Look-ups


@pytest.mark.parametrize(
    ("code", "situation", "rules", "expected"),
    [
        ("Dh", "65 v 6", "6D", "double"),
        ("Dh", "245 v 6", "6D", "hit"),
        ("Dh", "65 v 6 -D", "6D", "hit"),
        ("Dh", "A6 v 6", "6D D9", "hit"),
        ("Dh", "65 v 6", "6D D0", "hit"),
        ("Ds", "A7 v 6", "6D", "double"),
        ("Ds", "A24A v 6", "6D", "stand"),
        ("Ds", "A7 v 6", "6D D10", "stand"),
        ("Rh", "T6 v T", "6D LS", "surrender"),
        ("Rh", "T6 v T", "6D NS", "hit"),
        ("Rh", "T6 v T -R", "6D LS", "hit"),
        ("Rh", "T24 v T", "6D LS", "hit"),
        ("Rh", "T6 v A", "6D ES10", "hit"),
        ("Rh", "T6 v T", "6D ES10", "surrender"),
        ("Rs", "T7 v A", "6D LS", "surrender"),
        ("Rs", "T7 v A", "6D NS", "stand"),
        ("Rs", "T43 v A", "6D LS", "stand"),
        ("Rp", "88 v A", "6D LS", "surrender"),
        ("Rp", "88 v A", "6D NS", "split"),
        ("Ph", "44 v 5", "6D DAS", "split"),
        ("Ph", "44 v 5", "6D NDAS", "hit"),
        ("Ps", "99 v 5", "6D NDAS", "stand"),
        ("Pd", "44 v 5", "6D NDAS", "double"),
        ("Pd", "44 v 5", "6D NDAS D9", "hit"),
        ("P", "88 v 5", "6D NDAS", "split"),
        ("H", "T6 v T", "6D", "hit"),
        ("S", "T6 v 6", "6D", "stand"),
        ("H", "777 v T", "6D", "stand"),
        ("Dh", "AT v 6", "6D", "stand"),
    ],
)  # fmt: skip
def test_what_a_code_comes_down_to(code, situation, rules, expected):
    assert play(code, situation, rules) == expected


@pytest.mark.parametrize(
    ("situation", "rules", "cell", "action"),
    [
        ("88 v 6 -P", "6D", "hard 16 v 6", "stand"),
        ("88 v T -P", "6D", "hard 16 v T", "hit"),
        ("AA v 6 -P", "6D", "soft AA v 6", "double"),
        ("AA v 6", "6D SP1", "soft AA v 6", "double"),
        ("AA v 5 -P", "6D", "soft AA v 5", "hit"),
        ("AA v 6 -P -D", "6D", "soft AA v 6", "hit"),
        ("JK v 6", "6D RANK", "hard 20 v 6", "stand"),
        ("JK v 6 -P", "6D", "hard 20 v 6", "stand"),
        ("JK v 6", "6D", "pair TT v 6", "stand"),
        ("55 v 6 -P", "6D", "hard 10 v 6", "double"),
        ("22 v 6", "6D SP1", "hard 4 v 6", "hit"),
        ("A5T5 v 6", "6D", "hard 21 v 6", "stand"),
        ("AT v A", "6D LS", "soft AT v A", "stand"),
    ],
)
def test_where_a_situation_is_looked_up(situation, rules, cell, action):
    advice = stock_chart("6d-s17-das").advise(Situation.parse(situation, Rules.parse(rules)))
    assert (str(advice.cell), advice.action.word) == (cell, action)


def test_a_pair_played_as_its_total_answers_from_the_cell_of_its_total():
    chart = stock_chart("atlantic-city-printed")
    advice = chart.advise(Situation.parse("55 v 9", chart.rules))
    assert (str(advice.cell), str(advice.code), advice.action) == (
        "hard 10 v 9",
        "Dh",
        Action.DOUBLE,
    )
    assert chart.cells[Cell.parse("pair 55 v 9")] is Code.TOTAL


def test_a_partial_chart_says_of_what_it_is_silent():
    chart = chart_of("H", "hard 16 v T")
    asked = Situation.parse("A7 v 2", chart.rules)
    assert not chart.states(asked)
    assert chart.states(Situation.parse("T6 v T", chart.rules))
    with pytest.raises(NotInChart, match="the chart says nothing about soft A7 v 2") as caught:
        chart.advise(asked)
    assert caught.value.cell == Cell.parse("soft A7 v 2")


def test_a_pair_played_as_a_total_that_is_not_stated_is_not_stated():
    chart = chart_of("-", "pair 88 v T")
    asked = Situation.parse("88 v T", chart.rules)
    assert not chart.states(asked)
    with pytest.raises(NotInChart, match="hard 16 v T"):
        chart.advise(asked)


@given(samples.situations(), samples.charts())
def test_the_answer_is_always_among_what_is_allowed(situation, chart):
    if chart.states(situation):
        assert chart.advise(situation).action in situation.allowed
    else:
        assert chart.partial


@pytest.mark.parametrize("code", [*(str(rules) for rules, _ in taught()), *ODD_RULES])
def test_the_answer_is_allowed_for_every_two_cards_of_every_stock_chart(code):
    rules = Rules.parse(code)
    for name in stock_chart_names():
        chart = stock_chart(name)
        for situation in samples.two_card_situations(rules):
            if chart.states(situation):
                assert chart.advise(situation).action in situation.allowed
            else:
                assert chart.partial


# Comparing


def test_a_chart_does_not_differ_from_itself():
    assert not list(stock_chart("6d-s17-das").differences(stock_chart("6d-s17-das")))


def test_differences_name_the_cell_and_both_codes_and_pass_over_silence():
    one, other = chart_of("H", "hard 16 v T"), chart_of("Rh", "hard 16 v T")
    assert list(one.differences(other)) == [(Cell.parse("hard 16 v T"), Code.H, Code.Rh)]
    assert not list(one.differences(chart_of("S", "hard 16 v 9")))


def test_differences_are_the_same_seen_from_either_side():
    one, other = stock_chart("6d-s17-das"), stock_chart("1d-h17-das")
    there = [(cell, theirs, mine) for cell, mine, theirs in other.differences(one)]
    assert list(one.differences(other)) == there
    assert Counter(cell.category for cell, *_ in there)[Category.PAIR] > 0
