"""Where the things are that the site tests read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_NOT_OURS = {".git", ".venv", "var", "node_modules", "__pycache__"}


def files(*suffixes: str, under: str = ".") -> Iterator[Path]:
    """The files of the checkout with one of the suffixes, what is made or installed left out."""
    for path in sorted((ROOT / under).rglob("*")):
        parts = path.relative_to(ROOT).parts
        made = any(part in _NOT_OURS or part.endswith("_cache") for part in parts)
        if path.suffix in suffixes and not made and path.is_file():
            yield path


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
