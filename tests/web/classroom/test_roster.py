"""POST …/roster/ and …/roster/import/: shown first, then done, all of it or nothing."""

from __future__ import annotations

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import ClassroomFactory, MemberFactory
from tests.web.classroom.reading import kept, trail, url
from tests.web.classroom.test_reading import NASTY
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements, words
from trainer.classroom import importing
from trainer.classroom.models import Member, Role

OLD = 30


def upload(client: Client, classroom, content: str | bytes, *, name: str = "roster.csv", **sent):
    if isinstance(content, str):
        content = content.encode()
    file = SimpleUploadedFile(name, content)
    return client.post(url("roster", classroom), {"file": file}, **sent)


def confirm(client: Client, classroom, preview, **sent):
    """Press the button of a preview."""
    plan = page(preview).select_one("input[name=plan]")["value"]
    return client.post(url("import", classroom), {"plan": plan}, **sent)


def names(classroom) -> list[str]:
    return sorted(
        classroom.members.filter(role=Role.STUDENT, left_at=None).values_list("name", flat=True)
    )


def test_the_page_says_what_a_file_looks_like(teacher, classroom):
    response = teacher.get(url("roster", classroom))
    assert_page(response)
    assert "name;e-mail;section;student number;upcard id" in words(response)
    form = page(response).select_one("main form")
    assert form["enctype"] == "multipart/form-data"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_a_roster_is_shown_and_then_imported(teacher, classroom, headers):
    content = "name;e-mail;section;student number\nAnna;a@b.org;A;0017\nBob;;;\n"
    before = kept(classroom)
    preview = upload(teacher, classroom, content, headers=headers)
    assert_page(preview)
    assert "2 new" in words(preview)
    assert "Anna" in words(preview)
    assert kept(classroom) == before
    response = confirm(teacher, classroom, preview, headers=headers)
    assert response["Location"] == url("members", classroom)
    anna = classroom.members.get(name="Anna")
    assert (anna.email, anna.section, anna.number) == ("a@b.org", "A", "0017")
    assert (anna.role, anna.user, anna.joined_at) == (Role.STUDENT, None, None)
    assert len(anna.first_code) == 12
    assert "2 new students. 0 changed." in words(teacher.get(response["Location"]))
    assert "imported a roster: 2 new, 0 brought back, 0 changed." in trail(classroom)[0]


def test_i_01_repeats_are_skipped_and_told_by_line(teacher, classroom):
    preview = upload(teacher, classroom, "name\nPeter\nPETER\n peter \n")
    assert "1 new" in words(preview)
    skipped = words(page(preview).select_one("section[aria-labelledby=skipped]"))
    assert "Line 3: PETER The same as in line 2." in skipped
    assert "Line 4: peter The same as in line 2." in skipped
    confirm(teacher, classroom, preview)
    assert names(classroom) == ["Peter"]


@pytest.mark.parametrize(
    ("content", "made"),
    [
        ("name,number\nPeter,1\nPeter,2\n", ["Peter", "Peter"]),
        ("name,e-mail\nPeter,a@b.org\nPeter,c@b.org\n", ["Peter", "Peter"]),
        ("name,number\nPeter,1\nPeter,\n", ["Peter"]),
        ("name,number\nPeter,A1\nPaul,a1\n", ["Peter"]),
        ("name,e-mail\nPeter,a@b.org\nPaul,A@B.org\n", ["Peter"]),
        ("name\nZoë\nZoe\u0308\n", ["Zoë"]),
    ],
)
def test_who_is_who_in_a_file(teacher, classroom, content, made):
    confirm(teacher, classroom, upload(teacher, classroom, content))
    assert names(classroom) == made


def test_i_05_old_rows_and_new_ones_in_one_go(teacher, classroom):
    old = [f"Student {number:02},{number:04}" for number in range(OLD)]
    for line in old:
        name, number = line.split(",")
        MemberFactory(classroom=classroom, name=name, number=number, user=None)
    new = [f"New {number},9{number:03}" for number in range(5)]
    preview = upload(teacher, classroom, "\n".join(["name,student number", *old, *new]))
    assert "5 new · 0 changed · 30 unchanged" in words(preview)
    confirm(teacher, classroom, preview)
    assert len(names(classroom)) == OLD + 5


def test_i_05_one_wrong_line_and_nothing_is_imported(teacher, classroom):
    before = kept(classroom)
    response = upload(teacher, classroom, "name,e-mail\nAnna,a@b.org\nBob,bob\n,c@b.org\n")
    assert_page(response, 422)
    wrong = words(page(response).select_one("section[aria-labelledby=wrong]"))
    assert "Line 3: Bob “bob” is no e-mail address." in wrong
    assert "Line 4 The name is missing." in wrong
    assert page(response).select_one("input[name=plan]") is None
    assert kept(classroom) == before


def test_what_changes_is_told_and_done(teacher, classroom, student_member):
    preview = upload(teacher, classroom, "name,number,section,e-mail\nAnna Lee,17,B,\n")
    changed = words(page(preview).select_one("section[aria-labelledby=changed]"))
    assert "name: Anna Smith Anna Lee" in changed
    assert "section: B" in changed
    confirm(teacher, classroom, preview)
    student_member.refresh_from_db()
    assert (student_member.name, student_member.section) == ("Anna Lee", "B")
    assert student_member.email == "a@school.org"  # an empty cell changes nothing


@pytest.mark.parametrize(
    "line", ["anna smith,,", "Anna Lee,,17", "A. Smith,A@SCHOOL.org,", "Anna Smith,new@b.org,17"]
)
def test_somebody_is_known_by_number_address_or_name(teacher, classroom, student_member, line):
    confirm(teacher, classroom, upload(teacher, classroom, f"name,e-mail,number\n{line}\n"))
    assert Member.objects.filter(classroom=classroom, role=Role.STUDENT).get() == student_member


@pytest.mark.parametrize("line", ["Anna Smith,,18", "Anna Smith,other@b.org,18"])
def test_a_namesake_with_another_number_is_somebody_else(teacher, classroom, student_member, line):
    upload_and_confirm = upload(teacher, classroom, f"name,e-mail,number\n{line}\n")
    confirm(teacher, classroom, upload_and_confirm)
    assert names(classroom) == ["Anna Smith", "Anna Smith"]


def test_a_name_that_two_have_is_nobodys(teacher, classroom):
    for _time in range(2):
        MemberFactory(classroom=classroom, name="Anna")
    assert "1 new" in words(upload(teacher, classroom, "name\nAnna\n"))


def test_an_id_of_another_class_is_passed_over(teacher, classroom):
    stranger = MemberFactory(name="Anna")
    preview = upload(teacher, classroom, f"name,upcard id\nAnna,{stranger.public_id}\nBob,x\n")
    assert "2 new" in words(preview)
    confirm(teacher, classroom, preview)
    stranger.refresh_from_db()
    assert stranger.classroom != classroom


def test_who_was_removed_comes_back(teacher, classroom, waiting):
    waiting.left_at, waiting.removed, waiting.first_code = classroom.made_at, True, None
    waiting.save()
    preview = upload(teacher, classroom, "name\nZoë Ångström\n")
    assert "comes back" in words(preview)
    confirm(teacher, classroom, preview)
    waiting.refresh_from_db()
    assert (waiting.left_at, waiting.removed) == (None, False)
    assert waiting.first_code
    assert "0 new, 1 brought back, 0 changed." in trail(classroom)[-1]


def test_teachers_are_not_changed(teacher, classroom, co_member):
    co_member.number = "7"
    co_member.save()
    preview = upload(teacher, classroom, "name,number\nSomebody,7\n")
    assert "A teacher of the class" in words(preview)
    assert page(preview).select_one("input[name=plan]") is None
    confirmed = upload(teacher, classroom, "name\nMr. Cole\n")
    assert "1 new" in words(confirmed)  # a student may have a teacher's name


def test_nobody_gets_what_is_anothers(teacher, classroom, student_member, waiting):
    content = f"name,number,upcard id\nZoë Ångström,17,{waiting.public_id}\n"
    response = upload(teacher, classroom, content)
    assert_page(response, 422)
    assert "Anna Smith has this student number or e-mail address already." in words(response)


def test_numbers_may_change_hands(teacher, classroom):
    one = MemberFactory(classroom=classroom, name="One", number="1", email="one@b.org")
    two = MemberFactory(classroom=classroom, name="Two", number="2")
    content = f"name,number,upcard id\nOne,2,{one.public_id}\nTwo,1,{two.public_id}\n"
    confirm(teacher, classroom, upload(teacher, classroom, content))
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.number, two.number, one.email) == ("2", "1", "one@b.org")


def test_a_class_that_would_be_too_large_is_refused(teacher, classroom, waiting, monkeypatch):
    monkeypatch.setattr(importing, "MOST_STUDENTS", 2)
    assert upload(teacher, classroom, "name\nAnna\n").status_code == 200
    assert_page(upload(teacher, classroom, "name\nAnna\nBob\n"), 422)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * (2 * 1024 * 1024 + 1), "larger than 2 MB"),
        (b"", "This file is empty."),
        (b"nonsense", "name the columns"),
    ],
)
def test_what_is_no_roster_is_refused(teacher, classroom, content, said):
    response = upload(teacher, classroom, content)
    assert_page(response, 422)
    assert said in words(response)


def test_without_a_file_the_form_says_so(teacher, classroom):
    assert_page(teacher.post(url("roster", classroom)), 422)


def test_a_class_that_has_changed_meanwhile_is_shown_anew(teacher, classroom):
    preview = upload(teacher, classroom, "name\nAnna\nBob\n")
    MemberFactory(classroom=classroom, name="Anna")
    before = kept(classroom)
    response = confirm(teacher, classroom, preview)
    assert_page(response, 409)
    assert "The class has changed since you looked" in words(response)
    assert "1 new · 0 changed · 1 unchanged" in words(response)
    assert kept(classroom) == before
    assert confirm(teacher, classroom, response).status_code == 302
    assert names(classroom) == ["Anna", "Bob"]


def test_pressed_twice_it_is_done_once(teacher, classroom):
    preview = upload(teacher, classroom, "name\nAnna\n")
    for _time in range(2):
        response = confirm(teacher, classroom, preview, follow=True)
        assert response.status_code == 200
    assert "Everybody in the file is in the class already." in words(response)
    assert names(classroom) == ["Anna"]
    assert len(trail(classroom)) == 1


@pytest.mark.parametrize("how", ["empty", "forged", "of another class", "old"])
def test_only_what_was_shown_for_the_class_is_imported(teacher, classroom, how):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        preview = upload(teacher, classroom, "name\nAnna\n")
        plan = page(preview).select_one("input[name=plan]")["value"]
        into = ClassroomFactory(owner=classroom.owner) if how == "of another class" else classroom
        if how == "empty":
            plan = ""
        elif how == "forged":
            plan = plan[:-2]
        elif how == "old":
            clock.shift(25 * 3600)
        client = teacher
        if how == "old":
            client = Client()
            client.force_login(classroom.owner)
        response = client.post(url("import", into), {"plan": plan})
    assert_page(response, 422)
    assert "Read the file again" in words(response)
    assert names(into) == []


NASTY_AND_MORE = [*NASTY, "\tx", "O'Brien", "a\u00a0b"]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_e_01_its_own_export_comes_back_without_a_change(teacher, classroom, kind):
    for number, name in enumerate(NASTY_AND_MORE):
        MemberFactory(classroom=classroom, name=name, section=name[:50], number=f"=0{number}")
    for _time in range(2):
        MemberFactory(classroom=classroom, name="Namesake", email="")
    exported = teacher.get(url(f"roster_{kind}", classroom)).content
    preview = upload(teacher, classroom, exported)
    assert_page(preview)
    count = len(NASTY_AND_MORE) + 2
    assert f"0 new · 0 changed · {count} unchanged" in words(preview)
    assert "skipped" not in words(preview)


@pytest.mark.parametrize("name", ["roster", "import", "codes", "send_codes"])
def test_only_teachers_get_there(outsider, student, anonymous, classroom, waiting, name):
    address = url(name, classroom)
    before = kept(classroom)
    for client, status in ((outsider, 404), (student, 403), (anonymous, 302)):
        for response in (client.get(address), client.post(address)):
            assert response.status_code in (status, 405)
            assert waiting.name not in words(response)
    assert kept(classroom) == before


def test_an_archived_class_takes_no_roster(teacher, archived):
    for response in (
        teacher.get(url("roster", archived)),
        upload(teacher, archived, "name\nBob\n"),
    ):
        assert_page(response, 403)
        assert "This class is archived" in words(response)


def test_a_class_archived_since_the_preview_takes_none_either(teacher, classroom):
    preview = upload(teacher, classroom, "name\nAnna\n")
    classroom.archived_at = classroom.made_at
    classroom.save()
    assert_page(confirm(teacher, classroom, preview), 403)
    assert names(classroom) == []


def test_a_preview_costs_the_same_for_many(teacher, classroom):
    counts = []
    for many in (2, 40):
        content = "\n".join(["name", *(f"Student {number}" for number in range(many))])
        with statements() as made:
            upload(teacher, classroom, content)
        counts.append(len(made))
    assert set(counts) == {4}  # session, user, membership, members


def test_an_import_costs_the_same_for_many(teacher, classroom):
    counts = []
    for many in (2, 40):
        content = "\n".join(["name", *(f"{many} {number}" for number in range(many))])
        preview = upload(teacher, classroom, content)
        with statements() as made:
            confirm(teacher, classroom, preview)
        counts.append(len(made))
    assert len(set(counts)) == 1


def test_other_methods_are_refused(teacher, classroom):
    assert_refused_method(teacher.put(url("roster", classroom)), "GET, HEAD, POST")
    assert_refused_method(teacher.get(url("import", classroom)), "POST")


def test_a_forged_form_imports_nothing(classroom):
    client = Client(enforce_csrf_checks=True)
    client.force_login(classroom.owner)
    assert_page(upload(client, classroom, "name\nAnna\n"), 403)
