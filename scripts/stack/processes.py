"""Starting, watching and stopping child processes that must not outlive their parent."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_PR_SET_PDEATHSIG = 1
NOBODY = 65534


def _die_with_parent(parent: int, signum: int) -> Callable[[], None] | None:
    """A `preexec_fn` that has the kernel send `signum` to the child when its parent is gone, even by kill -9."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None, use_errno=True)

    def arrange() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signum, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signum)

    return arrange


class Child:
    """A process of ours with its log file."""

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        *,
        log: Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        as_nobody: bool = False,
        stop_signal: int = signal.SIGTERM,
        stdin: bytes | None = None,
        keep_open: Sequence[int] = (),
    ) -> None:
        """Start `argv`. It gets a session of its own, so that Ctrl-C reaches us first and we stop it in order.

        `keep_open` are the file descriptors that it inherits.
        """
        self.name = name
        self.log = log
        self.stop_signal = stop_signal
        self._asked = False
        extra = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if as_nobody else {}
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                list(argv),
                cwd=cwd,
                env=None if env is None else dict(env),
                stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=keep_open,
                preexec_fn=_die_with_parent(os.getpid(), stop_signal),  # noqa: PLW1509 - we have no threads
                **extra,  # type: ignore[call-overload]
            )
        if stdin is not None and self.process.stdin is not None:
            self.process.stdin.write(stdin)
            self.process.stdin.close()

    @property
    def returncode(self) -> int | None:
        """The exit status, or None while it runs."""
        status: int | None = self.process.poll()
        return status

    def log_tail(self, lines: int = 15) -> str:
        """The last lines of its log."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def ask_to_stop(self) -> None:
        """Send it the signal on which it stops in order, once: a second one may mean "at once"."""
        if not self._asked and self.process.poll() is None:
            self._asked = True
            self.process.send_signal(self.stop_signal)

    def stop(self, patience: float = 15.0) -> None:
        """Ask it to stop, wait `patience` seconds, then kill it and whatever it started."""
        self.ask_to_stop()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self._kill_group()
            self.process.wait(5)

    def _kill_group(self) -> None:
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self.process.kill()


def is_running(pid: int) -> bool:
    """Whether a process with that id exists (and is no zombie, where /proc tells)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()


def wait_until(ready: Callable[[], bool], *, seconds: float, step: float = 0.05) -> bool:
    """Poll `ready` until it holds; False if it did not within `seconds`."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if ready():
            return True
        time.sleep(step)
    return ready()
