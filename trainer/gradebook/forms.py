"""What of the results is looked at, and how a quiz is to be graded from now on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout
from django import forms
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from strategy.dealing import Deal
from trainer.gradebook.book import NAME, RANK, Roll
from trainer.gradebook.regrading import NotStated, QuizKey, key_of, right_plays
from trainer.quizzes.models import Question, Quiz
from trainer.reports.decks import Taught
from trainer.rulebook.models import ChartVersion
from trainer.rulebook.queries import teachings


@dataclass(frozen=True, slots=True)
class Sorting:
    """The head of a column by which the grade book can be sorted."""

    query: str
    """Of the address that sorts by it, or turns the order round."""
    now: str
    """``ascending`` or ``descending``, as aria-sort has it; empty where it is sorted by another."""


class BookForm(forms.Form):
    """Which section, in which order; given in the address."""

    section = forms.ChoiceField(required=False)
    sort = forms.ChoiceField(required=False)

    def __init__(self, data: Any, *, roll: Roll) -> None:
        super().__init__(data)
        self.roll = roll
        section, sort = self.fields["section"], self.fields["sort"]
        assert isinstance(section, forms.ChoiceField)
        assert isinstance(sort, forms.ChoiceField)
        section.choices = [(each, each) for each in roll.sections]
        keys = [NAME, RANK, *(str(quiz.public_id) for quiz in roll.quizzes)]
        sort.choices = [(sign + key, key) for key in keys for sign in ("", "-")]

    @property
    def chosen(self) -> str:
        """The section, of a valid form; empty for all."""
        section: str = self.cleaned_data["section"]
        return section

    @property
    def order(self) -> str:
        """Of a valid form."""
        order: str = self.cleaned_data["sort"]
        return order or NAME

    @property
    def query(self) -> str:
        """What the addresses of the files carry along."""
        return _query(section=self.chosen, sort=self.cleaned_data["sort"])

    @property
    def sections(self) -> list[tuple[str, str]]:
        """The whole class and each section, with the query that shows it in the order chosen."""
        sort, names = self.cleaned_data["sort"], self.roll.sections
        return [(name, _query(section=name, sort=sort)) for name in ("", *names) if names]

    def sorting(self, key: str) -> Sorting:
        """Names go up, grades go down at first; once more, and the order is turned round."""
        turned = self.order == f"-{key}"
        by_it = self.order in (key, f"-{key}")
        query = _query(section=self.chosen, sort=f"-{key}" if by_it and not turned else key)
        upwards = turned is not (key == NAME)
        return Sorting(query, ("ascending" if upwards else "descending") if by_it else "")


def _query(**parts: str) -> str:
    return urlencode({name: text for name, text in parts.items() if text})


class DeckForm(forms.Form):
    """Which rules and chart the class chart is about."""

    deck = forms.ChoiceField(label=_("Chart"), required=False)

    def __init__(self, data: Any, *, decks: Sequence[Taught]) -> None:
        super().__init__(data)
        self.decks = {taught.key: taught for taught in decks}
        deck = self.fields["deck"]
        assert isinstance(deck, forms.ChoiceField)
        deck.choices = [(key, taught.name) for key, taught in self.decks.items()]

    @property
    def taught(self) -> Taught:
        """The chart that is chosen, or that of the latest quiz; of a valid form with decks."""
        chosen: str = self.cleaned_data["deck"]
        return self.decks[chosen] if chosen else next(iter(self.decks.values()))


class RegradeForm(forms.Form):
    """Another chart, and questions to be struck."""

    chart = forms.ChoiceField(
        label=_("Chart"), help_text=_("One that is taught for the rules of this quiz.")
    )
    struck = forms.MultipleChoiceField(
        label=_("Struck questions"),
        help_text=_("They count for nobody. Take a mark away, and the question counts again."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, quiz: Quiz) -> None:
        self.quiz, self.questions = quiz, list(quiz.questions.all())
        now = key_of(quiz, self.questions)
        super().__init__(data, initial={"chart": quiz.chart_id, "struck": sorted(now.struck)})
        self.charts = {str(version.pk): version for version in _charts(quiz)}
        chart, struck = self.fields["chart"], self.fields["struck"]
        assert isinstance(chart, forms.ChoiceField)
        assert isinstance(struck, forms.MultipleChoiceField)
        chart.choices = [(key, _versioned(version)) for key, version in self.charts.items()]
        struck.choices = [(str(each.number), _question(each)) for each in self.questions]
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = Layout("chart", Field("struck", wrapper_class="choice-cards"))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not {"chart", "struck"} <= data.keys():
            return data
        if len(data["struck"]) == len(self.questions):
            self.add_error("struck", _("One question has to count."))
            return data
        try:
            right_plays(self.quiz, self.questions, self.key.chart)
        except NotStated as error:
            self.add_error("chart", _not_stated(error.numbers))
        return data

    @property
    def key(self) -> QuizKey:
        """Of a valid form."""
        struck = map(int, self.cleaned_data["struck"])
        return QuizKey(self.charts[self.cleaned_data["chart"]], frozenset(struck))


def _charts(quiz: Quiz) -> list[ChartVersion]:
    """The quiz's own, and those in use that are taught to everybody for its rules."""
    taught = teachings().filter(rule_set=quiz.rules.rule_set_id)
    current = [each.chart.current for each in taught if each.chart.current]
    return list(dict.fromkeys([quiz.chart, *current]))


def _versioned(version: ChartVersion) -> str:
    return gettext("%(name)s, version %(number)d") % {
        "name": version.name,
        "number": version.number,
    }


def _question(question: Question) -> str:
    deal = Deal.parse(question.deal)
    return gettext("%(number)d: %(cards)s v %(upcard)s") % {
        "number": question.number,
        "cards": " ".join(card.shown for card in deal.cards),
        "upcard": deal.upcard.shown,
    }


def _not_stated(numbers: Sequence[int]) -> str:
    told = ", ".join(map(str, numbers))
    return ngettext(
        "This chart says nothing of question %(numbers)s. Choose another chart.",
        "This chart says nothing of questions %(numbers)s. Choose another chart.",
        len(numbers),
    ) % {"numbers": told}
