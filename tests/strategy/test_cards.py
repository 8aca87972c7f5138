from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.cards import PACK, UPCARDS, VALUES, Card, CardError, Rank, Suit
from tests.strategy import samples
from tests.strategy.samples import read_or_refusal


@given(samples.cards)
def test_a_card_reads_back_from_each_of_its_texts(card):
    for text in (
        str(card),
        card.code,
        card.shown,
        str(card).lower(),
        f"{card.rank}{card.suit.symbol}",
    ):
        assert Card.parse(text) is not card
        assert Card.parse(text) == card


@given(samples.ranks)
def test_a_rank_reads_back_from_each_of_its_texts(rank):
    assert {Rank.parse(str(rank)), Rank.parse(rank.shown), Rank.parse(str(rank).lower())} == {rank}


@given(st.text(max_size=4))
def test_any_other_text_is_refused_as_a_card_error(text):
    known = {form for card in PACK for form in (str(card), card.shown)}
    known |= {f"{card.rank}{card.suit.symbol}" for card in PACK} | {f"10{suit}" for suit in Suit}
    found = read_or_refusal(Card.parse, CardError, text)
    if isinstance(found, Card):
        assert text.upper() in known
    else:
        assert found.startswith((f"{text!r} is not a card", f"{text[:-1]!r} is not a rank"))


@pytest.mark.parametrize("text", ["", "S", "T", "1S", "11S", "TX", "TSS", "S10", " TS", "♠T", "AA"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(CardError, match="is not a"):
        Card.parse(text)


@pytest.mark.parametrize("text", ["", "1", "0", "11", "X", "TT", "ten"])
def test_what_is_no_rank_is_refused_with_the_ranks_named(text):
    with pytest.raises(CardError, match="A 2 3 4 5 6 7 8 9 T J Q K"):
        Rank.parse(text)


def test_points_are_one_for_an_ace_and_ten_for_every_court_card():
    points = {str(rank): rank.points for rank in Rank}
    numbers = {str(number): number for number in range(2, 10)}
    assert points == {"A": 1, **numbers, "T": 10, "J": 10, "Q": 10, "K": 10}


def test_court_cards_are_valued_as_tens_and_the_rest_as_themselves():
    assert {str(rank) for rank in Rank if rank.valued is not rank} == {"J", "Q", "K"}
    assert Rank.JACK.valued is Rank.QUEEN.valued is Rank.KING.valued is Rank.TEN


def test_a_pack_has_each_card_once():
    assert len(PACK) == len(set(PACK)) == 52
    assert len({str(card) for card in PACK}) == 52


def test_values_and_upcards_are_the_ten_values_in_their_orders():
    assert "".join(map(str, VALUES)) == "A23456789T"
    assert "".join(map(str, UPCARDS)) == "23456789TA"


@pytest.mark.parametrize(
    ("rank", "sentence"),
    [
        ("A", "an ace"),
        ("8", "an 8"),
        ("7", "a 7"),
        ("T", "a 10"),
        ("Q", "a queen"),
        ("J", "a jack"),
    ],
)
def test_a_rank_in_a_sentence_has_its_article(rank, sentence):
    assert Rank.parse(rank).with_article == sentence


def test_a_card_has_a_name_to_be_read_aloud():
    assert Card.parse("AH").name == "ace of hearts"
    assert Card.parse("TS").name == "10 of spades"
    assert Card.parse("8c").name == "8 of clubs"
