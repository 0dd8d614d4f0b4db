"""Free TCP ports on this machine."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port that was free a moment ago. Whoever takes it must be ready to find it gone, and ask again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a server could listen on `port` now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def next_free_port(first: int, host: str = "127.0.0.1", tries: int = 50) -> int:
    """The first free port from `first` upward; one chosen by the system if `tries` in a row are taken."""
    for port in range(first, min(first + tries, 65536)):
        if is_free(port, host):
            return port
    return free_port()
