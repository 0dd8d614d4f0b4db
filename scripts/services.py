"""Run one command with a PostgreSQL and a broker of its own, and stop both after it.

    python -m scripts.services [--durable] [--no-broker] COMMAND [ARGUMENT ...]

DATABASE_URL and CELERY_BROKER_URL, if they are set, are used instead. `--durable` keeps fsync on: for
measurements that should mean something.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from scripts.stack import postgres
from scripts.stack.broker import Broker
from scripts.stack.paths import ROOT, VENV, StackError


def _start(stack: ExitStack, arguments: argparse.Namespace) -> dict[str, str]:
    env = dict(os.environ)
    env["PATH"] = f"{VENV / 'bin'}{os.pathsep}{env.get('PATH', '')}"
    env.setdefault("DJANGO_SETTINGS_MODULE", arguments.settings)
    if not env.get("DATABASE_URL"):
        cluster = stack.enter_context(postgres.temporary(fleeting=not arguments.durable))
        env["DATABASE_URL"] = cluster.url()
    if arguments.broker and not env.get("CELERY_BROKER_URL"):
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="polo-broker-")))
        broker = Broker(home, durable=False)
        stack.callback(broker.stop)
        broker.start()
        env["CELERY_BROKER_URL"] = broker.url
    return env


def main(argv: list[str] | None = None) -> int:
    """Run the command; its exit status is ours."""
    parser = argparse.ArgumentParser(prog="python -m scripts.services", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--durable", action="store_true", help="keep fsync on")
    parser.add_argument("--no-broker", dest="broker", action="store_false", help="start no broker")
    parser.add_argument("--settings", default="config.settings.test", help="the settings module, unless one is set")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args(argv)
    if not arguments.command:
        parser.error("name the command to run")
    # Ended from outside: unwind, so that what was started is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with ExitStack() as stack:
            env = _start(stack, arguments)
            return _run(arguments.command, env)
    except StackError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(command: list[str], env: dict[str, str]) -> int:
    # It stays in our process group: a Ctrl-C reaches it as well, and we wait until it is done.
    process = subprocess.Popen(command, cwd=ROOT, env=env)
    try:
        return process.wait()
    except BaseException:
        process.terminate()
        process.wait(20)
        raise


if __name__ == "__main__":
    sys.exit(main())
