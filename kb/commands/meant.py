"""What is meant by what is typed otherwise than the help says?

Words that begin with no command are a rule's number or name, which is shown, or a question, which is searched for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import takewhile

import click

from kb import builds
from kb.commands.folders import given_build
from kb.commands.output import note
from kb.errors import KbError

_NEAR_ENOUGH = 0.6  # of difflib's 0..1: "serch" finds "search"
ELSEWHERE = {
    "find": "search",
    "grep": "search",
    "get": "show",
    "lookup": "show",
    "read": "show",
    "games": "list",
    "ls": "list",
    "import": "add",
    "index": "build",
    "rebuild": "build",
    "update": "build",
    "upgrade": "add",
    "delete": "remove",
    "rm": "remove",
    "undo": "remove",
    "compare": "diff",
    "quote": "cite",
    "man": "help",
    "start": "serve",
}
"""What other programs call our commands."""

_FEWEST = 3
"""Words from which on a line that begins as a question is one, however near a command its first word is."""

# "702.19z": what no rule is numbered, either, `kb show` knows the nearest of
_NUMBER = re.compile(r"[A-Za-z]?\d+(?:\.\w+)+")

# "how does trample work", "can a tapped creature block"
_ASKS = re.compile(
    r"(?:how|what|whats|when|where|why|who|which|can|could|do|does|is|are|if|may|must|should|will|would)\b",
    re.I,
)


def command_for(ctx: click.Context, args: Sequence[str], commands: Sequence[str]) -> str:
    """The command that does what is meant; UsageError where nobody can tell, with what may be."""
    words = " ".join(takewhile(lambda word: not word.startswith("-"), args))
    typed = words.split() or [args[0]]  # several may stand in one argument, in quotation marks
    near = _near(ctx, typed[0], commands)
    asks = bool(_ASKS.match(words)) and len(typed) >= _FEWEST
    names = _what_is_named(ctx, words)
    if names == "rule" or (names is not None and _NUMBER.fullmatch(words)):
        meant = "show"
    elif names is not None and (asks or (len(typed) > 1 and not near)):
        meant = "search"
    else:
        raise click.UsageError(f"no command {typed[0]!r}; {_advice(ctx, words, names, near)}", ctx)
    note(f"that is `kb {meant} {words}`")
    return meant


def _near(ctx: click.Context, word: str, commands: Sequence[str]) -> list[str]:
    """Commands and options of `kb` itself that are spelt nearly so, or that other programs call so."""
    if word in ELSEWHERE:
        return [ELSEWHERE[word]]
    options = {name.lstrip("-"): name for each in ctx.command.params for name in each.opts}
    found = get_close_matches(word, [*commands, *options], 2, _NEAR_ENOUGH)
    exact = [options[word]] if word in options else []
    return exact or [options.get(each, each) for each in found]


def _what_is_named(ctx: click.Context, words: str) -> str | None:
    """Whether words are a `rule` of the build, a `game` or nothing; None where there is no build to ask."""
    try:
        with builds.open_store(given_build(ctx)) as store:
            if words.casefold() in {
                each.casefold() for pair in store.titles_of_games().items() for each in pair
            }:
                return "game"
            return "rule" if store.find(words) else ""
    except (KbError, OSError):
        return None


def _advice(ctx: click.Context, words: str, names: str | None, near: Sequence[str]) -> str:
    if names == "game":
        return f"{words} is a game: `kb search WORDS --game {words!r}` searches it, `kb` alone reads it"
    searches = f" (`kb search {words}` searches)" if " " in words else ""
    told = f"did you mean {' or '.join(near)}?" if near else "`kb help WORDS` finds a command"
    return f"{told}{searches}"


def refuse_single_dash(command: click.Command, args: Sequence[str]) -> None:
    """Raise UsageError for `-game`, which would be read as `-g -a -m -e`: the option has two dashes."""
    options = {name for each in command.params for name in each.opts}
    for arg in args:
        name = arg.partition("=")[0]
        if name.startswith("-") and not name.startswith("--") and f"-{name}" in options:
            raise click.UsageError(f"no option {name}; did you mean -{name}?")
