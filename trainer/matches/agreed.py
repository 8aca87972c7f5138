"""What a table has agreed before the first bet, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from strategy.money import CHIP
from trainer.matches.models import MatchTable, PlayerKind, Seat
from trainer.matches.wording import in_a_row
from trainer.rulebook.queries import rules_of
from trainer.tables.wording import chips_in_words


def hits_soft_17(table: MatchTable) -> bool:
    """Whether the dealer takes a card on a soft 17."""
    return rules_of(table.rules).hits_soft_17


def agreed_in_words(
    table: MatchTable, seats: Sequence[Seat], names: Sequence[str]
) -> tuple[str, ...]:
    """What a table has agreed, beside who plays; ``names`` are those of the seats."""
    rounds = (
        gettext("No number of rounds: whoever made the table ends the match")
        if table.rounds is None
        else ngettext("%(rounds)d round", "%(rounds)d rounds", table.rounds)
        % {"rounds": table.rounds}
    )
    return (
        gettext("%(chips)s each") % {"chips": chips_in_words(table.chips * CHIP)},
        gettext("Bets of %(sizes)s") % {"sizes": in_a_row(table.sizes.split())},
        rounds,
        gettext("Dealer hits soft 17")
        if hits_soft_17(table)
        else gettext("Dealer stands on soft 17"),
        *_hints(seats, names),
    )


def _hints(seats: Sequence[Seat], names: Sequence[str]) -> list[str]:
    """Who may ask for the best play: persons, and seats that nobody has yet."""
    persons = [seat for seat in seats if seat.kind == PlayerKind.PERSON]
    if not any(seat.hints for seat in persons):
        return [gettext("No hints")]
    if all(seat.hints for seat in persons):
        return [gettext("Hints for everybody")]
    known = [names[seat.number] for seat in persons if seat.hints and not seat.is_open]
    numbers = [str(seat.number + 1) for seat in persons if seat.hints and seat.is_open]
    told = []
    if known:
        told.append(gettext("Hints for %(names)s") % {"names": in_a_row(known)})
    if numbers:
        told.append(
            ngettext("Hints at seat %(numbers)s", "Hints at seats %(numbers)s", len(numbers))
            % {"numbers": in_a_row(numbers)}
        )
    return told
