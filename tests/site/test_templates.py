"""What every template keeps to."""

from __future__ import annotations

import re

import pytest
from django.template.loader import get_template

from tests.site.paths import ROOT, files, relative

TEMPLATES = list(files(".html", under="templates"))


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_it_compiles(path):
    assert get_template(path.relative_to(ROOT / "templates").as_posix())


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_what_is_included_gets_only_what_it_is_given(path):
    for tag in re.findall(r"{%\s*include\s[^%]*%}", path.read_text(encoding="utf-8")):
        assert re.search(r"\sonly\s*%}$", tag), tag


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_nothing_is_trusted_to_be_safe_or_inline(path):
    text = path.read_text(encoding="utf-8")
    for pattern in (
        r"\|\s*safe\b",
        r"{%\s*autoescape\s+off",
        r"\sstyle=",
        r"<style",
        r"\son[a-z]+=",
    ):
        assert not re.search(pattern, text), pattern
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_no_template_asks_for_rights(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b(perms|is_staff|is_superuser|has_perm)\b", text)


def test_there_are_templates_to_look_at():
    assert len(TEMPLATES) > 20
    assert any("include" in path.read_text(encoding="utf-8") for path in TEMPLATES)
