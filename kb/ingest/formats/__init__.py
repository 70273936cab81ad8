"""Which reader reads this format? One module a format; each fills `Text.stretches` from `Text.lines`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from kb.ingest.clean.characters import drop_invisible
from kb.ingest.document import Text

_READERS = {
    "markdown": ("markdown", "read_markdown"),
    "html": ("html", "read_html"),
    "yaml": ("rule_tree", "read_yaml"),
    "json": ("rule_tree", "read_json"),
    "table": ("separated", "read_separated"),
    "wiki": ("wiki", "read_wiki"),
    "wiki export": ("wiki_export", "read_wiki_export"),
}
"""Format → module and function; imported when a text needs it, with the library behind it."""

FORMATS = ("text", *_READERS)
"""What a `[[sources]]` row may call a format."""

SUFFIXES = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdx": "markdown",
    ".qmd": "markdown",
    ".mkd": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".jsonl": "json",
    ".csv": "table",
    ".tsv": "table",
    ".wiki": "wiki",
    ".mediawiki": "wiki",
    ".wikitext": "wiki",
    ".xml": "wiki export",
}


def read_format(text: Text, name: str) -> Text:
    """Part a text by what its format states; plain text is left to the layout. `name` is its file's name."""
    if text.format not in _READERS:
        return text
    module, function = _READERS[text.format]
    read: Callable[[Text, str], Text] = getattr(import_module(f"{__name__}.{module}"), function)
    return read(drop_invisible(text), name)
