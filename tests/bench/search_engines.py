"""How fast and how good is the search, beside SQLite's and tantivy's, on the same entries in the same run?

    python tests/bench/search_engines.py --build build --queries QUESTIONS.jsonl [--game 003=red-dragon-inn ...]

Prints milliseconds a query (warm, median and 95th percentile) and nDCG@10 for each engine. FTS5 comes with Python;
tantivy is measured when it is installed. What a browser loads is told by browser_quality.py.
"""

from __future__ import annotations

import argparse
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean, median

from asked import add_games, questions_in

from kb.analyse import STOP_WORDS, words
from kb.encoders.threads import use_one_thread
from kb.entries import Entry
from kb.search import MODES, Searcher
from kb.search.evaluation import CUTOFF, Answers, Question, score
from kb.store import Library

Engine = Callable[[str, str | None], list[str]]


def ours(build: Path, mode: str) -> Engine:
    searcher = Searcher(build)
    return lambda query, game: [hit.id for hit in searcher.search(query, game=game, mode=mode).results]


def fts5(entries: list[Entry]) -> Engine:
    """SQLite's full-text search: Porter stems, any word, titles and paths counting twice."""
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE t USING fts5 (id UNINDEXED, game UNINDEXED, title, path, text, tokenize=porter)"
    )
    rows = ((e.id, e.game, e.title or "", " ".join(e.path), e.text) for e in entries)
    database.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", rows)

    def search(query: str, game: str | None) -> list[str]:
        wanted = " OR ".join(f'"{word}"' for word in words(query) if word not in STOP_WORDS)
        if not wanted:
            return []
        found = database.execute(
            "SELECT id FROM t WHERE t MATCH ? AND (? IS NULL OR game = ?) ORDER BY bm25(t, 0, 0, 2, 2, 1) LIMIT ?",
            (wanted, game, game, CUTOFF),
        )
        return [id for (id,) in found]

    return search


def tantivy(entries: list[Entry]) -> Engine:
    """tantivy's own English stemmer, any word."""
    import tantivy as engine  # type: ignore[import-not-found]

    builder = engine.SchemaBuilder()
    for name in ("id", "game"):
        builder.add_text_field(name, stored=True, tokenizer_name="raw")
    for name in ("title", "path", "text"):
        builder.add_text_field(name, tokenizer_name="en_stem")
    index = engine.Index(builder.build())
    writer = index.writer()
    for e in entries:
        writer.add_document(
            engine.Document(
                id=[e.id], game=[e.game], title=[e.title or ""], path=[" ".join(e.path)], text=[e.text]
            )
        )
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def search(query: str, game: str | None) -> list[str]:
        wanted = " ".join(word for word in words(query) if word not in STOP_WORDS)
        if not wanted:
            return []
        text = index.parse_query(wanted, ["title", "path", "text"], {"title": 2.0, "path": 2.0, "text": 1.0})
        if game:
            filtered = engine.Query.term_query(index.schema, "game", game)
            parts = [(engine.Occur.Must, text), (engine.Occur.Must, filtered)]
            text = engine.Query.boolean_query(parts)
        return [searcher.doc(place)["id"][0] for _, place in searcher.search(text, CUTOFF).hits]

    return search


def engines(build: Path, entries: list[Entry]) -> Iterator[tuple[str, Engine]]:
    for mode in MODES:
        yield f"kb {mode}", ours(build, mode)
    yield "SQLite FTS5", fts5(entries)
    try:
        yield "tantivy", tantivy(entries)
    except ImportError:
        print("tantivy is not installed: pip install tantivy")


def measure(name: str, search: Engine, questions: list[Question], answers: Answers) -> None:
    for question in questions[:10]:
        search(question.query, question.game)
    times, values = [], []
    for question in questions:
        started = time.perf_counter()
        found = search(question.query, question.game)
        times.append((time.perf_counter() - started) * 1000)
        values.append(score(found, answers.groups(question)[0])["nDCG@10"])
    slow = sorted(times)[int(0.95 * len(times))]
    print(f"{name:14} median {median(times):6.1f} ms   95 % {slow:6.1f} ms   nDCG@10 {fmean(values):.3f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--build", type=Path, default=Path("build"))
    options.add_argument("--queries", type=Path, required=True)
    add_games(options)
    given = options.parse_args()
    use_one_thread()
    questions = questions_in([given.queries], given.game)
    with Library(given.build) as library:
        entries = list(library.entries())
        answers = Answers(entries, library.find)
        print(f"{len(entries)} entries, {len(questions)} questions")
        for name, search in engines(given.build, entries):
            measure(name, search, questions, answers)


if __name__ == "__main__":
    main()
