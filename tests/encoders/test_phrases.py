"""Training phrases are drawn from many kinds of files, the same ones every time."""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path

import pytest

from kb.encoders import tabletop
from kb.encoders.phrases import Phrases, read_paragraphs

ENGLISH = "The goblin may climb over a wall if it has not moved in this turn."


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("guide.txt", f"{ENGLISH}\n\nint main() {{ return 0; }}\n"),
        ("fortunes", f"{ENGLISH}\n%\n12 34 56 78 90\n"),
        (
            "help.docbook",
            f"<para>The goblin may <b>climb</b> {ENGLISH[21:]}</para><title>Der Zug beginnt jetzt</title>",
        ),
        ("units.ruleset", f'helptext = _("{ENGLISH}")\nname = _("Goblin")\n'),
        ("unit.cfg", f'description= _ "{ENGLISH}"\n'),
    ],
)
def test_running_english_is_found(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert list(read_paragraphs(tmp_path)) == [ENGLISH]


def test_packed_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "guide.txt.gz").write_bytes(gzip.compress(ENGLISH.encode()))
    assert list(read_paragraphs(tmp_path)) == [ENGLISH]


def test_a_meaning_gives_its_words_its_gloss_and_its_examples(tmp_path: Path) -> None:
    line = '00008299 29 v 02 wink 1 blink_away 0 003 @ 00992059 v 0000 | signal by winking; "She winked at him"  \n'
    (tmp_path / "data.verb").write_text(line, encoding="utf-8")
    assert list(read_paragraphs(tmp_path)) == [
        "wink, blink away",
        "wink. signal by winking",
        "signal by winking",
        "She winked at him",
    ]


def test_the_same_seed_draws_the_same_phrases() -> None:
    first, again = (
        Phrases([[ENGLISH]], ["wall", "goblin", "die", "turn", "hex"], seed=3).make(200) for _ in range(2)
    )
    assert first == again
    assert {"wall", "goblin"} < set(first)
    assert len(set(first)) == len(first) > 100


@pytest.mark.parametrize("kind", ["answer", "question"])
def test_every_slot_of_a_mould_is_filled(kind: str) -> None:
    dice = random.Random(1)
    cast = [tabletop.cast(kind, dice) for _ in range(2000)]
    assert not [text for text in cast if re.search(r"[{}|]", text)]
