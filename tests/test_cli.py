"""The command line as a whole: one line for every error, nothing imported in vain, all of it explained."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner
from processes import run_kb

from kb.cli import COMMANDS, cli
from kb.errors import KbError

if TYPE_CHECKING:
    from conftest import Kb

HEAVY = (
    "whoosh",
    "numpy",
    "jinja2",
    "markdown_it",
    "rapidfuzz",
    "snowballstemmer",
    "tomlkit",
    "kb.pipeline",
    "kb.ingest",
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(kb: Kb, name: str) -> None:
    done = kb(name, "--help")
    assert done.exit_code == 0
    assert f"Example: kb {name}" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_help_lists_every_command_with_what_it_does(kb: Kb) -> None:
    listed = kb("--help").stdout.split("Commands:\n")[1].splitlines()
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert all(len(line.split()) > 2 for line in listed)


def test_version(kb: Kb) -> None:
    assert kb("--version").stdout.startswith("kb, version 0.")


@pytest.mark.parametrize("arguments", [["fly"], ["--wings"], ["show"], ["build", "x"], ["doctor", "x"]])
def test_wrong_use_is_exit_2_without_a_traceback(kb: Kb, arguments: list[str]) -> None:
    done = kb(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage: kb" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KbError("two\nlines"), "kb: two lines\n"),
        (
            PermissionError(13, "Permission denied", "corpus/kb.toml"),
            "kb: corpus/kb.toml: Permission denied\n",
        ),
        (OSError("disk on fire"), "kb: disk on fire\n"),
        (ZeroDivisionError("oh"), "kb: unexpected ZeroDivisionError: oh (KB_DEBUG=1 shows where)\n"),
    ],
)
def test_an_error_is_one_line(monkeypatch: pytest.MonkeyPatch, error: Exception, told: str) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("kb.builds.open_store", fail)
    monkeypatch.delenv("KB_DEBUG", raising=False)
    done = CliRunner().invoke(cli, ["show", "x"])
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", told)
    with pytest.raises(type(error)):
        CliRunner(env={"KB_DEBUG": "1"}).invoke(cli, ["show", "x"], catch_exceptions=False)


PROBE = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from kb.__main__ import main
main()
"""


def modules_after(*arguments: object) -> set[str]:
    """Every module that is there when a command ends."""
    command = [sys.executable, "-c", PROBE, *map(str, arguments)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


@pytest.mark.parametrize(
    "arguments", [["show", "wall"], ["refs", "wall"], ["export"], ["--help"], ["show", "--help"]]
)
def test_reading_commands_import_nothing_heavy(build: Path, arguments: list[str]) -> None:
    folder = [] if "--help" in arguments else ["--build", build]
    imported = modules_after(*arguments, *folder)
    assert not {name for name in imported if name.startswith(HEAVY)}


def test_only_the_command_that_runs_is_imported(build: Path) -> None:
    imported = modules_after("show", "wall", "--build", build)
    others = {f"kb.commands.{name}" for name in COMMANDS if name != "show"}
    assert "kb.commands.show" in imported
    assert not imported & others


def complete(build: Path, words: str) -> list[str]:
    """What bash would offer after these words."""
    variables = {
        "_KB_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    done = run_kb(**variables, KB_BUILD=str(build))
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_the_shell_completes_refs_games_and_commands(build: Path, tmp_path: Path) -> None:
    assert complete(build, "kb sh") == ["show"]
    assert set(complete(build, "kb show gra")) == {"hearthmoor:grapple", "hearthmoor:702"}
    assert complete(build, "kb show hearthmoor:702.") == [f"hearthmoor:702.{number}" for number in (1, 2, 3)]
    assert complete(build, "kb search --game he") == ["hearthmoor"]
    assert complete(build, "kb search --kind te") == ["term"]
    assert complete(tmp_path / "nothing", "kb show gra") in ([], [""])


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_can_show_everything(build: Path, encoding: str) -> None:
    for arguments in (
        ["show", "702.2"],
        ["search", "wall"],
        ["show", "--json", "figure"],
        ["show", "„wall“"],
    ):
        done = run_kb(*arguments, "--build", build, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr


def on_terminal(*arguments: object, **environment: str) -> str:
    """What a command writes to a terminal that it has to itself."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "kb", *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # Linux tells the end of a terminal so
            break
        if not part:
            break
        written += part
    process.wait()
    os.close(ours)
    return written.decode()


def test_progress_is_shown_on_a_terminal_and_nowhere_else(corpus: Path, tmp_path: Path) -> None:
    arguments = ("build", "--corpus", corpus, "--build", tmp_path / "build")
    assert "Finding entries …" in on_terminal(*arguments)
    done = run_kb(*arguments)
    assert "Finding entries" not in done.stdout + done.stderr
    assert "\r" not in done.stdout + done.stderr


def test_colour_is_for_terminals_that_want_it(build: Path) -> None:
    assert "\x1b[1m" in on_terminal("show", "wall", "--build", build)
    assert "\x1b[1m" not in on_terminal("show", "wall", "--build", build, NO_COLOR="1")
    assert "\x1b" not in run_kb("show", "wall", "--build", build).stdout
    assert "\x1b" not in on_terminal("search", "--json", "wall", "--build", build)
