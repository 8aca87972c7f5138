"""The wall: /live/<id>/wall/, and what the teacher does there."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.utils import timezone

from strategy.actions import Action
from tests.factories import MemberFactory
from tests.web.conftest import client_of
from tests.web.live.conftest import at
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_part,
    assert_refused_method,
    page,
    statements,
    words,
)
from trainer.classroom.models import Role
from trainer.decisions.models import Decision
from trainer.live import services
from trainer.live.models import Phase


def key_of(response) -> str:
    return page(response).find(class_="live-again")["hx-vals"]


def give(cast, live, member, action):
    live.refresh_from_db()
    return services.answer_hand(
        user=member.user, live_id=live.public_id, number=live.number, action=Action.parse(action)
    )


def test_the_lobby_tells_where_to_go_and_how_many_are_there(cast):
    live = cast.open()
    response = cast.teacher.get(at("wall", live))
    assert_page(response)
    assert f"http://testserver{at('phone', live)}" in words(response)
    assert page(response).find("svg", class_="qr")
    assert "0 are here" in words(response)
    cast.join(live, cast.ann)
    assert "1 is here" in words(cast.teacher.get(at("wall", live)))


def test_a_hand_is_asked_against_one_clock_and_its_answers_shown(cast):
    live = cast.open()
    cast.join(live)
    response = cast.teacher.post(at("ask", live), {"number": 0}, follow=True)
    said = words(response)
    assert "Hand 1 of 2" in said
    assert "0 of 2 have answered" in said
    assert "Right:" not in said
    give(cast, live, cast.ann, "S")
    give(cast, live, cast.ben, "H")
    said = words(cast.teacher.get(at("wall", live)))
    assert "Right: Hit" in said
    rows = {
        row.th.get_text(" ", strip=True): row
        for row in page(cast.teacher.get(at("wall", live))).select("tbody tr")
    }
    assert rows["Hit right"].select_one(".live-board__count").text == "1"
    assert rows["Stand"].select_one(".live-board__count").text == "1"
    assert rows["Stand"].rect["width"] == "50"
    assert rows["Hit right"].select_one(".live-board__cost").text == "best"
    assert rows["Stand"].select_one(".live-board__cost").text.startswith("costs 0.0")


def test_time_that_is_up_shows_the_answers_by_itself(cast):
    with time_machine.travel("2026-03-02 10:00:00Z", tick=False) as clock:
        live = cast.open(seconds=20)
        cast.join(live)
        cast.ask(live)
        clock.shift(21.5)
        assert "Right:" not in words(cast.teacher.get(at("wall", live))), "an answer may be coming"
        clock.shift(0.1)
        assert "Right: Hit" in words(cast.teacher.get(at("wall", live)))
        live.refresh_from_db()
        assert live.phase(timezone.now()) is Phase.BOARD


def test_the_teacher_may_show_the_answers_before_the_time(cast):
    live = cast.ask(cast.open())
    cast.teacher.post(at("close", live), {"number": 2})
    assert "Right:" not in words(cast.teacher.get(at("wall", live)))
    cast.teacher.post(at("close", live), {"number": 1})
    assert "Right: Hit" in words(cast.teacher.get(at("wall", live)))


def test_a_second_click_asks_no_second_hand(cast):
    live = cast.open()
    for _click in range(3):
        cast.teacher.post(at("ask", live), {"number": 0})
    live.refresh_from_db()
    assert live.number == 1
    cast.teacher.post(at("ask", live), {"number": 1})
    live.refresh_from_db()
    assert live.number == 1, "the first is being answered still"


def test_after_the_last_hand_comes_the_summary(cast):
    live = cast.open()
    cast.join(live)
    for number in (0, 1):
        cast.teacher.post(at("ask", live), {"number": number})
        give(cast, live, cast.ann, "H")
        give(cast, live, cast.ben, "H")
    response = cast.teacher.post(at("ask", live), {"number": 2}, follow=True)
    said = words(response)
    assert "How it went" in said
    assert len(page(response).find_all(class_="live-asked")) == 2
    assert not page(response).find(class_="live-again")
    assert "Ann Aster" not in said, "standings were not wanted"


def test_the_first_three_places_are_named_and_ties_share_one(cast):
    more = [MemberFactory(classroom=cast.classroom, name=f"Student {n}") for n in "CDE"]
    live = cast.open(standings=True)
    everybody = [cast.ann, cast.ben, *more]
    cast.join(live, *everybody)
    for plays in ("HHHSS", "SSHHS"):
        cast.ask(live)
        for member, play in zip(everybody, plays, strict=True):
            give(cast, live, member, play)
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    response = cast.teacher.get(at("wall", live))
    places = [
        (item["value"], item.text.split()) for item in page(response).select(".live-podium li")
    ]
    named = {" ".join(text[:2]): (place, text[2]) for place, text in places}
    assert named["Ann Aster"] == named["Ben Birch"] == ("1", "2")
    assert named["Student E"] == ("3", "1"), "whose error cost less than that of C"
    assert named.keys() == {"Ann Aster", "Ben Birch", "Student E"}


def test_whoever_came_last_is_not_named(cast):
    live = cast.open(standings=True)
    cast.join(live)
    cast.ask(live)
    give(cast, live, cast.ann, "H")
    give(cast, live, cast.ben, "S")
    services.end_live(user=cast.classroom.owner, live_id=live.public_id)
    said = words(cast.teacher.get(at("wall", live)))
    assert "Ann Aster" in said
    assert "Ben Birch" not in said


def test_what_nobody_has_ended_is_ended_and_logged(cast):
    with time_machine.travel("2026-03-02 10:00:00Z", tick=False) as clock:
        live = cast.open()
        cast.join(live)
        cast.ask(live)
        give(cast, live, cast.ann, "H")
        assert services.end_forgotten(before=timezone.now()) == 0
        clock.shift(timedelta(days=1))
        assert services.end_forgotten(before=timezone.now()) == 1
        live.refresh_from_db()
        assert live.phase(timezone.now()) is Phase.OVER
    decision = Decision.objects.get()
    assert (str(decision.day), decision.thinking_ms) == ("2026-03-02", 0)


def test_nothing_new_is_no_content(cast):
    live = cast.open()
    response = cast.teacher.get(at("wall", live))
    seen = key_of(response)[10:-2]
    assert cast.teacher.get(at("wall", live), {"seen": seen}, headers=HTMX).status_code == 204
    cast.join(live, cast.ann)
    assert_part(cast.teacher.get(at("wall", live), {"seen": seen}, headers=HTMX))


def test_asking_again_costs_little(cast):
    live = cast.open()
    cast.join(live)
    cast.ask(live)
    seen = key_of(cast.teacher.get(at("wall", live)))[10:-2]
    with statements() as sent:
        cast.teacher.get(at("wall", live), {"seen": seen}, headers=HTMX)
    assert len(sent) == 6


def test_it_can_be_ended_at_any_time(cast):
    live = cast.ask(cast.open())
    response = cast.teacher.post(at("end", live), follow=True)
    assert "Nobody answered." in words(response)
    assert cast.teacher.post(at("end", live)).status_code == 302


def test_a_co_teacher_leads_too(cast):
    other = MemberFactory(classroom=cast.classroom, role=Role.TEACHER)
    live = cast.open()
    assert client_of(other.user).post(at("ask", live), {"number": 0}).status_code == 302


def test_students_do_not_lead(cast):
    live = cast.open()
    assert cast.ann_phone.get(at("wall", live)).status_code == 403
    for name in ("ask", "close", "end"):
        assert cast.ann_phone.post(at(name, live), {"number": 0}).status_code == 403
    live.refresh_from_db()
    assert (live.number, live.ended_at) == (0, None)


def test_strangers_find_nothing(cast, stranger):
    live = cast.open()
    known = "_auth_user_id" in stranger.session
    for name in ("wall", "phone"):
        assert stranger.get(at(name, live)).status_code == (404 if known else 302)
    for name in ("ask", "close", "end", "join"):
        response = stranger.post(at(name, live), {"number": 0})
        assert response.status_code == (404 if known else 302)


def test_a_number_that_is_none_is_a_bad_request(cast):
    live = cast.open()
    for number in ("", "x", "-1"):
        assert cast.teacher.post(at("ask", live), {"number": number}).status_code == 400


def test_other_methods_are_refused(cast):
    live = cast.open()
    assert_refused_method(cast.teacher.post(at("wall", live)), "GET", "HEAD")
    for name in ("ask", "close", "end", "join"):
        assert_refused_method(cast.teacher.get(at(name, live)), "POST")
