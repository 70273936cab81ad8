"""Searching by meaning: the formula, what is said of each hit, players' words, and what is refused."""

import json
from array import array

import numpy as np
import pytest
from small_builds import write_build
from small_entries import entry, hearthmoor

from kb import encoders, index
from kb.encoders.quantise import Packed, pack
from kb.errors import BuildError
from kb.index import space
from kb.index.neighbours import Neighbours
from kb.index.vectors import KNOWN, Vectors, entry_text, parts
from kb.search import Searcher, fuse, search
from kb.search.ranking import PLAYERS_WORDS, encode_question
from kb.search.vectors import OF_TABLE, VectorScorer
from kb.search.words import WordScores

DIRECTIONS = {"north": 0, "up": 0, "east": 1, "right": 1, "south": 2, "down": 2, "west": 3, "left": 3}


class Compass:
    """A tiny encoder: each known word is a direction, a text the mean of its words'."""

    name, dims = "compass", 4

    def __init__(self):
        self.key = "compass"

    def encode(self, texts):
        rows = np.zeros((len(texts), self.dims), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().replace(".", " ").split():
                if word in DIRECTIONS:
                    row[DIRECTIONS[word]] += 1
            row /= max(np.linalg.norm(row), 1e-9)
        return rows

    def knows(self, word):
        return word in DIRECTIONS


def found(build, query, **wishes):
    return search(build, query, **wishes).results


def test_meaning_finds_what_words_do_not(build):
    assert found(build, "concrete", mode="lexical") == ()
    assert found(build, "concrete")[0].id == "moorfaq:walls"


def test_a_hit_says_what_found_it(build):
    hits = {hit.id: hit for hit in found(build, "which spaces are impassable walls")}
    assert hits["hearthmoor:impassable"].why == "words+meaning"
    assert found(build, "hindrance")[0].why == "meaning"


def test_the_sentence_nearest_in_meaning_is_shown(build):
    hits = {hit.id: hit for hit in found(build, "ward off injuries")}
    assert hits["hearthmoor:shield-token"].excerpt == "Spend a shield token to prevent damage."


def test_a_name_still_comes_first(build):
    assert [hit.why for hit in found(build, "Walls")[:1]] == ["title"]


@pytest.mark.parametrize("query", ["", "the of", "xqzzv kjhgf", "***", "-"])
def test_what_cannot_be_understood_finds_nothing(build, query):
    assert found(build, query) == ()


def test_filters_hold_for_meaning_too(build):
    assert {hit.game for hit in found(build, "game:moorfaq can I hop again")} == {"moorfaq"}
    assert {hit.kind for hit in found(build, "barrier", kind="term")} == {"term"}


def test_the_score_is_the_documented_formula():
    class Written:
        entries = Packed(pack(np.eye(3, 4, dtype=np.float32), 8))
        parts = Packed(pack(np.array([[0, 1, 0, 0]], np.float32), 8))
        owners = sentences = np.array([0])

        def pieces(self):
            return None

    question = np.array([0.6, 0.8, 0, 0], np.float32)
    similarity = VectorScorer(Written()).score(question).similarity
    assert similarity == pytest.approx([0.6 * (1 - OF_TABLE) + 0.8 * OF_TABLE, 0.8, 0.0], rel=1e-2)
    words = WordScores(scores=array("d", [2, 8, 4]), coverage=array("d", [0.5, 1, 0.25]))
    part = fuse.words_part(words, np.array([1, 0, 1], np.uint8))
    assert part == pytest.approx([fuse.WORDS_SHARE * 0.5 * 0.5, 0, fuse.WORDS_SHARE * 0.25])


def test_an_entry_is_encoded_below_its_headings_and_a_sentence_below_the_nearest():
    entries = hearthmoor()
    paths = index.ancestor_titles(entries)
    assert entry_text(entries[2], paths[2]) == "Fighting > Grappling. Breaking free costs an action."
    texts = [part.text for part in parts(entries, paths, {}) if part.owner == 1]
    assert texts == [
        "Grappling. A creature may grapple one adjacent creature.",
        "Grappling. A grappled creature cannot move.",
    ]


def test_players_words_lead_to_their_entry(tmp_path):
    asked = {"hearthmoor:shield-token": ("block chit", "can I soak a hit?")}
    build = write_build(tmp_path / "build", hearthmoor(), player_questions=asked)
    first = found(build, "can I soak a hit")[0]
    assert first.id == "hearthmoor:shield-token"
    assert PLAYERS_WORDS in first.why
    assert found(build, "block chit", mode="lexical")[0].id == "hearthmoor:shield-token"


def test_rings_lead_to_other_words_for_the_same(build):
    hits = found(build, "hop", mode="lexical")
    assert [(hit.id, hit.why) for hit in hits[:1]] == [("hearthmoor:leap", PLAYERS_WORDS)]


def test_an_encoder_can_be_given(tmp_path):
    entries = [entry("a", "Go up now and never stop."), entry("b", "Go left now and never stop.")]
    build = write_build(tmp_path / "build", entries, encoder=Compass())
    with Searcher(build, Compass()) as searcher:
        results = searcher.search("west", mode="semantic").results
    assert [hit.id for hit in results] == ["hearthmoor:b", "hearthmoor:a"]


def test_a_long_post_is_encoded_stretch_by_stretch():
    vector = encode_question("north " * 120 + "east " * 120, Compass()).vector
    assert vector == pytest.approx([0.5**0.5, 0.5**0.5, 0, 0], abs=1e-6)


def test_vectors_of_another_encoder_are_refused_in_one_line(tmp_path):
    build = write_build(tmp_path / "build", hearthmoor())
    manifest = json.loads((build / "games" / "hearthmoor" / "index" / "index.json").read_text())
    manifest["vectors"]["encoder"] = "another"
    (build / "games" / "hearthmoor" / "index" / "index.json").write_text(json.dumps(manifest))
    with pytest.raises(BuildError, match="run `kb build`"):
        search(build, "leap over")
    assert search(build, "leap over", mode="lexical").results


@pytest.mark.parametrize("file", ["entries.kbq", "parts.kbq", "owners.bin"])
def test_damaged_vectors_are_refused(tmp_path, file):
    build = write_build(tmp_path / "build", hearthmoor())
    folder = build / "games" / "hearthmoor" / "index"
    facts = index.read_manifest(folder).vectors
    (folder / file).write_bytes((folder / file).read_bytes()[:7])
    with pytest.raises(BuildError, match="damaged"):
        Vectors(folder, facts)


def test_an_index_without_vectors_is_searched_by_words_and_says_so(tmp_path):
    build = write_build(tmp_path / "build", hearthmoor())
    manifest = json.loads((build / "games" / "hearthmoor" / "index" / "index.json").read_text())
    (build / "games" / "hearthmoor" / "index" / "index.json").write_text(
        json.dumps(manifest | {"vectors": None})
    )
    assert search(build, "leap over", mode="semantic").mode == "lexical"


def test_the_encoder_and_the_table_share_a_space():
    texts = ["a wall", "draw a card"]
    own = encoders.table().encode(texts)
    shared = space.shared(encoders.encoder().encode(texts))
    assert shared.shape == own.shape
    assert np.linalg.norm(shared, axis=1) == pytest.approx(1, abs=1e-5)
    assert np.diag(shared @ own.T).min() > 0.5 > abs(shared @ own.T)[[0, 1], [1, 0]].max()
    assert (space.shared(own) == own).all()


def test_a_quick_index_is_asked_by_the_table(tmp_path):
    entries = [entry("a", "A barrier of stone stops you."), entry("b", "Draw a card from the deck.")]
    build = write_build(tmp_path / "build", entries, quick=True)
    facts = index.read_manifest(build / "games" / "hearthmoor" / "index").vectors
    assert (facts["encoder"], facts["pieces"]) == (encoders.table().key, False)
    assert found(build, "rampart", mode="semantic")[0].id == "hearthmoor:a"


def test_pieces_are_compared_one_by_one(tmp_path):
    entries = [
        entry("a", "A barrier of stone stops you."),
        entry("b", "Draw a card from the deck."),
        entry("c", ""),
    ]
    build = write_build(tmp_path / "build", entries, quick=False)
    folder = build / "games" / "hearthmoor" / "index"
    held = Vectors(folder, index.read_manifest(folder).vectors).pieces()
    (question,) = encoders.encoder().read(["draw a card"])
    near = held.best(question.pieces, np.array([2, 1, 0]))
    assert near.shape == (3, len(question.pieces))
    assert near[1].mean() > max(near[0].mean(), near[2].mean()) + 0.1
    assert near[1] == pytest.approx(held.best(question.pieces, np.array([1]))[0])
    (whole,) = encoders.encoder().read([entry_text(entries[1], [])])
    slowly = (question.pieces @ whole.pieces.T).max(1)
    assert near[1] == pytest.approx(slowly, abs=0.06)  # 4 bits a number
    assert held.lengths(np.array([2, 1])).tolist() == [0, len(whole.pieces)]


def test_pieces_that_tell_entries_apart_weigh_more():
    scores = np.zeros(3, np.float32)
    every, telling = [0.9, 0.9, 0.9], [0.2, 0.4, 0.3]
    fuse.add_late(scores, np.arange(3), np.array([every, telling], np.float32).T, np.array([9, 9, 9]))
    assert scores.argmax() == 1
    gained = 0.2 * fuse.LATE_SHARE  # the first piece has hardly a say
    assert scores.max() - scores.min() == pytest.approx(gained, abs=0.001)
    assert scores.min() == 0


def test_longer_entries_lead_among_equals():
    scores = np.zeros(4, np.float32)
    fuse.add_late(scores, np.array([0, 1, 2]), np.full((3, 2), 0.5, np.float32), np.array([0, 10, 100]))
    assert scores[2] > scores[1] > scores[0] == scores[3] == 0


def test_an_entry_gains_by_what_stands_near_it():
    near = Neighbours(
        above=np.array([-1, 0, 0, 0, -1]), references=np.array([[4, 3]]), behind=np.array([0, 1, 2, 9, 0])
    )
    worth = np.array([0.5, 0.1, 0.3, -0.2, 0.4], np.float32)
    gained = fuse.of_neighbours(worth, near)
    above, beside, referring = fuse.ABOVE_SHARE, fuse.BESIDE_SHARE, fuse.REFERRING_SHARE
    assert gained == pytest.approx(
        [
            beside * 0.3,  # the best right under it
            above * 0.5 + beside * 0.3,
            above * 0.5 + beside * 0.1 - fuse.LATER,  # the one after it is worth nothing
            above * 0.5 + beside * 0.3 + referring * 0.4 - fuse.LATER * fuse.LATER_MOST,
            0,
        ]
    )


def test_a_question_that_ships_finds_its_text(tmp_path, monkeypatch):
    lone = entry("9", "Whoever holds the lantern moves it.", number="9")
    question = "who carries the light around"
    from kb.encoders import asked

    mean = {asked.digest_of(lone.text): encoders.encoder().encode([question])[0]}
    asked.write(tmp_path / "asked.bin", encoders.encoder().key, mean)
    monkeypatch.setattr(asked, "NAME", str(tmp_path / "asked.bin"))
    index.write(tmp_path / "index", [entry("8", "A wall stops whoever runs.", number="8"), lone])
    vectors = Vectors(tmp_path / "index", index.read_manifest(tmp_path / "index").vectors)
    assert [*zip(vectors.owners.tolist(), vectors.sentences.tolist(), strict=True)] == [
        (0, 0),
        (1, 0),
        (1, KNOWN),
    ]
    scorer = VectorScorer(vectors)
    parts = scorer.score(encoders.encoder().encode([question])[0]).parts
    assert parts[2] > 0.97 > parts[:2].max()
    assert [scorer.sentence(part) for part in range(3)] == [0, 0, None]
