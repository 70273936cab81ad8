"""What is installed from a built wheel works in any folder: templates, corpus and data are inside."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
    ]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_it_holds_what_the_package_needs_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("corpus", "site_templates"):
        held = {path for path in (ROOT / folder).rglob("*") if path.is_file() and path.name != ".DS_Store"}
        packed = {f"kb/shipped_data/{path.relative_to(ROOT).as_posix()}" for path in held}
        assert packed <= names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"kb"}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_it_works_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    site, work = tmp_path / "site", tmp_path / "somewhere else"
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(site),
        str(wheel),
    ]
    subprocess.run(install, check=True, capture_output=True)
    work.mkdir()

    def kb(*arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(site)}
        environment.pop("KB_BUILD", None)
        command = [sys.executable, "-P", "-m", "kb", *arguments]
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "magic" in kb("build")
    assert "magic:314.6" in kb("search", "314.6")
    assert "Schemes" in kb("show", "magic:314")
    assert str(site) in kb("doctor")
    assert {path.name for path in work.iterdir()} == {"build"}
