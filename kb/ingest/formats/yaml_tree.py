"""Which mappings, lists and texts are in this YAML? Read event by event: no tag makes an object, no alias a bomb."""

from __future__ import annotations

import yaml

from kb.errors import ReadError
from kb.ingest.formats.tree import TreeBuilder, Value

_LONGEST_ALIAS = 200
"""Characters of a text that may be named and repeated; a longer one, or a list, could grow without bounds."""

_NOTHING = ("null", "Null", "NULL", "~")
_MOST_REPEATED = 100_000

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_tree(content: str, file: str) -> Value | None:
    """A YAML text as a tree with line numbers, several documents as a list; raises ReadError with the line at fault."""
    documents: list[Value] = []
    builder, known = TreeBuilder(file), dict[str, str]()
    try:
        for event in yaml.parse(content, Loader=_Loader):
            if isinstance(event, yaml.DocumentEndEvent):
                documents += [builder.root] if builder.root else []
                builder, known = TreeBuilder(file), {}
            _meet(event, builder, known)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        told = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
        raise ReadError(f"{file}{line} cannot be read as YAML ({told}): mend that line") from None
    if len(documents) < 2:
        return next(iter(documents), None)
    return Value(documents[0].first, documents[-1].last, items=documents)


def _meet(event: yaml.Event, builder: TreeBuilder, known: dict[str, str]) -> None:
    first = event.start_mark.line + 1 if event.start_mark else 1
    last = event.end_mark.line + 1 if event.end_mark else first
    if isinstance(event, yaml.AliasEvent):
        builder.repeated += len(known.get(str(event.anchor), ""))
        if event.anchor not in known or builder.repeated > _MOST_REPEATED:
            raise ReadError(
                f"{builder.file}:{first} uses a YAML alias, which is not read: write the text out"
            )
        builder.text(known[event.anchor], first, last)
    elif isinstance(event, yaml.ScalarEvent):
        if event.anchor and len(event.value) <= _LONGEST_ALIAS:
            known[event.anchor] = event.value
        is_block = event.style in ("|", ">")  # whose end is where the next thing begins
        is_nothing = event.style is None and event.value in _NOTHING
        words, by_line = "" if is_nothing else event.value, event.style == "|"
        builder.text(words, first, last - 1 if is_block else last, by_line=by_line)
    elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
        builder.begin(isinstance(event, yaml.MappingStartEvent), first)
    elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
        builder.end(last)
