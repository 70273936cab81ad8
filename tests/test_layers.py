"""Data flows one way: every module imports only what the tables of kb/README.md allow."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "kb"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
NAME = re.compile(r"[a-z_]+")


def table(heading: str) -> list[list[str]]:
    """The rows of the table of kb/README.md whose first column has this heading."""
    lines = (PACKAGE / "README.md").read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def parts(cell: str) -> list[str]:
    """The parts a first cell names: `commands/`, `cli.py` → commands, cli."""
    outside = re.sub(r"\(.*?\)", "", cell)
    return [name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`([^`]+)`", outside)]


def names(cell: str) -> set[str]:
    return set() if cell.startswith("nothing") else set(NAME.findall(re.sub(r"\(.*?\)", "", cell)))


ALLOWED = {part: names(row[2]) for row in table("Module") for part in parts(row[0])}
HOMES = {row[0].strip("`"): names(row[1]) for row in table("Library")}


def part_of(module: str) -> str:
    return module.split("/")[0].removesuffix(".py")


def imports(module: str) -> Iterator[str]:
    """Full names of all modules and names that a module imports, relative ones too."""
    package = ["kb", *module.split("/")[:-1]]
    for node in ast.walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def test_the_table_names_every_module_and_no_other() -> None:
    held = {part_of(module) for module in MODULES} - {"__init__", "__main__"}
    assert set(ALLOWED) == held


def test_the_table_allows_only_what_there_is() -> None:
    assert set().union(*ALLOWED.values()) <= set(ALLOWED)


@pytest.mark.parametrize("module", MODULES)
def test_imports_of_ours(module: str) -> None:
    part = part_of(module)
    if part in ("__init__", "__main__"):
        return
    ours = {name.split(".")[1] for name in imports(module) if name.startswith("kb.")} - {"__version__"}
    assert ours - {part} <= ALLOWED[part]


@pytest.mark.parametrize("module", MODULES)
def test_libraries_stay_in_their_homes(module: str) -> None:
    part = part_of(module)
    libraries = (
        {name.split(".")[0] for name in imports(module)} - sys.stdlib_module_names - {"kb", "_typeshed"}
    )
    assert {library for library in libraries if part not in HOMES.get(library, set())} == set()


def test_nobody_imports_what_stands_at_the_end() -> None:
    last = {"cli", "commands", "pipeline"}
    users = {part for part, allowed in ALLOWED.items() if allowed & last}
    assert users <= {"cli", "commands"}


def test_the_pipeline_uses_entry_functions_only() -> None:
    deep = [name for name in imports("pipeline.py") if name.startswith("kb.") and name.count(".") > 2]
    assert deep == []


LAYERS = [parts(row[0]) for row in table("Layer of ingest")]
INGEST = sorted(
    {module.split("/")[1].removesuffix(".py") for module in MODULES if module.startswith("ingest/")}
)


def test_the_layers_of_ingest_are_all_it_has() -> None:
    assert sorted(part for layer in LAYERS for part in layer) == [
        part for part in INGEST if part != "__init__"
    ]


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("ingest/")])
def test_a_layer_of_ingest_imports_only_those_above_it(module: str) -> None:
    own = module.split("/")[1].removesuffix(".py")
    if own == "__init__":
        return
    above = LAYERS[: 1 + next(number for number, layer in enumerate(LAYERS) if own in layer)]
    allowed = {part for layer in above for part in layer}
    parts_used = {name.split(".")[2] for name in imports(module) if name.startswith("kb.ingest.")}
    assert parts_used <= allowed


def test_no_recogniser_imports_private_parts_of_another() -> None:
    private = [
        f"{module}: {name}"
        for module in MODULES
        if module.startswith("ingest/")
        for name in imports(module)
        if name.startswith("kb.ingest.") and name.rpartition(".")[2].startswith("_")
    ]
    assert private == []
