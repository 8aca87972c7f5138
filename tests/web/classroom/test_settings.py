"""…/settings/, …/settings/trail/ and …/leave/: a class as its owner runs it."""

from __future__ import annotations

import pytest
import time_machine

from tests.web.classroom.reading import kept, trail, url
from tests.web.pages import HTMX, assert_page, page, statements, words
from trainer.classroom import class_views
from trainer.classroom.models import Deed
from trainer.classroom.services import note
from trainer.classroom.wording import DEEDS
from trainer.core.codes import shown


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_name_and_time_zone_are_changed(co_teacher, classroom, headers):
    sent = {"name": "Odds", "time_zone": "Asia/Tokyo"}
    response = co_teacher.post(url("settings", classroom), sent, headers=headers)
    assert response["Location"] == url("settings", classroom)
    classroom.refresh_from_db()
    assert (classroom.name, classroom.time_zone) == ("Odds", "Asia/Tokyo")
    assert trail(classroom) == [
        "Mr. Cole renamed the class from “Probability” to “Odds”.",
        "Mr. Cole changed the time zone from Europe/Berlin to Asia/Tokyo.",
    ]


def test_saved_as_it_was_nothing_was_done(teacher, classroom):
    teacher.post(url("settings", classroom), {"name": "Probability", "time_zone": "Europe/Berlin"})
    assert trail(classroom) == []


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"name": "x" * 101}, {"time_zone": "Mars/Olympus"}, {"time_zone": ""}]
)
def test_what_cannot_be_is_refused(teacher, classroom, change):
    before = kept(classroom)
    sent = {"name": "Odds", "time_zone": "Asia/Tokyo"} | change
    assert_page(teacher.post(url("settings", classroom), sent), 422)
    assert kept(classroom) == before


def test_a_new_join_code_makes_the_old_one_worthless(teacher, owner, classroom):
    teacher.post(url("join_code", classroom), {"code": "new"})
    classroom.refresh_from_db()
    assert classroom.join_code != "ABCD2345"
    assert shown(classroom.join_code) in words(teacher.get(url("settings", classroom)))
    assert owner.get("/classes/join/ABCD2345/").status_code == 404


def test_the_join_code_is_switched_off_and_on(teacher, classroom):
    teacher.post(url("join_code", classroom), {"code": "none"})
    classroom.refresh_from_db()
    assert classroom.join_code is None
    assert "Switch it on" in words(teacher.get(url("settings", classroom)))
    teacher.post(url("join_code", classroom), {"code": "new"})
    classroom.refresh_from_db()
    assert classroom.join_code


def test_a_class_is_archived_and_taken_out_again(teacher, classroom):
    for name in ("archive", "archive", "reopen", "reopen"):
        assert teacher.post(url(name, classroom)).status_code == 302
        assert_page(teacher.get(url("settings", classroom)))
    classroom.refresh_from_db()
    assert classroom.archived_at is None
    teacher_name = classroom.members.get().name
    assert trail(classroom) == [
        f"{teacher_name} archived the class.",
        f"{teacher_name} opened the class again.",
    ]


def test_a_class_is_handed_over(teacher, co_teacher, classroom, co_member):
    chosen = page(teacher.get(url("settings", classroom))).select("select[name=to] option")
    assert [option.get("value") for option in chosen if option.get("value")] == [
        str(co_member.public_id)
    ]
    sent = {"to": str(co_member.public_id)}
    assert teacher.post(url("hand_over", classroom), sent).status_code == 302
    classroom.refresh_from_db()
    assert classroom.owner == co_member.user
    assert teacher.post(url("archive", classroom)).status_code == 403
    assert co_teacher.post(url("archive", classroom)).status_code == 302


def test_a_class_is_handed_to_no_one_else(teacher, classroom, student_member, owner_member):
    before = kept(classroom)
    for to in (student_member.public_id, owner_member.public_id, "nobody", ""):
        assert_page(teacher.post(url("hand_over", classroom), {"to": str(to)}), 422)
    assert kept(classroom) == before


def test_who_is_alone_is_told_that_there_is_nobody_to_hand_it_to(teacher, classroom):
    assert "no co-teacher yet" in words(teacher.get(url("settings", classroom)))


def test_a_student_leaves(student, student_member):
    classroom = student_member.classroom
    assert_page(student.get(url("leave", classroom)))
    assert student.post(url("leave", classroom))["Location"] == "/classes/"
    student_member.refresh_from_db()
    assert student_member.left_at
    assert trail(classroom) == ["Anna Smith left the class."]
    assert student.get(url("leave", classroom)).status_code == 404


def test_a_student_is_told_who_teaches_and_of_no_other_student(
    student, classroom, owner_member, waiting
):
    text = words(student.get(url("leave", classroom)))
    assert owner_member.name in text
    assert waiting.name not in text


def test_a_co_teacher_leaves_and_the_owner_cannot(teacher, co_teacher, classroom):
    assert co_teacher.post(url("leave", classroom)).status_code == 302
    assert "hand it over" in words(teacher.get(url("leave", classroom)))
    response = teacher.post(url("leave", classroom))
    assert_page(response, 403)
    assert "hand it over before you leave" in words(response)


def test_the_trail_tells_the_latest_first_by_the_clock_of_the_class(teacher, classroom):
    classroom.time_zone = "Asia/Tokyo"
    classroom.save()
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        note(classroom=classroom, who=classroom.owner, kind="made")
        clock.shift(60)
        note(classroom=classroom, who=classroom.owner, kind="archived")
    response = teacher.get(url("trail", classroom))
    assert_page(response)
    told = [words(item) for item in page(response).select(".trail li")]
    assert "archived" in told[0]
    assert "9 p.m." in told[1]


def test_the_trail_has_pages_and_costs_the_same_for_many(teacher, classroom, monkeypatch):
    monkeypatch.setattr(class_views, "DEEDS", 2)
    counts = []
    for _deed in range(3):
        note(classroom=classroom, who=classroom.owner, kind="made")
        with statements() as made:
            first = teacher.get(url("trail", classroom))
        counts.append(len(made))
    assert set(counts) == {5}  # session, user, membership, count, deeds
    assert len(page(first).select(".trail li")) == 2
    second = teacher.get(url("trail", classroom), {"page": 2})
    assert len(page(second).select(".trail li")) == 1
    assert_page(teacher.get(url("trail", classroom), {"page": "x"}))


def test_what_was_done_by_who_is_gone_is_told_still(teacher, classroom):
    Deed.objects.create(classroom=classroom, who=None, at=classroom.made_at, kind="archived")
    assert trail(classroom) == ["Somebody who is gone archived the class."]


def test_every_kind_of_deed_has_its_sentence():
    details = dict.fromkeys(
        ("who", "name", "before", "after", "title", "original"), "x"
    ) | dict.fromkeys(("new", "back", "changed", "count"), 1)
    assert all(str(sentence) % details for sentence in DEEDS.values())
