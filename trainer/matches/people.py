"""Who is at a table, by name; who has gone, and what becomes of their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from trainer.matches.access import Company, Sitting
from trainer.matches.models import Participant, PlayerKind, Stage
from trainer.matches.wording import in_a_row


@dataclass(frozen=True, slots=True)
class GoneSeat:
    """A person's seat for which somebody else plays, or could."""

    number: int
    name: str
    own: bool
    stand_in: str
    """The style of the computer player that does; empty for none."""
    back: bool
    """Whether its person plays again from the next round."""
    to_be_had: bool
    """Whether somebody else could play it from their device."""


def names_of_seats(company: Company) -> list[str]:
    """By which everybody knows the seats; one that nobody has is called by its number."""
    return [
        company.name_of(seat) or gettext("Seat %(number)d") % {"number": seat.number + 1}
        for seat in company.seats
    ]


def gone_seats(company: Company, names: Sequence[str], me: Participant | None) -> list[GoneSeat]:
    """Persons' seats that have nobody there, or a computer player for the time being."""
    if company.table.stage is not Stage.PLAYING:
        return []
    return [
        GoneSeat(
            number=seat.number,
            name=names[seat.number],
            own=(own := me is not None and seat.participant_id == me.pk),
            stand_in=str(PlayerKind(seat.stand_in).label) if seat.stand_in else "",
            back=seat.back,
            to_be_had=not own and company.has_gone(seat),
        )
        for seat in company.seats
        if seat.kind == PlayerKind.PERSON and (seat.stand_in or company.has_gone(seat))
    ]


def watching_in_words(sitting: Sitting) -> str:
    """Why whoever is at the table plays no seat of it; empty where they do."""
    has_seat = any(seat.participant_id == sitting.me.pk for seat in sitting.seats)
    if has_seat or not sitting.me.at_table or sitting.table.stage is Stage.OVER:
        return ""
    if sitting.me == sitting.participants[0]:  # who made the table may have had no seat ever
        return gettext("You have no seat here, and watch.")
    return gettext("Somebody else plays your seat now, and you watch.")


def leaving_in_words(sitting: Sitting, names: Sequence[str]) -> str:
    """What happens when whoever looks leaves."""
    own = [seat for seat in sitting.seats if seat.participant_id == sitting.me.pk]
    if not own:
        return gettext("You have no seat here to come back to.")
    if not (played := [names[seat.number] for seat in own if not seat.stand_in]):
        return gettext("You can come back.")
    return gettext("%(player)s plays on for %(names)s. You can come back.") % {
        "player": PlayerKind.CHART.label,
        "names": in_a_row(played),
    }
