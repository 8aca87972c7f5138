"""Forms of classes and of those in them."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from trainer.accounts.forms import BrowserZoneField
from trainer.classroom.models import Classroom, Member
from trainer.classroom.rosters import LONGEST, MOST_BYTES
from trainer.classroom.texts import tidy
from trainer.core.codes import typed


class LineField(forms.CharField):
    """A text of one line, kept tidy."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


def _class_name() -> LineField:
    return LineField(
        label=_("Name of the class"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _own_name(help_text: Any) -> LineField:
    return LineField(
        label=_("Your name in this class"),
        max_length=100,
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


def _helper(name: str, label: Any) -> FormHelper:
    helper = FormHelper()
    helper.add_input(Submit(name, label))
    return helper


class NewClassForm(forms.Form):
    """A class, and the name of its teacher in it."""

    name = _class_name()
    teacher = _own_name(_("So your students see you."))
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = _helper("make", _("Make the class"))


class ClassForm(forms.Form):
    """A class's name, and the time zone of its quizzes."""

    name = _class_name()
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Quizzes open and close by the clock there.")
    )

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        kwargs["initial"] = {"name": classroom.name, "time_zone": classroom.time_zone}
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]
        self.helper = _helper("save", _("Save"))
        self.helper.form_action = reverse("classroom:settings", args=[classroom.public_id])


class CodeForm(forms.Form):
    """A code, however it is typed: capitals, spaces and hyphens do not matter."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = _helper("go", _("Go on"))

    def clean_code(self) -> str:
        code = typed(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(_("A code has letters and digits."))
        return code


class JoinForm(forms.Form):
    """The name by which the class will know somebody."""

    name = _own_name(_("Your teachers see it beside your results. Other students do not."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = _helper("join", _("Join the class"))


class MemberForm(forms.Form):
    """What a class knows of somebody."""

    name = LineField(label=_("Name"), max_length=100)
    email = forms.EmailField(label=_("E-mail address"), required=False, max_length=LONGEST["email"])
    section = LineField(label=_("Section"), max_length=50, required=False)
    number = LineField(label=_("Student number"), max_length=50, required=False)

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        kwargs["initial"] = {name: getattr(member, name) for name in self.base_fields}
        super().__init__(*args, **kwargs)
        self.helper = _helper("save", _("Save"))


class HandOverForm(forms.Form):
    """To whom a class goes."""

    to = forms.ModelChoiceField(
        label=_("To"), queryset=Member.objects.none(), to_field_name="public_id"
    )

    def __init__(self, *args: Any, classroom: Classroom, teachers: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["to"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = teachers.exclude(user=classroom.owner)
        self.helper = _helper("hand", _("Hand the class over"))
        self.helper.form_action = reverse("classroom:hand_over", args=[classroom.public_id])


class RosterForm(forms.Form):
    """A file with a roster."""

    file = forms.FileField(
        label=_("Roster"),
        help_text=_("CSV or XLSX, 2 MB and 1,000 students at most."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
        error_messages={"empty": _("This file is empty.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = _helper("read", _("Read the file"))

    def clean_file(self) -> bytes:
        """The file's content."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 2 MB."))
        content: bytes = file.read()
        return content
