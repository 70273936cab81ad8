"""Posts as people write them (`cases/forum_posts.txt`), and how well their links and verdicts are found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from case_files import CASES

from kb.cite import Finding

GAMES = {
    "magic": "magic",
    "digest": "magic",
    "rdi": "red-dragon-inn",
    "nwo": "illuminati-nwo",
    "mc": "marvel-champions",
    "moor": "hearthmoor",
    "fab": "flesh-and-blood",
    "wca": "wca",
    "nr": "netrunner",
    "lotr": "lotr-lcg",
    "none": "",
}
OTHERS = ("fab", "wca", "nr", "lotr")
"""Games that do not ship, besides Magic."""

# "⟦rule 704.5g⟧", "⟦g→704.5g⟧"
_MARKED = re.compile(r"⟦(\??)([^⟦⟧→]+)(?:→([^⟦⟧]+))?⟧")
_NUMBER = re.compile(r"(?:(?<![^\W_])[A-Z](?=\d))?\d[\w.]*")
VERDICTS = ("exact", "cut", "changed", "misnumbered", "reused", "withdrawn", "missing", "not found")
_SHORT = {"exact, cut short": "cut", "re-used number": "reused"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A post, the citations that are in it, and the verdicts that it deserves."""

    number: int
    about: str
    """The short name of a game."""

    place: str
    game: str | None
    text: str
    links: tuple[tuple[int, int, str], ...]
    verdicts: tuple[str, ...]

    @property
    def shelf(self) -> str:
        """Which build the post is about: `magic`, `others`, or `five`, of the games that ship and one more."""
        return self.about if self.about == "magic" else "others" if self.about in OTHERS else "five"


@dataclass(slots=True)
class Score:
    """What was right, what was wrong, and where."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def rate(self, right: str, wrong: str) -> float:
        """Share of the right ones; 1 where there is nothing."""
        return self.counts[right] / ((self.counts[right] + self.counts[wrong]) or 1)


def posts(file: Path = CASES / "forum_posts.txt") -> Iterator[Post]:
    """All of a file, in order."""
    _, *pieces = re.split(r"^=== ", file.read_text("utf-8"), flags=re.MULTILINE)
    for number, piece in enumerate(pieces, 1):
        head, _, body = piece.partition("\n")
        about, place, *options = head.split()
        written, _, verdicts = body.partition("\n---\n")
        text, links = _unmarked(written.rstrip("\n") + "\n", about)
        yield Post(
            number=number,
            about=about,
            place=place,
            game=GAMES[about] if "game" in options else None,
            text=text,
            links=tuple(links),
            verdicts=tuple(_verdict(line, about) for line in verdicts.splitlines()),
        )


def _unmarked(written: str, about: str) -> tuple[str, list[tuple[int, int, str]]]:
    parts: list[str] = []
    links, length, position = [], 0, 0
    for match in _MARKED.finditer(written):
        before = written[position : match.start()]
        start = length + len(before)
        name = match[3] or _NUMBER.findall(match[2])[-1]
        links.append((start, start + len(match[2]), match[1] + _whole(name, about)))
        parts += [before, match[2]]
        length, position = start + len(match[2]), match.end()
    return "".join([*parts, written[position:]]), links


def _verdict(line: str, about: str) -> str:
    return (
        line
        if line.startswith(("missing", "withdrawn"))
        else " ".join(_whole(word, about) for word in line.split())
    )


def _whole(name: str, about: str) -> str:
    """The id that a short name stands for; other words stay."""
    short, colon, slug = name.partition(":")
    if colon:
        return f"{GAMES[short]}:{slug.lower()}"
    return f"{GAMES[about]}:{name.lower()}" if _NUMBER.fullmatch(name) else name


def linked_score(made: Iterable[tuple[Post, Sequence[tuple[int, int, str]]]]) -> Score:
    """How the links made (start, end, id) compare with those that are expected."""
    score = Score()
    for post, links in made:
        left = [one for one in post.links if one[2][0] != "?"]
        may = [(a, b, id[1:]) for a, b, id in post.links if id[0] == "?"]
        for start, end, id in links:
            if any(a < end and start < b and id == one for a, b, one in may):
                continue
            fit = next((one for one in left if one[0] < end and start < one[1] and one[2] == id), None)
            if fit:
                left.remove(fit)
                score.counts["right"] += 1
            else:
                score.counts["false"] += 1
                score.wrong.append(f"{post.number} false link: {post.text[start:end]!r} -> {id}")
        score.counts["missed"] += len(left)
        score.wrong += [f"{post.number} missed: {post.text[a:b]!r} -> {id}" for a, b, id in left]
    return score


def verdict_score(made: Iterable[tuple[Post, Sequence[str]]]) -> Score:
    """How the verdicts given compare with those that the posts deserve."""
    score = Score()
    for post, given in made:
        left = list(post.verdicts)
        for one in given:
            agreed = 0
            for said in one.split(" + "):
                due = said if said in left else next((each for each in left if _is_as_good(said, each)), None)
                if due:
                    left.remove(due)
                    agreed += 1
            score.counts["agreed"] += agreed
            if not agreed:
                score.counts["other"] += 1
                score.wrong.append(f"{post.number} verdict given: {one}")
        score.counts["untold"] += len(left)
        score.wrong += [f"{post.number} verdict due: {one}" for one in left]
    return score


def _is_as_good(given: str, due: str) -> bool:
    """Whether a number that means another rule now, is no more or never was is told with where its words stand."""
    if given.startswith("reused"):  # what is cited inside a block is told without its game
        said, meant = (re.sub(r"[a-z-]+:(?=[A-Z]?\d)", "", one) for one in (given, due))
        return said == meant or said.startswith(f"{meant} is ") or said[6:] == meant[11:]
    kind, _, number = due.partition(" ")
    return kind in ("withdrawn", "missing") and bool(
        re.match(rf"misnumbered (?:[a-z-]+:)?{re.escape(number)} is ", given)
    )


def told(finding: Finding, cited_id: str | None) -> str | None:
    """A finding as the file writes it; nothing for a plain citation that leads somewhere.

    What is told of words and of a number that nothing has is two verdicts: "missing 314.99 + not found".
    """
    verdict, entry = _SHORT.get(finding.verdict, finding.verdict), finding.entry
    number = cited_id or (_NUMBER.findall(finding.cited) or [finding.cited])[-1]
    if verdict == "misnumbered":
        whole = number if ":" in number else f"{(entry or '').partition(':')[0]}:{number}"
        return f"misnumbered {whole} is {entry}"
    if verdict in ("reused", "withdrawn"):
        return f"{verdict} {number}{f' is {entry}' if entry else ''}"
    if verdict == "not found":
        said = [f"missing {number}"] if finding.missing else []
        return " + ".join([*said, *([verdict] if not said or finding.text != finding.cited else [])])
    return None if verdict == "cited" else f"{verdict} {entry}"
