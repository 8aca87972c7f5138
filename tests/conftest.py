"""What all tests share."""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache

from trainer.rulebook.services import load_stock


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
def rulebook(db):
    """The rule sets and charts of the data files, as rows."""
    load_stock()
