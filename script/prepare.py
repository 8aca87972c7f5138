"""Bring the database and the static files up to date, in one process, as script/server starts.

With the argument `static`, as script/test calls it, the static files alone.
Static files are collected, which means compressed, only when one of them has changed.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAMP = ROOT / "var" / "static.stamp"


def static_state() -> str:
    """A digest of every static file's name and content, and of what stores them."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders

    state = hashlib.sha256(repr((settings.STORAGES, settings.STATIC_URL)).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            content = Path(storage.path(name)).read_bytes()
            state.update(f"{getattr(storage, 'prefix', None)}/{name}\0{len(content)}\0".encode())
            state.update(content)
    return state.hexdigest()


def collect_static() -> None:
    """Run collectstatic, unless what it made last is still right."""
    from django.conf import settings
    from django.core.management import call_command

    state = static_state()
    made = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if made.exists() and STAMP.exists() and STAMP.read_text() == state:
        return
    STAMP.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    STAMP.write_text(state)


def main() -> None:
    """Migrate, load the rule sets and charts, collect the static files."""
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    if sys.argv[1:] != ["static"]:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_rulebook", verbosity=0)
    collect_static()


if __name__ == "__main__":
    main()
