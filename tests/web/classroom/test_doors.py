"""Who gets where in a class: strangers nowhere, students to what is theirs, teachers everywhere."""

from __future__ import annotations

import pytest

from tests.factories import MemberFactory
from tests.web.classroom.reading import about, kept, url
from tests.web.pages import assert_page, assert_refused_method, words

PAGES = ["members", "wall", "settings", "trail"]
CHANGES = ["join_code", "archive", "reopen", "hand_over"]
OF_MEMBERS = ["first_code", "remove", "bring_back", "role"]
OWNERS = ["archive", "reopen", "hand_over"]


def addresses(classroom, member) -> dict[str, str]:
    """All addresses of a class, by name."""
    found = {name: url(name, classroom) for name in [*PAGES, *CHANGES, "leave"]}
    return found | {name: about(name, member) for name in ["member", *OF_MEMBERS]}


def test_to_strangers_nothing_of_a_class_exists(outsider, classroom, student_member):
    before = kept(classroom)
    for address in addresses(classroom, student_member).values():
        for response in (outsider.get(address), outsider.post(address)):
            assert response.status_code in (404, 405), address
            assert "Probability" not in words(response)
            assert student_member.name not in words(response)
    assert kept(classroom) == before


def test_who_has_no_account_is_sent_to_log_in(anonymous, classroom, student_member):
    before = kept(classroom)
    for name, address in addresses(classroom, student_member).items():
        method = anonymous.post if name in [*CHANGES, *OF_MEMBERS] else anonymous.get
        assert method(address)["Location"] == f"/account/login/?next={address}"
    assert kept(classroom) == before


def test_a_student_may_but_look_at_their_membership(student, classroom, student_member, waiting):
    before = kept(classroom)
    for name, address in addresses(classroom, waiting).items():
        if name == "leave":
            assert student.get(address).status_code == 200
            continue
        responses = [student.post(address)]
        if name in [*PAGES, "member"]:
            responses.append(student.get(address))
        for response in responses:
            assert response.status_code in (403, 405), address
            assert waiting.name not in words(response)
    assert kept(classroom) == before


def test_a_co_teacher_sees_all_pages_and_does_not_what_is_the_owners(
    co_teacher, classroom, student_member
):
    for name in [*PAGES, "leave"]:
        assert co_teacher.get(url(name, classroom)).status_code == 200
    assert co_teacher.get(about("member", student_member)).status_code == 200
    before = kept(classroom)
    for name in OWNERS:
        response = co_teacher.post(url(name, classroom))
        assert_page(response, 403)
        assert "Only the owner of the class can do this." in words(response)
    assert kept(classroom) == before


def test_somebody_of_another_class_is_not_there(teacher, classroom, student_member):
    stranger = MemberFactory()
    for name in ["member", *OF_MEMBERS]:
        address = about(name, student_member).replace(
            str(student_member.public_id), str(stranger.public_id)
        )
        assert teacher.post(address).status_code == 404


def test_an_archived_class_is_read_by_all_who_are_in_it(teacher, student, archived, waiting):
    for name in [*PAGES, "leave"]:
        response = teacher.get(url(name, archived))
        assert_page(response)
    assert_page(teacher.get(about("member", waiting)))
    assert_page(student.get(url("leave", archived)))
    assert "This class is archived" in words(student.get(url("leave", archived)))


def test_an_archived_class_is_changed_by_nobody(teacher, student, archived, waiting):
    before = kept(archived)
    responses = [student.post(url("leave", archived)), teacher.post(url("join_code", archived))]
    responses += [
        teacher.post(url("settings", archived), {"name": "New", "time_zone": "Asia/Tokyo"}),
        teacher.post(about("member", waiting), {"name": "Another"}),
        *(teacher.post(about(name, waiting)) for name in OF_MEMBERS),
    ]
    for response in responses:
        assert_page(response, 403)
        assert "it can be read, but not changed" in words(response)
    assert kept(archived) == before


def test_no_form_for_a_change_is_shown_of_an_archived_class(student, co_teacher, archived, waiting):
    addresses_of_forms = {
        *(url(name, archived) for name in [*PAGES, "leave"]),
        about("member", waiting),
    }
    for client in (student, co_teacher):
        for address in addresses_of_forms:
            assert b"<form" not in client.get(address).content


@pytest.mark.parametrize("name", [*CHANGES, *OF_MEMBERS])
def test_what_changes_something_is_posted(teacher, classroom, student_member, name):
    address = addresses(classroom, student_member)[name]
    assert_refused_method(teacher.get(address), "POST")


@pytest.mark.parametrize("name", ["members", "wall", "trail"])
def test_what_is_but_read_takes_no_post(teacher, classroom, name):
    assert_refused_method(teacher.post(url(name, classroom)), "GET, HEAD")
