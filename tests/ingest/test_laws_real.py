"""The laws of a sport from the text of their pages, held to what was read on the pages by eye."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from ingest_reading import read_file
from real_texts import FOLDER

PAGES = FOLDER / "corpora" / "ifab-laws" / "pages"
INNER = (14, 3, 10, 6, 7, 7, 5, 2, 2, 3, 4, 4, 3, 3, 2, 2, 2)
"""How many numbered headings each law prints."""
OVERPRINTED = "Law 11.3"
"""The one numbered heading that is printed over another line: "3. Not hoef foefnfsciede offence"."""
_LETTERS = re.compile(r"[^\W\d_]+")
# "1 The Field of Play 37": a law in the contents
_LISTED = re.compile(r"(\d{1,2}) (\D+?) \d{1,3}")


def pages():
    if not PAGES.is_dir():
        pytest.skip("the text corpora/ifab-laws is not at hand (KB_TEXTS names the folder)")
    files = sorted(PAGES.iterdir(), key=lambda file: int(re.sub(r"\D", "", file.name)))
    return [file.read_text(encoding="utf-8") for file in files]


@pytest.fixture(scope="module")
def laws(tmp_path_factory) -> tuple:
    file: Path = tmp_path_factory.mktemp("laws") / "laws.txt"
    file.write_text("\f".join(pages()), encoding="utf-8")
    return read_file(file)


def outer(entries):
    """The sections that the contents list as laws, in order."""
    found = [entry for entry in entries if entry.kind == "section" and re.match(r"Law \d", entry.title or "")]
    return [entry for entry in found if " ".join(entry.title.split()[:2]) in entry.aliases]


def test_every_law_of_the_contents_is_a_section(laws):
    _, entries = laws
    listed = [
        match.groups()
        for page in pages()[:7]
        for line in page.split("\n")
        if (match := _LISTED.fullmatch(line))
    ]
    assert len(listed) == 17
    assert [entry.title for entry in outer(entries)] == [
        f"Law {number} – {title}" for number, title in listed
    ]
    assert [entry.id for entry in outer(entries)] == [f"game:law-{number}" for number in range(1, 18)]


def test_every_law_has_its_numbered_sections(laws):
    _, entries = laws
    numbers = {
        law.id: [(each.number, each.aliases) for each in entries if each.parent == law.id and each.number]
        for law in outer(entries)
    }
    assert numbers == {
        f"game:law-{law}": [
            (str(n), (f"Law {law}.{n}",)) for n in range(1, many + 1) if f"Law {law}.{n}" != OVERPRINTED
        ]
        for law, many in enumerate(INNER, 1)
    }


def test_a_section_stands_at_the_line_that_prints_its_heading(laws):
    _, entries = laws
    lines = re.split(r"[\n]", "\f".join(pages()))
    for law in outer(entries):
        for each in entries:
            if each.parent == law.id and each.number:
                words = lines[each.location.first_line - 1]
                assert f"{each.number}. {each.title}" in words, (each.id, words)


def test_the_glossary_gives_the_terms_that_stand_on_lines_of_their_own(laws):
    _, entries = laws
    terms = {entry.title for entry in entries if entry.kind == "term"}
    clean = [
        above
        for page in pages()
        if "| Glossary" in page or re.search(r"^[A-Z]$", page, re.MULTILINE)
        for letter, above in re.findall(r"^([A-Z])\n(.+)$", page, re.MULTILINE)
        if above.startswith((letter, f"‘{letter}"))
    ]
    assert len(clean) > 15
    assert [term for term in clean if term not in terms] == []
    assert len(terms) >= 37  # of 80: the others are printed over another line


def test_nearly_everything_is_accounted_for_and_the_rest_is_listed(laws):
    reading, entries = laws
    assert reading.source.accounted >= 0.99 * reading.source.characters
    assert reading.source.edition == "2024-07-01"
    unread = [left.text for left in reading.left_out if left.reason == "not understood"]
    assert sum(len("".join(words.split())) for words in unread) < 200
    everything = " ".join(f"{entry.title} {entry.text}" for entry in entries)
    assert not re.search(r"\| Law \d|# Page|LLaa", everything)
    (told,) = (problem for problem in reading.problems if problem.code != "not-understood")
    assert told.code == "overprinted" and "88 lines more" in told.message
    assert "add the PDF itself" in told.suggestion


def test_lines_printed_over_each_other_are_kept_word_for_word(laws):
    reading, entries = laws
    read = " ".join(f"{each.number or ''} {each.title or ''} {each.text}" for each in entries)
    kept = Counter(_LETTERS.findall(f"{read} {' '.join(left.text for left in reading.left_out)}"))
    mixed = [line for page in pages() for line in page.split("\n") if re.search("[a-z][A-Z]", line)]
    assert len(mixed) >= 80
    printed = Counter(word for line in mixed for word in _LETTERS.findall(line))
    assert [word for word in printed if kept[word] < printed[word]] == []
