"""How is a comparison told in a post? Markdown and HTML, struck and inserted words marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape

from kb.cite.places import PLACES
from kb.diff.folding import shortened
from kb.diff.records import Change, Comparison, Side
from kb.diff.words import ADDED, REMOVED, Piece
from kb.entries import label
from kb.ledger import STATUSES

Address = Callable[[str], str]
"""From a permanent folder to the whole address."""


def summary(comparison: Comparison) -> str:
    """`220 added, 112 removed, 434 changed, 2,040 same`."""
    told = [f"{comparison.counts[status]:,} {status}" for status in STATUSES if comparison.counts[status]]
    return ", ".join(told) or "nothing in either"


def name(change: Change) -> str:
    """What a reader calls a changed entry."""
    side = change.new or change.old
    assert side is not None
    return side_name(change, side)


def side_name(change: Change, side: Side) -> str:
    """What a reader calls one side of a change."""
    return label(side.number, side.title, side.text, kind=change.kind)


def was(change: Change) -> str:
    """What it was called before, where that is something else."""
    if not (change.old and change.new):
        return ""
    before, now = (change.old.number, change.old.title), (change.new.number, change.new.title)
    return side_name(change, change.old) if before != now else ""


def heirs(change: Change) -> str:
    """Where the words of an entry went on besides: `its words are in 3.4, 3.5`."""
    names = heir_names(change)
    return f"its words are in {names}" if names else ""


def heir_names(change: Change) -> str:
    """What the words of an entry are in now besides: `3.4, 3.5`."""
    return ", ".join(label(heir.number, heir.title) or heir.address for heir in change.heirs)


def markdown(comparison: Comparison, changes: Iterable[Change], title: str, url: Address) -> str:
    """A comparison for a post in Markdown."""
    place = PLACES["markdown"]
    lines = [
        f"**{place.escape(title)}**, {place.escape(comparison.old)} → {place.escape(comparison.new)}: "
        f"{summary(comparison)}",
        "",
    ]
    for change in changes:
        side = change.new or change.old
        assert side is not None
        link = place.link(place.escape(name(change)), url(side.address))
        lines.append(f"- {change.status}: {link}{place.escape(_note(change))}")
        if words := "".join(_marked(change.words, place.escape, ("~~", "~~"), ("**", "**"))):
            lines += ["", *(f"  > {line}".rstrip() for line in words.split("\n")), ""]
    return "\n".join(lines).rstrip()


def html(comparison: Comparison, changes: Iterable[Change], title: str, url: Address) -> str:
    """A comparison for a post in HTML."""
    lines = [
        f"<p><b>{escape(title)}</b>, {escape(comparison.old)} → {escape(comparison.new)}: "
        f"{summary(comparison)}</p>",
        "<ul>",
    ]
    for change in changes:
        side = change.new or change.old
        assert side is not None
        words = "".join(_marked(change.words, escape, ("<del>", "</del>"), ("<ins>", "</ins>")))
        lines.append(
            f'<li>{change.status}: <a href="{escape(url(side.address))}">{escape(name(change))}</a>'
            f"{escape(_note(change))}{f'<br>{_breaks(words)}' if words else ''}</li>"
        )
    return "\n".join([*lines, "</ul>"])


def _note(change: Change) -> str:
    told = [f"was {before}" for before in (was(change),) if before]
    told += [after for after in (heirs(change),) if after]
    return f" ({'; '.join(told)})" if told else ""


def _breaks(text: str) -> str:
    return text.replace("\n", "<br>")


def _marked(
    pieces: Iterable[Piece], escaped: Callable[[str], str], removed: tuple[str, str], added: tuple[str, str]
) -> Iterator[str]:
    """The pieces with their marks; no mark holds a blank at its edge or goes on in another line."""
    marks = {REMOVED: removed, ADDED: added}
    for kind, text in shortened(list(pieces)):
        if kind not in marks:
            yield escaped(text)
            continue
        start, end = marks[kind]
        for line in text.splitlines(keepends=True):
            inner = line.strip()
            at = line.index(inner) if inner else len(line)
            yield line[:at] + (f"{start}{escaped(inner)}{end}" if inner else "") + line[at + len(inner) :]
