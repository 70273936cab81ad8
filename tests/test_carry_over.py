"""What is the same rule is told by what it says: ten kinds of edits, and editions in any order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb import ledger
from kb.entries import Entry
from kb.findings import Revision
from kb.ingest import ingest
from kb.ledger.said import fingerprint
from kb.ledger.writing import dump, load
from kb.sources import read_corpus

MILL = """The Windmill Rules

1. Parts
1.1. The mill has four sails and one grinding stone.
1.2. Every miller owns six sacks of one color.
1.3. Grain cubes lie in the barn until somebody buys them.

2. Milling
2.1. On a turn a miller grinds up to three grain cubes into flour.
2.2. Flour that is not sold by dusk spoils and goes back to the barn.
2.3. A miller whose sacks are all full passes. A miller whose sacks are all empty draws one grain cube from the barn.
2.4. Whoever grinds the last cube turns the sails by one quarter.

3. Selling
3.1. Bakers pay two coins for each sack of flour.
3.2. Nobody sells to the same baker twice in one round.
3.3. Coins are kept secret until the wind drops.

4. Wind
4.1. When the sails point north, the wind drops and the game ends.
4.2. The richest miller wins; ties go to the one with fewer sacks.
"""
Editing = Callable[[str], str]


def changed(*pairs: tuple[str, str]) -> Editing:
    def edit(text: str) -> str:
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        return text

    return edit


def renumbered(text: str) -> str:
    """A new rule at the head of part 2 moves all others on."""
    for number in (4, 3, 2, 1):
        text = text.replace(f"2.{number}.", f"2.{number + 1}.")
    return text.replace("2. Milling\n", "2. Milling\n2.1. The oldest farmer rings a bell at dawn.\n")


def chapter_moved(text: str) -> str:
    """Part 3 comes before part 2."""
    head, rest = text.split("2. Milling\n")
    milling, rest = rest.split("3. Selling\n")
    selling, wind = rest.split("4. Wind\n")
    selling = re.sub("^3", "2", selling, flags=re.MULTILINE)
    milling = re.sub("^2", "3", milling, flags=re.MULTILINE)
    return f"{head}2. Selling\n{selling}3. Milling\n{milling}4. Wind\n{wind}"


def swapped(text: str) -> str:
    """Rules 3.1 and 3.2 change places and numbers."""
    first, second = (
        "Bakers pay two coins for each sack of flour.",
        "Nobody sells to the same baker twice in one round.",
    )
    return text.replace(first, "@").replace(second, first).replace("@", second)


FULL = "A miller whose sacks are all full passes."
EMPTY = "A miller whose sacks are all empty draws one grain cube from the barn."
SPLIT = (f"2.3. {FULL} {EMPTY}\n2.4. ", f"2.3. {FULL}\n2.4. {EMPTY}\n2.5. ")
MERGED = (
    "1.1. The mill has four sails and one grinding stone.\n1.2. Every miller owns six sacks of one color.\n1.3. ",
    "1.1. The mill has four sails and one grinding stone. Every miller owns six sacks of one color.\n1.2. ",
)
DELETED = (
    "3.2. Nobody sells to the same baker twice in one round.",
    "3.2. Moonlight doubles whatever owls and foxes have hidden.",
)
EDITS: dict[str, tuple[Editing, dict[str, tuple[str, ...]]]] = {
    "split": (changed(SPLIT), {"2.3": ("2.3", "2.4"), "2.4": ("2.5",)}),
    "merge": (changed(MERGED), {"1.1": ("1.1",), "1.2": ("1.1",), "1.3": ("1.2",)}),
    "renumber": (
        renumbered,
        {"2": ("2",), "2.1": ("2.2",), "2.2": ("2.3",), "2.3": ("2.4",), "2.4": ("2.5",)},
    ),
    "retitle": (changed(("3. Selling", "3. Trade")), {"3": ("3",), "3.1": ("3.1",), "3.2": ("3.2",)}),
    "move a chapter": (
        chapter_moved,
        {
            "2": ("3",),
            "2.1": ("3.1",),
            "2.4": ("3.4",),
            "3": ("2",),
            "3.1": ("2.1",),
            "3.3": ("2.3",),
            "4.1": ("4.1",),
        },
    ),
    "swap two": (swapped, {"3.1": ("3.2",), "3.2": ("3.1",), "3.3": ("3.3",)}),
    "reword lightly": (changed(("up to three grain", "at most four grain")), {"2.1": ("2.1",)}),
    "reword wholly": (
        changed(
            (
                "Flour that is not sold by dusk spoils and goes back to the barn.",
                "At dusk each miller puts all flour left in front of them into the barn again.",
            )
        ),
        {"2.1": ("2.1",), "2.2": ("2.2",), "2.3": ("2.3",)},
    ),
    "delete and reuse the number": (changed(DELETED), {"3.1": ("3.1",), "3.2": (), "3.3": ("3.3",)}),
}


@cache
def read(text: str, edition: str) -> tuple[Entry, ...]:
    """The entries of a text, as the corpus would hold them."""
    with TemporaryDirectory() as folder:
        game = Path(folder) / "mill"
        game.mkdir()
        (game / "rules.txt").write_text(text)
        row = f'[[sources]]\nname = "rules"\nedition = "{edition}"\nfile = "rules.txt"\n'
        (game / "game.toml").write_text(f'title = "Mill"\n{row}')
        return ingest(read_corpus(Path(folder))).entries


def carried(held: ledger.Ledger, editions: Sequence[tuple[str, str]]) -> ledger.Carried:
    """A build of these editions, each told by its date and text."""
    newest = max(edition for edition, _ in editions)
    found = {edition: read(text, edition) for edition, text in editions}
    return ledger.carry(
        held,
        found[newest],
        [entry for edition in sorted(found) if edition != newest for entry in found[edition]],
        checksums={("rules", edition): text for edition, text in editions},
        today="2026-11-22",
    )


def leads_to(held: ledger.Ledger, address: str) -> tuple[str, ...]:
    """The numbers, or names, to which an address leads now."""
    one = by_address(held)[address]
    return tuple(id.partition(":")[2] for id in ((one.entry,) if one.entry else ()) + one.parts)


def by_address(held: ledger.Ledger) -> dict[str, Revision]:
    return {
        address: one
        for one in ledger.revisions("mill", held)
        for address in (one.address, *one.also)
        if "@" in address
    }


@pytest.mark.parametrize("edit", EDITS)
def test_an_old_address_leads_to_what_its_rule_is_now(edit: str) -> None:
    make, expected = EDITS[edit]
    held = carried(ledger.Ledger(), [("2020", MILL), ("2024", make(MILL))]).ledger
    assert {old: tuple(sorted(leads_to(held, f"mill/{old}@2020/"))) for old in expected} == expected


def test_a_deleted_rule_that_comes_back_is_itself() -> None:
    make, _ = EDITS["delete and reuse the number"]
    held = carried(ledger.Ledger(), [("2020", MILL), ("2022", make(MILL)), ("2024", MILL)]).ledger
    assert leads_to(held, "mill/3.2@2020/") == ("3.2",)
    assert by_address(held)["mill/3.2@2020/"].fate == "current"
    assert leads_to(held, "mill/3.2@2022/") == ()


def test_what_became_of_a_rule_is_told() -> None:
    split, merged, deleted = (EDITS[name][0] for name in ("split", "merge", "delete and reuse the number"))
    held = carried(ledger.Ledger(), [("2020", MILL), ("2024", deleted(split(merged(MILL))))]).ledger
    fates = {
        old: by_address(held)[f"mill/{old}@2020/"].fate for old in ("1.1", "1.2", "1.3", "2.3", "2.4", "3.2")
    }
    assert fates == {
        "1.1": "edited",
        "1.2": "merged",
        "1.3": "renumbered",
        "2.3": "split",
        "2.4": "renumbered",
        "3.2": "withdrawn",
    }


def test_what_two_editions_changed() -> None:
    newer = changed(SPLIT, DELETED)(MILL)
    for number in (5, 4, 3, 2, 1):
        newer = newer.replace(f"2.{number}.", f"2.{number + 1}.")
    newer = newer.replace("2. Milling\n", "2. Milling\n2.1. The oldest farmer rings a bell at dawn.\n")
    held = carried(ledger.Ledger(), [("2020", MILL), ("2024", newer)]).ledger
    pairs = ledger.compare(held, "rules", "2020", "2024")
    told = {
        (pair.old.number if pair.old else None, pair.new.number if pair.new else None): pair.status
        for pair in pairs
        if pair.status != "same"
    }
    assert told[None, "2.1"] == "added"
    assert told["2.1", "2.2"] == "renumbered"
    (parted,) = [new for old, new in told if old == "2.3"]
    assert told["2.3", parted] == "changed"
    assert told["3.2", None] == "removed"
    (part,) = [pair for pair in pairs if pair.new and pair.new.number in {"2.4", "2.5"} - {parted}]
    assert [one.number for one in part.origins] == ["2.3"]


def test_numbers_that_moved_with_their_targets_are_no_change() -> None:
    pointing = MILL.replace("3.3. Coins", "3.3. See 2.4 for the sails. Coins")
    moved = renumbered(pointing).replace("See 2.4", "See 2.5")
    held = carried(ledger.Ledger(), [("2020", pointing), ("2024", moved)]).ledger
    pairs = {
        pair.new.number: pair.status for pair in ledger.compare(held, "rules", "2020", "2024") if pair.new
    }
    assert pairs["3.3"] == "same"
    elsewhere = moved.replace("See 2.5", "See 2.1")
    held = carried(ledger.Ledger(), [("2020", pointing), ("2024", elsewhere)]).ledger
    pairs = {
        pair.new.number: pair.status for pair in ledger.compare(held, "rules", "2020", "2024") if pair.new
    }
    assert pairs["3.3"] == "changed"


LINES = [line.partition(" ")[2] for line in MILL.splitlines() if line[:1].isdigit() and "." in line[1:3]]


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, str]]:
    """Three or four editions, each made from the one before by edits at random."""
    rules = draw(st.lists(st.sampled_from(LINES), min_size=4, max_size=9, unique=True))
    found = []
    for edition in ("2018", "2020", "2022", "2024")[: draw(st.integers(3, 4))]:
        for _ in range(draw(st.integers(0, 3))):
            place = draw(st.integers(0, len(rules) - 1))
            kind = draw(st.sampled_from(["drop", "swap", "word", "add"]))
            if kind == "drop" and len(rules) > 3:
                rules = rules[:place] + rules[place + 1 :]
            elif kind == "swap":
                rules = [*rules[place:], *rules[:place]]
            elif kind == "word":
                rules = [*rules[:place], rules[place] + " It rains.", *rules[place + 1 :]]
            else:
                rules = [*rules, draw(st.sampled_from(LINES))]
        half = len(rules) // 2
        parts = [f"{part}. Part {name}" for part, name in ((1, "Bread"), (2, "Water"))]
        lines = [f"1.{n}. {line}" for n, line in enumerate(rules[:half], 1)]
        more = [f"2.{n}. {line}" for n, line in enumerate(rules[half:], 1)]
        found.append((edition, "\n".join(["The Rules", "", parts[0], *lines, "", parts[1], *more, ""])))
    return found


@given(histories(), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_of_adding_and_building_makes_no_difference(found: list[tuple[str, str]], random) -> None:
    at_once = carried(ledger.Ledger(), found)
    expected = {
        (one.address, one.fate, one.entry, one.markdown) for one in ledger.revisions("mill", at_once.ledger)
    }
    orders = list(permutations(found))
    for order in random.sample(orders, min(4, len(orders))):
        held = ledger.Ledger()
        given_out: dict[str, str] = {}
        for count in range(1, len(order) + 1):
            if count < len(order) and random.random() < 0.4:
                continue  # several are added before one build
            made = carried(held, order[:count])
            held = made.ledger
            for address, one in by_address(held).items():
                assert given_out.setdefault(address, one.markdown) == one.markdown
        assert made.entries == at_once.entries
        assert {
            (one.address, one.fate, one.entry, one.markdown) for one in ledger.revisions("mill", held)
        } == expected
        assert set(given_out) <= set(by_address(held))


def test_a_corrected_edition_keeps_its_address_and_what_it_said_first() -> None:
    held = carried(ledger.Ledger(), [("2020", MILL)]).ledger
    mended = carried(held, [("2020", MILL.replace("four sails", "five sails"))])
    (entry,) = [one for one in mended.entries if one.number == "1.1"]
    assert entry.permalink == "mill/1.1@2020/"
    one = by_address(mended.ledger)[entry.permalink]
    assert (one.corrected, one.fate) == ("2026-11-22", "current")
    assert "four sails" in one.said_first
    assert "five sails" in one.markdown
    again = carried(mended.ledger, [("2020", MILL.replace("four sails", "five sails"))])
    assert again.ledger == mended.ledger  # once


@pytest.mark.parametrize("is_newer", [False, True])
def test_a_heading_that_is_read_as_a_rule_of_that_title_is_carried_over(is_newer: bool) -> None:
    """Whether "1. Parts" is a heading or a titled rule depends on how an edition is printed."""
    texts = {"2020": MILL, "2021": MILL.replace("Selling", "Sales")}
    headed = "2021" if is_newer else "2020"
    older, newer = (
        [
            replace(one, kind="section") if one.title and edition == headed else one
            for one in read(text, edition)
        ]
        for edition, text in texts.items()
    )
    checksums = {("rules", edition): text for edition, text in texts.items()}
    made = ledger.carry(ledger.Ledger(), newer, older, checksums=checksums, today="2026-11-22")
    headings = {"1": "Parts", "2": "Milling", "3": "Selling", "4": "Wind"}
    became = {
        one.number: one for one in ledger.revisions("mill", made.ledger) if one.title in headings.values()
    }
    assert {number: became[number].title for number in headings} == headings
    assert {number: became[number].entry for number in headings} == {
        number: f"mill:{number}" for number in headings
    }


def test_the_same_bytes_read_otherwise_are_no_correction() -> None:
    held = carried(ledger.Ledger(), [("2020", MILL)]).ledger
    better = [replace(one, text=f"{one.text} ", markdown=one.markdown.upper()) for one in read(MILL, "2020")]
    better = [replace(one, text=one.markdown) for one in better]
    made = ledger.carry(held, better, checksums={("rules", "2020"): MILL}, today="2027-01-01")
    assert {one.corrected for one in ledger.revisions("mill", made.ledger)} == {""}
    assert [one.permalink for one in made.entries] == [
        one.permalink for one in carried(held, [("2020", MILL)]).entries
    ]


def version1(*rows: tuple[str, list[tuple[str, str, str | None, str, str]]]) -> str:
    """A ledger as the first version wrote it: entities, each with wordings (name, edition, title, text, last)."""
    return "".join(
        json.dumps(
            {
                "entity": f"mill:{key}",
                "kind": "rule",
                "source": "rules",
                "parent": None,
                "ids": [f"mill:{name}" for name, *_ in wordings],
                "now": f"mill/{wordings[-1][0]}@{wordings[-1][1]}/",
                "revisions": [
                    {
                        "address": f"mill/{name}@{first}/",
                        "name": name,
                        "number": name,
                        "title": title,
                        "first": first,
                        "last": last,
                        "hash": fingerprint(text),
                        "markdown": text,
                    }
                    for name, first, title, text, last in wordings
                ],
            }
        )
        + "\n"
        for key, wordings in rows
    )


def test_a_history_that_lies_is_repaired_and_every_address_kept(tmp_path: Path) -> None:
    """The first version told headings by their number alone: 2 Milling became 2 Storage."""
    milling, storage = "2. Milling\n", "2. Storage\n2.1. Sacks stand upright.\n\n3. Milling\n"
    newer = (
        MILL.replace("4. Wind", "5. Wind")
        .replace("4.1", "5.1")
        .replace("4.2", "5.2")
        .replace("3. Selling", "4. Selling")
    )
    newer = re.sub(r"^3\.(\d)", r"4.\1", newer, flags=re.MULTILINE)
    newer = re.sub(r"^2\.(\d)", r"3.\1", newer, flags=re.MULTILINE).replace(milling, storage)
    file = tmp_path / "ledger.jsonl"
    file.write_text(
        version1(
            ("2", [("2", "2020", "Milling", "", "2020"), ("2", "2024", "Storage", "", "2024")]),
            ("3", [("3", "2020", "Selling", "", "2020"), ("3", "2024", "Milling", "", "2024")]),
        )
    )
    old = load(file)
    assert ledger.given_out(old) == {"mill/2@2020/", "mill/2@2024/", "mill/3@2020/", "mill/3@2024/"}
    held = carried(old, [("2020", MILL), ("2024", newer)]).ledger
    assert ledger.given_out(old) <= ledger.given_out(held)
    assert leads_to(held, "mill/2@2020/") == ("3",)
    assert leads_to(held, "mill/3@2020/") == ("4",)
    assert leads_to(held, "mill/2@2024/") == ("2",)
    file.write_text(dump(held))
    assert load(file) == held
