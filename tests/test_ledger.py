"""Ids and permanent addresses survive whatever happens to a corpus; nothing in a ledger is lost or re-used."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_entries import entry

from kb import ledger, pipeline, shipped
from kb.editions import understand
from kb.errors import CorpusError
from kb.ingest import ingest
from kb.ledger.writing import dump, load
from kb.site.check import check
from kb.sources import read_corpus
from kb.store import Library

Change = Callable[[Path], object]
STORE = "games/hearthmoor/kb.sqlite"
BUILT_LEDGER = "games/hearthmoor/ledger/hearthmoor.jsonl"
RULES, LEDGER = Path("hearthmoor/rules.txt"), Path("hearthmoor/ledger.jsonl")


def edit(corpus: Path, old: str, new: str, file: Path = RULES) -> None:
    text = (corpus / file).read_text()
    assert old in text
    (corpus / file).write_text(text.replace(old, new))


def reorder_files(corpus: Path) -> None:
    game = corpus / "hearthmoor" / "game.toml"
    head, first, second = game.read_text().split("[[sources]]")
    game.write_text(f"{head}[[sources]]{second}\n[[sources]]{first}")


def retitle_section(corpus: Path) -> None:
    edit(
        corpus,
        "Questions about Hearthmoor",
        "What people ask about the moor",
        Path("hearthmoor/questions.txt"),
    )


def correct_text(corpus: Path) -> None:
    edit(corpus, "Water costs two spaces.", "Water costs two of its spaces.")


def correct_question(corpus: Path) -> None:
    edit(
        corpus,
        "Does ash count as an ember?",
        "Does ash ever count as an ember?",
        Path("hearthmoor/questions.txt"),
    )


def correct_term(corpus: Path) -> None:
    edit(corpus, "\nGrapple\nTo hold", "\nGrappel\nTo hold")


def renumber(corpus: Path) -> None:
    edit(corpus, "101.2. A figure that leaves", "101.3. A figure that leaves")


def take_text_away(corpus: Path) -> None:
    edit(corpus, "101.1a. Water costs two spaces.\n\n", "")


def new_edition(corpus: Path) -> None:
    edit(corpus, "March 1, 2025", "June 1, 2026")
    edit(corpus, "Water costs two spaces.", "Water costs three spaces.")


def nothing(corpus: Path) -> None:
    pass


CHANGES = {
    change.__name__: change
    for change in (
        nothing,
        reorder_files,
        retitle_section,
        correct_text,
        correct_question,
        correct_term,
        renumber,
        take_text_away,
        new_edition,
    )
}


def addresses(build: Path) -> dict[str, str]:
    """Id → permanent address."""
    with Library(build) as store:
        return {one.id: one.permalink for one in store.entries()}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_old_address_still_leads_somewhere(corpus: Path, tmp_path: Path, change: Change) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    before = addresses(build)
    change(corpus)
    build = pipeline.build(corpus, tmp_path / "build").folder
    with Library(build) as store:
        held = {address for one in store.revisions() for address in (one.address, *one.also)}
        found = {id: store.find(id) for id in before}
    assert set(before.values()) <= held
    for id, address in before.items():
        assert (build / "site" / address / "index.html").is_file(), address
        slug = id.partition(":")[2]
        assert (build / "site" / "hearthmoor" / slug / "index.html").is_file(), id
    if change is not take_text_away:
        assert [id for id, entries in found.items() if not entries] == []


@pytest.mark.parametrize("change", [nothing, reorder_files, retitle_section, correct_text, correct_question])
def test_ids_and_permanent_addresses_stay_as_they_were(corpus: Path, tmp_path: Path, change: Change) -> None:
    before = addresses(pipeline.build(corpus, tmp_path / "build").folder)
    change(corpus)
    assert addresses(pipeline.build(corpus, tmp_path / "build").folder) == before


def test_a_new_edition_keeps_what_it_does_not_change(corpus: Path, tmp_path: Path) -> None:
    before = addresses(pipeline.build(corpus, tmp_path / "build").folder)
    new_edition(corpus)
    build = pipeline.build(corpus, tmp_path / "build").folder
    after = addresses(build)
    dated = "hearthmoor:hearthmoor-comprehensive-rules"  # its text states the edition
    assert {id for id in before if before[id] != after[id]} == {"hearthmoor:101.1a", dated}
    assert before["hearthmoor:101.1a"] == "hearthmoor/101.1a@2025-03-01/"
    assert after["hearthmoor:101.1a"] == "hearthmoor/101.1a@2026-06-01/"
    old = (build / "site" / before["hearthmoor:101.1a"] / "index.html").read_text()
    assert "Water costs two spaces." in old
    assert "worded differently now" in old
    with Library(build) as store:
        (past,) = [one for one in store.revisions() if one.address == before["hearthmoor:101.1a"]]
        first = next(one for one in store.revisions() if one.address == before["hearthmoor:101.1"])
    assert (past.fate, past.first, past.last, past.entry) == (
        "edited",
        "2025-03-01",
        "2025-03-01",
        "hearthmoor:101.1a",
    )
    assert (first.fate, first.first, first.last) == ("current", "2025-03-01", "2026-06-01")


def test_what_became_of_a_rule_is_told_on_its_old_page(corpus: Path, tmp_path: Path) -> None:
    pipeline.build(corpus, tmp_path / "build")
    renumber(corpus)
    take_text_away(corpus)
    site = pipeline.build(corpus, tmp_path / "build").folder / "site" / "hearthmoor"
    renumbered = (site / "101.2@2025-03-01" / "index.html").read_text()
    assert "leaves the board" in renumbered
    assert re.search(r"has another number now.*101\.3", renumbered, re.DOTALL)
    assert "no text holds it any more" in (site / "101.1a@2025-03-01" / "index.html").read_text()
    assert check(site.parent, "/") == []


def test_the_ledger_is_the_same_after_every_build(corpus: Path, tmp_path: Path) -> None:
    pipeline.build(corpus, tmp_path / "build")
    first = (corpus / LEDGER).read_bytes()
    status = (corpus / LEDGER).stat()
    pipeline.build(corpus, tmp_path / "build")
    pipeline.build(corpus, tmp_path / "other")
    assert (corpus / LEDGER).read_bytes() == first
    assert (corpus / LEDGER).stat().st_mtime_ns == status.st_mtime_ns
    assert (tmp_path / "build" / BUILT_LEDGER).read_bytes() == first


def test_a_build_that_fails_leaves_the_ledger_alone(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.build(corpus, tmp_path / "build")
    first = (corpus / LEDGER).read_bytes()
    correct_text(corpus)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr("kb.site.write_game", fail)
        assert pipeline.build(corpus, tmp_path / "build").failed == {"hearthmoor": "disk full"}
    assert (corpus / LEDGER).read_bytes() == first
    assert {path.name for path in (corpus / "hearthmoor").iterdir()} == {
        "game.toml",
        "ledger.jsonl",
        "questions.txt",
        "rules.txt",
    }


def test_a_ledger_that_cannot_be_replaced_stays_whole(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.build(corpus, tmp_path / "build")
    first = (corpus / LEDGER).read_bytes()
    correct_text(corpus)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", fail)
        assert pipeline.build(corpus, tmp_path / "build").failed == {"hearthmoor": "disk full"}
    assert (corpus / LEDGER).read_bytes() == first
    assert not list((corpus / "hearthmoor").glob(".ledger*"))


def test_a_corpus_that_cannot_be_written_has_its_ledger_in_the_build(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    report = pipeline.build(corpus, tmp_path / "build")
    before = addresses(report.folder)
    assert report.unkept == ("hearthmoor",)
    assert not (corpus / LEDGER).exists()
    retitle_section(corpus)
    assert addresses(pipeline.build(corpus, tmp_path / "build").folder) == before


def test_a_corpus_that_cannot_be_written_any_more_forgets_nothing(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.build(corpus, tmp_path / "build")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    new_edition(corpus)
    report = pipeline.build(corpus, tmp_path / "build")
    published = set(addresses(report.folder).values())
    assert report.unkept == ("hearthmoor",)
    edit(corpus, "June 1, 2026", "July 1, 2027")
    edit(corpus, "Water costs three spaces.", "Water costs four spaces.")
    with Library(pipeline.build(corpus, tmp_path / "build").folder) as store:
        held = {revision.address for revision in store.revisions()}
    assert "hearthmoor/101.1a@2026-06-01/" in published
    assert published <= held


def test_a_damaged_copy_of_a_ledger_does_no_harm(corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    before = addresses(build)
    (build / "games" / "hearthmoor" / "ledger" / "hearthmoor.jsonl").write_text("{")
    assert addresses(pipeline.build(corpus, tmp_path / "build").folder) == before


def test_the_corpus_that_ships_is_never_written(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shipped_data").mkdir()
    (tmp_path / "shipped_data" / "site_templates").symlink_to(shipped.templates())
    monkeypatch.setattr("kb.shipped._PACKAGE", tmp_path)
    packed = corpus.rename(tmp_path / "shipped_data" / "corpus")
    report = pipeline.build(packed, tmp_path / "build")
    build = report.folder
    assert report.unkept == ()
    assert not (packed / LEDGER).exists()
    assert (build / "games" / "hearthmoor" / "ledger" / "hearthmoor.jsonl").is_file()


@pytest.mark.parametrize(
    "spoilt", ["{", "[]", "null", '{"entity": 3}', '"x"', "[" * 100_000, '{"entity": "a"}', "\x00"]
)
def test_a_damaged_ledger_is_told_in_one_line(corpus: Path, tmp_path: Path, spoilt: str) -> None:
    pipeline.build(corpus, tmp_path / "build")
    with (corpus / LEDGER).open("a") as file:
        file.write(spoilt)
    line = r"[^\n]*ledger\.jsonl:\d+: no entity of a ledger[^\n]*"
    (told,) = pipeline.build(corpus, tmp_path / "build").failed.values()  # the earlier build is kept
    assert re.fullmatch(line, told)
    with pytest.raises(CorpusError) as raised:
        pipeline.build(corpus, tmp_path / "other")  # there is nothing to keep
    assert re.fullmatch(line, str(raised.value))


def rule(slug: str, text: str, edition: str | None = "2020", **facts: object):
    at = f"@{edition}" if edition else ""
    return entry(slug, text, edition=edition, permalink=f"hearthmoor/{slug}{at}/", **facts)


def test_a_number_that_another_rule_took_is_another_entity() -> None:
    old = [rule("7.1", "A figure may climb any wall in its way.", number="7.1")]
    first = ledger.carry(ledger.Ledger(), old)
    new = rule("7.1", "Each player draws two cards at dawn.", "2021", number="7.1")
    moved = rule("7.2", "A figure may climb any wall in its way.", "2021", number="7.2")
    second = ledger.carry(first.ledger, [new, moved])
    assert [one.id for one in second.entries] == ["hearthmoor:7.1", "hearthmoor:7.2"]
    told = {one.address: (one.entity, one.fate) for one in ledger.revisions("hearthmoor", second.ledger)}
    assert told == {
        "hearthmoor/7.1@2020/": ("hearthmoor:7.1", "renumbered"),
        "hearthmoor/7.2@2021/": ("hearthmoor:7.1", "current"),
        "hearthmoor/7.1@2021/": ("hearthmoor:7.1~2", "current"),
    }


def test_what_comes_back_gets_its_address_back() -> None:
    kept = rule("7.1", "A figure may climb any wall in its way.", number="7.1")
    gone = rule("7.2", "Walls may burn when dragons come.", number="7.2")
    first = ledger.carry(ledger.Ledger(), [kept, gone])
    without = ledger.carry(first.ledger, [kept])
    assert {one.fate for one in ledger.revisions("hearthmoor", without.ledger)} == {"current", "withdrawn"}
    again = ledger.carry(without.ledger, [kept, gone])
    assert again.ledger == first.ledger


def built_in_turn(*readings: list) -> ledger.Ledger:
    """The ledger after builds of these texts one after another; another build of the last one changes nothing."""
    held = ledger.Ledger()
    for entries in readings:
        held = ledger.carry(held, entries, checksums=checksums(entries), today="2026-11-22").ledger
    again = ledger.carry(held, readings[-1], checksums=checksums(readings[-1]), today="2027-01-01")
    assert again.ledger == held
    return held


def test_what_a_text_without_an_edition_said_is_not_what_it_says() -> None:
    before = [
        rule("7.1", "ash ash ash ash", None, number="7.1"),
        rule("7.2", "ash ash", None, number="7.2"),
    ]
    held = built_in_turn(before, [], [rule("7.1", "ash ash", None, number="7.1")])
    (entity,) = held.entities
    assert entity.current.markdown == "ash ash"
    assert [one.markdown for one in entity.wordings] == ["ash ash ash ash", "ash ash", "ash ash"]


def test_copies_of_one_text_that_went_stay_what_the_first_build_made_of_them() -> None:
    before = [rule(f"7.{n}", "ash", number=f"7.{n}") for n in (1, 2, 3)]
    held = built_in_turn(before, [], before[:1])
    assert {one.address: one.fate for one in ledger.revisions("hearthmoor", held)} == {
        "hearthmoor/7.1@2020/": "current",
        "hearthmoor/7.2@2020/": "renumbered",
        "hearthmoor/7.3@2020/": "withdrawn",
    }


def test_an_address_whose_edition_was_corrected_stays_with_the_editions_that_say_it() -> None:
    later = [rule("7.1", "ash", "2021", number="7.1")]
    earlier = [rule("7.1", "ash", "2020", number="7.1")]
    mended = [rule("ash", "Nobody moves.", "2021", title="Ash", kind="section")]
    first, _ = built_in_turn(later, earlier, mended).entities
    assert [one.address for one in first.wordings] == ["hearthmoor/7.1@2020/"]
    assert [one.address for one in first.wordings[0].also] == ["hearthmoor/7.1@2021/"]


def test_what_an_address_said_first_stays_with_it() -> None:
    first = [rule("7.1", "ash ash ash", number="7.1")]
    mended = [rule("7.1", "ash ash", number="7.1")]
    later = [rule("7.1", "ash ash", "2021", number="7.1")]
    other = [rule("ash", "Nobody moves.", title="Ash", kind="section")]
    held = built_in_turn(first, mended, later, other)
    (wording,) = next(one for one in held.entities if one.key == "hearthmoor:7.1").wordings
    assert [one.address for one in wording.also] == ["hearthmoor/7.1@2020/"]
    assert [one.markdown for one in wording.corrected] == ["ash ash ash"]


def test_two_entries_that_are_read_as_one_now_lead_to_it() -> None:
    wall = "A figure may climb any wall that stands in its way."
    water = "Whoever enters deep water loses the lantern and waits a turn."
    parts = [rule("7.1", wall, number="7.1"), rule("7.2", water, number="7.2")]
    held = built_in_turn(parts, [rule("7.1", f"{wall} {water}", number="7.1")])
    assert {one.address: (one.fate, one.entry) for one in ledger.revisions("hearthmoor", held)} == {
        "hearthmoor/7.1@2020/": ("current", "hearthmoor:7.1"),
        "hearthmoor/7.2@2020/": ("renumbered", "hearthmoor:7.1"),
    }


WORDS = st.lists(
    st.sampled_from(["ash", "wall", "figure", "moves", "burns", "stays", "ember", "turn"]),
    min_size=1,
    max_size=9,
)


@st.composite
def readings(draw):
    """A few readings of one game: numbered rules and sections, texts and editions at random."""
    found = []
    for edition in draw(st.lists(st.sampled_from([None, "2020", "2021"]), min_size=1, max_size=4)):
        numbers = draw(st.lists(st.integers(1, 6), unique=True, max_size=6))
        entries = [rule(f"7.{n}", " ".join(draw(WORDS)), edition, number=f"7.{n}") for n in numbers]
        for title in draw(st.lists(st.sampled_from(["Ash", "Ember", "Wall"]), unique=True)):
            entries.append(rule(title.lower(), " ".join(draw(WORDS)), edition, title=title, kind="section"))
        found.append([replace(one, order=order) for order, one in enumerate(entries)])
    return found


def said_at(held: ledger.Ledger) -> dict[str, set[str]]:
    """Pinned address → every text that it was given out for: what it says, and what its edition said before a
    correction; one of another edition that says the same goes with that one, should they part."""
    return {
        address: {
            wording.markdown,
            *(
                one.markdown
                for one in wording.corrected
                if one.edition == edition or f"@{one.edition}" in address
            ),
        }
        for entity in held.entities
        for wording in entity.wordings
        for address, edition in (
            (wording.address, wording.first),
            *((one.address, one.edition) for one in wording.also),
        )
        if "@" in address
    }


def checksums(entries) -> dict[tuple[str, str | None], str]:
    return {(one.source, one.edition): repr(entries) for one in entries}


@given(readings())
@settings(max_examples=60, deadline=None)
def test_nothing_is_ever_lost_or_used_twice(found) -> None:
    held = ledger.Ledger()
    for entries in found:
        carried = ledger.carry(held, entries, checksums=checksums(entries), today="2026-11-22")
        assert len({one.id for one in carried.entries}) == len(entries)
        assert [one.text for one in carried.entries] == [one.text for one in entries]
        before, now = said_at(held), said_at(carried.ledger)
        assert {address: texts - now.get(address, set()) for address, texts in before.items()} == {
            address: set() for address in before
        }
        pinned = [one.address for one in ledger.revisions("hearthmoor", carried.ledger) if "@" in one.address]
        assert len(set(pinned)) == len(pinned)
        again = ledger.carry(
            carried.ledger, carried.entries, checksums=checksums(entries), today="2027-01-01"
        )
        assert again.ledger == carried.ledger
        held = carried.ledger


@given(readings())
@settings(max_examples=25, deadline=None)
def test_a_ledger_is_read_as_it_was_written(tmp_path_factory, found) -> None:
    held = ledger.Ledger()
    for entries in found:
        held = ledger.carry(held, entries).ledger
    path = tmp_path_factory.getbasetemp() / f"ledger-{os.getpid()}.jsonl"
    path.write_text(dump(held), encoding="utf-8")
    assert load(path) == held
    assert all(json.loads(line)["revisions"] for line in dump(held).splitlines()[1:])


def test_a_copy_of_a_corpus_is_built_the_same(corpus: Path, tmp_path: Path) -> None:
    build = pipeline.build(corpus, tmp_path / "build").folder
    shutil.copytree(corpus, tmp_path / "copy")
    other = pipeline.build(tmp_path / "copy", tmp_path / "other").folder
    assert (build / STORE).read_bytes() == (other / STORE).read_bytes()


def test_the_ledgers_that_ship_are_those_of_their_texts() -> None:
    """Else a build of a checkout would change files that are under version control."""
    folder = Path(__file__).parents[1] / "corpus"
    corpus = read_corpus(folder)
    known = {game.slug: load(folder / game.slug / "ledger.jsonl") for game in corpus.games}
    for game, made in understand(corpus, ingest(corpus), known, {}).ledgers.items():
        kept = (folder / game / "ledger.jsonl").read_text("utf-8")
        assert dump(made) == kept, "`kb build` here writes what is missing: commit corpus/*/ledger.jsonl"


RECORD = "id: {0}\nname: {1}\ntext: A goat that is {2} takes {0} turns to climb the wall and rests on it.\n"


def test_what_was_read_without_its_number_answers_by_its_old_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "corpus"
    for at, name in enumerate(("Grazing", "Climbing", "Resting"), 101):
        path = corpus / "goats" / "records" / f"{at}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(RECORD.format(at, name, name.lower()))
    row = '[[sources]]\nname = "records"\nfile = "records"\ntitle = "Records"\nedition = "2025-01-01"\n'
    (corpus / "goats" / "game.toml").write_text(f'title = "Goats"\n\n{row}')
    with monkeypatch.context() as older:
        older.setattr(import_module("kb.ingest.readers.data"), "numbered_as_its_file", lambda root, *_: root)
        before = addresses(pipeline.build(corpus, tmp_path / "before", quick=True).folder)
    build = pipeline.build(corpus, tmp_path / "after", quick=True).folder
    listed = tomllib.loads((Path(__file__).parent / "bench" / "same_entries.toml").read_text())["renumbered"]
    now = {
        f"goats:{old}": f"goats:{new}"
        for each in listed
        for old, new in zip(each["old"], each["new"], strict=True)
    }
    assert before.keys() >= now.keys(), sorted(before)
    with Library(build) as store:
        assert {id: [one.id for one in store.find(id)] for id in now} == {
            old: [new] for old, new in now.items()
        }
        held = {address for one in store.revisions() for address in (one.address, *one.also)}
    assert set(before.values()) <= held
    for id in now:
        assert (build / "site" / before[id] / "index.html").is_file(), before[id]
        assert (build / "site" / "goats" / id.partition(":")[2] / "index.html").is_file(), id
