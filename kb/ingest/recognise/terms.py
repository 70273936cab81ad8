"""What is a term? Its title, its number, and the other names that it answers to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.document import Definition, Node, Stretch
from kb.ingest.numbering.number_labels import compound
from kb.ingest.words import bodies

_PARAMETER = re.compile(r"\s+(?:[XYZN]|\([XYZN#]\)|[\[<{][^\]>}]+[\]>}]|#)(?=\s|$)")
# "D20 Test": a die, not a number
_DIE = re.compile(r"[DW]\d{1,3}")
# "12.", "(3)": the place of a term in a list that counts
_ORDINAL = re.compile(r"\(?(\d{1,3})[.)]")
# "anchor (n.)", "careen, v.": the part of speech, as dictionaries print it
_SPEECH = r"(?:n|v|vb|adj|adv|noun|verb|adjective|adverb|prep|pl)\.?"
PART_OF_SPEECH = rf"(?:\s?\({_SPEECH}\)|,\s(?:n|v|adj|adv)\.)"
_SPOKEN = re.compile(rf"{PART_OF_SPEECH}$")
# "1st Edition or 1e"
_EITHER = re.compile(r"(.{1,40}?) or (.{1,40})")
_MOST_EITHER = 3
# "Advantage Point (AP)", "custodian capture (or custodial capture)", "Goat (also called a kid)"
_ADDED = re.compile(
    r"\((?P<lead>or |also (?:called |known as )?|a\.?k\.?a\.? |abbr(?:eviated|\.)? )?(?:an? |the )?"
    r"(?P<name>[^()]{1,40})\)$",
    re.IGNORECASE,
)


def term(words: str, indexes: Sequence[int], definition: str, stretches: Sequence[Stretch]) -> Node:
    """A term block; the first of `indexes` holds its title, `definition` its first paragraph."""
    label = compound(words)  # "G.1.1 Ability"
    numbered = label is not None and bool(label.words) and not _DIE.fullmatch(label.number)
    ordinal = _ORDINAL.fullmatch(stretches[indexes[0]].mark)
    title, note = bodies.heading(label.words if label and numbered else words)
    rest = tuple(bodies.paragraph(stretches[index]) for index in indexes[1:])
    first = (bodies.body(definition),) if definition else ()
    return Definition(
        stretches=tuple(indexes),
        number=label.number if label and numbered else ordinal[1] if ordinal else None,
        title=title,
        body=(*note, *first, *rest),
        aliases=term_aliases(title),
    )


def term_aliases(title: str) -> tuple[str, ...]:
    """Other names of a term: without its parameter, each half of `A, B`, without `(Obsolete)`."""
    bare = re.sub(r"\s*\([^()]*\)$", "", _SPOKEN.sub("", title))
    names = [base_name(title), bare, *_halves(bare)]
    if added := _ADDED.search(title):
        own = added["name"] if added["lead"] or _are_initials(added["name"], bare) else ""
        names.append(own.strip('"“”'))
    return tuple(dict.fromkeys(each for each in names if each and each != title))


def _halves(name: str) -> list[str]:
    """The names in `action, turn`, `Failure/Success` and `1st Edition or 1e`."""
    if ", " in name:
        parts = [part.strip() for part in name.split(", ")]
        return [*parts, " ".join([*parts[1:], parts[0]])]
    if "/" in name:
        return [part.strip() for part in name.split("/")]
    either = _EITHER.fullmatch(name)
    halves = [half.strip() for half in either.groups()] if either else []
    return halves if all(len(half.split()) <= _MOST_EITHER for half in halves) else []


def _are_initials(short: str, name: str) -> bool:
    """Whether letters in capitals begin the words of a name: AP of Advantage Point."""
    initials = "".join(word[0] for word in re.findall(r"\w+", name)).casefold()
    return len(short) > 1 and short.isupper() and short.casefold() == initials


def base_name(title: str) -> str:
    """A term's name without its parameters: `Leap X` → `Leap`, `Immune to [Map Feature]` → `Immune to`."""
    return _PARAMETER.sub("", title).strip() or title
