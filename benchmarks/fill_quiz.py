"""Fill a fresh database with a class, a quiz that is open to it, and a draft to ask live.

Run by quiz.py in the site's environment. Prints as JSON the session keys and what to ask for.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import timedelta
from typing import Any

from fill import call_command, sign_in

# fill has set Django up
from django.db import transaction  # isort: skip
from django.utils import timezone  # isort: skip
from trainer.accounts.models import User  # isort: skip
from trainer.classroom.models import Classroom, Member, Role  # isort: skip
from trainer.quizzes.drawing import draw_questions  # isort: skip
from trainer.quizzes.models import Order, Origin, Policy, Question, Quiz, Reveal  # isort: skip
from trainer.rulebook.queries import teachings  # isort: skip

CATEGORIES = "hard,soft,pair"


def quiz_of(classroom: Classroom, title: str, hands: int, **settings: Any) -> Quiz:
    """A quiz with its hands drawn."""
    teaching = teachings()[0]
    now = timezone.now()
    quiz = Quiz.objects.create(
        classroom=classroom,
        title=title,
        rules=teaching.rule_set.current,
        chart=teaching.chart.current,
        origin=Origin.CATEGORIES,
        categories=CATEGORIES,
        count=hands,
        most_attempts=1,
        policy=Policy.BEST,
        seed=title,
        made_at=now,
        closes_at=now + timedelta(days=1),
        ends_at=now + timedelta(days=1),
        over_at=now + timedelta(days=1),
        **settings,
    )
    Question.objects.bulk_create(draw_questions(quiz))
    return quiz


@transaction.atomic
def fill(students: int, hands: int, live_hands: int) -> dict[str, Any]:
    people = User.objects.bulk_create(
        User(username=f"student-{number}", password=f"!{number}") for number in range(students + 1)
    )
    teacher, *learners = people
    now = timezone.now()
    classroom = Classroom.objects.create(
        owner=teacher, name="A large class", time_zone="UTC", made_at=now
    )
    Member.objects.create(
        classroom=classroom, user=teacher, role=Role.TEACHER, name="Teacher", joined_at=now
    )
    Member.objects.bulk_create(
        Member(classroom=classroom, user=learner, name=learner.username, joined_at=now)
        for learner in learners
    )
    quiz = quiz_of(
        classroom,
        "taken",
        hands,
        order=Order.SHUFFLED,
        reveal=Reveal.AT_ONCE,
        seconds=3600,
        published_at=now,
    )
    draft = quiz_of(classroom, "live", live_hands, order=Order.SAME, reveal=Reveal.AT_ONCE)
    sessions = sign_in(people)
    return {
        "teacher": sessions[0],
        "students": sessions[1:],
        "classroom": str(classroom.public_id),
        "quiz": str(quiz.public_id),
        "draft": str(draft.public_id),
    }


def main() -> None:
    """Migrate, load the rulebook, fill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, required=True)
    parser.add_argument("--hands", type=int, required=True)
    parser.add_argument("--live-hands", type=int, required=True)
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
    call_command("load_rulebook", stdout=sys.stderr)
    print(json.dumps(fill(options.students, options.hands, options.live_hands)))


if __name__ == "__main__":
    main()
