"""A text is cut into pages where its author cut it, and nothing is lost or read twice."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_entries import entry
from small_sites import page_context_of

from kb.site.stretches import LONG_LIST, ONE_PAGE, initial


def stretches_of(folder: Path, entries):
    return page_context_of(folder, entries).stretches["hearthmoor"]


def chapters(parts, chapters_each, characters):
    """A text of parts that hold chapters that hold one long rule each."""
    for part in range(1, parts + 1):
        yield entry(f"{part}", number=f"{part}", title=f"Part {part}", kind="section")
        for chapter in range(chapters_each):
            number = f"{part}0{chapter}"
            yield entry(number, number=number, title=f"Chapter {number}", parent=f"hearthmoor:{part}")
            yield entry(f"{number}.1", "x" * characters, number=f"{number}.1", parent=f"hearthmoor:{number}")


def test_a_short_source_is_one_page(tmp_path: Path) -> None:
    (stretch,) = stretches_of(tmp_path, chapters(2, 3, 100))
    assert stretch.title == "Rules"
    assert len(stretch.entries) == 14


def test_a_text_without_a_title_is_called_after_its_source(tmp_path: Path) -> None:
    top = entry("top", "These rules are new.", kind="section")
    (stretch,) = stretches_of(tmp_path, [top, entry("below", "More.", parent=top.id)])
    assert stretch.title == "Rules"


def test_a_long_source_is_cut_into_its_chapters(tmp_path: Path) -> None:
    found = stretches_of(tmp_path, chapters(2, 3, ONE_PAGE // 2))
    assert [one.name for one in found] == ["100", "101", "102", "200", "201", "202"]
    assert found[0].title == "100. Chapter 100"


def test_siblings_of_a_long_part_are_cut_alike(tmp_path: Path) -> None:
    short = [*chapters(1, 3, 2_000)]
    found = stretches_of(tmp_path, [*short, *(one for one in chapters(2, 3, ONE_PAGE) if one.id[11] == "2")])
    assert [one.name for one in found] == ["100", "101", "102", "200", "201", "202"]


def test_a_huge_glossary_is_cut_by_letter(tmp_path: Path) -> None:
    titles = ["Ash", "Ember", "Éclair", "“Ending”", "3-Way Duel"]
    size = LONG_LIST // len(titles) + 1
    terms = [
        entry(f"t{n}", "x" * size, title=title, kind="term", parent="hearthmoor:glossary")
        for n, title in enumerate(titles)
    ]
    found = stretches_of(tmp_path, [entry("glossary", title="Glossary", kind="section"), *terms])
    assert [one.title for one in found] == ["Glossary: #", "Glossary: A", "Glossary: E"]
    assert [len(one.entries) for one in found] == [1, 1, 3]


def test_the_words_before_the_first_chapter_are_read_too(tmp_path: Path) -> None:
    first, *others = chapters(1, 3, ONE_PAGE)
    spoken = entry("1", "Welcome.", number="1", title="Part 1", kind="section")
    assert first.id == spoken.id
    found = stretches_of(tmp_path, [spoken, *others])
    assert [one.name for one in found] == ["1", "100", "101", "102"]


@pytest.mark.parametrize(
    ("title", "letter"),
    [("leap", "L"), ("École", "E"), ("“Push”", "P"), ("42", "#"), ("", "#"), ("ßen", "#"), ("日", "日")],
)
def test_a_term_is_listed_under_its_letter(title: str, letter: str) -> None:
    assert initial(title) == letter


@pytest.mark.parametrize(
    ("language", "title", "letter"),
    [
        ("ar", "الحركة", "ح"),
        ("ar-EG", "«الهجوم»", "ه"),
        ("ar", "الف", "ا"),
        ("fr", "L’Attaque", "A"),
        ("fr", "Lanterne", "L"),
        ("de", "Die Hand", "H"),
        ("en", "Die Roll", "D"),
        ("en", "The Wall", "W"),
        ("", "The Wall", "T"),
    ],
)
def test_an_article_does_not_count(language: str, title: str, letter: str) -> None:
    assert initial(title, language) == letter


@given(data=st.data(), size=st.sampled_from([1, 900, 5_000, 45_000]))
@settings(max_examples=30, deadline=None)
def test_every_entry_with_text_is_read_exactly_once(tmp_path_factory, data, size: int) -> None:
    entries = []
    for number in range(data.draw(st.integers(1, 25))):
        above = data.draw(st.sampled_from([None, *(one.id for one in entries)]))
        text = "x" * size if data.draw(st.booleans()) else ""
        title = data.draw(st.sampled_from([None, "Ash", "Ember"]))
        entries.append(entry(f"e{number}", text, title=title, parent=above))
    found = stretches_of(tmp_path_factory.mktemp("site"), entries)
    read = [one.id for stretch in found for _, one in stretch.entries]
    assert len(read) == len(set(read))
    assert set(read) >= {one.id for one in entries if one.text}
    assert len({stretch.name for stretch in found}) == len(found)


def test_a_long_chapter_of_short_rules_is_cut_into_runs(tmp_path: Path) -> None:
    top = entry("7", number="7", title="Keywords", kind="section", text="These are they.")
    rules = []
    for n in range(1, 61):
        rules.append(entry(f"7.{n}", "x" * 999, number=f"7.{n}", parent=top.id))
        rules.append(entry(f"7.{n}a", "x", number=f"7.{n}a", parent=rules[-1].id))
    found = stretches_of(tmp_path, [top, *rules])
    assert [one.title for one in found] == [
        "7. Keywords: 7.1 – 7.25",
        "7. Keywords: 7.26 – 7.50",
        "7. Keywords: 7.51 – 7.60",
    ]
    assert found[0].top is not None and found[1].top is None
    assert [one.id for stretch in found for _, one in stretch.entries] == [top.id, *(one.id for one in rules)]
