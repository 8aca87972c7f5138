"""What the scripts answer before they prepare anything; nothing of this checkout is changed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("script/server", "script/test", "script/lock", "script/environment.sh")
USED_BEFORE_PYTHON = ("sh", "cat", "dirname", "mkdir", "chmod", "rm", "mv", "date", "tail")


def run(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one of our scripts from another folder."""
    return subprocess.run(  # noqa: S603
        ["/bin/sh", str(ROOT / script), *arguments],
        cwd="/",
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def only_line(text: str) -> str:
    lines = text.splitlines()
    assert len(lines) == 1, text
    return lines[0]


def program(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout with nothing made yet, at a path with a space; its bin has the little it needs."""
    root = tmp_path / "a clone"
    shutil.copytree(ROOT / "script", root / "script")
    (root / "bin").mkdir()
    for name in USED_BEFORE_PYTHON:
        found = shutil.which(name)
        assert found
        (root / "bin" / name).symlink_to(found)
    return root


def run_clone(root: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        ["/bin/sh", str(root / "script/server"), "--port", "54321"],
        cwd="/",
        env={"PATH": str(root / "bin"), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("script", SCRIPTS)
def test_it_is_plain_shell(script: str) -> None:
    text = (ROOT / script).read_text()
    assert subprocess.run(["/bin/sh", "-n", ROOT / script], check=False).returncode == 0  # noqa: S603
    assert not any(word in text for word in ("[[", "function ", "local ", "pipefail", "$'", "<<<"))


@pytest.mark.parametrize("script", ["script/server", "script/test", "script/lock"])
def test_help_tells_the_usage(script: str) -> None:
    told = run(script, "--help")
    assert told.returncode == 0
    assert told.stdout.startswith(f"usage: {script}")
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--port"], "--port needs a number"),
        (["--port", "web"], "not a port: 'web'"),
        (["--port", "0"], "not a port: '0'"),
        (["--port", "-1"], "not a port: '-1'"),
        (["--port", "65536"], "not a port: '65536'"),
        (["--port", "99999999999999999999"], "not a port: '99999999999999999999'"),
        (["--port="], "not a port: ''"),
        (["--host"], "unknown argument: --host"),
    ],
)
def test_a_wrong_argument_gives_the_usage(arguments: list[str], reason: str) -> None:
    told = run("script/server", *arguments)
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.startswith(f"script/server: {reason}")
    assert "usage: script/server" in told.stderr


@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])  # noqa: S104
def test_a_busy_port_is_named(address: str) -> None:
    with socket.create_server((address, 0)) as taken:
        port = taken.getsockname()[1]
        told = run("script/server", "--port", str(port), PYTHON=sys.executable)
    assert told.returncode == 1
    assert told.stdout == ""
    assert only_line(told.stderr) == (
        f"script/server: port {port} is in use; stop what uses it, or choose another with --port"
    )


def test_without_a_python_it_says_what_is_needed(clone: Path) -> None:
    told = run_clone(clone)
    assert told.returncode == 1
    assert "needs Python 3.11 or newer (no Python found)" in only_line(told.stderr)
    assert not (clone / "var").exists()


def test_pythons_that_are_too_old_are_named_and_a_shim_that_fails_is_passed_over(
    clone: Path,
) -> None:
    program(clone / "bin" / "python3", "printf '%s\\n' old 3.9.18 /usr/bin/python3 /usr")
    program(clone / "bin" / "python3.12", "echo 'python3.12: command not found' >&2; exit 127")
    told = run_clone(clone)
    assert told.returncode == 1
    assert "needs Python 3.11 or newer (python3 is 3.9.18)" in only_line(told.stderr)
    assert not (clone / ".venv").exists()


def test_a_python_without_venv_names_the_package(clone: Path) -> None:
    program(
        clone / "bin" / "python3", "printf '%s\\n' lacks:ensurepip 3.12.3 /usr/bin/python3 /usr"
    )
    told = run_clone(clone)
    assert told.returncode == 1
    assert only_line(told.stderr).endswith("apt install python3.12-venv")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("printf '%s\\n' old 3.10.13 /usr/bin/python3 /usr", "is 3.10.13"),
        ("exit 1", "does not run"),
    ],
)
def test_a_python_named_wrongly_is_not_passed_over(clone: Path, body: str, reason: str) -> None:
    named = program(clone / "mine", body)
    (clone / "bin" / "python3").symlink_to(sys.executable)
    told = run_clone(clone, PYTHON=str(named))
    assert told.returncode == 1
    assert f"PYTHON={named} {reason}" in only_line(told.stderr)


def test_without_a_package_index_it_says_so(clone: Path) -> None:
    """A Python that makes an environment whose pip reports what pip reports offline."""
    answer = "printf '%s\\n' ok 3.12.3 \"$0\" /usr"
    make = 'mkdir -p .venv/bin; cp "$0" .venv/bin/python'
    offline = "echo 'NewConnectionError: Temporary failure in name resolution'; exit 1"
    python = program(
        clone / "bin" / "python3",
        f'case "$*" in *"m venv"*) {make} ;; *"m pip"*) {offline} ;; *ensurepip*) {answer} ;; esac',
    )
    for name in ("cp", "grep"):
        (clone / "bin" / name).symlink_to(str(shutil.which(name)))
    told = run_clone(clone, PYTHON=str(python))
    assert told.returncode == 1
    assert only_line(told.stderr) == (
        "script/server: no package index could be reached; check the network, then run it again"
        " (the log is var/install.log)"
    )
    assert (clone / ".venv/unfinished").exists(), "the next run must begin anew"
    assert (clone / "var").stat().st_mode & 0o777 == 0o700
