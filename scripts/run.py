"""Run the whole product on this machine until Ctrl-C.

    python -m scripts.run             # what `make run` calls
    python -m scripts.run --forget    # remove this checkout's own PostgreSQL cluster with all its data

PostgreSQL and broker are this checkout's own, unless DATABASE_URL or CELERY_BROKER_URL name others. PORT is
the first port to try (8000), HOST the address to listen on (127.0.0.1).
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from http import HTTPStatus
from types import FrameType

from scripts.stack import postgres
from scripts.stack.broker import Broker
from scripts.stack.environment import say
from scripts.stack.paths import LOCAL, ROOT, StackError, local_dir, server_dir
from scripts.stack.ports import HIGHEST_PORT, listen
from scripts.stack.processes import Child, wait_until

RUN_ENV = LOCAL / "run.env"


class StopRequest(BaseException):
    """The person, or the system, has asked us to stop."""


def _stop_politely(signum: int, frame: FrameType | None) -> None:
    # Once is enough: an impatient second Ctrl-C must not break the clearing up.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise StopRequest


def _services(stack: ExitStack) -> tuple[dict[str, str], list[Child]]:
    """PostgreSQL and broker: their addresses as environment variables, and those that we started."""
    started: list[Child] = []
    database = os.environ.get("DATABASE_URL")
    if not database:
        home = server_dir() / "run"
        home.mkdir(mode=0o700, exist_ok=True)
        cluster = postgres.Cluster(home, postgres.find(home), fleeting=False)
        say(f"Starting PostgreSQL {cluster.binaries.major}")
        stack.callback(cluster.stop)
        cluster.start()
        started.append(cluster.child)
        database = cluster.url()
    queue = os.environ.get("CELERY_BROKER_URL")
    if not queue:
        say("Starting the broker")
        broker = Broker(local_dir("broker"), durable=True)
        stack.callback(broker.stop)
        broker.start()
        started.append(broker.child)
        queue = broker.url
    return {"DATABASE_URL": database, "CELERY_BROKER_URL": queue}, started


def _manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command; its output is returned, or shown with the error if it failed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise StackError(f"manage.py {' '.join(arguments)} failed:\n{(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


def _remember(services: dict[str, str], address: str) -> None:
    """Leave the addresses where `manage.py` on the same checkout finds them."""
    RUN_ENV.unlink(missing_ok=True)
    RUN_ENV.touch(mode=0o600)
    RUN_ENV.write_text("".join(f"{key}={value}\n" for key, value in {**services, "ADDRESS": address}.items()))


def _product(stack: ExitStack, env: dict[str, str], listener: socket.socket) -> list[Child]:
    """The web server, the worker and the scheduler."""
    log = local_dir("log")
    celery = [sys.executable, "-m", "celery", "--app", "config.celery_app"]
    commands: dict[str, Sequence[str]] = {
        "web server": [
            *(sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"fd://{listener.fileno()}"),
            *("--workers", "2", "--threads", "4", "--no-control-socket", "--access-logfile", "-"),
        ],
        "worker": [*celery, "worker", "--concurrency", "2", "--loglevel", "INFO", "--without-gossip"],
        "scheduler": [
            *(*celery, "beat", "--loglevel", "INFO"),
            *("--schedule", str(local_dir() / "beat-schedule"), "--pidfile", ""),
        ],
    }
    children: list[Child] = []
    stack.callback(_stop, children)
    for name, argv in commands.items():
        file = log / f"{name.replace(' ', '-')}.log"
        file.unlink(missing_ok=True)
        keep_open = [listener.fileno()] if name == "web server" else []
        child = Child(name, argv, log=file, cwd=ROOT, env=env, keep_open=keep_open)
        children.append(child)
    return children


def _stop(children: Sequence[Child]) -> None:
    """Ask all, then wait for each: none needs another to end."""
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.stop()


def _await_answer(address: str, children: list[Child]) -> None:
    def answers() -> bool:
        _check_alive(children)
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310 - our own server
                return bool(answer.status == HTTPStatus.OK)
        except urllib.error.HTTPError as error:
            raise StackError(f"{address} answers with status {error.code}; see {LOCAL / 'log'}.") from error
        except OSError:
            return False

    if not wait_until(answers, seconds=60, step=0.2):
        raise StackError(f"The web server did not answer at {address}; see {LOCAL / 'log'}.")


def _check_alive(children: list[Child]) -> None:
    for child in children:
        if (status := child.returncode) is not None:
            how = f"with status {status}" if status >= 0 else f"by signal {-status}"
            raise StackError(f"The {child.name} has ended {how}. The end of {child.log}:\n{child.log_tail()}")


def _run(stack: ExitStack) -> None:
    services, children = _services(stack)
    env = {**os.environ, **services, "DJANGO_SETTINGS_MODULE": "config.settings.local", "PYTHONUNBUFFERED": "1"}
    host = os.environ.get("HOST", "127.0.0.1")
    listener = stack.enter_context(listen(host, _wanted_port()))
    address = f"http://{'localhost' if host == '127.0.0.1' else host}:{listener.getsockname()[1]}/"

    say("Migrating the database")
    _manage(env, "migrate", "--no-input")
    _manage(env, "createcachetable")
    say("Loading the demo season, if the database is empty")
    _manage(env, "seed_demo", "--if-empty")

    say("Starting web server, worker and scheduler")
    children += _product(stack, env, listener)
    _await_answer(address, children)
    _remember(services, address)
    stack.callback(RUN_ENV.unlink, missing_ok=True)

    print(f"\n  The discipline office is at {address}\n", flush=True)
    print(_manage(env, "demo_accounts"), flush=True)
    print(f"\n  Logs and outgoing mail are in {LOCAL}. Stop with Ctrl-C.\n", flush=True)
    while True:
        _check_alive(children)
        time.sleep(0.5)


def _wanted_port() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdigit() or not 0 < int(text) <= HIGHEST_PORT:
        raise StackError(f"PORT is {text!r}, but must be a number from 1 to {HIGHEST_PORT}.")
    return int(text)


def _lock() -> postgres.Lock:
    lock = postgres.Lock(local_dir() / "run.lock")
    if not lock.acquire():
        known = dict(line.split("=", 1) for line in RUN_ENV.read_text().splitlines()) if RUN_ENV.exists() else {}
        where = f" at {known['ADDRESS']}" if "ADDRESS" in known else ""
        raise StackError(f"This checkout runs already{where}. Stop it with Ctrl-C where it was started.")
    return lock


def forget() -> None:
    """Remove the cluster of this checkout, with its data."""
    with _lock():
        for directory in (server_dir() / "run", *server_dir().glob("wheel-*")):
            shutil.rmtree(directory, ignore_errors=True)
        if not any(server_dir().iterdir()):
            server_dir().rmdir()


def main(argv: list[str]) -> int:
    """Run until stopped: 0 if that was asked for, 1 if something went wrong."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop_politely)
    try:
        if argv == ["--forget"]:
            forget()
            return 0
        with _lock(), ExitStack() as stack:
            try:
                _run(stack)
            finally:
                print("\n· Stopping everything …", flush=True)
    except StopRequest:
        print("· Stopped.", flush=True)
        return 0
    except StackError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
