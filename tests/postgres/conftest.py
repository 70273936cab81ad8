"""The PostgreSQL of these tests, and the games that ship in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from postgres_server import database, empty_database, server

__all__ = ["database", "empty_database", "server"]


@pytest.fixture(scope="session")
def published(database: Callable[[], str], shipped_build: Path) -> str:
    """A database with the games that ship, for reading only."""
    from kb.publishing import publish

    address = database()
    publish(shipped_build, address)
    return address
