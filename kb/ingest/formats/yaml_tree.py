"""Which mappings, lists and texts are in this YAML? Read event by event: no tag makes an object, no alias a bomb."""

from __future__ import annotations

import yaml

from kb.errors import ReadError
from kb.ingest.formats.tree import TreeBuilder, Value

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_tree(content: str, file: str) -> Value | None:
    """The first document of a YAML text as a tree with line numbers; raises ReadError with the line at fault."""
    builder = TreeBuilder(file)
    try:
        for event in yaml.parse(content, Loader=_Loader):
            if isinstance(event, yaml.DocumentEndEvent):
                break
            _meet(event, builder)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        told = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
        raise ReadError(f"{file}{line} cannot be read as YAML ({told}): mend that line") from None
    return builder.root


def _meet(event: yaml.Event, builder: TreeBuilder) -> None:
    first = event.start_mark.line + 1 if event.start_mark else 1
    last = event.end_mark.line + 1 if event.end_mark else first
    if isinstance(event, yaml.AliasEvent):
        raise ReadError(f"{builder.file}:{first} uses a YAML alias, which is not read: write the text out")
    if isinstance(event, yaml.ScalarEvent):
        is_block = event.style in ("|", ">")  # whose end is where the next thing begins
        builder.text(event.value, first, last - 1 if is_block else last)
    elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
        builder.begin(isinstance(event, yaml.MappingStartEvent), first)
    elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
        builder.end(last)
