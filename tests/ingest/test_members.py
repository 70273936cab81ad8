"""A folder of files is one text: in reading order, each entry in its own file, links between the files resolved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.entries import Game, Source
from kb.errors import ReadError
from kb.ingest import Ingested, Reading, ingest, read_source
from kb.link.own import own_links
from kb.sources import Corpus, SourceOverrides


def corpus_of(tmp_path: Path, files: dict[str, str | bytes]) -> Corpus:
    folder = tmp_path / "game" / "rules"
    for name, words in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(words if isinstance(words, bytes) else words.encode())
    source = Source(game="game", name="rules", title="", edition=None, file="game/rules")
    return Corpus(
        folder=tmp_path, title="", base_url="", games=(Game(slug="game", title=""),), sources=(source,)
    )


def read_files(tmp_path: Path, files: dict[str, str | bytes]) -> Ingested:
    return ingest(corpus_of(tmp_path, files))


def reading_of(tmp_path: Path, files: dict[str, str | bytes]) -> Reading:
    corpus = corpus_of(tmp_path, files)
    return read_source(corpus, corpus.sources[0])


def places(found: Ingested) -> list[tuple[str | None, str, int]]:
    return [
        (
            entry.number or entry.title,
            entry.location.file.removeprefix("game/rules/"),
            entry.location.first_line,
        )
        for entry in found.entries
    ]


CHAPTERS: dict[str, str | bytes] = {
    "10-end.md": "# The End\n\nThe herd comes home.\n",
    "2-walls.md": "\n# Walls\n\nA wall stops a goat.\n",
    "2-walls/gates.md": "# Gates\n\nA gate is a wall that opens.\n",
    "readme.md": "# Hearthmoor\n\nA game of goats.\n",
}


def test_files_are_read_as_people_count_and_entries_name_their_file(tmp_path: Path) -> None:
    found = read_files(tmp_path, CHAPTERS)
    assert places(found) == [
        ("Hearthmoor", "readme.md", 1),
        ("Walls", "2-walls.md", 2),
        ("Gates", "2-walls/gates.md", 1),
        ("The End", "10-end.md", 1),
    ]
    (source,) = found.sources
    assert source.accounted == source.characters


def test_a_list_of_contents_says_the_order_and_is_left_out(tmp_path: Path) -> None:
    listing = "# Summary\n\n- [The end](10-end.md)\n- [Gates](2-walls/gates.md)\n- [Walls](2-walls.md)\n"
    found = read_files(tmp_path, CHAPTERS | {"SUMMARY.md": listing})
    assert [file for _, file, _ in places(found)] == [
        "10-end.md",
        "2-walls/gates.md",
        "2-walls.md",
        "readme.md",
    ]
    assert {(left.file, left.line, left.reason) for left in found.left_out} == {
        ("game/rules/SUMMARY.md", line, "contents") for line in (1, 3, 4, 5)
    }
    assert found.sources[0].accounted == found.sources[0].characters


def test_a_note_that_tells_what_the_files_are_is_left_out(tmp_path: Path) -> None:
    note = (
        "# Where it is from\n\n- Copied in May, unchanged.\n\n| file | bytes |\n| --- | ---: |\n"
        "| 2-walls.md | 120 |\n| 10-end.md | 80 |\n| gates.md | 60 |\n"
    )
    found = read_files(tmp_path, CHAPTERS | {"ORIGIN.md": note})
    assert "ORIGIN.md" not in {file for _, file, _ in places(found)}
    assert {left.reason for left in found.left_out if left.file.endswith("ORIGIN.md")} == {"about the files"}
    assert found.sources[0].accounted == found.sources[0].characters


def test_a_chapter_that_names_one_other_file_is_read(tmp_path: Path) -> None:
    found = read_files(tmp_path, CHAPTERS | {"5-yard.md": "# Yards\n\nWalls stand in 2-walls.md.\n"})
    assert "5-yard.md" in {file for _, file, _ in places(found)}


def test_an_index_with_words_of_its_own_comes_first(tmp_path: Path) -> None:
    index = (
        '<h1>Goats</h1><p>In this game goats climb <a href="b.html">walls</a> and sleep in '
        '<a href="a.html">yards</a>, and whoever has most of them at home wins the day.</p>'
    )
    pages = {
        "a.html": "<h1>Yards</h1><p>A yard is safe.</p>",
        "b.html": "<h1>Walls</h1><p>A wall is not.</p>",
    }
    found = read_files(tmp_path, {"index.html": index} | pages)
    assert [file for _, file, _ in places(found)] == ["index.html", "b.html", "a.html"]


def test_links_between_the_files_resolve(tmp_path: Path) -> None:
    found = read_files(
        tmp_path,
        {
            "a.md": "# Moving\n\n## Setup\n\nSee [how goats climb](deep/b.md#setup), [all](deep/b.md), "
            "[here](#setup), [nothing](c.md#x).\n",
            "deep/b.md": "# Climbing\n\nGoats climb.\n\n## Setup\n\n"
            "Back to [moving](../a.md) and [setup](../a#setup).\n",
        },
    )
    references = own_links(found.entries, found.links, found.anchors)
    assert [(each.text, each.target, each.status) for each in references] == [
        ("how goats climb", "game:climbing-setup", "resolved"),
        ("all", "game:climbing", "resolved"),
        ("nothing", None, "missing"),
        ("moving", "game:moving", "resolved"),
        ("setup", "game:moving-setup", "resolved"),
    ]


def test_numbers_reach_from_file_to_file(tmp_path: Path) -> None:
    found = read_files(
        tmp_path,
        {
            "1.txt": "1. Goats\n\n1.1 A goat climbs.\n\n1.2 A goat rests.\n",
            "2.txt": "1.2.1 It rests at night.\n\n2. Hens\n\n2.1 A hen walks.\n",
        },
    )
    by_number = {entry.number: entry for entry in found.entries}
    assert list(by_number) == ["1", "1.1", "1.2", "1.2.1", "2", "2.1"]
    assert by_number["1.2.1"].parent == "game:1.2"
    assert (by_number["2.1"].location.file, by_number["2.1"].location.first_line) == ("game/rules/2.txt", 5)


def test_booklets_in_one_folder_keep_their_own_numbers_and_headings(tmp_path: Path) -> None:
    booklet = "# {0}\n\n## Start\n\n1.1. {0} start.\n\n1.2. {0} run.\n\n1.3. {0} rest.\n"
    found = read_files(tmp_path, {f"{name}.md": booklet.format(name) for name in ("Goats", "Hens")})
    assert [entry.number or entry.title for entry in found.entries] == [
        *("Goats", "Start", "1.1", "1.2", "1.3"),
        *("Hens", "Start", "1.1", "1.2", "1.3"),
    ]
    assert {problem.code for problem in found.problems} == {"duplicate-number"}
    assert {problem.file for problem in found.problems} == {"game/rules/Hens.md"}


def test_a_file_without_a_heading_goes_by_its_name(tmp_path: Path) -> None:
    found = read_files(
        tmp_path,
        {
            "01_goats.md": "# Goats\n\nA goat climbs.\n",
            "02_winning_the-game.md": "Whoever is home first wins.\n",
        },
    )
    assert [entry.title for entry in found.entries] == ["Goats", "Winning The Game"]
    assert found.entries[1].text == "Whoever is home first wins."


def test_pages_are_bound_and_a_paragraph_goes_on_overleaf(tmp_path: Path) -> None:
    pages: dict[str, str | bytes] = {
        f"page-{number}.txt": f"Hearthmoor\n\n{number}.1. A goat climbs the wall\n" for number in range(1, 13)
    }
    pages["page-5.txt"] = "Hearthmoor\n\n5.1. A goat climbs and then\n"
    pages["page-6.txt"] = "it rests.\n\n6.1. A goat climbs\n"
    pages["page-7.txt"] = ""
    found = read_files(tmp_path, pages)
    by_number = {entry.number: entry for entry in found.entries}
    assert by_number["5.1"].text or by_number["5.1"].title
    assert "it rests." in f"{by_number['5.1'].title} {by_number['5.1'].text}"
    assert (by_number["12.1"].location.file, by_number["12.1"].location.first_line) == (
        "game/rules/page-12.txt",
        3,
    )
    assert [by_number[f"{number}.1"].location.page for number in (1, 6, 8, 12)] == ["1", "6", "8", "12"]


def test_few_files_that_say_that_they_are_pages_are_bound_and_two_chapters_are_not(tmp_path):
    said = {
        "page_1.md": "# Page 1\n\n1.1. A goat eats.\n"
        "1.2. It climbs the wall, and when its herder has called it twice it\n",
        "page_2.md": "# Page 2\n\nclimbs down.\n1.3. It sleeps.\n",
    }
    found = read_files(tmp_path / "pages", said)
    assert [(entry.number, entry.text, entry.location.page) for entry in found.entries if entry.number] == [
        ("1.1", "A goat eats.", "1"),
        ("1.2", "It climbs the wall, and when its herder has called it twice it climbs down.", "1"),
        ("1.3", "It sleeps.", "2"),
    ]
    found = read_files(tmp_path / "chapters", {f"chapter_{n}.md": f"# Chapter {n}\n\nGoats." for n in (1, 2)})
    assert [entry.title for entry in found.entries] == ["Chapter 1", "Chapter 2"]


def test_only_the_entries_of_a_file_with_pages_have_one(tmp_path: Path) -> None:
    paged = "\f".join(f"{page}.1. A goat climbs the wall.\n{page + 6}" for page in range(1, 5))
    found = read_files(tmp_path, {"1-goats.txt": paged, "2-walls.md": "# Walls\n\nA wall stops a goat.\n"})
    pages = {entry.number or entry.title: entry.location.page for entry in found.entries}
    assert pages == {"1.1": "7", "2.1": "8", "3.1": "9", "4.1": "10", "Walls": None}


def test_a_file_that_cannot_be_read_is_a_problem_and_the_others_are_read(tmp_path: Path) -> None:
    found = read_files(tmp_path, CHAPTERS | {"bad.txt": bytes(range(256)) * 16, "cut.json": '{"a": tru'})
    assert [(problem.code, problem.file) for problem in found.problems] == [
        ("unreadable-file", "game/rules/bad.txt"),
        ("unreadable-file", "game/rules/cut.json"),
    ]
    assert len(found.entries) == 4


def test_broken_bytes_are_told_with_the_file_and_its_line(tmp_path: Path) -> None:
    found = read_files(
        tmp_path, {"a.txt": "Café, naïve\nÉtoile\n", "b.txt": "Ünder\nnaïve\n\n".encode() + b"\xff bad\n"}
    )
    assert [(problem.code, problem.file, problem.line) for problem in found.problems] == [
        ("broken-encoding", "game/rules/b.txt", 4)
    ]


def test_formats_mix(tmp_path: Path) -> None:
    reading = reading_of(
        tmp_path,
        {
            "1.html": "<h1>Goats</h1><p>A goat <a href='3.md#sleep'>sleeps</a>.</p>",
            "2.txt": "HENS\n\nA hen walks.\n",
            "3.md": "# Sheep\n\nSee [goats](1.html).\n\n## Sleep\n\nAll sleep.\n",
        },
    )
    assert [(node.title, node.parent and node.parent.title) for node in reading.nodes] == [
        ("Goats", None),
        ("HENS", None),
        ("Sheep", None),
        ("Sleep", "Sheep"),
    ]
    assert reading.targets == ("3.md#sleep", "1.html")


def test_nothing_readable_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"a\.txt is not a text") as refused:
        read_files(tmp_path, {"a.txt": bytes(range(256)) * 16})
    assert "\n" not in str(refused.value)


def test_what_a_person_told_holds_for_every_file(tmp_path: Path) -> None:
    words = "Käse für Ziegen\n"
    corpus = corpus_of(tmp_path, {"a.txt": words.encode("cp850"), "b.txt": (words * 2).encode("cp850")})
    told = {"game/rules": SourceOverrides(encoding="cp850")}
    reading = read_source(replace(corpus, overrides=told), corpus.sources[0])
    assert reading.source.encoding == "cp850"
    assert "Käse für Ziegen" in reading.stretches[0].text


def test_one_record_a_file_goes_by_its_own_number_and_its_dated_history_is_left_out(tmp_path: Path) -> None:
    record = 'number: "{}"\nname: {}\ntext: {}\nhistory:\n  - date: 2021-03-04\n    change: {}\n'
    files = {
        "a.yaml": record.format("1.1", "Grazing", "A goat that grazes rests.", "Rests now."),
        "b.yaml": record.format("1.10", "Climbing", "A goat climbs one wall.", "New."),
        "c.yaml": record.format("2.1", "Rams", "A ram pushes a goat.", "Reworded a little."),
    }
    found = read_files(tmp_path, files)
    assert [(each.id, each.title, each.text) for each in found.entries] == [
        ("game:1.1", "Grazing", "A goat that grazes rests."),
        ("game:1.10", "Climbing", "A goat climbs one wall."),
        ("game:2.1", "Rams", "A ram pushes a goat."),
    ]
    left = [each.text for each in found.left_out if each.reason == "metadata"]
    assert left == ["2021-03-04", "Rests now.", "2021-03-04", "New.", "2021-03-04", "Reworded a little."]


def test_a_record_alone_in_its_file_has_the_number_that_the_file_is_called_by(tmp_path: Path) -> None:
    record = (
        "id: {0}\nname: {1}\npower: 2\ntext: |\n  A goat {1}.\n\n  It rests.\nhistory:\n"
        "- change:\n    type: enactment\n  date: 2021-03-04\n"
        "answers:\n- cases:\n  - id: '24'\n    called: 2021-05-0{2}\n  text: >\n    So does a ram that {1}.\n"
    )
    files = {
        f"{n}.yaml": record.format(n, name, at)
        for at, (n, name) in enumerate([("101", "grazes"), ("1006", "climbs"), ("AM2", "bids")], 1)
    }
    found = read_files(tmp_path, files)
    assert [(each.id, each.number, each.title) for each in found.entries] == [
        ("game:101", "101", "grazes"),
        ("game:1006", "1006", "climbs"),
        ("game:am2", "AM2", "bids"),
    ]
    assert all("It rests." in each.text and "So does a ram" in each.text for each in found.entries)
    assert found.problems == ()
    assert {each.text for each in found.left_out if each.reason == "metadata"} >= {"enactment", "2021-03-04"}


def test_the_id_of_a_record_that_no_file_is_called_by_is_no_number(tmp_path: Path) -> None:
    record = "id: {}\nname: {}\ntext: A goat that rests is safe.\n"
    files = {"rams.yaml": record.format("17", "Rams"), "hens.yaml": record.format("hens", "Hens")}
    found = read_files(tmp_path, files)
    assert [(each.number, each.title) for each in found.entries] == [(None, "Hens"), (None, "Rams")]


def test_dated_answers_are_no_history(tmp_path: Path) -> None:
    words = (
        'number: "1.1"\nname: Grazing\ntext: A goat grazes.\nrulings:\n'
        "  - date: 2021-03-04\n    text: So does a ram.\n"
    )
    found = read_files(tmp_path, {"a.yaml": words, "b.yaml": words.replace("1.1", "1.2")})
    assert sum("So does a ram." in each.text for each in found.entries) == 2
