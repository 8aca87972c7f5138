"""The commands that ask the exact analysis: the shapes of their JSON, their texts, their faults."""

from __future__ import annotations

import json
from typing import Any

import pytest

from strategy.analysis import analyse
from strategy.analysis.audit import audit
from strategy.cards import UPCARDS
from strategy.chart_csv import read_csv
from strategy.charts import Chart, stock_chart
from strategy.printed_charts import printed_chart, printed_chart_names
from strategy.rules import Rules
from strategy.situations import ROWS, Category
from tests.strategy.samples import DATA
from tests.strategy.test_command_line import fault, run

LATE = Rules.parse("6D S17 LS")
COLLECTED = DATA / "collected"


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(run(capsys, *arguments, "--json"))


# ev


def test_the_values_of_a_situation_as_json(capsys):
    data = as_json(capsys, "ev", "LS 6D", "T6 v 9")
    assert list(data) == ["rules", "situation", "ev", "best", "gap", "conditional"]
    assert data["rules"] == "6D S17 PEEK DOA DAS SP4 SA2 LS 3:2 INS CUT75"
    assert data["situation"] == "T6 v 9"
    assert set(data["ev"]) == {"stand", "hit", "double", "surrender"}
    assert data["ev"]["surrender"] == -0.5
    assert data["ev"]["hit"] == pytest.approx(-0.504547, abs=1e-6)
    assert data["best"] == "surrender"
    assert data["gap"] == pytest.approx(-0.5 - data["ev"]["hit"])
    assert data["conditional"] is False


@pytest.mark.parametrize(
    ("rules", "situation", "actions", "conditional"),
    [
        ("8D", "88 v A", {"stand", "hit", "double", "split"}, True),
        ("8D", "88 v A -P -D", {"stand", "hit"}, True),
        ("8D ENHC", "88 v A", {"stand", "hit", "double", "split"}, False),
        ("8D D9 SP1", "88 v 6", {"stand", "hit"}, False),
        ("8D LS", "A24 v 6", {"stand", "hit"}, False),
        ("8D", "T65 v 6", {"stand"}, False),
    ],
)
def test_only_what_is_allowed_has_a_value(capsys, rules, situation, actions, conditional):
    data = as_json(capsys, "ev", rules, situation)
    assert set(data["ev"]) == actions
    assert data["conditional"] is conditional
    assert data["ev"][data["best"]] == max(data["ev"].values())
    values = sorted(data["ev"].values(), reverse=True)
    assert data["gap"] == pytest.approx(values[0] - values[1] if values[1:] else 0)


def test_the_values_of_a_situation_to_read(capsys):
    lines = run(capsys, "ev", "1D LS", "T,2 v 4").splitlines()
    assert lines[0] == "T2 v 4 under 1D S17 PEEK DOA DAS SP4 SA2 LS 3:2 INS CUT75"
    assert [line.split()[0] for line in lines[2:6]] == ["hit", "stand", "double", "surrender"]
    assert lines[-1] == "in original bets"
    assert "given no dealer natural" in run(capsys, "ev", "6D", "T6 v T")
    assert run(capsys, "ev", "6D", "T6 v T").endswith("\n")


def test_a_close_call_is_told(capsys):
    assert run(capsys, "ev", "1D", "A8 v 6").endswith("\na close call\n")
    assert "close call" not in run(capsys, "ev", "6D", "T6 v 2")


@pytest.mark.parametrize(
    ("rules", "situation", "message"),
    [
        ("6D", "TT2 v 9", "TT2 is bust: there is nothing to decide"),
        ("6D", "T v 9", "a hand has two cards or more, not 1"),
        ("6D", "T6", "'T6' is not a situation: write T6 v 9"),
        ("6D", "T6 v X", "'X' is not a rank (A 2 3 4 5 6 7 8 9 T J Q K)"),
        ("1D", "2222 v 2", "1D has 4 cards of rank 2, not 5"),
        ("6D S18", "T6 v 9", "unknown rule 'S18'"),
        ("9D", "T6 v 9", "unknown rule '9D'"),
        ("S17 H17", "T6 v 9", "H17 contradicts S17"),
        (
            "SP1 DAS",
            "T6 v 9",
            "DAS contradicts SP1: where nothing is split nothing follows a split",
        ),
    ],
)
def test_a_bad_question_is_one_line(capsys, rules, situation, message):
    assert fault(capsys, "ev", rules, situation) == message


# chart


def test_the_exact_chart_of_rules_as_json(capsys):
    data = as_json(capsys, "chart", "6D S17 LS")
    chart = analyse(LATE).chart()
    assert list(data) == ["rules", "hard", "soft", "pair"]
    assert data["rules"] == LATE.code
    for category in Category:
        assert list(data[category.value]) == list(ROWS[category])
    assert data["hard"]["16"] == ["S"] * 5 + ["H"] * 2 + ["Rh"] * 3
    assert data["soft"]["A7"] == ["S", "Ds", "Ds", "Ds", "Ds", "S", "S", "H", "H", "H"]
    assert data["pair"]["88"] == [code and code.value for code in chart.row(Category.PAIR, "88")]


def test_the_forms_of_an_exact_chart(capsys):
    chart = analyse(LATE).chart()
    text = run(capsys, "chart", "6D S17 LS")
    assert text == run(capsys, "chart", "6D LS", "--text")
    assert text.splitlines()[:3] == [chart.name, LATE.code, chart.source]
    assert Chart.loads(run(capsys, "chart", "6D LS", "--toml")) == chart
    again = read_csv(
        run(capsys, "chart", "6D LS", "--csv"), LATE, name="n", source="s", complete=True
    )
    assert again.cells == chart.cells


def test_stored_and_printed_charts_have_the_same_forms(capsys, tmp_path):
    assert Chart.loads(run(capsys, "chart", "6d-s17-das", "--toml")) == stock_chart("6d-s17-das")
    name = printed_chart_names()[0]
    path = tmp_path / "printed.csv"
    path.write_text(run(capsys, "chart", name, "--csv"), encoding="utf-8")
    told = as_json(capsys, "chart", str(path), "--rules", printed_chart(name).rules.code)
    assert told == as_json(capsys, "chart", name)


def test_a_rules_code_is_not_taken_for_a_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "6D").write_text("no chart", encoding="utf-8")
    assert run(capsys, "chart", "6D").splitlines()[1] == Rules.parse("6D").code
    assert "not readable as TOML" in fault(capsys, "chart", "./6D")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("6D S18", "unknown rule 'S18'"),
        ("6D S17 H17", "H17 contradicts S17"),
        ("SP2 SA3", "SA3 contradicts SP2: aces cannot make more hands than other pairs"),
        ("6DS17", "there is no chart '6DS17'"),
    ],
)
def test_a_bad_rules_code_is_told_as_one(capsys, name, message):
    assert fault(capsys, "chart", name).startswith(message)


# edge


def test_the_edge_as_json(capsys):
    data = as_json(capsys, "edge", "8D S17 SP2 FRESH")
    assert list(data) == ["rules", "game_ev", "chart_ev", "by_upcard"]
    assert data["game_ev"] == pytest.approx(-0.0048578, abs=5e-8)
    assert data["chart_ev"] == pytest.approx(-0.0048767, abs=5e-8)
    assert list(data["by_upcard"]) == [str(upcard) for upcard in UPCARDS]
    assert sum(data["by_upcard"].values()) == pytest.approx(data["game_ev"])


def test_the_edge_to_read(capsys):
    lines = run(capsys, "edge", "8D S17 SP2 FRESH").splitlines()
    assert lines[0] == "8D S17 PEEK DOA DAS SP2 SA2 NS 3:2 INS FRESH"
    assert lines[2:4] == ["best play    -0.4858 %", "exact chart  -0.4877 %"]
    assert [line.split()[0] for line in lines[-10:]] == [str(upcard) for upcard in UPCARDS]


# compare


def test_a_comparison_as_json(capsys):
    data = as_json(capsys, "compare", "6D S17 DAS", "6D S17 NDAS")
    assert list(data) == ["flips"]
    assert len(data["flips"]) == 7
    first = data["flips"][0]
    assert list(first) == ["cell", "from", "to", "cost"]
    assert (first["cell"], first["from"], first["to"]) == ("pair 22 v 2", "P", "H")
    assert first["cost"] == pytest.approx(0.0385, abs=5e-5)


def test_a_comparison_to_read(capsys):
    lines = run(capsys, "compare", "6D LS", "6D H17 LS").splitlines()
    assert lines[0] == f"from {LATE.code}"
    assert lines[3] == "6 cells change; playing on as at home costs:"
    assert lines[5].split() == ["from", "to", "each", "time", "in", "100", "hands"]
    assert lines[6].split()[:6] == ["hard", "11", "v", "A", "H", "Dh"]
    assert len(lines) == 12
    assert run(capsys, "compare", "6D", "6D CUT50").splitlines()[-1] == "no cell changes"


def test_a_comparison_of_one_cell_is_told_in_the_singular(capsys):
    out = run(capsys, "compare", "2D S17 NS NDAS", "2D S17 NS NDAS SP2")
    assert "no cell changes" in out
    out = run(capsys, "compare", "8D LS", "3D LS")
    assert "1 cell changes; playing on as at home costs:" in out


# audit


def test_an_audit_as_json(capsys):
    data = as_json(capsys, "audit", "atlantic-city-printed")
    found = audit(stock_chart("atlantic-city-printed"))
    assert list(data) == ["cells", "wrong", "printed_ev", "chart_ev"]
    assert data["cells"] == 280
    assert [list(wrong) for wrong in data["wrong"]] == [["cell", "printed", "exact", "cost"]] * 2
    last = data["wrong"][-1]
    assert (last["cell"], last["printed"], last["exact"]) == ("pair 99 v A", "P", "S")
    assert last["cost"] == pytest.approx(0.0294, abs=5e-5)
    assert (data["printed_ev"], data["chart_ev"]) == (found.printed_ev, found.chart_ev)


def test_an_audit_of_a_csv_file_under_rules_to_read(capsys):
    path = str(COLLECTED / "ttpss_s17.csv")
    lines = run(capsys, "audit", path, "--rules", "6D LS").splitlines()
    assert lines[:2] == ["ttpss_s17", f"under {LATE.code}"]
    assert lines[3] == "360 cells compared, 3 in error"
    assert lines[6].split()[:6] == ["soft", "A7", "v", "A", "S", "H"]
    assert lines[-2].startswith("as printed   -0.")
    assert lines[-1].startswith("exact chart  -0.")


def test_an_audit_without_errors_to_read(capsys):
    lines = run(capsys, "audit", "wizard-4to8d-s17").splitlines()
    assert lines[3] == "350 cells compared, none in error"
    assert len(lines) == 7


def test_an_audit_of_a_file_under_its_own_rules_or_others(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(printed_chart("wizard-4to8d-s17").dumps(), encoding="utf-8")
    assert as_json(capsys, "audit", str(path))["wrong"] == []
    assert len(as_json(capsys, "audit", str(path), "--rules", "6D H17 LS")["wrong"]) == 6


def test_an_audit_tells_a_close_call(capsys):
    out = run(capsys, "audit", str(COLLECTED / "stakeus_8d_s17_ndas_ns.csv"), "--rules", "8D NDAS")
    close = [line.split()[1] for line in out.splitlines() if line.endswith("close call")]
    assert close == ["A7"]


def test_a_csv_file_needs_rules(capsys):
    message = fault(capsys, "audit", str(COLLECTED / "ttpss_s17.csv"))
    assert message.endswith('a CSV file names no rules: add them, as in --rules "6D S17 LS"')


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"section,row\n", "begins with the line section,row,2,3"),
        (b"section,row,2,3,4,5,6,7,8,9,T,A\nhard,16,S,S,S,S,S,H,H,H,H,\n", "hard 16 v A is empty"),
        (b"\xff\xfe", "not a text in UTF-8"),
        (b"\0" * 9, "not a text: it has NUL bytes"),
        (b"," * 65537, "too large for a chart"),
        (b"", "begins with the line section,row,2,3"),
    ],
)
def test_a_csv_file_that_is_no_chart_is_one_line(capsys, tmp_path, content, message):
    path = tmp_path / "broken.csv"
    path.write_bytes(content)
    told = fault(capsys, "audit", str(path), "--rules", "6D")
    assert told.startswith(str(path))
    assert message in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "there is no chart 'nonsense'"),
        (["6D"], "there is no chart '6D'"),
        (["atlantic-city-printed", "--rules", "6D S18"], "unknown rule 'S18'"),
        ([str(COLLECTED / "ttpss_s17.csv"), "--rules", "6D S18"], "unknown rule 'S18'"),
        ([str(COLLECTED / "bja2018_h17_index.csv"), "--rules", "6D"], "'2+' is not a code"),
    ],
)
def test_a_bad_audit_is_one_line(capsys, arguments, message):
    assert message in fault(capsys, "audit", *arguments)


@pytest.mark.parametrize("command", ["edge", "compare"])
def test_unknown_rules_are_one_line(capsys, command):
    more = ["6D"] if command == "compare" else []
    assert fault(capsys, command, "6D XYZ", *more) == "unknown rule 'XYZ'"
    assert fault(capsys, command, "D0 DAS", *more).startswith("DAS contradicts D0")
