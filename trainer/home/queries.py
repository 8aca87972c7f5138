"""What the home page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.accounts.access import Visitor, learner_of
from trainer.decisions.levels import standings
from trainer.decisions.shown import ShownLevel, shown_levels
from trainer.decisions.streaks import Today, today_of
from trainer.home.steps import Now, Step, next_step, placement_step


@dataclass(frozen=True, slots=True)
class HomePage:
    """The one thing to do next, and how the learner stands."""

    step: Step
    today: Today | None
    """None for somebody who has done nothing yet."""
    levels: Sequence[ShownLevel]
    placement: Step | None
    """Offered beside to a newcomer."""


def home_page(visitor: Visitor) -> HomePage:
    learner = learner_of(visitor)
    today = today_of(learner) if learner else None
    stands = standings(learner)
    step = next_step(Now(visitor, learner, today, stands))
    placement = None if learner else placement_step(visitor)
    return HomePage(step, today, shown_levels(stands), placement)
