"""How fast are many published entries searched, and what do they take? See `python published_many.py --help`.

`fill ADDRESS ENTRIES` writes made games into an empty database, in the tables and shapes of `kb publish`: texts of
`many_games.py`, stems as `kb.analyse` makes them, and vectors of a seeded generator, for reading a million texts takes
days. What a database does for a question does not depend on what its vectors mean. `ask ADDRESS` starts `kb api` and
has clients ask it at once, and then asks the same tables in the plainest ways there are: by tsvector, and by pgvector
in order of distance, without and with its own index (`--index`). Each tells its figures in a line.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from urllib.parse import quote, urlsplit

import many_games
import numpy as np
import psycopg

from kb import encoders, index
from kb.analyse import STOP_WORDS, stems, words
from kb.entries import Entry, Game, Location
from kb.index.cache import PIECE_BITS
from kb.index.jargon import Phrase
from kb.postgres.connecting import lexeme, writing
from kb.publishing import PARTED
from kb.search.opened import GameIndex
from kb.store.rows import entry_values
from kb.store.summary import Summary, to_record

SEED, GAME_SIZE, COMMON = 21, 250, 600
ROUNDS = 3
COLUMNS = encoders.encoder().dims

_VECTOR = [
    ("fields", ">i2"), ("slug_size", ">i4"), ("slug", "S"), ("n_size", ">i4"), ("n", ">i4"),
    ("row_size", ">i4"), ("row", ">i4"), ("sentence_size", ">i4"), ("sentence", ">i4"),
    ("vector_size", ">i4"), ("columns", ">i2"), ("unused", ">i2"), ("vector", ">f2", (COLUMNS,)),
]  # fmt: skip


@cache
def _stem(word: str) -> list[str]:
    return stems(word)


@cache
def shared() -> tuple[list[str], list[bytes], dict[str, object]]:
    """Words that all games have, real pieces of a few made texts, and the word lists of a game."""
    dice = random.Random(SEED)
    common = many_games.words(dice, COMMON)
    texts = [" ".join(many_games.sentence(dice, common) for _ in range(2)) for _ in range(32)]
    from kb.encoders.quantise import pack

    readings = encoders.encoder().read(texts)
    pieces = [pack(one.pieces, PIECE_BITS) for one in readings]
    with tempfile.TemporaryDirectory() as folder:
        entries = [_entry("sample", number, text) for number, text in enumerate(texts)]
        index.write(Path(folder) / "index", entries, (), quick=True)
        with GameIndex(Path(folder) / "index") as sample:
            jargon: list[Phrase] = sample.jargon
            lists = {
                "jargon": [[one.said, one.means, one.games] for one in jargon],
                "synonyms": sample.synonyms,
                "valid_words": " ".join(sorted(sample.valid_words)),
            }
    return common, pieces, lists


def _entry(slug: str, number: int, text: str) -> Entry:
    printed = f"{number // 12 + 1}.{number % 12 + 1}"
    url = f"{slug}/{printed}/"
    return Entry(
        id=f"{slug}:{printed}", game=slug, source="rules", edition=None, kind="rule", number=printed, title=None,
        parent=None, order=number, aliases=(), url=url, permalink=url, text=text, markdown=text,
        location=Location(file=f"{slug}/rules.txt", first_line=number + 1, last_line=number + 1), path=(),
    )  # fmt: skip


def nouns_of(game: int, count: int) -> list[str]:
    """The words of a game: some that others have, and its own."""
    dice = random.Random(SEED * 1_000_003 + game)
    return [*dice.sample(shared()[0], 60), *many_games.words(dice, 20 + count // 4)]


def write_games(address: str, games: list[tuple[int, int]]) -> int:
    """Write some games, each with its number and its size; returns how many vectors they have."""
    vectors = 0
    with writing_beside(address) as connection:
        _, pieces, lists = shared()
        connection.execute("CREATE TEMP TABLE made (LIKE kb.findable)")
        connection.execute("CREATE TEMP TABLE some_pieces (number int, pieces bytea)")
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO some_pieces VALUES (%s, %s)", [*enumerate(pieces)])
        for game, count in games:
            with connection.transaction():
                vectors += _write_game(connection, game, count, len(pieces), lists)
    return vectors


def writing_beside(address: str) -> psycopg.Connection:
    """A connection like that of `kb publish`, of which several may write at once."""
    return psycopg.connect(address, autocommit=True)


def _write_game(connection, game: int, count: int, pieces: int, lists: dict[str, object]) -> int:
    slug = f"game-{game:05}"
    dice, nouns = random.Random(SEED + game), nouns_of(game, count)
    sentences = [dice.randint(1, 3) for _ in range(count)]
    texts = [" ".join(many_games.sentence(dice, nouns) for _ in range(many)) for many in sentences]
    counted = [Counter(one for word in words(text) for one in _stem(word)) for text in texts]
    entries = [_entry(slug, number, text) for number, text in enumerate(texts)]
    copy = partial(_copy, connection)
    copy("entries", ((slug, at, *entry_values(entry)) for at, entry in enumerate(entries, 1)))
    copy("names", ((slug, at, f"#{entry.number}", 1, entry.id) for at, entry in enumerate(entries, 1)))
    holders = Counter(stem for held in counted for stem in held)
    plain = Counter(word for text in texts for word in set(words(text)))
    copy("words", [(slug, stem, True, held) for stem, held in holders.items()])
    copy("words", [(slug, word, False, held) for word, held in plain.items()])
    rows = (
        (slug, n, entry.id, "rule", entry.number, entry.number, n, "[]", None, None, False,
         sum(counted[n].values()), _tsvector(counted[n]), None)
        for n, entry in enumerate(entries)
    )  # fmt: skip
    connection.execute("TRUNCATE made")
    copy("made", rows, "pg_temp")
    named = [row[0] for row in connection.execute(_COLUMNS_OF_FINDABLE) if row[0] != "pieces"]
    connection.execute(
        f"INSERT INTO kb.findable ({', '.join(named)}, pieces) SELECT {', '.join(f'made.{one}' for one in named)},"
        f" some_pieces.pieces FROM made JOIN some_pieces ON some_pieces.number = (n + {game}) % {pieces}"
    )
    _copy_vectors(connection, slug, game, sentences)
    vectors = count + sum(sentences)
    facts = {
        "count": count,
        "average_length": sum(holders.values()) / count,
        "meanings": {"encoder": encoders.encoder().key, "columns": COLUMNS, "entries": count,
                     "parts": sum(sentences), "pieces": True},
    }  # fmt: skip
    summary = Summary(
        game=Game(slug=slug, title=slug), sources=(), counts={"rule": count}, problems={}, build=slug, site={}
    )
    told = [json.dumps(one) for one in (to_record(summary), facts, lists["jargon"], lists["synonyms"])]
    connection.execute(
        "INSERT INTO kb.games (slug, place, build, summary, facts, jargon, synonyms, valid_words)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        (slug, game, slug, *told, lists["valid_words"]),
    )
    return vectors


_COLUMNS_OF_FINDABLE = (
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'kb' AND table_name = 'findable'"
)


def _tsvector(counted: Counter[str]) -> str:
    return " ".join(
        f"{lexeme(stem)}:{','.join(map(str, range(1, times + 1)))}" for stem, times in counted.items()
    )


def _copy(connection, table: str, rows, schema: str = "kb") -> None:
    with connection.cursor().copy(f'COPY {schema}."{table}" FROM STDIN') as copy:
        for row in rows:
            copy.write_row(row)


def _copy_vectors(connection, slug: str, game: int, sentences: list[int]) -> None:
    """Unit vectors in the form that takes no parsing, a whole game at once."""
    dice = np.random.default_rng([SEED, game])
    numbers = np.repeat(np.arange(len(sentences)), np.array(sentences) + 1)
    firsts = np.concatenate([[0], np.cumsum(np.array(sentences) + 1)[:-1]])
    rows = np.arange(len(numbers)) - firsts[numbers]
    made = dice.standard_normal((len(numbers), COLUMNS), np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    kinds = [(name, f"S{len(slug)}") if name == "slug" else (name, *rest) for name, *rest in _VECTOR]
    table = np.zeros(len(numbers), np.dtype(kinds))
    table["fields"], table["slug_size"], table["slug"] = 5, len(slug), slug.encode()
    for name in ("n", "row", "sentence"):
        table[f"{name}_size"] = 4
    table["n"], table["row"], table["sentence"] = numbers, rows, rows - 1
    table["vector_size"], table["columns"], table["vector"] = 4 + 2 * COLUMNS, COLUMNS, made
    with connection.cursor().copy("COPY kb.vectors FROM STDIN (FORMAT BINARY)") as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8) + table.tobytes() + b"\xff\xff")


def fill(address: str, entries: int, workers: int) -> None:
    """Write so many entries on top of those that are there."""
    with writing(address) as connection:
        known = connection.execute("SELECT count(*), sum((facts->>'count')::int) FROM kb.games").fetchone()
        before, held = known[0], known[1] or 0
        if not before:
            connection.execute("INSERT INTO kb.about (title, base_url) VALUES ('Made games', '')")
    missing = entries - held
    sizes = many_games.sizes(random.Random(SEED + before), max(1, missing // GAME_SIZE), missing)
    games = [*enumerate(sizes, before)]
    started = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        vectors = sum(pool.map(partial(write_games, address), [games[at::workers] for at in range(workers)]))
    written = time.monotonic() - started
    with writing_beside(address) as connection:
        for table in PARTED:
            connection.execute(f'ANALYZE kb."{table}"')
        connection.execute("ANALYZE kb.games")
    print(
        f"{held + sum(sizes):,} entries in {before + len(games):,} games; {sum(sizes):,} entries with {vectors:,}"
        f" vectors written in {written:.0f} s, counted in {time.monotonic() - started - written:.0f} s"
    )
    weigh(address)


def weigh(address: str) -> None:
    """What the tables take, and their indexes."""
    query = (
        "SELECT regexp_replace(relname, '_[0-9]+$', '') AS name,"
        " sum(pg_table_size(oid))::bigint AS rows, sum(pg_indexes_size(oid))::bigint AS indexes"
        " FROM pg_class WHERE relkind = 'r' AND relnamespace = 'kb'::regnamespace GROUP BY 1 ORDER BY 2 DESC"
    )
    with writing_beside(address) as connection:
        for name, rows, indexes in connection.execute(query).fetchall():
            if rows + indexes > 20e6:
                print(f"  {name:14} {rows / 1e6:7.0f} MB, indexes {indexes / 1e6:6.0f} MB")
        print(f"  all            {connection.execute(_SIZE).fetchone()[0] / 1e6:7.0f} MB")


_SIZE = "SELECT pg_database_size(current_database())"


def questions(address: str, count: int) -> list[tuple[str, str]]:
    """Questions as players of these games ask, each with its game."""
    dice = random.Random(SEED)
    with writing_beside(address) as connection:
        games = connection.execute("SELECT place, slug, (facts->>'count')::int FROM kb.games").fetchall()
    found = []
    for game, slug, size in dice.choices(games, k=count):
        one, other = dice.choices(nouns_of(game, size), k=2)
        found.append((f"Can a {one} {dice.choice(many_games.VERBS).rstrip('s')} the {other}?", slug))
    return found


Ask = Callable[[str, str], int]
"""Asks a question of a game and tells how many answers came."""


def load(name: str, open_client: Callable[[], Ask], asked: list[tuple[str, str]], clients: int) -> None:
    """Have several clients ask at once, three times over, and tell the best round."""
    best = (0.0, 0.0, 0.0, 0.0)
    answers = 0

    def client(number: int) -> list[tuple[float, int]]:
        ask, told = open_client(), []
        for query, game in asked[number::clients]:
            started = time.perf_counter()
            many = ask(query, game)
            told.append((1000 * (time.perf_counter() - started), many))
        return told

    for _ in range(ROUNDS):
        started = time.perf_counter()
        with ThreadPoolExecutor(clients) as threads:
            rows = [one for told in threads.map(client, range(clients)) for one in told]
        rate = len(rows) / (time.perf_counter() - started)
        spent = np.percentile([took for took, _ in rows], [50, 95, 99])
        answers = sum(many > 0 for _, many in rows)
        best = max(best, (rate, *map(float, spent)))
    rate, middle, high, highest = best
    print(
        f"  {name:34} {rate:7.1f} requests/s, median {middle:6.0f} ms, p95 {high:6.0f}, p99 {highest:6.0f}"
        f"; answered {answers} of {len(asked)}",
        flush=True,
    )


def http_client(address: str, in_game: bool) -> Ask:
    """Asks `kb api` over a connection that stays open."""
    told = urlsplit(address)
    connection = http.client.HTTPConnection(told.hostname or "", told.port, timeout=60)

    def ask(query: str, game: str) -> int:
        connection.request("GET", f"/search?q={quote(query)}" + (f"&game={game}" if in_game else ""))
        answer = connection.getresponse()
        body = json.loads(answer.read())
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} {body}")
        return len(body["results"])

    return ask


def sql_client(address: str, query: str, value: Callable[[str], str]) -> Ask:
    """Asks the database itself."""
    connection = psycopg.connect(address, autocommit=True, cursor_factory=psycopg.ClientCursor)
    connection.execute("SET jit = off")

    def ask(asked: str, _: str) -> int:
        return len(connection.execute(query, {"asked": value(asked)}).fetchall())

    return ask


BY_WORDS = (
    "SELECT slug, n, ts_rank(stems, %(asked)s::tsquery) AS score FROM kb.findable"
    " WHERE stems @@ %(asked)s::tsquery ORDER BY score DESC LIMIT 10"
)
BY_VECTOR = "SELECT slug, n FROM {table} ORDER BY vector <#> %(asked)s::halfvec({columns}) LIMIT 10"


def ts_query(asked: str) -> str:
    """Any of the words of a question."""
    return " | ".join(lexeme(stem) for word in words(asked) if word not in STOP_WORDS for stem in _stem(word))


def vector_of(asked: str) -> str:
    """A made vector for a question: what reading it takes is told apart."""
    dice = np.random.default_rng(list(asked.encode()))
    made = dice.standard_normal(COLUMNS, np.float32)
    return f"[{','.join(f'{one:.5g}' for one in made / np.linalg.norm(made))}]"


def memory(process: int) -> float:
    """Megabytes of a process that no other one shares."""
    told = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(found) for found in re.findall(r"^Private_\w+:\s+(\d+) kB", told, re.MULTILINE)) / 1000


def ask(address: str, count: int, clients: int, with_index: bool) -> None:
    """Measure what is there."""
    asked = questions(address, count)
    with serving(address, clients) as (url, process):
        load("warming up", partial(http_client, url, False), asked[: 2 * clients], clients)
        load("kb api, hybrid, all games", partial(http_client, url, False), asked, clients)
        load("kb api, hybrid, a game named", partial(http_client, url, True), asked, clients)
        load("kb api, one client", partial(http_client, url, False), asked[: count // 4], 1)
        print(f"  kb api holds {memory(process):.0f} MB")
    started = time.perf_counter()
    for query, _ in asked[:20]:
        encoders.encoder().read([query])
    print(f"  reading a question takes {50 * (time.perf_counter() - started):.0f} ms")
    load("plain tsvector", partial(sql_client, address, BY_WORDS, ts_query), asked, clients)
    exact = BY_VECTOR.format(table="kb.vectors", columns=COLUMNS)
    few = asked[: 4 * clients]
    load("plain pgvector, every row", partial(sql_client, address, exact, vector_of), few, clients)
    if with_index:
        print(f"  its HNSW index: {make_index(address)}")
        near = BY_VECTOR.format(table="plain", columns=COLUMNS)
        load("plain pgvector, HNSW", partial(sql_client, address, near, vector_of), asked, clients)


def make_index(address: str) -> str:
    """Put the vectors of whole entries beside ours with the index of pgvector; tells what that took."""
    with writing_beside(address) as connection:
        connection.execute("DROP TABLE IF EXISTS plain")
        connection.execute(
            f"CREATE TABLE plain AS SELECT slug, n, vector::halfvec({COLUMNS}) FROM kb.vectors WHERE row = 0"
        )
        connection.execute("SET maintenance_work_mem = '2GB'")
        started = time.monotonic()
        connection.execute("CREATE INDEX plain_near ON plain USING hnsw (vector halfvec_ip_ops)")
        took = time.monotonic() - started
        size = connection.execute("SELECT pg_relation_size('plain_near')").fetchone()[0]
    return f"made in {took:.0f} s, {size / 1e6:.0f} MB"


class serving:
    """`kb api` in a process of its own while a `with` block runs: its address and its number."""

    def __init__(self, address: str, connections: int) -> None:
        line = [sys.executable, "-m", "kb", "api", address, "--port", "0", "--connections", str(connections)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=environment)

    def __enter__(self) -> tuple[str, int]:
        url = self.process.stdout.readline().split()[0]
        for _ in range(100):
            try:
                http_client(url, False)("warm", "")
                break
            except OSError:
                time.sleep(0.1)
        return url, self.process.pid

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(60)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    acts = parser.add_subparsers(required=True, dest="act")
    filling, asking = acts.add_parser("fill"), acts.add_parser("ask")
    for one in (filling, asking):
        one.add_argument("address")
    filling.add_argument("entries", type=int)
    filling.add_argument("--workers", type=int, default=2)
    asking.add_argument("--questions", type=int, default=200)
    asking.add_argument("--clients", type=int, default=8)
    asking.add_argument(
        "--index", action="store_true", help="also make pgvector's own index, in a table beside"
    )
    wishes = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    if wishes.act == "fill":
        fill(wishes.address, wishes.entries, wishes.workers)
    else:
        ask(wishes.address, wishes.questions, wishes.clients, wishes.index)


if __name__ == "__main__":
    main()
