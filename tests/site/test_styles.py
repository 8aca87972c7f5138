"""What every stylesheet keeps to."""

from __future__ import annotations

import re
from collections import defaultdict

from tests.site.paths import files

SHEETS = list(files(".css", under="static/css"))


def test_a_class_is_defined_in_one_sheet():
    """All are on every page, where the later of two would change what the first is for."""
    sheets = defaultdict(set)
    for path in SHEETS:
        for name in re.findall(r"^(\.[\w-]+) \{", path.read_text(encoding="utf-8"), re.MULTILINE):
            sheets[name].add(path.name)
    assert len(sheets) > 100
    assert {name: found for name, found in sheets.items() if len(found) > 1} == {}
