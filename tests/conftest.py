"""What all tests share."""

from __future__ import annotations

from copy import copy

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model

from trainer.rulebook.models import (
    Chart,
    ChartVersion,
    RuleSet,
    RuleSetVersion,
    Solution,
    Teaching,
)
from trainer.rulebook.services import load_stock
from trainer.rulebook.solutions import ENGINE


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, tmp_path_factory
) -> None:
    """SQLite in a file, as the site runs: only then can threads write at the same time."""
    database = django_settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "upcard.sqlite3")


@pytest.fixture(autouse=True)
def plain_static_files(settings):
    """Static files under their own names, so that pages render without collectstatic."""
    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}


@pytest.fixture(autouse=True)
def quick_passwords(settings):
    """A hash that costs nothing: the real one is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def empty_cache():
    """No test is refused for the attempts of another: sign-up and login count them in the cache."""
    cache.clear()


@pytest.fixture
def rulebook(db, pytestconfig):
    """The rule sets and charts of the data files, as rows.

    Loaded by the site once a process; from then on the rows are put back as they were. What this
    version of the engine has solved for an earlier process is not solved again.
    """
    if _ROWS:
        with transaction.atomic():
            for model, rows in _ROWS.items():
                model.objects.bulk_create([copy(row) for row in rows])
        return
    solved = pytestconfig.cache.get(_SOLVED, [])
    Solution.objects.bulk_create(Solution(**row) for row in solved if row["engine"] == ENGINE)
    load_stock()
    pytestconfig.cache.set(_SOLVED, list(Solution.objects.values(*_SOLUTION_FIELDS)))
    for model in (RuleSet, RuleSetVersion, Chart, ChartVersion, Teaching, Solution):
        _ROWS[model] = [_moved(row) for row in model.objects.all()]


_SOLVED = "upcard/solved"
_SOLUTION_FIELDS = [field.name for field in Solution._meta.fields if not field.primary_key]
_ROWS: dict[type[Model], list[Model]] = {}
_APART = 1_000_000


def _moved(row: Model) -> Model:
    """The row with keys that the database's own numbering does not come to."""
    for field in row._meta.concrete_fields:
        key = getattr(row, field.attname)
        if key is not None and (field.primary_key or field.is_relation):
            setattr(row, field.attname, key + _APART)
    return row
