"""What a quiz is built with, and what its teachers set later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Field, Fieldset, Layout
from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category, Cell
from trainer.classroom.access import students_of
from trainer.classroom.models import Classroom, Member
from trainer.core.wording import CATEGORIES
from trainer.quizzes.building import Dates, Plan
from trainer.quizzes.fields import CellsField, MomentField, PickRow, pick_tables, whole_field
from trainer.quizzes.models import Order, Origin, Policy, Quiz, Reveal
from trainer.quizzes.times import end_for_all
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import UPCARD_LABELS, teachings
from trainer.rulebook.teaching_form import TeachingField

MOST_HANDS: Final = 200
MOST_MINUTES: Final = 180
HAND_SECONDS: Final = (3, 300)
MOST_GRACE: Final = 30
MOST_ATTEMPTS: Final = 50


class DatesForm(forms.Form):
    """Title and dates: what can change even after a student has started."""

    title = forms.CharField(label=_("Title"), max_length=100)
    opens_at = MomentField(
        label=_("Opens"), required=False, help_text=_("Empty: as soon as it is published.")
    )
    closes_at = MomentField(
        label=_("Closes"), required=False, help_text=_("Empty: when you close it.")
    )
    grace_days = whole_field(
        _("Days of grace"),
        0,
        MOST_GRACE,
        _("So many days longer it is taken, and marked late. {low} to {high}."),
    )

    def __init__(
        self, *args: Any, classroom: Classroom, quiz: Quiz | None = None, **kwargs: Any
    ) -> None:
        kwargs["initial"] = {**self.initial_of(quiz), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, MomentField):
                field.zone = classroom.zone
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = self.layout()

    def initial_of(self, quiz: Quiz | None) -> Mapping[str, Any]:
        if quiz is None:
            return {"grace_days": 0}
        return {name: getattr(quiz, name) for name in DatesForm.base_fields}

    def layout(self) -> Layout:
        return Layout("title", self.dates_layout())

    def dates_layout(self) -> Div:
        return Div("opens_at", "closes_at", "grace_days", css_class="limit-fields")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        if opens and closes and opens >= closes:
            self.add_error("closes_at", _("It has to close after it opens."))
        if data.get("grace_days") and not closes and "closes_at" not in self.errors:
            self.add_error("grace_days", _("Days of grace need a closing time."))
        return data

    def dates(self) -> Dates:
        data = self.cleaned_data
        return Dates(
            title=data["title"],
            opens_at=data["opens_at"],
            closes_at=data["closes_at"],
            grace_days=data["grace_days"] or 0,
        )


class QuizForm(DatesForm):
    """All of a quiz."""

    teaching = TeachingField(
        queryset=Teaching.objects.none(), label=_("Rules and chart"), empty_label=None
    )
    origin = forms.ChoiceField(
        label=_("Which hands"), choices=Origin.choices, widget=forms.RadioSelect
    )
    categories = forms.MultipleChoiceField(
        label=_("Kinds of hands"),
        choices=[(category.value, CATEGORIES[category]) for category in Category],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    cells = CellsField(label=_("Cells"), required=False)
    near_ties = forms.BooleanField(
        label=_("Ask near ties too"),
        required=False,
        help_text=_("Hands whose two best plays differ by less than 0.003 bets."),
    )
    count = forms.IntegerField(
        label=_("Number of hands"),
        min_value=1,
        max_value=MOST_HANDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    order = forms.ChoiceField(
        label=_("Who is asked what"), choices=Order.choices, widget=forms.RadioSelect
    )
    minutes = whole_field(
        _("Minutes for the quiz"), 1, MOST_MINUTES, _("{low} to {high}; empty: no limit")
    )
    hand_seconds = whole_field(
        _("Seconds for each hand"), *HAND_SECONDS, _("{low} to {high}; empty: no limit")
    )
    most_attempts = whole_field(
        _("Attempts"), 1, MOST_ATTEMPTS, _("{low} to {high}; empty: as many as they like")
    )
    policy = forms.ChoiceField(
        label=_("What counts"), choices=Policy.choices, widget=forms.RadioSelect
    )
    reveal = forms.ChoiceField(
        label=_("Right answers are shown"), choices=Reveal.choices, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["teaching"]
        assert isinstance(field, TeachingField)
        field.queryset = teachings(None)

    def initial_of(self, quiz: Quiz | None) -> Mapping[str, Any]:
        offered = teachings(None)
        if quiz is None:
            return {
                **super().initial_of(quiz),
                "teaching": offered.first(),
                "origin": Origin.CATEGORIES,
                "categories": [category.value for category in Category],
                "count": 20,
                "order": Order.SHUFFLED,
                "most_attempts": 1,
                "policy": Policy.BEST,
                "reveal": Reveal.CLOSED,
            }
        same = ("origin", "cells", "near_ties", "count", "order", "hand_seconds")
        return {
            **super().initial_of(quiz),
            **{name: getattr(quiz, name) for name in same},
            "teaching": offered.filter(
                rule_set=quiz.rules.rule_set_id, chart=quiz.chart.chart_id
            ).first(),
            "categories": quiz.categories.split(","),
            "minutes": quiz.seconds // 60 if quiz.seconds else None,
            "most_attempts": quiz.most_attempts,
            "policy": quiz.policy,
            "reveal": quiz.reveal,
        }

    def layout(self) -> Layout:
        return Layout(
            "title",
            Fieldset(
                _("Hands"),
                "teaching",
                Field("origin", wrapper_class="choice-cards"),
                Div(Field("categories", wrapper_class="choice-cards"), css_class="of-categories"),
                HTML('{% include "quizzes/picker.html" with form=form only %}'),
                "near_ties",
                Div("count", css_class="limit-fields"),
                Field("order", wrapper_class="choice-cards"),
            ),
            Fieldset(
                _("Time"),
                Div("minutes", "hand_seconds", css_class="limit-fields"),
                self.dates_layout(),
            ),
            Fieldset(
                _("Grade"),
                Div("most_attempts", css_class="limit-fields"),
                Field("policy", wrapper_class="choice-cards"),
                Field("reveal", wrapper_class="choice-cards"),
            ),
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        origin = data.get("origin")
        if origin == Origin.CATEGORIES and not data.get("categories"):
            self.add_error("categories", _("Choose at least one kind of hand."))
        if origin == Origin.CELLS and not data.get("cells") and "cells" not in self.errors:
            self.add_error("cells", _("Pick at least one cell of the chart."))
        minutes, limit = data.get("minutes"), data.get("hand_seconds")
        if minutes and limit and limit > 60 * minutes:
            self.add_error("hand_seconds", _("A hand cannot have more time than the whole quiz."))
        return data

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            dates=self.dates(),
            rules=data["teaching"].rule_set.current,
            chart=data["teaching"].chart.current,
            origin=Origin(data["origin"]),
            categories=tuple(map(Category, data["categories"])),
            cells=data["cells"],
            near_ties=data["near_ties"],
            count=data["count"],
            order=Order(data["order"]),
            seconds=60 * data["minutes"] if data["minutes"] else None,
            hand_seconds=data["hand_seconds"],
            most_attempts=data["most_attempts"],
            policy=Policy(data["policy"]),
            reveal=Reveal(data["reveal"]),
        )

    @property
    def shown_teaching(self) -> Teaching | None:
        """Whose chart the cells are picked on: the one chosen, where one is."""
        chosen = self["teaching"].value()
        if isinstance(chosen, Teaching):
            return chosen
        offered = teachings(None)
        found = offered.filter(pk=chosen).first() if str(chosen).isdecimal() else None
        return found or offered.first()

    @property
    def upcards(self) -> list[str]:
        return UPCARD_LABELS

    @property
    def pick_tables(self) -> list[tuple[Promise, list[PickRow]]]:
        teaching = self.shown_teaching
        if teaching is None or teaching.rule_set.current is None or teaching.chart.current is None:
            return []
        picked: list[str | Cell] = self["cells"].value() or []
        return pick_tables(
            teaching.rule_set.current, teaching.chart.current, frozenset(map(str, picked))
        )


class ReopenForm(forms.Form):
    """Until when a closed quiz is open again."""

    closes_at = MomentField(label=_("New closing time"), required=False)

    def __init__(self, *args: Any, classroom: Classroom, quiz: Quiz, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["closes_at"]
        assert isinstance(field, MomentField)
        field.zone = classroom.zone
        end = end_for_all(quiz.closes_at, quiz.grace_days, None, classroom.zone)
        field.required = end is not None and end <= timezone.now()
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True


class ExtendForm(forms.Form):
    """Who has longer, and until when."""

    member = forms.ModelChoiceField(
        label=_("Student"), queryset=Member.objects.none(), to_field_name="public_id"
    )
    until = MomentField(label=_("Until"))

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        member, until = self.fields["member"], self.fields["until"]
        assert isinstance(member, forms.ModelChoiceField)
        assert isinstance(until, MomentField)
        member.queryset = students_of(classroom.pk)
        until.zone = classroom.zone
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
