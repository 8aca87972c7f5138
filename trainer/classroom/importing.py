"""What a roster would change in a class: planned, shown, and then done as it was shown."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.access import locked
from trainer.classroom.joining import MOST_STUDENTS
from trainer.classroom.models import Classroom, Member
from trainer.classroom.people import RETURNED, return_to_class
from trainer.classroom.rosters import Rejected, Row
from trainer.classroom.services import note
from trainer.classroom.texts import same, tidy
from trainer.core.codes import new_first_code

FIELDS: Final = ("name", "email", "section", "number")
KEYS: Final = ("key", "number", "email")
"""What tells somebody apart, the surest first; then comes the name."""
_SALT: Final = "trainer.classroom.importing"
_VALID_SECONDS: Final = 24 * 3600


class Changed(Exception):
    """The class is not as it was when the plan was shown."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan


class NotAPlan(Exception):
    """Rows that were not given out here for this class, or too long ago."""


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody in the class, and what a row makes of them."""

    row: Row
    member: Member
    fields: Sequence[tuple[str, str, str]]
    """What changes: the field, what it is, what it will be. An empty cell changes nothing."""
    comes_back: bool


@dataclass(slots=True)
class Plan:
    """What an import would do."""

    rows: Sequence[Row]
    new: list[Row] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    unchanged: int = 0
    skipped: list[Rejected] = field(default_factory=list)
    """Repeats, and teachers: passed over, and told."""
    wrong: list[Rejected] = field(default_factory=list)
    """As long as there is one, nothing is imported."""

    @property
    def back(self) -> int:
        return sum(change.comes_back for change in self.changed)

    @property
    def does_something(self) -> bool:
        return bool(self.new or self.changed)

    @property
    def digest(self) -> str:
        """What the plan comes to, as a short text: another for another plan."""
        told = [
            [asdict(row) for row in self.new],
            [[str(one.member.public_id), one.comes_back, one.fields] for one in self.changed],
            [asdict(one) for one in (*self.skipped, *self.wrong)],
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def plan_import(classroom: Classroom, rows: Sequence[Row], wrong: Iterable[Rejected] = ()) -> Plan:
    """Compare rows with the class as it is; one query."""
    plan = Plan(rows, wrong=list(wrong))
    known = _Known(classroom.members.all())
    taken: dict[int, int] = {}
    for row in _without_repeats(rows, plan):
        member = known.find(row)
        if member is None:
            plan.new.append(row)
        elif member.is_teacher and member.left_at is None:
            reason = _("A teacher of the class, whom an import does not change.")
            plan.skipped.append(Rejected(row.line, row.name, reason))
        elif member.pk in taken:
            plan.skipped.append(_repeat(row, taken[member.pk]))
        else:
            taken[member.pk] = row.line
            fields = [
                (name, getattr(member, name), value)
                for name in FIELDS
                if (value := getattr(row, name)) and value != tidy(getattr(member, name))
            ]
            if fields or member.left_at:
                plan.changed.append(Change(row, member, fields, member.left_at is not None))
            else:
                plan.unchanged += 1
    _refuse_what_is_taken(plan, known)
    _refuse_too_many(plan, known)
    plan.skipped.sort(key=lambda one: one.line)
    plan.wrong.sort(key=lambda one: one.line)
    return plan


class _Known:
    """Who is in a class, or was, by all that tells them apart."""

    def __init__(self, members: Iterable[Member]) -> None:
        self.members = list(members)
        self.keys = {("key", str(one.public_id)): one for one in self.members}
        self.names: dict[str, list[Member]] = defaultdict(list)
        for one in self.members:
            for kind in ("number", "email"):
                if value := getattr(one, kind):
                    self.keys[kind, same(value)] = one
            if not one.is_teacher:
                self.names[same(one.name)].append(one)

    def find(self, row: Row) -> Member | None:
        """Whom a row means: by id, else number, else e-mail, else a name that only one has."""
        for key in _keys(row):
            if key in self.keys:
                return self.keys[key]
        alike = [one for one in self.names[same(row.name)] if not _told_apart(row, one)]
        return alike[0] if len(alike) == 1 else None


def _keys(row: Row) -> Iterator[tuple[str, str]]:
    return ((kind, same(getattr(row, kind))) for kind in KEYS if getattr(row, kind))


def _told_apart(one: Row | Member, other: Row | Member) -> bool:
    """Whether two of the same name have another id, number or e-mail address.

    Somebody in the class has no ``key`` to be told apart by: an id of another class is nobody's.
    """
    pairs = [(getattr(one, kind, ""), getattr(other, kind, "")) for kind in KEYS]
    return any(mine and theirs and same(mine) != same(theirs) for mine, theirs in pairs)


def _without_repeats(rows: Iterable[Row], plan: Plan) -> Iterator[Row]:
    """The rows, but for those that are somebody again who was in the file before."""
    seen: dict[tuple[str, str], int] = {}
    names: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        namesakes = names[same(row.name)]
        first = next((seen[key] for key in _keys(row) if key in seen), None)
        if first is None:
            alike = (one.line for one in namesakes if not _told_apart(row, one))
            first = next(alike, None)
        if first is not None:
            plan.skipped.append(_repeat(row, first))
            continue
        seen.update(dict.fromkeys(_keys(row), row.line))
        namesakes.append(row)
        yield row


def _repeat(row: Row, line: int) -> Rejected:
    return Rejected(row.line, row.name, _("The same as in line %(line)d.") % {"line": line})


def _refuse_what_is_taken(plan: Plan, known: _Known) -> None:
    """Nobody may come to have a number or an address that somebody else has afterwards."""
    after: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    changes = {change.member.pk: change for change in plan.changed}
    for one in known.members:
        change = changes.get(one.pk)
        values = dict(_numbers(one)) | dict(_numbers(change.row) if change else ())
        for key in values.items():
            after[key][one.pk] = one.name
    claims = [(change.row, change.member.pk) for change in plan.changed]
    for row, pk in [*claims, *((row, 0) for row in plan.new)]:
        for key in _numbers(row):
            others = [name for other, name in after[key].items() if other != pk]
            if others:
                reason = _("%(name)s has this student number or e-mail address already.")
                plan.wrong.append(Rejected(row.line, row.name, reason % {"name": others[0]}))
                break


def _numbers(one: Row | Member) -> Iterator[tuple[str, str]]:
    """What nobody else in the class may have."""
    return ((kind, same(getattr(one, kind))) for kind in KEYS[1:] if getattr(one, kind))


def _refuse_too_many(plan: Plan, known: _Known) -> None:
    there = sum(not one.is_teacher and one.left_at is None for one in known.members)
    if there + len(plan.new) + plan.back > MOST_STUDENTS:
        reason = _("The class would have more than 1,000 students.")
        last = plan.rows[-1]
        plan.wrong.append(Rejected(last.line, last.name, reason))


def pack(classroom: Classroom, plan: Plan) -> str:
    """The rows of a plan and what it comes to, signed: any process can take them back."""
    packed = {
        "class": str(classroom.public_id),
        "rows": [list(asdict(row).values()) for row in plan.rows],
        "digest": plan.digest,
    }
    return signing.dumps(packed, salt=_SALT, compress=True)


def unpack(classroom: Classroom, packed: str) -> tuple[list[Row], str]:
    """The rows, and what the plan came to when it was shown; raise NotAPlan."""
    try:
        data = signing.loads(packed, salt=_SALT, max_age=_VALID_SECONDS)
    except signing.BadSignature:
        raise NotAPlan from None
    if data["class"] != str(classroom.public_id):
        raise NotAPlan
    return [Row(*cells) for cells in data["rows"]], data["digest"]


@transaction.atomic
def import_roster(*, classroom: Classroom, who: User, rows: Sequence[Row], digest: str) -> Plan:
    """Do what was shown, all of it or nothing; raise Changed where it would now do another thing.

    What is done already is not done again.
    """
    classroom = locked(classroom.pk)
    plan = plan_import(classroom, rows)
    if not plan.wrong and not plan.does_something:
        return plan
    if plan.wrong or plan.digest != digest:
        raise Changed(plan)
    _change(plan.changed)
    Member.objects.bulk_create(_newcomer(classroom, row) for row in plan.new)
    note(
        classroom=classroom,
        who=who,
        kind="roster",
        new=len(plan.new),
        back=plan.back,
        changed=len(plan.changed) - plan.back,
    )
    return plan


def _newcomer(classroom: Classroom, row: Row) -> Member:
    """A student to be, with a first sign-in code; what a row holds was checked as it was read."""
    values = {name: getattr(row, name) for name in FIELDS}
    return Member(classroom=classroom, first_code=new_first_code(), **values)


def _change(changes: Sequence[Change]) -> None:
    """Give everybody what is theirs; numbers and addresses may change hands among them."""
    moving = [one.member.pk for one in changes if {name for name, _, _ in one.fields} & set(KEYS)]
    Member.objects.filter(pk__in=moving).update(number="", email="")
    for change in changes:
        member = change.member
        for name, _before, value in change.fields:
            setattr(member, name, value)
        if change.comes_back:
            return_to_class(member)
    members = [change.member for change in changes]
    Member.objects.bulk_update(members, [*FIELDS, *RETURNED])
