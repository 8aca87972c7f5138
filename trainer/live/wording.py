"""What is said of live quizzes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from trainer.live.services import Refused

REFUSED = {
    Refused.ANSWERED: _("You have answered this hand already. The first answer stands."),
    Refused.TOO_LATE: _("This hand takes no more answers."),
}
