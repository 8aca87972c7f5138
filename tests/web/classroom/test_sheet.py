"""GET …/codes/ and POST …/codes/send/: first sign-in codes on paper and by e-mail."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from tests.factories import ClassroomFactory, MemberFactory
from tests.web.classroom.reading import about, trail, url
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.classroom import sending


@pytest.fixture
def mails(settings) -> None:
    """A site that sends e-mail."""
    settings.EMAIL_URL = "smtp://mail.school.org"


def test_everybody_who_has_not_signed_in_has_a_strip(teacher, classroom, waiting, student_member):
    response = teacher.get(url("codes", classroom))
    assert_page(response)
    strips = page(response).select(".strip")
    assert len(strips) == 1
    text = words(strips[0])
    assert "Zoë Ångström" in text
    assert "ABCD-EFGH-2345" in text
    assert "http://testserver/classes/sign-in/" in text


def test_the_code_on_the_paper_signs_in(teacher, classroom, waiting, client):
    code = words(page(teacher.get(url("codes", classroom))).select_one(".strip__code"))
    response = client.post("/classes/sign-in/", {"code": code}, follow=True)
    assert "You are Zoë Ångström in this class?" in words(response)


def test_when_nobody_needs_one_it_says_so(teacher, classroom, student_member):
    assert "Nobody needs a code" in words(teacher.get(url("codes", classroom)))


def test_without_a_mail_server_nothing_is_offered_or_sent(teacher, classroom, waiting):
    assert "by e-mail" not in words(teacher.get(url("codes", classroom)))
    response = teacher.post(url("send_codes", classroom))
    assert_page(response, 403)
    assert mail.outbox == []


def test_codes_are_sent_to_those_with_an_address(mails, co_teacher, classroom, waiting):
    MemberFactory(classroom=classroom, user=None, first_code="X" * 12)  # no address
    MemberFactory(classroom=classroom, email="has@account.org")
    assert "by e-mail" in words(co_teacher.get(url("codes", classroom)))
    response = co_teacher.post(url("send_codes", classroom), follow=True)
    assert "1 code was sent." in words(response)
    assert "Not sent: 1 (no e-mail address is known)." in words(response)
    letter = mail.outbox[0]
    assert (len(mail.outbox), letter.to) == (1, ["zoe@school.org"])
    assert "Hello Zoë Ångström" in letter.body
    assert "http://testserver/classes/sign-in/ABCDEFGH2345/" in letter.body
    assert "ABCD-EFGH-2345" in letter.body
    assert trail(classroom) == ["Mr. Cole had first sign-in codes sent by e-mail: 1."]


def test_where_nobody_has_an_address_nothing_is_sent(mails, teacher, classroom):
    response = teacher.post(url("send_codes", classroom), follow=True)
    assert "0 codes were sent." in words(response)
    assert trail(classroom) == []


def test_a_mail_server_that_refuses_is_told(mails, teacher, classroom, waiting, monkeypatch):
    def refuse(*args: object) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    response = teacher.post(url("send_codes", classroom), follow=True)
    assert "Not sent: 1 (the mail server could not be reached; try again later)." in words(response)
    assert trail(classroom) == []
    waiting.refresh_from_db()
    assert waiting.code_sent_at is None


def test_a_code_is_sent_once_and_a_new_one_again(mails, teacher, classroom, waiting):
    teacher.post(url("send_codes", classroom))
    response = teacher.post(url("send_codes", classroom), follow=True)
    assert "0 codes were sent." in words(response)
    assert "Not sent: 1 (sent before: a new code can be sent again)." in words(response)
    assert "Sent by e-mail on" in words(response)
    assert page(response).select_one("main form") is None
    assert len(mail.outbox) == 1
    teacher.post(about("first_code", waiting))
    teacher.post(url("send_codes", classroom))
    assert len(mail.outbox) == 2
    assert mail.outbox[0].body != mail.outbox[1].body


def test_a_teacher_has_so_many_sent_in_a_day_whatever_the_class(
    mails, classroom, waiting, monkeypatch
):
    monkeypatch.setattr(sending, "MOST_IN_A_DAY", 2)
    other = ClassroomFactory(owner=classroom.owner)
    for number in range(2):
        address = f"s{number}@school.org"
        MemberFactory(classroom=other, user=None, email=address, first_code=f"CODE{number}")
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        teacher = client_of(classroom.owner)
        teacher.post(url("send_codes", other))
        response = teacher.post(url("send_codes", classroom), follow=True)
        assert "Not sent: 1 (you may have 2 sent in a day)." in words(response)
        assert len(mail.outbox) == 2
        clock.shift(24 * 3600)
        assert "1 code was sent." in words(teacher.post(url("send_codes", classroom), follow=True))


def test_one_letter_that_is_refused_holds_up_no_other(
    mails, teacher, classroom, waiting, monkeypatch
):
    MemberFactory(classroom=classroom, user=None, email="b@gone.org", first_code="X" * 12)
    send = EmailBackend.send_messages

    def refuse_some(self: EmailBackend, letters: list[mail.EmailMessage]) -> int:
        if letters[0].to == ["b@gone.org"]:
            raise SMTPRecipientsRefused({})
        return send(self, letters)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_some)
    response = teacher.post(url("send_codes", classroom), follow=True)
    assert "1 code was sent." in words(response)
    assert "Not sent: 1 (the mail server refused the letter)." in words(response)
    assert trail(classroom)[0].endswith("sent by e-mail: 1.")
    sent = classroom.members.exclude(code_sent_at=None)
    assert [member.name for member in sent] == ["Zoë Ångström"]


def test_a_letter_says_two_names_each_on_one_line(mails, teacher, classroom, waiting):
    classroom.name, waiting.name = "Free\r\nBcc: x@y.org", "Zoë\n\nhttp://elsewhere.org"
    classroom.save()
    waiting.save()
    teacher.post(url("send_codes", classroom))
    letter = mail.outbox[0]
    assert letter.subject == "Your place in Free Bcc: x@y.org"
    assert letter.body.startswith("Hello Zoë http://elsewhere.org,\n\nyou have")


def test_an_archived_class_sends_nothing(mails, teacher, archived):
    assert_page(teacher.post(url("send_codes", archived)), 403)
    assert mail.outbox == []


def test_the_sheet_costs_the_same_for_many(teacher, classroom):
    counts = []
    for number in range(3):
        MemberFactory(classroom=classroom, user=None, first_code=f"CODE{number}")
        with statements() as made:
            teacher.get(url("codes", classroom))
        counts.append(len(made))
    assert set(counts) == {4}  # session, user, membership, students


def test_other_methods_are_refused(teacher, classroom):
    assert_refused_method(teacher.post(url("codes", classroom)), "GET, HEAD")
    assert_refused_method(teacher.get(url("send_codes", classroom)), "POST")
