"""What is in this file? Bytes to numbered lines, whatever the encoding and the line ends."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from pathlib import Path

from kb.errors import CorpusError, ReadError
from kb.findings import Problem
from kb.ingest.formats import FORMATS, SUFFIXES, read_format
from kb.ingest.formats.pages import part_pages
from kb.ingest.lines import Line, Text
from kb.sources import NOTHING_TOLD, Told

LARGEST = 64 * 1024 * 1024
"""Bytes; the longest rule text known to us is 1.3 MB."""

_BOMS = (  # the longer first: UTF-32's begins like UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OTHER_FORMATS = (
    (b"PK\x03\x04", "a zip, Word or EPUB file"),
    (b"\xd0\xcf\x11\xe0", "an old Word file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read(path: Path, file: str, linked: bool = False, told: Told = NOTHING_TOLD) -> Text:
    """Read a rule text; `file` is what messages call it. Raises ReadError with one clear line.

    A person may have told its format and encoding.
    """
    data = _bytes(path)
    if data.startswith(b"%PDF-"):
        from kb.ingest.formats.pdf import read_pdf

        return read_pdf(data, file)
    text = replace(_lines(data, path, file, told), linked=linked)
    if all(line.is_blank for line in text.lines):
        raise ReadError(f"{path} is empty: there is no text in it")
    return read_format(part_pages(text), path.name)


def read_lines(path: Path, file: str) -> Text:
    """A text's lines, whatever its format."""
    return _lines(_bytes(path), path, file)


def _lines(data: bytes, path: Path, file: str, told: Told = NOTHING_TOLD) -> Text:
    content, encoding, problems = _as_told(data, told.encoding, file) if told.encoding else decode(data, file)
    lines = tuple(Line(number, raw, raw) for number, raw in enumerate(_LINE_END.split(content), 1))
    form = told.format or SUFFIXES.get(path.suffix.lower(), "text")
    if form not in FORMATS:
        raise CorpusError(f"{file}: there is no format {form!r}; there are {', '.join(FORMATS)}")
    return Text(file=file, lines=lines, encoding=encoding, format=form, problems=problems)


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


def decode(data: bytes, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Bytes to text: by byte-order mark, else UTF-8, else UTF-16 by its pattern, else Windows-1252.

    Returns the text, the encoding's name and a problem a line that could not be read. Raises ReadError if binary.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, file)
    for start, name in _OTHER_FORMATS:
        if data.startswith(start):
            raise ReadError(
                f"{file} is {name}, which is not read yet: save it as plain text (.txt) or Markdown"
            )
    encoding = _utf16_by_pattern(data) or _eight_bit(data)
    if encoding in ("utf-8", "cp1252") and _is_binary(data):
        raise ReadError(f"{file} is not a text (binary data): save it as plain text (.txt) or Markdown")
    return _decoded(data, encoding, file)


def _as_told(data: bytes, encoding: str, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Bytes as the encoding that a person names for them."""
    try:
        name = codecs.lookup(encoding).name
        return _decoded(data.removeprefix(_bom(data)), name, file)
    except LookupError:
        raise CorpusError(
            f"{file}: there is no encoding {encoding!r}; there are utf-8, cp1252, cp1251, …"
        ) from None


def _bom(data: bytes) -> bytes:
    return next((mark for mark, _ in _BOMS if data.startswith(mark)), b"")


def _utf16_by_pattern(data: bytes) -> str | None:
    """Latin text in UTF-16 has a zero in every other byte."""
    sample = data[:4096]
    if len(sample) < 4:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > len(sample) * 0.35 and even < len(sample) * 0.05:
        return "utf-16-le"
    if even > len(sample) * 0.35 and odd < len(sample) * 0.05:
        return "utf-16-be"
    return None


def _eight_bit(data: bytes) -> str:
    """UTF-8 unless most of the bytes beyond ASCII are no UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        broken = data.decode("utf-8", "replace").count("\ufffd") - data.count(b"\xef\xbf\xbd")
        beyond = sum(1 for character in data.decode("utf-8", "ignore") if character > "\x7f")
        return "cp1252" if broken > beyond else "utf-8"
    return "utf-8"


def _is_binary(data: bytes) -> bool:
    sample = data[:65536]
    controls = len(_CONTROLS.findall(sample.decode("latin-1")))
    return b"\x00" in sample or controls > max(8, len(sample) // 50)


def _decoded(data: bytes, encoding: str, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    try:
        return data.decode(encoding), encoding, ()
    except UnicodeDecodeError:
        content = data.decode(encoding, "replace")
    problems = [
        Problem(
            code="broken-encoding",
            message=f"bytes that are not {encoding} became \ufffd",
            file=file,
            line=number,
            excerpt=line.strip()[:120],
            suggestion='write encoding = "…" into its row of game.toml, or correct the text and add it again',
        )
        for number, line in enumerate(_LINE_END.split(content), 1)
        if "\ufffd" in line
    ]
    return content, encoding, tuple(problems)
