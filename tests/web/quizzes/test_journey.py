"""From making a quiz to its result, as a teacher and a student go through it."""

from __future__ import annotations

from django.urls import reverse

from tests.web.pages import page, words
from tests.web.quizzes.builder import filled
from trainer.classroom.models import Deed
from trainer.quizzes.models import Attempt, Quiz


def test_a_quiz_is_made_published_taken_and_closed(teacher, student, classroom):
    new = reverse("quizzes:new", args=[classroom.public_id])
    assert teacher.get(new).status_code == 200
    made = teacher.post(new, filled())
    assert made.status_code == 302, words(made)
    quiz = Quiz.objects.get()
    address = reverse("quizzes:quiz", args=[quiz.public_id])
    assert made["Location"] == address
    assert student.get(address).status_code == 404
    assert len(page(teacher.get(address)).select("tbody tr")) >= 3
    assert teacher.post(f"{address}publish/").status_code == 302
    assert "not taken yet" in words(
        student.get(reverse("quizzes:class", args=[classroom.public_id]))
    )
    started = student.post(f"{address}start/")
    assert started.status_code == 302
    for number in range(3):
        shown = student.get(started["Location"])
        form = page(shown).select_one("form.actions")
        assert f"{number} of 3" in words(shown)
        assert student.post(form["action"], {"action": "S"}).status_code == 302
    over = student.get(started["Location"])
    assert over.status_code == 302
    shown = student.get(over["Location"])
    assert "The best attempt counts." in words(shown)
    assert Attempt.objects.get().answered == 3
    front = reverse("quizzes:class", args=[classroom.public_id])
    assert "1 of 1 finished" in words(teacher.get(front))
    assert teacher.post(f"{address}close/").status_code == 302
    assert "Closed" in words(teacher.get(address))
    kinds = set(Deed.objects.values_list("kind", flat=True))
    assert kinds == {"quiz made", "quiz published", "quiz closed"}
