"""What is said of a decision: the verdict, its reason, what it costs, and why it was refused."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from strategy.actions import Action
from strategy.grading import IllegalAction, Reason, Verdict
from strategy.situations import Situation
from trainer.core.numbers import bets
from trainer.core.wording import ACTIONS, situation_name, upcard_name
from trainer.decisions.levels import RULES, Level

REASONS: dict[Reason, Promise] = {
    Reason.PAT: _("Most cards would break {total}, and standing on it wins or ties more often."),
    Reason.HIGH_SOFT: _("Soft {total} is good already; drawing would spoil more than it mends."),
    Reason.STIFF_V_WEAK: _(
        "The dealer has to draw to {upcard} and often breaks: do not break first with {total}."
    ),
    Reason.STIFF_V_STRONG: _(
        "With {upcard} up the dealer mostly ends at 17 or more, and {total} beats none of those."
    ),
    Reason.TWELVE_V_LOW: _(
        "Only a ten breaks 12, and with {upcard} up the dealer does not break often enough."
    ),
    Reason.SAFE_TO_DRAW: _("No card can break {total}, so another one costs nothing."),
    Reason.SOFT_DRAW: _(
        "Soft {total} cannot break on the next card, and is too low to win by itself."
    ),
    Reason.SOFT_18_V_HIGH: _(
        "Against {upcard}, 18 is behind more often than ahead, and a card cannot break it."
    ),
    Reason.DOUBLE_HARD: _(
        "{total} becomes strong with many cards, and with {upcard} up it pays to stake more."
    ),
    Reason.DOUBLE_SOFT: _(
        "The hand cannot break, and with {upcard} up the dealer is weak: stake more on it."
    ),
    Reason.SPLIT_ACES: _("Two hands that start with an ace are each far better than 12."),
    Reason.SPLIT_EIGHTS: _("16 is the worst of totals; two hands that start with 8 do better."),
    Reason.SPLIT_V_WEAK: _(
        "With {upcard} up the dealer is weak: two hands do better than one of {total}."
    ),
    Reason.SPLIT_NINES: _("Against {upcard}, two hands that start with 9 do better than 18."),
    Reason.SPLIT_BETTER: _("Against {upcard}, two hands do better than one of {total}."),
    Reason.KEEP_TWENTY: _("20 wins by itself; splitting gives up more than a second hand brings."),
    Reason.KEEP_PAIR: _(
        "Played as {total}, the pair does better against {upcard} than two new hands would."
    ),
    Reason.GIVE_UP: _(
        "This hand would win less than one time in four; half the bet back loses less."
    ),
}

UNKNOWN_ACTION = _("That is not a play. Choose one of the buttons.")


def verdict_head(verdict: Verdict) -> str:
    """``Right: hit hard 16 against a 10.`` or what would have been right."""
    words = {
        "right": ACTIONS[verdict.right],
        "chosen": ACTIONS[verdict.action],
        "situation": situation_name(verdict.situation),
    }
    if verdict.correct:
        return gettext("Right: %(right)s with %(situation)s.") % words
    return gettext("%(right)s, not %(chosen)s, with %(situation)s.") % words


def reason(verdict: Verdict) -> str:
    """Why the right play is right, in a sentence or two."""
    sentence = reason_in_words(verdict.reason, verdict.situation)
    if verdict.not_allowed is None:
        return sentence
    first = gettext("The chart's first choice, %(action)s, is not allowed with these cards.") % {
        "action": _name(verdict.not_allowed)
    }
    return f"{first} {sentence}"


def reason_in_words(why: Reason, situation: Situation) -> str:
    """The sentence of a reason about a hand."""
    return str(REASONS[why]).format(
        total=situation.hand.total, upcard=upcard_name(situation.upcard)
    )


def note(verdict: Verdict) -> str:
    """What the exact values add: the cost of an error, a close call, cards that differ."""
    notes = []
    if verdict.cost > 0 and not verdict.correct:
        notes.append(
            gettext("That loses %(cost)s of a bet each time.") % {"cost": bets(verdict.cost)}
        )
    if better := verdict.better_with_these_cards:
        notes.append(
            gettext(
                "With these very cards %(play)s is better by %(gap)s: the chart sees totals only."
            )
            % {"play": _name(better), "gap": bets(verdict.evaluation.cost(verdict.right))}
        )
    elif verdict.near_tie and (second := verdict.evaluation.runner_up):
        notes.append(
            gettext("A close call: %(play)s is only %(gap)s behind.")
            % {"play": _name(second), "gap": bets(verdict.evaluation.gap)}
        )
    return " ".join(notes)


def _name(action: Action) -> str:
    return str(ACTIONS[action]).lower()


def illegal(error: IllegalAction) -> str:
    return gettext("%(action)s is not allowed with these cards.") % {
        "action": ACTIONS.get(error.action, error.action.word)
    }


LEVELS: dict[Level, Promise] = {
    Level.UNKNOWN: _("Not known yet"),
    Level.BEGINNER: _("Beginner"),
    Level.PLAYER: _("Player"),
    Level.SKILLED: _("Skilled"),
    Level.EXPERT: _("Expert"),
}


def level_rule(level: Level) -> str:
    """What a level takes, in a sentence."""
    rule = RULES[level]
    if not rule.percent:
        return gettext("from %(answers)d answers on") % {"answers": rule.answers}
    return gettext("%(percent)d%% right, from %(answers)d answers on") % {
        "percent": rule.percent,
        "answers": rule.answers,
    }
