"""Taking the log into a deck: once, in order, of every mode, and only what tells something."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategy.actions import Code
from strategy.charts import Chart
from tests.factories import DeckFactory, UserFactory, day, decide, decide_on, on_day, taught, teach
from tests.web.pages import statements
from trainer.decisions.models import Decision, Mode
from trainer.review import folding
from trainer.review.folding import take_in
from trainer.review.models import Deck, RetentionDay, ReviewCard
from trainer.review.queries import standing_of
from trainer.rulebook.queries import chart_of
from trainer.rulebook.services import save_chart

DEALS = ("TS 6D v 9H", "AS 7D v 2H", "8S 8D v TH", "9S 2D v 6H")


@pytest.fixture
def deck(rulebook, learner) -> Deck:
    return DeckFactory(learner=learner)


def cards(deck: Deck) -> list[tuple[object, ...]]:
    """All that a deck keeps, but for keys."""
    fields = [f.name for f in ReviewCard._meta.fields if f.name not in ("id", "deck")]
    days = deck.retention_days.order_by("day").values_list("day", "tries", "right")
    return [*deck.cards.order_by("cell").values_list(*fields), *days]


def card(deck: Deck, cell: str = "hard 16 v 9") -> ReviewCard:
    return deck.cards.get(cell=cell)


@pytest.mark.parametrize("mode", Mode)
def test_a_miss_of_every_mode_makes_the_cell_due(deck, learner, mode):
    decide_on(0, learner, action="S", mode=mode)
    take_in(deck=deck)
    assert card(deck).missed
    with on_day(0):
        assert standing_of(deck).due == ["hard 16 v 9"]


def test_what_was_answered_before_there_was_a_deck_is_in_it(rulebook, learner):
    decide_on(0, learner, action="S")
    decide_on(1, learner)
    deck = DeckFactory(learner=learner)
    assert (card(deck).answers, card(deck).misses) == (2, 1)


def test_each_decision_is_taken_in_once(deck, learner):
    decide_on(0, learner)
    for _ in range(3):
        take_in(deck=deck)
    take_in(deck=Deck.objects.get())
    assert card(deck).answers == 1


def test_answers_after_a_hint_tell_nothing(deck, learner):
    decide_on(0, learner, assisted=True)
    take_in(deck=deck)
    assert not deck.cards.exists()
    decide_on(1, learner)
    take_in(deck=deck)
    assert card(deck).answers == 1


def test_only_the_learners_own_answers_in_this_chart_count(deck, learner):
    decide_on(0, UserFactory())
    decide_on(0, learner, teaching=taught("six-deck-h17"))
    decide_on(0, learner, teaching=taught(chart="atlantic-city-printed"))
    take_in(deck=deck)
    assert not deck.cards.exists()


def test_longer_hands_count_for_the_cell_that_answers_them(deck, learner):
    decide_on(0, learner, "9S 4D 3C v 9H", "S")
    take_in(deck=deck)
    assert card(deck).misses == 1


def test_cells_that_two_cards_do_not_bring_up_are_no_cards(deck, learner):
    decide_on(0, learner, "2S 2D 2H 2C 4S 8D v 9H", "H")
    assert Decision.objects.get().cell == "hard 20 v 9"
    take_in(deck=deck)
    taken = set(deck.cards.values_list("cell", flat=True))
    assert taken <= set(folding.deck_lessons(deck))


def test_the_days_are_those_of_the_learner(rulebook):
    learner = UserFactory(time_zone="Pacific/Auckland")
    with on_day(0, "23:30:00"):
        decide(learner)
        deck = DeckFactory(learner=learner)
        assert standing_of(deck).day == card(deck).met_on == day(1)


def test_first_tries_after_a_gap_are_counted_by_day(deck, learner):
    for number, action in [(0, "H"), (0, "S"), (1, "S"), (1, "H"), (3, "H")]:
        decide_on(number, learner, action=action)
    decide_on(3, learner, "8S 8D v TH", "P")
    take_in(deck=deck)
    rows = RetentionDay.objects.order_by("day").values_list("day", "tries", "right")
    assert list(rows) == [(day(1), 1, 0), (day(3), 1, 1)]
    for _ in range(2):
        decide_on(5, learner)
        take_in(deck=deck)
    decide_on(5, learner, "8S 8D v TH", "S")
    take_in(deck=deck)
    assert list(rows.all())[-1] == (day(5), 2, 1)


def test_of_a_long_log_the_latest_are_taken_in(rulebook, learner, monkeypatch):
    monkeypatch.setattr(folding, "MOST_AT_ONCE", 3)
    for number in range(5):
        decide_on(number, learner)
    deck = DeckFactory(learner=learner)
    assert (card(deck).answers, card(deck).met_on) == (3, day(2))
    with on_day(9):
        take_in(deck=deck)
    assert card(deck).answers == 3


def test_a_decision_that_appears_late_under_a_lower_key_is_not_lost(deck, learner):
    """Keys are given out before commit: of two tabs the later one can be seen first."""
    with on_day(0):
        late = decide_on(0, learner, "8S 8D v TH", "S")
        decide_on(0, learner)
        Decision.objects.filter(pk=late.pk).update(learner=UserFactory())  # not to be seen yet
        take_in(deck=deck)
        assert [one.cell for one in deck.cards.all()] == ["hard 16 v 9"]
        Decision.objects.filter(pk=late.pk).update(learner=learner)
        take_in(deck=deck)
    assert card(deck, "pair 88 v T").misses == 1
    assert card(deck).answers == 1


def test_the_keys_kept_apart_do_not_pile_up(deck, learner):
    for second in range(0, 600, 20):
        with on_day(0, f"12:{second // 60:02}:{second % 60:02}"):
            decide(learner)
            take_in(deck=deck)
    deck.refresh_from_db()
    assert card(deck).answers == 30
    assert len(deck.taken) <= 4


def test_with_nothing_to_take_in_it_asks_once_and_writes_nothing(deck, learner):
    decide_on(0, learner)
    take_in(deck=deck)
    deck = folding.all_decks().get()
    with statements() as found:
        take_in(deck=deck)
    assert len(found) == 1
    assert found[0].startswith("SELECT")


def test_what_is_answered_in_other_charts_is_passed_over_by_an_index(deck, learner):
    """The cost of finding out that there is nothing to take in does not grow with those answers."""
    deck = folding.all_decks().get()
    with statements() as found:
        take_in(deck=deck)
    assert (found[-1].count("SELECT"), "JOIN" in found[-1]) == (1, False)
    if connection.vendor == "sqlite":  # PostgreSQL takes any index of a small table
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {found[-1]}")
            plan = cursor.fetchall()[0][-1]
        index = "decisions_of_deck (learner_id=? AND chart_id=? AND rules_id=? AND id>?)"
        assert plan.endswith(index)


def test_the_statements_do_not_grow_with_the_answers(deck, learner):
    counts = []
    for number, hands in enumerate((4, 40)):
        for turn in range(hands):
            decide_on(number, learner, DEALS[turn % 4], "S")
        with statements() as found:
            take_in(deck=deck)
        counts.append(len(found))
    assert counts[0] == counts[1] - 2 <= 10  # on the second day there are first tries to count


class TestChangedCharts:
    """A new version of the chart: what is right still is kept, what is not starts anew."""

    @pytest.fixture
    def deck(self, rulebook, learner) -> Deck:
        return DeckFactory(learner=learner, teaching=teach("6D S17 PEEK DOA DAS NS"))

    @staticmethod
    def change(deck: Deck, cell: str, code: Code) -> Deck:
        assert deck.chart.current is not None
        old = chart_of(deck.chart.current)
        cells = {c: code if str(c) == cell else known for c, known in old.cells.items()}
        new = Chart(name=old.name, rules=old.rules, source=old.source, kind=old.kind, cells=cells)
        save_chart(slug=deck.chart.slug, chart=new)
        return folding.all_decks().get()

    def test_a_cell_whose_right_play_changed_is_new(self, deck, learner):
        for deal in DEALS[:2]:
            decide_on(0, learner, deal, "H", teaching=teach("6D S17 PEEK DOA DAS NS"))
        take_in(deck=deck)
        deck = self.change(deck, "hard 16 v 9", Code("S"))
        with on_day(1):
            standing = standing_of(deck)
            assert set(standing.memories) == {"soft A7 v 2"}
            assert "hard 16 v 9" in standing.unmet

    def test_it_starts_anew_with_the_next_answer(self, deck, learner):
        teaching = teach("6D S17 PEEK DOA DAS NS")
        decide_on(0, learner, teaching=teaching)
        decide_on(2, learner, teaching=teaching)
        take_in(deck=deck)
        deck = self.change(deck, "hard 16 v 9", Code("S"))
        teaching.refresh_from_db()
        teaching.chart.refresh_from_db()
        decide_on(4, learner, action="S", teaching=teaching)
        take_in(deck=deck)
        assert (card(deck).answers, card(deck).right, card(deck).met_on) == (1, "S", day(4))
        assert list(deck.retention_days.values_list("day", flat=True)) == [day(2)]

    def test_answers_by_the_old_version_tell_nothing_of_it(self, deck, learner):
        decide_on(0, learner, teaching=teach("6D S17 PEEK DOA DAS NS"))
        decide_on(0, learner, "8S 8D v TH", "P", teaching=teach("6D S17 PEEK DOA DAS NS"))
        deck = self.change(deck, "hard 16 v 9", Code("S"))
        take_in(deck=deck)
        assert [one.cell for one in deck.cards.all()] == ["pair 88 v T"]

    def test_another_code_for_the_same_play_keeps_the_cell(self, deck, learner):
        decide_on(0, learner, "9S 2D v 6H", "D", teaching=teach("6D S17 PEEK DOA DAS NS"))
        take_in(deck=deck)
        deck = self.change(deck, "hard 11 v 6", Code("Ds"))
        assert set(standing_of(deck).memories) == {"hard 11 v 6"}


answers = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.sampled_from(DEALS),
        st.sampled_from("HS"),
        st.sampled_from([500, 3_000, 12_000]),
        st.booleans(),
        st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


@pytest.mark.django_db
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(given=answers)
def test_in_one_go_or_in_pieces_the_cards_are_the_same(rulebook, given):
    learner = UserFactory()
    pieces = DeckFactory(learner=learner)
    number = 0
    for gap, deal, action, thought, assisted, folds in given:
        number += gap
        decide_on(
            number,
            learner,
            deal,
            action,
            thought=timedelta(milliseconds=thought),
            assisted=assisted,
        )
        if folds:
            with on_day(number):
                take_in(deck=pieces)
    take_in(deck=pieces)
    in_pieces = cards(pieces)
    pieces.delete()
    assert cards(DeckFactory(learner=learner)) == in_pieces
