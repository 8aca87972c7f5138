"""How often misconceptions are recognised, and how often learners without one are accused.

Simulated learners answer 200 hands. Followers of each misconception slip in 3 % of them; the others
know the chart and err in different ways, or play at random. Prints JSON on stdout; what it assumes
and what came out is in ``docs/misconceptions.md``.

    .venv/bin/python benchmarks/misconceptions.py >misconceptions.json

The exit status is 0, or 1 where a misconception was found first in less than 95 % of its followers
(dealt to with a check-up and telling hands), or learners of a kind were accused in 1 % or more.
Progress is told on stderr.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.learning import WeakSpots, between, course_of, tutor  # noqa: E402
from benchmarks.simulated import MODELS, Game, Learner, Model, dealers_habits, game_of  # noqa: E402
from strategy.actions import Action  # noqa: E402
from strategy.charts import Chart  # noqa: E402
from strategy.dealing import compositions  # noqa: E402
from strategy.habits import Insures  # noqa: E402
from strategy.hands import Hand  # noqa: E402
from strategy.misconceptions import Misconception, exact_chart, that_apply  # noqa: E402
from strategy.neighbours import near_misses, neighbours  # noqa: E402
from strategy.recognising import Finding, check_up, recognise, suspect  # noqa: E402
from strategy.rules import Rules  # noqa: E402
from strategy.situations import Cell, Situation  # noqa: E402

RULES: Final = ("6D H17 LS", "6D S17", "6D S17 NDAS", "6D S17 ENHC", "1D S17")
"""Every misconception applies under one of them, and is tried under the first such; learners
without any are tried under the first alone."""
ANSWERS: Final = 200
SLIPS: Final = 0.03
LOOK: Final = 25
"""After so many answers a suspicion is looked for."""
TELLING: Final = 3
"""So many telling hands are dealt on one."""
WAYS: Final = ("telling", "weak", "even", "table")
"""Of dealing: a check-up, then weak spots of the categories concerned, with telling hands; then as
the drills of all categories deal."""
ACCUSING: Final = ("telling", "weak")
"""The ways in which those without a misconception are dealt to."""
LEARNING: Final = ("slips", "all together")
"""Models of ``benchmarks.simulated``."""
RECOGNISED: Final = 0.95
ACCUSED: Final = 0.01

Answers = list[tuple[Situation, Action]]
Player = Callable[[Cell], Action]


@lru_cache(maxsize=256)
def solved(rules: Rules) -> Chart:
    return exact_chart(rules)


@lru_cache
def situations_of(code: str) -> Mapping[Cell, Situation]:
    """A two-card situation of each cell."""
    game = game_of(code)
    hands = compositions(game.rules, longer=False)
    return {
        cell: Situation(game.rules, Hand(hands[cell][0].ranks), cell.upcard) for cell in game.cells
    }


def right_of(game: Game) -> dict[Cell, Action]:
    return dict(zip(game.cells, game.plays, strict=True))


def applying(code: str) -> list[Misconception]:
    """The misconceptions that the plays of hands can show under the rules."""
    game = game_of(code)
    return [
        each
        for each in that_apply(game.rules, game.chart, solved)
        if not isinstance(each.habit, Insures)
    ]


@lru_cache
def checked(code: str) -> Sequence[Cell]:
    """The cells of the check-up of somebody who has answered nothing yet."""
    game = game_of(code)
    return check_up(game.rules, game.chart, (), solved=solved)


def found(code: str, answers: Answers) -> list[Finding]:
    game = game_of(code)
    return recognise(game.rules, game.chart, answers, solved=solved)


def asked(code: str, player: Player, dealing: str, seed: str) -> Answers:
    """The answers to hands dealt in one of the ways of ``benchmarks.learning``."""
    situations, deals, answers = situations_of(code), tutor(dealing, code, seed), Answers()
    for _ in range(ANSWERS):
        cell = deals.next_cell()
        action = player(cell)
        deals.answered(cell, action)
        answers.append((situations[cell], action))
    return answers


def drilled(code: str, player: Player, cells: Sequence[Cell], seed: str) -> Answers:
    """The answers to a check-up first, then to weak spots among some cells, and to telling hands
    wherever a misconception is suspected and not claimed; neither does the drill hear of."""
    game, situations = game_of(code), situations_of(code)
    drill = WeakSpots(course_of(code), Random(f"{seed} weak"), cells)
    beside = Random(f"{seed} check-up").sample(checked(code), len(checked(code)))
    answers: Answers = []
    while len(answers) < ANSWERS:
        if not beside and len(answers) % LOOK == 0:
            finding = suspect(game.rules, game.chart, answers, solved=solved)
            beside = [] if not finding or finding.claimed else [*finding.telling[:TELLING]]
        if beside:
            cell = beside.pop(0)
            action = player(cell)
        else:
            cell = drill.next_cell()
            action = player(cell)
            drill.answered(cell, action)
        answers.append((situations[cell], action))
    return answers


def slipping(code: str, plays: Mapping[Cell, Action], chance: float, random: Random) -> Player:
    """Who means certain plays, and makes another with a chance."""
    situations = situations_of(code)

    def play(cell: Cell) -> Action:
        meant, allowed = plays[cell], situations[cell].allowed
        slips = random.random() < chance
        return random.choice([each for each in allowed if each is not meant]) if slips else meant

    return play


def follower_of(code: str, misconception: Misconception, seed: str) -> Player:
    game = game_of(code)
    plays = misconception.plays(game.rules, game.chart, solved)
    return slipping(code, plays, SLIPS, Random(f"{seed} {misconception.slug}"))


def touched_by(code: str, misconception: Misconception) -> tuple[Cell, ...]:
    """The cells of the categories in which a misconception changes a play."""
    game = game_of(code)
    right, plays = right_of(game), misconception.plays(game.rules, game.chart, solved)
    categories = {cell.category for cell in plays if plays[cell] is not right[cell]}
    return tuple(cell for cell in game.cells if cell.category in categories)


Innocent = Callable[[str, Random], Player]
"""Makes a learner without a misconception, for rules and a random source."""


def errs_anywhere(chance: float) -> Innocent:
    """Errs now and then, in any cell."""
    return lambda code, random: slipping(code, right_of(game_of(code)), chance, random)


def errs_at_borders(chance: float) -> Innocent:
    """Now and then makes the play of a cell that is confused with the one asked."""

    def innocent(code: str, random: Random) -> Player:
        right, confused = right_of(game_of(code)), confusions_of(code)

        def play(cell: Cell) -> Action:
            errs = cell in confused and random.random() < chance
            return random.choice(confused[cell]) if errs else right[cell]

        return play

    return innocent


def holds_errors(chance: float) -> Innocent:
    """Has some cells wrong, and errs in those whenever they are asked; slips, too."""

    def innocent(code: str, random: Random) -> Player:
        plays, situations = right_of(game_of(code)), situations_of(code)
        for cell, right in plays.items():
            if random.random() < chance:
                others = [each for each in situations[cell].allowed if each is not right]
                plays[cell] = random.choice(others)
        return slipping(code, plays, SLIPS, random)

    return innocent


def holds_confusions(chance: float) -> Innocent:
    """The same at the borders alone, with the play of a cell that is confused with it."""

    def innocent(code: str, random: Random) -> Player:
        plays = right_of(game_of(code))
        for cell, others in confusions_of(code).items():
            if random.random() < chance:
                plays[cell] = random.choice(others)
        return slipping(code, plays, SLIPS, random)

    return innocent


@lru_cache
def confusions_of(code: str) -> Mapping[Cell, Sequence[Action]]:
    """For the cells beside a cell of another play, the other plays of their neighbours."""
    right, situations = right_of(game_of(code)), situations_of(code)
    found = {}
    for cell in near_misses(right, right):
        plays = [right[each] for each in neighbours(cell) if each in right]
        allowed = situations[cell].allowed
        others = [each for each in plays if each is not right[cell] and each in allowed]
        if others:
            found[cell] = others
    return found


def confuses(chance: float) -> Innocent:
    """A learner of ``benchmarks.simulated`` who knows the chart, but not the cells never met."""

    def innocent(code: str, random: Random) -> Player:
        game = game_of(code)
        return Learner(game, Model(learns=0.5, confuses=chance), list(game.plays), random).answer

    return innocent


def plays_at_random(code: str, random: Random) -> Player:
    situations = situations_of(code)
    return lambda cell: random.choice(situations[cell].allowed)


INNOCENT: Final[Mapping[str, Innocent]] = {
    "perfect": errs_anywhere(0.0),
    "slips in 3 %": errs_anywhere(0.03),
    "errs in 10 %": errs_anywhere(0.1),
    "errs in 25 %": errs_anywhere(0.25),
    "errs in 20 % at borders": errs_at_borders(0.2),
    "errs in 40 % at borders": errs_at_borders(0.4),
    "holds 10 % of cells wrong": holds_errors(0.1),
    "holds 25 % of cells wrong": holds_errors(0.25),
    "holds 20 % of borders wrong": holds_confusions(0.2),
    "holds 40 % of borders wrong": holds_confusions(0.4),
    "confuses 40 % of new cells": confuses(0.4),
    "confuses 80 % of new cells": confuses(0.8),
    "random": plays_at_random,
}


def first_of(findings: Sequence[Finding]) -> str:
    return findings[0].misconception.slug if findings else "none"


def recognition(code: str, misconception: Misconception, seeds: int) -> dict[str, Any]:
    """In how many of the seeds a misconception is the first to be found, by way of dealing."""
    cells = touched_by(code, misconception)
    first, others = Counter[str](), Counter[str]()
    for seed in map(str, range(seeds)):
        for way in WAYS:
            player = follower_of(code, misconception, seed)
            if way == "telling":
                answers = drilled(code, player, cells, seed)
            else:
                answers = asked(code, player, way, seed)
            findings = found(code, answers)
            first[way] += first_of(findings) == misconception.slug
            others.update(each.misconception.slug for each in findings)
    del others[misconception.slug]
    return {
        "misconception": misconception.slug,
        "rules": code,
        **{way: round(first[way] / seeds, 3) for way in WAYS},
        "others": dict(others),
    }


def false_alarms(code: str, kind: str, seeds: int) -> dict[str, Any]:
    """How often a learner without a misconception is accused, over all cells: of weak spots with a
    check-up and telling hands, and of weak spots alone."""
    cells, accused, of = game_of(code).cells, Counter[str](), Counter[str]()
    for seed in map(str, range(seeds)):
        for way in ACCUSING:
            player = INNOCENT[kind](code, Random(f"{seed} {kind}"))
            if way == "telling":
                answers = drilled(code, player, cells, seed)
            else:
                answers = asked(code, player, way, seed)
            findings = found(code, answers)
            accused[way] += bool(findings)
            of.update(each.misconception.slug for each in findings[:1])
    rates = {way: round(accused[way] / seeds, 4) for way in ACCUSING}
    return {"kind": kind, "rules": code, **rates, "of": dict(of)}


def while_learning(code: str, model: str, seeds: int) -> dict[str, Any]:
    """How often those who start with the dealer's rule, and learn, are found to follow it: from all
    answers, and from the first to each cell, before it was corrected."""
    game, of_all, of_first = game_of(code), 0, 0
    for seed in map(str, range(seeds)):
        learner = Learner(game, MODELS[model], dealers_habits(game), Random(seed))
        answers = asked(code, learner.answer, "weak", seed)
        firsts = list(
            {situation: (situation, action) for situation, action in answers[::-1]}.values()
        )
        of_all += first_of(found(code, answers)) == "copies-the-dealer"
        of_first += first_of(found(code, firsts)) == "copies-the-dealer"
    return {"learns": model, "all": round(of_all / seeds, 3), "first": round(of_first / seeds, 3)}


def benchmark(rules: Sequence[str], seeds: int, innocent: int) -> dict[str, Any]:
    alarms = [told(false_alarms(rules[0], kind, innocent)) for kind in INNOCENT]
    recognised: list[dict[str, Any]] = []
    tried: set[str] = set()
    for code in rules:
        for each in applying(code):
            if each.slug not in tried:
                tried.add(each.slug)
                recognised.append(told(recognition(code, each, seeds)))
    met = all(row["telling"] >= RECOGNISED for row in recognised)
    return {
        "seeds": seeds,
        "innocent": innocent,
        "recognised": recognised,
        "alarms": alarms,
        "learning": [told(while_learning(rules[0], model, seeds)) for model in LEARNING],
        "met": met and all(row[way] < ACCUSED for row in alarms for way in ACCUSING),
    }


def told(row: dict[str, Any]) -> dict[str, Any]:
    print(json.dumps(row), file=sys.stderr, flush=True)
    return row


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=between(1, 1_000), default=200, metavar="N")
    parser.add_argument("--innocent", type=between(1, 10_000), default=1_000, metavar="N")
    parser.add_argument("--quick", action="store_true", help="one set of rules")
    options = parser.parse_args()
    rules = RULES[:1] if options.quick else RULES
    result = benchmark(rules, options.seeds, options.innocent)
    print(json.dumps(result, indent=2))
    return 0 if result["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
