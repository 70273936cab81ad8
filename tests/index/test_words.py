"""The word index: what Whoosh holds, that its scores are ours, and that nothing foreign is ever run."""

import base64
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from small_entries import entry, hearthmoor

from kb import index
from kb.analyse import stems
from kb.errors import BuildError
from kb.index.words import WordIndex
from kb.search.words import K1, B, WordScorer

SCORES = json.loads((Path(__file__).parents[1] / "cases" / "scores.json").read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path):
    index.write(tmp_path / "index", hearthmoor())
    return tmp_path / "index"


def opened(folder):
    return WordIndex(folder, index.read_manifest(folder).words)


def test_postings_name_the_entries_that_hold_a_stem(folder):
    ids = [each.id for each in hearthmoor()]
    with opened(folder) as words:
        numbers, counts = words.postings("grappl")
    # its own title twice, its text twice; below it the title of the parent, twice
    assert {ids[number]: count for number, count in zip(numbers, counts, strict=True)} == {
        "hearthmoor:7.2": 4.0,
        "hearthmoor:7.2a": 2.0,
        "hearthmoor:7.2b": 2.0,
    }


def test_an_unknown_stem_is_held_by_none(folder):
    with opened(folder) as words:
        assert [*words.postings("zzz")[0]] == []


def test_the_vocabulary_holds_plain_words(folder):
    with opened(folder) as words:
        vocabulary = words.vocabulary()
    assert vocabulary["grapple"] == 1
    assert vocabulary["grappled"] == 1
    assert vocabulary["leap"] == 2
    assert list(vocabulary) == sorted(vocabulary)


def whoosh_scores(folder, query):
    """What Whoosh's own searcher gives for a query, one stem or another, every entry."""
    from whoosh import scoring
    from whoosh.query import Or, Term
    from whoosh.searching import Searcher

    with opened(folder) as words:
        searcher = Searcher(words._reader, weighting=scoring.BM25F(B=B, K1=K1))
        found = searcher.search(Or([Term("stems", stem) for stem in dict.fromkeys(stems(query))]), limit=None)
        return {hit.docnum: hit.score for hit in found}


@pytest.mark.parametrize(
    "query", ["leap", "grappled creature", "push a creature into walls", "shield tokens"]
)
def test_scores_are_those_of_whooshs_own_searcher(folder, query):
    with opened(folder) as words:
        scores = WordScorer(words).score(stems(query)).scores
    ours = {number: score for number, score in enumerate(scores) if score}
    assert ours == pytest.approx(whoosh_scores(folder, query), rel=1e-9)


@pytest.mark.parametrize("case", SCORES["cases"], ids=lambda case: case["query"] or "nothing")
def test_scores_are_those_of_the_case_file(folder, case):
    with opened(folder) as words:
        found = WordScorer(words).score(stems(case["query"]))
    for name in ("scores", "coverage"):
        ours = {SCORES["ids"][n]: value for n, value in enumerate(getattr(found, name)) if value}
        assert ours == pytest.approx(case[name], abs=1e-8)


def test_the_browsers_files_are_those_of_the_case_file(folder):
    for name, file in (("dictionary", "words.bin"), ("postings", "postings.bin")):
        assert base64.b64encode((folder / file).read_bytes()).decode() == SCORES[name]


def test_lengths_are_rounded_as_whoosh_rounds_them(tmp_path):
    long = entry("long", " ".join(f"word{number}" for number in range(1000)))
    index.write(tmp_path / "index", [long, entry("short", "word")])
    with opened(tmp_path / "index") as words:
        assert [*words.lengths()] == words.stored_lengths()
        assert words.lengths()[0] != 1000


@pytest.mark.parametrize("entries", [[], [entry("empty")], [entry("a", "x" * 5000 + " é 規則")]])
def test_odd_entries_can_be_indexed(tmp_path, entries):
    index.write(tmp_path / "index", entries)
    with opened(tmp_path / "index") as words:
        assert words.count == len(entries)
        assert len(WordScorer(words).score(["x"]).scores) == len(entries)


class Bomb:
    """What a hostile index would hold: a pickle that runs something when read."""

    def __reduce__(self):
        return (Path.touch, (Path("bomb-went-off"),))


def test_a_forged_index_runs_nothing(folder, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    manifest = index.read_manifest(folder)
    (segment,) = (folder / "words").glob("*.seg")
    data = segment.read_bytes()
    bomb = pickle.dumps(Bomb(), 2)
    offset, length = int.from_bytes(data[:8], "big"), len(data)
    segment.write_bytes(data[:offset] + bomb + data[offset + len(bomb) :])
    assert segment.stat().st_size >= length
    with pytest.raises(BuildError, match="kb build"), WordIndex(folder, manifest.words) as words:
        words.postings("leap")
    assert not (tmp_path / "bomb-went-off").exists()


def test_an_index_without_our_marker_is_never_opened(tmp_path):
    (tmp_path / "index" / "words").mkdir(parents=True)
    with pytest.raises(BuildError, match="there is no search index here; run `kb build`"):
        index.read_manifest(tmp_path / "index")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 1}', '{"format": 1, "files": 3}', "\x00"])
def test_a_marker_that_is_not_ours_is_refused_in_one_line(tmp_path, text):
    (tmp_path / "index.json").write_text(text)
    with pytest.raises(BuildError) as error:
        index.read_manifest(tmp_path)
    assert "kb build" in str(error.value)
    assert "\n" not in str(error.value)


def test_an_index_of_another_format_is_refused(folder):
    manifest = json.loads((folder / "index.json").read_text())
    (folder / "index.json").write_text(json.dumps(manifest | {"format": index.FORMAT + 1}))
    with pytest.raises(BuildError, match="another version of kb; run `kb build`"):
        index.read_manifest(folder)


def test_a_damaged_file_is_noticed(folder):
    (segment,) = (folder / "words").glob("*.seg")
    segment.write_bytes(segment.read_bytes()[:-1])
    with pytest.raises(BuildError, match="damaged"):
        index.read_manifest(folder)


def test_the_same_entries_give_the_same_marker(tmp_path):
    for name in ("one", "other"):
        index.write(tmp_path / name, hearthmoor())
    assert index.read_manifest(tmp_path / "one").content == index.read_manifest(tmp_path / "other").content
    for file in ("words.bin", "postings.bin", "vocabulary.txt", "catalogue.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes()


def test_whoosh_is_imported_without_the_network_library():
    code = (
        "import sys; from kb.index.words import _schema; _schema(); "
        "assert 'urllib.request' not in sys.modules; import urllib.request; urllib.request.Request('http://x')"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)
