"""Icons of a game: told in `game.toml`, drawn in pages and results, and never more than a drawing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_entries import entry

from kb import building
from kb.entries import Icon
from kb.errors import CorpusError
from kb.site import check
from kb.site.bodies import body_parts, drawn_icons
from kb.sources import read_game, read_settings

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{}</svg>'
CIRCLE = SVG.format('<circle cx="4" cy="4" r="3"/>')
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'


def game(folder: Path, icons: str, pictures: dict[str, str | bytes], text: str = "1. Pay {Ember}.\n") -> Path:
    moor = folder / "moor"
    moor.mkdir()
    for name, picture in pictures.items():
        content = picture if isinstance(picture, bytes) else picture.encode()
        (moor / name).write_bytes(content)
    (moor / "rules.txt").write_text(text)
    rows = '[[sources]]\nfile = "rules.txt"\nlicence = "CC0"\n'
    (moor / "game.toml").write_text(f'title = "Moor"\n[icons]\n{icons}\n{rows}')
    return folder


def test_pictures_and_signs_are_read(tmp_path: Path) -> None:
    told = 'Ember = "ember.svg"\n"2/U" = "two.png"\nfire = "🔥"'
    corpus = read_game(read_settings(game(tmp_path, told, {"ember.svg": CIRCLE, "two.png": PNG})), "moor")
    assert not corpus.problems
    assert corpus.icons == (
        Icon(game="moor", name="Ember", picture=CIRCLE.encode()),
        Icon(game="moor", name="2/U", picture=PNG),
        Icon(game="moor", name="fire", sign="🔥"),
    )
    assert [one.suffix for one in corpus.icons[:2]] == [".svg", ".png"]


@pytest.mark.parametrize(
    "inside",
    [
        '<style>.a{fill:red}</style><path class="a" d="M0 0h8v8z"/>',
        '<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient></defs>'
        '<rect width="8" height="8" fill="url(#g)"/>',
        f'<linearGradient {XLINK} id="a" x:href="#b"/>',
        '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'r:resource="http://purl.org/dc/dcmitype/StillImage"/></metadata>',
        '<!-- drawn by hand --><g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:file="C:\\a"/>',
    ],
)
def test_what_draws_is_taken(tmp_path: Path, inside: str) -> None:
    corpus = game(
        tmp_path, 'ember = "ember.svg"', {"ember.svg": f'<?xml version="1.0"?>{SVG.format(inside)}'}
    )
    assert read_game(read_settings(corpus), "moor").icons


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (SVG.format("<script>alert(1)</script>"), "has <script>"),
        (SVG.format('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), "has <script>"),
        (SVG.format('<circle onload="alert(1)"/>'), "has onload="),
        (SVG.format("<foreignObject/>"), "has <foreignObject>"),
        (SVG.format('<image href="https://example.org/a.png"/>'), "has <image>"),
        (SVG.format(f'<g {XLINK} x:href="https://example.org/"/>'), "has href="),
        (SVG.format('<rect fill="url(https://example.org/a.svg#b)"/>'), "has fill="),
        (SVG.format("<rect style=\"fill:URL( 'https://example.org' )\"/>"), "has style="),
        (SVG.format('<rect style="fill:u\\72l(a)"/>'), "has style="),
        (SVG.format("<style>@import 'a.css';</style>"), "style that leads out"),
        (SVG.format('<rect xml:base="https://example.org/"/>'), "has base="),
        (SVG.format('<animate attributeName="href" to="#a"/>'), "has <animate>"),
        (SVG.format('<use href="#a"/>'), "has <use>"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{CIRCLE}', "has '<!DOCTYPE"),
        (f'<?xml-stylesheet href="https://example.org/a.css"?>{CIRCLE}', "has '<?xml-stylesheet"),
        (CIRCLE.encode("utf-16"), "neither a PNG nor an SVG in UTF-8"),
        (CIRCLE[:-4], "neither a PNG nor a whole SVG"),
        ("<svg/>", "is no SVG"),
        (SVG.format("<g/>" * 9_000), "are allowed"),
    ],
)
def test_what_does_more_than_draw_is_one_clear_line(tmp_path: Path, picture: str | bytes, said: str) -> None:
    corpus = game(tmp_path, 'ember = "ember.svg"', {"ember.svg": picture})
    with pytest.raises(CorpusError, match=r"ember\.svg") as raised:
        read_game(read_settings(corpus), "moor")
    assert said in str(raised.value) and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("icons", "said"),
    [
        ('ember = "gone.svg"', "is not there"),
        ('ember = "../kb.toml"', "outside the game's folder"),
        ("ember = 3", "gives each a picture or a sign"),
        ('"two words" = "♞"', "no name as texts write it"),
        ('T = "♞"\nt = "♘"', "said twice"),
    ],
)
def test_what_names_no_picture_is_one_clear_line(tmp_path: Path, icons: str, said: str) -> None:
    with pytest.raises(CorpusError, match=said) as raised:
        read_game(read_settings(game(tmp_path, icons, {})), "moor")
    assert "\n" not in str(raised.value)


def test_an_icon_without_a_picture_stays_a_word() -> None:
    known = [Icon(game="moor", name="Ember", picture=b"<svg/>"), Icon(game="moor", name="<b>", sign="<")]
    drawn = drawn_icons(known, lambda icon: "../ember.svg")
    one = entry("7.2", "{ember} {leap} {<b>}", markdown="{ember} {leap} {\\<b\\>}")
    (html,) = body_parts(one, [], {}.get, drawn=drawn)
    assert html == (
        '<p><img class="icon" src="../ember.svg" alt="Ember" title="Ember"> <span class="icon">leap</span> '
        '<span class="icon" data-sign="&lt;" title="&lt;b&gt;">&lt;b&gt;</span></p>'
    )


def test_an_icon_that_a_text_prints_is_drawn_too() -> None:
    drawn = drawn_icons([Icon(game="moor", name="harm", picture=b"<svg/>")], lambda icon: "h.svg")
    one = entry("7.2", "Harm ☠.", markdown="Harm ☠\u2060{harm}.")
    (html,) = body_parts(one, [], {}.get, drawn=drawn)
    assert html == '<p>Harm <img class="icon" src="h.svg" alt="harm" title="harm">.</p>'


def test_a_site_holds_its_pictures_for_pages_results_and_devices(tmp_path: Path) -> None:
    corpus = game(tmp_path, 'ember = "ember.svg"', {"ember.svg": CIRCLE})
    folder = tmp_path / "build"
    tell = [].append
    building.write_game(
        read_settings(corpus), "moor", folder, before=tmp_path / "none", quick=True, tell=tell
    )
    site = folder / "site"
    (picture,) = (site / "moor" / "all" / "icons").iterdir()
    assert picture.read_text() == CIRCLE
    page = (site / "moor" / "1" / "index.html").read_text()
    assert f'src="../../moor/all/icons/{picture.name}" alt="ember"' in page.replace("Ember", "ember")
    assert not [one for one in check.check(site) if "icons" in one.message]
    (held,) = (site / "moor" / "all").glob("offline-*.json")
    assert f"moor/all/icons/{picture.name}" in json.loads(held.read_bytes())["files"]
