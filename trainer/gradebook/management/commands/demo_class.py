"""``manage.py demo_class``: a class of simulated students, to look around in."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from trainer.accounts.models import User
from trainer.gradebook.demo import delete_demo, demo_classes, make_demo, with_people


class Command(BaseCommand):
    help = "Make a class of thirty simulated students with two finished quizzes and an open one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--teacher",
            default="demo-teacher",
            help="user name of the teacher; made, with a password that is printed, if it is new",
        )
        parser.add_argument("--seed", type=int, default=1, help="decides hands and answers")
        parser.add_argument(
            "--again",
            action="store_true",
            help="replace the one that there is, unless people have joined it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        teacher, password = _teacher(options["teacher"])
        if options["again"]:
            delete_demo(teacher=teacher)
            for kept in with_people(teacher):
                address = reverse("gradebook:results", args=[kept.public_id])
                self.stdout.write(f"Not replaced, because people have joined it: {address}")
        classroom = None if options["again"] else demo_classes(teacher).first()
        if classroom:
            self.stdout.write("There is one already; --again replaces it.")
        else:
            classroom = make_demo(teacher=teacher, seed=options["seed"])
        self.stdout.write(reverse("gradebook:results", args=[classroom.public_id]))
        self.stdout.write(f"Teacher: {teacher.get_username()}")
        if password:
            self.stdout.write(f"Password, told once: {password}")


def _teacher(username: str) -> tuple[User, str]:
    """The account, and its password where it is new."""
    user = User.objects.filter(username=username).first()
    if user:
        return user, ""
    password = secrets.token_urlsafe(12)
    return User.objects.create_user(username=username, password=password), password
