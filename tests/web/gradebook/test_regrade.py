"""GET and POST /quiz/<id>/regrade/: another key, seen before it is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone

from strategy.actions import Code
from strategy.situations import Cell
from tests.factories import decide
from tests.web.conftest import client_of
from tests.web.gradebook.taking import DOUBLE, HIT, SPLIT, STAND, quiz_of, rows, students, take
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.classroom.models import Deed, Member
from trainer.decisions.models import Decision
from trainer.quizzes.models import Attempt, Item, Policy, Question, Quiz, Regrade
from trainer.rulebook.models import ChartVersion, Teaching
from trainer.rulebook.queries import chart_of
from trainer.rulebook.services import keep_own_chart, save_chart

HARD_16 = Cell.parse("hard 16 v 9")


def url_of(quiz) -> str:
    return f"/quiz/{quiz.public_id}/regrade/"


def state() -> list[list[tuple]]:
    """All that regrading can change."""
    models = (Quiz, Question, Attempt, Item, Regrade, Deed)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def next_version(quiz: Quiz, code: Code = Code.S) -> ChartVersion:
    """The quiz's chart with another play of hard 16 v 9, as it is taught from now on."""
    chart = chart_of(quiz.chart)
    changed = replace(chart, cells={**chart.cells, HARD_16: code})
    return save_chart(slug=quiz.chart.chart.slug, chart=changed)[0].current


def partial_chart(quiz: Quiz) -> ChartVersion:
    """A chart for the rules of the quiz that does not say how hard 16 v 9 is played."""
    whole = chart_of(quiz.chart)
    cells = {cell: code for cell, code in whole.cells.items() if cell != HARD_16}
    row, _new = save_chart(slug="some", chart=replace(whole, cells=cells, partial=True))
    Teaching.objects.create(rule_set=quiz.rules.rule_set, chart=row, position=9)
    return row.current


def key(quiz: Quiz, *struck: int, chart: ChartVersion | None = None) -> dict[str, object]:
    return {"chart": (chart or quiz.chart).pk, "struck": list(struck)}


def previewed(client: Client, quiz: Quiz, wanted: dict[str, object]) -> dict[str, object]:
    """The form as the preview hands it back, ready to be saved."""
    response = client.post(url_of(quiz), {**wanted, "preview": "1"})
    assert_page(response)
    digest = page(response).select_one("input[name=digest]")["value"]
    return {**wanted, "digest": digest, "save": "1"}


def changes(response) -> list[list[str]]:
    return rows(response, "[aria-labelledby=preview] tbody tr")


def test_the_form_shows_how_it_is_graded_now(teacher, classroom):
    quiz = quiz_of(classroom, HIT, STAND)
    Question.objects.filter(quiz=quiz, number=2).update(struck=True)
    response = teacher.get(url_of(quiz))
    assert_page(response)
    chosen = page(response).select("option[selected], input[checked]")
    assert [field["value"] for field in chosen] == [str(quiz.chart_id), "2"]
    assert "2: A♠ 7♦ v 8♥" in words(response)


def test_only_charts_that_are_taught_to_everybody_are_offered(teacher, classroom):
    quiz = quiz_of(classroom)
    own = keep_own_chart(owner=classroom.owner, chart=replace(chart_of(quiz.chart), name="Own"))
    assert Teaching.objects.filter(chart=own, rule_set=quiz.rules.rule_set).exists()
    new = next_version(quiz)
    offered = [int(each["value"]) for each in page(teacher.get(url_of(quiz))).select("option")]
    printed = Teaching.objects.filter(rule_set=quiz.rules.rule_set, chart__owner=None)
    assert offered[0] == quiz.chart_id
    assert set(offered) == {quiz.chart_id, *printed.values_list("chart__current", flat=True)}
    assert new.pk in offered
    assert own.current_id not in offered


def test_q_05_old_scores_stand_until_a_regrade_that_was_seen_is_saved(teacher, classroom):
    quiz = quiz_of(classroom, HIT, STAND, SPLIT)
    for member, plays in zip(students(classroom, *"ABC"), ("HSP", "SSP", "HHH"), strict=True):
        take(quiz, member, plays)
    new, before = next_version(quiz), state()
    quiz.refresh_from_db()
    assert (quiz.chart.number, new.number) == (1, 2)

    response = teacher.post(url_of(quiz), {**key(quiz, chart=new), "preview": "1"})
    assert_page(response)
    assert changes(response) == [
        ["A", "before 100% → after 66.7%", "before 3 of 3 → after 2 of 3"],
        ["B", "before 66.7% → after 100%", "before 2 of 3 → after 3 of 3"],
        ["C", "before 33.3% → after 0%", "before 1 of 3 → after 0 of 3"],
    ]
    assert "Question 1: right is Stand, no longer Hit." in words(response)
    assert "The results of 3 students change." in words(response)
    assert state() == before

    response = teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz, chart=new)))
    assert response["Location"] == f"/quiz/{quiz.public_id}/results/"
    quiz.refresh_from_db()
    assert quiz.chart == new
    assert list(Attempt.objects.order_by("pk").values_list("points", flat=True)) == [2, 3, 0]
    first = Item.objects.filter(question__number=1).order_by("pk")
    assert list(first.values_list("action", "right", "correct")) == [
        ("H", "S", False),
        ("S", "S", True),
        ("H", "S", False),
    ]


def test_it_is_written_down_who_changed_what(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND, title="One")
    take(quiz, student, "HH")
    new = next_version(quiz)
    teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz, 2, chart=new)))
    made = Regrade.objects.get()
    assert (made.who, made.changed) == (classroom.owner, 1)
    assert (made.chart_before, made.chart_after) == (quiz.chart, new)
    assert (made.struck_before, made.struck_after) == ([], [2])
    deed = Deed.objects.get(kind="regraded")
    assert (deed.who, deed.subject) == (classroom.owner, quiz.public_id)
    assert deed.details == {"name": "One", "changed": 1}
    trail = words(page(teacher.get(url_of(quiz))).select_one(".trail"))
    assert "Exact chart, version 1, to Exact chart, version 2. Struck: question 2." in trail


def test_a_struck_question_counts_for_nobody_and_can_count_again(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND, SPLIT)
    attempt = take(quiz, student, "HHP")
    assert attempt.cost_millionths
    teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz, 2)))
    after = Attempt.objects.get()
    assert (after.points, after.cost_millionths) == (2, 0)
    assert list(quiz.questions.filter(struck=True).values_list("number", flat=True)) == [2]
    response = teacher.post(url_of(quiz), {**key(quiz), "preview": "1"})
    assert "Counts again: question 2." in words(response)
    assert changes(response) == [
        ["Ada", "before 100% → after 66.7%", "before 2 of 2 → after 2 of 3"]
    ]
    teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz)))
    again = Attempt.objects.get()
    assert (again.points, again.cost_millionths) == (2, attempt.cost_millionths)


@pytest.mark.parametrize(
    ("policy", "grade"),
    [
        (Policy.BEST, "100%"),
        (Policy.FIRST, "before 50% → after 100%"),
        (Policy.LAST, "100%"),
        (Policy.MEAN, "before 75% → after 100%"),
    ],
)
def test_the_grade_changes_by_the_policy(teacher, classroom, student, policy, grade):
    quiz = quiz_of(classroom, HIT, STAND, policy=policy)
    take(quiz, student, "HH")
    take(quiz, student, "HS", number=2)
    response = teacher.post(url_of(quiz), {**key(quiz, 2), "preview": "1"})
    (row,) = changes(response)
    assert row[1] == grade
    assert row[2].startswith("before 1 of 2 → after 1 of 1")


def test_an_attempt_in_progress_is_graded_anew_and_changes_no_result(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND)
    take(quiz, student, "H.", over=False)
    new = next_version(quiz)
    response = teacher.post(url_of(quiz), {**key(quiz, chart=new), "preview": "1"})
    assert "Nobody's result changes." in words(response)
    teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz, chart=new)))
    attempt = Attempt.objects.get()
    assert (attempt.points, attempt.cost_millionths) == (0, 0)  # wrong now, and still the best
    assert Item.objects.get(question__number=2).correct is None
    assert Regrade.objects.get().changed == 0


def test_those_who_have_left_are_regraded_and_told_apart(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND)
    take(quiz, student, "HH")
    Member.objects.filter(pk=student.pk).update(left_at=timezone.now())
    response = teacher.post(url_of(quiz), {**key(quiz, 2), "preview": "1"})
    assert changes(response)[0][0] == "Ada has left the class"


def test_the_log_is_not_touched(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND)
    attempt = take(quiz, student, "HS")
    decide(student.user, HIT, "H", sitting=attempt.public_id)
    before = list(Decision.objects.values())
    teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz, chart=next_version(quiz))))
    assert list(Decision.objects.values()) == before


def test_only_what_was_seen_is_saved(teacher, classroom, student):
    """Not without a preview, nor with another choice, nor when an answer has come since."""
    quiz = quiz_of(classroom, HIT, STAND, SPLIT)
    attempt = take(quiz, student, "HHP")
    seen = previewed(teacher, quiz, key(quiz, 2))
    for sent in ({**key(quiz, 2), "save": "1"}, {**seen, "struck": [3]}):
        before = state()
        response = teacher.post(url_of(quiz), sent)
        assert_page(response, 409)
        assert "This is not what the preview showed" in words(response)
        assert changes(response)
        assert state() == before
    attempt.points = 3
    attempt.save()
    response = teacher.post(url_of(quiz), seen)
    assert_page(response, 409)
    assert not Regrade.objects.exists()
    fresh = page(response).select_one("input[name=digest]")["value"]
    assert fresh != seen["digest"]
    assert teacher.post(url_of(quiz), {**seen, "digest": fresh}).status_code == 302


def test_a_second_click_changes_nothing(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND)
    take(quiz, student, "HH")
    form = previewed(teacher, quiz, key(quiz, 2))
    teacher.post(url_of(quiz), form)
    before = state()
    response = teacher.post(url_of(quiz), form)
    assert response["Location"] == f"/quiz/{quiz.public_id}/results/"
    assert state() == before
    assert Regrade.objects.count() == 1


def test_what_is_so_already_cannot_be_saved(teacher, classroom, student):
    quiz = quiz_of(classroom)
    take(quiz, student, "HS")
    response = teacher.post(url_of(quiz), {**key(quiz), "preview": "1"})
    assert "Nothing: the quiz is graded so already." in words(response)
    assert not page(response).select("button[name=save]")


@pytest.mark.parametrize("struck", [(), (1,)], ids=["counting", "struck"])
def test_a_chart_that_says_nothing_of_a_question_is_refused(teacher, classroom, student, struck):
    """Also where the question is struck: it would still be asked, and nothing could grade it."""
    quiz = quiz_of(classroom, HIT, DOUBLE)
    take(quiz, student, "HD")
    before = state()
    sent = key(quiz, *struck, chart=partial_chart(quiz))
    response = teacher.post(url_of(quiz), {**sent, "preview": "1"})
    assert_page(response, 422)
    assert "This chart says nothing of question 1. Choose another chart." in words(response)
    assert not page(response).select("button[name=save]")
    assert teacher.post(url_of(quiz), {**sent, "save": "1", "digest": "x"}).status_code == 422
    assert state() == before


def test_a_quiz_can_leave_a_chart_that_says_nothing_of_a_question(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, DOUBLE)
    take(quiz, student, "HD")
    whole = quiz.chart
    Quiz.objects.update(chart=partial_chart(quiz))
    quiz.refresh_from_db()
    assert teacher.post(url_of(quiz), previewed(teacher, quiz, key(quiz, chart=whole)))
    quiz.refresh_from_db()
    assert quiz.chart == whole


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"chart": "0"},
        {"chart": "x", "struck": "1"},
        {"struck": "3"},
        {"struck": "x"},
        {"struck": ["1", "2"]},
    ],
    ids=str,
)
def test_what_cannot_be_chosen_is_refused(teacher, classroom, student, sent):
    quiz = quiz_of(classroom, HIT, STAND)
    take(quiz, student, "HS")
    before = state()
    filled = {"chart": quiz.chart_id, **sent} if sent else {}
    response = teacher.post(url_of(quiz), {**filled, "save": "1"})
    assert_page(response, 422)
    assert page(response).select(".invalid-feedback")
    assert state() == before


def test_an_archived_class_cannot_be_regraded(teacher, classroom):
    quiz = quiz_of(classroom)
    form = previewed(teacher, quiz, key(quiz, 1))
    classroom.archived_at = timezone.now()
    classroom.save()
    before = state()
    for response in (teacher.get(url_of(quiz)), teacher.post(url_of(quiz), form)):
        assert response.status_code == 403
    assert state() == before


def test_a_draft_is_not_regraded(teacher, classroom):
    assert teacher.get(url_of(quiz_of(classroom, published_at=None))).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_it_is_for_teachers_of_the_class(classroom, student, nobody, client, method):
    quiz = quiz_of(classroom)
    sent = {**key(quiz, 1), "preview": "1"}
    before = state()
    assert getattr(client_of(student.user), method)(url_of(quiz), sent).status_code == 403
    assert getattr(nobody, method)(url_of(quiz), sent).status_code == 404
    assert getattr(client, method)(url_of(quiz), sent).status_code == 302
    assert state() == before


def test_a_forged_form_is_refused(classroom):
    client = Client(enforce_csrf_checks=True)
    client.force_login(classroom.owner)
    quiz = quiz_of(classroom)
    assert client.post(url_of(quiz), {**key(quiz, 1), "save": "1"}).status_code == 403


def test_other_methods_are_refused(teacher, classroom):
    assert_refused_method(teacher.put(url_of(quiz_of(classroom))), "GET", "HEAD", "POST")


def test_the_number_of_queries_does_not_grow(teacher, classroom):
    quiz = quiz_of(classroom, HIT, STAND)
    sent = []
    for names in ("a", "bcdef"):
        for member in students(classroom, *names):
            take(quiz, member, "HH")
        for wanted in (key(quiz, 2), key(quiz)):
            with statements() as preview:
                form = previewed(teacher, quiz, wanted)
            with statements() as save:
                teacher.post(url_of(quiz), form)
            sent.append((len(preview), len(save)))
    assert sent[1] == sent[3]
    assert sent[2] == (sent[0][0] + 1, sent[0][1])  # now there is a trail to tell
