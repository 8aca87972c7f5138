"""GET and POST /live/class/<id>/: a teacher opens a live quiz, a student is led to it."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from tests.factories import ClassroomFactory, QuizFactory
from tests.web.conftest import client_of
from tests.web.live.conftest import at
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.live import services
from trainer.live.models import LiveQuiz
from trainer.quizzes.models import Quiz


def form(quiz, **changes):
    return {"quiz": str(quiz.public_id), "seconds": "20", **changes}


def test_a_teacher_opens_a_live_quiz_with_the_hands_of_a_quiz(cast):
    response = cast.teacher.post(cast.address(), form(cast.quiz, standings="on"))
    live = LiveQuiz.objects.get()
    assert response["Location"] == at("wall", live)
    assert (live.title, live.seconds, live.standings) == ("Sixteens", 20, True)
    assert list(live.hands.values_list("number", "deal")) == [
        (1, "TS 6D v 9H"),
        (2, "AS 7D v 8H"),
    ]


def test_struck_hands_are_not_asked_and_of_equally_difficult_ones_one_is(cast):
    cast.quiz.questions.filter(number=1).update(struck=True)
    first = cast.quiz.questions.get(number=2)
    first.pk, first.number, first.deal = None, 3, "AD 7D v 8H"
    first.save()
    assert list(cast.open().hands.values_list("deal", flat=True)) == ["AD 7D v 8H"]


def test_only_quizzes_that_nobody_can_be_taking_are_offered(cast):
    end = {"published_at": timezone.now(), "ends_at": timezone.now() - timedelta(hours=1)}
    QuizFactory(classroom=cast.classroom, title="Open one")
    over = QuizFactory(classroom=cast.classroom, title="Closed one")
    longer = QuizFactory(classroom=cast.classroom, title="Longer for one")
    Quiz.objects.filter(pk=over.pk).update(**end, over_at=end["ends_at"])
    Quiz.objects.filter(pk=longer.pk).update(**end, over_at=timezone.now() + timedelta(hours=1))
    QuizFactory(title="Of another class", published_at=None)
    assert_page(cast.teacher.get(cast.address()))
    options = page(cast.teacher.get(cast.address())).find("select", id="id_quiz").find_all("option")
    assert {option.text for option in options} == {"Sixteens", "Closed one"}


def test_a_quiz_that_is_not_offered_is_refused(cast):
    other = QuizFactory(published_at=None)
    for data in (form(other), form(cast.quiz, seconds="7"), {}):
        assert_page(cast.teacher.post(cast.address(), data), 422)
    assert not LiveQuiz.objects.exists()


def test_without_a_quiz_it_is_said_what_to_do(rulebook):
    classroom = ClassroomFactory()
    response = client_of(classroom.owner).get(f"/live/class/{classroom.public_id}/")
    assert "make one and leave it a draft" in words(response)


def test_one_is_running_at_a_time(cast):
    first = cast.open()
    response = cast.teacher.post(cast.address(), form(cast.quiz))
    assert response["Location"] == at("wall", first)
    assert LiveQuiz.objects.count() == 1
    assert "A live quiz is running: Sixteens." in words(cast.teacher.get(cast.address()))
    services.end_live(user=cast.classroom.owner, live_id=first.public_id)
    cast.teacher.post(cast.address(), form(cast.quiz))
    assert LiveQuiz.objects.count() == 2
    assert page(cast.teacher.get(cast.address())).find("a", href=at("wall", first))


def test_it_is_in_the_trail_of_the_class(cast):
    cast.open()
    trail = cast.teacher.get(reverse("classroom:trail", args=[cast.classroom.public_id]))
    assert "opened a live quiz of “Sixteens”." in words(trail)


def test_an_archived_class_has_none(cast):
    cast.classroom.archived_at = timezone.now()
    cast.classroom.save()
    response = cast.teacher.post(cast.address(), form(cast.quiz))
    assert response.status_code == 403
    assert "This class is archived" in words(response)
    assert not LiveQuiz.objects.exists()


def test_a_student_is_led_to_the_one_that_is_running(cast):
    assert "No live quiz is running" in words(cast.ann_phone.get(cast.address()))
    live = cast.open()
    assert cast.ann_phone.get(cast.address())["Location"] == at("phone", live)


def test_a_student_opens_none(cast):
    assert cast.ann_phone.post(cast.address(), form(cast.quiz)).status_code == 403
    assert not LiveQuiz.objects.exists()


def test_strangers_find_nothing(cast, stranger):
    response = stranger.get(cast.address())
    if "_auth_user_id" in stranger.session:
        assert response.status_code == 404
    else:
        assert response["Location"].startswith("/account/login/?next=")


def test_other_methods_are_refused(cast):
    assert_refused_method(cast.teacher.put(cast.address()), "GET", "HEAD", "POST")


def test_it_takes_as_many_queries_however_many_there_were(cast):
    def queries() -> int:
        with statements() as sent:
            cast.teacher.get(cast.address())
        return len(sent)

    services.end_live(user=cast.classroom.owner, live_id=cast.open().public_id)
    few = queries()
    for _again in range(3):
        QuizFactory(classroom=cast.classroom, published_at=None)
        services.end_live(user=cast.classroom.owner, live_id=cast.open().public_id)
    assert queries() == few
