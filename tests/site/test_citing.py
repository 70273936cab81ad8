"""The site's copy buttons write exactly what `kb cite` prints, for every place and whatever a text holds."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from small_entries import entry
from small_sites import every_kind, write_site

from kb import builds
from kb.cite import PLACES, Rules, cite

SCRIPT = Path(__file__).parents[1] / "js" / "cite_records.mjs"
TEXTS = (
    "Plain words.",
    "*stars* _lines_ `ticks` [brackets](x) <b>tags</b> ~~gone~~ a|b \\ & \"both\" 'kinds'",
    "# head\n> quote\n- item\n+ item\n1. one\n22) two\n   = three\n\ntext",
    '[b]bold[/b] [url=x]y[/url] [*] [1] [quote="me"]',
    "@everyone and @here, :smile: ||hidden||",
    "{leap} and {?}",
    "שלום ‮ 𝕄 👩‍👧 é",
    "word " * 3_000,
    "x" * 12_000,
    "👩‍👧 " * 1_200,
)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cited")
    strange = [
        entry(f"strange-{number}", text, title=text[:40].strip(), number=f"9.{number}", game="fen")
        for number, text in enumerate(TEXTS)
    ]
    strange[1] = replace(strange[1], location=replace(strange[1].location, page="iv"))
    nameless = [entry(f"nameless-{number}", text, game="fen") for number, text in enumerate(TEXTS)]
    entries, references = every_kind()
    write_site(folder, [*entries, *strange, *nameless], references)
    builds.mark(folder, "0")
    return folder


def test_the_site_writes_what_the_terminal_prints(build: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on the PATH")
    with Rules(build) as rules:
        wanted = [
            (held, place, is_quoted, cite(rules, [held], to=place, quote=is_quoted))
            for held in rules.store.entries()
            for place in PLACES
            for is_quoted in (False, True)
        ]
    asked = [
        (json.loads((build / "site" / held.url / "entry.json").read_text("utf-8")), place, is_quoted)
        for held, place, is_quoted, _ in wanted
    ]
    told = subprocess.run([node, SCRIPT], input=json.dumps(asked).encode(), capture_output=True, check=True)
    written = json.loads(told.stdout)
    assert len(written) == len(wanted) > 400
    for (held, place, is_quoted, expected), found in zip(wanted, written, strict=True):
        assert found == expected, (held.id, place, is_quoted)
