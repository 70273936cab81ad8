"""Which files are rule texts, and which text is this? By names and checksums; what is in them `ingest` tells."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

TEXT_SUFFIXES = (
    *(".txt", ".text", ".md", ".markdown", ".mdx", ".qmd", ".mkd"),
    *(".html", ".htm", ".xhtml", ".pdf", ".yaml", ".yml", ".json", ".jsonl"),
    *(".wiki", ".mediawiki", ".wikitext"),
    *(".csv", ".tsv"),
)
CONVERTERS = {
    ".adoc": ("AsciiDoc", "asciidoctor -o {stem}.html {name}"),
    ".asciidoc": ("AsciiDoc", "asciidoctor -o {stem}.html {name}"),
    ".hjson": ("HJSON", "npx hjson -j {name} > {stem}.json"),
    ".json5": ("JSON5", "npx json5 -o {stem}.json {name}"),
    ".jsonc": ("JSON with comments", "npx json5 -o {stem}.json {name}"),
    ".xml": ("XML", "xmllint --xpath '//*[local-name()=\"text\"]/text()' {name} > {stem}.wiki"),
}
"""Formats that other programs turn into one we read: suffix → what it is, and a command that converts it."""
LARGEST_TEXT = 24 * 1024 * 1024
"""Bytes of text, pictures aside, in one file, folder or zip; the longest rule text known to us is 1.3 MB."""
_FEWEST_PAGES = 8
# "page_7", "rules-p012", "Seite 3": a file that says itself that it is a page
_PAGE_NAME = re.compile(
    r"(?:^|[\W\d_])(?:pages?|pg|p|seite|s|página|pagina|pag|folio)[\s_.-]*\d+$", re.IGNORECASE
)
# "[Walls](walls.md)", 'href="walls.md"': a link leads a reader on
_LINKED = re.compile(r"\]\([^()\s]{0,300}\)|\bhref\s*=\s*[\"'][^\"'<>]{0,300}[\"']")
_PROSE_SUFFIXES = (".txt", ".text", ".md", ".markdown")
_LARGEST_NOTE = 256 * 1024
_NAMED_SHARE = 2 / 3
_PAGE_SUFFIXES = (".txt", ".text", ".md", ".markdown")


def convert_first(path: Path) -> str:
    """What to do with a file of a format that is not read itself; empty for any other."""
    kind, command = CONVERTERS.get(path.suffix.lower(), ("", ""))
    line = command.format(name=path.name, stem=path.stem)
    return f"is {kind}, which is not read: convert it with `{line}`" if kind else ""


def member_files(folder: Path) -> tuple[Path, ...]:
    """The texts of a source that is a folder, by name; never a hidden file, never a link to another place."""
    return tuple(sorted(path for path in folder.rglob("*") if is_member(path, folder)))


def size_of_texts(paths: Iterable[Path]) -> int:
    """Bytes of the texts among files; a PDF may hold as many pictures as it likes."""
    return sum(path.stat().st_size for path in paths if path.suffix.lower() != ".pdf")


def is_member(path: Path, folder: Path) -> bool:
    """Whether a path in a folder is a text of it."""
    parts = path.relative_to(folder).parts
    steps = (path, *list(path.parents)[: len(parts) - 1])
    return (
        path.suffix.lower() in TEXT_SUFFIXES
        and not any(part.startswith(".") for part in parts)
        and not any(step.is_symlink() for step in steps)
        and path.is_file()
    )


def are_pages(texts: Sequence[Path]) -> bool:
    """Whether texts are the pages of one, in one folder, with names alike but for their numbers.

    So are many, and two whose names say that they are pages.
    """
    if len(texts) < 2 or texts[0].suffix.lower() not in _PAGE_SUFFIXES:
        return False
    names = {re.sub(r"\d+", "0", str(path)) for path in texts}
    return len(names) == 1 and (len(texts) >= _FEWEST_PAGES or bool(_PAGE_NAME.search(texts[0].stem)))


def is_about(path: Path, texts: Sequence[Path]) -> bool:
    """Whether a text is about the files it stands among: it calls most of them by name, `page_N.md` many at once."""
    if path.suffix.lower() not in _PROSE_SUFFIXES or path.stat().st_size > _LARGEST_NOTE:
        return False
    others = [re.sub(r"\d+", "N", each.name) for each in texts if each != path]
    words = _LINKED.sub("", path.read_bytes().decode("utf-8", "replace"))
    said = set(re.findall(r"[\w.@+#*-]+", re.sub(r"\d+|\*|#+", "N", words)))
    named = sum(1 for name in others if {name, *_last_words(name)} & said)
    return len(others) > 1 and named >= max(2, _NAMED_SHARE * len(others))


def _last_words(name: str) -> list[str]:
    """`the end.md` is found as `end.md` among words that blanks part."""
    return re.findall(r"[\w.@+#*-]+$", name) if " " in name else []


def fingerprint(path: Path) -> str:
    """The SHA-256 of a source: of its bytes, or of the names and checksums of the texts in its folder."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    names = (f"{each.relative_to(path).as_posix()}\0{fingerprint(each)}\n" for each in member_files(path))
    return hashlib.sha256("".join(names).encode("utf-8", "surrogateescape")).hexdigest()
