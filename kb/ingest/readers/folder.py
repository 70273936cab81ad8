"""How do the files of a folder become one text? In reading order, each once, each line knowing its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePath, PurePosixPath
from typing import TypeVar

from kb.errors import ReadError
from kb.findings import LeftOut, Problem
from kb.ingest.bodies import renumbered
from kb.ingest.clean import clean
from kb.ingest.document import Line, Member, Stretch, Text
from kb.ingest.layout import stretches
from kb.ingest.layout.pages import FORM_FEED, part_pages
from kb.ingest.readers import LARGEST, read, read_lines
from kb.ingest.readers.copies import copies
from kb.ingest.readers.order import Addresses, only_lists, reading_order
from kb.sources import (
    LARGEST_TEXT,
    NO_OVERRIDES,
    SourceOverrides,
    are_pages,
    is_about,
    member_files,
    name_below,
    size_of_texts,
)

Found = TypeVar("Found", LeftOut, Problem)

_NO_PAGE = ""
"""What a file without pages calls the page on which each of its lines stands."""
# "01_game_concepts", "3. Zones", "page-12"
_LEAD = re.compile(r"^\d+[\s._-]+(?=\D)")


def read_folder(folder: Path, file: str, overrides: SourceOverrides = NO_OVERRIDES) -> Text:
    """All texts of a folder as one cleaned text; raises ReadError where none of them can be read.

    What a person told of their format and encoding holds for each of them.
    """
    paths = member_files(folder)
    if not paths:
        raise ReadError(f"{folder} is a folder without a text we can read")
    if sum(path.stat().st_size for path in paths) > LARGEST:
        raise ReadError(f"{folder} holds more than {LARGEST >> 20} MB: split it into its books")
    if size_of_texts(paths) > LARGEST_TEXT:
        raise ReadError(f"{folder} holds more than {LARGEST_TEXT >> 20} MB of text: split it into its books")
    ordered = reading_order(folder, paths)
    if are_pages(ordered):
        return _bound(ordered, folder, file, overrides)
    return _joined(folder, file, ordered, overrides)


def _bound(pages: Sequence[Path], folder: Path, file: str, overrides: SourceOverrides) -> Text:
    """One text of all pages: a paragraph that a page break parts is whole again."""
    members: list[Member] = []
    lines: list[Line] = []
    problems: list[Problem] = []
    encodings: list[str] = []
    for path in pages:
        page = read_lines(path, _name(path, folder, file), overrides)
        before = len(lines)
        members.append(Member(file=page.file, title=title_of(path), before=before))
        lines += [replace(line, number=line.number + before) for line in page.lines]
        if before:
            lines[before] = replace(lines[before], raw=FORM_FEED + lines[before].raw)
        problems += _moved(page.problems, file, before)
        encodings.append(page.encoding)
    if all(line.is_blank for line in lines):
        raise ReadError(f"{folder} holds nothing but empty pages")
    whole = Text(file=file, lines=tuple(lines), encoding=_listed(encodings), problems=tuple(problems))
    return replace(clean(part_pages(whole, [_page(path) for path in pages])), members=tuple(members))


def _page(path: Path) -> str:
    """The number in the name of a page's file: `page-012.txt` is 12."""
    numbers = re.findall(r"\d+", path.stem)
    return numbers[-1].lstrip("0") if numbers else ""


def _joined(folder: Path, file: str, ordered: Sequence[Path], overrides: SourceOverrides) -> Text:
    """The texts one after the other, each read by its own format; what cannot be read is a problem."""
    texts: list[tuple[str, Text]] = []
    refused: list[Problem] = []
    for path in ordered:
        name = _name(path, folder, file)
        try:
            reason = "contents" if only_lists(path) else "about the files" * is_about(path, ordered)
            text = _left(read_lines(path, name), reason) if reason else clean(read(path, name, overrides))
        except ReadError as error:
            suggestion = "mend the file or take it out of the folder, and add the folder again"
            refused.append(
                Problem(
                    code="unreadable-file",
                    message=str(error),
                    file=name,
                    line=0,  # in no line of the source
                    suggestion=suggestion,
                )
            )
        else:
            texts.append((text.title or title_of(path), text))
    if not any(line.text for _, text in texts for line in text.lines):
        raise ReadError(refused[0].message if refused else f"{folder} has no text in it but a list of files")
    for at, original in copies([text for _, text in texts]).items():
        title, text = texts[at]
        copied = Problem(
            code="another-copy",
            message=f"says what {PurePosixPath(texts[original][1].file).name} says, so it is left out",
            file=text.file,
            line=1,
            suggestion="add the file by itself if it is an edition of its own",
        )
        texts[at] = (title, replace(_left(text, "another copy"), problems=(*text.problems, copied)))
    together = _together(file, texts)
    return replace(together, problems=(*together.problems, *refused))


def _together(file: str, texts: Sequence[tuple[str, Text]]) -> Text:
    """One text of several: lines, stretches and links counted on from one to the next."""
    addresses = Addresses([PurePosixPath(text.file).relative_to(file).as_posix() for _, text in texts])
    lines: list[Line] = []
    laid_out: list[Stretch] = []
    targets: list[tuple[int, str]] = []
    members: list[Member] = []
    pages: list[tuple[int, str]] = []
    left_out: list[LeftOut] = []
    problems: list[Problem] = []
    for number, (title, text) in enumerate(texts):
        before = len(lines)
        members.append(Member(file=text.file, title=title, before=before, first=len(laid_out)))
        inner = addresses.anchored(number, text.stretches or stretches(text))
        laid_out += [_shifted(each, before, len(targets)) for each in inner]
        lines += [replace(line, number=line.number + before) for line in text.lines]
        pages += [(first + before, page) for first, page in text.pages or ((1, _NO_PAGE),)]
        left_out += _moved(text.left_out, file, before)
        problems += _moved(text.problems, file, before)
        targets += [(number, target) for target in text.targets]
    return Text(
        file=file,
        lines=tuple(lines),
        encoding=_listed(text.encoding for _, text in texts),
        left_out=tuple(left_out),
        problems=tuple(problems),
        stretches=tuple(laid_out),
        targets=tuple(addresses.pointed(number, target) for number, target in targets),
        edition=next((text.edition for _, text in texts if text.edition), None),
        members=tuple(members),
        pages=tuple(pages),
    )


def _left(text: Text, reason: str) -> Text:
    """A file that is no part of the whole, for it is about the others or says what they say: its lines are left out."""
    left_out = tuple(
        LeftOut(file=text.file, line=line.number, reason=reason, text=line.raw.strip())
        for line in text.lines
        if not line.is_blank
    )
    emptied = tuple(line.with_text("") for line in text.lines)
    return replace(text, lines=emptied, left_out=left_out, stretches=(), targets=())


def _shifted(stretch: Stretch, lines: int, targets: int) -> Stretch:
    """A stretch as one of the whole source."""
    return replace(
        stretch,
        first=stretch.first + lines,
        last=stretch.last + lines,
        text=renumbered(stretch.text, targets),
        lines=tuple(renumbered(line, targets) for line in stretch.lines),
    )


def _moved(found: Iterable[Found], file: str, lines: int) -> list[Found]:
    """Findings about a member as findings about the whole source."""
    return [replace(each, file=file, line=each.line + lines) for each in found]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _name(path: Path, folder: Path, file: str) -> str:
    return f"{file}/{name_below(path, folder)}"


def title_of(path: Path) -> str:
    """What a file's name says: `02_goat-walls.md` is Goat Walls."""
    stem = PurePath(name_below(path, path.parent)).stem
    words = re.sub(r"[\s_-]+", " ", _LEAD.sub("", stem)).strip() or stem
    return words.title() if words.islower() else words
