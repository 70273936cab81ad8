"""Where does a text stand in the corpus? Its row in `game.toml` and its file; people's own lines there stay."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kb.entries import Source
from kb.sources import GAME_FILE, bare_name, fingerprint, member_files, read_corpus, slugify
from kb.swap import replacing

if TYPE_CHECKING:
    from tomlkit.items import AoT, Table

_STATED = ("publisher", "licence", "origin")
_INHERITED = ("numbering", "glossary", "faq", "recognisers", "language")
"""What a row says of one edition and so most probably of the next."""


_OF_TEXTS = frozenset(
    [
        "basic",
        "complete",
        "comprehensive",
        "core",
        "faq",
        "game",
        "glossary",
        "guide",
        "manual",
        "official",
        "reference",
        "regulations",
        "rule",
        "rulebook",
        "rules",
    ]
)
"""Words of a text's title that tell what kind of text it is, before or behind the name of its game."""

_ARTICLES = frozenset({"the", "a", "an"})


def game_title(slug: str, text: str) -> str:
    """What a game is called: as its first text is called where that is what the slug stands for, else as the slug.

    `mtg` and `magic-the-gathering` stand for "Magic: The Gathering Comprehensive Rules".
    """
    words = text.split()
    for end in (0, -1):
        while words and slugify(words[end]) in _OF_TEXTS:
            words.pop(end)
    name = " ".join(words).rstrip(" ,:;-–—")
    parts = slugify(name).split("-")
    named = parts[1:] if parts[0] in _ARTICLES else parts
    if slug in ("-".join(parts), "-".join(named), "".join(part[:1] for part in named)):
        return name
    return slug.replace("-", " ").title()


def place(
    file: Path, read: Source, title: str | None, kept: Path, trial: Path, own: Source | None, called: str
) -> str:
    """Put a text and its row into a folder that is tried first; returns the file's name there.

    `read` is what is known of the text, `title` what a person calls it, `own` the row that it had before, if any,
    `called` the title of its game if this is its first text.
    """
    import tomlkit  # keeps the comments and the order that people gave their game.toml

    rows_file = trial / GAME_FILE
    held = read_corpus(trial.parent).sources if rows_file.is_file() else ()
    written = rows_file.read_text(encoding="utf-8-sig") if rows_file.is_file() else _first_lines(called)
    document = tomlkit.parse(written)
    rows: AoT = document.setdefault("sources", tomlkit.aot())
    row = next((row for row, source in zip(rows, held, strict=True) if source == own), None)
    if row is None:
        before = [row for row, source in zip(rows, held, strict=True) if source.name == read.name]
        row = tomlkit.table()
        row.trivia.indent = "\n" if held else ""
        row["name"] = read.name
        for key in _INHERITED:
            if before and key in before[-1]:
                row[key] = before[-1][key]
        rows.append(row)
    if read.edition:
        row["edition"] = read.edition
    _name_file(row, file, read, kept, trial, held)
    if title or "title" not in row:
        row["title"] = read.title
    for key in _STATED:  # what the text says itself, unless people have written it
        if key not in row and key not in document and getattr(read, key):
            row[key] = getattr(read, key)
    row["sha256"] = fingerprint(file)
    rows_file.write_text(tomlkit.dumps(document), encoding="utf-8")
    copy(file, trial / str(row["file"]))
    return str(row["file"])


def _name_file(row: Table, file: Path, read: Source, kept: Path, trial: Path, held: Sequence[Source]) -> None:
    """Keep the name of the file that a row has, unless the new text is of another kind."""
    before = trial / str(row["file"]) if "file" in row else None
    is_alike = before is not None and before.is_dir() == file.is_dir()
    if is_alike and before is not None and (file.is_dir() or before.suffix.lower() == file.suffix.lower()):
        return
    taken = {Path(source.file).name for source in held}
    names = file_names(file, kept, f"{read.name} {read.edition or ''}")
    row["file"] = next(
        each for each in names if each not in taken or (kept / each).resolve() == file.resolve()
    )


def take_out(game: Path, sources: Sequence[Source]) -> None:
    """Remove the rows of texts from `game.toml`; their files stay for the caller to remove."""
    import tomlkit

    rows_file = game / GAME_FILE
    document = tomlkit.parse(rows_file.read_text(encoding="utf-8-sig"))
    files = {source.file.partition("/")[2] for source in sources}
    rows = document["sources"]
    for place in reversed(range(len(rows))):
        if str(rows[place]["file"]) in files:
            del rows[place]
    if not rows:
        del document["sources"]
    put_text(rows_file, tomlkit.dumps(document))


def rename_rows(game: Path, sources: Sequence[Source], name: str) -> None:
    """Give the rows of texts another source's name."""
    import tomlkit

    rows_file = game / GAME_FILE
    document = tomlkit.parse(rows_file.read_text(encoding="utf-8-sig"))
    files = {source.file.partition("/")[2] for source in sources}
    for row in document["sources"]:
        if str(row["file"]) in files:
            row["name"] = name
    put_text(rows_file, tomlkit.dumps(document))


def put_text(file: Path, text: str) -> None:
    """Replace a small file in one step."""
    unfinished = file.with_name(f".{file.name}.new")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, file)


def _first_lines(title: str) -> str:
    """How a new `game.toml` begins."""
    import tomlkit

    named = tomlkit.string(title).as_string()
    return f'title = {named}\n# publisher = ""\n# licence = ""  # of the texts: what may others do with them?\n\n'


def file_names(file: Path, kept: Path, dated: str) -> Iterator[str]:
    """What a text may be called in the corpus: as it came, after its source and edition, with a number."""
    if file.resolve().parent == kept.resolve():
        yield file.name  # somebody put it there already
    suffix = "" if file.is_dir() else file.suffix.lower()
    plain = slugify(bare_name(file)) or "text"
    yield f"{plain}{suffix}"
    yield f"{slugify(dated)}{suffix}"
    yield from (f"{plain}-{number}{suffix}" for number in itertools.count(2))


def copy(text: Path, place: Path) -> None:
    """A text as it came; of a folder the texts in it and nothing else."""
    if not text.is_dir():
        shutil.copyfile(text, place)
        return
    if place.is_dir():
        shutil.rmtree(place)
    for member in member_files(text):
        copied = place / member.relative_to(text)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(member, copied)


def put(new: Path, place: Path) -> None:
    """Copy a text so that its place holds the old one or the new one, never half of it."""
    if new.is_dir():
        with replacing(place, lambda: None) as unfinished:
            copy(new, unfinished)
        return
    unfinished = place.with_name(f".{place.name}.new")
    shutil.copyfile(new, unfinished)
    os.replace(unfinished, place)
