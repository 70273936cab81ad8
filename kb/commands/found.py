"""What is told about a text that was added? What was found in it, and what to write where that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from kb.commands import coverage
from kb.commands.output import columns, width
from kb.commands.problems import shortened
from kb.entries import KINDS, Entry, Source, label

if TYPE_CHECKING:
    from kb.adding import Added
    from kb.sources import SourceOverrides

_FIRST = 5
_UNSURE = 0.7
"""From this confidence on, the numbering is told as a fact."""

_PLURALS = {"faq": "questions"}
_IMPLIED = {"headings": "headings, by their depth", "position": "position, as a tree or a list counts"}


def entries_of(source: Source, added: Added) -> list[Entry]:
    """The entries of one of the texts that were added."""
    return [each for each in added.entries if (each.source, each.edition) == (source.name, source.edition)]


def lines(source: Source, added: Added) -> Iterator[str]:
    """What was found in a text, for people."""
    entries = entries_of(source, added)
    edition = f", edition {source.edition}" if source.edition else ", no edition stated"
    yield f"{click.style(source.title, bold=True)}{edition} ({source.file}, {source.encoding})"
    facts = [
        ["numbering:", numbering(source)],
        ["numbers:", _numbers(entries)],
        ["entries:", _counts(entries) or "none: nothing in it is a rule, a term or a section"],
        ["characters:", f"{source.characters:,}, of which {coverage.percent(source)} % accounted for"],
        [
            "left out:",
            ", ".join(_left_out(source, added)),
        ],
        ["stated:", " · ".join(told for told in (source.publisher, source.licence, source.origin) if told)],
    ]
    yield from columns([fact for fact in facts if fact[1]], indent="  ")
    for kind, found in _by_kind(entries):
        yield ""
        yield f"  {_counted(kind, len(found))}{f', the first {_FIRST}' if len(found) > _FIRST else ''}"
        shown = [[f"{_place(each, source)}:", _named(each)] for each in found[:_FIRST]]
        yield from map(_cut, columns(shown, gap=" ", indent="    ", fit="cut"))
    yield ""


def numbering(source: Source) -> str:
    """How a text numbers its rules, how sure that is, and what else it may be."""
    name, _, example = source.numbering.partition(" ")
    name = _IMPLIED.get(name, name)
    if name == "none" and source.confidence == 1.0:
        return "none: you say that nothing is numbered"
    other, _, sample = source.runner_up.partition(" ")
    if name == "none" and sample and other not in _IMPLIED:
        doubt = f'what begins like {sample} is too little, or in no order; numbering = "{other}" takes it'
        return f"none: {doubt}"
    if name == "none":
        return "none: nothing that begins its paragraphs counts as numbers of rules do"
    like = f", like {example}" if example else ""
    if source.confidence == 1.0:
        return f"{name}{like}, as you say"
    other = _IMPLIED.get(other, other)
    beside = "no numbers at all" if other == "none" else f"{other}{f', like {sample}' if sample else ''}"
    doubt = "" if source.confidence >= _UNSURE else "; look whether that is right"
    return f"{name}{like} ({source.confidence:.0%} sure; next best: {beside}{doubt})"


def correction(source: Source, told: SourceOverrides) -> Iterator[str]:
    """Comments for a text's row in `game.toml`, as it was read: without its mark each tells how to read it instead."""
    from kb.adding import FORMATS

    name = source.numbering.partition(" ")[0]
    lines = {
        "numbering": [
            [f'# numbering = "{name}"', "# dotted 603.7d, hyphens 1-2-1, letters 1e1a, words Law 1,"],
            ["", "# counted 12., headings by their depth, none"],
        ],
        "glossary": [['# glossary = "Its Heading"', "# or true: all of it is one; false: it has none"]],
        "faq": [["# faq = true", "# whatever asks is a question; false: nothing is"]],
        "leave_out": [['# leave_out = ["12-40"]', "# lines that are no rules"]],
        "edition": [['# edition = "2025-03-01"', "# it states none"]],
        "format": [['# format = "text"', f"# or {', '.join(FORMATS[1:])}"]],
        "encoding": [[f'# encoding = "{source.encoding}"', "# what its bytes are read as"]],
    }
    done = {key for key in lines if getattr(told, key, None) not in (None, "", ())}
    if source.edition:
        done.add("edition")
    if source.encoding == "pdf" or "," in source.encoding:  # of a PDF, of several files
        done |= {"format", "encoding"}
    rows = [row for key, parts in lines.items() if key not in done for row in parts]
    yield from columns(rows, indent="  ", fit="line")


def document(source: Source, added: Added) -> dict[str, Any]:
    """The same for programs."""
    entries = entries_of(source, added)
    return {
        "game": source.game,
        "name": source.name,
        "title": source.title,
        "edition": source.edition,
        "file": source.file,
        "publisher": source.publisher,
        "licence": source.licence,
        "origin": source.origin,
        "encoding": source.encoding,
        "numbering": source.numbering,
        "confidence": source.confidence,
        "runner_up": source.runner_up,
        "characters": source.characters,
        "accounted": source.accounted,
        "left_out": coverage.reasons(source, added.left_out),
        "entries": {kind: len(found) for kind, found in _by_kind(entries)},
        "first": {kind: [_brief(each) for each in found[:_FIRST]] for kind, found in _by_kind(entries)},
    }


def _brief(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "number": entry.number,
        "title": entry.title,
        "line": entry.location.first_line,
        "text": shortened(entry.text),
    }


def _left_out(source: Source, added: Added) -> Iterator[str]:
    """`5 running header (line 70 …)`: how much was left out for each reason, and where first."""
    where = coverage.first_of_each(source, added.left_out)
    for reason, many in coverage.reasons(source, added.left_out).items():
        yield f"{many:,} {reason} ({_line(where[reason], source)}{' …' if many > 1 else ''})"


def _by_kind(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """The entries of each kind, most first."""
    found = [(kind, [each for each in entries if each.kind == kind]) for kind in KINDS]
    return sorted((each for each in found if each[1]), key=lambda each: -len(each[1]))


def _counts(entries: Sequence[Entry]) -> str:
    return ", ".join(_counted(kind, len(found)) for kind, found in _by_kind(entries))


def _counted(kind: str, many: int) -> str:
    return f"{many:,} {kind if many == 1 else _PLURALS.get(kind, f'{kind}s')}"


def _numbers(entries: Sequence[Entry]) -> str:
    numbers = [entry.number for entry in entries if entry.number]
    return f"{len(numbers):,}, from {numbers[0]} to {numbers[-1]}" if numbers else ""


def _place(entry: Entry, source: Source) -> str:
    """`line 12`; in a source of several files `climbing.md:12`."""
    return _line((entry.location.file, entry.location.first_line), source)


def _line(place: tuple[str, int], source: Source) -> str:
    file, line = place
    return f"line {line}" if file == source.file else f"{file.removeprefix(f'{source.file}/')}:{line}"


def _named(entry: Entry) -> str:
    """A name, and behind it the first words; those alone where it has no name."""
    named = label(entry.number, entry.title, kind=entry.kind)
    text = " ".join(entry.text.split())
    return f"{named}  {text}" if named and text else named or text


def _cut(line: str) -> str:
    return line if len(line) <= width() else f"{line[: width() - 2].rstrip()} …"
