"""Whatever a text is, ingest gives sound entries: any text, and hostile ones of every shape."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ingest_reading import assert_sound, letters_of

from kb.entries import Source
from kb.ingest import read_text
from kb.ingest.clean import clean
from kb.ingest.document import Line, Text
from kb.ingest.entries import make
from kb.markup import escape, escape_keeping_emphasis, plain, render

LINES = """\
Glossary
Contents
Credits
Appendix A - Walls
Chapter 2
1. Moving
2.
7.2a
7.2. Climb
7.3 x
- a goat climbs the wall.
* b
• c
1) d
(2) e
a. f
Q. Why?
A. So.
Q: x
A: y
Example: z
Note: n
Climb X: it climbs.
**Bold.** text
*soft
a\tb
| c | d |
---|---
page 3
From the glossary of the Rules (June 7, 2024)
Harm  ends
Harm ☠ x
Range ⚡ y
\\ominus
$x$
See rule 7.2.
the line goes on and on until it has been broken at its end by a hand that wished it so
{?}
<script>
Walls . . .
....... 12
ends here.
../../etc
[[rule:x]]
"""
PIECES = [*LINES.splitlines(), "", "", "", "\u200b", "\ufffd", "\x00", "\ue100"]
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=40), max_size=40).map("\n".join)


def ingest_words(words):
    lines = tuple(Line(number, line, line) for number, line in enumerate(re.split("\r\n|\n|\r", words), 1))
    source = Source(game="game", name="text", title="", edition=None, file="game/text.txt")
    reading = read_text(clean(Text(file="game/text.txt", lines=lines)), source)
    return reading, make([reading]).entries


@settings(max_examples=400, deadline=None)
@given(texts)
def test_any_text_gives_sound_entries(words):
    assert_sound(*ingest_words(words))


@settings(max_examples=200, deadline=None)
@given(texts)
def test_no_letter_is_lost(words):
    """Every letter and digit of the source is in an entry, a mark of one, or what was left out."""
    reading, entries = ingest_words(re.sub(r"[\\☠⚡$\ufffd{}\x00-\x08\ue100]|[^\x00-\uffff]", "", words))
    kept = " ".join(f"{entry.number or ''} {entry.title or ''} {entry.text}" for entry in entries)
    left = " ".join(each.text for each in reading.left_out)
    marks = " ".join(stretch.mark for stretch in reading.stretches)
    for stretch in reading.stretches:
        for word in stretch.text.split():
            assert letters_of(re.sub(r"\{[^}]*\}", "", word)) in letters_of(f"{kept} {marks} {left}")


HOSTILE = {
    "a million brackets": "[" * 1_000_000,
    "a million asterisks": "*a" * 500_000,
    "one line of five megabytes": "Push the rabbit. " * 300_000,
    "spaces that grow": "\n".join(" " * indent + "- a" for indent in range(1500)),
    "the same bullet": "\n".join(["- a goat climbs the wall again."] * 20_000),
    "the same heading": "\n\n".join(["Setup Phase"] * 10_000),
    "questions without answers": "\n".join(["Q. why?"] * 20_000),
    "one paragraph of wrapped lines": "\n".join(["the quick brown fox jumps over the lazy dog and"] * 20_000),
    "icons": "Harm ☠ x Range ⚡ y Harm  z Range  w " * 10_000,
    "open notes": "(Entry " * 50_000,
    "attributions": "From the " * 50_000 + "(abcd)",
    "tabs and strokes": "\t|" * 100_000,
    "glossaries": "Glossary\n\nA\nb.\n\n" * 3000,
    "backslashes": "\\" * 500_000,
    "dollars": "$" * 500_000,
}


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_end_in_sound_entries(words):
    assert_sound(*ingest_words(words))


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="ab *_-+#>|`[](){}<>&1.)\\!~=:$\n", max_size=60))
def test_escaped_text_reads_back_as_it_was(words):
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", words)]
    words = "\n\n".join(part for part in paragraphs if part)
    assert plain(escape(words)) == words


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=80))
def test_no_text_brings_markup_of_its_own(words):
    html = render(escape_keeping_emphasis(words))
    tags = set(re.findall(r"</?([a-z0-9]+)", html))
    assert tags <= {"p", "em", "strong", "br", "span", "ul", "ol", "li", "blockquote"}
    assert not re.search(r"<[^>]*(?:href|src|on[a-z]+)=", html)
