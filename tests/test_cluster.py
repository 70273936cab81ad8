"""Games are built by the workers of a Dask cluster as they are here, byte for byte, whatever becomes of a worker."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from dask_clusters import Dask, until
from processes import run_apart, run_kb, start_kb
from small_builds import differing

from kb import pipeline
from kb.errors import BuildError

if TYPE_CHECKING:
    from conftest import Kb

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAMES = ("ashmoor", "fenmoor", "hearthmoor", "lowmoor")


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A scheduler with two workers, each a process."""
    cluster = Dask(tmp_path_factory.mktemp("dask"))
    cluster.worker("one")
    cluster.worker("other")
    yield cluster
    cluster.close()


@pytest.fixture
def games(corpus: Path) -> Path:
    """A corpus of four games."""
    for slug in GAMES:
        if slug != "hearthmoor":
            shutil.copytree(corpus / "hearthmoor", corpus / slug)
    return corpus


def test_a_build_is_that_of_this_machine_first_and_after_edits(
    dask: Dask, games: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(games, tmp_path / "copy" / "corpus")
    share = tmp_path / "share"
    share.mkdir()
    here, there = tmp_path / "here", tmp_path / "there"
    steps: list[str] = []
    for old, new in (("is ash", "is ash"), ("is ash", "is smoke")):
        for corpus in (games, copy):
            text = corpus / "fenmoor" / "rules.txt"
            text.write_text(text.read_text().replace(old, new))
        pipeline.build(copy, here, quick=True)
        report = pipeline.build(
            games, there, quick=True, workers=dask.address, through=str(share), progress=steps.append
        )
        assert not report.failed
        assert differing(here, there) == set()
        assert differing(copy, games) == set()  # the ledgers
        assert [*share.iterdir()] == []
    assert {*report.made} == {"fenmoor"}
    assert not pipeline.build(games, there, quick=True).is_new
    assert {f"{slug}: Indexing" for slug in GAMES} <= {*steps}
    until(lambda: not dask.at_work())


def test_the_games_that_ship_are_built_the_same(dask: Dask, shipped_build: Path, tmp_path: Path) -> None:
    corpus = shutil.copytree(ROOT / "corpus", tmp_path / "corpus")
    build = pipeline.build(corpus, tmp_path / "build", quick=True, workers=dask.address).folder
    assert differing(shipped_build, build) == set()
    assert {path.name for path in tmp_path.iterdir()} <= {"corpus", "build", ".build.spare"}


def test_a_game_that_fails_is_told_as_here(dask: Dask, games: Path, tmp_path: Path) -> None:
    (games / "fenmoor" / "rules.txt").write_bytes(bytes(range(256)) * 16)
    (games / "lowmoor" / "game.toml").write_text('title = "Low')
    here = pipeline.build(games, tmp_path / "here", quick=True)
    there = pipeline.build(games, tmp_path / "there", quick=True, workers=dask.address)
    assert {*there.failed} == {"fenmoor", "lowmoor"}
    assert there.failed == here.failed
    assert there.made == here.made
    assert differing(here.folder, there.folder) == set()


def test_a_worker_that_is_killed_costs_time_only(games: Path, tmp_path: Path) -> None:
    first = pipeline.build(games, tmp_path / "here", quick=True).folder
    with closing(Dask(tmp_path)) as dask:
        victim = dask.worker("dies")
        started = []

        def kill(_: str) -> None:
            if not started:
                assert dask.at_work("dies")
                victim.kill()
                started.append(dask.worker("stays"))

        build = tmp_path / "there"
        report = pipeline.build(games, build, quick=True, workers=dask.address, progress=kill)
        assert started and victim.wait() == -signal.SIGKILL
        assert started[0].poll() is None
    assert not report.failed
    assert {*report.made} == {*GAMES}
    assert differing(first, report.folder) == set()


def test_ctrl_c_leaves_nothing_behind(dask: Dask, games: Path, tmp_path: Path) -> None:
    from distributed import Client

    share, build = tmp_path / "share", tmp_path / "build"
    share.mkdir()
    process = start_kb(
        "build", "--corpus", games, "--build", build, "--workers", dask.address, "--through", share
    )
    until(dask.at_work)
    process.send_signal(signal.SIGINT)
    assert (*process.communicate(), process.returncode) == ("", "", 130)
    assert [*share.iterdir()] == []
    until(lambda: not dask.at_work())
    with Client(dask.address, set_as_default=False) as client:
        assert len(client.scheduler_info()["workers"]) == 2
        until(lambda: not any(client.processing().values()))
    assert [*share.iterdir()] == []
    assert not {path.name for path in tmp_path.iterdir()} & {".build.new", ".build.lock"}


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("10.1.2.3:8786", r"10\.1\.2\.3:8786 is not on this machine, so it has to be tls://"),
        ("tcp://rules.example:8786", r"is not on this machine, so it has to be tls://"),
        ("tls://rules.example:8786", r"tls:// needs certificates, Dask's settings name none"),
        ("127.0.0.1", r"is no address of a Dask scheduler; it looks like tls://HOST:8786"),
        ("http://127.0.0.1:80", r"is no address of a Dask scheduler"),
        ("127.0.0.1:99999", r"is no address of a Dask scheduler"),
        ("127.0.0.1:1", r"no Dask scheduler answers at 127\.0\.0\.1:1: .*refused"),
    ],
)
def test_an_address_that_will_not_do(kb: Kb, corpus: Path, address: str, why: str) -> None:
    done = kb("build", "--quick", "--workers", address)
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.fullmatch(f"kb: .*{why}.*\n", done.stderr)


def test_a_notebook_may_ask(corpus: Path, tmp_path: Path) -> None:
    async def cell() -> None:
        pipeline.build(corpus, tmp_path / "build", quick=True, workers="127.0.0.1:1")

    with pytest.raises(BuildError, match="refused"):
        run_apart(cell())


def test_what_listens_but_is_no_scheduler(kb: Kb, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.cluster.PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        done = kb("build", "--workers", f"127.0.0.1:{server.getsockname()[1]}")
    assert done.exit_code == 2
    assert re.fullmatch(r"kb: no Dask scheduler answers at 127\.0\.0\.1:\d+: .*\n", done.stderr)


def test_workers_have_to_be_there_and_have_the_same_kb(
    kb: Kb, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.cluster.PATIENCE", 1)
    other, older = tmp_path / "other" / "kb", tmp_path / "older" / "kb"
    shutil.copytree(ROOT / "kb", other, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "analyse.py").write_text((other / "analyse.py").read_text() + "\n")
    older.mkdir(parents=True)
    (older / "__init__.py").write_text("")
    with closing(Dask(tmp_path)) as dask:

        def build() -> str:
            done = kb("build", "--quick", "--workers", dask.address)
            assert (done.exit_code, done.stdout) == (2, "")
            (line,) = done.stderr.splitlines()
            return line

        assert build() == f"kb: the Dask scheduler at {dask.address} has no worker yet; start one"
        monkeypatch.setattr("kb.cluster.PATIENCE", 30)
        stranger = dask.worker("other", PYTHONPATH=str(other.parent))
        assert re.fullmatch(
            r"kb: the worker at tcp://127\.0\.0\.1:\d+ has other files of kb 0\S+: install the same kb on all "
            r"machines, and restart workers",
            build(),
        )
        stranger.kill()
        stranger.wait()
        dask.worker("older", PYTHONPATH=str(older.parent))
        assert "install the same kb on all machines" in build()


def test_a_scheduler_that_goes_ends_the_build_soon(games: Path, tmp_path: Path) -> None:
    with closing(Dask(tmp_path)) as dask:
        dask.worker("one")
        process = start_kb(
            "build", "--corpus", games, "--build", tmp_path / "build", "--workers", dask.address
        )
        until(dask.at_work)
        dask.close()
        told = process.communicate(timeout=60)
    assert told == ("", f"kb: the Dask scheduler at {dask.address} is gone; build again\n")
    assert process.returncode == 2
    assert not {path.name for path in tmp_path.iterdir()} & {".build.new", ".build.lock"}


def test_an_object_store_serves_as_well_as_a_folder(games: Path, build: Path, tmp_path: Path) -> None:
    """The store is in this process, so workers are, too: one with two threads, which build one after the other."""
    from distributed import LocalCluster
    from fsspec.implementations.memory import MemoryFileSystem

    with LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        local_directory=str(tmp_path),
    ) as cluster:
        there = pipeline.build(
            games,
            tmp_path / "build",
            quick=True,
            workers=cluster.scheduler_address,
            through="memory://some/where",
        )
    assert {*there.made} == {*GAMES}
    assert not [path for path in MemoryFileSystem.store if "kb-" in path]
    one = Path("games", "hearthmoor", "kb.sqlite")
    assert (there.folder / one).read_bytes() == (build / one).read_bytes()


def test_a_place_that_workers_do_not_reach(dask: Dask, corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(
        BuildError, match=r"the worker at \S+ cannot read memory://x \(.*--through names a folder"
    ):
        pipeline.build(corpus, tmp_path / "build", workers=dask.address, through="memory://x")
    with pytest.raises(BuildError, match=r"nothing can be left at unheard://x: Protocol not known: unheard"):
        pipeline.build(corpus, tmp_path / "build", workers=dask.address, through="unheard://x")


@pytest.mark.full
def test_over_tls_as_the_readme_makes_certificates(corpus: Path, tmp_path: Path) -> None:
    commands = re.search(r"```sh\n(openssl .*?)```", README, re.DOTALL)
    assert commands
    for folder in ("ours", "others"):
        (tmp_path / folder).mkdir()
        subprocess.run(["bash", "-ec", commands[1]], cwd=tmp_path / folder, check=True, capture_output=True)
    ours, others = tmp_path / "ours", tmp_path / "others"
    files = ("--tls-ca-file", ours / "ca.pem", "--tls-cert", ours / "kb.pem", "--tls-key", ours / "kb.key")
    with closing(Dask(tmp_path, "--protocol", "tls", *files)) as dask:
        dask.worker("one")
        assert dask.address.startswith("tls://")
        for folder, status in ((ours, 0), (others, 2), (tmp_path / "none", 2)):
            done = run_kb(
                *("build", "--quick", "--corpus", corpus, "--build", folder / "build"),
                *("--workers", dask.address),
                **certificates(folder),
            )
            assert (done.returncode, done.stderr.count("\n")) == (status, 1)


def certificates(folder: Path) -> dict[str, str]:
    """What tells Dask where they are."""
    files = {"CA_FILE": "ca.pem", "CLIENT__CERT": "kb.pem", "CLIENT__KEY": "kb.key"}
    return {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(folder / file) for name, file in files.items()}
