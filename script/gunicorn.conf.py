"""How script/server runs gunicorn: one process with threads, as SQLite and a memory cache want."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

workers = 1
worker_class = "gthread"
threads = 4
keepalive = 15
timeout = 60
graceful_timeout = 10
loglevel = "warning"
accesslog = None

# Nothing is written outside the checkout.
worker_tmp_dir = str(Path(__file__).resolve().parent.parent / "var" / "tmp")
control_socket_disable = True

_survives_hangup = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN  # as under nohup


def _stop(_number: int, _frame: FrameType | None) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def when_ready(_server: Any) -> None:
    """A closed terminal stops the server; gunicorn alone would reload and keep the port."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN if _survives_hangup else _stop)


def post_worker_init(worker: Any) -> None:
    """Say the address once the first worker has loaded the site and accepts requests."""
    if worker.age == 1:
        host, port = worker.sockets[0].getsockname()[:2]
        sys.stdout.write(f"Upcard is at http://{host}:{port}/ (stop with Ctrl-C)\n")
        sys.stdout.flush()
