"""Two invented games to cite from: Hearthmoor numbers its rules, Cellar has terms only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from small_builds import write_content
from small_entries import entry

from kb import ledger
from kb.entries import Entry, Game, Source
from kb.findings import PageMark, Revision
from kb.store import Content

BASE = "https://moor.example/rules"
EDITION = "2024-06-07"
LONG = "Whoever opens the door of the cellar last lights the lamp beside the stairs first."
"""So long that it tells its game."""


def entries() -> list[Entry]:
    """Rules with numbers of three and more parts, terms of one and several words, a second game."""
    made = [
        _section("3", "Turns"),
        _section("314", "Schemes"),
        *(_rule(f"314.{n}", f"Scheme rule {n} says that a figure waits {n} turns.") for n in range(1, 8)),
        _section("603", "Triggers"),
        _rule("603.7", "Triggers may wait until a later time in the turn."),
        *(_rule(f"603.7{letter}", f"Waiting trigger, case {letter}.") for letter in "abcdef"),
        _section("7", "More Rules"),
        _section("702", "Skills"),
        _rule("702.19", "Leaping", title="Leaping"),
        *(_rule(f"702.19{letter}", f"Leaping figures, case {letter}.") for letter in "abcde"),
        _rule("7.2", "A short number."),
        _rule("1.2.3", "A number of three parts."),
        *(_rule(f"6.{n}", f"Step {n} of the day.") for n in range(1, 12)),
        _dated("appendix-c", "Maps.", kind="section", title="Appendix C - Maps", aliases=("Appendix C",)),
        _term("leap", "Leap X", "Leap moves the figure over others.", aliases=("Leap",)),
        _term("fatigue", "Fatigue", "A tired figure rests."),
        _term("first-strike", "First Strike", "It hits before others."),
        _term("line-of-fire", "Line of Fire", "A straight path."),
        _term("attack", "Attack", "An attack deals damage."),
        _term("ember", "Ember", "What players pay with."),
    ]
    cellar = [
        entry("stun", "A stunned hero waits.", kind="term", title="Stun", game="cellar"),
        entry("ember", "A spark of the cellar.", kind="term", title="Ember", game="cellar"),
        entry("12.4", "Heroes go down.", number="12.4", game="cellar"),
        entry("cellar-door", LONG, kind="term", title="Cellar Door", game="cellar"),
    ]
    return [replace(one, order=order) for game in (made, cellar) for order, one in enumerate(game)]


def write_build(
    folder: Path, *, revisions: tuple[Revision, ...] | None = None, given: list[Entry] | None = None
) -> Path:
    """A build that holds no more than what citing reads."""
    folder.mkdir(parents=True, exist_ok=True)
    held = entries() if given is None else given
    content = Content(
        title="Moor",
        base_url=BASE,
        games=(Game(slug="hearthmoor", title="Hearthmoor"), Game(slug="cellar", title="Cellar")),
        sources=(Source(game="hearthmoor", name="rules", title="The Book", edition=EDITION, file="x.txt"),),
        entries=tuple(held),
        references=(),
        problems=(),
        left_out=(),
        revisions=first_revisions(held) if revisions is None else revisions,
        pages=tuple(
            PageMark(game="hearthmoor", source="rules", page=page, entry=f"hearthmoor:{slug}")
            for page, slug in ((3, "3"), (7, "314"), (9, "appendix-c"))
        ),
    )
    write_content(folder, content)
    return folder


def write_later(folder: Path) -> Path:
    """After a new edition: 314.6 is edited, 314.2, 314.4 and 314.5 are others, 6.11 is 6.12, and 314.7 is gone."""
    old = [one for one in entries() if one.game == "hearthmoor"]
    texts = {
        "314.6": "Scheme rule 6 says that a figure waits 9 turns.",
        "314.5": "Whoever holds the lantern begins.",
        "314.2": "Lanterns burn only under a new moon.",
        "314.4": "Scheme rule 5 says that a figure waits 5 turns.",
    }
    new = [
        replace(
            one,
            edition="2026-01-16",
            permalink=one.permalink.replace(EDITION, "2026-01-16"),
            **({"text": texts[one.number], "markdown": texts[one.number]} if one.number in texts else {}),
        )
        for one in old
        if one.number != "314.7"
    ]
    new = [_renumbered(one, "6.12") if one.number == "6.11" else one for one in new]
    first = ledger.carry(ledger.Ledger(), old)
    second = ledger.carry(first.ledger, new)
    revisions = tuple(ledger.revisions("hearthmoor", second.ledger))
    return write_build(folder, revisions=revisions, given=list(second.entries))


def _renumbered(one: Entry, number: str) -> Entry:
    addresses = {"url": f"hearthmoor/{number}/", "permalink": one.permalink.replace(str(one.number), number)}
    return replace(one, id=f"hearthmoor:{number}", number=number, **addresses)


def first_revisions(held: list[Entry]) -> tuple[Revision, ...]:
    """What a ledger says after the first build."""
    return tuple(
        revision
        for game in ("hearthmoor", "cellar")
        for revision in ledger.revisions(
            game, ledger.carry(ledger.Ledger(), [one for one in held if one.game == game]).ledger
        )
    )


def _section(number: str, title: str) -> Entry:
    return _dated(number, "", number=number, title=title, kind="section")


def _rule(number: str, text: str, **facts: object) -> Entry:
    above = number[:-1] if number[-1].isalpha() else number.rpartition(".")[0]
    return _dated(number, text, number=number, parent=f"hearthmoor:{above}", **facts)


def _term(slug: str, title: str, text: str, **facts: object) -> Entry:
    return _dated(slug, text, kind="term", title=title, **facts)


def _dated(slug: str, text: str, **facts: object) -> Entry:
    return entry(slug, text, edition=EDITION, permalink=f"hearthmoor/{slug}@{EDITION}/", **facts)
