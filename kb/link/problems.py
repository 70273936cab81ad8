"""What is wrong with the references of a game, told so that it can be mended?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.entries import Entry, Reference, label
from kb.findings import Problem
from kb.link.exact_lines import Lines, exact_line
from kb.link.game import GameLinks
from kb.link.terms import is_obsolete

# "page 11", "see p. 10"
_PAGE = re.compile(r"(?:see\s+)?(?:pages?|pp?)\b", re.IGNORECASE)

NEVER_MENTIONED = "term-never-mentioned"
UNREACHED = "entry-unreached"

_NO_CONTENTS = "no contents or page numbers say what stands there"

_FEW_PAGES = 3
"""References to pages of one text that are told one by one."""

_NAMED = 6
"""Entries named in a problem that sums up many."""

_EXCERPT = 45
"""Characters on either side of the words in question."""


def found(links: GameLinks, lines: Lines | None = None) -> Iterator[Problem]:
    """Every problem of one game that people have not accepted in `links.toml`, references first.

    With the `lines` of the sources each is told on its own line, else on the first one of its entry.
    """

    def placed(problem: Problem, origin: Entry, reference: Reference) -> Problem:
        if lines is None:
            return problem
        where = exact_line(origin.text, reference.start, reference.end, origin.location, lines)
        return replace(problem, line=where)

    by_id = {entry.id: entry for entry in links.entries}
    pages: dict[str, list[tuple[Entry, Reference]]] = defaultdict(list)
    for origin, reference in faulty(links):
        if reference.status == "ambiguous":
            yield placed(_ambiguous(origin, reference), origin, reference)
        elif _PAGE.match(reference.text):
            pages[origin.location.file].append((origin, reference))
        else:
            yield placed(_missing(origin, reference, by_id), origin, reference)
    for lost in pages.values():
        yield from (placed(one, *place) for one, place in zip(_missing_pages(lost), lost, strict=False))
    for reference, doubt in doubtful(links):
        origin = by_id[reference.origin]
        yield placed(_suspicious(origin, reference, doubt, by_id), origin, reference)
    yield from _same_names(links, by_id)
    yield from _never_mentioned(links)
    yield from _unreached(links)
    yield from _misread(links)


def faulty(links: GameLinks) -> Iterator[tuple[Entry, Reference]]:
    """Missing and ambiguous references that people have not accepted, the same words of an entry once."""
    by_id = {entry.id: entry for entry in links.entries}
    told: set[tuple[str, str]] = set()
    for reference in links.references:
        key = reference.origin, reference.text
        if reference.status in ("missing", "ambiguous") and key not in told:
            told.add(key)
            if not _is_accepted(links, f"{reference.status}-reference", reference.text, reference.origin):
                yield by_id[reference.origin], reference


def doubtful(links: GameLinks) -> Iterator[tuple[Reference, str]]:
    """References that lead somewhere with a doubt that people have not accepted, and the doubt."""
    for reference, doubt in links.doubts:
        if not _is_accepted(links, "suspicious-reference", reference.text, reference.origin):
            yield reference, doubt


def _is_accepted(links: GameLinks, code: str, text: str, origin: str) -> bool:
    return links.settings.accepts(code, **{"text": text, "from": origin})


def _missing(origin: Entry, reference: Reference, by_id: dict[str, Entry]) -> Problem:
    near = " or ".join(_called(by_id[one]) for one in reference.candidates if one in by_id)
    message = f"{_called(origin)} refers to “{reference.text}”, which this text lacks"
    return _problem("missing-reference", message, origin, reference, f"did you mean {near}?" if near else "")


def _missing_pages(lost: Sequence[tuple[Entry, Reference]]) -> Iterator[Problem]:
    """Pages of which nothing says what stands there: in one line where it is the text's habit."""
    if len(lost) <= _FEW_PAGES:
        for origin, reference in lost:
            message = f"{_called(origin)} refers to “{reference.text}”, but {_NO_CONTENTS}"
            yield _problem("missing-reference", message, origin, reference, "")
        return
    origin, reference = lost[0]
    message = (
        f"{len(lost)} references are to page numbers, but {_NO_CONTENTS}; the first is “{reference.text}”"
    )
    yield _problem("missing-reference", message, origin, reference, "")


def _ambiguous(origin: Entry, reference: Reference) -> Problem:
    fits = ", ".join(reference.candidates[:_NAMED])
    settle = (
        f'[[settle]] text = "{_toml(reference.text)}" from = "{origin.id}" to = "{reference.candidates[0]}"'
    )
    return _problem(
        "ambiguous-reference",
        f"{_called(origin)} refers to “{reference.text}”, which fits several entries: {fits}",
        origin,
        reference,
        f"say which one in links.toml: {settle}",
    )


def _suspicious(origin: Entry, reference: Reference, doubt: str, by_id: dict[str, Entry]) -> Problem:
    target = by_id.get(reference.target or "")
    return _problem(
        "suspicious-reference",
        f"{_called(origin)} refers to “{reference.text}” but {doubt}",
        origin,
        reference,
        f"it leads to {_called(target)} now" if target else "",
    )


def _same_names(links: GameLinks, by_id: dict[str, Entry]) -> Iterator[Problem]:
    """Terms that share a name: no use of it is linked until people say which one is meant."""
    for name, terms in links.evidence.undecided().items():
        settle = f'[[settle]] text = "{_toml(name)}" to = "{terms[0]}"'
        problem = Problem(
            code="ambiguous-reference",
            message=f"“{name}” is the name of several terms: {', '.join(terms[:_NAMED])}",
            file=by_id[terms[0]].location.file,
            line=by_id[terms[0]].location.first_line,
            suggestion=f"say which one in links.toml: {settle}",
        )
        if not _is_accepted(links, problem.code, name, terms[0]):
            yield problem


def never_mentioned(links: GameLinks) -> list[Entry]:
    """Terms that no other entry uses or points at and that people have not accepted."""
    known = {reference.target for reference in links.references}
    known |= {term for term, habit in links.evidence.habits.items() if habit.entries - {term}}
    return [
        entry
        for entry in links.entries
        if entry.kind == "term"
        and entry.id not in known
        and not is_obsolete(entry)
        and not _is_known(links, NEVER_MENTIONED, entry)
    ]


def unreached(links: GameLinks) -> list[Entry]:
    """Titled sections and tables that nothing refers to, themselves, what is below or what is above them.

    Only the topmost are told: a rule is reached through its section, and asking for a reference to each
    would flood. In a text without any references nothing is missed. Those that people accepted are left out.
    """
    by_id = {entry.id: entry for entry in links.entries}
    pointed = {reference.target for reference in links.references if reference.target}
    reached: set[str] = set()
    for target in pointed:
        place = by_id.get(target)
        while place is not None and place.id not in reached:
            reached.add(place.id)
            place = by_id.get(place.parent or "")
    read_on: set[str] = set()  # what is reached itself or stands below such an entry
    lonely = []
    for entry in links.entries:
        if entry.id in pointed or entry.parent in read_on:
            read_on.add(entry.id)
        elif (
            entry.kind in ("section", "table")
            and entry.title
            and entry.id not in reached
            and entry.parent in reached
            and not _is_known(links, UNREACHED, entry)
        ):
            lonely.append(entry)
    return lonely


def _is_known(links: GameLinks, code: str, entry: Entry) -> bool:
    return links.settings.accepts(code, **{"from": entry.id, "source": entry.source})


def _never_mentioned(links: GameLinks) -> Iterator[Problem]:
    for number, names, first in _by_file(never_mentioned(links)):
        told = "term is" if number == 1 else "terms are"
        yield _of_entries(
            NEVER_MENTIONED, f"{number} {told} never mentioned in any other entry: {names}", first
        )


def _unreached(links: GameLinks) -> Iterator[Problem]:
    for number, names, first in _by_file(unreached(links)):
        told = "section" if number == 1 else "sections"
        yield _of_entries(UNREACHED, f"nothing refers to {number} {told} or anything in them: {names}", first)


def _by_file(entries: Sequence[Entry]) -> Iterator[tuple[int, str, Entry]]:
    """For each file: how many entries, what the first are called, and the first."""
    by_file: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_file[entry.location.file].append(entry)
    for listed in by_file.values():
        names = ", ".join(_called(entry) for entry in listed[:_NAMED])
        more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
        yield len(listed), names + more, listed[0]


def _of_entries(code: str, message: str, first: Entry) -> Problem:
    return Problem(
        code=code, message=message, file=first.location.file, line=first.location.first_line
    )  # fmt: skip


def _misread(links: GameLinks) -> Iterator[Problem]:
    for line in links.settings.misread:
        yield Problem(
            code="links-not-understood", message=line, file=f"{links.entries[0].game}/links.toml", line=1
        )  # fmt: skip


def _problem(code: str, message: str, origin: Entry, reference: Reference, suggestion: str) -> Problem:
    return Problem(
        code=code,
        message=message,
        file=origin.location.file,
        line=origin.location.first_line,
        excerpt=_excerpt(origin.text, reference.start, reference.end),
        suggestion=suggestion,
    )


def _excerpt(text: str, start: int, end: int) -> str:
    before = text[max(0, start - _EXCERPT) : start]
    after = text[end : end + _EXCERPT]
    left = before if start <= _EXCERPT else "…" + before.partition(" ")[2]
    right = after if end + _EXCERPT >= len(text) else after.rpartition(" ")[0] + "…"
    return " ".join(f"{left}{text[start:end]}{right}".split())


def _called(entry: Entry) -> str:
    return label(entry.number, entry.title, entry.text, kind=entry.kind) or entry.id


def _toml(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
