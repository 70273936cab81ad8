"""The corpus folder's own files: what they say, what they may leave out, and their mistakes."""

from __future__ import annotations

import pytest

from kb.errors import CorpusError
from kb.sources import edition_key, read_corpus, read_settings, slugify


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "hearthmoor").mkdir()
    (tmp_path / "hearthmoor" / "rules.txt").write_text("1.1 A goat climbs.\n")
    return tmp_path


def write(corpus, toml, name="hearthmoor/game.toml"):
    (corpus / name).write_text(toml)
    return corpus


def test_a_row_needs_only_its_file(corpus):
    write(corpus, '[[sources]]\nfile = "rules.txt"\n')
    held = read_corpus(corpus)
    assert [(game.slug, game.title) for game in held.games] == [("hearthmoor", "Hearthmoor")]
    (source,) = held.sources
    assert (source.name, source.file, source.edition) == ("rules", "hearthmoor/rules.txt", None)
    assert len(source.sha256) == 64
    assert [problem.code for problem in held.problems] == ["missing-licence"]


def test_a_row_takes_what_it_lacks_from_its_game(corpus):
    write(
        corpus,
        'title = "Hearthmoor"\nlicence = "CC0"\npublisher = "P"\n[[sources]]\nfile = "rules.txt"\nlicence = "MIT"\n',
    )
    held = read_corpus(corpus)
    assert (held.sources[0].publisher, held.sources[0].licence) == ("P", "MIT")
    assert held.problems == ()


def test_only_the_newest_edition_is_current(corpus):
    rows = "".join(
        f'[[sources]]\nname = "r"\nlicence = "x"\nfile = "rules.txt"\nedition = "{e}"\n'
        for e in ("1.9", "1.10", "1.2")
    )
    write(corpus, rows)
    held = read_corpus(corpus)
    assert len(held.sources) == 3
    assert [source.edition for source in held.current()] == ["1.10"]


def test_editions_sort_as_people_mean_them():
    ordered = [None, "1.9", "1.10", "2016-09-30", "2024-11-08", "2026-01-16"]
    backwards = ordered[::-1]
    assert sorted(backwards, key=edition_key) == ordered


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("title = Hearthmoor\n", "game.toml"),
        ('[[sources]]\nfile = "gone.txt"\n', "'gone.txt' is not there"),
        ('[[sources]]\nfile = "../../etc/passwd"\n', "outside the game's folder"),
        ('[[sources]]\nname = "x"\n', "has no file"),
        ('sources = "rules.txt"\n', r"one \[\[sources\]\] row each"),
        ('[[sources]]\nfile = "rules.txt"\n[[sources]]\nfile = "rules.txt"\n', "listed twice"),
        ('[[sources]]\nfile = "rules.txt"\nrecognisers = "glossary"\n', "list of names"),
    ],
)
def test_a_mistake_is_told_in_one_line(corpus, toml, said):
    write(corpus, toml)
    with pytest.raises(CorpusError, match=said) as refused:
        read_corpus(corpus)
    assert "\n" not in str(refused.value)


def test_a_changed_text_is_a_problem_and_stops_nobody(corpus):
    write(corpus, '[[sources]]\nfile = "rules.txt"\nlicence = "x"\nsha256 = "00"\n')
    found = read_corpus(corpus)
    assert [one.code for one in found.problems if one.file.endswith("game.toml")] == ["changed-text"]
    assert len(found.sources) == 1


def test_unknown_keys_unlisted_texts_and_bare_folders_are_problems(corpus):
    write(corpus, 'licence = "x"\ntitel = "H"\n[[sources]]\nfile = "rules.txt"\nediton = "2"\n')
    (corpus / "hearthmoor" / "faq.txt").write_text("Q. a?\nA. b.\n")
    (corpus / "other").mkdir()
    found = {(problem.code, problem.suggestion) for problem in read_corpus(corpus).problems}
    assert ("unknown-key", "did you mean 'title'?") in found
    assert ("unknown-key", "did you mean 'edition'?") in found
    assert {code for code, _ in found} == {"unknown-key", "unlisted-text", "no-game-toml"}


def test_a_folder_that_is_no_slug_is_refused(corpus):
    (corpus / "Bad Name").mkdir()
    (corpus / "Bad Name" / "game.toml").write_text("")
    with pytest.raises(CorpusError, match="slug"):
        read_corpus(corpus)


def test_a_missing_corpus_says_how_to_start(tmp_path):
    with pytest.raises(CorpusError, match="kb add"):
        read_corpus(tmp_path / "gone")


def test_slugs():
    assert slugify("Eve's Illusions (2nd) — Ünïted!") == "eves-illusions-2nd-united"
    assert slugify("日本語") == ""
    assert len(slugify("word " * 100)) <= 60


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("https://api.example.org", "https://api.example.org/"),
        ("https://rules.example.org:8443/api/", "https://rules.example.org:8443/api/"),
        ("http://[::1]:8001", "http://[::1]:8001/"),
        ("/api", "/api/"),
        ("", ""),
    ],
)
def test_a_service_that_answers_searches_is_named(said, meant, tmp_path):
    (tmp_path / "kb.toml").write_text(f'api = "{said}"\n')
    assert read_settings(tmp_path).api == meant


@pytest.mark.parametrize(
    "said",
    ["api.example.org", "ftp://a.example", "//a.example", "https://", "https://a b", "https://a;script-src *", "https://*",
     "https://me@a.example", "https://a.example\\nb", "/api?x", "7"],
)  # fmt: skip
def test_what_is_no_address_of_a_service_is_refused(said, tmp_path):
    (tmp_path / "kb.toml").write_text(f'api = "{said}"\n')
    with pytest.raises(CorpusError, match="api is the address of a `kb api`"):
        read_settings(tmp_path)
