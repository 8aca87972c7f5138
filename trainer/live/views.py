"""The pages of a live quiz: its class's, the wall, and the phone."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from strategy.actions import Action, UnknownAction
from strategy.grading import IllegalAction
from trainer.accounts.access import account_of
from trainer.classroom.access import membership, require_teacher
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.core.qr import qr_code
from trainer.decisions.wording import UNKNOWN_ACTION, illegal
from trainer.drills.forms import AnswerForm
from trainer.live import services
from trainer.live.access import attended, led
from trainer.live.forms import HandForm, OpenForm
from trainer.live.models import LiveQuiz
from trainer.live.queries import askable, past, phone_key, phone_of, running, wall_key, wall_of
from trainer.live.wording import REFUSED
from trainer.quizzes.access import signed_in
from trainer.quizzes.wording import Reader


@signed_in
@never_stored
@get_or_post
def of_class(request: Request, class_id: UUID) -> HttpResponse:
    """A teacher opens a live quiz here; a student is led to the one that is running."""
    member = membership(account_of(request), class_id)
    live = running(member.classroom)
    if request.method == "POST":
        require_teacher(member)
    if not member.is_teacher:
        if live:
            return redirect("live:phone", live.public_id)
        return render_page(request, "live/none.html", {"member": member})
    quizzes = askable(member.classroom)
    form = OpenForm(request.POST if request.method == "POST" else None, quizzes=quizzes)
    if form.is_valid():
        opened = services.open_live(
            who=account_of(request),
            quiz=form.cleaned_data["quiz"],
            seconds=form.cleaned_data["seconds"],
            standings=form.cleaned_data["standings"],
        )
        return redirect("live:wall", opened.public_id)
    context = {
        "member": member,
        "form": form,
        "quizzes": quizzes,
        "running": live,
        "past": past(member.classroom, Reader.of(account_of(request), member.classroom)),
    }
    return render_page(request, "live/class.html", context, status=422 if form.is_bound else 200)


@signed_in
@never_stored
@get_only
def wall(request: Request, live_id: UUID) -> HttpResponse:
    """What is projected; asked again by itself, it answers 204 as long as nothing has changed."""
    live = led(account_of(request), live_id)
    key = wall_key(live)
    if request.GET.get("seen") == key:
        return HttpResponse(status=204)
    return _show_wall(request, live, key)


@signed_in
@post_only
def ask(request: Request, live_id: UUID) -> HttpResponse:
    return _lead(request, live_id, services.ask_next)


@signed_in
@post_only
def close(request: Request, live_id: UUID) -> HttpResponse:
    return _lead(request, live_id, services.close_hand)


@signed_in
@post_only
def end(request: Request, live_id: UUID) -> HttpResponse:
    services.end_live(user=account_of(request), live_id=live_id)
    return _to_wall(request, live_id)


def _lead(request: Request, live_id: UUID, step: Callable[..., LiveQuiz]) -> HttpResponse:
    form = HandForm(request.POST)
    led(account_of(request), live_id)
    if not form.is_valid():
        raise BadRequest
    step(user=account_of(request), live_id=live_id, number=form.cleaned_data["number"])
    return _to_wall(request, live_id)


def _to_wall(request: Request, live_id: UUID) -> HttpResponse:
    if not request.htmx:
        return redirect("live:wall", live_id)
    live = led(account_of(request), live_id)
    return _show_wall(request, live, wall_key(live))


def _show_wall(request: Request, live: LiveQuiz, key: str) -> HttpResponse:
    address = request.build_absolute_uri(reverse("live:phone", args=[live.public_id]))
    context = {"wall": wall_of(live), "key": key, "phones": address, "code": qr_code(address)}
    return render_page(request, "live/wall.html", context, partial="wall")


@signed_in
@never_stored
@get_only
def phone(request: Request, live_id: UUID) -> HttpResponse:
    live, member = attended(account_of(request), live_id)
    if request.GET.get("seen") == phone_key(live, member):
        return HttpResponse(status=204)
    return _show(request, live_id)


@signed_in
@post_only
def join(request: Request, live_id: UUID) -> HttpResponse:
    services.join_live(user=account_of(request), live_id=live_id)
    return redirect("live:phone", live_id)


@signed_in
@never_stored
@post_only
def answer(request: Request, live_id: UUID, number: int) -> HttpResponse:
    try:
        services.answer_hand(
            user=account_of(request),
            live_id=live_id,
            number=number,
            action=Action.parse(request.POST.get("action", "")),
            browser_ms=AnswerForm(request.POST).browser_time(),
        )
    except UnknownAction:
        return _show(request, live_id, notice=str(UNKNOWN_ACTION), status=400)
    except IllegalAction as error:
        return _show(request, live_id, notice=str(illegal(error)), status=422)
    except services.NotOpen as error:
        return _show(request, live_id, notice=str(REFUSED[error.why]), status=409)
    if request.htmx:
        return _show(request, live_id)
    return redirect("live:phone", live_id)


def _show(request: Request, live_id: UUID, *, notice: str = "", status: int = 200) -> HttpResponse:
    live, member = attended(account_of(request), live_id)
    context = {
        "phone": phone_of(live, member),
        "key": phone_key(live, member),
        "member": member,
        "notice": notice,
    }
    return render_page(request, "live/phone.html", context, partial="drill", status=status)
