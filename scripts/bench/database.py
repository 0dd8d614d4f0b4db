"""A database for the measurements alone: made, emptied between two of them, and dropped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import django
import psycopg
from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections
from psycopg import sql


@contextmanager
def fresh() -> Iterator[None]:
    """Set Django up on a new, migrated database of the server that DATABASE_URL names.

    Whatever stands in the database of that name is left alone. Processes started inside use the new one, too.
    """
    given = os.environ["DATABASE_URL"]
    name = f"bench_{os.getpid()}"
    with psycopg.connect(given, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        try:
            os.environ["DATABASE_URL"] = urlunsplit(urlsplit(given)._replace(path=f"/{name}"))
            django.setup()
            call_command("migrate", verbosity=0)
            yield
        finally:
            connections.close_all()
            os.environ["DATABASE_URL"] = given
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def empty() -> None:
    """Forget every row of the product's own apps, history included."""
    models = [
        model for name in ("players", "tournaments", "disciplinary") for model in apps.get_app_config(name).get_models()
    ]
    tables = sorted({model._meta.db_table for model in models if not model._meta.proxy})
    with connection.cursor() as cursor:
        cursor.execute(
            sql.SQL("TRUNCATE {} RESTART IDENTITY CASCADE").format(sql.SQL(", ").join(map(sql.Identifier, tables)))
        )


def settle() -> None:
    """Know the tables' sizes, as autovacuum would a minute later, and write out what was loaded."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("CHECKPOINT")


def version() -> str:
    """PostgreSQL's version, and whether it writes safely."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('fsync')")
        number, fsync = cursor.fetchone()
    return f"PostgreSQL {number.split()[0]}, fsync {fsync}"
