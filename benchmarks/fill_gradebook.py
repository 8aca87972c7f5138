"""Fill a fresh database with a class: its students, its quizzes, and what they answered.

Run by gradebook.py in the site's environment. Prints as JSON the teacher's session key and the
addresses to ask for.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from fill import call_command, people, sign_in, store

# fill has set Django up
from django.urls import reverse  # isort: skip
from django.utils import timezone  # isort: skip
from strategy.dealing import cells_of, deal_cell  # isort: skip
from strategy.grading import Verdict, grade  # isort: skip
from strategy.situations import Category  # isort: skip
from trainer.classroom.models import Classroom, Member, Role  # isort: skip
from trainer.quizzes.models import (  # isort: skip
    Attempt,
    Item,
    Order,
    Origin,
    Policy,
    Question,
    Quiz,
    Reveal,
)
from trainer.rulebook.queries import chart_of, rules_of, teachings  # isort: skip

RIGHT, AGAIN, UNFINISHED = 0.8, 0.2, 0.05
"""Shares: of right answers, of second attempts, of attempts that nobody has ended."""
LATE_EVERY = 25


def classroom(students: int) -> tuple[Classroom, list[Member]]:
    """A class with a teacher, whose students all have an account."""
    teacher, *users = [user for user in people(2 * (students + 1)) if not user.is_guest]
    now = timezone.now()
    made = Classroom.objects.create(
        owner=teacher, name="Measured", time_zone="Europe/Berlin", made_at=now
    )
    Member.objects.create(
        classroom=made, user=teacher, role=Role.TEACHER, name="Teacher", joined_at=now
    )
    members = [
        Member(
            classroom=made,
            user=user,
            name=f"Student {number}",
            number=str(number),
            section=f"Section {number % 4}",
            joined_at=now,
        )
        for number, user in enumerate(users)
    ]
    return made, Member.objects.bulk_create(members)


def quiz(room: Classroom, number: int, hands: int, random: Random) -> tuple[Quiz, list[Question]]:
    """A quiz of random hands, which was due a while ago and has been late for some days."""
    teaching = teachings()[0]
    version, chart = teaching.rule_set.current, teaching.chart.current
    assert version is not None
    assert chart is not None
    now, rules = timezone.now(), rules_of(version)
    made = Quiz.objects.create(
        classroom=room,
        title=f"Quiz {number}",
        rules=version,
        chart=chart,
        origin=Origin.CATEGORIES,
        categories="hard,soft,pair",
        count=hands,
        order=Order.SHUFFLED,
        policy=list(Policy)[number % len(Policy)],
        reveal=Reveal.CLOSED,
        seed=str(number),
        grace_days=20,
        made_at=now - timedelta(days=30),
        published_at=now - timedelta(days=30),
        closes_at=now - timedelta(days=10),
        ends_at=now + timedelta(days=10),
        over_at=now + timedelta(days=10),
    )
    cells = cells_of(rules, chart_of(chart), set(Category), longer=False)
    questions = []
    for at in range(1, hands + 1):
        cell = random.choice(cells)
        questions.append(
            Question(
                quiz=made,
                number=at,
                stratum=at,
                cell=str(cell),
                deal=str(deal_cell(rules, cell, random, longer=False)),
                gap_millionths=random.randrange(300_000),
            )
        )
    return made, Question.objects.bulk_create(questions)


def verdicts(made: Quiz, question: Question) -> list[Verdict]:
    """Of every play that the hand allows, the right one first."""
    from strategy.dealing import Deal

    situation = Deal.parse(question.deal).situation(rules_of(made.rules))
    found = [grade(situation, action, chart_of(made.chart)) for action in situation.allowed]
    return sorted(found, key=lambda verdict: not verdict.correct)


def take(
    made: Quiz, questions: Sequence[Question], members: Sequence[Member], random: Random
) -> int:
    """Attempts of all members, some of them two; returns how many items there are."""
    told = {question.pk: verdicts(made, question) for question in questions}
    begun = timezone.now() - timedelta(days=15)
    attempts, items = [], []
    for at, member in enumerate(members):
        late = timedelta(days=7) if at % LATE_EVERY == 0 else timedelta()
        for number in range(1, 3 if random.random() < AGAIN else 2):
            moment = begun + late + timedelta(hours=number)
            attempt = Attempt(
                quiz=made,
                member=member,
                learner_id=member.user_id,
                number=number,
                started_at=moment,
                ended_at=None if random.random() < UNFINISHED else moment + timedelta(minutes=5),
                answered=len(questions),
            )
            attempts.append(attempt)
            for place, question in enumerate(questions, 1):
                choices = told[question.pk]
                verdict = choices[0] if random.random() < RIGHT else random.choice(choices)
                cost = 0 if verdict.correct else round(1_000_000 * verdict.cost)
                attempt.points += verdict.correct
                attempt.cost_millionths += cost
                items.append(
                    Item(
                        attempt=attempt,
                        question=question,
                        number=place,
                        asked_at=moment,
                        answered_at=moment + timedelta(seconds=9 * place),
                        action=verdict.action.value,
                        right=verdict.right.value,
                        correct=verdict.correct,
                        cost_millionths=round(1_000_000 * verdict.cost),
                        thinking_ms=3_000,
                    )
                )
            if attempt.ended_at is None:
                break
    store(attempts)
    for item in items:
        item.attempt_id = item.attempt.pk
    store(items)
    return len(items)


def fill(students: int, quizzes: int, hands: int) -> dict[str, Any]:
    random = Random(7)
    room, members = classroom(students)
    made, items = [], 0
    for number in range(1, quizzes + 1):
        one, questions = quiz(room, number, hands, random)
        items += take(one, questions, members, random)
        made.append(one)
    last = made[-1].public_id
    of_class = {
        name: reverse(f"gradebook:{address}", args=[room.public_id])
        for name, address in (
            ("results", "results"),
            ("results as CSV", "csv"),
            ("results as XLSX", "xlsx"),
            ("class chart", "chart"),
        )
    }
    return {
        "session": sign_in([room.owner])[0],
        "attempts": Attempt.objects.count(),
        "items": items,
        "pages": {
            **of_class,
            "a section, by rank": f"{of_class['results']}?section=Section+1&sort=rank",
            "quiz": reverse("gradebook:quiz", args=[last]),
            "student": reverse("gradebook:student", args=[room.public_id, members[0].public_id]),
            "regrading": reverse("gradebook:regrade", args=[last]),
        },
    }


def main() -> None:
    """Migrate, load the rulebook, fill."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("students", "quizzes", "hands"):
        parser.add_argument(f"--{name}", type=int, required=True)
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
    call_command("load_rulebook", stdout=sys.stderr)
    print(json.dumps(fill(options.students, options.quizzes, options.hands)))


if __name__ == "__main__":
    main()
