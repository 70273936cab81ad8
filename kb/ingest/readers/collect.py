"""What does a reader of a format hand on? Stretches in reading order, links, anchors, and what it left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from kb.errors import ReadError
from kb.findings import NOT_UNDERSTOOD, LeftOut
from kb.ingest.bodies import marked
from kb.ingest.clean.characters import INVISIBLE
from kb.ingest.document import Stretch, Text, refuse_overfull
from kb.ingest.limits import MOST_PARTS

# "&nbsp;", "&#xe100;"
_ENTITY = re.compile(r"&#?\w{1,10};")
# "<!-- how old? -->", "<ref name=a />": on one line or several
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<[A-Za-z/!?][^<>]*>", re.DOTALL)


class Collector:
    """Gathers what a reader finds in one text."""

    def __init__(self, text: Text, markup: re.Pattern[str] = _ENTITY) -> None:
        self.text = text
        self._markup = markup  # what is no word of a line that nobody read
        self.stretches: list[Stretch] = []
        self.targets: list[str] = []
        self._left: dict[tuple[int, str], list[str]] = {}
        self._anchors: list[str] = []

    def link(self, target: str, words: str) -> str:
        """The words of a link that the text makes, marked; without words it will read as its target's number."""
        self.targets.append(target.strip())
        return marked(len(self.targets) - 1, words)

    def anchor(self, name: str) -> None:
        """A name by which links point at the next stretch."""
        if name.strip():
            self._anchors.append(name.strip())

    def drop(self, line: int, reason: str, what: str) -> None:
        """Something that is in no entry, and why; nothing that stands on no line."""
        if line and what and not what.isspace():
            self._left.setdefault((line, reason), []).append(" ".join(what.split()))

    def _drop_rest(self) -> None:
        """What a reader said nothing of: markup, or words that nobody understood; never lost in silence."""
        held = {line for each in self.stretches for line in range(each.first, each.last + 1)}
        dropped: dict[int, list[str]] = {}
        for (number, _), parts in self._left.items():
            dropped.setdefault(number, []).extend(parts)
        content = "\n".join(line.text for line in self.text.lines)
        bare = _TAG.sub(lambda tag: "\n" * tag[0].count("\n"), content).split("\n")
        for line, said in zip(self.text.lines, bare, strict=True):
            if line.number in held or line.is_blank:
                continue
            rests = [without(words, dropped.get(line.number, [])) for words in (line.text, said)]
            unread = all(any(map(str.isalnum, self._markup.sub("", _TAG.sub("", rest)))) for rest in rests)
            rest = rests[0] if line.number in dropped else line.text  # with its blanks
            self.drop(line.number, NOT_UNDERSTOOD if unread else "markup", rest)

    def add(
        self,
        words: str,
        first: int,
        last: int,
        *,
        mark: str = "",
        heading: int = 0,
        role: str = "paragraph",
        depth: int = 0,
        inside: int = 0,
        number: str | None = None,
        holder: str = "",
    ) -> None:
        """The next stretch; without words its anchors wait for the one after it."""
        kept = words.strip() if role == "row" else " ".join(words.split())
        if not kept:
            return
        refuse_overfull(self.text.file, len(self.stretches) + 1)
        adjoins = bool(self.stretches) and (
            role == self.stretches[-1].role == "row" or (bool(mark) and bool(self.stretches[-1].mark))
        )
        self.stretches.append(
            Stretch(
                first=first,
                last=max(first, last),
                text=kept,
                mark=mark,
                indent=2 * depth,
                alone=not adjoins,
                gap=0 if adjoins else 1,
                lines=(f"{mark} {kept}" if mark else kept,),
                heading=heading,
                role=role,
                depth=depth,
                inside=inside,
                number=number,
                holder=holder,
                anchors=tuple(dict.fromkeys(self._anchors)) if self._anchors else (),
            )
        )
        self._anchors = []

    def finish(self, title: str = "", edition: str | None = None) -> Text:
        """The text with everything that was gathered."""
        if not self.stretches:
            raise ReadError(f"{self.text.file} has no text in it: nothing but markup")
        self._drop_rest()
        left = [
            LeftOut(file=self.text.file, line=line, reason=reason, text=" ".join(parts))
            for (line, reason), parts in sorted(self._left.items())
        ]
        return replace(
            self.text,
            stretches=tuple(self.stretches),
            targets=tuple(self.targets),
            left_out=(*self.text.left_out, *left),
            title=literal(title),
            edition=edition,
        )


def without(words: str, parts: Sequence[str]) -> str:
    """Words without blanks, and without parts of them; of very many parts those count that come in their order."""
    rest = "".join(words.split())
    compact = ["".join(part.split()) for part in parts]
    if len(compact) <= MOST_PARTS:
        for part in sorted(compact, key=len, reverse=True):
            rest = rest.replace(part, "", 1)
        return rest
    kept, position, missed = [], 0, 0
    for part in compact:
        at = rest.find(part, position) if missed < MOST_PARTS else -1
        missed += at < 0
        if at >= 0:
            kept.append(rest[position:at])
            position = at + len(part)
    return "".join([*kept, rest[position:]])


def literal(words: str) -> str:
    """Words of a text without invisible characters, however they were written: no text can forge our own marks."""
    return words if words.isprintable() else INVISIBLE.sub("", words)


# "01_game_concepts", "3. Zones"
_CHAPTER = re.compile(r"0*([1-9]\d?)(?=[_\-. ])")


def chapter_of(name: str) -> str:
    """The chapter number with which a file's name begins; empty without one."""
    chapter = _CHAPTER.match(PurePath(name).name)
    return chapter[1] if chapter else ""
