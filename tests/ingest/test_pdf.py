"""PDFs by geometry: columns, headings by size, boxes, tables, parted words; and files that are hostile."""

from __future__ import annotations

import textwrap
import zlib

import pytest
from ingest_reading import read_file
from pdf_making import Page, bound, pdf_of

from kb.errors import ReadError
from kb.ingest.readers import pdf_words

CLIMB = (
    "A goat that stands beside the wall may climb it, and a goat on the wall may climb down from it again."
)
REST = "A goat that has climbed twice in one turn has to rest, whatever its herder would like it to do."

TERMS = ["Arch", "Butt", "Climb", "Doze", "Eat", "Fall", "Graze", "Herd", "Idle"]


def read_pages(tmp_path, pages, extra=b""):
    path = tmp_path / "rules.pdf"
    path.write_bytes(pdf_of(pages, extra))
    return read_file(path)


def everything(entries):
    return " / ".join(f"{entry.title or ''} {entry.text}".strip() for entry in entries)


def booklet():
    """Four pages of two columns below a heading and a paragraph across them."""
    pages = []
    for number in range(1, 5):
        page = Page()
        page.put(60, 40, "Rules of Hearthmoor")
        page.put(500, 40, f"Part {number}")
        page.put(290, 820, str(number + 4))
        top = page.column(60, 80, 480, [f"# Chapter {number}: Goats", f"Number {number} goes across. {REST}"])
        left = [f"## Climbing {number}", CLIMB, f"• {REST}", "• It sleeps."]
        right = [f"## Resting {number}", REST, f"Last of {number}. {CLIMB}"]
        page.column(60, top + 6, 220, left)
        page.column(320, top + 6, 220, right)
        pages.append(page)
    return pages


def test_a_booklet_is_read_column_by_column(tmp_path):
    reading, entries = read_pages(tmp_path, booklet())
    assert [(entry.kind, entry.title, entry.text) for entry in entries[:5]] == [
        ("section", "Chapter 1: Goats", f"Number 1 goes across. {REST}"),
        ("section", "Climbing 1", CLIMB),
        ("rule", None, REST),
        ("rule", None, "It sleeps."),
        ("section", "Resting 1", f"{REST}\n\nLast of 1. {CLIMB}"),
    ]
    assert [entry.title for entry in entries if entry.path == ()] == [
        f"Chapter {n}: Goats" for n in range(1, 5)
    ]
    assert {left.reason for left in reading.left_out} == {"running header", "page number"}
    assert len(reading.left_out) == 12
    assert reading.source.accounted == reading.source.characters
    assert reading.source.title == "Chapter 1: Goats"


def test_columns_drawn_row_by_row_are_read_one_after_the_other(tmp_path):
    page = Page()
    left, right = (textwrap.wrap(words, 36) for words in (f"Left. {CLIMB} {REST}", f"Right. {REST} {CLIMB}"))
    for row in range(max(len(left), len(right))):
        for place, column in ((60, left), (320, right)):
            if row < len(column):
                page.put(place, 100 + 12 * row, column[row])
    _, entries = read_pages(tmp_path, [page])
    assert everything(entries) == f"Left. {CLIMB} {REST}\n\nRight. {REST} {CLIMB}"


def test_three_columns_whose_rows_stand_at_heights_of_their_own(tmp_path):
    page = Page()
    said = [f"{name}: {words}" for name, words in zip(TERMS, [CLIMB, REST] * 5, strict=False)]
    for place, many in zip((50, 220, 390), (4, 3, 2), strict=True):
        page.column(place, 60 + many, 150, [said.pop(0) for _ in range(many)])
    _, entries = read_pages(tmp_path, [page])
    assert [entry.title for entry in entries] == TERMS
    assert {entry.text for entry in entries} == {CLIMB, REST}


def test_a_heading_above_indented_items_stands_in_its_column(tmp_path):
    page = Page()
    left = [CLIMB, "# Walls", REST, CLIMB, REST, f"1. {CLIMB}"]
    page.column(60, 60, 220, left)
    below = page.column(
        320, 67, 220, [REST, "# Yards", "• It eats.", "• It naps.", "• It rests there.", CLIMB]
    )
    page.column(330, below, 210, ["It goes on.", "It ends.", "It stays."])
    _, entries = read_pages(tmp_path, [page])
    assert everything(entries).index("Yards") > everything(entries).index("Walls") + len(REST + CLIMB)
    assert [entry.title for entry in entries if entry.title] == ["Walls", "Yards"]


def test_a_heading_stands_in_its_column_though_most_rows_below_are_indented(tmp_path):
    page = Page()
    page.column(60, 60, 220, ["# Walls", CLIMB, REST, f"Then. {CLIMB}", f"After. {REST}", f"Last. {CLIMB}"])
    below = page.column(320, 60, 220, [f"Still, {CLIMB}", "# Yards"])
    below = page.column(320, below, 220, [REST])
    for number in range(4):
        page.put(326, below, "•")
        below = page.column(345, below, 195, [f"{number}. {CLIMB}"])
    _, entries = read_pages(tmp_path, [page])
    words = everything(entries)
    assert words.index("Walls") < words.index("Last.") < words.index("Still,") < words.index("Yards")


def test_a_ragged_row_goes_on_in_small_letters(tmp_path):
    page = Page()
    top = page.column(60, 60, 400, [CLIMB + " " + REST])
    for row in (
        "A goat that stands there on the wall and",
        "stays while others climb about it will in the end",
    ):
        page.put(60, top, row)
        top += 12
    page.put(60, top, "sleep on the wall.")
    for row in ("markers of dark wood, one for every goat herder", "hay", "oats"):
        page.put(60, top + 30, row)
        top += 12
    _, entries = read_pages(tmp_path, [page])
    assert "on the wall and stays while" in everything(entries)
    assert "hay oats" not in everything(entries)


@pytest.mark.parametrize(
    ("mark", "font", "is_item"),
    [("u", "ABCDEF+ZapfDingbatsITC", True), ("o", "Courier", True), ("o", "Helvetica", False)],
)
def test_a_letter_of_a_font_of_signs_is_a_bullet(tmp_path, mark, font, is_item):
    page = Page()
    page.put(60, 60, "A player may do one of these things in each turn of the game:", font="Helvetica")
    for number, row in enumerate(("climb the wall", "doze in the yard", "eat what is there")):
        page.put(60, 80 + 14 * number, mark, font=font)
        page.put(72, 80 + 14 * number, row, font="Helvetica")
    _, entries = read_pages(tmp_path, [page])
    assert (f"{mark} climb" not in everything(entries)) is is_item
    assert "climb the wall" in everything(entries)


def test_lines_of_contents_that_fill_the_page_are_parted(tmp_path):
    page = Page()
    titles = ["Goats", "Herders at Work", "Walls", "Yards"]
    for row, title in enumerate(titles):
        page.put(60, 60 + 12 * row, f"{title} {'. ' * (39 - len(title) // 2)}{row + 2}".replace("  ", " "))
    top = 140
    for title in titles:
        top = page.column(60, top, 480, [f"# {title}", f"{CLIMB} {REST}"])
    reading, entries = read_pages(tmp_path, [page])
    assert [entry.title for entry in entries] == titles
    assert reading.pages == tuple((title, row + 2) for row, title in enumerate(titles))


def test_what_a_browser_prints_around_pages_is_left_out(tmp_path):
    pages = []
    for number in range(1, 4):
        page = Page()
        page.put(30, 24, "11/21/26, 11:47 AM", 8)
        page.put(300, 24, "Goat Passes", 8)
        page.column(60, 70, 480, [f"# Goats {number}", f"{CLIMB} {REST}"])
        page.put(30, 830, "https://example.org/goats", 8)
        page.put(540, 830, f"{number}/3", 8)
        pages.append(page)
    reading, entries = read_pages(tmp_path, pages)
    assert "example.org" not in everything(entries) and "Passes" not in everything(entries)
    assert len(reading.left_out) == 12


def test_a_box_beside_the_text_is_read_after_it(tmp_path):
    page = Page()
    main, box, after = f"Main. {CLIMB} {REST} {CLIMB} {REST}", f"Box. {REST}", f"After. {CLIMB} {REST}"
    top = page.column(60, 60, 480, [f"First. {CLIMB} {REST}"])
    page.column(430, top, 110, [box])
    page.column(60, page.column(60, top, 340, [main]) + 100, 480, [after])
    _, entries = read_pages(tmp_path, [page])
    assert everything(entries).split("\n\n") == [f"First. {CLIMB} {REST}", main, box, after]


def test_rows_of_short_cells_are_a_table_and_broken_cells_are_whole(tmp_path):
    page = Page()
    top = page.column(60, 60, 480, ["# Costs", CLIMB])
    rows = [("Piece", "Cost", "Use"), ("Goat", "2", "Climbs the wall, and"), ("Herder", "5", "Leads goats")]
    for row, (name, cost, use) in enumerate(rows):
        down = top + 14 * row + (14 if row == 2 else 0)
        page.put(60, down, name)
        page.put(200, down, cost)
        page.put(300, down, use)
    page.put(300, top + 28, "comes down from it")
    _, entries = read_pages(tmp_path, [page])
    (table,) = [entry for entry in entries if entry.kind == "table"]
    assert table.text.splitlines() == [
        "Piece\tCost\tUse",
        "Goat\t2\tClimbs the wall, and comes down from it",
        "Herder\t5\tLeads goats",
    ]


def test_words_parted_at_a_rows_end_are_whole_with_the_hyphen_they_have_elsewhere(tmp_path):
    page = Page()
    rows = [
        "The ware-",
        "house is closed and the ware-",
        "house stays so. The team-",
        "mate of a goat, a team-mate.",
    ]
    for row, words in enumerate(rows):
        page.put(60, 60 + 12 * row, words)
    reading, entries = read_pages(tmp_path, [page])
    assert (
        everything(entries)
        == "The warehouse is closed and the warehouse stays so. The team-mate of a goat, a team-mate."
    )
    assert reading.source.accounted == reading.source.characters


def test_text_across_the_page_is_left_out_and_a_turned_page_is_read(tmp_path):
    page = Page()
    page.column(60, 60, 400, [CLIMB, REST])
    page.put(580, 400, "COPY OF A FRIEND", turned=True)
    reading, entries = read_pages(tmp_path, [page])
    assert [(left.reason, left.text) for left in reading.left_out] == [("rotated text", "COPY OF A FRIEND")]
    assert everything(entries) == f"{CLIMB}\n\n{REST}"
    turned = Page()
    for row, words in enumerate(textwrap.wrap(CLIMB, 40)):
        turned.put(100 + 12 * row, 700, words, turned=True)
    _, entries = read_pages(tmp_path, [turned], b"/Rotate 90")
    assert everything(entries) == CLIMB


def test_an_initial_and_raised_endings_belong_to_their_words(tmp_path):
    page = Page()
    page.put(60, 84, "T", 34)
    page.put(84, 60, "he goat climbs the wall at")
    page.put(84, 72, "dawn.")
    page.put(60, 130, "The 138")
    page.put(102, 126, "th", 6)
    page.put(118, 130, "goat sleeps.")
    _, entries = read_pages(tmp_path, [page])
    assert everything(entries) == "The goat climbs the wall at dawn.\n\nThe 138th goat sleeps."


def test_words_that_a_file_without_blanks_sets_close_are_parted(tmp_path):
    page = Page()
    for row, words in enumerate([*textwrap.wrap(CLIMB, 60), *textwrap.wrap(REST, 60)]):
        left = 60
        for word in words.split():
            page.put(left, 60 + 12 * row, word)
            left += 6 * len(word) + 1.5
    for at, letter in enumerate("HERDER"):
        page.put(60 + 7.5 * at, 140, letter)
    _, entries = read_pages(tmp_path, [page])
    assert everything(entries).split() == [*CLIMB.split(), *REST.split(), "HERDER"]


def with_stream(data, filters):
    """A PDF of one page that shows what a stream unfolds to."""
    return bound(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>",
            b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream" % (len(data), filters, data),
        ]
    )


def folded(data, times):
    for _ in range(times):
        data = zlib.compress(data, 9)
    return data


ONE_PAGE = pdf_of([Page(["BT /F1 10 Tf 1 0 0 1 50 700 Tm (A goat climbs.) Tj ET"])])
HOSTILE = {
    "a bomb": (
        with_stream(folded(b"0 0 m 1 1 l S " * 4_000_000, 2), b"[/FlateDecode /FlateDecode]"),
        "more time or memory",
    ),
    "half a file": (ONE_PAGE[: len(ONE_PAGE) // 2], "is damaged"),
    "noise": (b"%PDF-1.7\n" + bytes(range(256)) * 500, "is damaged"),
    "deep arrays": (b"%PDF-1.7\n1 0 obj\n" + b"[" * 500_000, "is damaged"),
    "pages that hold themselves": (
        bound(
            [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 100000 /Kids [2 0 R 2 0 R] >>"]
        ),
        "more than 3,000 pages",
    ),
    "a password": (
        bound(
            [
                b"<< /Type /Catalog /Pages 2 0 R >>",
                b"<< /Type /Pages /Count 0 /Kids [] >>",
                b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -44 >>" % (b"00" * 32, b"11" * 32),
            ],
            b"/Encrypt 3 0 R /ID [<00><00>] ",
        ),
        "locked by a password",
    ),
    "pictures": (pdf_of([Page(["0 0 100 100 re f"])]), "only pictures of pages"),
}


@pytest.mark.parametrize(("data", "told"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_end_in_one_line(tmp_path, data, told):
    path = tmp_path / "rules.pdf"
    path.write_bytes(data)
    with pytest.raises(ReadError, match=told) as refused:
        read_file(path)
    assert "\n" not in str(refused.value)


def test_a_page_count_that_lies_does_no_harm(tmp_path):
    path = tmp_path / "rules.pdf"
    path.write_bytes(ONE_PAGE.replace(b"/Count 1", b"/Count 2000000000"))
    _, entries = read_file(path)
    assert everything(entries) == "A goat climbs."


def test_too_many_words_are_refused(monkeypatch):
    monkeypatch.setattr(pdf_words, "MOST_CHARACTERS", 10)
    with pytest.raises(pdf_words.Failed, match="characters"):
        pdf_words.read(ONE_PAGE)
