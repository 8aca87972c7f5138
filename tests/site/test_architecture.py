"""The walls between packages, and what every module keeps to."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from importlinter.cli import lint_imports

from tests.site.paths import ROOT, files, relative

SOURCES = [path for folder in ("strategy", "trainer") for path in files(".py", under=folder)]
VIEWS = [path for path in SOURCES if path.name == "views.py"]


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> set[str]:
    """The modules that a file imports, by full name."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return names


def test_the_contracts_hold(capsys):
    kept = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    told = capsys.readouterr().out
    assert kept == 0, told
    assert re.search(r"Contracts: [3-9] kept, 0 broken", told), told


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_annotations_are_lazy_and_a_file_is_one_idea(path):
    text = path.read_text(encoding="utf-8")
    if not text or "migrations" in path.parts:
        return
    assert ast.get_docstring(tree(path))
    assert "from __future__ import annotations" in text or path.name == "__init__.py"
    assert len(text.splitlines()) <= 400


@pytest.mark.parametrize("path", VIEWS, ids=relative)
def test_views_do_not_write_to_the_database_themselves(path):
    calls = {
        node.func.attr
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not calls & {"save", "create", "update_or_create", "bulk_create", "delete"}
    assert not {name for name in imported(path) if name.startswith("django.db")}


def test_decisions_are_written_in_one_place_only():
    writers = {
        relative(path)
        for path in SOURCES
        if "migrations" not in path.parts
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id == "Decision")
            or (
                ast.unparse(node.func).startswith("Decision.objects.")
                and ast.unparse(node.func).rpartition(".")[2] in ("create", "bulk_create", "update")
            )
        )
    }
    assert writers == {"trainer/decisions/services.py"}


def test_the_engine_has_no_clock_and_no_global_chance():
    for path in files(".py", under="strategy"):
        assert not imported(path) & {"time", "datetime", "secrets", "socket", "sqlite3"}, path
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Random":
                assert node.args, f"{relative(path)}: chance without a seed"


def test_the_time_is_asked_of_django_alone():
    for path in files(".py", under="trainer"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
                assert ast.unparse(node).endswith("timezone.now"), (
                    f"{relative(path)}: {ast.unparse(node)}"
                )


@pytest.mark.django_db
def test_migrations_are_complete():
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize(
    "app", [a.label for a in apps.get_app_configs() if a.name.startswith("trainer.")]
)
def test_migrations_are_one_line(app):
    config = apps.get_app_config(app)
    folder = Path(config.path) / "migrations"
    names = sorted(path.stem for path in folder.glob("[0-9]*.py"))
    assert len({name[:4] for name in names}) == len(names)
    for before, after in pairwise(names):
        migration = import_module(f"{config.name}.migrations.{after}").Migration
        assert (app, before) in migration.dependencies
