"""What does this phrase point at? Entries in, references and problems out; no file is read, nothing printed.

Every game is linked on its own, in three steps: words that point ("see rule 314", "page 11") are found and
resolved; terms used in their rule sense are found in the rest of the text; answers are tied to the rules they
rest on. Offsets count in `entry.text`, and references of one entry never overlap: where words name several
entries at once, all but the first (and the last of a range) have an empty span, see `resolve`.
A `ruling` rests on the whole answer, so its span is empty at the end of the text.
What people decide in `links.toml` is described in `settings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.link.propose import proposals
    from kb.link.whole import Linked, link

__all__ = ["Linked", "link", "proposals"]


def __getattr__(name: str) -> object:
    """What links a whole corpus is imported only by who asks for it: citing needs names and numbers only."""
    from importlib import import_module

    homes = {"Linked": "whole", "link": "whole", "proposals": "propose"}
    if name in homes:
        return getattr(import_module(f"kb.link.{homes[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
