"""The site's own words: each is in every translation, and pages speak the language of their texts."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from small_entries import entry
from small_sites import EDITION, every_kind, revision, write_site

from kb import shipped
from kb.cite.judging import VERDICTS
from kb.entries import Game, Source
from kb.errors import BuildError
from kb.ledger import STATUSES
from kb.site import programs, translating
from kb.site.pages import WHY
from kb.site.past import BECAME
from kb.site.phrases import KIND_LABELS, MONTHS
from kb.site.words import month, words_in

TEMPLATES = shipped.templates()
PAGES = r'_\("((?:[^"\\]|\\.)*)"'
SCRIPTS = r"\bsay\('((?:[^'\\]|\\.)*)'"
FILES = sorted((TEMPLATES / "words").glob("*.toml"))


def said(pattern: str, glob: str) -> set[str]:
    found = {one for file in TEMPLATES.glob(glob) for one in re.findall(pattern, file.read_text("utf-8"))}
    return {one.replace("\\'", "'") for one in found}


def of_pages() -> set[str]:
    """What templates say, and what they are told to say by views."""
    kinds = {
        name for one, many in KIND_LABELS.values() for name in (one, one.lower(), many, many.capitalize())
    }
    of_views = {
        *WHY.values(),
        *BECAME.values(),
        *STATUSES,
        *map(month, MONTHS),
        *dict(programs.FIELDS).values(),
        *dict(programs.FILES).values(),
        "1,000",
        ", ",
        "All numbers",
        "nothing changed",
        "Step {0}",
        "{0} in {1}",
        "Table",
        "A value was lost in this text",
        "line {0}",
        "lines {0}",
    }
    return said(PAGES, "*.j2") | kinds | of_views


def of_posts() -> set[str]:
    """What the scripts of the page for posts say besides, and what they are told to say by those that judge posts."""
    judging = "\n".join(map(translating.script, translating.FROM_PYTHON))
    literal = said(SCRIPTS, "js/post/*.js") | {
        json.loads(one) for one in re.findall(r'\bsay\(("[^"]*")', judging)
    }
    told = {*re.findall(r'\breason = "([^"]+)"', judging), *VERDICTS, "found"} - {"cited"}
    return (literal | told) - said(SCRIPTS, "js/*.js")


def test_templates_and_scripts_say_nothing_beside_the_words() -> None:
    """What a reader sees or hears of a template comes from the words; so does what a script writes on a page."""
    of_code = r"<(code|kbd|svg)\b.*?</\1>|\{#.*?#\}|\{% block also %\}[^\n]*|\{%.*?%\}"
    of_words = r"\{\{.*?\}\}"
    heard = r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"'
    found = []
    for file in sorted(TEMPLATES.glob("*.j2")):
        text = re.sub(of_words, "", re.sub(of_code, "", file.read_text("utf-8"), flags=re.DOTALL))
        shown = re.sub(r'<(?:"[^"]*"|[^">])*>', "|", text).split("|") + re.findall(heard, text)
        found += [(file.name, one.strip()) for one in shown if re.search("[A-Za-z]{3}", one)]
    written = (
        r"\b(?:textContent|ariaLabel|title|placeholder|alt)(?: =|:) [`'\"]([^`'\"$]*[A-Za-z]{3}[^`'\"]*)"
    )
    for file in sorted(TEMPLATES.glob("js/**/*.js")):
        found += [(file.name, one) for one in re.findall(written, file.read_text("utf-8"))]
    assert not found


@pytest.mark.parametrize("language", ["he", "ar"])
def test_pages_of_a_text_without_latin_letters_have_hardly_any(tmp_path: Path, language: str) -> None:
    """All that is English on them would be the site's own: but for names of files and of the site there is none."""
    games = (Game(slug="hearthmoor", title="משחק", language=language),)
    entries = [
        entry("1", "חמישה", title="כללי", edition=EDITION),
        entry("term", "שלוש.", kind="term", number=None, title="איש", edition=EDITION),
        entry("why", "ארבע.", kind="faq", number=None, title="למה?", edition=EDITION),
    ]
    sources = (Source(game="hearthmoor", name="rules", title="ספר", edition=EDITION, file="rules.txt"),)
    built = write_site(tmp_path, entries, games=games, sources=sources, title="אתר")
    code = r"<(script|style|code|kbd)\b.*?</\1>"
    address = r"\S*[/@]\S*"
    fields = {word for meaning in dict(programs.FIELDS).values() for word in re.findall("[a-z]+", meaning)}
    files = {word for file in dict(programs.FILES) for word in re.findall("[a-z]+", file)}
    names = {
        "link": {"Leap"},
        "data": {"JSON", "Atom", "SQLite", "schema", "org", *fields, *files},
        "problems": {"See", "rule"},  # of the text itself
    }
    told = {}
    for page in built.rglob("*.html"):
        html = re.sub(code, "", page.read_text("utf-8"), flags=re.DOTALL)
        html = re.sub(r' lang="en" dir="ltr">[^<]*', ">", html)
        heard = re.findall(r'\b(?:aria-label|title|placeholder|alt|og:description" content)="([^"]*)"', html)
        words = re.findall(
            "[A-Za-z]{3,}", re.sub(address, "", " ".join([*heard, re.sub(r"<[^>]*>", " ", html)]))
        )
        known = {"JavaScript", "https"} | names.get(page.parent.name, set())
        told[page.relative_to(built).as_posix()] = {*words} - known
    assert len(told) > len(entries)
    assert {path: words for path, words in told.items() if words} == {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_has_every_word_and_no_other(file: Path) -> None:
    held = tomllib.loads(file.read_text("utf-8"))
    assert set(held["pages"]) == of_pages()
    assert set(held["scripts"]) == said(SCRIPTS, "js/*.js")
    assert set(held["post"]) == of_posts()
    assert set(held) == {"pages", "scripts", "post"}
    for text, translated in chain(*(words.items() for words in held.values())):
        assert translated.strip()
        assert set(re.findall(r"\{\d\}", translated)) == set(re.findall(r"\{\d\}", text)), text


def test_no_french_line_begins_with_a_sign() -> None:
    """French puts a blank before some signs and within its quotation marks: one at which no line may break."""
    held = tomllib.loads((TEMPLATES / "words/fr.toml").read_text("utf-8"))
    said = [one for words in held.values() for one in words.values()]
    assert any("\N{NO-BREAK SPACE}:" in one for one in said)
    assert [one for one in said if re.search(r" [?!;:»]|« ", one)] == []


def test_translations_are_there() -> None:
    assert {"ar", "de", "fr", "he"} <= {file.stem for file in FILES}


@pytest.mark.parametrize(
    ("language", "lang", "search", "kind"),
    [("de-CH", "de", "Regeln durchsuchen", "Begriff"), ("fr", "fr", "Chercher dans les règles", "Terme")],
)
def test_pages_speak_the_language_of_their_texts(
    tmp_path: Path, language: str, lang: str, search: str, kind: str
) -> None:
    games = tuple(
        Game(slug=slug, title=slug.capitalize(), language=language) for slug in ("hearthmoor", "fen")
    )
    built = write_site(tmp_path, *every_kind(), games=games)
    page = (built / "hearthmoor/figure/index.html").read_text("utf-8")
    assert f'<html lang="{lang}">' in page
    assert f">{kind}</p>" in page
    assert f'<h1 lang="{language}">Figure</h1>' in page
    assert 'class="words"' in page
    home = (built / "index.html").read_text("utf-8")
    assert f'<html lang="{lang}">' in home and search in home
    assert f'<html lang="{lang}">' in (built / "data/index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "day", "status", "arrow"),
    [("de", "1. März 2025", "geändert", "→"), ("he", "1 במרץ 2025", "השתנו", "←")],
)
def test_days_and_changes_are_told_in_the_language_of_the_pages(
    tmp_path: Path, language: str, day: str, status: str, arrow: str
) -> None:
    past = (
        revision("7.2", "2021", "Draw two cards.", fate="edited"),
        revision("7.2", EDITION, "Draw a card."),
    )
    games = tuple(Game(slug=slug, title=slug, language=language) for slug in ("hearthmoor", "fen"))
    built = write_site(tmp_path, *every_kind(), games=games, revisions=past)
    pair = f"hearthmoor/all/changes/rules/2021-to-{EDITION}"
    pages = {
        path: (built / path / "index.html").read_text("utf-8").partition("<body")[2]
        for path in ("", "hearthmoor", "hearthmoor/7.2", "hearthmoor/all/changes", pair, "search")
    }
    for path, page in pages.items():
        assert day in page and "1 Mar 2025" not in page, path
    counts = f"1\N{NO-BREAK SPACE}{status}"
    assert counts in pages["hearthmoor/all/changes"] and counts in pages[""]
    assert f'<span class="diff-status">{status}</span>' in pages[pair]
    assert {*re.findall("[→←]", pages[pair])} == {arrow}


def test_games_of_several_languages_share_english_pages(tmp_path: Path) -> None:
    games = (
        Game(slug="hearthmoor", title="Moor", language="de"),
        Game(slug="fen", title="Fen", language="fr"),
    )
    built = write_site(tmp_path, *every_kind(), games=games)
    assert '<html lang="en">' in (built / "index.html").read_text("utf-8")
    assert '<html lang="fr">' in (built / "fen/can-i-push-twice/index.html").read_text("utf-8")
    english = (built / "search/index.html").read_text("utf-8")
    assert 'class="words"' not in english


@pytest.mark.parametrize(("language", "lang"), [("he", "he"), ("ar-EG", "ar")])
def test_where_the_site_speaks_hebrew_or_arabic_all_of_a_page_is_mirrored(
    tmp_path: Path, language: str, lang: str
) -> None:
    games = (Game(slug="hearthmoor", title="Moor", language=language),)
    built = write_site(tmp_path, [entry("1", "חמישה", title="כללי")], games=games)
    for path in ("index.html", "search/index.html", "hearthmoor/1/index.html", "link/index.html"):
        assert f'<html lang="{lang}" dir="rtl">' in (built / path).read_text("utf-8"), path


def test_only_the_page_for_posts_brings_their_words(tmp_path: Path) -> None:
    games = (Game(slug="hearthmoor", title="Moor", language="de"),)
    built = write_site(tmp_path, [entry("1", "Eine Figur.", title="Figur")], games=games)
    held = tomllib.loads((TEMPLATES / "words/de.toml").read_text("utf-8"))
    for path, wanted in (("hearthmoor/1", held["scripts"]), ("link", held["scripts"] | held["post"])):
        page = (built / path / "index.html").read_text("utf-8")
        (told,) = re.findall(r'<script type="application/json" class="words">(.*?)</script>', page)
        assert json.loads(told) == wanted, path


def test_numbers_are_written_as_the_language_writes_them() -> None:
    counts = "1,200\N{NO-BREAK SPACE}rules, 3\N{NO-BREAK SPACE}terms"
    assert words_in(TEMPLATES, "de").kinds(counts).startswith("1.200\N{NO-BREAK SPACE}Regeln, 3")
    assert words_in(TEMPLATES, "fr").digits(1_234_567) == "1\u202f234\u202f567"
    assert words_in(TEMPLATES, "").digits(1_234_567) == "1,234,567"


def test_what_has_no_name_is_called_in_the_language_of_the_pages(tmp_path: Path) -> None:
    games = tuple(Game(slug=slug, title=slug, language="de") for slug in ("hearthmoor", "fen"))
    entries, references = every_kind()
    built = write_site(tmp_path, entries, references, games=games)
    pages = {
        path: (built / path / "index.html").read_text("utf-8")
        for path in (
            "fen/can-i-push-twice",
            "fen/turn-step-1",
            "hearthmoor/7.2",
            "hearthmoor/7.2a",
            "hearthmoor/7",
        )
    }
    assert (
        ">Schritt 1</" in pages["fen/can-i-push-twice"] and "<title>Schritt 1 · " in pages["fen/turn-step-1"]
    )
    assert ">Beispiel in Grappling</a>" in pages["hearthmoor/7.2"]
    assert 'title="Hier ging im Text ein Wert verloren"' in pages["hearthmoor/7.2a"]
    assert 'aria-label="Tabelle"><table>' in pages["hearthmoor/7"]
    english = words_in(TEMPLATES, "")
    held = '<span title="A value was lost in this text">'
    assert (english.names("Step 1 · Fen"), english.in_bodies(held)) == ("Step 1 · Fen", held)
    assert words_in(TEMPLATES, "de").names("Step by <step>") == "Step by <step>"


def test_findings_stay_english_between_translated_words(tmp_path: Path) -> None:
    games = (Game(slug="hearthmoor", title="Moor", language="ar"),)
    built = write_site(tmp_path, [entry("1", "خمسة", title="عام")], games=games)
    page = (built / "hearthmoor/all/problems/index.html").read_text("utf-8")
    assert '<span lang="en" dir="ltr">rule 7.2a refers to rule 9.9' in page
    assert words_in(TEMPLATES, "ar").say("line {0}", 3) in page


def test_a_text_in_another_language_is_read_between_english_words(tmp_path: Path) -> None:
    games = (Game(slug="hearthmoor", title="Moor", language="fa"),)
    built = write_site(tmp_path, [entry("1", "پنج", title="کلی")], games=games)
    page = (built / "hearthmoor/1/index.html").read_text("utf-8")
    assert '<html lang="en">' in page and '<h1 dir="rtl" lang="fa">' in page


def test_a_broken_translation_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "xx.toml").write_text("[pages\n")
    with pytest.raises(BuildError, match=r"xx\.toml") as raised:
        words_in(tmp_path, "xx")
    assert "\n" not in str(raised.value)


def test_what_is_said_cannot_leave_its_place() -> None:
    assert "<" not in words_in(TEMPLATES, "de").for_scripts()
    assert words_in(TEMPLATES, "de").say("Search {0}", "<b>") == "&lt;b&gt; durchsuchen"
    assert words_in(TEMPLATES, "").kinds("1,200\N{NO-BREAK SPACE}rules") == "1,200\N{NO-BREAK SPACE}rules"
    assert words_in(TEMPLATES, "de").kinds("2\N{NO-BREAK SPACE}terms") == "2\N{NO-BREAK SPACE}Begriffe"
