"""The one door to quizzes, attempts and hands: to whom they do not concern, they do not exist."""

from __future__ import annotations

from functools import wraps
from typing import TypeVar
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect

from trainer.accounts.models import User
from trainer.classroom.access import memberships, require_open, require_teacher
from trainer.classroom.models import Member, Role
from trainer.core.http import P, Request, View
from trainer.quizzes.models import Attempt, Extension, Item, Quiz

Row = TypeVar("Row", bound=Model)


def signed_in(view: View[P]) -> View[P]:
    """Send whoever has no account, or is signed out by now, to the login and then back."""
    guarded = login_required(view)

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        response: HttpResponseBase = guarded(request, *args, **kwargs)
        if request.htmx and isinstance(response, HttpResponseRedirect):
            return HttpResponseClientRedirect(response.url)
        return response

    return wrapped


def get_quiz(user: User, quiz_id: UUID) -> tuple[Quiz, Member]:
    """A quiz of a class of the user, and their membership; raise Http404.

    To students a draft does not exist.
    """
    return _own(user, _quizzes(), quiz_id)


def taught_quiz(user: User, quiz_id: UUID) -> tuple[Quiz, Member]:
    """The same for a teacher; raise Http404 for a stranger, PermissionDenied for a student."""
    return _taught(user, _quizzes(), quiz_id)


def locked_quiz(user: User, quiz_id: UUID) -> tuple[Quiz, Member]:
    """The same, locked until the transaction ends; raise PermissionDenied in an archived class."""
    quiz, member = _taught(user, _locked_quizzes(), quiz_id)
    require_open(member.classroom)
    return quiz, member


def quiz_to_take(user: User, quiz_id: UUID) -> tuple[Quiz, Member]:
    """The quiz and the student, both locked; raise Http404, or PermissionDenied for a teacher."""
    quiz, member = _own(user, _locked_quizzes(), quiz_id)
    if member.is_teacher:
        raise PermissionDenied
    require_open(member.classroom)
    Member.objects.select_for_update().get(pk=member.pk)
    return quiz, member


def get_attempt(user: User, attempt_id: UUID) -> Attempt:
    """An attempt of the student with all that its pages need; raise Http404 for all others."""
    return _first(own_attempts(user).filter(public_id=attempt_id))


def locked_attempt(user: User, attempt_id: UUID) -> Attempt:
    """The same, locked until the transaction ends, of whoever is a student still."""
    attempts = own_attempts(user).select_for_update(of=("self",))
    return _first(attempts.filter(member__role=Role.STUDENT, public_id=attempt_id))


def attempt_of(user: User, item_id: UUID) -> Attempt:
    """The attempt in which a hand of the student was asked; raise Http404."""
    return _first(own_attempts(user).filter(items__public_id=item_id))


def locked_items(user: User, item_id: UUID) -> tuple[Item, Item | None]:
    """A hand that the student was shown and the one after it, their attempt locked.

    Two queries: what waited for the lock reads the key as it is after that, which is another one
    where it waited for a regrade. Raises Http404, also for whoever teaches the class by now.
    """
    attempts = Attempt.objects.filter(
        learner=user, member__left_at=None, member__role=Role.STUDENT, items__public_id=item_id
    )
    attempt = _first(attempts.only("pk").order_by().select_for_update(of=("self",)))
    number = Subquery(Item.objects.filter(public_id=item_id).values("number"))
    found = list(
        Item.objects.select_related(
            "question", "attempt__quiz__rules", "attempt__quiz__chart", "attempt__quiz__classroom"
        )
        .filter(attempt=attempt, number__in=(number, number + 1))
        .annotate(extended_until=_until("attempt__quiz", "attempt__member"))
        .order_by("number")
    )
    if found[0].asked_at is None:
        raise Http404
    item, *after = found
    item.attempt.extended_until = item.extended_until
    for each in after:
        each.attempt = item.attempt
    return item, after[0] if after else None


def own_attempts(user: User) -> QuerySet[Attempt]:
    """The attempts of a student in classes that they belong to, with their own end."""
    return (
        Attempt.objects.filter(learner=user, member__left_at=None)
        .select_related("quiz__rules", "quiz__chart", "quiz__classroom", "member__classroom")
        .annotate(extended_until=_until("quiz", "member"))  # type: ignore[no-redef]
    )


def _until(quiz: str, member: str) -> Subquery:
    """The student's own end, from rows that lead to the quiz and the student."""
    own = Extension.objects.filter(quiz=OuterRef(quiz), member=OuterRef(member))
    return Subquery(own.values("until"))


def _quizzes() -> QuerySet[Quiz]:
    return Quiz.objects.select_related("classroom", "rules", "chart")


def _locked_quizzes() -> QuerySet[Quiz]:
    return _quizzes().select_for_update(of=("self",))


def _own(user: User, quizzes: QuerySet[Quiz], quiz_id: UUID) -> tuple[Quiz, Member]:
    quiz = _first(quizzes.filter(public_id=quiz_id))
    member = _first(memberships(user).filter(classroom=quiz.classroom_id))
    if quiz.published_at is None and not member.is_teacher:
        raise Http404
    return quiz, member


def _taught(user: User, quizzes: QuerySet[Quiz], quiz_id: UUID) -> tuple[Quiz, Member]:
    quiz = _first(quizzes.filter(public_id=quiz_id))
    member = _first(memberships(user).filter(classroom=quiz.classroom_id))
    require_teacher(member)
    return quiz, member


def _first(rows: QuerySet[Row]) -> Row:
    row = rows.first()
    if row is None:
        raise Http404
    return row
