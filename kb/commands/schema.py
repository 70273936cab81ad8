"""`kb schema [COMMAND]`: what the JSON documents of the commands look like, as JSON Schemas."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import click

from kb.commands.output import print_json

_OF_ALL = "missing"
"""What any command prints of what is not there."""


@click.command()
@click.argument("name", required=False, metavar="[COMMAND]")
@click.pass_context
def command(ctx: click.Context, name: str | None) -> None:
    """Print JSON Schemas of what --json prints.

    Of COMMAND, or of all: each stands under $defs by its command's name; "missing" is what any of them prints of
    what is not there.

    Example: kb schema search
    """
    held = schemas()
    if name is None:
        print_json(held)
        return
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    known = [each for each in (*root.command.list_commands(root), _OF_ALL) if each in held["$defs"]]
    if name not in known:
        told = f"no schema {name!r}; there are {', '.join(known)}"
        raise click.BadParameter(told, param_hint="COMMAND")
    print_json(of_command(held, name))


def schemas() -> dict[str, Any]:
    """All schemas of the package, under `$defs`."""
    text = resources.files("kb.commands").joinpath("schemas.json").read_text(encoding="utf-8")
    made: dict[str, Any] = json.loads(text)
    return made


def of_command(held: dict[str, Any], name: str) -> dict[str, Any]:
    """The schema of what a command prints when it succeeds, with those that it is made of."""
    needed: dict[str, Any] = {}
    wanted = [name]
    while wanted:
        each = wanted.pop()
        if each not in needed:
            needed[each] = held["$defs"][each]
            wanted += _named(needed[each])
    in_order = {each: schema for each, schema in held["$defs"].items() if each in needed}
    return {"$schema": held["$schema"], "$ref": f"#/$defs/{name}", "$defs": in_order}


def _named(schema: Any) -> list[str]:
    """The names of the schemas that one refers to."""
    if isinstance(schema, list):
        return [name for each in schema for name in _named(each)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"].rpartition("/")[2]] if isinstance(schema.get("$ref"), str) else []
    return own + [name for each in schema.values() for name in _named(each)]
