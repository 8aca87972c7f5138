"""Nothing is forgotten: every model and every column is exported, or left out for a reason."""

from __future__ import annotations

import pytest
from django.apps import apps

from tests.factories import UserFactory
from tests.web.personal.lives import leading_to_people, live_with_account
from trainer.accounts.models import User
from trainer.personal.columns import columns_of
from trainer.personal.kinds import ACCOUNT, KINDS, NOT_EXPORTED
from trainer.personal.ownership import Owner, dependents, is_keyed, rows_of

NAMES = [kind.name for kind in KINDS]


def test_every_model_that_leads_to_a_person_is_exported_or_left_out_for_a_reason():
    wanted = {User, *leading_to_people()}
    exported = {kind.model for kind in KINDS}
    assert wanted == exported | NOT_EXPORTED.keys()
    assert not exported & NOT_EXPORTED.keys()
    assert len(exported) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_every_column_is_exported_or_named_as_left_out(kind):
    columns = columns_of(kind)
    fields = {field.name for field in kind.model._meta.concrete_fields}
    told = {column.field for column in columns}
    assert told | {"id", kind.owner, *kind.secret, *kind.derived} - {"", "pk"} == fields
    assert not told & {*kind.secret, *kind.derived}
    for untold in kind.untold:
        assert set(untold.fields) <= told
    assert len({column.name for column in columns}) == len(columns)


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_all_rows_of_a_person_are_found(rulebook, kind):
    learner = UserFactory()
    live_with_account(learner)
    found = set(rows_of(kind, Owner(learner, "")).values_list("pk", flat=True))
    assert found
    for path in leading_to_people().get(kind.model, ()):
        theirs = kind.model.objects.filter(kind.only, **{path: learner})
        assert set(theirs.values_list("pk", flat=True)) <= found


def test_what_stays_with_the_account_is_named():
    roots = {field.model for field in dependents(User)}
    assert roots >= ACCOUNT
    names = {model._meta.label for model in roots - ACCOUNT}
    assert names == {
        *("decisions.Decision", "decisions.Tally", "drills.Drill", "timed.TimedTest"),
        *("tables.Table", "review.Deck", "trips.Trip", "rulebook.Chart"),
        "matches.Participant",
    }


def test_rows_of_guests_without_a_row_are_known_by_their_key():
    keyed = {
        model for model in apps.get_models() if "guest_key" in {f.name for f in model._meta.fields}
    }
    assert {model for model in keyed if is_keyed(model)} == keyed - {User}
    assert {kind.model for kind in KINDS if kind.owner == "learner"} >= keyed - {User}
