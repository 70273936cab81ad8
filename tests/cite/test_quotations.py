"""What a post quotes: words set apart with an icon, a quotation or a rule's own marks in them."""

from __future__ import annotations

import pytest

from kb.cite.quotations import quotations
from kb.cite.shield import FILLER, as_read

COST = "Whenever this figure is hit, it is moved unless its owner pays [cost]."
MARKED = 'A figure that says "I am ready to go on" once more when it is hit may be moved again by any player.'


def _quoted(post: str, place: str) -> list[str]:
    return [one.text.replace(FILLER, "") for one in quotations(post, as_read(post, place), place)]


@pytest.mark.parametrize(
    ("post", "place", "quoted"),
    [
        (f"9.2: [i]{COST}[/i] That is all.", "bbcode", [COST]),
        ("9.2: [i]Whenever this figure is [b]hit[/b], it is moved by its owner.[/i]", "bbcode", []),
        (f"9.2: [i]{MARKED}[/i]", "bbcode", [MARKED]),
        (f"9.2: *{MARKED}*", "markdown", [MARKED]),
        (
            '*He said that the rules say "no figure may be moved again by any player", so there.*',
            "markdown",
            1,
        ),
        (
            "<p>&#187;no figure may be moved by any player&#171; &#xAB;no figure may rest by night&#xBB;</p>",
            "html",
            2,
        ),
        ("‚no figure may be moved by its owner’s hand‘, and ‚none by night, ever’", "markdown", 2),
        ('„no figure may be moved by any player", and „none by night"', "markdown", 1),
    ],
)
def test_what_is_quoted(post: str, place: str, quoted: list[str] | int) -> None:
    found = _quoted(post, place)
    if isinstance(quoted, int):
        assert len(found) == quoted
        assert found[0].startswith("no figure")
    else:
        assert found == quoted


def test_each_of_many_words_set_apart_is_found() -> None:
    post = " ".join(f"*{MARKED}* “words of some other rule, number {number}”" for number in range(2_000))
    assert len(_quoted(post, "markdown")) == 4_000
