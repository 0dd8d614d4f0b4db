"""The virtual environment: a Python new enough, uv, and exactly what the lock file names.

    python3 -m scripts.stack.environment

Runs on any Python from 3.8 on, since it may be an old one that gets to find the new one.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.stack.paths import LOCAL, ROOT, VENV, StackError, local_dir

OLDEST = (3, 12)
LOCK_FILE = ROOT / "requirements-dev.lock"
TELL_VERSION = "import sys; print(sys.version_info[0], sys.version_info[1])"


def version_of(python: str | Path) -> tuple[int, int] | None:
    """The version of an interpreter, None if it does not run (pyenv's shims may not)."""
    try:
        done = subprocess.run(
            [str(python), "-c", TELL_VERSION], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30, check=True
        )
        major, minor = done.stdout.split()
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return int(major), int(minor)


def pythons(home: Path | None = None) -> Iterator[str]:
    """Where a Python that is new enough may be, likeliest first: pyenv's, then those on PATH."""
    found = (home or Path.home()).glob(".pyenv/versions/3.1[2-9]*/bin/python")
    newest_first = sorted(found, key=lambda path: [part.zfill(4) for part in path.parts[-3].split(".")], reverse=True)
    yield from map(str, newest_first)
    for name in ("python3.14", "python3.13", "python3.12", "python3"):
        path = shutil.which(name)
        if path is not None:
            yield path
    yield sys.executable


def find_python(home: Path | None = None) -> str | None:
    """The first interpreter of at least 3.12 that runs, None if there is none."""
    for path in pythons(home):
        version = version_of(path)
        if version is not None and version >= OLDEST:
            return path
    return None


def find_uv(python: str) -> str:
    """Uv from PATH, else one of the checkout's own, installed by pip.

    Raises:
        StackError: there is none and it cannot be installed.
    """
    on_path = shutil.which("uv")
    if on_path is not None:
        return on_path
    private = LOCAL / "uv-venv" / "bin" / "uv"
    if not private.exists():
        say("Installing uv for this checkout")
        _run([python, "-m", "venv", "--clear", str(LOCAL / "uv-venv")], "could not make an environment for uv")
        _run([str(private.with_name("python")), "-m", "pip", "install", "-qq", "uv>=0.9"], "could not install uv")
    return str(private)


def fingerprint() -> str:
    """What the environment must be made of: the lock file, at this path (its scripts name it)."""
    return hashlib.sha256(LOCK_FILE.read_bytes() + str(ROOT).encode()).hexdigest()


def is_current() -> bool:
    """Whether the environment is there and made of what the lock file names now."""
    stamp = VENV / "made-of"
    try:
        return stamp.read_text() == fingerprint() and (version_of(VENV / "bin" / "python") or (0, 0)) >= OLDEST
    except OSError:
        return False


def ensure() -> None:
    """Make or refresh the environment, unless it is current."""
    if is_current():
        return
    with (local_dir() / "setup.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current():  # somebody else may have made it while we waited
            _make()


def _make() -> None:
    python = find_python()
    uv = find_uv(python or sys.executable)
    if (version_of(VENV / "bin" / "python") or (0, 0)) < OLDEST:
        say(f"Making the environment with {python or 'a Python that uv fetches'}")
        _run(
            [uv, "venv", "--quiet", "--clear", "--python", python or "3.13", str(VENV)],
            "could not make the environment: it needs Python 3.12 or newer",
        )
    say("Installing what requirements-dev.lock names")
    _run(
        [
            *(uv, "pip", "sync", "--quiet", "--python", str(VENV / "bin" / "python")),
            *("--require-hashes", str(LOCK_FILE)),
        ],
        "could not install the packages",
    )
    (VENV / "made-of").write_text(fingerprint())


def _run(argv: list[str], failure: str) -> None:
    env = dict(os.environ)
    env.setdefault("UV_LINK_MODE", "copy")  # the cache may lie on another disk
    if not os.access(str(Path.home()), os.W_OK):
        env.setdefault("UV_CACHE_DIR", str(LOCAL / "uv-cache"))
    done = subprocess.run(argv, cwd=str(ROOT), env=env, check=False)
    if done.returncode:
        raise StackError(f"{failure} (see above). The command was: {' '.join(argv)}")


def say(text: str) -> None:
    """Tell the person at the keyboard what takes its time."""
    print(f"· {text} …", flush=True)


def main() -> int:
    """Make the environment current; 1 if that failed."""
    try:
        ensure()
    except StackError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
