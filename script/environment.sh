# shellcheck shell=sh
# What script/server, script/test and script/lock share: it is sourced by them from the top of the
# checkout. It finds a Python, makes .venv and installs a lock file into it, and keeps every
# temporary file, cache and log inside the checkout.

program=script/${0##*/}
waiting=
child=

# A Python of the caller's own does not leak into ours, nor does another project's settings module.
unset PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONPYCACHEPREFIX PYTHONDONTWRITEBYTECODE PYTHONUSERBASE
unset PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIREMENT PIP_REQUIRE_HASHES PIP_LOG PIP_REPORT
export PYTHONNOUSERSITE=1 PYTHONUTF8=1
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
export DJANGO_SETTINGS_MODULE=trainer.settings

say() { printf '%s\n' "$*"; }

# One line on stderr, and the end.
fail() {
    printf '%s: %s\n' "$program" "$*" >&2
    exit 1
}

# The folder of everything that a run makes beside .venv; private, for the secret key and the data.
make_var() {
    { mkdir -p var/tmp && chmod 700 var; } 2>/dev/null || fail "cannot write to $(pwd)/var"
    TMPDIR=$(pwd)/var/tmp
    export TMPDIR
}

# Stop what is running for us when we are stopped; a shell alone would leave it behind.
stop() {
    trap - INT TERM HUP
    if [ -n "$child" ]; then
        kill -TERM "$child" 2>/dev/null || :
        wait "$child" 2>/dev/null || :
    fi
    exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM
trap 'stop 129' HUP

# logged LOG COMMAND...: run it with its output added to LOG; its exit status is ours.
logged() {
    log=$1
    shift
    "$@" >>"$log" 2>&1 </dev/null &
    child=$!
    status=0
    wait "$child" || status=$?
    child=
    return "$status"
}

# --- Python -------------------------------------------------------------------------------------

# probe COMMAND: sets python_state (ok, old, lacks:MODULES, or empty when it does not run at all),
# python_version, python (its real program, never one inside a virtual environment) and python_home.
probe() {
    python_state='' python_version='' python='' python_home=''
    answer=$("$1" -c '
import sys
missing = []
for name in ("ensurepip", "ssl", "sqlite3", "venv"):
    try:
        __import__(name)
    except Exception:
        missing.append(name)
if sys.version_info < (3, 11):
    print("old")
elif missing:
    print("lacks:" + " ".join(missing))
else:
    print("ok")
print("%d.%d.%d" % tuple(sys.version_info[:3]))
print(getattr(sys, "_base_executable", None) or sys.executable)
print(getattr(sys, "base_prefix", sys.prefix))
' 2>/dev/null </dev/null) || return 0
    {
        IFS= read -r python_state
        IFS= read -r python_version
        IFS= read -r python
        IFS= read -r python_home
    } <<ANSWER
$answer
ANSWER
}

# The package that has what a Python lacks.
missing_package() {
    case $1 in
        *ensurepip* | *venv*)
            say "on Debian or Ubuntu: apt install python${python_version%.*}-venv" ;;
        *) say "it was built without them: install another Python" ;;
    esac
}

# Is .venv whole, and can it run? With PYTHON set it must also be that Python's.
environment_is_whole() {
    [ -x .venv/bin/python ] && [ ! -e .venv/unfinished ] || return 1
    .venv/bin/python -I -c '
import os, sys
from importlib.util import find_spec
wanted, version, home = sys.argv[1:]
whole = sys.version_info >= (3, 11) and sys.prefix != sys.base_prefix and find_spec("pip")
same = "%d.%d.%d" % sys.version_info[:3] == version
same = same and os.path.realpath(sys.base_prefix) == os.path.realpath(home)
sys.exit(not (whole and (same or not wanted)))
' "${PYTHON:-}" "$python_version" "$python_home" 2>/dev/null </dev/null
}

# Sets python: PYTHON when it is set, else the environment's own, else the first good one on PATH.
find_python() {
    python_version='' python_home=''
    if [ -n "${PYTHON:-}" ]; then
        probe "$PYTHON"
        case $python_state in
            ok) return ;;
            old) fail "Upcard needs Python 3.11 or newer, and PYTHON=$PYTHON is $python_version" ;;
            lacks:*) fail "PYTHON=$PYTHON ($python_version) lacks ${python_state#lacks:}; $(missing_package "$python_state")" ;;
            *) fail "PYTHON=$PYTHON does not run; it should name a Python 3.11 or newer" ;;
        esac
    fi
    if environment_is_whole; then
        python=.venv/bin/python
        return
    fi
    found='' lacking=''
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        probe "$candidate"
        case $python_state in
            ok) return ;;
            old) found="$found${found:+, }$candidate is $python_version" ;;
            lacks:*)
                [ -n "$lacking" ] || lacking="$candidate ($python_version) lacks ${python_state#lacks:}; $(missing_package "$python_state")" ;;
        esac
    done
    [ -z "$lacking" ] || fail "$lacking"
    fail "Upcard needs Python 3.11 or newer (${found:-no Python found}); install one, or name it, as in PYTHON=/path/to/python3.12 $program"
}

# --- The environment ----------------------------------------------------------------------------

# One script at a time prepares the checkout. The lock is held by file descriptor 9, so it ends with
# its holder, whatever ends that, and an installer that outlives a killed script still holds it.
take_lock() {
    exec 9>>var/lock
    try_lock LOCK_NB && return
    say "Waiting for another script of this checkout to finish preparing it ..."
    # shellcheck disable=SC2034  # script/server asks
    waiting=yes
    try_lock 0 || fail "cannot lock var/lock"
}

# Where a file system has no locks (status 0 too), there is nothing to wait for.
try_lock() {
    "$python" -I -c '
import fcntl, sys
try:
    fcntl.flock(0, fcntl.LOCK_EX | getattr(fcntl, sys.argv[1], 0))
except BlockingIOError:
    sys.exit(1)
except OSError:
    pass
' "$1" <&9
}

release_lock() { exec 9>&-; }

# digest LOCKFILE: of the lock and of the Python that it is installed for.
digest() {
    .venv/bin/python -I -c '
import hashlib, platform, sys
with open(sys.argv[1], "rb") as lock:
    told = lock.read() + (sys.version + platform.machine()).encode()
print(hashlib.sha256(told).hexdigest())
' "$1"
}

# is_installed LOCKFILE STAMP
is_installed() { [ -f ".venv/$2" ] && [ "$(cat ".venv/$2")" = "$(digest "$1")" ]; }

why_install_failed() {
    if grep -q -e 'No space left' -e 'Disk quota' "$1"; then
        say "the disk is full"
    elif grep -q -e 'DO NOT MATCH THE HASHES' "$1"; then
        say "a package is not the one that the lock file names"
    elif grep -q -i -e 'connection' -e 'timed out' -e 'unreachable' -e 'name resolution' -e 'SSLError' -e 'ProxyError' "$1"; then
        say "no package index could be reached; check the network, then run it again"
    elif grep -q -e 'No matching distribution' "$1"; then
        say "the package index does not have what the lock file names; check pip's configuration"
    else
        say "pip could not install the packages"
    fi
}

# make_environment run|tests: .venv with the lock of that name installed. It costs nothing when that
# is so already. What was interrupted is begun anew.
make_environment() {
    case $1 in
        run) lock=requirements.txt ;;
        *) lock=tests/requirements.txt ;;
    esac
    log=var/install.log
    if environment_is_whole; then
        if is_installed "$lock" "installed-$1"; then
            return
        fi
        : >"$log"
    else
        if [ "$python" = .venv/bin/python ]; then
            find_python # broken while we waited
        fi
        : >"$log"
        rm -rf .venv
        mkdir .venv || fail "cannot make $(pwd)/.venv"
        : >.venv/unfinished
    fi
    say "Installing the packages (once; about a minute) ..."
    rm -rf var/tmp/install
    mkdir -p var/tmp/install
    TMPDIR=$(pwd)/var/tmp/install
    if [ -e .venv/unfinished ]; then
        logged "$log" "$python" -m venv .venv ||
            fail "Python $python_version could not make .venv; the log is var/install.log"
    fi
    : >.venv/unfinished
    rm -f .venv/installed-*
    # The cache is kept only until the packages are in place: a next try need not load them again.
    PIP_CACHE_DIR=$(pwd)/var/pip-cache logged "$log" .venv/bin/python -m pip install --require-hashes -r "$lock" ||
        fail "$(why_install_failed "$log") (the log is var/install.log)"
    digest requirements.txt >.venv/installed-run
    [ "$1" = run ] || digest "$lock" >".venv/installed-$1"
    rm -rf .venv/unfinished var/pip-cache var/tmp/install
    TMPDIR=$(pwd)/var/tmp
}

# find_chromium: sets CHROMIUM to a browser for the tests, or to nothing.
find_chromium() {
    if [ -n "${CHROMIUM:-}" ]; then
        command -v "$CHROMIUM" >/dev/null 2>&1 || fail "CHROMIUM=$CHROMIUM is not a program"
        CHROMIUM=$(command -v "$CHROMIUM")
        return
    fi
    for candidate in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
        if CHROMIUM=$(command -v "$candidate"); then
            return
        fi
    done
    CHROMIUM=
}
