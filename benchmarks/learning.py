"""How many answers simulated learners need to know a chart, as JSON on stdout.

Learners of several kinds answer hands dealt as at a table, evenly cell by cell, and for weak spots,
until 99 % of a table's first decisions would be right. The weak spots are dealt by the very code of
the drill, which sees the answers alone. Answers are counted to ten or 2 %; a learner who has not
arrived after ``--most`` answers counts as that many. An answer takes six seconds, without pauses.

    .venv/bin/python benchmarks/learning.py >learning.json

The exit status is 0, or 1 where dealing for weak spots took more than a third of the answers of
dealing as at a table, over all learners. Progress is told on stderr.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import statistics
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.simulated import MODELS, STARTS, Game, Learner, game_of  # noqa: E402
from strategy.actions import Action  # noqa: E402
from strategy.dealing import even_cell  # noqa: E402
from strategy.practice import Course, Memory, Practice  # noqa: E402
from strategy.situations import Cell  # noqa: E402

RULES: Final = ("6D S17 NS", "6D H17 LS")
"""On the first the constants of the drill were tried, with other seeds."""
DEALINGS: Final = ("table", "even", "weak")
ENOUGH: Final = 0.99
AIM: Final = 1 / 3
EARLY: Final = 300
"""What is still lost is told after so many answers."""
LOOKS: Final = 50
"""The learner is looked at after one answer more for each so many answers, and 10 at least."""
HOURS: Final = 6 / 3600
"""An answer takes six seconds."""


class Tutor(Protocol):
    """Deals cell after cell to a learner of whom it sees the answers."""

    def next_cell(self) -> Cell: ...

    def answered(self, cell: Cell, action: Action) -> None: ...


class Unseeing:
    """Deals in an order that the answers do not change."""

    def __init__(self, cells: Iterator[Cell]) -> None:
        self._cells = cells

    def next_cell(self) -> Cell:
        return next(self._cells)

    def answered(self, cell: Cell, action: Action) -> None:
        pass


class WeakSpots:
    """Deals as the drill does, and keeps of the answers what the drill keeps."""

    def __init__(self, course: Course, random: Random, cells: Sequence[Cell] = ()) -> None:
        """``cells``: those that are drilled; all where none are named."""
        self._practice = Practice(course, cells or tuple(course.plays), [], random)
        self._tallies: dict[Cell, tuple[int, int, int]] = {}
        self._answers = 0
        self._last: Cell | None = None

    def next_cell(self) -> Cell:
        self._last = self._practice.next_cell(self._answers, self._last, self._memories)
        return self._last

    def answered(self, cell: Cell, action: Action) -> None:
        right = action is self._practice.course.plays[cell]
        wrong, run, _ = self._tallies.get(cell, (0, 0, 0))
        self._answers += 1
        self._tallies[cell] = wrong + (not right), run + 1 if right else 0, self._answers
        if not right:
            self._practice.erred(cell, action)

    def _memories(self) -> Mapping[Cell, Memory]:
        return {
            cell: Memory(wrong, run, (self._answers - at) * HOURS)
            for cell, (wrong, run, at) in self._tallies.items()
        }


def as_at_a_table(game: Game, random: Random) -> Iterator[Cell]:
    """First decisions as often as a table brings them up."""
    while True:
        yield from random.choices(game.cells, game.times, k=100)


@lru_cache(maxsize=20_000)
def evenly(code: str, seed: str, number: int) -> Cell:
    """As the drill deals evenly; learners of one seed share the order."""
    return even_cell(game_of(code).cells, seed, number)


@lru_cache
def course_of(code: str) -> Course:
    game = game_of(code)
    return Course.of(game.rules, game.chart, longer=False)


def tutor(dealing: str, code: str, seed: str) -> Tutor:
    if dealing == "weak":
        return WeakSpots(course_of(code), Random(f"{seed} weak"))
    if dealing == "even":
        return Unseeing(evenly(code, seed, number) for number in count())
    return Unseeing(as_at_a_table(game_of(code), Random(f"{seed} table")))


class Outcome(NamedTuple):
    """How one learner fared."""

    answers: int
    """Until ENOUGH was right; at most as many as were allowed."""
    early_loss: float
    """In bets in 100 hands, after EARLY answers."""


def teach(learner: Learner, tutor: Tutor, most: int) -> Outcome:
    """Let a learner answer until enough is known, and for EARLY answers at least."""
    arrived, loss, look = None, math.nan, 0
    for answers in range(most + 1):
        if answers == look and arrived is None:
            arrived = answers if learner.share_right() >= ENOUGH else None
            look += max(10, answers // LOOKS)
        if answers == min(EARLY, most):
            loss = learner.loss()
        if arrived is not None and answers >= min(EARLY, most):
            break
        cell = tutor.next_cell()
        tutor.answered(cell, learner.answer(cell))
    return Outcome(most if arrived is None else arrived, loss)


Kind = tuple[str, str, str]
"""Rules, model and start."""


def of_a_seed(seed: str, kinds: Sequence[Kind], most: int) -> list[dict[str, Outcome]]:
    """How one learner of each kind fares by each dealing."""
    return [
        {
            dealing: teach(
                new_learner(kind, f"{seed} {dealing}"), tutor(dealing, kind[0], seed), most
            )
            for dealing in DEALINGS
        }
        for kind in kinds
    ]


def new_learner(kind: Kind, seed: str) -> Learner:
    code, model, start = kind
    game = game_of(code)
    return Learner(game, MODELS[model], STARTS[start](game), Random(f"{seed} learner"))


def told_of(kind: Kind, runs: Sequence[Mapping[str, Outcome]], most: int) -> dict[str, Any]:
    """One row of the table: a kind of learner."""
    learner = new_learner(kind, "")
    told: dict[str, Any] = {
        "rules": kind[0],
        "model": kind[1],
        "knows": kind[2],
        "right_at_first": round(learner.share_right(), 4),
        "loss_at_first": round(learner.loss(), 3),
    }
    for dealing in DEALINGS:
        answers = [run[dealing].answers for run in runs]
        low, middle, high = quartiles(answers)
        told[dealing] = {
            "median": middle,
            "quartiles": [low, high],
            "arrived": sum(each < most for each in answers),
            "early_loss": round(statistics.median(run[dealing].early_loss for run in runs), 3),
        }
    for dealing in DEALINGS[1:]:
        told[dealing]["of_table"] = round(told[dealing]["median"] / told["table"]["median"], 3)
    return told


def quartiles(numbers: Sequence[int]) -> tuple[float, float, float]:
    low, middle, high = statistics.quantiles(numbers, n=4, method="inclusive")
    return low, middle, high


def benchmark(rules: Iterable[str], models: Iterable[str], seeds: int, most: int) -> dict[str, Any]:
    kinds: list[Kind] = list(product(rules, models, STARTS))
    runs: list[list[dict[str, Outcome]]] = []
    with ProcessPoolExecutor() as pool:
        names = [f"learner {number}" for number in range(seeds)]
        for done in pool.map(of_a_seed, names, [kinds] * seeds, [most] * seeds):
            runs.append(done)
            print(f"{len(runs)} of {seeds} seeds", file=sys.stderr, flush=True)
    table = [
        told_of(kind, [done[number] for done in runs], most) for number, kind in enumerate(kinds)
    ]
    ratios = {
        dealing: round(statistics.geometric_mean(row[dealing]["of_table"] for row in table), 3)
        for dealing in DEALINGS[1:]
    }
    return {
        "machine": {"python": platform.python_version(), "system": platform.system()},
        "seeds": seeds,
        "most": most,
        "learners": table,
        "of_table": ratios,
        "worst_of_table": max(row["weak"]["of_table"] for row in table),
        "goal": {"of_table": ratios["weak"], "most": round(AIM, 3), "met": ratios["weak"] <= AIM},
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
    parser.add_argument("--seeds", type=between(2, 200), default=20, metavar="N")
    parser.add_argument("--most", type=between(100, 100_000), default=8_000, metavar="N")
    parser.add_argument("--quick", action="store_true", help="one set of rules and one model")
    options = parser.parse_args()
    rules, models = (RULES[:1], list(MODELS)[:1]) if options.quick else (RULES, list(MODELS))
    told = benchmark(rules, models, options.seeds, options.most)
    print(json.dumps(told, indent=2))
    return 0 if told["goal"]["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
