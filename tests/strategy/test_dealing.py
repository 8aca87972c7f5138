from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, permutations, product
from math import comb, prod, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy import dealing
from strategy.actions import Action
from strategy.cards import UPCARDS, VALUES, Card, Rank
from strategy.charts import stock_chart
from strategy.dealing import (
    MOST_CARDS,
    Deal,
    NothingToDeal,
    cells_of,
    compositions,
    deal_as_at_a_table,
    deal_cell,
    even_cell,
)
from strategy.hands import Hand
from strategy.rules import HoleCard, Rules
from strategy.situations import ALL_CELLS, Category, Cell, Situation, SituationError
from tests.strategy import samples
from tests.strategy.samples import ODD_RULES, SHEETS, taught

CHART = stock_chart("6d-s17-das")
ADVICE = stock_chart("match-table-advice")
CODES = [*SHEETS.values(), *ODD_RULES]
EVERYTHING = tuple(Category)


def as_expected(counts: Counter, chances: dict, tries: int) -> bool:
    """Whether counts fit chances that add up to 1: chi-square within five sigmas of its mean."""
    if set(counts) - set(chances):
        return False
    square = sum((counts[key] - tries * p) ** 2 / (tries * p) for key, p in chances.items())
    freedom = len(chances) - 1
    return square < freedom + 5 * sqrt(2 * freedom)


def within_five_sigmas(count: int, tries: int, chance: float) -> bool:
    return abs(count - tries * chance) < 5 * sqrt(tries * chance * (1 - chance))


# Texts


@given(st.lists(samples.cards, min_size=1, max_size=6), samples.cards)
def test_a_deal_reads_back_from_its_text(cards, upcard):
    deal = Deal(tuple(cards), upcard)
    assert Deal.parse(str(deal)) == deal


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a deal: write TS 6D v 9H"),
        ("TS 6D", "'TS 6D' is not a deal"),
        ("TS 6D v ", "'' is not a card"),
        ("TS 6X v 9H", "'6X' is not a card"),
        ("T6 v 9", "'T6' is not a card"),
        ("TS 1D v 9H", "'1' is not a rank"),
    ],
)
def test_what_is_no_deal_is_refused(text, message):
    with pytest.raises(SituationError, match=f"^{message}"):
        Deal.parse(text)


@given(st.text(max_size=12))
def test_any_text_is_a_deal_or_a_situation_error(text):
    found = samples.read_or_refusal(Deal.parse, SituationError, text)
    assert isinstance(found, str) or Deal.parse(str(found)) == found


def test_a_deal_asks_by_its_ranks():
    situation = Deal.parse("KS 6D v QH").situation(Rules())
    assert str(situation) == "K6 v T"
    with pytest.raises(SituationError, match="bust"):
        Deal.parse("KS 6D 9C v QH").situation(Rules())


# Which hands make a cell


@pytest.mark.parametrize("code", CODES)
def test_the_hands_of_all_cells_are_all_hands_of_two_cards(code):
    rules = Rules.parse(code)
    cards = 52 * rules.decks
    for upcard in UPCARDS:
        ways = sum(
            hand.ways
            for cell, hands in compositions(rules, longer=False).items()
            for hand in hands
            if cell.upcard is upcard
        )
        aces = 4 * rules.decks - (upcard is Rank.ACE)
        tens = 16 * rules.decks - (upcard is Rank.TEN)
        assert ways + aces * tens == comb(cards - 1, 2)


@pytest.mark.parametrize("code", CODES)
def test_a_hand_belongs_to_the_cell_that_it_is_listed_for(code):
    rules = Rules.parse(code)
    for cell, hands in compositions(rules, longer=True).items():
        for hand in hands:
            assert Situation(rules, Hand(hand.ranks), cell.upcard).cell == cell
            assert hand.ways > 0
            assert len(hand.ranks) <= MOST_CARDS


def rows_of(code: str, *, longer: bool) -> set[str]:
    found = compositions(Rules.parse(code), longer=longer)
    return {f"{cell.category} {cell.row}" for cell in found}


@pytest.mark.parametrize("code", CODES)
def test_no_cell_comes_up_in_which_there_is_nothing_to_decide(code):
    assert rows_of(code, longer=True).isdisjoint({"hard 21", "soft AT"})


def test_two_cards_make_every_cell_but_those_of_unsplit_pairs():
    assert len(compositions(Rules(), longer=False)) == 330
    assert {"hard 4", "hard 20", "soft AA"}.isdisjoint(rows_of("6D", longer=False))


def test_longer_hands_make_a_hard_20_too():
    assert rows_of("6D", longer=True) - rows_of("6D", longer=False) == {"hard 20"}


def test_where_nothing_is_split_pairs_are_totals():
    rows = rows_of("6D SP1", longer=False)
    assert {"hard 4", "hard 20", "soft AA"} < rows
    assert not [row for row in rows if row.startswith("pair")]


def test_where_tens_are_split_by_rank_two_cards_make_a_hard_20():
    assert {"hard 20", "pair TT"} < rows_of("6D RANK", longer=False)


@pytest.mark.parametrize(("rules", "name"), taught(), ids=lambda each: str(each))
def test_a_complete_chart_answers_all_that_can_come_up(rules, name):
    chart = stock_chart(name)
    found = cells_of(rules, chart, EVERYTHING, longer=True)
    if chart.partial:
        assert found
    else:
        assert found == tuple(compositions(rules, longer=True))


def test_a_partial_chart_is_asked_only_what_it_states():
    rules = ADVICE.rules
    cells = cells_of(rules, ADVICE, EVERYTHING, longer=True)
    assert set(cells) < set(ADVICE.cells)
    assert {str(cell) for cell in cells if cell.category is Category.PAIR} == {
        f"pair {row} v {upcard}" for row in ("55", "88", "TT", "AA") for upcard in UPCARDS
    }
    assert cells_of(rules, ADVICE, [Category.SOFT], longer=True) == ()


@pytest.mark.parametrize("category", Category)
def test_cells_are_of_the_categories_asked_for_in_the_order_of_a_chart(category):
    cells = cells_of(Rules(), CHART, [category], longer=False)
    assert {cell.category for cell in cells} == {category}
    assert list(cells) == [cell for cell in ALL_CELLS if cell in cells]


# Every cell evenly


@given(st.text(max_size=5), st.integers(3, 40))
def test_every_cell_comes_once_a_round_and_none_twice_running(seed, size):
    cells = ALL_CELLS[:size]
    asked = [even_cell(cells, seed, number) for number in range(6 * size)]
    for start in range(0, len(asked), size):
        assert sorted(map(str, asked[start : start + size])) == sorted(map(str, cells))
    assert not [cell for cell, following in pairwise(asked) if cell == following]


def test_rounds_have_orders_of_their_own_and_seeds_too():
    cells = ALL_CELLS[:30]
    rounds = [tuple(even_cell(cells, "a", 30 * r + n) for n in range(30)) for r in range(10)]
    other = tuple(even_cell(cells, "b", number) for number in range(30))
    assert len({*rounds, other}) == 11
    assert rounds[0] == tuple(even_cell(cells, "a", number) for number in range(30))


def test_the_cell_of_a_number_does_not_depend_on_what_was_asked_before():
    forward = [even_cell(ALL_CELLS, "s", number) for number in range(370, 400)]
    backward = [even_cell(ALL_CELLS, "s", number) for number in reversed(range(370, 400))]
    assert forward == backward[::-1]


def test_one_cell_alone_comes_every_time():
    assert {even_cell(ALL_CELLS[:1], "s", number) for number in range(5)} == {ALL_CELLS[0]}


def test_without_cells_there_is_nothing_to_deal():
    cells = cells_of(Rules.parse("6D SP1"), CHART, [Category.PAIR], longer=False)
    assert cells == ()
    with pytest.raises(NothingToDeal, match="no hand of this kind"):
        even_cell(cells, "s", 0)


# Cards for a cell


@given(st.sampled_from(CODES), st.booleans(), st.integers(0, 2**32), st.data())
def test_the_cards_for_a_cell_bring_up_the_cell(code, longer, seed, data):
    rules = Rules.parse(code)
    cell = data.draw(st.sampled_from(list(compositions(rules, longer=longer))))
    deal = deal_cell(rules, cell, Random(seed), longer=longer)
    assert deal.situation(rules).cell == cell
    assert longer or len(deal.cards) == 2
    assert max(Counter([*deal.cards, deal.upcard]).values()) <= rules.decks
    assert_order_is_legal(deal)
    assert deal == deal_cell(rules, cell, Random(seed), longer=longer)


def assert_order_is_legal(deal: Deal) -> None:
    for size in range(2, len(deal.cards)):
        assert Hand.of(deal.cards[:size]).total < 21


@pytest.mark.parametrize("code", ["1D", "2D RANK"])
def test_no_card_comes_more_often_than_there_are_decks(code):
    rules, random = Rules.parse(code), Random(11)
    most = 0
    for cell in compositions(rules, longer=True):
        for _ in range(4):
            deal = deal_cell(rules, cell, random, longer=True)
            most = max(most, *Counter([*deal.cards, deal.upcard]).values())
            assert_order_is_legal(deal)
    assert most == rules.decks


def test_every_hand_of_a_cell_has_an_order_without_an_earlier_21():
    hands = {
        hand.ranks
        for found in compositions(Rules.parse("8D"), longer=True).values()
        for hand in found
    }
    for ranks in hands:
        assert any(
            all(Hand(order[:size]).total < 21 for size in range(2, len(order)))
            for order in permutations(ranks)
        )


def test_tens_have_all_their_faces_and_every_suit_comes():
    random, cell = Random(5), Cell.parse("hard 16 v T")
    deals = [deal_cell(Rules.parse("6D"), cell, random, longer=False) for _ in range(400)]
    tens = [card for deal in deals for card in deal.cards if card.rank.points == 10]
    for cards in (tens, [deal.upcard for deal in deals]):
        faces = Counter(str(card.rank) for card in cards)
        assert as_expected(faces, dict.fromkeys("TJQK", 0.25), len(cards))
        suits = Counter(str(card.suit) for card in cards)
        assert as_expected(suits, dict.fromkeys("SHDC", 0.25), len(cards))


def faces_of(code: str, cell: str) -> set[tuple[str, ...]]:
    random, rules = Random(5), Rules.parse(code)
    deals = [deal_cell(rules, Cell.parse(cell), random, longer=False) for _ in range(300)]
    return {tuple(sorted(str(card.rank) for card in deal.cards)) for deal in deals}


@pytest.mark.parametrize("decks", ["1D", "6D"])
@pytest.mark.parametrize("upcard", "TA5")
def test_where_tens_are_split_by_rank_a_pair_is_alike_and_a_hard_20_is_not(decks, upcard):
    alike = {(face, face) for face in "TJQK"}
    unlike = {tuple(sorted(pair)) for pair in permutations("TJQK", 2)}
    assert faces_of(f"{decks} RANK", f"pair TT v {upcard}") == alike
    assert faces_of(f"{decks} RANK", f"hard 20 v {upcard}") == unlike
    assert faces_of(decks, f"pair TT v {upcard}") == alike | unlike


def chance_of_hand(rules: Rules, ranks: tuple[Rank, ...], upcard: Rank) -> float:
    """How likely the first cards of a full shoe, less the upcard, are these ranks in any order."""
    chance, left = 0.0, Counter(dict.fromkeys(VALUES, 4 * rules.decks))
    left[Rank.TEN] *= 4
    left[upcard] -= 1
    for order in set(permutations(ranks)):
        here, one = left.copy(), 1.0
        for rank in order:
            one *= here[rank] / here.total()
            here[rank] -= 1
        chance += one
    return chance


@pytest.mark.parametrize("code", ["1D", "6D"])
def test_hands_of_a_cell_come_as_often_as_the_shoe_makes_them(code):
    rules, random, cell = Rules.parse(code), Random(17), Cell.parse("hard 16 v 9")
    with_ten = chance_of_hand(rules, (Rank.SIX, Rank.TEN), Rank.NINE)
    with_nine = chance_of_hand(rules, (Rank.SEVEN, Rank.NINE), Rank.NINE)
    tens = 0
    for _ in range(3000):
        deal = deal_cell(rules, cell, random, longer=False)
        tens += any(card.rank.points == 10 for card in deal.cards)
    assert within_five_sigmas(tens, 3000, with_ten / (with_ten + with_nine))


def test_longer_hands_of_a_cell_come_as_often_as_the_shoe_makes_them():
    rules, random, cell = Rules.parse("2D"), Random(23), Cell.parse("hard 16 v 9")
    chances: Counter[int] = Counter()
    for hand in compositions(rules, longer=True)[cell]:
        chances[len(hand.ranks)] += chance_of_hand(rules, hand.ranks, Rank.NINE)
    shares = {size: chance / chances.total() / 2 for size, chance in chances.items()}
    shares[2] += 0.5
    tries = 3000
    sizes = Counter(len(deal_cell(rules, cell, random, longer=True).cards) for _ in range(tries))
    assert set(shares) == {2, 3, 4, 5}
    assert as_expected(sizes, shares, tries)


@pytest.mark.parametrize(
    ("code", "cell", "longer"),
    [
        ("6D SP1", "pair 88 v 6", True),
        ("6D", "hard 4 v 6", True),
        ("6D", "soft AA v 6", True),
        ("6D", "hard 20 v 6", False),
        ("6D", "hard 21 v 6", True),
        ("6D", "soft AT v 6", True),
    ],
)
def test_a_cell_that_no_hand_brings_up_is_not_dealt(code, cell, longer):
    with pytest.raises(NothingToDeal, match=f"^no hand brings up {cell} under 6D S17"):
        deal_cell(Rules.parse(code), Cell.parse(cell), Random(1), longer=longer)


# As at a table


def exact_shares(rules: Rules, key) -> dict[object, float]:
    """The chance of each kind of first decision, over all ranks of the first four cards."""
    chances: Counter = Counter()
    for dealt in product(Rank, repeat=4):
        chance = 1.0
        for gone, rank in enumerate(dealt):
            chance *= (4 * rules.decks - dealt[:gone].count(rank)) / (52 * rules.decks - gone)
        first, upcard, second, hole = dealt
        mine, dealers = (first, second), (upcard, hole)
        peeked = rules.hole_card is HoleCard.PEEK and is_natural(dealers)
        if not peeked and not is_natural(mine):
            chances[key(rules, mine, upcard)] += chance
    return {each: chance / chances.total() for each, chance in chances.items() if chance}


def is_natural(ranks: tuple[Rank, Rank]) -> bool:
    return sorted(rank.points for rank in ranks) == [1, 10]


def by_category(rules: Rules, mine: tuple[Rank, Rank], upcard: Rank) -> str:
    one, other = mine
    alike = one is other if rules.tens_split_by_rank else one.points == other.points
    if alike and rules.max_hands > 1:
        return "pair"
    return "soft" if Rank.ACE in mine else "hard"


def by_upcard(rules: Rules, mine: tuple[Rank, Rank], upcard: Rank) -> str:
    return str(upcard.valued)


def by_row(rules: Rules, mine: tuple[Rank, Rank], upcard: Rank) -> tuple[str, int]:
    return by_category(rules, mine, upcard), sum(rank.points for rank in mine)


TRIES = 8000


@cache
def table_deals(code: str, seed: int = 2024) -> tuple[Deal, ...]:
    rules, random = Rules.parse(code), Random(seed)
    return tuple(
        deal_as_at_a_table(rules, CHART, EVERYTHING, random, longer=False) for _ in range(TRIES)
    )


@pytest.mark.parametrize("key", [by_category, by_upcard, by_row])
@pytest.mark.parametrize("code", ["6D", "1D", "8D ENHC", "1D OBO", "2D RANK", "6D SP1"])
def test_first_decisions_come_as_often_as_at_a_table(code, key):
    rules = Rules.parse(code)
    counts = Counter(
        key(rules, tuple(card.rank for card in deal.cards), deal.upcard.rank)
        for deal in table_deals(code)
    )
    assert as_expected(counts, exact_shares(rules, key), TRIES)


def test_a_dealers_natural_is_passed_over_only_where_the_dealer_looks():
    ups = {
        code: Counter(str(deal.upcard.rank.valued) for deal in table_deals(code))
        for code in ("6D PEEK", "6D ENHC")
    }
    looked, unseen = (exact_shares(Rules.parse(code), by_upcard) for code in ups)
    assert looked["A"] < 0.06 < 0.07 < unseen["A"]
    assert not as_expected(ups["6D PEEK"], unseen, TRIES)
    assert not as_expected(ups["6D ENHC"], looked, TRIES)


def test_it_is_not_passed_over_where_surrender_comes_before_the_look():
    ups = Counter(str(deal.upcard.rank.valued) for deal in table_deals("6D ES"))
    assert as_expected(ups, exact_shares(Rules.parse("6D ENHC"), by_upcard), TRIES)


class CountingRandom(Random):
    shoes = 0

    def sample(self, *args, **kwargs):
        self.shoes += 1
        return super().sample(*args, **kwargs)


def test_what_cannot_come_up_is_refused_without_trying_for_long():
    random = CountingRandom(7)
    with pytest.raises(NothingToDeal):
        deal_as_at_a_table(Rules.parse("6D SP1"), CHART, [Category.PAIR], random, longer=True)
    assert random.shoes <= 1000


@pytest.mark.parametrize("category", Category)
@pytest.mark.parametrize("longer", [False, True])
def test_only_the_categories_asked_for_are_dealt(category, longer):
    rules, random = Rules.parse("2D LS"), Random(31)
    deals = [
        deal_as_at_a_table(rules, CHART, [category], random, longer=longer) for _ in range(300)
    ]
    assert {deal.situation(rules).category for deal in deals} == {category}
    assert {len(deal.cards) for deal in deals} > {2} or not longer or category is Category.PAIR


@pytest.mark.parametrize("code", ["6D LS", "1D NS", "6D RANK SP2", "1D D0", "8D ENHC"])
def test_longer_hands_came_about_as_the_chart_plays(code):
    rules, random = Rules.parse(code), Random(41)
    sizes: Counter[int] = Counter()
    for _ in range(1500):
        deal = deal_as_at_a_table(rules, CHART, EVERYTHING, random, longer=True)
        sizes[len(deal.cards)] += 1
        assert max(Counter([*deal.cards, deal.upcard]).values()) <= rules.decks
        for size in range(2, len(deal.cards)):
            before = Deal(deal.cards[:size], deal.upcard).situation(rules)
            assert CHART.advise(before).action is Action.HIT
        assert Hand.of(deal.cards).total < 21
    assert sorted(sizes) == [2, 3, 4, 5]


def test_third_cards_are_asked_as_often_as_they_come_at_a_table():
    rules = Rules.parse("6D NS")
    full = {rank: 4 * rules.decks * (4 if rank is Rank.TEN else 1) for rank in VALUES}
    reached = {2: 0.0, 3: 0.0}
    for ranks in product(VALUES, repeat=3):
        first, second, upcard = ranks
        hand, shown = Hand((first, second)), Counter(ranks)
        if hand.natural:
            continue
        two = prod(full[rank] - ranks[:at].count(rank) for at, rank in enumerate(ranks))
        hits = CHART.advise(Situation(rules, hand, upcard)).action is Action.HIT
        naturals = {Rank.ACE: Rank.TEN, Rank.TEN: Rank.ACE}.get(upcard)
        for hole in VALUES:
            if hole is naturals:
                continue
            unseen = {rank: full[rank] - shown[rank] - (rank is hole) for rank in VALUES}
            weight = two * (full[hole] - shown[hole])
            rest = sum(unseen.values())
            reached[2] += weight
            if hits:
                going_on = sum(
                    unseen[rank] for rank in VALUES if Hand((first, second, rank)).total < 21
                )
                reached[3] += weight * going_on / rest
    share = reached[3] / (reached[2] + reached[3])
    random = Random(53)
    sizes = Counter(
        len(deal_as_at_a_table(rules, CHART, EVERYTHING, random, longer=True).cards)
        for _ in range(TRIES)
    )
    assert within_five_sigmas(sizes[3], sizes[2] + sizes[3], share)


def test_the_same_seed_deals_the_same_table():
    rules = Rules.parse("6D")

    def dealt(seed):
        random = Random(seed)
        return [
            str(deal_as_at_a_table(rules, CHART, EVERYTHING, random, longer=True))
            for _ in range(20)
        ]

    assert dealt("a") == dealt("a")
    assert dealt("a") != dealt("b")


def test_at_a_table_a_partial_chart_is_asked_only_what_it_states():
    random, rules = Random(61), ADVICE.rules
    categories = set()
    for _ in range(400):
        deal = deal_as_at_a_table(rules, ADVICE, EVERYTHING, random, longer=True)
        assert ADVICE.states(deal.situation(rules))
        categories.add(deal.situation(rules).category)
    assert categories == {Category.HARD, Category.PAIR}


def test_at_a_table_only_the_pairs_of_a_partial_chart_are_asked():
    random, rules = Random(67), ADVICE.rules
    rows = {
        deal_as_at_a_table(rules, ADVICE, [Category.PAIR], random, longer=False)
        .situation(rules)
        .cell.row
        for _ in range(200)
    }
    assert rows == {"55", "88", "TT", "AA"}


@pytest.mark.parametrize(
    ("code", "chart", "category"),
    [("6D SP1", CHART, Category.PAIR), ("1D", ADVICE, Category.SOFT)],
)
def test_at_a_table_that_never_asks_such_a_thing_nothing_is_dealt(
    code, chart, category, monkeypatch
):
    monkeypatch.setattr(dealing, "_MOST_TRIES", 2000)
    with pytest.raises(NothingToDeal, match="no hand of this kind"):
        deal_as_at_a_table(Rules.parse(code), chart, [category], Random(1), longer=False)


def test_cards_are_those_of_a_pack():
    deal = deal_as_at_a_table(Rules(), CHART, EVERYTHING, Random(1), longer=False)
    assert all(Card.parse(str(card)) == card for card in (*deal.cards, deal.upcard))
