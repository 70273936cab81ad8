"""What does a post quote? Words in quotation marks, and blocks that the place sets apart as quotations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FEWEST_WORDS = 4
"""A shorter quotation is a term or a figure of speech."""

_NEAR = 40
"""Characters before a number that tell whether a sentence ends there."""

_LONGEST = 5_000
"""Characters; nobody quotes more of a rule."""

# "…", “… “Declare Attackers Step.” …”, „…“, «…», »…«, ‘players’ …’: over an empty line only with “ ”, „ “ and « »
_MARKED = re.compile(
    r"\"((?:[^\"\n]|\n(?![^\S\n]*\n)){12,3000})\""
    r"|“([^“”]{0,3000}(?:“[^“”\n]{0,200}”[^“”]{0,1000}){0,9})”"
    r"|„([^„“”]{12,3000})[“”]|«([^«»]{12,3000})»"
    r"|(?<![^\W_])»(?!\s)((?:[^«»\n]|\n(?![^\S\n]*\n)){12,3000})«"
    r"|(?<![^\W_])‘((?:[^‘’\n]|(?<=[^\W_])’(?=[^\W_])|\n(?![^\S\n]*\n)){12,3000})’(?![^\W_])"
)
_LINES = re.compile(r"(?:^ {0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_LINE_MARK = re.compile(r"^ {0,3}>+ ?(?:> ?)*", re.MULTILINE)
_OPENING = re.compile(r"\[(quote|q)(?:=[^\[\]\n]{0,500})?\]|<(blockquote|q)\b[^<>]{0,500}>", re.IGNORECASE)
_ELLIPSIS = re.compile(r"\[\s*(?:…|\.\.\.)\s*\]|\(\s*(?:…|\.\.\.)\s*\)|…|\.{3,}")
# "— 314.6 (Magic, 2024-06-07)": the line that says where a quotation is from
_ORIGIN = re.compile(r"^\s*(?:—|–|--|-)\s[^\n]*\Z", re.MULTILINE)
# "> 702.19b The controller …": rules that are quoted with their numbers, as printed
_NUMBERED = re.compile(
    r"^(?: {0,3}>[> ]*)?[*_]{0,2}(?:(?:CR|[Rr]ule) )?\d{1,4}(?:\.\d{1,4}){1,3}[a-z]?"
    r"(?=[.:)]?[*_]{0,2}[^\S\n]+[“\"(]?[A-Z])",
    re.MULTILINE,
)
_AFTER_NUMBER = " .:)*_"
_ENDED = re.compile(r"(?:^|[.!?:…”\")\]])[\s>*_]*$")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|\{[^{}\s]{1,24}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """A stretch of a post that repeats somebody's words."""

    start: int
    end: int
    """Where its words are, without a line that says where they are from."""

    text: str
    block: bool
    """Whether it is set apart, so that the words around it may be a line away."""

    @property
    def parts(self) -> list[list[str]]:
        """Its words, in the stretches between ellipses."""
        return [found for part in _ELLIPSIS.split(self.text) if (found := words(part))]


def words(text: str) -> list[str]:
    """The words of a text as quotations are compared: case, quotes, marks and line breaks make no difference."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def quotations(post: str, text: str, place: str) -> list[Quotation]:
    """Every quotation of a post that is long enough to be checked, in order; `text` is it with tags blotted out."""
    found = [one for one in _blocks(post, text, place) if _is_long(one.text)]
    position = 0
    for block in [*found, None]:
        end = block.start if block else len(text)
        found += _marked(text, position, end)
        position = block.end if block else end
    return sorted(found, key=lambda one: one.start)


def _marked(post: str, start: int, end: int) -> Iterator[Quotation]:
    for match in _MARKED.finditer(post, start, end):
        group = match.lastindex or 0
        for first, last in _by_number(match[group]):
            text = match[group][first:last].lstrip(_AFTER_NUMBER if first else "")
            start = match.start(group) + first if first else match.start()
            end = match.start(group) + last if last < len(match[group]) else match.end()
            if _is_long(text):
                yield Quotation(start=start, end=end, text=text, block=False)


def _blocks(post: str, text: str, place: str) -> Iterator[Quotation]:
    if place in ("bbcode", "bgg", "html"):
        yield from _tagged(post, text)
    else:
        for match in _LINES.finditer(text):
            for first, last in _by_number(match[0]):
                piece = match[0][first:last]
                said = piece.lstrip(_AFTER_NUMBER) if first else piece
                yield _block(match.start() + first, piece, _LINE_MARK.sub("", said))


def _tagged(post: str, text: str) -> Iterator[Quotation]:
    """What stands between the tags of an innermost quotation."""
    lowered = post.lower()
    for match in _OPENING.finditer(post):
        name = (match[1] or match[2]).lower()
        closing = f"[/{name}]" if match[1] else f"</{name}>"
        end = lowered.find(closing, match.end(), match.end() + _LONGEST)
        if end >= 0 and _OPENING.search(post, match.end(), end) is None:
            inside = text[match.end() : end].replace("\0", " ")
            for first, last in _by_number(inside):
                piece = inside[first:last]
                yield _block(match.end() + first, piece, piece.lstrip(_AFTER_NUMBER) if first else piece)


def _by_number(quoted: str) -> list[tuple[int, int]]:
    """What is quoted from and to where, rule by rule; a number before a rule's words cites it and is left out."""
    numbers = [
        match.span()
        for match in _NUMBERED.finditer(quoted)
        if _ENDED.search(quoted[max(0, match.start() - _NEAR) : match.start()])
    ]
    starts = [0, *(end for _, end in numbers)]
    ends = [*(start for start, _ in numbers), len(quoted)]
    return list(zip(starts, ends, strict=True))


def _block(start: int, whole: str, text: str) -> Quotation:
    """A block without the line below it that says where it is from."""
    stripped = text.rstrip()
    origin = _ORIGIN.search(stripped)
    if origin and origin.start():
        cut = whole.rfind(origin[0].strip()[:1], 0, len(whole.rstrip()) - len(origin[0].strip()) + 1)
        return Quotation(
            start=start, end=start + max(cut, 0), text=stripped[: origin.start()].strip(), block=True
        )
    return Quotation(start=start, end=start + len(whole.rstrip()), text=stripped, block=True)


def _is_long(text: str) -> bool:
    return len(text) <= _LONGEST and len(_WORD.findall(text[:400])) >= _FEWEST_WORDS
