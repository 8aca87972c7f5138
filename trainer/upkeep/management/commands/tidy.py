"""manage.py tidy: clear what nobody misses, and log the answers of quizzes that have closed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from trainer.live.services import end_forgotten
from trainer.quizzes.settling import settle_all
from trainer.upkeep.services import clear_abandoned, end_abandoned_matches

FORGOTTEN: Final = timedelta(days=1)
"""A live quiz that was opened so long ago is over, whoever has not ended it."""


class Command(BaseCommand):
    help = (
        "Clears expired sessions, and what guests began and left without an answer. Puts the"
        " answers of quizzes whose right answers may be told by now into their learners' logs,"
        " and ends live quizzes of yesterday and matches that nobody has played on for 30 days."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("clearsessions")
        found = clear_abandoned()
        counts = ", ".join(f"{count} {name}" for name, count in found.items())
        self.stdout.write(f"cleared: {counts}")
        if left := end_abandoned_matches():
            self.stdout.write(f"ended: {left} matches")
        if logged := settle_all():
            self.stdout.write(f"logged: {logged} attempts at quizzes")
        if ended := end_forgotten(before=timezone.now() - FORGOTTEN):
            self.stdout.write(f"ended: {ended} live quizzes")
