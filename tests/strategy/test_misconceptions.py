"""Misconceptions: their data, what their followers play, and what is claimed on which answers."""

from __future__ import annotations

from itertools import product
from math import comb, log

import numpy as np
import pytest

from strategy.actions import Action
from strategy.analysis import analyse
from strategy.charts import Chart, stock_chart
from strategy.grading import IllegalAction
from strategy.habits import Insures, Question, first_questions
from strategy.insuring import recognise_insurance
from strategy.likelihood import EXCEPTIONS, SLIPS, Evidence, Log
from strategy.misconceptions import (
    MisconceptionError,
    Solved,
    all_misconceptions,
    exact_chart,
    loss,
    misconception,
    read,
    that_apply,
)
from strategy.recognising import (
    LEAST_FOLLOWED,
    LEAST_MARGIN,
    SURE,
    recognise,
    suspect,
)
from strategy.rules import Rules
from strategy.situations import CHOICES, Category, Cell, Situation
from strategy.stakes import play_values

TEXTS = 'name = "A"\nsentence = "B."\n'
RULES = Rules.parse("6D S17")
H17 = Rules.parse("6D H17 LS")


def plays(slug: str, situation: str, code: str) -> str:
    """The letter of what a follower plays."""
    rules = Rules.parse(code)
    chart = exact_chart(rules)
    asked = Question.of(Situation.parse(situation, rules), chart)
    return str(misconception(slug).follower(rules, chart).play(asked))


def told(rules: Rules, *answers: str) -> list[tuple[Situation, Action]]:
    """Answers written ``A7 v 9: S``, or ``A7 v 9: S*4`` for four of them."""
    found = []
    for answer in answers:
        hand, _, play = answer.partition(": ")
        action, _, times = play.partition("*")
        situation = Situation.parse(hand, rules)
        found += [(situation, Action.parse(action))] * int(times or 1)
    return found


def by_the_chart(rules: Rules, chart: Chart, *patterns: str) -> list[tuple[Situation, Action]]:
    """The right answers to hands such as ``TT v 2``, each against every upcard."""
    hands = [f"{hand} v {upcard}" for hand, upcard in product(patterns, "23456789TA")]
    situations = [Situation.parse(hand, rules) for hand in hands]
    return [(each, chart.advise(each).action) for each in situations]


def test_the_data_are_read_and_no_two_have_the_same_name():
    found = all_misconceptions()
    assert len({each.slug for each in found}) == len({each.name for each in found}) == len(found)
    assert all(each.sentence.endswith(".") for each in found)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[a", "not readable as TOML"),
        ("a = 1", "a: it is not a table"),
        (f'["Not one"]\n{TEXTS}without = "D"', "a key is of small letters"),
        ('[a]\nsentence = "B."\nwithout = "D"', "'name' is missing"),
        ('[a]\nname = "A"\nsentence = ""\nwithout = "D"', "'sentence' is missing"),
        (f"[a]\n{TEXTS}", "one of the keys play, without"),
        (f'[a]\n{TEXTS}without = "D"\nplay = "H"', "one of the keys play, without"),
        (f'[a]\n{TEXTS}without = "D"\nright = "H"', "'right' has no meaning beside 'without'"),
        (f'[a]\n{TEXTS}copies = "dealer"\ncells = []', "'cells' has no meaning beside 'copies'"),
        (f'[a]\n{TEXTS}copies = "neighbour"', "'copies' can be 'dealer' and nothing else"),
        (f"[a]\n{TEXTS}insures = false", "'insures' can be True and nothing else"),
        (f'[a]\n{TEXTS}play = "X"', "'play': 'X' is not an action"),
        (f'[a]\n{TEXTS}play = "I"', "insurance is no play of a hand"),
        (f'[a]\n{TEXTS}play = "H S"', "'play' takes 1 at most, and has 2"),
        (f"[a]\n{TEXTS}play = 1", "'play' is not a text"),
        (f'[a]\n{TEXTS}play = "P"', "only a pair is split"),
        (f'[a]\n{TEXTS}without = "S"', "nobody plays without standing"),
        (f'[a]\n{TEXTS}rules = "H18"', "'rules': unknown rule 'H18'"),
        (f'[a]\n{TEXTS}rules = " "', "'rules' names no rule"),
        (f'[a]\n{TEXTS}play = "H"\ncells = "hard"', "'cells' is a list"),
        (f'[a]\n{TEXTS}play = "H"\ncells = [""]', "'' is not as 'hard 12-16 v 7-A'"),
        (f'[a]\n{TEXTS}play = "H"\ncells = ["hard 12"]', "'hard 12' is not as"),
        (f'[a]\n{TEXTS}play = "H"\ncells = ["hard 22 v 2"]', "'22' is no span from 4 to 21"),
        (f'[a]\n{TEXTS}play = "H"\ncells = ["hard 16-12 v 2"]', "'16-12' is no span"),
        (f'[a]\n{TEXTS}play = "H"\ncells = ["hard 12 v 10"]', "'10' is no span from 2 to A"),
        (f'[a]\n{TEXTS}play = "H"\ncells = ["hard v 2"]', "a pattern has rows and upcards"),
    ],
)
def test_malformed_data_are_refused_with_a_reason(text, reason):
    with pytest.raises(MisconceptionError) as refused:
        read(text)
    assert reason in str(refused.value)


def test_a_misconception_that_does_not_exist_is_refused():
    with pytest.raises(MisconceptionError, match="there is no misconception 'none'"):
        misconception("none")


@pytest.mark.parametrize(
    ("slug", "situation", "code", "play"),
    [
        ("never-hits-soft-18", "A7 v 9", "6D S17", "S"),
        ("never-hits-soft-18", "A34 v T", "6D S17", "S"),
        ("never-hits-soft-18", "A7 v 5", "6D S17", "D"),
        ("never-hits-soft-18", "A6 v 9", "6D S17", "H"),
        ("soft-as-hard", "A6 v 9", "6D S17", "S"),
        ("soft-as-hard", "A2 v 3", "6D S17", "S"),
        ("soft-as-hard", "A2 v T", "6D S17", "H"),
        ("never-doubles-soft", "A7 v 5", "6D S17", "S"),
        ("never-doubles-soft", "A6 v 5", "6D S17", "H"),
        ("never-doubles-soft", "65 v 5", "6D S17", "D"),
        ("doubles-soft-v-weak", "A2 v 2", "6D S17", "D"),
        ("doubles-soft-v-weak", "A22 v 2", "6D S17", "H"),
        ("doubles-soft-v-weak", "A2 v 2", "6D S17 D10", "H"),
        ("never-busts", "T2 v T", "6D S17", "S"),
        ("never-busts", "T6 v T", "6D H17 LS", "R"),
        ("never-busts", "T42 v T", "6D H17 LS", "S"),
        ("never-busts", "T2 v 2", "6D S17", "S"),
        ("hits-stiff-v-weak", "T3 v 6", "6D S17", "H"),
        ("hits-stiff-v-weak", "T7 v 6", "6D S17", "S"),
        ("ten-in-the-hole", "T8 v 9", "6D S17", "H"),
        ("never-doubles", "65 v 6", "6D S17", "H"),
        ("never-doubles", "55 v 6", "6D S17", "H"),
        ("doubles-v-weak-only", "64 v 9", "6D S17", "H"),
        ("doubles-v-weak-only", "64 v 6", "6D S17", "D"),
        ("doubles-every-10-11", "64 v A", "6D S17", "D"),
        ("doubles-every-10-11", "622 v A", "6D S17", "H"),
        ("never-splits", "88 v 6", "6D S17", "S"),
        ("never-splits", "88 v T", "6D H17 LS", "R"),
        ("never-splits", "AA v 6", "6D S17", "D"),
        ("splits-aces-and-eights-only", "99 v 9", "6D S17", "S"),
        ("splits-aces-and-eights-only", "88 v 9", "6D S17", "P"),
        ("splits-every-pair", "55 v T", "6D S17", "P"),
        ("splits-every-pair", "55 v T -P", "6D S17", "H"),
        ("splits-tens", "TT v 6", "6D S17", "P"),
        ("never-surrenders", "T6 v T", "6D H17 LS", "H"),
        ("never-surrenders", "88 v A", "6D H17 LS", "P"),
        ("surrenders-too-much", "T4 v 9", "6D H17 LS", "R"),
        ("surrenders-too-much", "T4 v 9", "6D S17", "H"),
        ("always-insures", "T4 v A", "6D S17", "H"),
        ("copies-the-dealer", "T6 v 6", "6D S17", "H"),
        ("copies-the-dealer", "T7 v 6", "6D S17", "S"),
        ("copies-the-dealer", "A6 v 9", "6D S17", "S"),
        ("copies-the-dealer", "A6 v 9", "6D H17", "H"),
        ("copies-the-dealer", "88 v 9", "6D S17", "H"),
        ("s17-chart", "65 v A", "6D H17 LS", "H"),
        ("s17-chart", "A8 v 6", "6D H17 LS", "S"),
        ("h17-chart", "65 v A", "6D S17", "D"),
        ("h17-chart", "T5 v A", "6D S17", "H"),
        ("das-chart", "22 v 2", "6D S17 NDAS", "P"),
        ("ndas-chart", "22 v 2", "6D S17", "H"),
        ("peek-chart", "88 v T", "6D S17 ENHC", "P"),
        ("single-deck-chart", "62 v 6", "6D S17", "D"),
        ("six-deck-chart", "62 v 6", "1D S17", "H"),
    ],
)
def test_a_follower_plays(slug, situation, code, play):
    assert plays(slug, situation, code) == play


@pytest.mark.parametrize("code", ["6D H17 LS", "1D S17 RANK D10", "6D H17"])
def test_followers_play_what_is_allowed(code):
    rules = Rules.parse(code)
    chart = stock_chart("6d-h17-das")
    for each in all_misconceptions():
        follower = each.follower(rules, chart, lambda rules: chart)
        for asked in first_questions(rules, chart):
            assert follower.play(asked) in asked.situation.allowed


def slugs(code: str, solved: Solved | None = None) -> list[str]:
    """Those that apply; where no other charts are solved, no chart of other rules is among them."""
    rules = Rules.parse(code)
    chart = exact_chart(rules)
    return [each.slug for each in that_apply(rules, chart, solved or (lambda rules: chart))]


def test_those_apply_that_differ_from_the_chart_taught():
    assert "never-surrenders" not in slugs("6D H17")
    assert "never-surrenders" in slugs("6D H17 LS")
    assert "always-insures" in slugs("6D H17")
    assert "always-insures" not in slugs("6D H17 NOINS")
    assert {"never-doubles", "never-doubles-soft"}.isdisjoint(slugs("6D D0"))
    assert {"never-splits", "splits-tens"}.isdisjoint(slugs("6D SP1"))


def test_the_charts_of_other_rules_apply_and_that_of_these_does_not():
    asked = []

    def solved(rules: Rules) -> Chart:
        asked.append(rules.code.split()[:5])
        return exact_chart(RULES)

    found = slugs("8D S17 ENHC", solved)
    assert {"s17-chart", "das-chart"}.isdisjoint(found)
    assert ["8D", "H17", "ENHC", "DOA", "DAS"] in asked
    assert ["8D", "S17", "PEEK", "DOA", "DAS"] in asked
    assert len(asked) == 5


def test_the_chart_of_these_very_rules_is_no_misconception_though_another_is_taught():
    follower = misconception("s17-chart").follower(RULES, stock_chart("6d-h17-das"))
    assert follower.chart is None


def test_a_chart_of_rules_that_contradict_each_other_is_followed_by_nobody():
    rules = Rules.parse("6D S17 SP1")
    assert misconception("das-chart").follower(rules, exact_chart(rules)).chart is None


def test_of_those_that_coincide_the_most_specific_is_kept():
    found = slugs("6D S17 D10")  # nine may not be doubled
    assert "doubles-every-10-11" in found
    assert "doubles-every-9-10-11" not in found


def test_other_charts_come_from_whoever_has_them():
    asked = []

    def solved(rules: Rules) -> Chart:
        asked.append(rules.code)
        return exact_chart(rules)

    chart = exact_chart(RULES)
    recognise(RULES, chart, told(RULES, "A7 v 9: S"), solved=solved)
    assert "6D H17 PEEK DOA DAS SP4 SA2 NS 3:2 INS CUT75" in asked
    assert len(asked) == len(set(asked)) < 6


def by_hand(counts: list[int], k: int, near: set[int], meant: int, s: float, e: float) -> float:
    """The likelihood of one question's answers, written out."""

    def of(play: int) -> float:
        slips = sum(counts) - counts[play]
        return (1 - s + s / k) ** counts[play] * (s / k) ** slips

    others = [of(play) for play in range(k) if play != meant]
    beside = [of(play) for play in near if play != meant]
    any_other = sum(others) / len(others)
    one_beside = sum(beside) / len(beside) if beside else any_other
    return (1 - e) * of(meant) + e * (any_other + one_beside) / 2


def test_the_evidence_of_two_questions_is_what_it_is_by_hand():
    counts = np.array([[3, 1, 0], [0, 2, 1]])
    allowed = np.array([[True, True, False], [True, True, True]])
    near = np.array([[True, False, False], [True, True, False]])
    evidence = Evidence(counts, allowed, near, [[0, 0], [0, 1]])
    rates = list(product(SLIPS, EXCEPTIONS))
    first = [by_hand([3, 1], 2, {0}, 1, s, e) for s, e in rates]
    second = [by_hand([0, 2, 1], 3, {0, 1}, 0, s, e) for s, e in rates]
    alike = np.mean([one * two for one, two in zip(first, second, strict=True)])
    apart = np.mean(first) * np.mean(second)
    assert evidence.of(np.array([1, 0])) == pytest.approx(log((alike + apart) / 2))


def test_the_evidence_of_all_possible_answers_adds_up_to_one():
    for meant in range(3):
        total = 0.0
        for hits, stands in product(range(4), repeat=2):
            if hits + stands <= 3:
                counts = np.array([[hits, stands, 3 - hits - stands]])
                ways = comb(3, hits) * comb(3 - hits, stands)
                everywhere = np.ones((1, 3), dtype=bool)
                evidence = Evidence(counts, everywhere, everywhere, [[0]])
                total += ways * np.exp(evidence.of(np.array([meant])))
        assert total == pytest.approx(1)


def test_a_thousand_answers_to_one_question_do_not_underflow():
    everywhere = np.ones((1, 3), dtype=bool)
    evidence = Evidence(np.array([[500, 300, 200]]), everywhere, everywhere, [[0]])
    assert evidence.of(np.array([0])) == pytest.approx(-1000 * log(3), rel=0.1)
    assert evidence.of(np.array([0])) > evidence.of(np.array([2]))


def test_answers_are_counted_by_cell_and_allowed_plays():
    chart = exact_chart(H17)
    log_ = Log.of(chart, told(H17, "T6 v T: R", "97 v T: H*2", "T42 v T: H", "TT v 6 -P: S"))
    assert [each.cell.short for each in log_.asked] == ["16 v T", "16 v T", "20 v 6"]
    assert log_.counts[:, : len(CHOICES)].sum(axis=1).tolist() == [3, 1, 1]


SOFT_18 = ("A7 v 9: S*3", "A7 v T: S*3", "A7 v A: S*3")


def test_a_misconception_followed_in_all_its_cells_is_found_with_its_evidence():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "88", "TT", "A6", "A2", "99")
    [finding] = recognise(RULES, chart, [*known, *told(RULES, *SOFT_18, "A7 v 9: H")])
    assert finding.misconception.slug == "never-hits-soft-18"
    assert (finding.asked, finding.followed) == (10, 9)
    assert finding.margin >= LEAST_MARGIN
    assert SURE <= finding.sure <= 1
    rows = {each.cell.short: each for each in finding.evidence}
    nine = rows["A7 v 9"]
    assert (nine.right, nine.play, nine.asked, nine.followed) == (Action.HIT, Action.STAND, 4, 3)


def test_one_cell_is_a_suspicion_and_what_tells_comes_next():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "88", "TT", "A6", "A2", "99")
    answers = [*known, *told(RULES, "A7 v T: S*20")]
    assert recognise(RULES, chart, answers) == []
    suspicion = suspect(RULES, chart, answers)
    assert suspicion.misconception.slug == "never-hits-soft-18"
    assert not suspicion.claimed
    assert suspicion.rival is None
    assert [each.short for each in suspicion.telling] == ["A7 v 9", "A7 v A", "A7 v T"]


def test_one_cell_is_not_enough_though_two_cards_and_three_are_asked():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "88", "TT", "A6", "A2", "99")
    answers = [*known, *told(RULES, "A7 v T: S*9", "A34 v T: S*9")]
    suspicion = suspect(RULES, chart, answers)
    assert suspicion.sure >= SURE
    assert not suspicion.claimed
    assert recognise(RULES, chart, answers) == []


def test_nothing_is_claimed_on_few_answers():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "88", "A6", "A2", "99", "T5", "T4")
    few = told(RULES, "TT v 2: P", "TT v 5: P", "TT v 9: P", "TT v T: P")
    more = told(RULES, "TT v 4: P")
    assert len(few) < LEAST_FOLLOWED
    assert recognise(RULES, chart, [*known, *few]) == []
    [finding] = recognise(RULES, chart, [*known, *few, *more])
    assert finding.misconception.slug == "splits-tens"


def test_what_is_done_every_other_time_is_not_said_to_be_done_always():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "88", "A6", "A2", "99")
    tens = [f"TT v {upcard}: {play}*4" for upcard in "2468" for play in "PS"]
    assert recognise(RULES, chart, [*known, *told(RULES, *tens)]) == []


def test_the_general_rule_wins_where_the_answers_say_so():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "88", "99")
    soft = [f"A{card} v {upcard}: H*2" for card in "3456" for upcard in "56"]
    hard = [f"{hand} v {upcard}: H*2" for hand in ("65", "64") for upcard in "4567"]
    doubled = [f"{hand} v {upcard}: D*2" for hand in ("65", "64") for upcard in "4567"]
    [general] = recognise(RULES, chart, [*known, *told(RULES, *soft, *hard)])
    [special] = recognise(RULES, chart, [*known, *told(RULES, *soft, *doubled)])
    assert general.misconception.slug == "never-doubles"
    assert special.misconception.slug == "never-doubles-soft"


def test_what_cannot_be_told_apart_is_suspected_with_the_cells_that_tell():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "A6", "A7")
    pairs = [f"{pair} v {upcard}: H*2" for pair in ("22", "33", "77") for upcard in "4567"]
    answers = [*known, *told(RULES, *pairs)]
    assert recognise(RULES, chart, answers) == []
    suspicion = suspect(RULES, chart, answers)
    assert suspicion.rival is not None
    both = {suspicion.misconception.slug, suspicion.rival.slug}
    assert both == {"never-splits", "splits-aces-and-eights-only"}
    assert {each.row for each in suspicion.telling} == {"AA", "88"}
    aces = told(RULES, "AA v 6: D*2", "AA v T: H*2", "88 v T: H*2", "88 v 9: H*2")
    [finding] = recognise(RULES, chart, [*answers, *aces])
    assert finding.misconception.slug == "never-splits"


def test_two_that_have_nothing_in_common_are_both_found():
    chart = exact_chart(RULES)
    known = by_the_chart(RULES, chart, "T2", "T6", "65", "88", "A6", "A2", "99")
    tens = [f"TT v {upcard}: P*2" for upcard in "2345678"]
    answers = [*known, *told(RULES, *SOFT_18, *tens)]
    found = recognise(RULES, chart, answers)
    assert [each.misconception.slug for each in found] == ["splits-tens", "never-hits-soft-18"]
    assert {each.cell.row for each in found[1].evidence} == {"A7"}


def test_a_perfect_player_and_an_empty_log_are_not_accused():
    chart = exact_chart(H17)
    hands = ("T2", "T3", "T5", "T6", "65", "64", "88", "TT", "A7", "A6", "99", "22")
    assert recognise(H17, chart, by_the_chart(H17, chart, *hands)) == []
    assert suspect(H17, chart, by_the_chart(H17, chart, *hands)) is None
    assert recognise(H17, chart, []) == []


def test_what_a_partial_chart_does_not_state_is_passed_over():
    whole = exact_chart(RULES)
    pairs = {cell: code for cell, code in whole.cells.items() if cell.category is Category.PAIR}
    chart = Chart("Pairs", RULES, "a test", "printed", pairs, partial=True)
    tens = [f"TT v {upcard}: P*2" for upcard in "2345678"]
    known = [(situation, play) for situation, play in by_the_chart(RULES, whole, "88", "99", "66")]
    stated = [each for each in known if chart.states(each[0])]
    found = recognise(RULES, chart, [*stated, *told(RULES, *tens, "A7 v 9: S*9")])
    assert [each.misconception.slug for each in found] == ["splits-tens"]


def test_an_answer_that_was_not_allowed_is_refused():
    with pytest.raises(IllegalAction, match="surrender is not allowed"):
        recognise(RULES, exact_chart(RULES), told(RULES, "T6 v T: R"))


@pytest.mark.parametrize(
    ("offered", "taken", "found"),
    [(0, 0, False), (8, 8, False), (9, 9, True), (20, 18, True), (20, 2, False), (100, 70, False)],
)
def test_insurance_is_claimed_where_it_is_nearly_always_taken(offered, taken, found):
    finding = recognise_insurance(offered, taken)
    assert (finding is not None) is found
    if finding:
        assert isinstance(finding.misconception.habit, Insures)
        assert finding.sure >= SURE


def test_a_misconception_loses_what_its_cells_lose():
    chart = exact_chart(RULES)
    analysis = analyse(RULES.core)
    lost = 0.0
    for upcard in "23":
        cell = Cell.parse(f"hard 12 v {upcard}")
        for hand in ("T2", "93", "84", "75"):
            situation = Situation.parse(f"{hand} v {upcard}", RULES)
            values = analysis.evaluate(situation).values
            seen = [str(rank) for rank in situation.hand.ranks]
            ways = 1.0
            for rank in seen:
                ways *= RULES.decks * (16 if rank == "T" else 4) - (rank == upcard)
            chance = ways / comb(52 * RULES.decks - 1, 2) / 13
            lost += 100 * chance * (values[Action.HIT] - values[Action.STAND])
            assert situation.cell == cell
    assert loss(
        RULES, chart, misconception("stands-on-12-v-weak"), play_values(RULES)
    ) == pytest.approx(lost)


def test_always_insuring_loses_what_the_odds_say():
    behind_an_ace = 1 - 3 * 96 / 311
    lost = loss(RULES, exact_chart(RULES), misconception("always-insures"), {})
    assert lost == pytest.approx(100 / 13 * behind_an_ace / 2)


def test_the_dealers_rule_is_dear_and_the_wrong_chart_is_not():
    chart = exact_chart(H17)
    values = play_values(H17)
    dealer, other = (
        loss(H17, chart, misconception(s), values) for s in ("copies-the-dealer", "s17-chart")
    )
    assert dealer > 3
    assert 0 < other < 0.05
