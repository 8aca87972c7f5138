"""The training modes: which code is best, and whether a guess names it."""

from __future__ import annotations

from strategy.actions import Action, Code
from strategy.analysis import analyse
from strategy.charts import Advice, Chart, NotInChart, resolve
from strategy.round import Round
from strategy.situations import Situation

TEST_CODES = (Code.H, Code.S, Code.P, Code.Dh, Code.Ds, Code.Rh, Code.Rs, Code.Rp)
"""The bar of the test mode."""


def advice_for(state: Round, chart: Chart) -> Advice | None:
    """What the chart says to the open decision; None where it has no answer or none is open."""
    if state.question is None:
        return None
    try:
        return chart.advise(state.question)
    except NotInChart:
        return None


def shown_code(advice: Advice) -> Code:
    """The best play as one of TEST_CODES: a fallback is named only with the play it belongs to."""
    match advice.action:
        case Action.DOUBLE:
            return advice.code if advice.code.first is Action.DOUBLE else Code.Dh
        case Action.SURRENDER:
            return advice.code if advice.code.first is Action.SURRENDER else Code.Rh
        case _:
            return Code(advice.action.value)


def names_play(code: Code, advice: Advice, situation: Situation) -> bool:
    """Whether a guess is right: it comes down to the chart's play, and has the same fallback
    where that play is a double or a surrender."""
    if advice.action in (Action.DOUBLE, Action.SURRENDER):
        return code is shown_code(advice)
    return may_name(code, situation) and resolve(code, situation) is advice.action


def guessed_action(code: Code, advice: Advice, situation: Situation) -> Action:
    """The play by which a guess is graded.

    A guess that names no play of the hand, such as a split of two unlike cards, is wrong: it is
    graded as the best play that the chart does not name.
    """
    if may_name(code, situation):
        return resolve(code, situation)
    values = analyse(situation.rules.core).evaluate(situation).values
    return next(action for action in values if action is not advice.action)


def may_name(code: Code, situation: Situation) -> bool:
    """Whether the code has a play that the situation allows."""
    return code.first in situation.allowed or code.otherwise in situation.allowed
