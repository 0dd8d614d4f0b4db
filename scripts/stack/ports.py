"""Free TCP ports on this machine."""

from __future__ import annotations

import errno
import socket

from scripts.stack.paths import StackError

HIGHEST_PORT = 65535


def free_port() -> int:
    """A port that was free a moment ago. Whoever takes it must be ready to find it gone, and ask again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listen(host: str, first: int, tries: int = 50) -> socket.socket:
    """A listening socket on the first free port from `first` upward, or, all taken, on one the system chooses.

    It is handed on as it is: nobody can take the port between the choice and the use.

    Raises:
        StackError: `host` is no address of this machine.
    """
    for port in (*range(first, min(first + tries, HIGHEST_PORT + 1)), 0):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise StackError(f"Cannot listen on {host}: {error.strerror or error}.") from error
        else:
            return listener
    raise StackError(f"No port is free on {host}.")
