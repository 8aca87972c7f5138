"""What all tests share."""

from __future__ import annotations

import pytest

from trainer.rulebook.services import load_stock


@pytest.fixture(autouse=True)
def plain_static_files(settings):
    """Static files under their own names, so that pages render without collectstatic."""
    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": storage}


@pytest.fixture
def rulebook(db):
    """The rule sets and charts of the data files, as rows."""
    load_stock()
