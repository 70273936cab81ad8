"""`kb publish` copies a build game by game: what is stopped leaves every game as it was, what is not ours stays so."""

from __future__ import annotations

import builtins
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from processes import start_kb
from small_builds import write_build
from small_entries import entry

from kb.errors import BuildError
from kb.postgres import PublishedLibrary, connecting
from kb.postgres.connecting import migrations
from kb.publishing import PARTED, TABLES, publish
from kb.search import search
from kb.store.rows import TABLES as STORE_TABLES

if TYPE_CHECKING:
    from conftest import Kb

Database = Callable[[], str]


def small(folder: Path, says: str = "A figure moves.", *games: str) -> Path:
    """A build of a rule in each of some games."""
    entries = [entry("1", says, game=game, number="1") for game in games or ("moor", "fen")]
    return write_build(folder, entries)


def texts(address: str) -> dict[str, str]:
    with PublishedLibrary(address) as library:
        return {one.id: one.text for one in library.entries()}


def ask(address: str, query: str) -> list[Any]:
    with psycopg.connect(address, autocommit=True) as connection:
        done = connection.execute(query)
        return done.fetchall() if done.description else []


def test_only_what_changed_is_written_and_what_went_is_taken_out(database: Database, tmp_path: Path) -> None:
    address = database()
    first = publish(small(tmp_path / "first"), address)
    assert (first.written, first.kept, first.removed) == (("moor", "fen"), (), ())
    again = publish(tmp_path / "first", address)
    assert (again.written, again.kept) == ((), ("moor", "fen"))
    last = publish(small(tmp_path / "last", "A figure swims.", "moor"), address)
    assert (last.written, last.kept, last.removed) == (("moor",), (), ("fen",))
    assert texts(address) == {"moor:1": "A figure swims."}
    for table in PARTED:
        assert ask(address, f"SELECT count(*) FROM kb.\"{table}\" WHERE slug <> 'moor'") == [(0,)]


def test_a_game_named_is_written_alone(empty_database: Database, tmp_path: Path, kb: Kb) -> None:
    address = empty_database()
    build = small(tmp_path / "build")
    done = kb("publish", address, "--build", build, "--game", "fen")
    assert (done.exit_code, done.stderr) == (0, "kb: games: 1 written (fen)\n")
    assert [*texts(address)] == ["fen:1"]
    assert kb("publish", address, "--build", build, "--game", "bog").exit_code == 1


def test_a_publication_that_is_killed_leaves_the_old_state(database: Database, tmp_path: Path) -> None:
    address = database()
    publish(small(tmp_path / "old"), address)
    new = small(tmp_path / "new", "A figure swims.")
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'kb.vectors'::regclass"
    with psycopg.connect(address) as held:
        held.execute("LOCK TABLE kb.vectors IN SHARE MODE")  # the last that is written
        process = start_kb("publish", address, "--build", new)
        for _ in range(600):
            if process.poll() is not None or ask(address, waiting):
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        assert process.communicate()[1] == ""
        assert set(texts(address).values()) == {"A figure moves."}
    assert publish(new, address).written == ("moor", "fen")
    assert set(texts(address).values()) == {"A figure swims."}


def test_two_publications_do_not_mix(
    database: Database, tmp_path: Path, kb: Kb, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = database()
    publish(small(tmp_path / "build"), address)
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(hashtext('kb publish'))")
        monkeypatch.setattr(connecting, "_TURN", 0.1)
        done = kb("publish", address, "--build", tmp_path / "build")
    assert done.exit_code == 2
    assert "another `kb publish` is at work" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_publication_waits_a_moment_for_another(database: Database, tmp_path: Path) -> None:
    address = database()
    publish(small(tmp_path / "build"), address)
    waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(hashtext('kb publish'))")
        with ThreadPoolExecutor(1) as thread:
            done = thread.submit(publish, tmp_path / "build", address)
            while not done.done() and not ask(address, waiting):
                time.sleep(0.02)
            other.execute("SELECT pg_advisory_unlock_all()")
            assert done.result().kept == ("moor", "fen")


def test_a_database_that_is_not_ours_is_refused(empty_database: Database, tmp_path: Path, kb: Kb) -> None:
    address = empty_database()
    ask(address, "CREATE TABLE bills (number int)")
    done = kb("publish", address, "--build", small(tmp_path / "build"))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "holds tables that are not ours" in done.stderr
    for command in ("show", "search"):
        done = kb(command, "--from", address, "leap")
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert "holds no published rules" in done.stderr
    assert ask(address, "SELECT count(*) FROM pg_namespace WHERE nspname = 'kb'") == [(0,)]


def test_a_schema_called_so_that_is_not_ours_is_refused(empty_database: Database, tmp_path: Path) -> None:
    address = empty_database()
    ask(address, "CREATE SCHEMA kb; CREATE TABLE kb.games (number int)")
    with pytest.raises(BuildError, match="no published rules"):
        publish(small(tmp_path / "build"), address)


def test_a_database_of_another_version_is_told(database: Database, tmp_path: Path) -> None:
    address = database()
    publish(small(tmp_path / "build"), address)
    mark = ask(address, "SELECT obj_description('kb'::regnamespace)")[0][0]
    newer = mark.replace(str(len(migrations())), "99")
    ask(address, f"COMMENT ON SCHEMA kb IS '{newer}'")
    with pytest.raises(BuildError, match="newer version"):
        PublishedLibrary(address)
    with pytest.raises(BuildError, match="newer version"):
        publish(tmp_path / "build", address)


def test_a_database_of_an_older_version_is_renewed(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = database()
    publish(small(tmp_path / "build"), address)
    step = tmp_path / "0002_more.sql"
    step.write_text("ALTER TABLE kb.games ADD COLUMN told text")
    steps = [*migrations(), step]
    monkeypatch.setattr(connecting, "migrations", lambda: steps)
    with pytest.raises(BuildError, match="older version of kb; `kb publish` renews it"):
        PublishedLibrary(address)
    assert publish(tmp_path / "build", address).kept == ("moor", "fen")
    assert [*texts(address)] == ["moor:1", "fen:1"]
    step.write_text("ALTER TABLE kb.games DROP COLUMN told; ALTER TABLE kb.nothing ADD COLUMN told text")
    steps.append(step)
    with pytest.raises(BuildError, match="nothing"):
        publish(tmp_path / "build", address)
    assert ask(address, "SELECT told FROM kb.games") == [(None,), (None,)]  # all of a step or none


def test_a_database_without_games_is_told(empty_database: Database, tmp_path: Path, kb: Kb) -> None:
    address = empty_database()
    build = small(tmp_path / "build")
    assert kb("publish", address, "--build", build, "--game", "bog").exit_code == 1
    assert ask(address, "SELECT count(*) FROM pg_namespace WHERE nspname = 'kb'") == [(0,)]
    publish(build, address)
    ask(address, "DELETE FROM kb.games")
    for line in (("search", "leap", "--from"), ("show", "leap", "--from"), ("api",)):
        done = kb(*line, address)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert "holds no published rules yet; `kb publish` puts them there" in done.stderr


def test_whoever_reads_can_write_nothing(database: Database, tmp_path: Path) -> None:
    address = database()
    publish(small(tmp_path / "build"), address)
    with PublishedLibrary(address) as library, pytest.raises(BuildError, match="read-only"):
        library.everywhere("DELETE FROM kb.games RETURNING slug")
    ask(address, "DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN")
    reader = address.replace("postgres:@", "reader:@")
    assert set(texts(reader)) == {"moor:1", "fen:1"}
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        ask(reader, "DELETE FROM kb.games RETURNING slug")


def test_the_tables_are_those_of_the_store(database: Database, tmp_path: Path) -> None:
    address = database()
    publish(small(tmp_path / "build"), address)
    for table in TABLES:
        told = STORE_TABLES.split(
            f"CREATE TABLE {table} (" if table != "references" else 'TABLE "references" ('
        )[1]
        own = [
            part.split()[0].strip('"')
            for part in told.split(");")[0].split(" PRIMARY")[0].split(",")
            if part.strip()
        ]
        query = (
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'kb'"
            f" AND table_name = '{table}' ORDER BY ordinal_position"
        )
        assert [name for (name,) in ask(address, query)] == ["slug", "rowid", *own]
    query = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'kb.entries'::regclass"
    assert ask(address, query) == [(64,)]


def test_what_no_database_takes_is_published_all_the_same(database: Database, tmp_path: Path) -> None:
    address = database()
    publish(small(tmp_path / "build", "It's a \\ and a % _ 'quote' \x00 ä."), address)
    assert texts(address)["moor:1"] == "It's a \\ and a % _ 'quote'  ä."
    assert [hit.id for hit in search(address, "it's quote", game="moor").results] == ["moor:1"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://nobody:secret@127.0.0.1:9/rules", "postgresql://127.0.0.1:9/rules: connection"),
        ("postgresql://[", "that is no address of a database"),
        ("mysql://here", "begin"),
    ],
)
def test_an_address_where_nothing_is_gives_one_clear_line(address: str, told: str, kb: Kb) -> None:
    done = kb("show", "--from", address, "leap")
    assert done.exit_code == 2
    assert told in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_driver_that_is_missing_is_named(kb: Kb, monkeypatch: pytest.MonkeyPatch, build: Path) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] in ("psycopg", "psycopg_pool", "pgvector"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    for line in (
        ("show", "--from", "postgresql://here/x", "leap"),
        ("publish", "postgresql://here/x", "--build", build),
    ):
        done = kb(*line)
        assert done.exit_code == 2
        assert done.stderr == "kb: PostgreSQL needs its driver: pip install 'kb-rules[postgres]'\n"


def test_the_compose_file_is_one() -> None:
    import yaml

    told = yaml.safe_load((Path(__file__).parents[2] / "examples" / "compose.yaml").read_text())
    assert [*told["services"]] == ["db", "api", "web"]
    named = {one["source"] for service in told["services"].values() for one in service.get("configs", ())}
    assert named == {*told["configs"]}
    assert all(
        port.startswith("127.0.0.1:") for one in told["services"].values() for port in one.get("ports", ())
    )
