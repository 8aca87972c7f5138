"""What all tests share."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection, transaction
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

# Documents and templates are many small objects, most of which live on: to go through them as often
# as Python does would take a tenth of the time of the tests.
gc.set_threshold(50_000, 20, 50)


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

    Loaded by the site once a process; from then on the statements that put the rows back are sent
    again, which takes a fraction of the time.
    """
    if _INSERTS:
        with transaction.atomic(), connection.cursor() as cursor:
            for sql, values in _INSERTS:
                cursor.execute(sql, values)
        return
    rows = _loaded(pytestconfig.cache)
    with transaction.atomic(), connection.execute_wrapper(_keep_insert):
        for model, found in rows.items():
            model.objects.bulk_create(found)


_SOLVED = "upcard/solved"
_SOLUTION_FIELDS = [field.name for field in Solution._meta.fields if not field.primary_key]
_INSERTS: list[tuple[str, Any]] = []
_APART = 1_000_000


def _keep_insert(
    execute: Callable[..., Any], sql: str, values: Any, many: bool, context: dict[str, Any]
) -> Any:
    _INSERTS.append((sql, values))
    return execute(sql, values, many, context)


def _loaded(kept: pytest.Cache) -> dict[type[Model], list[Model]]:
    """The rows that the site makes of the data files, and no longer has.

    What this version of the engine has solved for an earlier process is not solved again.
    """
    with transaction.atomic():
        solved = kept.get(_SOLVED, [])
        Solution.objects.bulk_create(Solution(**row) for row in solved if row["engine"] == ENGINE)
        load_stock()
        kept.set(_SOLVED, list(Solution.objects.values(*_SOLUTION_FIELDS)))
        models = (RuleSet, RuleSetVersion, Chart, ChartVersion, Teaching, Solution)
        rows = {model: [_moved(row) for row in model.objects.all()] for model in models}
        transaction.set_rollback(True)
    return rows


def _moved(row: Model) -> Model:
    """The row with keys that the database's own numbering does not come to."""
    for field in row._meta.concrete_fields:
        key = getattr(row, field.attname)
        if key is not None and (field.primary_key or field.is_relation):
            setattr(row, field.attname, key + _APART)
    return row
