"""How is a database reached, is it one of ours, and how do we fail? Connections that read can write nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import BuildError

if TYPE_CHECKING:
    from psycopg import Connection

MIGRATIONS = Path(__file__).with_name("migrations")
MISSING = "PostgreSQL needs its driver: pip install 'kb-rules[postgres]'"

_PATIENCE = 10
"""Seconds until a server that does not answer is given up, and so many for a free connection."""

_TURN = 5
"""Seconds in which another writer has to be done: the session of one that was killed ends a moment after it."""

_LONGEST = "30s"
"""What one question of a reader may take in the database."""

_MARK = "kb: rules published by `kb publish`"
"""The comment of our schema: without it a database is not ours."""

_MARKED = "SELECT obj_description(oid, 'pg_namespace') AS mark FROM pg_namespace WHERE nspname = 'kb'"
_FOREIGN = """
SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname NOT IN ('pg_catalog', 'information_schema', 'kb')
AND nspname NOT LIKE 'pg\\_%' AND NOT EXISTS
(SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') LIMIT 1
"""


def migrations() -> list[Path]:
    """The steps from an empty database to our tables; the position of each is the number after it."""
    return sorted(MIGRATIONS.glob("[0-9]*.sql"))


class Server:
    """A database with published games, for reading: a pool of connections, which threads share."""

    def __init__(self, address: str, most: int = 1) -> None:
        """Connect, with at most so many connections at once; BuildError where nothing of ours is there."""
        with _telling(address):
            from psycopg import ClientCursor, connect
            from psycopg.rows import dict_row
            from psycopg_pool import ConnectionPool

            self.name = name_of(address)
            with connect(
                address, connect_timeout=_PATIENCE
            ) as first:  # tells at once what a pool would try again
                _refuse_newer(found := _format(first, self.name), self.name)
                if found < len(migrations()):
                    raise BuildError(
                        f"{self.name} was published by an older version of kb; `kb publish` renews it"
                    )
            self._pool = ConnectionPool(
                address,
                min_size=1,
                max_size=most,
                timeout=_PATIENCE,
                open=True,
                configure=_only_read,
                kwargs={"autocommit": True, "cursor_factory": ClientCursor, "row_factory": dict_row},
            )

    def close(self) -> None:
        """Let go of the connections."""
        self._pool.close()

    def rows(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> list[dict[str, Any]]:
        """What a query finds. Values stand in it as literals: then the partitions that matter are known to plans."""
        told: Any = [*map(clean, values)]
        if isinstance(values, Mapping):
            told = dict(zip(values, map(clean, values.values()), strict=True))
        with _telling(self.name), self._pool.connection() as connection:
            found: list[dict[str, Any]] = connection.execute(query, told).fetchall()
            return found


@contextmanager
def writing(address: str) -> Iterator[Connection[Any]]:
    """A connection to a database of ours, or an empty one, its tables brought up to date; one writer at a time."""
    with _telling(address):
        from pgvector.psycopg import register_vector
        from psycopg import connect

        name = name_of(address)
        with connect(address, connect_timeout=_PATIENCE, autocommit=True) as connection:
            _wait_for_turn(connection, name)
            if connection.execute(_MARKED).fetchone() is None and connection.execute(_FOREIGN).fetchone():
                raise BuildError(f"{name} holds tables that are not ours; name an empty database")
            _migrate(connection, name)
            register_vector(connection)
            yield connection


def _wait_for_turn(connection: Connection[Any], name: str) -> None:
    """Become the one writer, or raise BuildError."""
    from psycopg.errors import LockNotAvailable

    connection.execute(f"SET lock_timeout = '{_TURN * 1000:.0f}ms'")
    try:
        connection.execute("SELECT pg_advisory_lock(hashtext('kb publish'))")
    except LockNotAvailable as error:
        raise BuildError(f"another `kb publish` is at work on {name}; try again when it is done") from error
    connection.execute("RESET lock_timeout")


def name_of(address: str) -> str:
    """A database as it may be told: without the password."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        told = conninfo_to_dict(address)
    except ProgrammingError as error:
        raise BuildError("that is no address of a database: postgresql://USER@HOST:PORT/NAME") from error
    port = f":{told['port']}" if told.get("port") else ""
    return f"postgresql://{told.get('host') or ''}{port}/{told.get('dbname') or ''}"


@contextmanager
def _telling(name: str) -> Iterator[None]:
    """One clear line for a driver that is missing, a server that is not there, or whatever it complains of."""
    try:
        from psycopg import Error
        from psycopg_pool import PoolTimeout
    except ImportError as error:
        raise BuildError(MISSING) from error
    try:
        yield
    except ImportError as error:
        raise BuildError(MISSING) from error
    except PoolTimeout as error:
        raise BuildError(f"{name}: no connection in {_PATIENCE} seconds") from error
    except Error as error:
        shown = name_of(name)
        raise BuildError(f"{shown}: {' '.join(str(error).split()) or type(error).__name__}") from error


def _only_read(connection: Connection[Any]) -> None:
    connection.execute("SET default_transaction_read_only = on")
    connection.execute(f"SET statement_timeout = '{_LONGEST}'")
    connection.execute("SET jit = off")  # for queries over many parts, compiling takes longer than they do


def _format(connection: Connection[Any], name: str) -> int:
    """How many migrations a database had; BuildError for one that is not ours."""
    mark = connection.execute(_MARKED).fetchone()
    if mark is None or not str(mark[0]).startswith(_MARK):
        raise BuildError(f"{name} holds no published rules; `kb publish` puts them there")
    return int(str(mark[0]).rpartition(" ")[2])


def _refuse_newer(found: int, name: str) -> None:
    if found > len(migrations()):
        raise BuildError(f"{name} was published by a newer version of kb; use that one")


def _migrate(connection: Connection[Any], name: str) -> None:
    """Take the steps that are still to be taken, all or none."""
    steps = migrations()
    with connection.transaction():
        if connection.execute(_MARKED).fetchone() is None:
            connection.execute("CREATE SCHEMA kb")
            connection.execute(f"COMMENT ON SCHEMA kb IS '{_MARK}, format 0'")
        done = _format(connection, name)
        _refuse_newer(done, name)
        for step in steps[done:]:
            connection.execute(step.read_bytes())
        connection.execute(f"COMMENT ON SCHEMA kb IS '{_MARK}, format {len(steps)}'")
        if done < len(steps):
            connection.execute("GRANT USAGE ON SCHEMA kb TO PUBLIC")
            connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA kb TO PUBLIC")


def clean(value: object) -> object:
    """Text that the database takes: it holds no zero byte, and no half of a character."""
    if isinstance(value, str):
        return value.replace("\0", "").encode("utf-8", "replace").decode()
    return [clean(one) for one in value] if isinstance(value, list) else value


def lexeme(stem: str) -> str:
    """A stem as a tsvector and a tsquery write it."""
    escaped = stem.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
