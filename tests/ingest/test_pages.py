"""What pages add is left out, and what they part is whole again: page by page text, and PDFs."""

from __future__ import annotations

import pytest
from ingest_reading import read_file

from kb.errors import ReadError


def pdf_of(pages, size=11):
    """A PDF with these lines on its pages, each `(distance from the top, words)` or `(distance, words, size)`."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for page in pages:
        shown = []
        for top, words, *own in page:
            safe = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            shown.append(f"BT /F1 {own[0] if own else size} Tf 72 {800 - top} Td ({safe}) Tj ET")
        stream = "\n".join(shown).encode("latin-1")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids),
        b" ".join(b"%d 0 R" % kid for kid in kids),
    )
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(made))
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end


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


def test_a_running_line_gives_its_part_the_label_that_the_heading_lacks(tmp_path):
    pages = [
        f"{title}\n1.{page}. A goat may climb the wall.\n"
        f"Rules of Hearthmoor | Law {page} | {' '.join(title.split())} {page}"
        for page, title in enumerate(("The Goat", "The Wall and\nthe Yard", "The Herder", "The End"), 1)
    ]
    reading, entries = read_bytes(tmp_path, "laws.txt", "\f".join(pages))
    titles = ["Law 1 – The Goat", "Law 2 – The Wall and the Yard", "Law 3 – The Herder", "Law 4 – The End"]
    assert [entry.title for entry in entries if entry.kind == "section"] == titles
    assert reading.source.accounted == reading.source.characters
