"""Why a hand of a drill cannot be answered."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trainer.drills.services import Closed

CLOSED: dict[Closed, Promise] = {
    Closed.ANSWERED: _("You had answered that hand already: your first answer counts."),
    Closed.PAUSED: _("The drill is paused. Resume it, then answer."),
    Closed.ENDED: _("This drill is over. Your answers are kept."),
}
