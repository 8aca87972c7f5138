"""What is kept in the repository: no loose ends, no dead links, locks that name no index."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.site.paths import ROOT, files, relative

TEXTS = [
    path
    for path in files(".py", ".html", ".css", ".js", ".md", ".toml", ".sh", ".txt")
    if path.name != "test_repository.py" and "reference" not in path.parts
]
LOCKS = [ROOT / "requirements.txt", ROOT / "tests" / "requirements.txt"]
PAGES = list(files(".md"))


@pytest.mark.parametrize("path", TEXTS, ids=relative)
def test_nothing_is_left_to_do_in_a_comment(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(TODO|FIXME|XXX|HACK)\b", text)


@pytest.mark.parametrize("path", LOCKS, ids=relative)
def test_a_lock_pins_every_package_by_hash_and_names_no_index(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if "://" in line]
    assert not [line for line in lines if line.startswith("-")]  # an option of the whole file
    entries = "\n".join(lines).replace("\\\n", " ").splitlines()
    pinned = [line for line in entries if re.match(r"[a-zA-Z0-9]", line)]
    assert len(pinned) > 15
    for entry in pinned:
        assert re.match(r"[A-Za-z0-9._\[\],-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_both_locks_have_the_same_versions_of_what_the_site_needs():
    site, tests = (
        dict(
            re.findall(
                r"^([a-zA-Z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", path.read_text(), re.MULTILINE
            )
        )
        for path in LOCKS
    )
    assert site.items() <= tests.items()


def test_every_direct_need_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = {
        lock: {
            name.lower()
            for name in re.findall(r"^([A-Za-z0-9._-]+)[\[=]", lock.read_text(), re.MULTILINE)
        }
        for lock in LOCKS
    }
    for lock, needs in zip(
        LOCKS,
        (project["project"]["dependencies"], project["dependency-groups"]["test"]),
        strict=True,
    ):
        for need in needs:
            name = re.match(r"[A-Za-z0-9._-]+", need).group().lower()
            assert name in named[lock], need


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_links_lead_to_files_that_exist(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, heading = target.partition("#")
        linked = (path.parent / file) if file else path
        assert linked.exists(), target
        if heading and linked.suffix == ".md":
            headings = re.findall(r"^#+\s+(.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in headings}
            assert heading in slugs, target


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_files_named_in_the_text_exist(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    folders = "trainer|strategy|templates|tests|docs|script|benchmarks|static"
    for name in re.findall(rf"`((?:{folders})/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name


def test_the_readme_is_there_and_names_the_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "script/server" in text
    assert "script/test" in text


def test_tests_named_in_the_documents_exist():
    named = {
        name
        for path in PAGES
        for name in re.findall(r"`(test_\w+)`", path.read_text(encoding="utf-8"))
    }
    known = {
        name
        for path in files(".py", under="tests")
        for name in re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8"))
    }
    assert len(named) > 40
    assert named <= known
