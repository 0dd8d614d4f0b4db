"""What starts the product: ports, interpreters, clusters and children that leave nothing behind."""

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from scripts.stack import broker, environment, paths, ports, postgres
from scripts.stack.paths import StackError
from scripts.stack.processes import Child, is_running, wait_until

ROOT = paths.ROOT


def test_a_taken_port_gives_the_next_one() -> None:
    with ports.listen("127.0.0.1", ports.free_port()) as taken:
        first = taken.getsockname()[1]
        with ports.listen("127.0.0.1", first) as other:
            assert other.getsockname()[1] != first


def test_when_all_are_taken_the_system_chooses() -> None:
    with ports.listen("127.0.0.1", ports.free_port()) as taken:
        port = taken.getsockname()[1]
        with ports.listen("127.0.0.1", port, tries=1) as other:
            assert other.getsockname()[1] != port


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(StackError, match=r"Cannot listen on 192\.0\.2\.1"):
        ports.listen("192.0.2.1", 8000)


def interpreter(path: Path, version: str) -> None:
    """A stand-in that says it is Python `version`, or fails if that is empty."""
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho {version}\n" if version else "#!/bin/sh\nexit 127\n")
    path.chmod(0o755)


def test_the_newest_python_of_pyenv_goes_first(tmp_path: Path) -> None:
    home = tmp_path / "a home with spaces"
    for version in ("3.9.18", "3.12.9", "3.12.11", "3.13.0"):
        interpreter(home / ".pyenv/versions" / version / "bin/python", version.replace(".", " ", 1).split(".")[0])

    found = environment.find_python(home)

    assert found == str(home / ".pyenv/versions/3.13.0/bin/python")


def test_a_python_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    interpreter(tmp_path / ".pyenv/versions/3.14.0/bin/python", "")
    interpreter(tmp_path / ".pyenv/versions/3.12.1/bin/python", "3 12")

    assert environment.find_python(tmp_path) == str(tmp_path / ".pyenv/versions/3.12.1/bin/python")


def test_too_old_a_python_is_no_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interpreter(tmp_path / "bin/python3", "3 11")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin/python3"))

    assert environment.find_python(tmp_path) is None


def test_the_environment_is_made_anew_when_the_lock_changes_or_the_checkout_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "lock"
    monkeypatch.setattr(environment, "LOCK_FILE", lock)
    prints = set()
    for text, root in (("a", "/one"), ("b", "/one"), ("a", "/two")):
        lock.write_text(text)
        monkeypatch.setattr(environment, "ROOT", Path(root))
        prints.add(environment.fingerprint())

    assert len(prints) == 3


def test_lock_files_hold_hashes_and_no_addresses() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        assert text.count("==") <= text.count("--hash=sha256:")


def test_a_cluster_survives_a_kill_and_keeps_its_data(tmp_path: Path) -> None:
    home = paths.server_dir() / f"temporary-test {os.getpid()}"
    home.mkdir()
    try:
        script = (
            "import sys, time; from pathlib import Path; from scripts.stack import postgres\n"
            "cluster = postgres.Cluster(Path(sys.argv[1]), postgres.find(), fleeting=False)\n"
            "cluster.start()\n"
            "import psycopg\n"
            "with psycopg.connect(cluster.url()) as link: link.execute('CREATE TABLE kept (it int)')\n"
            "print(cluster.child.process.pid, flush=True)\n"
            "time.sleep(60)\n"
        )
        with postgres.Lock(home.with_name(f"{home.name}.lock")) as lock:
            lock.acquire()
            first = subprocess.Popen(
                [sys.executable, "-c", script, str(home)], cwd=ROOT, stdout=subprocess.PIPE, text=True
            )
            assert first.stdout is not None
            server = int(first.stdout.readline())
            first.kill()
            first.wait()
            cluster = postgres.Cluster(home, postgres.find(), fleeting=False)
            cluster.start()
            try:
                with psycopg.connect(cluster.url()) as link:
                    assert link.execute("SELECT count(*) FROM kept").fetchone() == (0,)
                assert cluster.child.process.pid != server
            finally:
                cluster.stop()
            assert not is_running(server)
    finally:
        subprocess.run(["rm", "-rf", str(home), str(home) + ".lock"], check=True)


def test_a_password_is_asked_for_and_only_the_owner_can_read_it() -> None:
    with postgres.temporary() as cluster:
        secret = cluster.home / "password"
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        assert stat.S_IMODE(cluster.home.stat().st_mode) == 0o700
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(f"postgresql://{postgres.SUPERUSER}@127.0.0.1:{cluster.port}/postgres")
        home = cluster.home
    assert not home.exists()


def test_what_a_killed_run_left_behind_is_swept_away() -> None:
    script = (
        "import os, time; from scripts.stack import postgres\n"
        "with postgres.temporary() as cluster:\n"
        "    os.utime(cluster.home, (1, 1))\n"
        "    print(cluster.home, flush=True)\n"
        "    time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    home = Path(process.stdout.readline().strip())
    assert home.exists()
    postgres.sweep(home.parent)
    assert home.exists(), "a living run was swept away"

    process.kill()
    process.wait()
    time.sleep(0.5)
    os.utime(home, (1, 1))
    postgres.sweep(home.parent)

    assert not home.exists()


def test_an_installation_without_contrib_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = postgres.Binaries(directory=tmp_path, major=17)
    monkeypatch.setattr(postgres, "_from_system", lambda: iter([bare]))
    monkeypatch.setattr(postgres, "_from_wheel", lambda: iter([]))

    with pytest.raises(StackError, match=r"lacks unaccent, pg_trgm, btree_gist.*contrib"):
        postgres.find()


def test_the_wheel_stands_in_where_the_system_lacks_contrib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = postgres.Binaries(directory=tmp_path / "whole", major=18)
    (tmp_path / "share/extension").mkdir(parents=True)
    for name in postgres.EXTENSIONS:
        (tmp_path / "share/extension" / f"{name}.control").touch()
    bare = postgres.Binaries(directory=tmp_path / "elsewhere/bin", major=17)
    monkeypatch.setattr(postgres, "_from_system", lambda: iter([bare]))
    monkeypatch.setattr(postgres, "_from_wheel", lambda: iter([whole]))

    assert postgres.find() == whole


def test_a_cluster_made_by_one_version_is_started_by_that_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for major in (17, 18):
        (tmp_path / f"{major}/share/extension").mkdir(parents=True)
        for name in postgres.EXTENSIONS:
            (tmp_path / f"{major}/share/extension" / f"{name}.control").touch()
    new, old = (postgres.Binaries(directory=tmp_path / f"{major}/bin", major=major) for major in (18, 17))
    monkeypatch.setattr(postgres, "_from_system", lambda: iter([new]))
    monkeypatch.setattr(postgres, "_from_wheel", lambda: iter([old]))
    (tmp_path / "data-17").mkdir()
    (tmp_path / "data-17/PG_VERSION").write_text("17")

    assert postgres.find(tmp_path) == old
    assert postgres.find() == new


def test_a_broker_asks_for_its_password(tmp_path: Path) -> None:
    server = broker.Broker(tmp_path, durable=False)
    server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as link:
            link.sendall(b"PING\r\n")
            assert link.recv(100).startswith(b"-NOAUTH")
    finally:
        server.stop()
    assert server.child.returncode is not None


def test_children_end_with_their_parent_even_by_kill(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from scripts.stack.processes import Child\n"
        "here = Path(sys.argv[1])\n"
        "child = Child('sleeper', ['sleep', '60'], log=here / 'log', cwd=here)\n"
        "print(child.process.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())

    parent.kill()
    parent.wait()

    assert wait_until(lambda: not is_running(child), seconds=5)


def test_a_child_that_does_not_listen_is_killed(tmp_path: Path) -> None:
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    )
    child = Child("stubborn", [sys.executable, "-c", stubborn], log=tmp_path / "log", cwd=tmp_path)
    assert wait_until(lambda: child.log_tail() == "1", seconds=10)

    child.stop(patience=0.2)

    assert child.returncode == -signal.SIGKILL


def test_the_command_is_given_services_and_its_status_is_ours() -> None:
    program = "import os, sys; print(os.environ['DATABASE_URL'][:13], os.environ['CELERY_BROKER_URL'][:5]); sys.exit(3)"
    clean = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "CELERY_BROKER_URL"}}

    done = subprocess.run(
        [sys.executable, "-m", "scripts.services", sys.executable, "-c", program],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.split() == ["postgresql://", "redis"]
    assert done.returncode == 3
