"""Fill a fresh database with match tables that have begun, all of whose seats are people's.

Run by match_tables.py in the site's environment. Prints as JSON for each table its key and the
session keys of its players, in seating order.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from fill import call_command, sign_in

# fill has set Django up
from trainer.accounts.access import Visitor  # isort: skip
from trainer.accounts.models import User  # isort: skip
from trainer.matches import services  # isort: skip
from trainer.matches.models import PlayerKind  # isort: skip

CHIPS, SIZES = 10_000, (5, 10, 25)


def table(players: list[User], number: int) -> dict[str, Any]:
    """A match without an end; the chips are enough for longer than anybody measures."""
    maker, *others = (Visitor(player, "") for player in players)
    places = [services.Place(PlayerKind.PERSON, here=True)]
    places += [services.Place(PlayerKind.PERSON) for _player in others]
    terms = services.Terms(f"Table {number}", CHIPS, SIZES, None, False, tuple(places))
    made = services.make_table(visitor=maker, name=players[0].username, terms=terms)
    for visitor, player in zip(others, players[1:], strict=True):
        services.join(visitor=visitor, code=made.code, name=player.username)
    services.begin(visitor=maker, table_id=made.public_id)
    return {"table": str(made.public_id), "sessions": sign_in(players)}


def main() -> None:
    """Migrate, load the rulebook, fill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--devices", type=int, required=True)
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
    call_command("load_rulebook", stdout=sys.stderr)
    people = User.objects.bulk_create(
        User(username=f"player-{number}", password=f"!{number}")
        for number in range(options.tables * options.devices)
    )
    filled = [
        table(people[number * options.devices : (number + 1) * options.devices], number)
        for number in range(options.tables)
    ]
    print(json.dumps(filled))


if __name__ == "__main__":
    main()
