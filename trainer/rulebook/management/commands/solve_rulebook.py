"""``manage.py solve_rulebook``: the exact charts that habits under the rule sets are told by."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from trainer.rulebook.services import solve_stock


class Command(BaseCommand):
    help = (
        "Solve and keep the charts that habits under the rule sets are told by, so that nobody "
        "waits for them; running it again changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        solved = solve_stock()
        if options["verbosity"] > 0:
            self.stdout.write(f"Charts solved: {solved or 'none'}")
