"""The check finds what is wrong with a written page, and nothing in a sound one."""

from pathlib import Path

import pytest

from kb.site.check import check

PAGE = '<!doctype html><link rel="canonical" href="https://rules.example/a/"><h1 id="top">A</h1>'


def site(folder: Path, home: str) -> Path:
    (folder / "a").mkdir()
    (folder / "a" / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "site.css").write_text("p {}", encoding="utf-8")
    (folder / "index.html").write_text(home, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "home",
    [
        '<a href="a/index.html">a</a>',
        '<a href="a/index.html#top">a</a>',
        '<p id="x"></p><a href="#x">x</a>',
        '<a href="/a/index.html">from the host</a>',
        '<link rel="stylesheet" href="site.css">',
        '<script src="site.css"></script>',
        '<form action="a/index.html"></form>',
        '<a href="https://publisher.example/">out</a>',
        'text that says href="nowhere" and &lt;a href="nowhere">',
    ],
)
def test_a_sound_page_has_no_findings(tmp_path: Path, home: str) -> None:
    assert check(site(tmp_path, home)) == []


@pytest.mark.parametrize(
    ("home", "said"),
    [
        ('<a href="b/index.html">b</a>', "no such file"),
        ('<a href="a/">a folder does not open from a disk</a>', "no such file"),
        ('<a href="a/index.html#low">a</a>', "no such place"),
        ('<a href="#low">low</a>', "no such place"),
        ('<a href="../secret.html">up</a>', "out of the site's folder"),
        ('<a href="%2e%2e/secret.html">up</a>', "out of the site's folder"),
        ('<img src="https://tracker.example/x.gif">', "leads out of the site"),
        ('<script src="//cdn.example/x.js"></script>', "leads out of the site"),
        ('<link rel="stylesheet" href="https://cdn.example/x.css">', "leads out of the site"),
        ('<form action="https://elsewhere.example/"></form>', "leads out of the site"),
        ('<a href="javascript:alert(1)">x</a>', "leads out of the site"),
        ("<script>alert(1)</script>", "inside the page"),
        ("<style>p {}</style>", "inside the page"),
        ('<p style="color: red">', "inside the page"),
        ('<p onclick="alert(1)">', "inside the page"),
        ('<p id="x"></p><p id="x"></p>', "the id 'x'"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, home: str, said: str) -> None:
    (finding,) = check(site(tmp_path, home))
    assert finding.page == "index.html"
    assert said in finding.message


def test_links_from_the_host_know_where_the_site_stands(tmp_path: Path) -> None:
    folder = site(tmp_path, '<a href="/moor/a/index.html">a</a>')
    assert check(folder, "/moor/") == []
    assert len(check(folder)) == 1
