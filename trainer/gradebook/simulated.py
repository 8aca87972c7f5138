"""Students who do not exist: what each believes of the game, how often each slips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from strategy.actions import Action
from strategy.charts import Chart
from strategy.dealing import Deal
from strategy.grading import Verdict, grade
from strategy.habits import Question as Asked
from strategy.misconceptions import Follower, misconception
from strategy.rules import Rules
from trainer.gradebook.statistics import LARGE_GAP
from trainer.quizzes.models import Question, Quiz
from trainer.rulebook.queries import chart_of, rules_of
from trainer.rulebook.solutions import solved

CLOSE_CALLS: Final = 3
"""So many times as often a student slips where the two best plays are close."""


@dataclass(frozen=True, slots=True)
class Student:
    """A student with a name."""

    name: str
    slips: float
    """How often another play is made than the one that the student means."""
    beliefs: tuple[str, ...] = ()
    """Misconceptions that they follow; of several the first that has a say."""
    takes_part: bool = True
    late: bool = False


STUDENTS: Final[Sequence[Student]] = (
    Student("Ada Lindqvist", 0.01),
    Student("Bruno Keller", 0.02),
    Student("Carla Mendes", 0.03),
    Student("Dmitri Orlov", 0.04),
    Student("Elif Aydin", 0.05),
    Student("Farid Haddad", 0.06, late=True),
    Student("Greta Nilsen", 0.06),
    Student("Hugo Fontaine", 0.08),
    Student("Ines Carvalho", 0.08),
    Student("Jonas Weber", 0.1),
    Student("Kira Novak", 0.12),
    Student("Liam Byrne", 0.15),
    Student("Maja Kowalska", 0.04, ("never-doubles-soft",)),
    Student("Noah Jansen", 0.06, ("never-doubles-soft",)),
    Student("Oona Virtanen", 0.08, ("never-doubles-soft", "stands-on-12")),
    Student("Pavel Dvorak", 0.05, ("never-hits-soft-18",)),
    Student("Quentin Roche", 0.06, ("never-hits-soft-18",)),
    Student("Rosa Ibarra", 0.07, ("never-hits-soft-18", "never-doubles-soft")),
    Student("Samir Khalil", 0.08, ("never-hits-soft-18", "never-hits-15-16")),
    Student("Tara O'Neill", 0.05, ("never-hits-soft-18",)),
    Student("Umut Demir", 0.06, ("stands-on-12-v-weak",)),
    Student("Vera Sokolova", 0.08, ("stands-on-12",)),
    Student("Wim de Vries", 0.05, ("never-hits-15-16",)),
    Student("Xenia Pappas", 0.08, ("never-busts",)),
    Student("Yannick Moreau", 0.1, ("never-busts", "never-hits-soft-18")),
    Student("Zoë Ångström", 0.06, ("splits-aces-and-eights-only",)),
    Student("Arjun Rao", 0.08, ("splits-aces-and-eights-only", "never-hits-soft-18")),
    Student("Bianca Greco", 0.12, ("copies-the-dealer",)),
    Student("Chen Wei", 0.1, ("doubles-v-weak-only", "never-splits-nines")),
    Student("Daniel Okafor", 0.1, takes_part=False),
)
"""Thirty: some who know the chart, many who share an error, one who is late, one who never came."""


class Table:
    """A quiz as simulated students meet it: each of its hands is graded once for each play."""

    def __init__(self, quiz: Quiz) -> None:
        self.quiz = quiz
        self._verdicts: dict[tuple[int, Action], Verdict] = {}

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.quiz.rules)

    @cached_property
    def chart(self) -> Chart:
        return chart_of(self.quiz.chart)

    def followers(self, student: Student) -> list[Follower]:
        return [
            misconception(slug).follower(self.rules, self.chart, lambda rules: solved(rules).chart)
            for slug in student.beliefs
        ]

    def answer(
        self, question: Question, student: Student, followers: Sequence[Follower], random: Random
    ) -> Verdict:
        """What the student plays, graded."""
        situation = Deal.parse(question.deal).situation(self.rules)
        right = self.chart.advise(situation).action
        asked = Asked(situation, situation.cell, right)
        meant = (follower.play(asked) for follower in followers)
        play = next((play for play in meant if play is not right), right)
        close = question.gap_millionths < 1_000_000 * LARGE_GAP
        if random.random() < student.slips * (CLOSE_CALLS if close else 1):
            play = random.choice([other for other in situation.allowed if other is not play])
        key = question.pk, play
        if key not in self._verdicts:
            self._verdicts[key] = grade(situation, play, self.chart)
        return self._verdicts[key]
