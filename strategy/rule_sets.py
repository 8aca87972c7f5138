"""The rule sets that come with the package: named rules and the charts taught for them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from strategy.rules import Rules


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules under a name. ``charts`` are names of stock charts, the one taught by default first."""

    slug: str
    name: str
    summary: str
    source: str
    rules: Rules
    charts: tuple[str, ...]


_FILES: Final = resources.files("strategy") / "data" / "rules"


@cache
def stock_rule_sets() -> tuple[RuleSet, ...]:
    """All rule sets of the package, in the order in which they are offered."""
    found = []
    for file in _FILES.iterdir():
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            rule_set = RuleSet(
                slug=file.name.removesuffix(".toml"),
                name=data["name"],
                summary=data["summary"],
                source=data["source"],
                rules=Rules.parse(data["rules"]),
                charts=tuple(data["charts"]),
            )
            found.append((data["order"], rule_set))
    return tuple(rule_set for _, rule_set in sorted(found, key=lambda pair: pair[0]))
