"""Computer players: always legal, never peeking, the same from the same seed; and their styles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.agreements import Kind, table_rules
from strategy.analysis import analyse
from strategy.chances import EarlierBet, LastBet, LastPlay, share_of_top, usual_bet
from strategy.match import Match
from strategy.money import CHIP
from strategy.players import PLAYERS, computers_moved, moved
from strategy.results import NATURAL, gain, halves_of, results_of
from strategy.shoe import FixedShoe
from tests.strategy.matches import agreements, begin, bet_all, seen_at_the_end, with_piles

COMPUTERS = [kind for kind in Kind if kind is not Kind.PERSON]


def seated(match: Match, *kinds: Kind) -> Match:
    """The match with computer players in its seats."""
    pairs = zip(match.agreement.chairs, kinds, strict=True)
    chairs = tuple(replace(chair, kind=kind) for chair, kind in pairs)
    return replace(match, agreement=replace(match.agreement, chairs=chairs))


@settings(max_examples=25, deadline=None)
@given(agreements(), st.integers(0, 10**6))
def test_computer_players_do_only_what_is_legal_up_to_the_end_of_the_match(agreement, seed):
    chairs = tuple(
        replace(chair, kind=COMPUTERS[(seat + seed) % len(COMPUTERS)])
        for seat, chair in enumerate(agreement.chairs)
    )
    rounds = agreement.rounds or 3
    match = Match.begin(replace(agreement, chairs=chairs, rounds=rounds), seed=str(seed))
    while not match.over:
        match = moved(match)
    assert match.rounds_played <= rounds
    assert Match.parse(str(match)).piles == match.piles


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(COMPUTERS), st.sampled_from([1, 5]), st.integers(0, 500), st.randoms())
def test_decisions_are_the_same_when_hidden_cards_differ(kind, rounds, seed, random):
    match = bet_all(begin(3, rounds=rounds, seed=str(seed)))
    assume(match.playing)
    state = match.round
    hidden = [state.dealer_cards[1], *state.shoe.order[state.shoe.dealt :]]
    random.shuffle(hidden)
    other = replace(
        state, dealer_cards=(state.upcard, hidden[0]), shoe=FixedShoe(tuple(hidden[1:]))
    )
    swapped = replace(match, round=other, seed="another")
    player, seat = PLAYERS[kind], match.turn
    assert player.act(match.visible(seat), Random(1)) is player.act(
        swapped.visible(seat), Random(1)
    )


def test_a_match_of_computer_players_follows_from_its_seed():
    match = seated(begin(3, rounds=4), Kind.GAMBLER, Kind.EXPERT, Kind.GAMBLER)
    ends = [match, match]
    for number, end in enumerate(ends):
        while not end.over:
            end = moved(end)
        ends[number] = end
    assert str(ends[0]) == str(ends[1])


def test_computers_move_up_to_a_persons_turn_and_to_the_end_of_a_round():
    match = computers_moved(seated(begin(3), Kind.CHART, Kind.COPYCAT, Kind.PERSON))
    assert (match.turn, match.bets[:2]) == (2, (10 * CHIP, 10 * CHIP))
    assert computers_moved(match) == match
    match = computers_moved(seated(begin(2), Kind.CHART, Kind.COPYCAT))
    assert (match.rounds_played, match.between_rounds) == (1, True)
    assert computers_moved(match).rounds_played == 2


def test_nobody_moves_for_a_person_nor_when_the_match_is_over():
    with pytest.raises(ValueError, match="a person's turn"):
        moved(begin())
    with pytest.raises(ValueError, match="is over"):
        moved(begin(rounds=None).end())


@pytest.mark.parametrize(
    ("kind", "cards", "action"),
    [
        (Kind.COPYCAT, "TS 6H 6D TC", "H"),
        (Kind.COPYCAT, "TS TH 7D TC", "S"),
        (Kind.COPYCAT, "AS TH 6D TC", "S"),
        (Kind.COPYCAT, "6S 6H 5D TC", "H"),
        (Kind.CAUTIOUS, "TS TH 2D TC", "S"),
        (Kind.CAUTIOUS, "8S TH 3D TC", "H"),
        (Kind.CAUTIOUS, "AS TH 6D TC", "H"),
        (Kind.CAUTIOUS, "8S TH 8D TC", "S"),
        (Kind.CHART, "TS TH 6D TC", "H"),
        (Kind.CHART, "8S TH 8D TC", "P"),
        (Kind.CHART, "6S 6H 5D TC", "D"),
        (Kind.EXPERT, "TS TH 6D TC", "H"),
        (Kind.GAMBLER, "6S 6H 5D TC", "D"),
    ],
)
def test_each_style_plays_in_its_way(kind, cards, action):
    first, upcard, second, hole = cards.split()
    dealt = f"{first} 9S {upcard} {second} 9D {hole}"
    seen = seen_at_the_end(dealt, (100, 5), (100, 5), rounds_left=3)
    assert PLAYERS[kind].act(seen, Random(1)) is Action(action)


def test_the_copycat_hits_a_soft_17_where_the_dealer_does():
    match = begin(2, soft="H17")
    seen = seen_at_the_end("AS 9S TH 6D 9D 7C", (100, 5), (100, 5))
    agreed = replace(seen, agreement=match.agreement)
    assert PLAYERS[Kind.COPYCAT].act(agreed, Random(1)) is Action.HIT


def test_flat_bettors_bet_a_tenth_of_the_chips_at_most_and_the_cautious_least():
    match = begin(sizes=(5, 10, 25))
    assert usual_bet(match.agreement) == 10 * CHIP
    assert PLAYERS[Kind.CHART].bet(match.visible(0), Random(1)) == 10 * CHIP
    assert PLAYERS[Kind.CAUTIOUS].bet(match.visible(0), Random(1)) == 5 * CHIP
    assert usual_bet(begin(sizes=(25, 50)).agreement) == 25 * CHIP
    assert PLAYERS[Kind.CHART].bet(with_piles(match, 9, 9, 9).visible(0), Random(1)) == 5 * CHIP


def test_the_gambler_raises_while_behind():
    match = replace(with_piles(begin(), 80, 100, 100), last_bets=(10 * CHIP, None, None))
    assert PLAYERS[Kind.GAMBLER].bet(match.visible(0), Random(1)) == 25 * CHIP


@pytest.mark.parametrize(
    ("mine", "other", "their_bet", "mine_is"),
    [
        (60, 100, 5, 50),  # far behind: only a double of the largest bet catches up
        (100, 90, 10, 5),  # ahead: small enough to stay above when both lose, and win when both win
        (100, 80, 25, 10),  # covered when the other wins
        (100, 100, 10, 5),  # on a par: not the same as the other
        (200, 60, 10, 5),  # won whatever happens: the least
    ],
)
def test_in_the_last_round_the_best_bets_by_what_the_other_has_bet(mine, other, their_bet, mine_is):
    match = with_piles(begin(2, sizes=(5, 10, 25, 50), rounds=1), other, mine)
    match = match.bet(0, their_bet * CHIP)
    assert PLAYERS[Kind.EXPERT].bet(match.visible(1), Random(1)) == mine_is * CHIP


def test_before_the_last_round_the_best_is_bold_behind_and_careful_ahead():
    match = begin(3, sizes=(5, 10, 25, 50), rounds=2)
    best = PLAYERS[Kind.EXPERT]
    assert best.bet(with_piles(match, 50, 140, 100).visible(0), Random(1)) == 50 * CHIP
    assert best.bet(with_piles(match, 250, 100, 100).visible(0), Random(1)) == 5 * CHIP


def test_seats_with_the_same_piles_and_bets_have_the_same_chance():
    match = begin(5, rounds=1)
    for seat in range(4):
        match = match.bet(seat, 10 * CHIP)
    assert LastBet(match.visible(4)).worth(10 * CHIP) == pytest.approx(1 / 5)


def test_the_chance_of_a_last_bet_is_that_of_rounds_dealt_from_packs():
    piles, bets, rounds = (100, 95, 60, 80), (10, 25, 50, 50), 600
    match = with_piles(begin(4, sizes=(5, 10, 25, 50), rounds=1), *piles)
    for seat in range(3):
        match = match.bet(seat, bets[seat] * CHIP)
    told = LastBet(match.visible(3)).worth(50 * CHIP)
    match = seated(match, *[Kind.CHART] * 4)
    won = 0.0
    for number in range(rounds):
        end = replace(match, seed=str(number)).bet(3, 50 * CHIP)
        while not end.over:
            end = moved(end)
        won += (3 in end.winners) / len(end.winners)
    assert told == pytest.approx(won / rounds, abs=4 * (0.25 / rounds) ** 0.5)


def test_a_bet_that_leaves_too_few_chips_for_a_double_is_not_counted_on_to_double():
    match = with_piles(begin(2, sizes=(5, 50), rounds=1), 160, 99).bet(0, 5 * CHIP)
    only_a_natural_does = LastBet(match.visible(1)).worth(50 * CHIP)
    assert 0.03 < only_a_natural_does < 0.05
    match = with_piles(begin(2, sizes=(5, 50), rounds=1), 160, 100).bet(0, 5 * CHIP)
    assert LastBet(match.visible(1)).worth(50 * CHIP) > 0.08


def test_the_chance_of_winning_grows_with_the_pile():
    match = begin(4, rounds=6)
    for seen in (
        [EarlierBet(with_piles(match, pile, 100, 90, 110).visible(0)) for pile in (60, 100, 140)],
        [
            LastBet(with_piles(begin(4, rounds=1), pile, 100, 90, 110).visible(0))
            for pile in (60, 100, 140)
        ],
    ):
        worth = [each.worth(5 * CHIP) for each in seen]
        assert worth == sorted(worth)
        assert 0 <= worth[0] < worth[-1] <= 1


def test_in_the_last_round_the_best_doubles_a_hand_that_must_win_two_bets():
    seen = seen_at_the_end("9S 2S 6H 9C TS TC 5S", (110, 5), (75, 25), moves="S")
    assert PLAYERS[Kind.CHART].act(seen, Random(1)) is Action.STAND
    assert PLAYERS[Kind.EXPERT].act(seen, Random(1)) is Action.DOUBLE
    earlier = seen_at_the_end("9S 2S 6H 9C TS TC 5S", (110, 5), (75, 25), moves="S", rounds_left=1)
    assert PLAYERS[Kind.EXPERT].act(earlier, Random(1)) is Action.STAND


def test_where_nothing_hangs_on_the_play_the_best_plays_by_the_chart():
    seen = seen_at_the_end("9S TS TH 9C 6S TC", (5, 5), (500, 5), moves="S")
    assert PLAYERS[Kind.EXPERT].act(seen, Random(1)) is Action.HIT


def test_a_hand_that_wins_with_the_round_lost_by_others_is_worth_one():
    seen = seen_at_the_end("TS TD 6H 6S 8S TC TH", (20, 10), (100, 5), moves="H")
    assert LastPlay(seen).worth(Action.STAND) == pytest.approx(1)


def test_a_shared_top_counts_as_a_share():
    assert share_of_top(100, [{100: 1.0}, {100: 1.0}]) == pytest.approx(1 / 3)
    assert share_of_top(100, [{90: 1.0}, {100: 1.0}]) == pytest.approx(1 / 2)
    assert share_of_top(100, [{90: 1.0}, {110: 0.25, 0: 0.75}]) == pytest.approx(0.75)


@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_results_of_a_round_are_near_the_exact_value_of_the_chart(hits_soft_17):
    results = results_of(hits_soft_17)
    exact = analyse(table_rules(hits_soft_17)).edge().chart_ev
    assert results.mean == pytest.approx(exact, abs=0.006)
    assert sum(results.gains.values()) == pytest.approx(1)
    assert sum(chance for chance, _ in results.before_deal.values()) == pytest.approx(1)
    assert results.variance == pytest.approx(1.35, abs=0.05)


def test_results_are_paid_as_the_round_pays():
    assert gain(halves_of(NATURAL, 1, 20), 5 * CHIP) == 7 * CHIP
    assert gain(halves_of(NATURAL, 1, NATURAL), 5 * CHIP) == 0
    assert gain(halves_of(20, 2, 19), 5 * CHIP) == 10 * CHIP
    assert gain(halves_of(16, 1, 0), 5 * CHIP) == 5 * CHIP
    assert gain(halves_of(0, 1, 0), 5 * CHIP) == -5 * CHIP
    assert gain(halves_of(21, 1, NATURAL), 5 * CHIP) == -5 * CHIP
