"""What is meant by words that begin with no command? A rule's number or name is shown, a question is searched for."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import takewhile

import click

from kb import builds
from kb.commands.folders import given_build
from kb.commands.output import note
from kb.errors import KbError

_NEAR_ENOUGH = 0.6  # of difflib's 0..1: "serch" finds "search"


def command_for(ctx: click.Context, args: Sequence[str], commands: Sequence[str]) -> str:
    """The command that does what is meant; UsageError where nobody can tell, with what may be."""
    words = " ".join(takewhile(lambda word: not word.startswith("-"), args))
    near = get_close_matches(args[0], commands, 2, _NEAR_ENOUGH)
    names_something = _names_something(ctx, words)
    if names_something:
        meant = "show"
    elif names_something is not None and " " in words and not near:
        meant = "search"
    else:
        searches = f" (`kb search {words}` searches)" if " " in words else ""
        told = f"did you mean {' or '.join(near)}?" if near else "`kb help WORDS` finds a command"
        raise click.UsageError(f"no command {args[0]!r}; {told}{searches}", ctx)
    note(f"that is `kb {meant} {words}`")
    return meant


def _names_something(ctx: click.Context, words: str) -> bool | None:
    """Whether words are a REF of the build; None where there is no build to ask."""
    try:
        with builds.open_store(given_build(ctx)) as store:
            return bool(store.find(words))
    except (KbError, OSError):
        return None
