"""``manage.py load_rulebook``: rule sets and charts from the data files into the database."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from trainer.rulebook.services import load_stock


class Command(BaseCommand):
    help = "Load the rule sets and charts that come with Upcard; running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        made = load_stock()
        if options["verbosity"] == 0:
            return
        new = ", ".join(f"{count} {kind}" for kind, count in made.items() if count)
        self.stdout.write(f"New versions: {new or 'none'}")
