"""What can I type? The `kb` command; of its sub-commands only the one that runs is imported."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from kb import __version__
from kb.errors import KbError, NotFoundError, of_system, one_line

COMMANDS = (
    "init",
    "add",
    "list",
    "remove",
    "rename",
    "build",
    "browse",
    "search",
    "show",
    "refs",
    "open",
    "random",
    "recent",
    "cite",
    "link",
    "verify",
    "rulings",
    "diff",
    "export",
    "schema",
    "check",
    "serve",
    "publish",
    "api",
    "eval",
    "doctor",
    "help",
)
"""In the order of `kb --help`; each is `command` in `kb/commands/<name>.py`."""


INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


class Commands(click.Group):
    """A group that imports a sub-command when it is asked for, and tells errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order in which they are usually needed."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"kb.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named, or that does what words mean which name none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            args = [import_module("kb.commands.meant").command_for(ctx, args, COMMANDS), *args]
        name, command, rest = super().resolve_command(ctx, args)
        if command and any(len(arg) > 2 and arg[0] == "-" != arg[1] for arg in rest):
            import_module("kb.commands.meant").refuse_single_dash(command, rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; whatever goes wrong is told in one line (`KB_DEBUG=1` shows where)."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.ClickException, BrokenPipeError):
            raise  # click tells these, or ends quietly on them
        except (KeyboardInterrupt, click.Abort):
            if sys.stderr.isatty():
                click.echo(err=True)  # behind the ^C that the terminal shows
            raise click.exceptions.Exit(INTERRUPTED) from None
        except Exception as error:
            if os.environ.get("KB_DEBUG"):
                raise
            if isinstance(error, NotFoundError):
                _tell_programs(ctx, error)
            raise _failure(error) from error


def _tell_programs(ctx: click.Context, error: NotFoundError) -> None:
    """Print the document of what is not there where a sub-command was asked for one."""
    if ctx.meta:
        output = import_module("kb.commands.output")
        with suppress(OSError):  # where it cannot be printed, standard error still tells
            output.tell_missing(ctx, one_line(str(error)), error.suggestions)


class _Failure(click.ClickException):
    """An error as the person at the terminal sees it."""

    exit_code = KbError.exit_code

    def show(self, file: Any = None) -> None:
        click.echo(f"kb: {one_line(self.message)}", file=file, err=True)


class _NothingFound(_Failure):
    exit_code = NotFoundError.exit_code


def _failure(error: Exception) -> _Failure:
    if isinstance(error, NotFoundError):
        return _NothingFound(str(error))
    if isinstance(error, KbError):
        return _Failure(str(error))
    if isinstance(error, OSError):
        return _Failure(of_system(error))
    return _Failure(f"unexpected {type(error).__name__}: {error} (KB_DEBUG=1 shows where)")


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.option(
    "--corpus", type=click.Path(path_type=Path), metavar="DIR", help="Folder of rule texts [corpus]."
)
@click.option(
    "--build",
    type=click.Path(path_type=Path),
    metavar="DIR",
    envvar="KB_BUILD",
    show_envvar=True,
    help="Folder of everything generated [build].",
)
@click.version_option(__version__, "-V", "--version", prog_name="kb")
@click.pass_context
def cli(ctx: click.Context, corpus: Path | None, build: Path | None) -> None:
    """Rules you can find, trust and cite: rule texts in; search, website and citations out.

    Example: kb search "can I move while engaged"
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    if ctx.invoked_subcommand is None:
        _alone(ctx)


def _alone(ctx: click.Context) -> None:
    """`kb` and nothing more: the reader on a terminal, help elsewhere."""
    browse = import_module("kb.commands.browse")
    if not browse.is_terminal():
        click.echo(ctx.get_help())
        ctx.exit(2)
    browse.browse(import_module("kb.commands.folders").given_build(ctx))


def main() -> None:
    """Run the command line as a program."""
    if "_KB_COMPLETE" in os.environ:
        import_module("kb.commands.bash_completion")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show ends nothing
    cli(prog_name="kb")
