"""What pages add is left out, and what they part is whole again: page by page text, and PDFs."""

from __future__ import annotations

import itertools
import textwrap
from collections import Counter

import pdf_making
import pytest
from ingest_reading import read_file
from pdf_making import Page

from kb.errors import ReadError


def pdf_of(pages, size=11):
    """A PDF with these lines on its pages, each `(distance from the top, words)` or `(distance, words, size)`."""
    made = []
    for lines in pages:
        made.append(Page())
        for top, words, *own in lines:
            made[-1].put(72, top, words, own[0] if own else size)
    return pdf_making.pdf_of(made)


def read_bytes(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_file(path)


def body(page):
    lines = []
    for number in range(1, 4):
        lines += [
            f"{page}.{number}. A goat may climb the wall, and it may climb down from the wall again",
            "once in every turn of its herder.",
            "",
        ]
    return "\n".join(lines)


def test_page_numbers_and_running_footers_are_left_out(tmp_path):
    pages = [f"{body(page)}\nRules of Hearthmoor | Chapter {page} {page + 6}" for page in range(1, 6)]
    numbered = [f"{body(page)}\n{page + 6}" for page in range(1, 6)]
    for text, reason in ((pages, "running header"), (numbered, "page number")):
        reading, entries = read_bytes(tmp_path, "rules.txt", "\f".join(text))
        assert [entry.number for entry in entries] == [
            f"{page}.{n}" for page in range(1, 6) for n in range(1, 4)
        ]
        assert {left.reason for left in reading.left_out} == {reason}
        assert len(reading.left_out) == 5
        assert reading.source.accounted == reading.source.characters


def test_a_paragraph_over_two_pages_is_whole(tmp_path):
    text = (
        f"{body(1)}\n1.4. A goat that stands on the wall may leave it at any time, and then it\n7\n"
        "\fcomes down into the yard.\n\n1.5. It rests.\n\n1.6. It eats.\n8\n\f1.7. It sleeps.\n9"
    )
    _, entries = read_bytes(tmp_path, "rules.txt", text)
    assert [entry.number for entry in entries] == [f"1.{number}" for number in range(1, 8)]
    assert entries[3].text.endswith("and then it comes down into the yard.")


def test_numbers_that_do_not_count_the_pages_stay(tmp_path):
    reading, _ = read_bytes(tmp_path, "rules.txt", "Score\n\f12\n\f40\n\fThe goat wins.")
    assert [left.reason for left in reading.left_out if left.reason == "page number"] == []


def test_a_pdf_gives_its_rules(tmp_path):
    pages = [
        [
            (40, f"Chapter {page}: Goats", 18),
            (80, f"{page}.1. A goat may climb the wall, and it may climb down from"),
            (94, "the wall again once in every turn."),
            (122, f"{page}.2. It rests."),
            (750, str(page)),
        ]
        for page in range(1, 5)
    ]
    reading, entries = read_bytes(tmp_path, "rules.pdf", pdf_of(pages))
    numbered = [entry for entry in entries if entry.kind == "rule" and "." in (entry.number or "")]
    assert [entry.number for entry in numbered] == [f"{page}.{n}" for page in range(1, 5) for n in (1, 2)]
    assert (
        numbered[0].text
        == "A goat may climb the wall, and it may climb down from the wall again once in every turn."
    )
    assert [entry.title for entry in entries if entry.kind == "section"] == [
        f"Chapter {n}: Goats" for n in range(1, 5)
    ]
    assert reading.source.encoding == "pdf"
    assert {left.reason for left in reading.left_out} == {"page number"}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"%PDF-1.7\nnothing of it", "is damaged"),
        (pdf_of([[(40, "A goat.")]])[:300], "is damaged"),
        (pdf_of([[]]), "only pictures of pages"),
    ],
)
def test_a_pdf_that_cannot_be_read_is_told_in_one_line(tmp_path, data, told):
    with pytest.raises(ReadError, match=told) as error:
        read_bytes(tmp_path, "rules.pdf", data)
    assert "\n" not in str(error.value)


CLIMB = "A goat that stands beside the wall may climb it, and a goat that stands on the wall may climb down."
REST = "A goat that has climbed twice in one turn has to rest, whatever its herder would like it to do."
FEED = "A herder feeds the goats at noon, and a goat that was fed does not have to rest until the evening."
HIDE = "When the wolf comes out of the forest every goat hides in the yard until the herder calls it again."

ITEM = "rest in the yard for as long as the wolf can be seen from the wall"


def laws():
    """Pages as an extractor leaves them: no blank lines, title pages, inner numbers, contents, a glossary."""
    contents = [
        "Contents",
        "About the Goats 3",
        "1 The Goat 6",
        "2 The Wall and the Yard 8",
        "3 The Herder 10",
    ]
    pages = [["Hearthmoor", "Goats"], [*contents, "4 The End 12", "Glossary 13", "2"], ["About", "the Goats"]]
    pages.append([*textwrap.wrap(f"{CLIMB} {REST} {FEED} {HIDE}", 60), "4"])
    titles = ["The Goat", "The Wall and\nthe Yard", "The Herder", "The End"]
    for number, title in enumerate(titles, 1):
        page = title.split("\n")
        page += ["1. Where it stands", *textwrap.wrap(f"{CLIMB} {REST}", 60)]
        page += [
            "2. Things to do",
            "Each turn:",
            "• climb the wall again before noon.",
            *textwrap.wrap(f"• {ITEM}", 60),
        ]
        page += ["Before the wolf comes", *textwrap.wrap(f"{HIDE} {FEED}", 60), *textwrap.wrap(REST, 60)]
        page.append(f"Rules of Hearthmoor | Law {number} | {' '.join(title.split())} {4 + 2 * number}")
        pages += [["Law", str(number)], page]
    terms = {"Bleat": CLIMB, "Climb": HIDE, "Dawn": "When the sun comes", "Eat": REST, "Feed": FEED}
    glossary = ["Glossary"]
    for term, meaning in terms.items():
        glossary += [term[0], term, *textwrap.wrap(meaning, 60)]
    return [*pages, [*glossary, "13"]]


def test_pages_without_blank_lines_give_their_paragraphs_headings_and_terms(tmp_path):
    reading, entries = read_bytes(tmp_path, "laws.txt", "\f".join("\n".join(page) for page in laws()))
    sections = [entry for entry in entries if entry.kind == "section"]
    titles = ["Law 1 – The Goat", "Law 2 – The Wall and the Yard", "Law 3 – The Herder", "Law 4 – The End"]
    assert [entry.title for entry in sections if (entry.title or "").startswith("Law")] == titles
    inner = [(entry.number, entry.title, entry.path[-1]) for entry in sections if entry.number]
    assert inner == [
        (number, title, law)
        for law in titles
        for number, title in (("1", "Where it stands"), ("2", "Things to do"))
    ]
    assert [entry.aliases for entry in sections if entry.number][:2] == [("Law 1.1",), ("Law 1.2",)]
    before = [entry for entry in sections if entry.title == "Before the wolf comes"]
    assert [entry.text for entry in before] == [f"{HIDE} {FEED}\n\n{REST}"] * 4
    bullets = [entry.text for entry in entries if entry.kind in ("rule", "step")]
    assert bullets == ["climb the wall again before noon.", ITEM] * 4
    terms = {entry.title: entry.text for entry in entries if entry.kind == "term"}
    assert terms == {
        "Bleat": CLIMB,
        "Climb": HIDE,
        "Dawn": "When the sun comes",
        "Eat": REST,
        "Feed": FEED,
    }
    assert "contents" in {left.reason for left in reading.left_out}
    assert reading.source.accounted == reading.source.characters


def mixed(upper, lower):
    """Two lines as an extractor mixes them that sorts letters by where they stand."""
    both = "".join(a + b for a, b in zip(upper, lower, strict=False))
    return both + upper[len(lower) :] + lower[len(upper) :]


OVER = [
    ("has to rest until the evening.", "Goat hides"),
    ("the wall may climb down.", "Feeds"),
    ("of the forest until noon.", "Herder"),
]


def with_lines(lines):
    """Pages of sound lines, one of these in each."""
    words = f"{CLIMB} {REST} {FEED} {HIDE} "
    pages = [[*textwrap.wrap(words * 2, 60), line, *textwrap.wrap(words, 60)] for line in lines]
    return "\f".join("\n".join(page) for page in pages)


def test_lines_printed_over_each_other_are_kept_in_place_and_told(tmp_path):
    over = [mixed(*each) for each in OVER]
    reading, entries = read_bytes(tmp_path, "rules.txt", with_lines(over))
    (problem,) = [each for each in reading.problems if each.code == "overprinted"]
    assert "add the PDF itself" in problem.suggestion
    assert "2 lines more" in problem.message and problem.excerpt == over[0]
    read = " ".join(" ".join(f"{entry.title or ''} {entry.text}" for entry in entries).split())
    assert [line for line in over if " ".join(line.split()) not in read] == []
    assert reading.source.accounted == reading.source.characters


@pytest.mark.parametrize(
    "lines",
    [
        [mixed(*each) for each in OVER[:2]],
        ["by Rodger MacGowan", "see BoardGameGeek", "for AKorps, WebGrognards", "and van DeWitt"],
        [f"the {name}Goat and the {name}Goat" for name in ("aB", "cD", "eF", "gH")],
    ],
)
def test_names_with_a_capital_inside_are_no_damage(tmp_path, lines):
    reading, _ = read_bytes(tmp_path, "rules.txt", with_lines(lines))
    assert [each.code for each in reading.problems if each.code == "overprinted"] == []


def test_columns_side_by_side_are_kept(tmp_path):
    columns = [
        [line for name in names for line in textwrap.wrap(f"{name}: {CLIMB} {REST}", 44)]
        for names in (("Ant", "Bee", "Cat"), ("Dog", "Eel", "Fly"))
    ]
    rows = [f"{a:50}{b}".rstrip() for a, b in itertools.zip_longest(*columns, fillvalue="")]
    reading, entries = read_bytes(tmp_path, "words.txt", "Glossary\n\n" + "\n".join(rows) + "\n")
    said = Counter(
        " ".join(f"{entry.title or ''} {entry.text}" for entry in entries).replace(":", "").split()
    )
    assert said == Counter(" ".join(["Glossary", *rows]).replace(":", "").split())
    assert reading.source.accounted == reading.source.characters


def pages_of(entries):
    return {entry.number: entry.location.page for entry in entries if entry.number}


def test_every_entry_knows_the_page_that_its_number_is_printed_on(tmp_path):
    printed = ["7", "", "9", "10", "", "12", "3", "4", "5"]
    pages = [f"{body(page)}\n{number}" for page, number in enumerate(printed, 1)]
    _, entries = read_bytes(tmp_path, "rules.txt", "\f".join(pages))
    assert list(pages_of(entries).values())[::3] == ["7", "8", "9", "10", "11", "12", "3", "4", "5"]


def test_pages_before_the_count_are_in_brackets_and_without_any_number_they_are_counted(tmp_path):
    pages = [body(1), body(2), *(f"{body(page)}\nPage {page - 2} of 4" for page in range(3, 7))]
    _, entries = read_bytes(tmp_path, "rules.txt", "\f".join(pages))
    assert list(pages_of(entries).values())[::3] == ["[1]", "[2]", "1", "2", "3", "4"]
    _, entries = read_bytes(tmp_path, "bare.txt", "\f".join(body(page) for page in range(1, 4)))
    assert list(pages_of(entries).values())[::3] == ["1", "2", "3"]


def test_entries_of_a_pdf_know_their_page_and_a_text_without_pages_has_none(tmp_path):
    pages = [
        [
            (60, f"{page}.1. A goat may climb the wall."),
            (90, f"{page}.2. It rests."),
            (800, f"– {page + 6} –"),
        ]
        for page in range(1, 5)
    ]
    _, entries = read_bytes(tmp_path, "rules.pdf", pdf_of(pages))
    assert pages_of(entries) == {f"{page}.{n}": str(page + 6) for page in range(1, 5) for n in (1, 2)}
    _, entries = read_bytes(tmp_path, "rules.txt", body(1))
    assert set(pages_of(entries).values()) == {None}


def numbered_rules():
    """Six chapters of rules, each wrapped by hand without a blank line."""
    lines = []
    for chapter in range(1, 7):
        lines.append(f"{chapter}. Goats of Part {chapter}")
        for number, words in enumerate((CLIMB, f"{REST} {FEED}", HIDE, f"{FEED} {CLIMB}", REST, HIDE), 1):
            lines += textwrap.wrap(f"{chapter}.{number} {words}", 60)
    return lines


def without_feeds(top, foot, apart=False):
    """These rules as pages that nothing parts but what stands at their edges, called with the number."""
    lines = numbered_rules()
    pages = [lines[at : at + 15] for at in range(0, len(lines), 15)]
    made = []
    for number, page in enumerate(pages, 5):
        edges = [[words.format(number)] if words else [] for words in (top[number % len(top)], foot)]
        blank = [""] if apart else []
        made += [*edges[0], *page, *blank, *edges[1], *blank]
    return "\n".join(made), len(pages)


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    ("top", "foot"),
    [
        ([""], "{}"),
        ([""], "- {} -"),
        ([""], "Rules of Hearthmoor {}"),
        (["Page {} of 90"], ""),
        (["HEARTHMOOR RULEBOOK"], "{}"),
        (["{} Hearthmoor", "Goats, Walls and Herders {}"], ""),
    ],
)
def test_page_numbers_between_lines_part_pages_where_form_feeds_are_lost(tmp_path, top, foot, apart):
    words, many = without_feeds(top, foot, apart)
    reading, entries = read_bytes(tmp_path, "rules.txt", words)
    texts = (CLIMB, f"{REST} {FEED}", HIDE, f"{FEED} {CLIMB}", REST, HIDE)
    rules = {entry.number: entry.text for entry in entries if "." in (entry.number or "")}
    assert rules == {f"{c}.{n}": words for c in range(1, 7) for n, words in enumerate(texts, 1)}
    assert [entry.title for entry in entries if entry.title] == [f"Goats of Part {c}" for c in range(1, 7)]
    pages = [int(entry.location.page) for entry in entries]
    assert pages == sorted(pages)
    assert (pages[0], pages[-1]) == (5, 4 + many)
    assert {left.reason for left in reading.left_out} <= {"page number", "running header"}
    assert reading.source.accounted == reading.source.characters


@pytest.mark.parametrize("heading", ["{}", "Scenario {}", "Training Day {}", "{} Goats", "- {} -", "Law {}"])
def test_numbers_that_count_on_but_part_no_sentence_stay(tmp_path, heading):
    lines = []
    for number in range(1, 9):
        lines.append(heading.format(number))
        for words in (CLIMB, REST, FEED, HIDE):
            lines += textwrap.wrap(words, 60)
    reading, _ = read_bytes(tmp_path, "rules.txt", "\n".join(lines))
    assert not {left.reason for left in reading.left_out} & {"page number", "running header"}


@pytest.mark.parametrize(
    "mark", ["# Page {}", "{{{}}}----------------------", "=== Page {} ===", "<!-- page {} -->"]
)
def test_marks_that_a_converter_put_above_pages_hide_no_running_header(tmp_path, mark):
    names = [f"{letter}{rest}" for letter in "ABCDEFGHIJKL" for rest in ("eat", "oil", "ust")]
    terms = [
        f"{name}: {words}" for name, words in zip(names, itertools.cycle([REST, HIDE, FEED]), strict=False)
    ]
    pages = [
        f"{mark.format(n)}\n\nWords of Goats\n\n"
        + "\n".join(textwrap.fill(term, 60) for term in terms[at : at + 9])
        + f"\n\n{n + 30}\n"
        for n, at in enumerate(range(0, 36, 9), 1)
    ]
    reading, entries = read_bytes(tmp_path, "words.txt", "\n".join(pages))
    assert [(entry.title, entry.text) for entry in entries if entry.kind == "term"] == [
        tuple(term.split(": ", 1)) for term in terms
    ]
    assert {entry.location.page for entry in entries} == {"31", "32", "33", "34"}
    assert {left.reason for left in reading.left_out} == {"page number", "running header"}
    assert reading.source.accounted == reading.source.characters


def test_bullets_that_an_extractor_put_below_the_text_take_no_footer_with_them(tmp_path):
    texts = [
        f"{name} {words}" for name, words in zip(NAMES, itertools.cycle([CLIMB, REST, FEED]), strict=False)
    ]
    pages = [
        "\n".join([*(textwrap.fill(f"{page}.{n} {words}", 60) for n, words in enumerate(texts, 1)), *foot])
        for page in range(1, 5)
        for foot in [["• ", "• ", "Rules of Goats", str(page)]]
    ]
    reading, entries = read_bytes(tmp_path, "rules.txt", "\f".join(pages))
    assert [entry.text for entry in entries if entry.number] == texts * 4
    assert [left.text for left in reading.left_out if left.reason == "running header"] == [
        "Rules of Goats"
    ] * 4


NAMES = ["Oats", "Barn", "Wall", "Herd", "Axle", "Tail", "Moor", "Dusk", "Yard", "Fire", "Lamp", "Ruin"]


def test_paragraphs_in_no_order_stay_as_they_are(tmp_path):
    pages = ["\n\n".join(f"{name}: {CLIMB}" for name in NAMES[at:] + NAMES[:at]) for at in (0, 5)]
    _, entries = read_bytes(tmp_path, "words.txt", "\f".join(pages))
    assert [entry.title for entry in entries if entry.title] == [*NAMES, *NAMES[5:], *NAMES[:5]]


STORMS = """GOAT WEATHER

1. STORMS

1.1. A storm comes up when the sum of both dice is a double. Odds of
1 in 36 are poor, those of ten in 36 are fair. The storm takes the boat
that is nearest to the weir and all the goats in it, unless it is moored
there already when the first of the dice is rolled by the herald.
Goats that are lost in a storm come back at dawn.

1.2. A storm ends at dusk. The herald takes one lantern, up to
2 times. The herder who holds the beacon claims the sealed one and says
so aloud, so that all the other herders on the bank can hear it. Nobody
may answer before dusk, whatever the herald asks of them meanwhile.
No storm lasts for longer than a day.

2. FOG

2.1. Fog lies on the river for one day. In fog a boat moves at most by
3 lengths and stops at the weir, though the tide is high. A boat that
stops there is moored. A moored boat is unloaded by its own goats.
"""


def test_lines_of_sentences_that_begin_with_rising_numbers_part_no_pages(tmp_path):
    """No line of them is a running header either."""
    reading, entries = read_bytes(tmp_path, "storms.txt", STORMS)
    said = " ".join(entry.text for entry in entries)
    assert "Odds of 1 in 36 are poor" in said and "up to 2 times. The herder" in said
    assert "at most by 3 lengths and stops" in said
    assert not reading.left_out and not reading.page_starts


def test_headings_in_small_letters_above_their_text_are_headings(tmp_path):
    titles = ("What you need", "The first move of a game", "Moving the herd uphill", "When wolves attack")
    parts = ["\n".join([title, *textwrap.wrap(f"{CLIMB} {REST} {HIDE}", 70)]) for title in titles]
    _, entries = read_bytes(tmp_path, "rules.txt", "\n\n".join(["How to Herd Goats", *parts]))
    assert [entry.title for entry in entries] == ["How to Herd Goats", *titles]


def test_terms_and_questions_begin_paragraphs_on_pages_without_blank_lines(tmp_path):
    terms = {f"{name} Goat": words for name in ("Tired", "Wild", "Shy") for words in (f"{CLIMB} {REST}",)}
    terms |= {f"{name} Wall": HIDE for name in ("High", "Low", "Broken")}
    glossary = ["Glossary"]
    for term, words in terms.items():
        glossary += textwrap.wrap(f"{term}: {words}", 44)
    _, entries = read_bytes(tmp_path, "terms.txt", "\n".join(glossary) + "\n\f")
    assert {entry.title: entry.text for entry in entries if entry.kind == "term"} == terms
    questions = {
        f"May a goat that has number {n} climb the wall and then rest in the yard?": REST for n in range(16)
    }
    asked = ["Frequently Asked Questions"]
    for question, answer in questions.items():
        asked += [*textwrap.wrap(question, 50), *textwrap.wrap(answer, 50)]
    _, entries = read_bytes(tmp_path, "faq.txt", "\n".join(asked) + "\n\f")
    assert {entry.title: entry.text for entry in entries if entry.kind == "faq"} == questions


def test_words_that_a_line_parts_are_whole(tmp_path):
    words = (
        "1.1 A goat may climb the wall beside the shep-\nherd, and it may come down on the other side.\n\n"
        "1.2 A two-legged animal may not climb. No other two-\nlegged animal may climb it either (climb-\n"
        "ers aside), nor may\nothers.\n\n"
        "1.3 A card that was removed-from-\nthe-game may not come back to the yard, and\nnobody misses it.\n"
    )
    _, entries = read_bytes(tmp_path, "rules.txt", words)
    text = " ".join(entry.text for entry in entries)
    assert "the shepherd, and" in text
    assert "No other two-legged animal" in text
    assert "either (climbers aside), nor" in text
    assert "was removed-from-the-game may" in text


WIDTHS = {**dict.fromkeys("mwMWQOGD", 9), **dict.fromkeys("iljtfrI.,:'", 3)}


def printed(words, width=270):
    """A paragraph in lines as a printer sets them: letters differ in width, so full lines differ in length."""
    lines, room = [[]], width
    for word in words.split():
        wide = sum(WIDTHS.get(letter, 6) for letter in f"{word} ")
        if wide > room:
            lines.append([])
            room = width
        lines[-1].append(word)
        room -= wide
    return "\n".join(" ".join(line) for line in lines)


def test_a_line_of_wide_letters_is_full_though_others_hold_more(tmp_path):
    said = itertools.cycle(
        [
            "A goat that stands on a wall will eat when hungry, and it will rest there if the herder lets it.",
            "It stays there until the rest of the tribe has left the yard, or another takes its place.",
        ]
    )
    terms = [(f"{letter}{rest}", next(said)) for letter in "ABCDEFGHIJKLMNOPR" for rest in ("eat", "till")]
    terms.append(("Swamp Moon", "Common mammoth women mow a meadow and moan at more mud on Monday."))
    pages = [terms[start : start + 12] for start in range(0, len(terms), 12)]
    text = "\f".join(
        "\n".join(["Goat Words", *(printed(f"{name}: {words}") for name, words in page)]) for page in pages
    )
    _, entries = read_bytes(tmp_path, "words.txt", text)
    assert [(entry.kind, entry.title, entry.text) for entry in entries if entry.title != "Goat Words"] == [
        ("term", name, words) for name, words in terms
    ]


def beside(left, right, wide=52):
    """Two columns printed side by side, whose rows fall between each other's: a row of blanks in each now and then."""
    rows = {2 * row + row // 3: line for row, line in enumerate(left)}
    others = {2 * row + 1 + row // 4: line for row, line in enumerate(right)}
    return "\n".join(
        f"{rows.get(row, ''):{wide}}{others.get(row, '')}".rstrip()
        for row in range(max((*rows, *others)) + 1)
    )


def test_numbers_alone_that_part_a_text_evenly_count_its_pages(tmp_path):
    rules = [
        line
        for n in range(1, 101)
        for line in (
            f"2.{n}. A goat may climb the wall in its own turn.",
            "It climbs down as soon as it" if n % 9 else "It climbs down at once.",
            "is tired." if n % 9 else "It rests.",
            "",
        )
    ]
    pages = [rules[at : at + 40] for at in range(0, 400, 40)]
    pages[3] = [*pages[3], "2.40b. A goat that stands on the wall in the evening is"]
    pages[4] = ["seen by all others.", "", *pages[4]]
    pages[6] = [*pages[6], "2.70b. A goat that stands below it in the evening is"]
    pages[7] = ["seen by nobody.", "", *pages[7]]
    text = "\n".join("\n".join([*page, "", str(n), ""]) for n, page in enumerate(pages, 1))
    reading, entries = read_bytes(tmp_path, "goats.txt", text)
    assert [left.text for left in reading.left_out] == [str(n) for n in range(1, 11)]
    assert [entry.text for entry in entries if entry.number in ("2.40b", "2.70b")] == [
        "A goat that stands on the wall in the evening is seen by all others.",
        "A goat that stands below it in the evening is seen by nobody.",
    ]
