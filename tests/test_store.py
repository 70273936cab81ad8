"""The store gives back what was put in, finds every REF, and is the same file each time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from case_files import read_cases
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.entries import Entry, Game, Location, Reference, Source
from kb.errors import BuildError, NotFoundError
from kb.findings import LeftOut, Problem
from kb.store import Content, Library, Store, write

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def entry(slug: str, order: int, **changes: object) -> Entry:
    plain = Entry(
        id=f"moor:{slug}",
        game="moor",
        source="rules",
        edition=None,
        kind="term",
        number=None,
        title=slug,
        parent=None,
        order=order,
        aliases=(),
        url=f"moor/{slug}/",
        permalink=f"moor/{slug}/",
        text="",
        markdown="",
        location=Location(file="moor/rules.txt", first_line=1, last_line=1),
        path=(),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def content(*entries: Entry, references: tuple[Reference, ...] = ()) -> Content:
    return Content(
        title="Rules",
        base_url="https://example.org",
        games=(Game(slug="moor", title="Moor"), Game(slug="fen", title="Fen")),
        sources=(
            Source(
                game="moor", name="rules", title="Rules", edition="1", file="moor/rules.txt", characters=9
            ),
        ),
        entries=entries,
        references=references,
        problems=(Problem(code="not-understood", message="what?", file="moor/rules.txt", line=3),),
        left_out=(LeftOut(file="fen/rules.txt", line=4, reason="contents", text="Ember 4"),),
    )


def reference(origin: str, target: str | None, start: int = 0, **changes: object) -> Reference:
    status = "resolved" if target else "missing"
    plain = Reference(
        origin=origin, kind="see", text="see", start=start, end=start + 3, target=target, status=status
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def place(order: int) -> Location:
    return Location(
        file="moor/rules.txt", first_line=order, last_line=order + 1, page=str(order) if order % 2 else None
    )


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # of a machine that has much to do
@given(st.lists(st.tuples(TEXT, TEXT, st.lists(TEXT, max_size=3)), max_size=5))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, texts: list[tuple[str, str, list[str]]]
) -> None:
    written = content(
        *(
            entry(
                f"e{order}",
                order,
                title=title or None,
                text=text,
                aliases=tuple(names),
                path=tuple(names),
                location=place(order),
            )
            for order, (title, text, names) in enumerate(texts)
        ),
        references=tuple(
            reference(f"moor:e{order}", None, candidates=tuple(names))
            for order, (_, _, names) in enumerate(texts)
        ),
    )
    path = tmp_path_factory.mktemp("store") / "kb.sqlite"
    write(path, written)
    with Store(path) as store:
        assert store.content() == written


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    held = content(entry("leap", 0), entry("push", 1), references=(reference("moor:leap", "moor:push"),))
    ids = [write(tmp_path / name, held) for name in ("one", "other")]
    assert ids[0] == ids[1]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_another_content_gives_another_build_id(tmp_path: Path) -> None:
    first = write(tmp_path / "one", content(entry("leap", 0)))
    assert write(tmp_path / "other", content(entry("leap", 0, text="Jump."))) != first


def test_references_are_found_from_both_ends(tmp_path: Path) -> None:
    late, early = reference("moor:leap", "moor:push", 9), reference("moor:leap", None, 2)
    back = reference("moor:push", "moor:leap")
    write(tmp_path / "kb", content(entry("leap", 0), entry("push", 1), references=(late, early, back)))
    with Store(tmp_path / "kb") as store:
        assert store.references_from("moor:leap") == [early, late]
        assert store.references_to("moor:leap") == [back]
        assert list(store.references()) == [late, early, back]


def test_children_stand_in_reading_order(tmp_path: Path) -> None:
    entries = (entry("part", 0), entry("b", 1, parent="moor:part"), entry("a", 2, parent="moor:part"))
    write(tmp_path / "kb", content(*entries))
    with Store(tmp_path / "kb") as store:
        assert store.children("moor:part") == list(entries[1:])
        assert store.children("moor:a") == []


@pytest.mark.parametrize("case", read_cases("refs.txt", parts=2))
def test_ref(build: Path, case: list[str]) -> None:
    ref, ids = case
    with Library(build) as store:
        assert [entry.id for entry in store.find(ref)] == ids.split()


def test_several_answers_come_best_first(tmp_path: Path) -> None:
    entries = (
        entry("other", 0, aliases=("Leap",)),
        entry("leap", 1, title="Leap X"),
        entry("x", 2, title="Leap"),
        entry("y", 3, title=None, number="leap."),
    )
    write(tmp_path / "kb", content(*entries))
    with Store(tmp_path / "kb") as store:
        assert [found.id for found in store.find("leap")] == ["moor:y", "moor:x", "moor:other", "moor:leap"]
        assert [found.id for found in store.find("moor:leap")] == ["moor:leap"]
        assert store.find("leap", "fen") == []


def test_an_edition_that_is_not_held_is_said(tmp_path: Path) -> None:
    pinned = entry("leap", 0, edition="2026", permalink="moor/leap@2024/")
    write(tmp_path / "kb", content(pinned, entry("@home", 1)))
    with Store(tmp_path / "kb") as store:
        assert store.find("leap@2026") == store.find("leap@2024") == [pinned]
        assert [found.id for found in store.find("@home")] == ["moor:@home"]
        with pytest.raises(NotFoundError, match="not held in edition 2020, only in: 2026"):
            store.find("leap@2020")


def test_a_misspelt_name_is_near(build: Path) -> None:
    with Library(build) as store:
        assert store.near("grpple") == ["Grapple"]
        assert store.near("entirely different") == []


def test_any_sqlite_tool_reads_it(build: Path) -> None:
    connection = sqlite3.connect(build / "games" / "hearthmoor" / "kb.sqlite")
    try:
        rows = connection.execute(
            "SELECT title, parent FROM entries WHERE id = 'hearthmoor:ember'"
        ).fetchall()
        assert rows == [("Ember", "hearthmoor:glossary")]
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    finally:
        connection.close()
    assert tables >= {"entries", "references", "sources", "games", "problems", "left_out", "names"}


def test_reading_needs_no_library(build: Path) -> None:
    code = f"""
import sys
before = set(sys.modules)
from pathlib import Path
from kb.store import Store
with Store(Path({str(build / "games" / "hearthmoor" / "kb.sqlite")!r})) as store:
    assert store.find("walls")
print({{name.partition(".")[0] for name in set(sys.modules) - before}} - sys.stdlib_module_names)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'kb'}\n"


@pytest.mark.parametrize("name", ["50%.sqlite", "what?.sqlite", "a#b.sqlite", "two words.sqlite", "ä.sqlite"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, content(entry("leap", 0)))
    with Store(tmp_path / name) as store:
        assert store.entry("moor:leap") == entry("leap", 0)


def test_a_missing_foreign_or_damaged_store_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kb.sqlite"
    with pytest.raises(BuildError, match="kb build"):
        Store(path)
    path.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    with pytest.raises(BuildError, match="damaged"):
        Store(path)
    path.unlink()
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(BuildError, match="another version"):
        Store(path)


def test_damage_inside_is_found(tmp_path: Path) -> None:
    path = tmp_path / "kb.sqlite"
    write(path, content(*(entry(f"e{number}", number, text="words " * 200) for number in range(200))))
    data = bytearray(path.read_bytes())
    data[8192:60_000] = b"\xff" * (60_000 - 8192)
    path.write_bytes(data)
    with Store(path) as store, pytest.raises(BuildError, match="damaged"):
        store.verify()
