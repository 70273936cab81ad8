"""The JSON Schemas of the package are those of what the commands print, and nothing is printed beside them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from case_files import CASES
from jsonschema import Draft202012Validator

from kb.cli import COMMANDS, cli
from kb.commands.schema import of_command, schemas

if TYPE_CHECKING:
    from conftest import Kb

POST = 'Rule 702.2: "A grappled figure stays where it was." See 101.1b and rule 1.2.3.'


def closed(schema: Any) -> Any:
    """The schema with nothing allowed that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if isinstance(made.get("properties"), dict) and made.get("type") == "object":
        made["additionalProperties"] = False
    return made


def check(name: str, document: object) -> None:
    Draft202012Validator(closed(of_command(schemas(), name))).validate(document)


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of two editions, and its corpus beside it."""
    from kb import pipeline
    from kb.adding import add
    from kb.homes import Wanted

    folder = tmp_path_factory.mktemp("editions")
    shutil.copytree(CASES / "hearthmoor", folder / "corpus" / "hearthmoor")
    text = (CASES / "hearthmoor" / "rules.txt").read_text()
    later = text.replace("March 1, 2025", "March 1, 2026").replace("two embers", "three embers")
    later = later.replace("101.2. A figure that leaves the board is lost.", "")
    (folder / "rules-2026.txt").write_text(later)
    add([folder / "rules-2026.txt"], folder / "corpus", Wanted(game="hearthmoor", source="rules"))
    return pipeline.build(folder / "corpus", folder / "build", quick=True).folder


@pytest.fixture
def runs(editions: Path, tmp_path: Path) -> dict[str, list[list[object]]]:
    """Ways to call each command that prints JSON, with texts that fill as much of it as can be."""
    corpus = ["--corpus", editions.parent / "corpus"]
    post, questions = tmp_path / "post.txt", tmp_path / "questions.jsonl"
    post.write_text(POST)
    questions.write_text(
        '{"id": "1", "query": "walls", "game": "hearthmoor", "entries": ["Wall", "no such"]}\n'
    )
    return {
        "show": [["702"], ["702.2"], ["702.2", "--history"], ["702.2@2025-03-01"], ["702.3"], ["Wall"]],
        "refs": [["702.2"], ["702.3"]],
        "random": [[]],
        "recent": [[]],
        "search": [["can a figure move"], ["zzzz"], ["grapled"], ["xyzzy plugh"]],
        "cite": [["--as", "json", "702.2", "ember", "--quote"]],
        "export": [[]],
        "verify": [[post], [post, "--fix"]],
        "rulings": [[post]],
        "diff": [["hearthmoor"], ["702.2"]],
        "check": [corpus],
        "list": [corpus],
        "add": [[editions.parent / "rules-2026.txt", "--game", "hearthmoor", "--dry-run", *corpus]],
        "eval": [[questions]],
    }


def takes_json(name: str) -> bool:
    command = cli.get_command(click.Context(cli), name)
    assert command
    return any("--json" in each.opts for each in command.params)


def test_every_command_that_prints_json_has_a_schema_and_is_tried(
    runs: dict[str, list[list[object]]],
) -> None:
    printing = {name for name in COMMANDS if takes_json(name)} | {"cite", "export"}
    assert printing == runs.keys()
    assert printing <= schemas()["$defs"].keys()


@pytest.mark.parametrize("name", sorted({*filter(takes_json, COMMANDS), "cite", "export"}))
def test_what_a_command_prints_is_what_its_schema_says(
    kb: Kb, editions: Path, tmp_path: Path, runs: dict[str, list[list[object]]], name: str
) -> None:
    state = {"KB_BUILD": str(editions), "XDG_STATE_HOME": str(tmp_path / "state")}
    kb("open", "--print", "702.2", **state)
    for arguments in runs[name]:
        flag = [] if name in ("cite", "export") else ["--json"]
        done = kb(name, *flag, *arguments, **state)
        lines = done.stdout.splitlines()
        assert lines, done.stderr
        for line in lines:
            check(name, json.loads(line))


def test_what_is_missing_is_what_its_schema_says(kb: Kb, editions: Path) -> None:
    for arguments in (["show", "grapel"], ["refs", "999.9"], ["diff", "x y"]):
        done = kb(*arguments, "--json", "--build", editions)
        check("missing", json.loads(done.stdout))


def test_the_schemas_are_valid_and_each_is_whole(kb: Kb) -> None:
    printed = json.loads(kb("schema").stdout)
    for name in printed["$defs"]:
        Draft202012Validator.check_schema(of_command(printed, name))
    alone = json.loads(kb("schema", "search").stdout)
    assert alone["$ref"] == "#/$defs/search"
    assert set(_references(alone)) <= {f"#/$defs/{name}" for name in alone["$defs"]}


def test_a_schema_can_fail() -> None:
    validator = Draft202012Validator(of_command(schemas(), "show"))
    assert not validator.is_valid({"id": "hearthmoor:702"})
    assert not validator.is_valid([])


def test_no_such_schema_is_wrong_use(kb: Kb) -> None:
    done = kb("schema", "browse")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "no schema 'browse'; there are " in done.stderr


def _references(schema: Any) -> Iterator[str]:
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key == "$ref":
            yield value
        elif isinstance(value, dict | list):
            yield from _references(value)
