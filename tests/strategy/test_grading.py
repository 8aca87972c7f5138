from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.actions import Action, Code
from strategy.analysis import NEAR_TIE, Analysis, analyse
from strategy.cards import Rank
from strategy.charts import Chart, NotInChart, stock_chart
from strategy.dealing import compositions
from strategy.grading import IllegalAction, Reason, Verdict, grade, reason_for
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, CHOICES, Category, Cell, Situation
from tests.strategy import samples
from tests.strategy.samples import taught

CHART = stock_chart("6d-s17-das")


def verdict(situation: str, action: str, rules: str = "6D LS", chart: Chart = CHART) -> Verdict:
    return grade(Situation.parse(situation, Rules.parse(rules)), Action.parse(action), chart)


def taught_verdicts() -> list[Verdict]:
    """The verdict on the right play of every hand that the stock rule sets and charts can ask.

    Two cards or three, and pairs that may not be split again.
    """
    found = []
    for rules, name in taught():
        chart = stock_chart(name)
        for cell, hands in compositions(rules, longer=True).items():
            for hand in hands:
                if len(hand.ranks) > 3:
                    continue
                for bars in (frozenset(), frozenset({Action.SPLIT})):
                    if bars and cell.category is not Category.PAIR:
                        continue
                    asked = Situation(rules, Hand(hand.ranks), cell.upcard, bars)
                    if chart.states(asked):
                        found.append(grade(asked, Action.STAND, chart))
    return found


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    return taught_verdicts()


def test_a_right_answer_is_correct():
    given_ = verdict("T6 v 9", "surrender")
    assert given_.correct
    assert given_.right is Action.SURRENDER
    assert given_.action is Action.SURRENDER


def test_a_wrong_answer_is_told_what_was_right_and_where_it_stands():
    given_ = verdict("T6 v 9", "stand", "6D NS")
    assert not given_.correct
    assert given_.right is Action.HIT
    assert given_.action is Action.STAND
    assert str(given_.advice.cell) == "hard 16 v 9"
    assert given_.advice.code is Code.Rh
    assert given_.situation == Situation.parse("T6 v 9", Rules.parse("6D NS"))


@pytest.mark.parametrize(
    ("situation", "rules", "barred"),
    [
        ("T6 v 9", "6D NS", Action.SURRENDER),
        ("T6 v 9", "6D LS", None),
        ("245 v 6", "6D", Action.DOUBLE),
        ("65 v 6", "6D", None),
        ("T24 v 6", "6D", None),
        ("88 v 6 -P", "6D", None),
    ],
)
def test_the_verdict_names_the_play_that_is_not_allowed_here(situation, rules, barred):
    assert verdict(situation, "stand", rules).not_allowed is barred


def test_a_split_that_is_not_worth_it_without_doubling_is_not_called_forbidden():
    chart = Chart("N", Rules(), "S", "exact", {Cell.parse("pair 44 v 5"): Code.Ph}, partial=True)
    given_ = verdict("44 v 5", "hit", "6D NDAS", chart)
    assert given_.correct
    assert given_.not_allowed is None


@pytest.mark.parametrize(
    ("situation", "action", "message"),
    [
        ("T6 v 9", "split", "split is not allowed with T6 v 9: hit, stand, double"),
        ("T6 v 9", "surrender", "surrender is not allowed with T6 v 9: hit, stand, double"),
        ("245 v 6", "double", "double is not allowed with 245 v 6: hit, stand"),
        ("88 v 6 -P", "split", "split is not allowed with 88 v 6 -P: hit, stand, double"),
        ("AT v 6", "hit", "hit is not allowed with AT v 6: stand"),
        ("T6 v A", "insure", "insure is not allowed with T6 v A: hit, stand, double"),
        ("T6 v A", "decline", "decline is not allowed with T6 v A: hit, stand, double"),
    ],
)
def test_an_illegal_action_is_refused_with_what_is_allowed(situation, action, message):
    with pytest.raises(IllegalAction) as caught:
        verdict(situation, action, "6D NS")
    assert str(caught.value) == message
    assert caught.value.action is Action.parse(action)
    assert caught.value.situation == Situation.parse(situation, Rules.parse("6D NS"))


@given(samples.situations(), st.sampled_from(Action))
def test_exactly_what_is_allowed_is_graded(situation, action):
    if action in situation.allowed:
        given_ = grade(situation, action, CHART)
        assert given_.correct == (action is given_.right)
        assert given_.right in situation.allowed
    else:
        with pytest.raises(IllegalAction, match=f"^{action.word} is not allowed with "):
            grade(situation, action, CHART)


@given(samples.situations())
def test_one_answer_of_those_allowed_is_correct(situation):
    correct = [action for action in situation.allowed if grade(situation, action, CHART).correct]
    assert len(correct) == 1


def test_a_partial_chart_does_not_grade_what_it_does_not_state():
    with pytest.raises(NotInChart, match="soft A7 v 2"):
        verdict("A7 v 2", "stand", chart=stock_chart("match-table-advice"))


# Reasons


def test_every_reason_comes_up_with_the_charts_that_are_taught(verdicts):
    assert {given_.reason for given_ in verdicts} == set(Reason)


def test_every_sentence_is_whole(verdicts):
    for sentence in {given_.sentence for given_ in verdicts}:
        assert "{" not in sentence
        assert "}" not in sentence
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith(".")


@given(samples.situations(), st.sampled_from(CHOICES))
def test_there_is_a_sentence_for_whatever_a_chart_may_say(situation, action):
    given_ = Verdict(
        situation,
        action,
        CHART.advise(situation),
        reason_for(situation, action),
        analyse(situation.rules),
    )
    assert given_.sentence.endswith(".")
    assert "{" not in given_.sentence


def points(given_: Verdict) -> int:
    return given_.situation.upcard.points


CLAIMS = {
    Reason.PAT: lambda v, total, weak: total >= 15 and not v.situation.hand.soft,
    Reason.HIGH_SOFT: lambda v, total, weak: total >= 18 and v.situation.hand.soft,
    Reason.STIFF_V_WEAK: lambda v, total, weak: 12 <= total <= 16 and weak,
    Reason.STIFF_V_STRONG: lambda v, total, weak: 12 <= total <= 16 and not weak,
    Reason.TWELVE_V_LOW: lambda v, total, weak: total == 12 and points(v) in (2, 3),
    Reason.SAFE_TO_DRAW: lambda v, total, weak: total <= 11,
    Reason.SOFT_DRAW: lambda v, total, weak: v.situation.hand.soft and total <= 17,
    Reason.SOFT_18_V_HIGH: lambda v, total, weak: total == 18 and points(v) in (9, 10, 1),
    Reason.DOUBLE_HARD: lambda v, total, weak: 8 <= total <= 11,
    Reason.DOUBLE_SOFT: lambda v, total, weak: v.situation.hand.soft and weak,
    Reason.SPLIT_ACES: lambda v, total, weak: str(v.situation.hand) == "AA",
    Reason.SPLIT_EIGHTS: lambda v, total, weak: str(v.situation.hand) == "88",
    Reason.SPLIT_V_WEAK: lambda v, total, weak: weak and total in (4, 6, 8, 12, 14),
    Reason.SPLIT_NINES: lambda v, total, weak: total == 18 and points(v) != 7,
    Reason.SPLIT_BETTER: lambda v, total, weak: not weak and total in (4, 6, 8, 12, 14),
    Reason.KEEP_TWENTY: lambda v, total, weak: total == 20,
    Reason.KEEP_PAIR: lambda v, total, weak: v.situation.category is Category.PAIR,
    Reason.GIVE_UP: lambda v, total, weak: total in (15, 16, 17, 14) and points(v) in (9, 10, 1),
}
"""What must be true of a hand for the reason's sentence to be true of it."""

PLAYS = {
    Action.STAND: {"PAT", "HIGH_SOFT", "STIFF_V_WEAK", "KEEP_TWENTY", "KEEP_PAIR"},
    Action.HIT: {"STIFF_V_STRONG", "TWELVE_V_LOW", "SAFE_TO_DRAW", "SOFT_DRAW", "SOFT_18_V_HIGH",
                 "KEEP_PAIR"},
    Action.DOUBLE: {"DOUBLE_HARD", "DOUBLE_SOFT"},
    Action.SPLIT: {"SPLIT_ACES", "SPLIT_EIGHTS", "SPLIT_V_WEAK", "SPLIT_NINES", "SPLIT_BETTER"},
    Action.SURRENDER: {"GIVE_UP"},
}  # fmt: skip


def test_every_reason_has_a_claim_to_check():
    assert set(CLAIMS) == set(Reason)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_a_reason_is_only_given_where_it_is_true(verdicts, reason):
    given_ = [each for each in verdicts if each.reason is reason]
    assert given_
    false = {
        str(each.situation)
        for each in given_
        if not CLAIMS[reason](each, each.situation.hand.total, 2 <= points(each) <= 6)
    }
    assert false == set()


def test_a_reason_speaks_of_the_right_play(verdicts):
    assert {each.right for each in verdicts} == set(PLAYS)
    for each in verdicts:
        assert each.reason.name in PLAYS[each.right]


@pytest.mark.parametrize(
    ("situation", "rules", "sentence"),
    [
        ("T6 v A", "6D NS", "With an ace up the dealer mostly ends at 17 or more, and 16 beats"),
        ("T6 v 8", "6D NS", "With an 8 up the dealer mostly ends at 17 or more, and 16 beats"),
        ("T6 v 6", "6D", "The dealer has to draw to a 6 and often breaks: do not break first"),
        ("T2 v 2", "6D", "Only a ten breaks 12, and with a 2 up the dealer does not break often"),
        ("53 v 9", "6D", "No card can break 8, so another one costs nothing."),
        ("A7 v K", "6D", "Against a 10, 18 is behind more often than ahead, and a card cannot"),
        ("A7 v 2", "6D", "Soft 18 is good already; drawing would spoil more hands than it mends."),
        ("77 v 2", "6D", "With a 2 up the dealer is weak: two hands do better than one of 14."),
        ("77 v 7", "6D", "Against a 7, two hands do better than one of 14."),
        ("99 v 7", "6D", "Played as 18, the pair does better against a 7 than two new hands"),
        ("JK v 6", "6D", "20 wins by itself; splitting gives up more than a second hand brings."),
        ("T6 v T", "6D LS", "This hand would win less than one time in four; half the bet back"),
    ],
)
def test_the_sentence_is_about_the_very_hand(situation, rules, sentence):
    assert verdict(situation, "stand", rules).sentence.startswith(sentence)


def test_the_verdicts_cover_every_cell_that_can_be_asked(verdicts):
    asked = {str(each.situation.cell) for each in verdicts}
    never = {str(cell) for cell in ALL_CELLS} - asked
    assert never == {
        f"{row} v {upcard.valued}" for upcard in Rank for row in ("hard 21", "soft AT")
    }


def graded(text: str, action: str, code: str = "1D S17") -> Verdict:
    rules = Rules.parse(code)
    situation = Situation.parse(text, rules)
    return grade(situation, Action.parse(action), analyse(rules).chart())


def test_the_best_play_costs_nothing_and_another_what_it_loses():
    assert graded("T6 v 9", "H").cost == 0
    wrong = graded("T6 v 9", "S")
    assert wrong.cost == wrong.evaluation.values[Action.HIT] - wrong.evaluation.values[Action.STAND]
    assert round(wrong.cost, 4) == 0.0599
    assert wrong.evaluation.runner_up is Action.STAND


def test_a_chart_and_the_very_cards_may_differ():
    verdict = graded("T2 v 4", "S")
    assert verdict.correct
    assert verdict.better_with_these_cards is Action.HIT
    assert round(verdict.cost, 4) == 0.0179
    assert graded("93 v 4", "S").better_with_these_cards is None


def test_a_wrong_answer_that_the_cards_prefer_costs_nothing():
    verdict = graded("448 v T", "S", "6D S17")
    assert not verdict.correct
    assert verdict.cost == 0


def test_a_close_call_is_one_where_the_best_two_plays_hardly_differ():
    assert graded("A7 v A", "S", "2D S17").near_tie
    assert not graded("T6 v 9", "H").near_tie
    assert not graded("T5A5 v 9", "S").near_tie
    assert NEAR_TIE == 0.003


def test_the_analysis_given_is_the_one_that_is_asked():
    rules = Rules.parse("1D S17")
    rich = Analysis(rules, {Rank.TEN: 16, Rank.SIX: 4, Rank.NINE: 4, Rank.FIVE: 4})
    situation = Situation.parse("T6 v 9", rules)
    verdict = grade(situation, Action.HIT, analyse(rules).chart(), rich)
    assert verdict.evaluation == rich.evaluate(situation)
    assert verdict.evaluation != analyse(rules).evaluate(situation)
