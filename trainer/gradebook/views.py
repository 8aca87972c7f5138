"""The results of a class: the grade book, its files, its chart, and each student."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.utils.text import slugify
from django.utils.translation import gettext

from trainer.accounts.access import account_of
from trainer.classroom.access import member_of, membership, teaching
from trainer.classroom.models import Member
from trainer.core import csv, xlsx
from trainer.core.http import Request, download, get_only, never_stored, render_page
from trainer.gradebook.book import NAME, RANK, Roll, grade_book, roll_of
from trainer.gradebook.chart import class_chart, decks_of
from trainer.gradebook.files import header, rows
from trainer.gradebook.forms import BookForm, DeckForm
from trainer.gradebook.student import own_results, results_for_teachers
from trainer.rulebook.queries import UPCARD_LABELS


@never_stored
@get_only
@login_required
def results(request: Request, class_id: UUID) -> HttpResponse:
    member, roll, form = _asked(request, class_id)
    return _show(request, member, roll, form)


@never_stored
@get_only
@login_required
def as_csv(request: Request, class_id: UUID) -> HttpResponseBase:
    """The grade book as the page shows it."""
    member, roll, form = _asked(request, class_id)
    if not form.is_valid():
        return _show(request, member, roll, form)
    book = grade_book(roll, section=form.chosen, order=form.order)
    lines = csv.lines(header(book), rows(book))
    return download(lines, _filename(member, "csv"), "text/csv; charset=utf-8")


@never_stored
@get_only
@login_required
def as_xlsx(request: Request, class_id: UUID) -> HttpResponseBase:
    """The same as a workbook."""
    member, roll, form = _asked(request, class_id)
    if not form.is_valid():
        return _show(request, member, roll, form)
    book = grade_book(roll, section=form.chosen, order=form.order)
    file = xlsx.workbook(gettext("Results"), header(book), list(rows(book)))
    return download(file, _filename(member, "xlsx"), xlsx.MEDIA_TYPE)


@never_stored
@get_only
@login_required
def student(request: Request, class_id: UUID, member_id: UUID) -> HttpResponse:
    """One student, as the teachers see them."""
    reader = teaching(account_of(request), class_id)
    of = member_of(reader.classroom, member_id)
    context = {"member": reader, "shown": results_for_teachers(of)}
    return render_page(request, "gradebook/student.html", context)


@never_stored
@get_only
@login_required
def mine(request: Request, class_id: UUID) -> HttpResponse:
    """One's own results."""
    member = membership(account_of(request), class_id)
    context = {"member": member, "shown": own_results(member)}
    return render_page(request, "gradebook/mine.html", context)


@never_stored
@get_only
@login_required
def chart(request: Request, class_id: UUID) -> HttpResponse:
    """How the class answers each cell."""
    member = teaching(account_of(request), class_id)
    form = DeckForm(request.GET, decks=decks_of(member.classroom))
    context: dict[str, Any] = {"member": member, "form": form, "upcards": UPCARD_LABELS}
    if form.decks and form.is_valid():
        context["map"] = class_chart(member.classroom, form.taught)
    status = 422 if form.errors else 200
    return render_page(request, "gradebook/chart.html", context, status=status)


def _asked(request: Request, class_id: UUID) -> tuple[Member, Roll, BookForm]:
    member = teaching(account_of(request), class_id)
    roll = roll_of(member.classroom)
    return member, roll, BookForm(request.GET, roll=roll)


def _show(request: Request, member: Member, roll: Roll, form: BookForm) -> HttpResponse:
    context: dict[str, Any] = {"member": member, "roll": roll, "form": form}
    if form.is_valid():
        book = grade_book(roll, section=form.chosen, order=form.order)
        context |= {
            "book": book,
            "columns": [(column, form.sorting(column.key)) for column in book.columns],
            "by_name": form.sorting(NAME),
            "by_rank": form.sorting(RANK),
        }
    status = 200 if form.is_valid() else 422
    return render_page(request, "gradebook/results.html", context, status=status)


def _filename(member: Member, ending: str) -> str:
    """That of a file with the results of the class."""
    return f"{slugify(member.classroom.name) or 'class'}-results.{ending}"
