"""Classes, who belongs to them, and what their teachers did."""

from __future__ import annotations

import uuid
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User


class Classroom(models.Model):
    """A class. It is its owner's, who may hand it over; co-teachers do all else."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="owned_classes")
    """One of the teachers among its members."""
    name = models.CharField(_("name"), max_length=100)
    time_zone = models.CharField(_("time zone"), max_length=64)
    """Where quizzes open and close at the times that teachers set."""
    join_code = models.CharField(max_length=12, unique=True, null=True)  # noqa: DJ001
    """Whoever has it joins as a student; null where nobody can join by a code."""
    made_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)
    """From then on it is read, and not changed."""

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Role(models.TextChoices):
    TEACHER = "teacher", _("Teacher")
    STUDENT = "student", _("Student")


class Member(models.Model):
    """A person in a class, under the name by which the class knows them.

    Whoever was brought in from a roster has no account here before they first sign in with their
    code. Whoever has left keeps the row, and their results with it.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=7, choices=Role, default=Role.STUDENT)
    name = models.CharField(_("name"), max_length=100)
    email = models.EmailField(_("e-mail address"), blank=True)
    section = models.CharField(_("section"), max_length=50, blank=True)
    number = models.CharField(_("student number"), max_length=50, blank=True)
    first_code = models.CharField(max_length=16, unique=True, null=True)  # noqa: DJ001
    """What a roster's student first signs in with; null once that is done."""
    code_sent_at = models.DateTimeField(null=True)
    """When that code went out by e-mail, which it does once."""
    joined_at = models.DateTimeField(null=True)
    """When the account came to it."""
    left_at = models.DateTimeField(null=True)
    """When they left or were removed; null as long as they belong to the class."""
    removed = models.BooleanField(default=False)
    """Whether it was a teacher who ended it: then they do not come back alone."""

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "user"], name="one_membership"),
            models.UniqueConstraint(
                "classroom", Lower("number"), condition=~Q(number=""), name="one_student_number"
            ),
            models.UniqueConstraint(
                "classroom", Lower("email"), condition=~Q(email=""), name="one_email_address"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_teacher(self) -> bool:
        return self.role == Role.TEACHER


class Deed(models.Model):
    """What somebody did in a class that others have to be able to ask about later."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="deeds")
    who = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    """Null once the account is deleted."""
    at = models.DateTimeField()
    kind = models.CharField(max_length=30)
    """A key of ``classroom.wording.DEEDS``."""
    subject = models.UUIDField(null=True)
    """The public id of the member or quiz that it was done to."""
    details = models.JSONField(default=dict)
    """What the sentence about it needs: names and numbers as they were then."""

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["classroom", "-at"], name="deeds_of_class")]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"
