"""What is in this file? Bytes to numbered lines, whatever the encoding and the line ends, then its format's reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from kb.errors import CorpusError, ReadError
from kb.ingest.clean.characters import drop_invisible
from kb.ingest.document import Line, Text
from kb.ingest.layout.pages import part_pages
from kb.ingest.limits import GUESSED, MOST_LINES
from kb.ingest.readers.encodings import decode, decode_as
from kb.ingest.thresholds import FEWEST_SURE
from kb.sources import LARGEST_TEXT, NO_OVERRIDES, SourceOverrides, convert_first

LARGEST = 64 * 1024 * 1024
"""Bytes of a PDF with its pictures."""

_PDF = b"%PDF-"
# What ends a line in the files that people edit, and in a plain text what does in some programs' exports.
_LINE_END = re.compile(r"\r\n|\n|\r")
_ANY_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029]")
# "## Movement": a text that comes without a name is Markdown if a line of it is such a heading
_MARKDOWN_HEADING = re.compile(r"^(#{1,6}) \S", re.MULTILINE)


def read(path: Path, file: str, overrides: SourceOverrides = NO_OVERRIDES) -> Text:
    """Read a rule text; `file` is what messages call it. Raises ReadError with one clear line.

    A person may have told its format and encoding.
    """
    data = _bytes(path)
    if data.startswith(_PDF) or (data and path.suffix.lower() == ".pdf" and not overrides.format):
        from kb.ingest.readers.pdf import read_pdf

        return read_pdf(data, file)
    text = _lines(data, path, file, overrides)
    if all(line.is_blank for line in text.lines):
        raise ReadError(f"{path} is empty: there is no text in it")
    return read_format(part_pages(text), path.name)


def read_lines(path: Path, file: str, overrides: SourceOverrides = NO_OVERRIDES) -> Text:
    """A text's lines, whatever its format."""
    return _lines(_bytes(path), path, file, overrides)


def ending_of(data: bytes) -> str:
    """What a file with these bytes would end in: `.pdf`, `.html`, `.md`, … `.txt`."""
    if data.startswith(_PDF):
        return ".pdf"
    content = decode(data, "standard input")[0]
    form = guess(content)
    if form == "text" and _MARKDOWN_HEADING.search(content):
        form = "markdown"
    return next((ending for ending, each in SUFFIXES.items() if each == form), ".txt")


def _lines(data: bytes, path: Path, file: str, overrides: SourceOverrides = NO_OVERRIDES) -> Text:
    if not overrides.format and (told := convert_first(path)):
        raise ReadError(f"{path} {told}")
    if len(data) > LARGEST_TEXT:
        raise ReadError(f"{path} holds more than {LARGEST_TEXT >> 20} MB of text: split it into its chapters")
    content, encoding, problems = (
        decode_as(data, overrides.encoding, file) if overrides.encoding else decode(data, file)
    )
    refuse_overlong(file, content)
    form = overrides.format or SUFFIXES.get(path.suffix.lower()) or guess(content)
    if form not in FORMATS:
        raise CorpusError(f"{file}: there is no format {form!r}; there are {', '.join(FORMATS)}")
    parted = (_ANY_LINE_END if form == "text" else _LINE_END).split(content)
    lines = tuple(Line(number, raw, raw) for number, raw in enumerate(parted, 1))
    return Text(file=file, lines=lines, encoding=encoding, format=form, problems=problems)


_LINE_ENDS = "\n\r\f\u2028\u2029"


def refuse_overlong(file: str, content: str) -> None:
    """Raise ReadError for more lines than a text may have, before each of them is looked at."""
    if sum(map(content.count, _LINE_ENDS)) - content.count("\r\n") > MOST_LINES:
        raise ReadError(f"{file} has more than {MOST_LINES:,} lines: split it into its chapters")


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise ReadError(f"{path} is a folder: name the files in it")
    try:
        if path.stat().st_size > LARGEST:
            raise ReadError(f"{path} is larger than {LARGEST >> 20} MB: split it into its chapters")
        if not path.is_file():
            raise ReadError(f"{path} is not a file")
        return path.read_bytes()
    except FileNotFoundError:
        raise ReadError(f"{path} is not there: check the name") from None
    except OSError as error:
        raise ReadError(f"{path} cannot be read ({error.strerror}): check its permissions") from None


_PAGE = re.compile(r"\s*(?:<!--.{0,500}?-->\s*)?(?:<!doctype html|<html[\s>])", re.IGNORECASE | re.DOTALL)
_REDIRECT = re.compile(r"#REDIRECT\s*\[\[", re.IGNORECASE)
# "== Walls =="
_WIKI_HEADING = re.compile(r"^={2,6} ?[^=\n]{1,100}[^=\s] ?={2,6}[ \t]*$", re.MULTILINE)
# "[[Goat|goats]]", "'''Goat'''", a table, "{{Main|Goats}}", an item
_WIKI_MARK = re.compile(
    r"\[\[[^\[\]\n]{1,200}\]\]|'''[^'\n]{1,200}'''|^\{\||\{\{[^{}\n]{1,200}\}\}|^[*#:;]+ ?\S", re.MULTILINE
)


def guess(content: str) -> str:
    """`html`, `wiki` or, for anything else, `text`."""
    start = content[:GUESSED]
    if _PAGE.match(start):
        return "html"
    if len(set(_MARKDOWN_HEADING.findall(start))) >= FEWEST_SURE:  # several levels: "#5 Goat" is a name
        return "markdown"
    is_wiki = len(_WIKI_HEADING.findall(start)) >= FEWEST_SURE and _WIKI_MARK.search(start)
    return "wiki" if is_wiki or _REDIRECT.match(start) else "text"


_READERS = {
    "markdown": ("markdown", "read_markdown"),
    "html": ("html", "read_html"),
    "yaml": ("data", "read_data"),
    "json": ("data", "read_data"),
    "table": ("data", "read_data"),
    "wiki": ("wiki", "read_wiki"),
}
"""Format → module and function; imported when a text needs it, with the library behind it."""

FORMATS = ("text", *_READERS)
"""What a `[[sources]]` row may call a format."""

SUFFIXES = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".mkd": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".jsonl": "json",
    ".csv": "table",
    ".tsv": "table",
    ".wiki": "wiki",
    ".mediawiki": "wiki",
    ".wikitext": "wiki",
}


def read_format(text: Text, name: str) -> Text:
    """Part a text by what its format states; plain text is left to the layout. `name` is its file's name."""
    if text.format not in _READERS:
        return text
    module, function = _READERS[text.format]
    read: Callable[[Text, str], Text] = getattr(import_module(f"kb.ingest.readers.{module}"), function)
    return read(drop_invisible(text), name)
