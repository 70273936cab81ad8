"""How texts of every kind are recognised, printed as publishers print them: cases that a rules expert can edit."""

from __future__ import annotations

import textwrap
from collections import Counter
from pathlib import Path

import pytest
from case_files import read_cases
from ingest_reading import read_file

PLAIN = (
    "numbering_dotted",
    "numbering_other",
    "glossaries",
    "questions",
    "booklets",
    "languages",
    "publishers",
    "hard",
    "as_published",
    "numbered_plain",
)
MARKED_UP = ("marked_up", "numbered_marked_up", "glossaries_marked_up", "saved_pages")


def named(entry):
    return entry.number or entry.title or '"' + " ".join(entry.text.split()[:3]) + '"'


def shown(entry, by_id):
    title = entry.title or ("-" if entry.number else named(entry))
    parent = by_id.get(entry.parent)
    return f"{entry.kind} {entry.number or '-'} {title} ^ {named(parent) if parent else '-'}"


def assert_outline(path: Path, words: str, expected: str) -> None:
    """A text has these entries in this order, under these entries, and every character of it is accounted for."""
    path.write_text(words, encoding="utf-8")
    reading, entries = read_file(path)
    by_id = {entry.id: entry for entry in entries}
    assert [shown(entry, by_id) for entry in entries] == expected.split("\n")
    assert reading.source.accounted == reading.source.characters


@pytest.mark.parametrize("case", [case for name in PLAIN for case in read_cases(f"rulebooks/{name}.txt", 2)])
def test_plain_text(case, tmp_path):
    words, expected = case
    assert_outline(tmp_path / "text.txt", words, expected)


@pytest.mark.parametrize(
    "case", [case for name in MARKED_UP for case in read_cases(f"rulebooks/{name}.txt", 3)]
)
def test_marked_up_text(case, tmp_path):
    name, words, expected = case
    assert_outline(tmp_path / name, words, expected)


@pytest.mark.parametrize("case", read_cases("rulebooks/printed.txt", 3))
def test_text_taken_out_of_printed_pages(case, tmp_path):
    name, words, expected = case
    assert_outline(tmp_path / name, words.replace("␌", "\f"), expected)


PRINTS = {
    "wrapped at 72 columns": lambda words: "\n".join(
        line if "\t" in line else textwrap.fill(line, 72) for line in words.split("\n")
    ),
    "indented": lambda words: textwrap.indent(words, "    "),
    "with other line ends": lambda words: words.replace("\n", "\r\n"),
    "with wide gaps": lambda words: words.replace("\n\n", "\n\n\n"),
}


def told(path: Path, words: str) -> dict[str, Counter[str]]:
    path.write_bytes(words.encode())
    reading, entries = read_file(path)
    assert reading.source.accounted == reading.source.characters
    return {
        "numbers": Counter(entry.number for entry in entries if entry.number),
        "terms": Counter(entry.title for entry in entries if entry.kind == "term"),
        "questions": Counter(entry.title for entry in entries if entry.kind == "faq"),
    }


@pytest.mark.parametrize("print_anew", PRINTS.values(), ids=PRINTS)
@pytest.mark.parametrize("case", [case for name in PLAIN for case in read_cases(f"rulebooks/{name}.txt", 2)])
def test_the_same_text_printed_otherwise_says_the_same(case, print_anew, tmp_path):
    words, _ = case
    assert told(tmp_path / "text.txt", print_anew(words)) == told(tmp_path / "text.txt", words)
