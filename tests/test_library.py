"""A library of five games is added to, corrected, given an older edition, renamed, emptied and filled again:
every address that was ever printed answers, and says what it said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kb import pipeline
from kb.cite import Rules
from kb.cli import cli
from kb.errors import KbError
from kb.ledger.writing import load
from kb.markup import plain
from kb.site.check import check

GAMES = ("boat", "crow", "dune", "elm", "fox")


def text(game: str, year: int, *lines: str) -> str:
    """The rules of a game in one edition."""
    own = [
        f"1.1. Every {game} begins its day below the old {game} tower.",
        f"1.2. A {game} that rests gains one {game} stone.",
        f"1.3. No {game} carries more than five stones.",
        *lines,
    ]
    turn = [
        f"2.1. The eldest {game} moves first, then all others in turn.",
        f"2.2. Whoever reaches the {game} gate names a color.",
    ]
    head = f"The {game.title()} Book\nThese rules are effective as of May 1, {year}.\n"
    return "\n".join([head, f"1. The {game.title()}", *own, "", "2. The Way", *turn, ""])


class Library:
    """A corpus and its build, and everything that its builds ever printed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: dict[str, str] = {}
        self.pages: set[str] = set()

    def kb(self, *arguments: str) -> Result:
        done = CliRunner().invoke(cli, list(arguments))
        assert done.exit_code == 0, done.output
        return done

    def add(self, game: str, words: str, *options: str) -> Result:
        file = self.folder / "some text.txt"
        file.write_text(words)
        return self.kb("add", str(file), "--game", game, *options)

    def build(self) -> None:
        """Build, and note every address on the website with what it says."""
        site = pipeline.build(Path("corpus"), Path("build")).folder / "site"
        with Rules("build") as rules:
            for revision in rules.store.revisions():
                for address in (revision.address, *revision.also):
                    if "@" in address:
                        self.said.setdefault(address, plain(revision.said_first or revision.markdown))
        self.pages |= {
            page.parent.relative_to(site).as_posix()
            for game in site.iterdir()
            if game.is_dir()
            for page in game.glob("*/index.html")
        }

    def lost(self) -> Iterator[str]:
        """What does not answer, or says something else."""
        site = Path("build/site")
        for page in sorted(self.pages):
            if not (site / page / "index.html").is_file():
                yield page
        with Rules("build") as rules:
            for address, words in self.said.items():
                revision = rules.addressed(address)
                if revision is None:
                    yield f"{address} has no wording"
                elif not revision.purged and words not in (
                    plain(revision.said_first),
                    plain(revision.markdown),
                ):
                    yield f"{address} says {revision.markdown!r}, not {words!r}"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.chdir(tmp_path)
    found = Library(tmp_path)
    for game in GAMES:
        found.add(game, text(game, 2022))
    found.build()
    return found


def test_every_address_ever_printed_answers(library: Library) -> None:
    library.add("boat", text("boat", 2022).replace("five stones", "six stones"))
    library.build()
    assert list(library.lost()) == []

    library.add("crow", text("crow", 2019, "1.4. A crow may bathe."))
    library.build()
    assert list(library.lost()) == []

    library.add("crow", text("crow", 2025).replace("2.1. The eldest", "2.3. The eldest"))
    library.kb("rename", "dune", "sand")
    library.build()
    assert list(library.lost()) == []
    assert (Path("build/site/dune/1.1/index.html")).is_file()

    library.kb("remove", "elm")
    library.kb("remove", "crow", "--edition", "2025-05-01")
    library.build()
    assert list(library.lost()) == []

    library.add("elm", text("elm", 2022))
    library.add("crow", text("crow", 2025).replace("2.1. The eldest", "2.3. The eldest"))
    library.kb("rename", "fox", "wolf")
    library.kb("rename", "wolf", "fox")
    library.build()
    assert list(library.lost()) == []
    assert check(Path("build/site"), "/") == []
    assert len(library.said) > 5 * 8


def test_what_comes_back_is_as_it_was(library: Library) -> None:
    before = Path("corpus/elm/ledger.jsonl").read_bytes()
    library.kb("remove", "elm")
    library.build()
    library.add("elm", text("elm", 2022))
    library.build()
    assert Path("corpus/elm/ledger.jsonl").read_bytes() == before


def test_purged_words_are_gone_and_their_addresses_answer(library: Library) -> None:
    library.kb("remove", "fox", "--purge-words")
    library.build()
    assert list(library.lost()) == []
    page = Path("build/site/fox/1.2@2022-05-01/index.html").read_text()
    assert "the publisher asked" in page
    (library.folder / "some text.txt").unlink()
    kept = Path().rglob("*")  # with what builds keep beside the build
    words = b"gains one fox stone"
    assert [str(one) for one in kept if one.is_file() and words in one.read_bytes()] == []


def test_a_name_that_a_game_had_goes_to_no_other(library: Library) -> None:
    library.kb("rename", "dune", "sand")
    file = library.folder / "other.txt"
    file.write_text(text("dune", 2030))
    done = CliRunner().invoke(cli, ["add", str(file), "--game", "dune"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "'dune' was renamed 'sand'" in done.stderr
    assert CliRunner().invoke(cli, ["rename", "elm", "dune"]).exit_code == 2


def test_a_renamed_game_answers_to_its_old_name(library: Library) -> None:
    library.kb("rename", "dune", "sand")
    library.build()
    for ref in ("sand:1.2", "dune:1.2", "dune 1.2", "https://example.org/dune/1.2@2022-05-01/"):
        shown = json.loads(library.kb("show", ref, "--json").stdout)
        assert "gains one dune stone" in shown["text"], ref


def test_a_text_that_was_a_source_of_its_own_becomes_an_edition(library: Library) -> None:
    library.add("boat", text("boat", 2024), "--new-source")
    library.build()
    names = json.loads(library.kb("list", "boat", "--json").stdout)["games"][0]["sources"]
    assert len(names) == 2
    library.kb("rename", f"boat/{names[1]['name']}", names[0]["name"])
    library.build()
    (only,) = json.loads(library.kb("list", "boat", "--json").stdout)["games"][0]["sources"]
    assert [one["edition"] for one in only["editions"]] == ["2024-05-01", "2022-05-01"]
    assert list(library.lost()) == []
    with Rules("build") as rules:
        assert [one.permalink for one in rules.resolve("boat:1.2")] == ["boat/1.2@2022-05-01/"]


def test_the_list_tells_what_is_held(library: Library) -> None:
    library.add("crow", text("crow", 2025))
    told = library.kb("list", "crow").stdout
    assert "2025-05-01" in told
    assert "not built yet" in told
    document = json.loads(library.kb("list", "--json").stdout)
    assert [one["game"] for one in document["games"]] == sorted(GAMES)
    library.kb("remove", "elm")
    assert "permanent addresses still answer" in library.kb("list", "elm").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["remove", "gnu"], "no game 'gnu' here"),
        (["remove", "boat", "--source", "x"], "boat holds no source 'x'"),
        (["rename", "boat", "crow"], "is there already"),
        (["rename", "boat", "No Slug"], "is no slug"),
        (["rename", "boat/x", "y"], "boat holds no source 'x'"),
        (["list", "gnu"], "no game 'gnu' here"),
    ],
)
def test_mistakes_are_told_in_one_line_and_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    library = Library(tmp_path)
    library.add("boat", text("boat", 2022))
    library.add("crow", text("crow", 2022))
    before = {path: path.read_bytes() for path in Path("corpus").rglob("*") if path.is_file()}
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert {path: path.read_bytes() for path in Path("corpus").rglob("*") if path.is_file()} == before


def test_a_newer_ledger_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ledger.jsonl").write_text('{"ledger": 99, "issues": []}\n')
    with pytest.raises(KbError, match="newer kb"):
        load(tmp_path / "ledger.jsonl")
