"""How fast rounds are played, and whether the books balance on every one, as JSON on stdout.

Players follow the exact chart and decline insurance. Speeds are rounds a second of processor time
in one process; the shuffles, and looking up what to play, are in them. Then rounds of one seat are
checked one by one: what the player gains, worked out from the cards and the bets by another way
than the referee's, must be what the referee pays. Their mean is held against the exact value of the
chart in a full shoe; what the cut card adds to that is far below the error.

    .venv/bin/python benchmarks/rounds.py [--rounds 1000000] >rounds.json

The exit status is 0, or 1 where a round does not balance or the mean is more than four standard
errors off. Progress is told on stderr.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from strategy.actions import Action  # noqa: E402
from strategy.analysis import analyse  # noqa: E402
from strategy.cards import Card, Rank  # noqa: E402
from strategy.charts import Chart  # noqa: E402
from strategy.events import Acted  # noqa: E402
from strategy.legality import Phase  # noqa: E402
from strategy.money import CHIP  # noqa: E402
from strategy.round import Round  # noqa: E402
from strategy.rules import Rules  # noqa: E402
from strategy.seats import HandState  # noqa: E402
from strategy.shoe import Shoe  # noqa: E402

BET: Final = 10 * CHIP
TABLES: Final = (
    ("1D FRESH", 1),
    ("6D CUT75", 1),
    ("6D CUT75", 7),
)
"""Rules and seats of the runs that are timed."""
CHECKED: Final = "6D S17 CUT75"
MOST_ROUNDS: Final = 10_000_000
MOST_ERRORS: Final = 4.0
SAYS_EVERY: Final = 100_000


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def choice(chart: Chart, state: Round) -> Action:
    """What a player who follows the chart does now."""
    if state.phase is Phase.INSURANCE:
        return Action.DECLINE
    situation = state.question
    if situation is None:  # aces that were split and drawn again, or more cards than a chart knows
        return Action.SPLIT if Action.SPLIT in state.legal_actions else Action.STAND
    action = chart.advise(situation).action
    if state.phase is Phase.EARLY_SURRENDER and action is not Action.SURRENDER:
        return Action.DECLINE
    return action


def rounds(rules: Rules, seats: int, seed: str) -> Iterator[Round]:
    """Rounds at their end without end, from shoe after shoe."""
    chart = analyse(rules).chart()
    for number in count():
        shoe = Shoe.of(rules, seed=f"{seed} {number}")
        while True:
            state = Round.deal(rules, [BET] * seats, shoe)
            while not state.over:
                state = state.act(choice(chart, state))
            yield state
            assert isinstance(state.shoe, Shoe)
            if state.shoe.spent:
                break
            shoe = state.shoe.next_round()


def speed(code: str, seats: int, seconds: float) -> dict[str, Any]:
    """Play for some seconds of processor time."""
    rules, played = Rules.parse(code), 0
    dealt = rounds(rules, seats, "speed")
    next(dealt)  # the analysis is made before the clock is started
    begun = time.process_time()
    while (used := time.process_time() - begun) < seconds:
        next(dealt)
        played += 1
    told = {
        "rules": rules.code,
        "seats": seats,
        "rounds": played,
        "rounds_per_second": round(played / used),
        "hands_per_second": round(played * seats / used),
    }
    say(f"{code}, {seats} seats: {told['rounds_per_second']} rounds a second")
    return told


def total_of(cards: Sequence[Card]) -> int:
    """The best count of some cards."""
    low = sum(card.rank.points for card in cards)
    return low + 10 if low <= 11 and any(card.rank is Rank.ACE for card in cards) else low


def gain(end: Round) -> Fraction:
    """What the players of a game with a hole card have gained, by the cards alone."""
    dealer = total_of(end.dealer_cards)
    natural = dealer == 21 and len(end.dealer_cards) == 2
    gained = Fraction(0)
    for seat in end.seats:
        for hand in seat.hands:
            total, bet = total_of(hand.cards), hand.bet
            if hand.state is HandState.SURRENDERED:
                gained -= Fraction(bet, 2)
            elif total == 21 and len(hand.cards) == 2 and len(seat.hands) == 1:
                gained += 0 if natural else bet * end.rules.natural_pays
            elif total > 21 or natural or total < dealer <= 21:
                gained -= bet
            elif dealer > 21 or total > dealer:
                gained += bet
    return gained


def balances(end: Round) -> bool:
    """Whether bets are what was staked, and what the house pays is what the players gain."""
    staked = sum(event.staked for event in end.events if isinstance(event, Acted))
    lie = sum(hand.bet for seat in end.seats for hand in seat.hands)
    net = sum(end.net(seat) for seat in range(len(end.seats)))
    return lie == len(end.seats) * BET + staked and net == gain(end)


def check(code: str, wanted: int, seed: str) -> dict[str, Any]:
    """Play and check so many rounds of one seat."""
    rules = Rules.parse(code)
    total = squares = unbalanced = 0
    for number, end in enumerate(islice(rounds(rules, 1, seed), wanted), start=1):
        net = end.net(0)
        total += net
        squares += net * net
        unbalanced += not balances(end)
        if number % SAYS_EVERY == 0:
            say(f"{number} rounds checked, {unbalanced} out of balance")
    mean = total / wanted / BET
    variance = squares / wanted / BET**2 - mean**2
    error = math.sqrt(variance / (wanted - 1))
    exact = analyse(rules).edge().chart_ev
    return {
        "rules": rules.code,
        "rounds": wanted,
        "out_of_balance": unbalanced,
        "mean_net": round(mean, 6),
        "standard_error": round(error, 6),
        "chart_ev": round(exact, 6),
        "errors_off": round((mean - exact) / error, 2),
    }


def benchmark(wanted: int, seconds: float, seed: str) -> dict[str, Any]:
    load = round(os.getloadavg()[0], 2)
    speeds = [speed(code, seats, seconds) for code, seats in TABLES]
    return {
        "machine": {
            "cores": os.cpu_count(),
            "system": platform.system(),
            "python": platform.python_version(),
            "load_before": load,
        },
        "speeds": speeds,
        "check": check(CHECKED, wanted, seed),
    }


def between(low: int, high: int) -> Any:
    """An argument type: a whole number from low to high."""

    def number(text: str) -> int:
        if not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"from {low} to {high}")
        return int(text)

    return number


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rounds",
        type=between(100, MOST_ROUNDS),
        default=1_000_000,
        metavar="N",
        help="to be checked (default: %(default)s)",
    )
    parser.add_argument("--seconds", type=between(1, 60), default=5, metavar="N")
    parser.add_argument("--seed", default="21")
    options = parser.parse_args()
    told = benchmark(options.rounds, options.seconds, options.seed)
    print(json.dumps(told, indent=2))
    found = told["check"]
    return 1 if found["out_of_balance"] or abs(found["errors_off"]) > MOST_ERRORS else 0


if __name__ == "__main__":
    sys.exit(main())
