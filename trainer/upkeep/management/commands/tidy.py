"""manage.py tidy: clear what nobody misses, and log the answers of quizzes that have closed."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from trainer.quizzes.settling import settle_all
from trainer.upkeep.services import clear_abandoned


class Command(BaseCommand):
    help = (
        "Clears expired sessions, and what guests began and left without an answer. Puts the"
        " answers of quizzes whose right answers may be told by now into their learners' logs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        found = clear_abandoned()
        counts = ", ".join(f"{count} {name}" for name, count in found.items())
        self.stdout.write(f"cleared: {counts}")
        if logged := settle_all():
            self.stdout.write(f"logged: {logged} attempts at quizzes")
