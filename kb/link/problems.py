"""What is wrong with the references of a game, told so that it can be mended?"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from kb.entries import Entry, Location, Reference, label
from kb.findings import Problem
from kb.link.game import GameLinks
from kb.link.terms import is_obsolete

# "page 11", "see p. 10"
_PAGE = re.compile(r"(?:see\s+)?(?:pages?|pp?)\b", re.IGNORECASE)

_NO_CONTENTS = "no contents or page numbers say what stands there"

_LONELY = {
    "term-never-mentioned": (
        "1 term is never mentioned in any other entry",
        "{} terms are never mentioned in any other entry",
    ),
    "entry-unreached": (
        "nothing refers to 1 section or anything in them",
        "nothing refers to {} sections or anything in them",
    ),
}
"""What is said of an entry that nothing points at, and of several."""

_FEW_PAGES = 3
"""References to pages of one text that are told one by one."""

_NAMED = 6
"""Entries named in a problem that sums up many."""

_EXCERPT = 45
"""Characters on either side of the words in question."""

_BEFORE = 40
"""So many characters before the words tell which of several places is meant."""

Lines = Callable[[str], Sequence[str]]
"""The lines of a file of the corpus by its name; empty where it has none, as a PDF."""


def found(links: GameLinks, lines: Lines | None = None) -> Iterator[Problem]:
    """Every problem of one game that people have not accepted in `links.toml`, references first.

    With the `lines` of the sources each is told on its own line, else on the first one of its entry.
    """
    for code, message, origin, reference, suggestion in _of_references(links):
        place, start, end = origin.location, reference.start, reference.end
        yield Problem(
            code=code,
            message=message,
            file=place.file,
            line=exact_line(origin.text, start, end, place, lines) if lines else place.first_line,
            excerpt=_excerpt(origin.text, start, end),
            suggestion=suggestion,
        )
    yield from _same_names(links)
    yield from _of_lonely(links)
    for line in links.settings.misread:
        file = f"{links.names.entries[0].game}/links.toml"
        yield Problem(code="links-not-understood", message=line, file=file, line=1)


def _of_references(links: GameLinks) -> Iterator[tuple[str, str, Entry, Reference, str]]:
    """The code of each problem, what to say of it, where it is, and what to do.

    Pages of which nothing says what stands there are told in one line where it is the text's habit.
    """
    by_id = links.names.by_id
    pages: dict[str, list[tuple[Entry, Reference]]] = defaultdict(list)
    for origin, reference in faulty(links):
        if reference.status == "ambiguous":
            fits = ", ".join(reference.candidates[:_NAMED])
            message = f"{_refers(origin, reference)}, which fits several entries: {fits}"
            settle = f'text = "{_toml(reference.text)}" from = "{origin.id}" to = "{reference.candidates[0]}"'
            told = f"say which one in links.toml: [[settle]] {settle}"
            yield "ambiguous-reference", message, origin, reference, told
        elif _PAGE.match(reference.text):
            pages[origin.location.file].append((origin, reference))
        else:
            near = " or ".join(_called(by_id[one]) for one in reference.candidates if one in by_id)
            message = f"{_refers(origin, reference)}, which this text lacks"
            yield "missing-reference", message, origin, reference, f"did you mean {near}?" if near else ""
    for lost in pages.values():
        is_habit = len(lost) > _FEW_PAGES
        for origin, reference in lost[:1] if is_habit else lost:
            message = f"{_refers(origin, reference)}, but {_NO_CONTENTS}"
            if is_habit:
                message = f"{len(lost)} references are to page numbers, but {_NO_CONTENTS}"
                message += f"; the first is “{reference.text}”"
            yield "missing-reference", message, origin, reference, ""
    for reference, doubt in doubtful(links):
        origin, target = by_id[reference.origin], by_id.get(reference.target or "")
        told = f"it leads to {_called(target)} now" if target else ""
        yield "suspicious-reference", f"{_refers(origin, reference)} but {doubt}", origin, reference, told


def _refers(origin: Entry, reference: Reference) -> str:
    return f"{_called(origin)} refers to “{reference.text}”"


def faulty(links: GameLinks) -> Iterator[tuple[Entry, Reference]]:
    """Missing and ambiguous references that people have not accepted, the same words of an entry once."""
    told: set[tuple[str, str]] = set()
    for reference in links.references:
        key = reference.origin, reference.text
        if reference.status in ("missing", "ambiguous") and key not in told:
            told.add(key)
            if not _is_accepted(links, f"{reference.status}-reference", reference.text, reference.origin):
                yield links.names.by_id[reference.origin], reference


def doubtful(links: GameLinks) -> Iterator[tuple[Reference, str]]:
    """References that lead somewhere with a doubt that people have not accepted, and the doubt."""
    for reference, doubt in links.doubts:
        if not _is_accepted(links, "suspicious-reference", reference.text, reference.origin):
            yield reference, doubt


def _is_accepted(links: GameLinks, code: str, text: str, origin: str) -> bool:
    return links.settings.accepts(code, **{"text": text, "from": origin})


def _same_names(links: GameLinks) -> Iterator[Problem]:
    """Terms that share a name: no use of it is linked until people say which one is meant."""
    for name, terms in links.evidence.undecided().items():
        if not _is_accepted(links, "ambiguous-reference", name, terms[0]):
            place = links.names.by_id[terms[0]].location
            settle = f'[[settle]] text = "{_toml(name)}" to = "{terms[0]}"'
            yield Problem(
                code="ambiguous-reference",
                message=f"“{name}” is the name of several terms: {', '.join(terms[:_NAMED])}",
                file=place.file,
                line=place.first_line,
                suggestion=f"say which one in links.toml: {settle}",
            )


def lonely(links: GameLinks) -> Iterator[tuple[str, list[Entry]]]:
    """Terms never mentioned and sections never reached, but for those that people accepted, each with its code."""
    for code, entries in zip(_LONELY, (_never_mentioned(links), _unreached(links)), strict=True):
        accepts = links.settings.accepts
        yield code, [one for one in entries if not accepts(code, **{"from": one.id, "source": one.source})]


def _never_mentioned(links: GameLinks) -> list[Entry]:
    """Terms that no other entry uses or points at."""
    known = {reference.target for reference in links.references}
    known |= {term for term, habit in links.evidence.habits.items() if habit.entries - {term}}
    return [
        entry
        for entry in links.names.entries
        if entry.kind == "term" and entry.id not in known and not is_obsolete(entry)
    ]


def _unreached(links: GameLinks) -> list[Entry]:
    """Titled sections and tables that nothing refers to, themselves, what is below or what is above them.

    Only the topmost are told: a rule is reached through its section, and asking for a reference to each
    would flood. In a text without any references nothing is missed.
    """
    pointed = {reference.target for reference in links.references if reference.target}
    reached: set[str] = set()
    for target in pointed:
        place = links.names.by_id.get(target)
        while place is not None and place.id not in reached:
            reached.add(place.id)
            place = links.names.by_id.get(place.parent or "")
    read_on: set[str] = set()  # what is reached itself or stands below such an entry
    found = []
    for entry in links.names.entries:
        if entry.id in pointed or entry.parent in read_on:
            read_on.add(entry.id)
        elif (
            entry.kind in ("section", "table")
            and entry.title
            and entry.id not in reached
            and entry.parent in reached
        ):
            found.append(entry)
    return found


def _of_lonely(links: GameLinks) -> Iterator[Problem]:
    """What is lonely, all of one file in one line."""
    for code, entries in lonely(links):
        by_file: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            by_file[entry.location.file].append(entry)
        for file, listed in by_file.items():
            one, several = _LONELY[code]
            said = one if len(listed) == 1 else several.format(len(listed))
            names = ", ".join(map(_called, listed[:_NAMED]))
            more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
            first = listed[0].location.first_line
            yield Problem(code=code, message=f"{said}: {names}{more}", file=file, line=first)


def exact_line(text: str, start: int, end: int, location: Location, lines: Lines) -> int:
    """The line on which `text[start:end]` of an entry begins; the entry's first where its source does not tell.

    Letters and digits only are compared: marks, blanks and line breaks are not those of the source.
    """
    words = _letters(text[start:end])
    if location.first_line == location.last_line or not words:
        return location.first_line
    held = [_letters(line) for line in lines(location.file)[location.first_line - 1 : location.last_line]]
    whole, before = "".join(held), _letters(text[max(0, start - _BEFORE) : start])
    at = whole.find(before + words)
    at = at + len(before) if at >= 0 else whole.find(words)
    if at < 0:
        return location.first_line
    return location.first_line + bisect_right(list(accumulate(map(len, held))), at)


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words)).casefold()


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
