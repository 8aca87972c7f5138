"""Printed charts, those of the package and others as CSV: the audit finds their known errors and no
others. What each errs in stands in ``data``, with a note where one helps."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from strategy.analysis.audit import audit
from strategy.chart_csv import decoded, read_csv
from strategy.charts import Chart, ChartError, stock_chart_names
from strategy.printed_charts import printed_chart, printed_chart_names, stock_printed_charts
from strategy.rules import Rules
from strategy.situations import ALL_CELLS
from tests.strategy.samples import DATA

ERRORS = tomllib.loads((DATA / "printed_errors.toml").read_text(encoding="utf-8"))
COLLECTED = tomllib.loads((DATA / "collected" / "collected.toml").read_text(encoding="utf-8"))
FILES = {name: DATA / "collected" / f"{name}.csv" for name in COLLECTED}


def collected(name: str) -> Chart:
    """A chart of ``data/collected``."""
    note = COLLECTED[name]
    text = decoded(FILES[name].read_bytes())
    return read_csv(text, Rules.parse(note["rules"]), name=name, source=note["source"])


def by_rules(charts: dict[str, Chart]) -> dict[str, list[str]]:
    """The names of charts by their rules, so that each game is solved once."""
    found = defaultdict(list)
    for name, chart in charts.items():
        found[chart.rules.code].append(name)
    return dict(found)


def errors(chart: Chart, rules: Rules | None = None) -> list[str]:
    """The errors of a chart as the data files list them."""
    return [f"{each.cell} {each.printed} {each.exact}" for each in audit(chart, rules).wrong]


PRINTED = stock_printed_charts()
GOOD = {name: collected(name) for name, note in COLLECTED.items() if "refused" not in note}
PRINTED_BY_RULES, GOOD_BY_RULES = by_rules(PRINTED), by_rules(GOOD)


@pytest.mark.parametrize("code", PRINTED_BY_RULES)
def test_the_audit_of_a_printed_chart_finds_its_known_errors_and_no_others(code):
    names = PRINTED_BY_RULES[code]
    known = {name: ERRORS.get(name, {"wrong": []})["wrong"] for name in names}
    assert {name: errors(PRINTED[name]) for name in names} == known


@pytest.mark.parametrize("code", GOOD_BY_RULES)
def test_the_audit_of_a_collected_chart_finds_its_known_errors_and_no_others(code):
    names = GOOD_BY_RULES[code]
    assert {name: errors(GOOD[name]) for name in names} == {
        name: COLLECTED[name]["wrong"] for name in names
    }
    for name in names:
        assert len(GOOD[name].cells) == COLLECTED[name]["cells"]


@pytest.mark.parametrize("decks", [4, 8])
@pytest.mark.parametrize("name", ["wizard-4to8d-s17", "wizard-4to8d-h17"])
def test_a_chart_for_four_to_eight_decks_is_right_for_four_and_for_eight(name, decks):
    assert errors(PRINTED[name], PRINTED[name].rules.but(decks=decks)) == []


@pytest.mark.parametrize("name", [name for name, note in COLLECTED.items() if "refused" in note])
def test_a_chart_with_other_things_than_codes_is_refused(name):
    with pytest.raises(ChartError) as caught:
        collected(name)
    assert str(caught.value).startswith(COLLECTED[name]["refused"])


@pytest.mark.parametrize("name", PRINTED)
def test_a_printed_chart_is_kept_as_its_source_has_it(name):
    chart = PRINTED[name]
    assert chart.kind == "printed"
    assert chart.unprinted == frozenset()
    assert chart.partial is (len(chart.cells) < len(ALL_CELLS))
    assert chart.source
    assert Chart.loads(chart.dumps()) == chart


def test_the_names_of_printed_charts_are_no_names_of_stock_charts():
    assert list(PRINTED) == list(printed_chart_names()) == sorted(PRINTED)
    assert not set(PRINTED) & set(stock_chart_names())
    assert set(ERRORS) < set(PRINTED)


def test_every_collected_file_has_a_note():
    there = {path.stem for path in Path(DATA / "collected").glob("*.csv")}
    assert there == set(COLLECTED)


@pytest.mark.parametrize("name", ["nonsense", "", "../charts/6d-s17-das", "6d-s17-das"])
def test_a_name_of_no_printed_chart_is_refused(name):
    with pytest.raises(ChartError, match="there is no printed chart"):
        printed_chart(name)
