"""What a live quiz is opened with, and which hand a click means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from trainer.quizzes.models import Quiz

SECONDS = (10, 15, 20, 30, 45, 60, 90)


class OpenForm(forms.Form):
    """A quiz whose hands are asked, and how."""

    quiz = forms.ChoiceField(
        label=_("Hands of"),
        help_text=_(
            "Drafts and closed quizzes: those that nobody can be taking meanwhile. Whoever plays a"
            " draft knows its hands: publish a copy of it, not the draft."
        ),
    )
    seconds = forms.TypedChoiceField(
        label=_("Time for each hand"),
        choices=[
            (n, ngettext_lazy("%(count)d second", "%(count)d seconds", n) % {"count": n})
            for n in SECONDS
        ],
        coerce=int,
        initial=20,
    )
    standings = forms.BooleanField(
        label=_("Standings"),
        required=False,
        help_text=_(
            "At the end the wall names the first three, but nobody who came last; everybody reads"
            " their own place on their phone."
        ),
    )

    def __init__(self, *args: Any, quizzes: Sequence[Quiz], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._quizzes = {str(quiz.public_id): quiz for quiz in quizzes}
        field = self.fields["quiz"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, quiz.title) for key, quiz in self._quizzes.items()]
        self.helper = FormHelper()
        self.helper.layout = Layout(
            "quiz", "seconds", "standings", Submit("open", _("Open"), css_class="btn-primary")
        )

    def clean_quiz(self) -> Quiz:
        return self._quizzes[self.cleaned_data["quiz"]]


class HandForm(forms.Form):
    """The number of the hand that was on the page."""

    number = forms.IntegerField(min_value=0, max_value=10_000)
