"""How hard a question was, whether it tells the able apart, and how far a quiz can be relied on.

All from a table of marks: a row for each student, a column for each question. A question that was
asked and left unanswered counts as wrong. The formulas are those of Crocker and Algina,
*Introduction to Classical and Modern Test Theory* (1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from math import sqrt
from typing import Final

Marks = Sequence[Sequence[bool | None]]
"""Students by questions: right or wrong, None where the student was not asked."""

FEWEST: Final = 5
"""Of four students, chance alone gives a correlation of 0.9 or more either way one time in ten."""
LOW: Final = 0.75
"""A question tells most where about so many are right: midway between all of them and the half that
guess right among two plays (Lord 1952)."""
EASY: Final = 0.9
"""From here on hardly anybody is told apart."""
POOR: Final = 0.2
"""Below it a question is to be looked at again (Ebel 1965)."""
LARGE_GAP: Final = 0.05
"""Bets between the two best plays. Six cells in seven have more between them (6D S17): such a hand
is no matter of fine judgement."""
DOMINANT: Final = 2 / 3
"""So much of the wrong answers is one play: they are no slips, but a rule that is followed."""
FEWEST_ERRORS: Final = 3
"""One or two wrong answers are no rule."""


class Finding(Enum):
    """What the figures of a question say."""

    EASY = "easy"
    HARD = "hard"
    """Many are wrong where the best two plays are close."""
    MISUNDERSTOOD = "misunderstood"
    """Many are wrong, and alike, where the right play is far better: it was taught wrong."""
    FLAT = "flat"
    """Those who did well elsewhere are not right more often."""
    REVERSED = "reversed"
    """They are wrong more often, and beyond chance: the key may be wrong."""

    @property
    def is_serious(self) -> bool:
        """Something has to be done about it."""
        return self in (Finding.MISUNDERSTOOD, Finding.REVERSED)


def facility(marks: Marks, question: int) -> float | None:
    """The share of those asked who were right; None where nobody was asked."""
    asked = [row[question] for row in marks if row[question] is not None]
    return sum(map(bool, asked)) / len(asked) if asked else None


def discriminations(marks: Marks) -> list[float | None]:
    """For each question how being right goes with being right elsewhere, -1 to 1: the corrected
    item-total correlation, which is the point-biserial one of the question with the rest of the
    quiz.

    The rest is the share right of the other questions that the student was asked. None for fewer
    than FEWEST students, and where all are alike.
    """
    known = [[mark for mark in row if mark is not None] for row in marks]
    totals = [(sum(row), len(row)) for row in known]
    found = []
    for question in range(len(marks[0]) if marks else 0):
        pairs = [
            (float(mark), (right - mark) / (asked - 1))
            for row, (right, asked) in zip(marks, totals, strict=True)
            if (mark := row[question]) is not None and asked > 1
        ]
        found.append(_correlation(pairs) if len(pairs) >= FEWEST else None)
    return found


def _correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None where one side does not vary."""
    count = len(pairs)
    mean_x, mean_y = sum(x for x, _ in pairs) / count, sum(y for _, y in pairs) / count
    var_x = sum((x - mean_x) ** 2 for x, _ in pairs)
    var_y = sum((y - mean_y) ** 2 for _, y in pairs)
    if var_x < _NOTHING or var_y < _NOTHING:
        return None
    return sum((x - mean_x) * (y - mean_y) for x, y in pairs) / sqrt(var_x * var_y)


_NOTHING: Final = 1e-12
"""What rounding leaves of no variance."""


def reliability(marks: Marks) -> float | None:
    """Cronbach's alpha, which for right and wrong is formula 20 of Kuder and Richardson (1937):
    k / (k - 1) times 1 - (sum of p q) / (variance of the totals).

    1 would be a quiz that ranks the students alike each time; it is below 0 where questions go
    against each other. None for fewer than FEWEST students or two questions, where all totals are
    alike, and where students were asked different questions.
    """
    questions = len(marks[0]) if marks else 0
    if len(marks) < FEWEST or questions < 2 or any(None in row for row in marks):
        return None
    totals = [sum(map(bool, row)) for row in marks]
    mean = sum(totals) / len(totals)
    variance = sum((total - mean) ** 2 for total in totals) / len(totals)
    if not variance:
        return None
    shares = [sum(bool(row[at]) for row in marks) / len(marks) for at in range(questions)]
    return questions / (questions - 1) * (1 - sum(p * (1 - p) for p in shares) / variance)


def findings(
    *,
    students: int,
    facility: float,
    discrimination: float | None,
    gap: float,
    wrong: int,
    commonest: int,
) -> list[Finding]:
    """What the figures of a question say, of which ``commonest`` of ``wrong`` errors are one play.

    ``students`` were asked it, of whom ``facility`` were right; ``gap`` is what lies between its
    two best plays, in bets. One of which nothing is to be said has none.
    """
    found = [Finding.EASY] if facility >= EASY else []
    if facility < LOW:
        alike = wrong >= FEWEST_ERRORS and commonest >= DOMINANT * wrong
        if gap < LARGE_GAP:
            found.append(Finding.HARD)
        elif alike:
            found.append(Finding.MISUNDERSTOOD)
    if discrimination is not None and discrimination < -_BEYOND_CHANCE / sqrt(students - 1):
        found.append(Finding.REVERSED)
    elif discrimination is not None and discrimination < POOR and facility < EASY:
        found.append(Finding.FLAT)
    return found


_BEYOND_CHANCE: Final = 1.96
"""Standard errors. Of a correlation that is none in truth it is 1 over the root of n - 1."""


def ranks(scores: Iterable[float | None]) -> list[int | None]:
    """The place of each score as in sport: those alike share one, and the next are left out.

    >>> ranks([100.0, 99.0, None, 100.0])
    [1, 3, None, 1]
    """
    rounded = [None if score is None else round(score, 1) for score in scores]
    ordered = sorted((score for score in rounded if score is not None), reverse=True)
    places: dict[float, int] = {}
    for place, score in enumerate(ordered, start=1):
        places.setdefault(score, place)
    return [None if score is None else places[score] for score in rounded]
