"""Where the checkout keeps what it makes: beside the code, or where `nobody` can reach it."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
VENV = ROOT / ".venv"
# Survives a restart of the machine, and anybody may look for a name in it.
REACHABLE = "/var/tmp"  # noqa: S108 - the directory we make in it is checked to be our own


class StackError(Exception):
    """Something the person at the keyboard can mend; the text says what and how."""


def local_dir(*parts: str) -> Path:
    """A directory below `.local` in the checkout, made if need be, for its owner's eyes only."""
    path = LOCAL.joinpath(*parts)
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except PermissionError as error:
        raise StackError(
            f"{path} cannot be written. If another user made {LOCAL}, remove it or use a checkout of your own."
        ) from error
    if not os.access(path, os.W_OK):
        raise StackError(f"{path} belongs to another user: remove it, or use a checkout of your own.")
    return path


def server_dir() -> Path:
    """Where this checkout's PostgreSQL clusters live.

    PostgreSQL refuses to run as root, so there it runs as `nobody`, who cannot reach a checkout below
    a private home. The directory is then made below /var/tmp, named after the checkout's path.
    """
    if os.geteuid() != 0:
        return local_dir("postgres")
    key = hashlib.sha256(str(ROOT).encode()).hexdigest()[:16]
    path = Path(REACHABLE) / f"polo-discipline-{key}"
    path.mkdir(mode=0o711, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != 0:
        raise StackError(f"{path} is not root's own directory; remove it and start again.")
    path.chmod(0o711)
    return path
