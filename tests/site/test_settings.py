"""Settings: documented, safe by default, and refused where they would not be."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys

import pytest
from django.conf import settings

from tests.site.paths import ROOT

SETTINGS = ROOT / "trainer" / "settings.py"
DOCS = ROOT / "docs" / "settings.md"
PRODUCTION = {"SECRET_KEY": "key", "ALLOWED_HOSTS": "upcard.example.org"}


def read_by_the_settings() -> set[str]:
    """The names of the environment variables that the settings read."""
    names = set()
    for node in ast.walk(ast.parse(SETTINGS.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("env."):
            first = node.args[0]
            assert isinstance(first, ast.Constant), ast.unparse(node)
            names.add(first.value)
    return names


def documented() -> list[str]:
    """The names in the first column of the tables of docs/settings.md."""
    rows = re.findall(r"^\|([^|]*)\|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([A-Z][A-Z0-9_]*)`", row)]


def start(show: str = "'started'", **environment: str) -> subprocess.CompletedProcess[str]:
    """Read the settings in a process that has just these variables, and print something of them."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-c", f"from trainer import settings as s; print({show})"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_settings_read_what_is_expected():
    assert {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"} <= read_by_the_settings()


def test_every_setting_is_documented_once_and_no_other():
    names = documented()
    assert sorted(names) == sorted(set(names))
    assert read_by_the_settings() - set(names) == set()
    assert set(names) - read_by_the_settings() - {"PYTHON", "CHROMIUM", "PORT"} == set()


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"SECRET_KEY": "key"},
        {"ALLOWED_HOSTS": "upcard.example.org"},
        {"SECRET_KEY": "", "ALLOWED_HOSTS": "upcard.example.org"},
        {"SECRET_KEY": "key", "ALLOWED_HOSTS": ""},
        {"DEBUG": "false", "SECRET_KEY": "key"},
    ],
    ids=str,
)
def test_production_does_not_start_without_secret_key_and_hosts(environment):
    told = start(**environment)
    assert told.returncode != 0
    assert "Set SECRET_KEY and ALLOWED_HOSTS" in told.stderr.splitlines()[-1]
    assert "started" not in told.stdout


@pytest.mark.parametrize(
    "environment",
    [PRODUCTION, {"DEBUG": "true"}],
    ids=["production", "debugging"],
)
def test_with_them_or_for_debugging_it_starts(environment):
    told = start(**environment)
    assert (told.returncode, told.stdout.strip()) == (0, "started"), told.stderr


def test_a_value_that_makes_no_sense_names_the_setting():
    told = start(**PRODUCTION, DEBUG="perhaps")
    assert told.returncode != 0
    assert "DEBUG" in told.stderr.splitlines()[-1]


def test_debugging_is_off_unless_asked_for():
    assert start("s.DEBUG", **PRODUCTION).stdout.strip() == "False"


def test_cookies_are_out_of_reach_of_scripts():
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.CSRF_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"


def test_behind_https_cookies_are_secure_and_browsers_stay_there():
    shown = "s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT"
    told = start(f"{shown}, s.SECURE_HSTS_SECONDS", **PRODUCTION, HTTPS="true", HSTS_SECONDS="60")
    assert told.stdout.strip() == "True True True 60"
