"""Charts as comma-separated values: read, written, refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.actions import Code
from strategy.chart_csv import HEAD, MOST_BYTES, decoded, looks_like_csv, read_csv, write_csv
from strategy.charts import Chart, ChartError, stock_chart
from strategy.rules import Rules
from strategy.situations import ROWS, Category, Cell
from tests.strategy.samples import charts, read_or_refusal

RULES = Rules.parse("6D LS")
TOP = ",".join(HEAD)
HIT = ",H" * 10


def read(*lines: str, rules: Rules = RULES, complete: bool = False) -> Chart:
    text = "\n".join((TOP, *lines))
    return read_csv(text, rules, name="A chart", source="a test", complete=complete)


def codes(chart: Chart, category: Category, row: str) -> list[str]:
    return [str(code) if code else "." for code in chart.row(category, row)]


def refusal(*lines: str, complete: bool = False) -> str:
    with pytest.raises(ChartError) as caught:
        read(*lines, complete=complete)
    return str(caught.value)


# What is read


def test_a_row_is_ten_codes_from_2_to_ace():
    chart = read("hard,16,S,S,S,S,S,H,H,Rh,Rh,Rs")
    assert codes(chart, Category.HARD, "16") == [
        "S",
        "S",
        "S",
        "S",
        "S",
        "H",
        "H",
        "Rh",
        "Rh",
        "Rs",
    ]
    assert (chart.name, chart.source, chart.kind, chart.rules) == (
        *("A chart", "a test", "printed"),
        RULES,
    )
    assert chart.partial
    assert len(chart.cells) == 10


@pytest.mark.parametrize(
    ("label", "rows"),
    [
        ("hard,5-8", ["5", "6", "7", "8"]),
        ("hard,17+", ["17", "18", "19", "20", "21"]),
        ("soft,a9-at", ["A9", "AT"]),
        ("soft,A10", ["AT"]),
        ("pair,1010", ["TT"]),
        ("pair,99+", ["99", "TT", "AA"]),
    ],
)
def test_a_row_may_be_a_range(label, rows):
    chart = read(label + ",S" * 10)
    assert sorted({cell.row for cell in chart.cells}) == sorted(rows)
    assert len(chart.cells) == 10 * len(rows)


def test_a_double_without_a_fallback_falls_back_as_is_usual():
    chart = read("hard,9" + ",D" * 10, "soft,A6-A8" + ",D" * 10, "pair,55,D,D,D,D,D,D,D,D,H,H")
    assert set(codes(chart, Category.HARD, "9")) == {"Dh"}
    assert set(codes(chart, Category.SOFT, "A6")) == {"Dh"}
    assert set(codes(chart, Category.SOFT, "A7")) == {"Ds"}
    assert set(codes(chart, Category.SOFT, "A8")) == {"Ds"}
    assert set(codes(chart, Category.PAIR, "55")) == {"Dh", "H"}


def test_a_surrender_without_a_fallback_falls_back_as_is_usual():
    chart = read("hard,16-17" + ",R" * 10, "pair,77-99" + ",R" * 10)
    assert set(codes(chart, Category.HARD, "16")) == {"Rh"}
    assert set(codes(chart, Category.HARD, "17")) == {"Rs"}
    pairs = [set(codes(chart, Category.PAIR, row)) for row in ("77", "88", "99")]
    assert pairs == [{"Rh"}, {"Rp"}, {"Rs"}]


@pytest.mark.parametrize(("rules", "code"), [("6D DAS", "P"), ("6D NDAS", "-")])
def test_a_pair_may_be_split_where_a_split_hand_may_be_doubled_else_not(rules, code):
    chart = read("pair,22,Pn,N,-,Ph,P,.,H,H,H,H", rules=Rules.parse(rules))
    assert codes(chart, Category.PAIR, "22") == [code, "-", "-", "Ph", "P", ".", *"HHHH"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_blanks_and_case_of_the_head_do_not_matter(end):
    text = end.join((TOP.upper(), "", "Hard, 16 ," + ", ".join("SSSSSHHHHH"), ",,,", ""))
    chart = read_csv(text, RULES, name="n", source="s")
    assert codes(chart, Category.HARD, "16") == [*"SSSSSHHHHH"]


def test_a_mark_of_byte_order_is_taken_off():
    assert decoded(b"\xef\xbb\xbfsection,row") == "section,row"


def test_the_rows_that_charts_end_before_and_pairs_played_as_totals_may_be_missing():
    assert read("hard,5-16" + HIT, "pair,22-44" + HIT, "pair,66-99" + HIT, "pair,AA" + HIT)
    assert read("hard,8" + HIT)


def test_a_complete_chart_is_not_partial():
    every = [f"{category},{rows[0]}-{rows[-1]}" + ",H" * 10 for category, rows in ROWS.items()]
    assert not read(*every).partial
    assert not read(*every, complete=True).partial


@given(charts())
def test_a_chart_written_is_read_to_the_same_cells(chart):
    text = write_csv(chart)
    if not chart.cells:
        assert text == TOP + "\n"
        return
    again = read_or_refusal(read_csv_of(chart), ChartError, text)
    if isinstance(again, str):
        assert "missing between" in again
        assert chart.partial
    else:
        assert again.cells == chart.cells


def read_csv_of(chart: Chart):
    return lambda text: read_csv(text, chart.rules, name=chart.name, source=chart.source)


def test_a_stock_chart_goes_through_csv_without_loss():
    chart = stock_chart("6d-s17-das")
    again = read_csv(
        write_csv(chart), chart.rules, name=chart.name, source=chart.source, complete=True
    )
    assert again.cells == chart.cells
    assert again.cells[Cell.parse("hard 16 v T")] is Code.Rh


@pytest.mark.parametrize(
    ("text", "is_csv"),
    [(TOP, True), ("\n SECTION,Row", True), ("name = 'section'", False), ("", False)],
)
def test_the_form_is_told_by_the_first_line(text, is_csv):
    assert looks_like_csv(text) is is_csv


# What is refused


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "a chart without a single cell"),
        (["hard,16" + ",." * 10], "a chart without a single cell"),
        (["hard,16" + HIT, "hard,16" + HIT], "line 3: hard 16 is written twice"),
        (["hard,5-8" + HIT, "hard,8-9" + HIT], "line 3: hard 8 is written twice"),
        (["pair,TT" + HIT, "pair,1010" + HIT], "line 3: pair TT is written twice"),
        (["hard,14" + HIT, "hard,16" + HIT], "hard 15 is missing between other rows"),
        (["soft,A2" + HIT, "soft,A4" + HIT], "soft A3 is missing between other rows"),
        (["pair,22" + HIT, "pair,44" + HIT], "pair 33 is missing between other rows"),
        (["hard,16,S,S,S,,S,H,H,H,H,H"], "hard 16 v 5 is empty"),
        (["hard,16,S,S"], "line 2: a section, a row and ten codes are 12 fields, not 4"),
        (["hard,16" + HIT + ",H"], "line 2: a section, a row and ten codes are 12 fields, not 13"),
        (["hard,16,S,S,S,X,S,H,H,H,H,H"], "hard 16 v 5: 'X' is not a code of a chart"),
        (["hard,16,S,S,S,2+,S,H,H,H,H,H"], "hard 16 v 5: '2+' is not a code of a chart"),
        (["hard,16,S,S,S,h,S,H,H,H,H,H"], "hard 16 v 5: 'h' is not a code of a chart"),
        (["hard,16,S,S,S,N,S,H,H,H,H,H"], "hard 16 v 5: 'N' is not a code of a chart"),
        (["hard,16,S,S,S,P,S,H,H,H,H,H"], "hard 16 v 5 cannot be P"),
        (["soft,A7,-,S,S,S,S,H,H,H,H,H"], "soft A7 v 2 cannot be -"),
        (["hard,22" + HIT], "line 2: hard 22: there is no such row"),
        (["hard,8-5" + HIT], "line 2: hard 8-5: there is no such row"),
        (["hard," + HIT], "line 2: "),
        (["pair,A7" + HIT], "line 2: pair A7: there is no such row"),
        (["hart,16" + HIT], "line 2: 'hart' is not a section (hard, soft, pair)"),
        (['hard,"16' + HIT], "not readable as CSV"),
        (['hard,"16"x' + HIT], "not readable as CSV"),
    ],
)
def test_a_fault_is_named(lines, message):
    assert message in refusal(*lines)


def test_where_a_complete_chart_is_asked_for_any_missing_cell_is_a_hole():
    assert refusal("hard,4-21" + HIT, complete=True).startswith("cells are missing: soft AA v 2")


@pytest.mark.parametrize("text", ["", "hard,16" + HIT, TOP.replace("T", "10"), "\x01\x02"])
def test_a_chart_begins_with_its_head(text):
    with pytest.raises(ChartError, match="begins with the line section,row,2,3"):
        read_csv(text, RULES, name="n", source="s")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x" * (MOST_BYTES + 1), "too large for a chart: more than 64 KiB"),
        (TOP.encode("utf-16"), "not a text in UTF-8"),
        ("Größe".encode("latin-1"), "not a text in UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00", "not a text in UTF-8"),
        (TOP.encode("utf-16-le"), "not a text: it has NUL bytes"),
    ],
)
def test_what_is_no_text_is_no_chart(data, message):
    with pytest.raises(ChartError) as caught:
        decoded(data)
    assert str(caught.value).startswith(message)


@given(st.text(max_size=200) | st.text(alphabet=',\n"hardsoft16ATHSD.-+ ').map(TOP.__add__))
def test_any_text_is_a_chart_or_refused_with_a_word(text):
    assert read_or_refusal(
        lambda given: read_csv(given, RULES, name="", source=""), ChartError, text
    )


@given(st.binary(max_size=200))
def test_any_bytes_are_a_text_or_refused_with_a_word(data):
    assert isinstance(read_or_refusal(decoded, ChartError, data), str)
