"""A small corpus of an invented game, its build, and the command line to try on them."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from case_files import CASES
from click.testing import CliRunner, Result

Kb = Callable[..., Result]


os.environ["KB_PROCESSES"] = (
    "0"  # quicker than to start processes for a few entries; `tests/test_processes.py` does
)

# A shell ignores ^C for what it starts in the background, and so would all that the tests start and press ^C in.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus that the test may change."""
    shutil.copytree(CASES / "hearthmoor", tmp_path / "corpus" / "hearthmoor")
    return tmp_path / "corpus"


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of that corpus, for reading only."""
    from kb import pipeline

    folder = tmp_path_factory.mktemp("hearthmoor")
    shutil.copytree(CASES / "hearthmoor", folder / "corpus" / "hearthmoor")
    return pipeline.build(folder / "corpus", folder / "build", quick=True).folder


@pytest.fixture(scope="session")
def shipped_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the corpus that ships, for reading only."""
    from kb import pipeline, shipped

    corpus = shutil.copytree(shipped.corpus(), tmp_path_factory.mktemp("own") / "corpus")
    return pipeline.build(corpus, tmp_path_factory.mktemp("shipped") / "build", quick=True).folder


@pytest.fixture
def kb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kb:
    """Runs a command in an empty folder: `kb("show", "leap")`."""
    from kb.cli import cli

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KB_BUILD", raising=False)
    monkeypatch.delenv("KB_DEBUG", raising=False)

    def run(*arguments: object, **environment: str) -> Result:
        return CliRunner(env=environment).invoke(
            cli, [str(argument) for argument in arguments], prog_name="kb"
        )

    return run


APART = {"start_kb", "run_kb", "run_apart", "psycopg", "Dask"}
"""Names that only tests use which have to do with other processes and servers."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What waits for another process gets a second try, which the summary counts as a rerun: a busy machine is late at
    times. And what is left to `.ci/full` (`full`, KB_FULL) runs here only where it is asked for by name.
    """
    for item in items:
        if isinstance(item, pytest.Function) and APART & vars(item.module).keys():
            item.add_marker(pytest.mark.flaky(reruns=1))
    if os.environ.get("KB_FULL") or any("::" in each or each.endswith(".py") for each in config.args):
        return
    left = [item for item in items if item.get_closest_marker("full")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where the real texts are demanded (KB_REQUIRE_TEXTS), a test that skips for want of one has failed."""
    report = yield
    if report.skipped and os.environ.get("KB_REQUIRE_TEXTS") and "not at hand" in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"skipped though the texts are there: {report.longrepr}"
    return report
