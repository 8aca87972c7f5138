from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.cards import PACK, CardError
from strategy.rules import Rules
from strategy.shoe import FixedShoe, Refill, Shoe, ShoeEmpty, commitment, shuffled
from tests.strategy import samples

ONE, SIX = Rules.parse("1D FRESH"), Rules.parse("6D CUT75")

ORDER = (
    "KS 2D AS TD 5H 8C AD 3S QC 4D 4S QH 9C 9S 4H JC AH 9D 6S 8H JH QS 5S KH 2S 7H "
    "3H 7C KD QD 2C 2H 6D 3D TC 6C JD 8D 8S 4C 5C 5D TS 7D 6H JS 9H TH KC 7S AC 3C"
)
"""One pack in the order of the seed ``upcard``, worked out by ``order_of``."""


def order_of(seed: str, size: int) -> list[int]:
    """The published way of shuffling, written anew: places 0, 1, … in the order of a seed."""
    block, stream, order = 0, b"", list(range(size))
    place = size - 1
    while place > 0:
        if not stream:
            stream, block = sha256(f"{seed}/{block}".encode()).digest(), block + 1
        word, stream = stream[:4], stream[4:]
        drawn = word[0] << 24 | word[1] << 16 | word[2] << 8 | word[3]
        choices = place + 1
        if drawn >= 2**32 // choices * choices:
            continue
        other = drawn % choices
        order[place], order[other] = order[other], order[place]
        place -= 1
    return order


def after(shoe: Shoe, cards: int) -> Shoe:
    """The shoe when so many cards were dealt."""
    for _ in range(cards):
        shoe = shoe.draw().shoe
    return shoe


def drawn_from(shoe, cards: int) -> list[str]:
    """So many cards, a refill's mark before the card that it brought."""
    found = []
    for _ in range(cards):
        card, shoe, refill = shoe.draw()
        found += [refill.value] if refill else []
        found.append(str(card))
    return found


# The order of a seed


def test_the_order_of_a_seed_is_known_for_ever():
    assert " ".join(map(str, Shoe.of(ONE, seed="upcard").order)) == ORDER


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.integers(1, 416))
def test_the_order_is_that_of_the_way_of_shuffling_written_anew(seed, size):
    assert list(shuffled(range(size), seed)) == order_of(seed, size)


def test_a_number_that_would_favour_some_places_is_passed_over():
    """Of eight decks one shoe in some ten thousands meets such a number: this one does."""
    assert list(shuffled(range(416), "82416")) == order_of("82416", 416)


@given(samples.rules(), st.text("0123456789abcdef", max_size=64))
def test_a_shoe_has_every_card_as_often_as_there_are_decks(rules, seed):
    shoe = Shoe.of(rules, seed=seed)
    assert Counter(shoe.order) == dict.fromkeys(PACK, rules.decks)
    assert shoe == Shoe.of(rules, seed=seed)


def test_other_seeds_give_other_orders():
    assert len({Shoe.of(ONE, seed=str(number)).order for number in range(200)}) == 200


def spread(counts: Counter[int], places: Iterable[int], expected: float) -> float:
    """Chi-squared of counts that should be alike."""
    return sum((counts[place] - expected) ** 2 / expected for place in places)


@pytest.mark.parametrize("card", [0, 25, 51])
def test_a_card_comes_to_every_place_and_before_every_other_about_as_often(card):
    """51 and 50 degrees of freedom: 87 is passed once in a thousand."""
    orders = [shuffled(range(52), f"uniform {number}") for number in range(1500)]
    places = Counter(order.index(card) for order in orders)
    after = Counter(two for order in orders for one, two in pairwise(order) if one == card)
    assert spread(places, range(52), 1500 / 52) < 87
    assert spread(after, set(range(52)) - {card}, 1500 / 52) < 87


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment("upcard") == sha256(b"upcard").hexdigest()
    assert commitment("upcard").startswith("f05d79aeb143bb06")
    assert commitment("♠") == sha256("♠".encode()).hexdigest()


# Dealing


def test_cards_come_from_the_front_and_the_shoe_itself_stays_as_it_is():
    shoe = Shoe.of(SIX, seed="front")
    before = repr(shoe)
    assert drawn_from(shoe, 5) == [str(card) for card in shoe.order[:5]]
    assert repr(shoe) == before


@pytest.mark.parametrize(("dealt", "left"), [(0, 312), (156, 156), (311, 1), (312, 0)])
def test_what_is_left_is_what_was_not_dealt(dealt, left):
    assert after(Shoe.of(SIX, seed="left"), dealt).left == left


@pytest.mark.parametrize(
    ("rules", "cut"), [("6D CUT75", 234), ("8D CUT75", 312), ("1D CUT10", 5), ("1D CUT95", 49)]
)
def test_a_shoe_is_spent_when_the_cut_card_is_out(rules, cut):
    shoe = after(Shoe.of(Rules.parse(rules), seed="cut"), cut - 1)
    assert (shoe.spent, shoe.draw().shoe.spent) == (False, True)


def test_a_shoe_for_one_round_is_spent_by_it():
    assert Shoe.of(ONE, seed="once").draw().shoe.spent


# Running out


def test_a_shoe_that_runs_out_goes_on_with_the_discards_shuffled():
    shoe = after(after(Shoe.of(ONE, seed="out"), 40).next_round(), 12)
    assert (shoe.left, shoe.dealt - shoe.round_start) == (0, 12)
    card, filled, refill = shoe.draw()
    assert refill is Refill.DISCARDS
    assert filled.left == 39
    assert Counter([card, *filled.order[filled.dealt :]]) == Counter(shoe.order[:40])
    assert filled.order[: filled.dealt - 1] == shoe.order[40:]


def test_the_order_of_the_discards_follows_from_the_seed():
    shoe = after(after(Shoe.of(ONE, seed="upcard"), 40).next_round(), 12)
    names = [str(card) for card in shoe.order[:40]]
    expected = [names[place] for place in order_of("upcard/refill 1", 40)]
    assert drawn_from(shoe, 40) == ["*", *expected]


def test_where_all_cards_lie_on_the_table_a_fresh_pack_comes():
    shoe = after(Shoe.of(Rules.parse("2D CUT75"), seed="upcard"), 104)
    pack = [str(card) for card in PACK]
    expected = [pack[place] for place in order_of("upcard/refill 1", 52)]
    assert drawn_from(shoe, 52) == ["+", *expected]


def test_after_the_discards_a_fresh_pack_comes_and_then_another():
    shoe = after(after(Shoe.of(ONE, seed="thrice"), 30).next_round(), 22)
    dealt = drawn_from(shoe, 30 + 52 + 1)
    assert [place for place, text in enumerate(dealt) if text in "*+"] == [0, 31, 84]
    assert [dealt[place] for place in (0, 31, 84)] == ["*", "+", "+"]
    assert sorted(dealt[32:84]) == sorted(map(str, PACK))
    assert dealt[32:84] != drawn_from(after(shoe, 30 + 52), 53)[1:53]


def test_a_refilled_shoe_is_spent_and_the_next_round_has_another():
    shoe = after(after(Shoe.of(ONE, seed="spent"), 40).next_round(), 13)
    assert shoe.refills == 1
    assert shoe.spent
    assert shoe.next_round().spent


# Fixed shoes


def test_a_fixed_shoe_deals_what_it_was_given():
    assert drawn_from(FixedShoe.parse("TS 6d * 9♥ + 10C"), 4) == ["TS", "6D", "*", "9H", "+", "TC"]


@pytest.mark.parametrize("text", ["", "*", "+ *", "* " * 5000])
def test_an_empty_fixed_shoe_says_so(text):
    with pytest.raises(ShoeEmpty, match="no more cards"):
        FixedShoe.parse(text).draw()


@pytest.mark.parametrize("text", ["TS XX", "T", "1S", "TS,9H", "**"])
def test_a_fixed_shoe_of_other_texts_is_refused(text):
    with pytest.raises(CardError):
        FixedShoe.parse(text)
