"""`kb help`: which command does what I want?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

import click

from kb.errors import NotFoundError

_EXAMPLE = "Example: "
_ENVIRONMENT = (
    ("KB_BUILD", "Folder of everything generated"),
    ("KB_PLAIN", "The reader speaks line by line"),
    ("NO_COLOR", "No colours"),
    ("PAGER", "What long output goes through on a terminal"),
)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a command says of itself."""

    name: str
    command: click.Command

    @property
    def sentence(self) -> str:
        return self.command.get_short_help_str(200)

    @property
    def about(self) -> str:
        return " ".join((self.command.help or "").split(_EXAMPLE)[0].split())

    @property
    def example(self) -> str:
        return " ".join((self.command.help or "").partition(_EXAMPLE)[2].split())

    @property
    def options(self) -> Iterator[tuple[str, str]]:
        for each in self.command.params:
            if isinstance(each, click.Option) and each.help:
                yield ", ".join(each.opts), each.help


@click.command()
@click.argument("words", nargs=-1)
@click.option("--man", is_flag=True, help="Print the manual page: kb help --man | man -l -")
@click.option("--recipes", is_flag=True, help="Print an example of each command, as Markdown.")
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], man: bool, recipes: bool) -> None:
    """Find the command that does what WORDS say.

    Example: kb help quote a rule in a post
    """
    told = list(_commands(ctx))
    if man:
        click.echo("\n".join(_manual(ctx, told)))
    elif recipes:
        click.echo("\n".join(_recipes(told)))
    elif not " ".join(words).strip():
        click.echo(ctx.find_root().get_help())
    else:
        found = _fitting(told, " ".join(words))
        if not found:
            raise NotFoundError(f"no command does {' '.join(words)!r}; `kb --help` lists them all")
        click.echo("\n\n".join(f"kb {each.name}: {each.sentence}\n  {each.example}" for each in found))


def _commands(ctx: click.Context) -> Iterator[_Told]:
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    for name in root.command.list_commands(root):
        if name != "help" and (found := root.command.get_command(root, name)):
            yield _Told(name, found)


def _fitting(told: list[_Told], words: str, most: int = 3) -> list[_Told]:
    """The commands whose help says most of what is asked for, rare words first."""
    from kb.analyse import stems
    from kb.commands.meant import ELSEWHERE

    other = {
        each.name: " ".join(word for word, name in ELSEWHERE.items() if name == each.name) for each in told
    }
    says = {
        each.name: set(stems(f"{each.name} {other[each.name]} {each.about} {each.example}")) for each in told
    }
    options = {each.name: set(stems(" ".join(about for _, about in each.options))) for each in told}
    asked = set(stems(words))

    def worth(each: _Told) -> float:
        total = 0.0
        for stem in asked:
            known = sum(stem in held for held in says.values()) or 1
            total += (stem in says[each.name]) / known + 0.3 * (stem in options[each.name]) / known
        return total + sum(stem in stems(each.name) for stem in asked) / (2 * len(asked))

    ranked = sorted(told, key=worth, reverse=True)
    return [each for each in ranked[:most] if worth(each) > 0]


def _recipes(told: list[_Told]) -> Iterator[str]:
    yield "# Recipes"
    for each in told:
        yield f"\n## {each.sentence}\n"
        yield f"    {each.example}"


def _manual(ctx: click.Context, told: list[_Told]) -> Iterator[str]:
    """The manual page, in the language of man (groff's man macros)."""
    from kb import __version__

    root = ctx.find_root().command
    yield f'.TH KB 1 "" "kb {__version__}" "User Commands"'
    yield ".SH NAME\nkb \\- rules you can find, trust and cite"
    yield ".SH SYNOPSIS\n.B kb\n[\\-\\-corpus DIR] [\\-\\-build DIR] COMMAND [ARGS]"
    yield f".SH DESCRIPTION\n{_roff(' '.join((root.help or '').split(_EXAMPLE)[0].split()))}"
    yield "On a terminal, kb alone opens a reader."
    yield ".SH COMMANDS"
    for each in told:
        yield f".SS kb {each.name}\n{_roff(each.about)}"
        for names, about in each.options:
            yield f".TP\n.B {_roff(names)}\n{_roff(about)}"
        yield f".PP\n.EX\n{_roff(each.example)}\n.EE"
    yield ".SH EXIT STATUS\n0 done, 1 nothing found or problems under \\-\\-strict, 2 wrong use or unreadable input,"
    yield "130 ended by Ctrl\\-C."
    yield ".SH ENVIRONMENT"
    for name, about in _ENVIRONMENT:
        yield f".TP\n.B {name}\n{about}."


def _roff(text: str) -> str:
    """Text as man shows it literally, in ASCII: not every groff reads UTF-8."""
    escaped = normalize("NFKC", text).replace("\\", "\\e").replace("-", "\\-")
    escaped = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in escaped)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
