from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategy.legality import Phase
from strategy.money import CHIP, chips
from strategy.records import Record, RecordError
from strategy.round import Round
from strategy.shoe import Shoe
from tests.strategy import samples
from tests.strategy.rounds import play, results
from tests.strategy.samples import DATA, read_or_refusal

EXAMPLE = "1D S17 PEEK DOA DAS SP4 SA2 NS 3:2 NOINS FRESH | 10 | TS 9H 6D TC 5H | H"
ROUNDS = (DATA / "rounds.txt").read_text(encoding="utf-8")
"""Records with their notes, what the dealer had, what was settled and each seat's net."""

GOLDEN = [block.splitlines() for block in ROUNDS.strip().split("\n\n")]


def ended(end: Round) -> str:
    """The third line of a block: how a round ended."""
    dealer = " ".join(map(str, end.dealer_cards))
    nets = " ".join(chips(end.net(seat)) for seat in range(len(end.seats)))
    return f"dealer {dealer} | {', '.join(results(end))} | net {nets}"


@st.composite
def rounds(draw) -> Round:
    """Rounds played to their end with random legal plays."""
    rules, seed = draw(samples.rules()), draw(st.integers(0, 2**32))
    bets = draw(st.lists(st.integers(1, 500), min_size=1, max_size=7))
    random = Random(seed)
    shoe = Shoe.of(rules, seed=str(seed))
    for _ in range(draw(st.integers(0, shoe.left))):  # so that some rounds are refilled
        shoe = shoe.draw().shoe
    state = Round.deal(rules, [bet * CHIP for bet in bets], shoe.next_round())
    while not state.over:
        state = state.act(random.choice(state.legal_actions))
    return state


@pytest.mark.parametrize("block", GOLDEN, ids=[block[0].strip("# ") for block in GOLDEN])
def test_a_golden_record_ends_as_it_is_told(block):
    note, record, end = block
    assert note.startswith("# ")
    assert str(Record.parse(record)) == record
    assert ended(Record.parse(record).replay()) == end


def test_golden_records_are_different():
    assert len({record for _, record, _ in GOLDEN}) == len({note for note, _, _ in GOLDEN})
    assert len(GOLDEN) >= 40


@settings(max_examples=60)
@given(rounds())
def test_a_round_is_the_same_when_its_record_is_replayed(end):
    record = Record.of(end)
    read = Record.parse(str(record))
    assert read == record
    again = read.replay()
    assert again.events == end.events
    assert (again.seats, again.dealer_cards) == (end.seats, end.dealer_cards)
    assert Record.of(again) == record


@settings(max_examples=30)
@given(rounds())
def test_the_states_of_a_record_are_those_of_the_round(end):
    states = list(Record.of(end).states())
    assert len(states) == len(end.moves) + 1
    assert [after.moves[-1] for _, after in pairwise(states)] == list(end.moves)
    assert all(
        after.events[: len(before.events)] == before.events for before, after in pairwise(states)
    )


@settings(max_examples=30)
@given(rounds(), st.data())
def test_a_record_cut_short_is_refused(end, data):
    record = Record.of(end)
    if record.moves:
        kept = data.draw(st.integers(0, len(record.moves) - 1))
        with pytest.raises(RecordError):
            Record(record.rules, record.bets, record.shoe, record.moves[:kept]).replay()
    cards = data.draw(st.integers(0, len(record.shoe.cards) - 1))
    with pytest.raises(RecordError):
        Record(
            record.rules, record.bets, type(record.shoe)(record.shoe.cards[:cards]), record.moves
        ).replay()


def test_a_record_is_read_leniently_and_written_one_way():
    text = "fresh noins 1d|10|10s 9♥ 6d tc  5H|  h "
    assert str(Record.parse(text)) == EXAMPLE


def test_a_record_without_moves_ends_in_a_bar():
    text = "1D S17 PEEK DOA DAS SP4 SA2 NS 3:2 NOINS FRESH | 10 | AS 9H KD 7C |"
    assert str(Record.parse(text)) == text
    assert str(Record.of(Record.parse(text).replay())) == text


def test_a_round_that_is_not_over_has_no_record():
    state = play("1D NOINS FRESH", "TS 9H 6D TC")
    assert state.phase is Phase.PLAY
    with pytest.raises(RecordError, match="only a round that is over"):
        Record.of(state)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four parts"),
        ("1D | 10 | TS 9H 6D TC 5H", "four parts"),
        ("1D | 10 | TS 9H 6D TC 5H | H | ", "four parts"),
        ("1D X17 | 10 | TS 9H 6D TC 5H | H", "'X17'"),
        ("1D SP1 DAS | 10 | TS 9H 6D TC 5H | H", "DAS contradicts SP1"),
        ("1D | ten | TS 9H 6D TC 5H | H", "'ten' is not a number of chips"),
        ("1D | 1e999999999 | TS 9H 6D TC 5H | H", "not a number of chips"),
        ("1D | 10 | TS 9H 6D TX 5H | H", "'TX'"),
        ("1D | 10 | TS 9H 6D TC 5H | X", "'X' is not an action"),
        ("1D | 10 | TS 9H 6D TC 5H | H5", "'H5' is not an action"),
        ("1D | 10 | TS 9H 6D TC 5H | hit", "'hit' is not an action"),
        ("1D | 10 | TS AH 6D TC | Ifive", "'five' is not a number of chips"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text, reason):
    with pytest.raises(RecordError) as refused:
        Record.parse(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1D | | TS 9H 6D TC 5H | H", "1 to 7 seats, not 0"),
        ("1D | 1 1 1 1 1 1 1 1 | TS 9H 6D TC 5H | H", "1 to 7 seats, not 8"),
        ("1D | 0 | TS 9H 6D TC 5H | H", "a whole number of chips, not 0"),
        ("1D | -5 | TS 9H 6D TC 5H | H", "a whole number of chips, not -5"),
        ("1D | 7.5 | TS 9H 6D TC 5H | H", "a whole number of chips, not 7.5"),
        ("1D | 10 | TS 9H 6D TC | H", "no more cards"),
        ("1D | 10 | TS 9H 6D |", "no more cards"),
        ("1D | 10 | TS 9H 6D TC |", "ends before the round does"),
        ("1D | 10 | TS 9H 6D TC 5H | H S", "The round is over."),
        ("1D | 10 | TS 9H 6D TC 5H | P", "same value can be split"),
        ("1D | 10 | TS 9H 6D TC 5H | R", "no surrender"),
        ("1D | 10 | TS AH 6D TC | I6", "may be insured"),
        ("1D | 10 | TS AH 6D TC | I", "may be insured"),
        ("1D | 10 | TS AH 6D TC | I-5", "may be insured"),
        ("1D | 10 | TS 9H 6D TC 5H 5D | H", "more cards than the round takes"),
        ("1D | 10 | TS 9H 6D TC 5H * | H", "more cards than the round takes"),
        ("1D | 10 | TS 9H 6D TS 5H | H", "TS comes 2 times"),
        ("1D | 10 | TS 9H 6D * TS 5H | H", "TS comes 2 times"),
        ("1D | 10 | TS + 9H 6D TS 5H TS | H", "TS comes 3 times"),
        (f"1D | 10 | {'* ' * 5000} | H", "no more cards"),
    ],
)
def test_what_cannot_have_happened_is_refused_on_replay(text, reason):
    record = Record.parse(text)
    with pytest.raises(RecordError) as refused:
        record.replay()
    assert reason in str(refused.value)


@given(st.text(max_size=60) | st.lists(st.sampled_from(EXAMPLE.split()), max_size=30).map(" ".join))
def test_any_text_is_read_or_refused(text):
    def replayed(given: str) -> Round:
        return Record.parse(given).replay()

    assert isinstance(read_or_refusal(replayed, RecordError, text), Round | str)
