"""manage.py tidy: clear expired sessions, and what guests left without an answer."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from trainer.upkeep.services import clear_abandoned


class Command(BaseCommand):
    help = "Clears expired sessions, and what guests began and left without an answer."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        found = clear_abandoned()
        counts = ", ".join(f"{count} {name}" for name, count in found.items())
        self.stdout.write(f"cleared: {counts}")
