"""What the home page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.accounts.access import Visitor, learner_of
from trainer.decisions.levels import Level, standings
from trainer.decisions.shown import ShownLevel, shown_levels
from trainer.decisions.streaks import Today, today_of
from trainer.home.steps import Now, Step, next_step


@dataclass(frozen=True, slots=True)
class HomePage:
    """The one thing to do next, and how the learner stands."""

    step: Step
    today: Today | None
    """None for somebody who has done nothing yet."""
    levels: Sequence[ShownLevel]
    known: bool
    """Whether there are answers enough to tell a level in every category."""


def home_page(visitor: Visitor) -> HomePage:
    learner = learner_of(visitor)
    today = today_of(learner) if learner else None
    stands = standings(learner)
    step = next_step(Now(visitor, learner, today, stands))
    known = all(standing.level is not Level.UNKNOWN for standing in stands.values())
    return HomePage(step, today, shown_levels(stands), known)
