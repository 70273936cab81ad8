"""What was read of one text: its entries in the making, and what is told of it besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kb.entries import Source
from kb.findings import NOT_UNDERSTOOD, LeftOut, Problem
from kb.ingest.document import Document, Member, Node, Omitted, Stretch, Text, place
from kb.ingest.entries.drafts import Draft, drafts
from kb.ingest.entries.names import give_labels
from kb.ingest.entries.provenance import with_provenance
from kb.ingest.numbering import PRINTED, Choice, choice_of
from kb.ingest.recognise.running import letters
from kb.ingest.titles import NO_TITLE, folded
from kb.sources import slugify


def tally(text: Text, stretches: Sequence[Stretch], left_out: Sequence[LeftOut]) -> tuple[int, int]:
    """How many characters of a source print something, and how many are in an entry or left out as understood.

    Each paragraph is in an entry or was left out; of other lines it is told what cleaners took from them.
    """
    raw: Counter[int] = Counter()
    for line in text.lines:  # a form feed parts one line into two of the same number
        raw[line.number] += letters(line.raw)
    removed: Counter[int] = Counter()
    for each in text.left_out:
        removed[each.line] += letters(each.text)
    read = {number for each in stretches for number in range(each.first, each.last + 1)}
    accounted = sum(many if line in read else min(many, removed[line]) for line, many in raw.items())
    unread = sum(letters(each.text) for each in left_out if each.reason == NOT_UNDERSTOOD)
    return raw.total(), max(0, accounted - unread)


def unused_overrides(document: Document, file: str) -> Iterator[Problem]:
    """A problem for each thing that a person told of a text and that is nothing in it."""
    told, best = document.overrides, choice_of(document).best
    called, kinds = told.glossary, {part.kind for part in document.parts}
    named = {folded(each) for each in document.paragraphs} if isinstance(called, str) else set()
    begun = [each.first for each in document.paragraphs]
    unused = {
        f"says that its glossary is called “{called}”, but no line of it is": isinstance(called, str)
        and called.casefold() not in named,
        "says that all of it is a glossary, but no term is in it": called is True and "term" not in kinds,
        "says that it has questions, but nothing in it asks": told.faq is True and "faq" not in kinds,
        f"says that it is numbered as {best.name}, but nothing in it is": choice_of(document).is_told
        and best.name in PRINTED
        and not best.numbers,
    }
    for lines, counted in zip(told.leave_out, document.excluded, strict=True):
        is_unused = not any(first in counted for first in begun)
        unused[f"leaves out {lines}, but no paragraph begins there"] = is_unused
    for what in unused:
        if unused[what]:
            yield Problem(
                code="told-in-vain",
                message=f"its row {what}",
                file=file,
                line=1,
                suggestion="write there what the text prints, as `kb add` and `kb check` tell it, or take the line out",
            )


Found = TypeVar("Found", LeftOut, Problem)
_DECIDED = 0.65
"""A choice between two ways of numbering that is less sure than this is a problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One text, recognised."""

    source: Source
    nodes: tuple[Draft, ...]
    stretches: tuple[Stretch, ...]
    left_out: tuple[LeftOut, ...]
    problems: tuple[Problem, ...]
    pages: tuple[tuple[str, int], ...]
    """Contents: title and printed page."""

    page_starts: tuple[tuple[int, str], ...] = ()
    """The first line of each printed page and what it is called."""

    targets: tuple[str, ...] = ()
    """What the text's own links point at, by the number that their marks carry."""

    members: tuple[Member, ...] = ()
    """The files of a source that is a folder."""


def read_document(text: Text, before: Document, document: Document, source: Source) -> Reading:
    """What a recognised document holds; `before` is the same text before anything was recognised."""
    nodes = drafts(document.tree)
    give_labels(nodes)
    left_out = (*text.left_out, *_left_out(document.parts, before.paragraphs, source.file))
    characters, accounted = tally(text, before.paragraphs, left_out)
    stated = _stated(with_provenance(source, text, before.paragraphs), text, document, nodes)
    undecided = _undecided(choice_of(document), source.file)
    unused = unused_overrides(document, source.file)
    problems = (*text.problems, *_unread(left_out), *undecided, *unused)
    return Reading(
        source=replace(stated, characters=characters, accounted=accounted),
        nodes=nodes,
        stretches=tuple(before.paragraphs),
        left_out=tuple(_placed(left_out, text.members)),
        problems=tuple(_placed(problems, text.members)),
        pages=tuple(page for part in document.parts if isinstance(part, Omitted) for page in part.pages),
        page_starts=text.pages,
        targets=text.targets,
        members=text.members,
    )


def _stated(source: Source, text: Text, document: Document, nodes: Sequence[Draft]) -> Source:
    """A source with what its text is called and how it was read."""
    choice = choice_of(document)
    titled = next((node.title for node in nodes if node.is_root and node.title), "")
    return replace(
        source,
        title=source.title or _title(source, text.title, titled),
        encoding=text.encoding,
        recognised=", ".join(_kinds(document.parts)),
        numbering=str(choice.best),
        confidence=choice.confidence,
        runner_up=str(choice.runner_up),
    )


def _title(source: Source, stated: str, heading: str) -> str:
    """What a text is called: as it states, as its first heading reads, or as its file is called."""
    names = (source.game, source.name)
    for called in (stated, heading):
        if called and ((slugify(called) in names and "_" not in called) or not NO_TITLE.fullmatch(called)):
            return called
    return source.name.replace("-", " ").title()


def _placed(found: Iterable[Found], members: Sequence[Member]) -> Iterator[Found]:
    """Findings about a source, each with the file that it is in."""
    for each in found:
        file, line = place(members, each.file, each.line)
        yield replace(each, file=file, line=max(line, 1)) if members else each


def _undecided(choice: Choice, file: str) -> Iterator[Problem]:
    """A problem where two ways of numbering explain a text about as well."""
    best, other = choice.best, choice.runner_up
    if best.name != "none" and other.name != "none" and choice.confidence < _DECIDED:
        yield Problem(
            code="unsure-numbering",
            message=f"its rules may be numbered as {best} ({best.numbers:,}) or as {other} ({other.numbers:,})",
            file=file,
            line=1,
            suggestion=f'write numbering = "{best.name}" or "{other.name}" into its [[sources]] row',
        )


def _kinds(parts: Sequence[Node]) -> list[str]:
    """What was recognised, most frequent first: `119 terms`, `54 steps`."""
    counts = Counter(part.kind for part in parts if part.kind)
    plural = {"faq": "questions"}
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return [f"{count} {kind if count == 1 else plural.get(kind, kind + 's')}" for kind, count in ordered]


def _left_out(parts: Sequence[Node], laid_out: Sequence[Stretch], file: str) -> list[LeftOut]:
    return [
        LeftOut(file=file, line=stretch.first, reason=part.reason, text="\n".join(stretch.lines).strip())
        for part in parts
        if isinstance(part, Omitted)
        for stretch in (laid_out[index] for index in part.stretches)
    ]


def _unread(left_out: Sequence[LeftOut]) -> list[Problem]:
    return [
        Problem(
            code="not-understood",
            message="not understood: hardly a letter in it, so it is in no entry",
            file=each.file,
            line=each.line,
            excerpt=each.text[:120],
            suggestion="if it belongs to the rules, correct the text there and add it again",
        )
        for each in left_out
        if each.reason == NOT_UNDERSTOOD
    ]
