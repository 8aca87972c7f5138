"""What a match table is made with, how one joins it, and what comes with a move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from strategy.agreements import (
    FEWEST_SEATS,
    LONGEST_NAME,
    MOST_CHIPS,
    MOST_ROUNDS,
    MOST_SEATS,
    MOST_SIZES,
)
from strategy.money import CHIP
from trainer.accounts.access import Visitor
from trainer.accounts.forms import BrowserZoneField
from trainer.matches.agreed import hits_soft_17
from trainer.matches.models import MatchTable, PlayerKind, Seat
from trainer.matches.queries import NOTHING, Heard
from trainer.matches.services import Place, Terms
from trainer.matches.wording import in_a_row, numbered
from trainer.tables.wording import chips_in_words

ME, HERE, LINK = "me", "here", "link"
COMPUTERS: Final = [(kind.value, kind.label) for kind in PlayerKind if kind != PlayerKind.PERSON]
WHO: Final = [
    ("", _("Nobody")),
    (ME, _("You")),
    (HERE, _("Somebody beside you, on this device")),
    (LINK, _("Somebody who joins by link or code")),
    (_("Computer players"), COMPUTERS),
]
USUAL_RIVALS: Final = (PlayerKind.EXPERT, PlayerKind.CHART, PlayerKind.GAMBLER)
USUAL_CHIPS: Final = 100
USUAL_SIZES: Final = (5, 10, 25, 50)
USUAL_ROUNDS: Final = 10
_USUAL: Final = (ME, *USUAL_RIVALS)


class NameField(forms.CharField):
    """A name by which a table knows somebody."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, **kwargs)

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        if not name.isprintable():
            raise ValidationError(_("A name has no characters that cannot be shown."))
        return name


class TableForm(forms.Form):
    """What a table agrees, and who has its seats."""

    table = NameField(label=_("Name of the table"))
    chips = forms.IntegerField(
        label=_("Chips at the start"), min_value=1, max_value=MOST_CHIPS // CHIP
    )
    sizes = forms.CharField(
        label=_("Bets offered, in chips"),
        max_length=80,
        help_text=_("Up to eight whole numbers with spaces between, as 5 10 25."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_("Empty: no number at all, and you end the match between two rounds."),
    )
    soft_17 = forms.ChoiceField(
        label=_("On a soft 17 the dealer"),
        choices=[("stands", _("stands")), ("hits", _("takes a card"))],
        widget=forms.RadioSelect,
    )
    hints = forms.BooleanField(label=_("Hints for everybody"), required=False)
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, own_name: str, like: Sequence[Any] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own_name = own_name
        for number in range(MOST_SEATS):
            who, name, hints = self._usual(number, like)
            self.fields[f"who_{number}"] = forms.ChoiceField(
                label=_("Player"), choices=WHO, required=False, initial=who
            )
            self.fields[f"name_{number}"] = NameField(label=_("Name"), required=False, initial=name)
            self.fields[f"hints_{number}"] = forms.BooleanField(
                label=_("Hints"), required=False, initial=hints
            )

    def _usual(self, number: int, like: Sequence[Any]) -> tuple[str, str, bool]:
        if like:
            return like[number] if number < len(like) else ("", "", False)
        who = _USUAL[number] if number < len(_USUAL) else ""
        return str(who), self.own_name if who == ME else "", False

    @property
    def places(self) -> Iterator[tuple[int, Any, Any, Any]]:
        """The fields of each seat, with its number from 1."""
        for number in range(MOST_SEATS):
            who, name, hints = (self[f"{part}_{number}"] for part in ("who", "name", "hints"))
            yield number + 1, who, name, hints

    def clean_sizes(self) -> tuple[int, ...]:
        words = self.cleaned_data["sizes"].replace(",", " ").split()
        if not all(re.fullmatch(r"[0-9]{1,7}", word) and int(word) for word in words):
            raise ValidationError(_("A bet is a whole number of chips."))
        sizes = tuple(map(int, words))
        if not 1 <= len(sizes) <= MOST_SIZES:
            raise ValidationError(
                _("A table offers 1 to %(most)d bets."), params={"most": MOST_SIZES}
            )
        if any(size >= larger for size, larger in pairwise(sizes)):
            raise ValidationError(_("List the bets from the smallest to the largest."))
        return sizes

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        sizes, chips = data.get("sizes"), data.get("chips")
        if sizes and chips and chips < sizes[0]:
            self.add_error("chips", _("A seat starts with the smallest bet at least."))
        whos = {n: data[f"who_{n}"] for n in range(MOST_SEATS) if data.get(f"who_{n}")}
        self._check_players(whos)
        names = self._names(whos, data)
        data["maker"] = next((names[n] for n in whos if whos[n] == ME), self.own_name)
        data["places"] = tuple(
            _place(who, names.get(n, ""), hints=data["hints"] or data[f"hints_{n}"])
            for n, who in whos.items()
        )
        return data

    def _check_players(self, whos: Mapping[int, str]) -> None:
        if len(whos) < FEWEST_SEATS:
            self.add_error(
                None,
                ValidationError(
                    _("A match has %(fewest)d to %(most)d seats: name their players."),
                    params={"fewest": FEWEST_SEATS, "most": MOST_SEATS},
                ),
            )
        if list(whos.values()).count(ME) > 1:
            self.add_error(None, _("You can have one seat of your own."))
        if not any(who in (ME, HERE, LINK) for who in whos.values()):
            self.add_error(None, _("At least one seat is a person's."))

    def _names(self, whos: Mapping[int, str], data: Mapping[str, Any]) -> dict[int, str]:
        """What the seats' players are called: as typed, or else as usual, with a number at need."""
        names = {n: data.get(f"name_{n}") or "" for n in whos if whos[n] != LINK}
        known: set[str] = set()
        for number, name in names.items():
            if name and name.casefold() in known:
                self.add_error(f"name_{number}", _("Another seat has that name."))
            known.add(name.casefold())
        for number in [n for n, name in names.items() if not name]:
            names[number] = numbered(self._usual_name(whos[number]), names.values())
        return names

    def _usual_name(self, who: str) -> str:
        if who == ME:
            return self.own_name
        return gettext("Guest") if who == HERE else str(PlayerKind(who).label)

    @property
    def maker(self) -> str:
        """The name of whoever makes the table."""
        name: str = self.cleaned_data["maker"]
        return name

    @property
    def terms(self) -> Terms:
        data = self.cleaned_data
        return Terms(
            name=data["table"],
            chips=data["chips"],
            sizes=data["sizes"],
            rounds=data["rounds"],
            hits_soft_17=data["soft_17"] == "hits",
            places=data["places"],
        )


def _place(who: str, name: str, *, hints: bool) -> Place:
    """A seat as agreed; a person's own has no name beside that of the person."""
    if who in (ME, HERE, LINK):
        return Place(PlayerKind.PERSON, name if who == HERE else "", here=who != LINK, hints=hints)
    return Place(PlayerKind(who), name)


def usual_name(visitor: Visitor) -> str:
    """By which a table knows somebody who has not said otherwise; empty for a guest."""
    return visitor.user.get_username()[:LONGEST_NAME] if visitor.user else ""


def initial_terms(like: MatchTable | None) -> dict[str, Any]:
    """What the form starts with: what an earlier table agreed, or what newcomers like."""
    if like is None:
        return {
            "table": gettext("Friday night"),
            "chips": USUAL_CHIPS,
            "sizes": " ".join(map(str, USUAL_SIZES)),
            "rounds": USUAL_ROUNDS,
            "soft_17": "stands",
        }
    return {
        "table": like.name,
        "chips": like.chips,
        "sizes": like.sizes,
        "rounds": like.rounds,
        "soft_17": "hits" if hits_soft_17(like) else "stands",
    }


def places_like(
    seats: Sequence[Seat], names: Sequence[str], me: int
) -> list[tuple[str, str, bool]]:
    """Who had the seats of an earlier table, for the form of another one."""
    return [
        (_who(seat, me), name if _who(seat, me) != LINK else "", seat.hints)
        for seat, name in zip(seats, names, strict=True)
    ]


def _who(seat: Seat, me: int) -> str:
    if seat.kind != PlayerKind.PERSON:
        return seat.kind
    if seat.participant_id != me:
        return LINK
    return HERE if seat.name else ME


def quick_terms() -> Terms:
    """A match against the usual computer players, on what newcomers like."""
    return Terms(
        name=gettext("A quick match"),
        chips=USUAL_CHIPS,
        sizes=USUAL_SIZES,
        rounds=USUAL_ROUNDS,
        hits_soft_17=False,
        places=(
            Place(PlayerKind.PERSON, here=True, hints=True),
            *(Place(kind, str(kind.label)) for kind in USUAL_RIVALS),
        ),
    )


def quick_in_words() -> str:
    """What a quick match is, in a sentence."""
    terms = quick_terms()
    rounds = ngettext("%(rounds)d round", "%(rounds)d rounds", USUAL_ROUNDS) % {
        "rounds": USUAL_ROUNDS
    }
    return gettext("You against %(players)s: %(rounds)s, %(chips)s each.") % {
        "players": in_a_row([place.name for place in terms.places if place.name]),
        "rounds": rounds,
        "chips": chips_in_words(terms.chips * CHIP),
    }


class CodeForm(forms.Form):
    """The code of a table."""

    code = forms.CharField(label=_("Code of the table"), max_length=40)


class QuickForm(forms.Form):
    """What comes with a wish for a match at once."""

    time_zone = BrowserZoneField()


class JoinForm(forms.Form):
    """The name by which the table will know somebody."""

    name = NameField(label=_("Your name at the table"))
    time_zone = BrowserZoneField()


class SeenForm(forms.Form):
    """Which state of the table the page showed; nonsense is an old one, and nothing heard."""

    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    heard = forms.RegexField(r"^[0-9]{1,6}\.[0-9]{1,6}\Z", required=False)
    browser_ms = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.is_valid()

    @property
    def moves(self) -> int:
        seen: int = self.cleaned_data.get("seen", -1)
        return seen

    @property
    def known(self) -> Heard:
        """How far the story was told already."""
        text = self.cleaned_data.get("heard")
        return Heard(*map(int, text.split("."))) if text else NOTHING

    @property
    def browser_time(self) -> int | None:
        time: int | None = self.cleaned_data.get("browser_ms")
        return time


class SeatForm(forms.Form):
    """Which computer player is to have a seat."""

    kind = forms.TypedChoiceField(choices=COMPUTERS, coerce=PlayerKind, required=False)


class AskForm(forms.Form):
    """For which seat somebody asks."""

    number = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
