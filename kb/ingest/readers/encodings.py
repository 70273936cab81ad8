"""Which characters do these bytes stand for? By their mark, by UTF-8, by what they declare; else Windows-1252."""

from __future__ import annotations

import codecs
import re

from kb.errors import CorpusError, ReadError
from kb.findings import Problem

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OTHER_FORMATS = (
    (b"PK\x03\x04", "a zip, Word or EPUB file"),
    (b"\xd0\xcf\x11\xe0", "an old Word file"),
    (b"{\\rtf", "an RTF file"),
)
_LINE_END = re.compile(r"\r\n|\n|\r")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
# '<meta charset="windows-1250">', '<?xml version="1.0" encoding="shift_jis"?>', "-*- coding: koi8-r -*-"
_DECLARED = re.compile(rb"(?:charset|encoding|coding)\s*[=:]\s*[\"']?\s*([A-Za-z][\w.:-]{2,30})")
_SAMPLE = 65_536
# "dÕt", "Êîçà", "¤": what Windows-1252 makes of texts in other encodings, and of its own languages seldom
_MISREAD = re.compile(r"[a-z][À-Þ]|[À-ÿ]{3}|[¬¤¦¨¯´¸¢†‡ˆ˜ƒ¶\ufffd]")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_DOUBTFUL = 0.1
"""From this share of the characters beyond ASCII on, a text that nobody declared was written in another encoding."""


def decode(data: bytes, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Bytes to text: by byte-order mark, UTF-8, what is declared, else Windows-1252.

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
    controls = len(_CONTROLS.findall(data[:_SAMPLE]))
    if controls > max(8, min(len(data), _SAMPLE) // 50):
        raise ReadError(f"{file} is not a text (binary data): save it as plain text (.txt) or Markdown")
    declared = _declared(data)
    content, encoding, problems = _decoded(data, _narrow(data, declared), file)
    if encoding == "cp1252" and not declared:
        problems = (*_doubts(content, file), *problems)
    return content, encoding, problems


def _doubts(content: str, file: str) -> tuple[Problem, ...]:
    """A problem where a text does not read as Windows-1252."""
    odd = list(_MISREAD.finditer(content))
    if len(odd) <= _DOUBTFUL * len(_BEYOND.findall(content)):
        return ()
    line = content.count("\n", 0, odd[0].start())
    return (
        Problem(
            code="unknown-encoding",
            message="neither Unicode nor declared, and read as Windows-1252 though it hardly is",
            file=file,
            line=line + 1,
            excerpt=content.split("\n")[line].strip()[:120],
            suggestion='write its encoding, such as encoding = "cp1251", into its [[sources]] row, or save it as UTF-8',
        ),
    )


def decode_as(data: bytes, encoding: str, file: str) -> tuple[str, str, tuple[Problem, ...]]:
    """Bytes as the encoding that a person names for them; raises CorpusError where there is none of that name."""
    mark = next((mark for mark, _ in _BOMS if data.startswith(mark)), b"")
    try:
        return _decoded(data.removeprefix(mark), codecs.lookup(encoding).name, file)
    except LookupError:
        raise CorpusError(
            f"{file}: there is no encoding {encoding!r}; there are utf-8, cp1252, cp1251, …"
        ) from None


def _narrow(data: bytes, declared: str) -> str:
    """UTF-8 unless most of the bytes beyond ASCII are no UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        broken = data.decode("utf-8", "replace").count("\ufffd") - data.count(b"\xef\xbf\xbd")
        beyond = sum(1 for character in data.decode("utf-8", "ignore") if character > "\x7f")
        return declared or "cp1252" if broken > beyond else "utf-8"
    return "utf-8"


def _declared(data: bytes) -> str:
    """The encoding that a text names for itself, if it can be read so."""
    match = _DECLARED.search(data[:1024])
    if match is None:
        return ""
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
        b"x".decode(name)  # what is no encoding of texts, as zlib, is refused here
        name = "cp1252" if name in ("iso8859-1", "ascii") else name  # as web browsers do
        codecs.getincrementaldecoder(name)().decode(data[:_SAMPLE])  # a last character may be cut off
    except (LookupError, UnicodeError, TypeError, ValueError):
        return ""
    return name


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
            suggestion="correct the source's encoding and add it again",
        )
        for number, line in enumerate(_LINE_END.split(content), 1)
        if "\ufffd" in line
    ]
    return content, encoding, tuple(problems)
