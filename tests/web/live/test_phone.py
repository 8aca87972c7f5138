"""The phone: /live/<id>/, joining and answering."""

from __future__ import annotations

import json

import time_machine
from django.utils import timezone

from tests.web.live.conftest import at
from tests.web.pages import HTMX, assert_page, assert_part, page, statements, words
from trainer.decisions.models import Decision, Mode
from trainer.live import services
from trainer.live.models import LiveAnswer, Player


def test_a_student_joins_once(cast):
    live = cast.open()
    response = cast.ann_phone.get(at("phone", live))
    assert_page(response)
    assert "You take part as Ann Aster." in words(response)
    for _click in range(2):
        response = cast.ann_phone.post(at("join", live), follow=True)
    assert "You are in." in words(response)
    assert Player.objects.count() == 1


def test_who_comes_late_joins_in_the_middle(cast):
    live = cast.ask(cast.open())
    response = cast.ann_phone.post(at("join", live), follow=True)
    assert page(response).find("form", class_="actions")


def test_an_answer_is_graded_logged_and_shown_only_on_the_board(cast):
    live = cast.open()
    cast.join(live)
    cast.ask(live)
    response = cast.ann_phone.post(at("answer", live, 1), {"action": "S"}, headers=HTMX)
    assert_part(response)
    said = words(response)
    assert "Your answer is in" in said
    assert "You played: Stand" in said
    assert "Right" not in said
    assert "Wrong" not in said
    assert not Decision.objects.exists(), "a log would tell what is right"
    cast.ben_phone.post(at("answer", live, 1), {"action": "H"})
    decision = Decision.objects.get(learner=cast.ann.user)
    assert (decision.mode, decision.correct) == (Mode.QUIZ, False)
    answer = LiveAnswer.objects.get(learner=cast.ann.user)
    assert (decision.key, decision.decided_at) == (answer.public_id, answer.answered_at)
    said = words(cast.ann_phone.get(at("phone", live)))
    assert "Wrong" in said
    assert "Right: Hit" in said
    assert "Ben" not in said
    player = Player.objects.get(member=cast.ann)
    assert (player.answered, player.correct) == (1, 0)
    assert player.cost_millionths == decision.cost_millionths > 0


def test_the_first_answer_stands(cast):
    live = cast.open()
    cast.join(live)
    cast.ask(live)
    cast.ann_phone.post(at("answer", live, 1), {"action": "S"})
    response = cast.ann_phone.post(at("answer", live, 1), {"action": "H"}, headers=HTMX)
    assert_part(response, 409)
    assert "The first answer stands." in words(response)
    assert LiveAnswer.objects.get().action == "S"
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    assert Decision.objects.get().action == "S"


def test_an_answer_on_its_way_counts_and_a_later_one_does_not(cast):
    with time_machine.travel("2026-03-02 10:00:00Z", tick=False) as clock:
        live = cast.open(seconds=20)
        cast.join(live)
        cast.ask(live)
        clock.shift(21.4)
        assert "Right:" not in words(cast.ben_phone.get(at("phone", live)))
        assert cast.ann_phone.post(at("answer", live, 1), {"action": "H"}).status_code == 302
        clock.shift(0.2)
        assert "Right:" in words(cast.ben_phone.get(at("phone", live)))
        response = cast.ben_phone.post(at("answer", live, 1), {"action": "H"})
        assert response.status_code == 409
        assert "This hand takes no more answers." in words(response)
    assert LiveAnswer.objects.count() == 1


def test_a_hand_that_was_closed_before_its_time_takes_no_answer(cast):
    live = cast.open()
    cast.join(live)
    cast.ask(live)
    services.close_hand(user=cast.classroom.owner, live_id=live.public_id, number=1)
    assert cast.ann_phone.post(at("answer", live, 1), {"action": "H"}).status_code == 409


def test_exports_and_history_tell_nothing_while_a_hand_is_asked(cast):
    live = cast.open()
    cast.join(live)
    cast.ask(live)
    cast.ann_phone.post(at("answer", live, 1), {"action": "S"})
    for closed in (False, True):
        told = json.loads(cast.ann_phone.post("/account/data/json/").getvalue())
        (answer,), (player,) = told["live_answers"], told["live_players"]
        assert (answer["correct"], len(told["decisions"])) == ((False, 1) if closed else (None, 0))
        assert player["correct"] is None
        services.close_hand(user=cast.classroom.owner, live_id=live.public_id, number=1)


def test_a_class_that_is_archived_plays_no_more(cast):
    live = cast.open()
    cast.join(live, cast.ann)
    cast.ask(live)
    cast.classroom.archived_at = timezone.now()
    cast.classroom.save()
    for response in (
        cast.ann_phone.post(at("answer", live, 1), {"action": "H"}),
        cast.ben_phone.post(at("join", live)),
        cast.teacher.post(at("ask", live), {"number": 1}),
    ):
        assert response.status_code == 403
    assert cast.teacher.post(at("end", live)).status_code == 302


def test_a_place_is_told_among_those_who_are_in_the_class(cast):
    live = cast.open(standings=True)
    cast.join(live)
    cast.ask(live)
    cast.ann_phone.post(at("answer", live, 1), {"action": "S"})
    cast.ben_phone.post(at("answer", live, 1), {"action": "H"})
    cast.ben.left_at = timezone.now()
    cast.ben.save()
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    assert "That is place 1 of 1." in words(cast.ann_phone.get(at("phone", live)))


def test_another_hand_than_the_one_asked_takes_no_answer(cast):
    live = cast.open()
    for number in (0, 1, 2):
        response = cast.ann_phone.post(at("answer", live, number), {"action": "H"})
        assert response.status_code == 409
    cast.ask(live)
    assert cast.ann_phone.post(at("answer", live, 2), {"action": "H"}).status_code == 409
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    assert cast.ann_phone.post(at("answer", live, 1), {"action": "H"}).status_code == 409
    assert not LiveAnswer.objects.exists()


def test_what_is_no_play_or_not_allowed_is_refused(cast):
    live = cast.ask(cast.open())
    cast.join(live)
    for action, status in (("", 400), ("X", 400), ("P", 422)):
        response = cast.ann_phone.post(at("answer", live, 1), {"action": action})
        assert_page(response, status)
    assert not LiveAnswer.objects.exists()


def test_no_page_knows_what_is_right_or_comes_before_it_may(cast):
    live = cast.ask(cast.open())
    cast.join(live)
    text = cast.ann_phone.get(at("phone", live)).content.decode()
    for told in ("right", "best", "costs"):
        assert f">{told}<" not in text.lower()
    assert "live-board" not in text
    assert "#7D" not in text, "a card of the second hand"


def test_at_the_end_everybody_reads_their_own_result(cast):
    live = cast.open(standings=True)
    cast.join(live)
    cast.ask(live)
    cast.ann_phone.post(at("answer", live, 1), {"action": "S"})
    cast.ben_phone.post(at("answer", live, 1), {"action": "H"})
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    said = words(cast.ann_phone.get(at("phone", live)))
    assert "0 of your 1 answers were right." in said
    assert "That is place 2 of 2." in said
    assert "Ben" not in said


def test_without_standings_nobody_is_told_a_place(cast):
    live = cast.ask(cast.open())
    cast.join(live)
    cast.ann_phone.post(at("answer", live, 1), {"action": "H"})
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    said = words(cast.ann_phone.get(at("phone", live)))
    assert "1 of your 1 answers" in said
    assert "place" not in said
    said = words(cast.ben_phone.get(at("phone", live)))
    assert "You answered nothing in this quiz." in said


def test_teachers_do_not_play(cast):
    live = cast.ask(cast.open())
    assert cast.teacher.get(at("phone", live)).status_code == 403
    assert cast.teacher.post(at("join", live)).status_code == 403
    assert cast.teacher.post(at("answer", live, 1), {"action": "H"}).status_code == 403


def test_who_has_left_the_class_is_a_stranger(cast):
    live = cast.ask(cast.open())
    cast.join(live)
    cast.ann.left_at = live.opened_at
    cast.ann.save()
    assert cast.ann_phone.get(at("phone", live)).status_code == 404
    assert cast.ann_phone.post(at("answer", live, 1), {"action": "H"}).status_code == 404


def test_nothing_new_is_no_content_and_costs_little(cast):
    live = cast.ask(cast.open())
    cast.join(live)
    first = cast.ann_phone.get(at("phone", live))
    seen = page(first).find(class_="live-again")["hx-vals"][10:-2]
    with statements() as sent:
        response = cast.ann_phone.get(at("phone", live), {"seen": seen}, headers=HTMX)
    assert response.status_code == 204
    assert len(sent) == 5


def test_an_answer_costs_as_many_statements_as_any(cast):
    live = cast.ask(cast.open())
    cast.join(live)
    cast.ann_phone.get(at("phone", live))
    with statements() as sent:
        cast.ann_phone.post(at("answer", live, 1), {"action": "H"})
    assert len(sent) <= 14
