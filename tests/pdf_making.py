"""Makes small PDFs for tests: words at places, in sizes and weights, turned, in columns that wrap as a printer's do."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

FONTS = ("Courier", "Courier-Bold", "Helvetica", "ABCDEF+ZapfDingbatsITC")

WIDE = 0.6
"""Width of every Courier letter, in letter sizes."""


@dataclass
class Page:
    """What is printed on a page of 595 by 842 points; heights are counted from the top."""

    shown: list[str] = field(default_factory=list)

    def put(self, left, top, words, size=10.0, bold=False, turned=False, font=None):
        """Print a row; `font` is one of FONTS, the first or in bold the second if none is told."""
        safe = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = f"0 1 -1 0 {left} {842 - top}" if turned else f"1 0 0 1 {left} {842 - top}"
        self.shown.append(
            f"BT /F{FONTS.index(font) + 1 if font else 2 if bold else 1} {size} Tf {place} Tm ({safe}) Tj ET"
        )

    def column(self, left, top, width, paragraphs, size=10.0, pitch=12.0):
        """Paragraphs below each other, wrapped to a width; returns where the next would begin.

        `# ` begins a heading, `## ` one in bold, `- ` an item.
        """
        for words in paragraphs:
            large, bold = words.startswith("# "), words.startswith("## ")
            height = 16.0 if large else size
            plain = words.removeprefix("## ").removeprefix("# ")
            hang = 2 if plain.startswith("• ") else 0
            lines = textwrap.wrap(
                plain, int(width / (WIDE * height)), subsequent_indent=" " * hang, break_on_hyphens=True
            )
            for line in lines:
                self.put(
                    left + WIDE * height * (len(line) - len(line.lstrip())), top, line.lstrip(), height, bold
                )
                top += pitch * height / size
            top += pitch * 0.7
        return top


def pdf_of(pages, extra=b""):
    """The bytes of a PDF with these pages; `extra` goes into every page's object (`/Rotate 90`)."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        *(
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name.encode()
            for name in FONTS
        ),
    ]
    fonts = b" ".join(b"/F%d %d 0 R" % (number, number + 2) for number in range(1, len(FONTS) + 1))
    kids = []
    for page in pages:
        stream = "\n".join(page.shown).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R %s "
            b"/Resources << /Font << %s >> >> >>" % (len(objects), extra, fonts)
        )
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids),
        b" ".join(b"%d 0 R" % kid for kid in kids),
    )
    return bound(objects)


def bound(objects, trailer=b""):
    """A PDF file of these objects, the first of them its root."""
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1,
        trailer,
        len(made),
    )
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end
