"""What a newer edition changed in a wording, word by word."""

import time

from kb.site.wording import Piece, changed


def test_words_put_in_and_taken_out_are_told_in_their_place() -> None:
    told = changed("Sacrifice this artifact: Add one mana.", "Sacrifice this token: Add one red mana.")
    assert told == (
        Piece("same", "Sacrifice this"),
        Piece("old", "artifact:"),
        Piece("new", "token:"),
        Piece("same", "Add one"),
        Piece("new", "red"),
        Piece("same", "mana."),
    )


def test_other_line_breaks_are_no_change() -> None:
    assert changed("A wall\n\nstands.", "A wall stands.") == ()


def test_a_text_made_anew_is_no_mended_one() -> None:
    assert changed("Walls stand until noon.", "Goats may be paid with embers.") == ()


def test_endless_repetition_is_compared_in_no_time() -> None:
    started = time.perf_counter()
    changed("wall goat " * 700, "goat wall goat " * 480)
    changed("wall " * 5_000, "goat " * 5_000)
    assert time.perf_counter() - started < 5
