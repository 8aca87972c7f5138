"""The training modes: which code is best, and whether a guess names it."""

from __future__ import annotations

from strategy.actions import Action, Code
from strategy.charts import Advice, Chart, NotInChart, resolve
from strategy.legality import Refusal, refusal_in_play
from strategy.round import Round
from strategy.situations import Situation

CODES = (Code.H, Code.S, Code.P, Code.Dh, Code.Ds, Code.Rh, Code.Rs, Code.Rp)
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
    """The best play as one of CODES: a fallback is named only for the play that it belongs to."""
    match advice.action:
        case Action.DOUBLE:
            return advice.code if advice.code.first is Action.DOUBLE else Code.Dh
        case Action.SURRENDER:
            return advice.code if advice.code.first is Action.SURRENDER else Code.Rh
        case _:
            return Code(advice.action.value)


def refusal_of(code: Code, state: Round) -> Refusal | None:
    """Why a code names no play of the open hand: neither its first nor its fallback is allowed."""
    if state.question is None or state.active is None or code.first is None:
        return Refusal.NOT_OFFERED
    if code.first in state.question.allowed or code.otherwise in state.question.allowed:
        return None
    seat, hand = state.active
    return refusal_in_play(state.rules, seat, hand, state.upcard, code.first)


def names_play(code: Code, advice: Advice, situation: Situation) -> bool:
    """Whether a guess is right: it comes down to the chart's play, and has the same fallback
    where that play is a double or a surrender."""
    if advice.action in (Action.DOUBLE, Action.SURRENDER):
        return code is shown_code(advice)
    return resolve(code, situation) is advice.action
