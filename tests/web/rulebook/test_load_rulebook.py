"""manage.py load_rulebook: rule sets and charts from the data files, as versioned rows."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from strategy.actions import Code
from strategy.analysis import Analysis
from strategy.charts import stock_chart, stock_chart_names
from strategy.rule_sets import stock_rule_sets
from strategy.situations import Cell
from tests.factories import DrillFactory, UserFactory, answer, decide, play, taught
from tests.web.pages import words
from trainer.decisions.models import Decision, Scope, Tally
from trainer.decisions.queries import verdict_of
from trainer.rulebook import services
from trainer.rulebook.models import Chart, ChartVersion, RuleSet, RuleSetVersion, Teaching
from trainer.rulebook.queries import chart_of, rules_of

MODELS = (RuleSet, RuleSetVersion, Chart, ChartVersion, Teaching)


def load() -> str:
    output = StringIO()
    call_command("load_rulebook", stdout=output)
    return output.getvalue().strip()


def rows() -> dict[str, list[tuple[object, ...]]]:
    return {model.__name__: sorted(model.objects.values_list()) for model in MODELS}


@pytest.fixture
def changed_chart(monkeypatch):
    """Make the data file of the Atlantic City chart say stand on hard 16 against a 9."""
    cell = Cell.parse("hard 16 v 9")

    def change(code: Code = Code.S) -> None:
        def read(name):
            chart = stock_chart(name)
            if name != "atlantic-city-printed":
                return chart
            return replace(chart, cells={**chart.cells, cell: code})

        monkeypatch.setattr(services, "stock_chart", read)

    return change


def printed() -> Teaching:
    return taught("atlantic-city", "atlantic-city-printed")


def test_each_rule_set_is_taught_its_exact_chart_first(db):
    load()
    for stock in stock_rule_sets():
        slugs = [t.chart.slug for t in Teaching.objects.filter(rule_set__slug=stock.slug)]
        assert slugs == [f"exact-{stock.slug}", *stock.charts]
        exact = chart_of(Chart.objects.get(slug=slugs[0]).current)
        assert (exact.kind, exact.rules, exact.name) == ("exact", stock.rules, "Exact chart")
        assert exact.cells == Analysis(stock.rules).chart().cells


def test_it_loads_all_that_the_data_files_have(db):
    assert load() == "New versions: 14 charts, 7 rule sets"
    assert Chart.objects.count() == len(stock_chart_names()) + len(stock_rule_sets())
    assert RuleSet.objects.count() == len(stock_rule_sets())
    assert Teaching.objects.count() == sum(1 + len(stock.charts) for stock in stock_rule_sets())
    for version in ChartVersion.objects.select_related("chart"):
        slug = version.chart.slug
        if not slug.startswith("exact-"):
            assert chart_of(version) == stock_chart(slug)
        assert version.number == 1
    by_slug = {stock.slug: stock for stock in stock_rule_sets()}
    for rules in RuleSetVersion.objects.select_related("rule_set"):
        assert rules_of(rules) == by_slug[rules.rule_set.slug].rules


def test_running_it_again_changes_nothing(db):
    load()
    before = rows()
    assert load() == "New versions: none"
    assert rows() == before


def test_a_changed_chart_is_a_new_version_and_the_old_one_stays(db, changed_chart):
    load()
    old = Chart.objects.get(slug="atlantic-city-printed").current
    changed_chart()
    assert load() == "New versions: 1 charts"
    chart = Chart.objects.get(slug="atlantic-city-printed")
    assert (old.number, chart.current.number) == (1, 2)
    assert list(chart.versions.order_by("number")) == [old, chart.current]
    old_text = old.text
    old.refresh_from_db()
    assert old.text == old_text
    assert chart.current.text != old_text
    assert load() == "New versions: none"


def test_a_chart_changed_back_is_a_third_version(db, changed_chart):
    load()
    changed_chart()
    load()
    changed_chart(Code.H)
    load()
    versions = ChartVersion.objects.filter(chart__slug="atlantic-city-printed").order_by("number")
    first, _second, third = versions
    assert first.text == third.text
    assert printed().chart.current == third


def test_old_answers_keep_their_chart_and_verdict(db, changed_chart):
    load()
    learner = UserFactory()
    before = decide(learner, "TS 6D v 9H", "H", teaching=printed())
    changed_chart()
    load()
    after = decide(learner, "TS 6D v 9H", "H", teaching=printed())
    kept = Decision.objects.get(pk=before.pk)
    assert (kept.correct, after.correct) == (True, False)
    assert kept.chart == before.chart
    assert after.chart == printed().chart.current != kept.chart
    assert verdict_of(kept).correct
    assert not verdict_of(after).correct
    assert Tally.objects.filter(scope=Scope.CELL, learner=learner, place="hard 16 v 9").count() == 2


def test_a_drill_goes_on_with_the_chart_it_began_with(db, changed_chart):
    load()
    drill = DrillFactory(teaching=printed())
    changed_chart()
    load()
    assert play(drill, "TS 6D v 9H", "H").verdict.correct
    assert Decision.objects.get().chart.number == 1
    new = DrillFactory(teaching=printed())
    assert not play(new, "TS 6D v 9H", "H").verdict.correct


def test_the_summary_of_an_old_drill_is_what_it_was(db, changed_chart, client):
    load()
    learner = UserFactory()
    drill = DrillFactory(learner=learner, teaching=printed())
    play(drill, "TS 6D v 9H", "S")
    client.force_login(learner)
    address = f"/drill/{drill.public_id}/summary/"
    before = words(client.get(address))
    changed_chart()
    load()
    assert words(client.get(address)) == before
    assert "Right: Hit" in before


@pytest.mark.parametrize(
    "change",
    [{"name": "Another name"}, {"summary": "Other words"}, {"source": "Another source"}],
)
def test_a_changed_rule_set_is_a_new_version(db, monkeypatch, change):
    load()
    first, *others = stock_rule_sets()
    monkeypatch.setattr(services, "stock_rule_sets", lambda: (replace(first, **change), *others))
    assert load() == "New versions: 1 rule sets"
    row = RuleSet.objects.get(slug=first.slug)
    assert row.current.number == 2
    assert row.versions.get(number=1).name == first.name
    assert load() == "New versions: none"


def test_changed_rules_are_a_new_version(db, monkeypatch):
    load()
    first, *others = stock_rule_sets()
    changed = replace(first, rules=first.rules.but(hits_soft_17=True))
    monkeypatch.setattr(services, "stock_rule_sets", lambda: (changed, *others))
    load()
    versions = RuleSetVersion.objects.filter(rule_set__slug=first.slug).order_by("number")
    assert [rules_of(version).hits_soft_17 for version in versions] == [False, True]


def test_a_rule_set_that_is_gone_is_no_longer_offered_and_keeps_its_answers(
    db, monkeypatch, client
):
    load()
    drill = DrillFactory()
    answer(drill)
    first, *others = stock_rule_sets()
    assert first.name in client.get("/charts/").text
    assert first.name in client.get("/drill/").text
    monkeypatch.setattr(services, "stock_rule_sets", lambda: tuple(others))
    load()
    assert first.name not in client.get("/charts/").text
    assert f'label="{first.name}"' not in client.get("/drill/").text
    assert verdict_of(Decision.objects.get()).correct
    client.force_login(drill.learner)
    assert client.get(f"/drill/{drill.public_id}/").status_code == 200
    assert answer(drill).verdict.correct


def test_the_order_of_the_files_is_the_order_offered(db, monkeypatch):
    load()
    slugs = [stock.slug for stock in stock_rule_sets()]
    assert list(RuleSet.objects.values_list("slug", flat=True)) == slugs
    monkeypatch.setattr(services, "stock_rule_sets", lambda: stock_rule_sets()[::-1])
    assert load() == "New versions: none"
    assert list(RuleSet.objects.values_list("slug", flat=True)) == slugs[::-1]


def test_a_failure_in_the_middle_changes_nothing(db, monkeypatch):
    load()
    before = rows()
    first, *others = stock_rule_sets()
    broken = (replace(first, name="New"), *others[:-1], replace(others[-1], charts=("missing",)))
    monkeypatch.setattr(services, "stock_rule_sets", lambda: broken)
    with pytest.raises(KeyError):
        load()
    assert rows() == before


def test_the_database_refuses_a_version_twice(rulebook):
    for model in (ChartVersion, RuleSetVersion):
        version = model.objects.first()
        version.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            version.save(force_insert=True)
