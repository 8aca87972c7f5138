"""The production server on a database of the benchmark's own, and the Django programs beside it."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote

from learners import HOST

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
SECONDS_TO_START = 180
"""Another script of the checkout may hold its lock meanwhile."""
SECONDS_TO_STOP = 20
SECONDS_OF_A_PROGRAM = 600
_SETTINGS = [
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "DEFAULT_FROM_EMAIL",
    "EMAIL_URL",
    "GUNICORN_CMD_ARGS",
    "HSTS_SECONDS",
    "HTTPS",
    "LOG_LEVEL",
    "REDIS_URL",
    "SECRET_KEY",
    "TIME_ZONE",
    "WEB_CONCURRENCY",
]
"""Of the caller; none of them leaks into the benchmark."""
_SECRET_KEY = secrets.token_urlsafe(50)
"""One for all processes of a run, so that sessions made by one of them hold in the others."""


class Failure(Exception):
    """The benchmark cannot be run; the text says why."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running script/server."""

    port: int
    pid: int

    def cpu_ms(self) -> float | None:
        """The processor time that it has used so far; None where the system has no /proc.

        Unlike the time of an answer it hardly depends on what else the machine does.
        """
        proc, ticks = Path("/proc"), 0
        try:
            children = (proc / f"{self.pid}/task/{self.pid}/children").read_text().split()
            for process in (str(self.pid), *children):
                fields = (proc / process / "stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        except OSError:
            return None
        return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def environment(database: Path | str) -> dict[str, str]:
    """The caller's environment with the settings of production, on the database: a file of SQLite,
    or the address of any."""
    address = database if isinstance(database, str) else f"sqlite:///{quote(str(database))}"
    kept = {name: value for name, value in os.environ.items() if name not in _SETTINGS}
    return kept | {
        "ALLOWED_HOSTS": HOST,
        "DATABASE_URL": address,
        "DEBUG": "false",
        "DJANGO_SETTINGS_MODULE": "trainer.settings",
        "SECRET_KEY": _SECRET_KEY,
    }


def run_program(name: str, database: Path | str, *arguments: str) -> Mapping[str, Any]:
    """Run a program of this folder with the site's Python; returns the JSON that it prints.

    Raises Failure.
    """
    if not PYTHON.exists():
        raise Failure("there is no .venv yet: start script/server once")
    command = [str(PYTHON), str(Path(__file__).with_name(name)), *arguments]
    program = subprocess.Popen(
        command, cwd=ROOT, env=environment(database), stdout=subprocess.PIPE, text=True
    )
    try:
        output, _ = program.communicate(timeout=SECONDS_OF_A_PROGRAM)
    except subprocess.TimeoutExpired:
        raise Failure(f"{name} took more than {SECONDS_OF_A_PROGRAM} s") from None
    finally:
        _end(program)
    if program.returncode:
        raise Failure(f"{name} ended with status {program.returncode}")
    try:
        told: Mapping[str, Any] = json.loads(output)
    except ValueError:
        raise Failure(f"{name} printed no JSON") from None
    return told


@contextmanager
def serving(database: Path | str, log: Path | None = None) -> Iterator[Server]:
    """script/server on a free port of loopback with this database; yields it.

    ``log`` is where it writes; beside the file of SQLite if it is not told.

    It becomes gunicorn by ``exec``, so its process is the server's, and ends with the block.
    Raises Failure where it does not come up.
    """
    port = _free_port()
    log = log or Path(database).with_suffix(".log")
    with log.open("w") as output:
        server = subprocess.Popen(
            [str(ROOT / "script" / "server"), "--port", str(port)],
            cwd=ROOT,
            env=environment(database),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for us; we end it
        )
    try:
        _wait(server, port, log)
        yield Server(port, server.pid)
    finally:
        _end(server)
        _show_errors(log)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


def _wait(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    over = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < over:
        if server.poll() is not None:
            raise Failure(f"script/server ended with status {server.returncode}:\n{_tail(log)}")
        if _is_ready(port):
            return
        time.sleep(0.1)
    raise Failure(f"script/server did not answer within {SECONDS_TO_START} s:\n{_tail(log)}")


def _is_ready(port: int) -> bool:
    with closing(HTTPConnection(HOST, port, timeout=5)) as connection:
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False


def _end(process: subprocess.Popen[Any]) -> None:
    """End a process of ours by its own id, kindly first."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-20:])


def _show_errors(log: Path) -> None:
    """What the server complained of goes to stderr: a benchmark of error pages is worth nothing."""
    text = _tail(log)
    if "Traceback" in text or "ERROR" in text:
        print(text, file=sys.stderr)
