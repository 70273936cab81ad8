"""Templates are compiled once for a user: what they say is theirs, whatever was kept before."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from jinja2 import Environment

from kb import shipped
from kb.errors import BuildError
from kb.site import render
from kb.site.render import Renderer
from kb.site.words import FOLDER


@dataclass
class Hall:
    """A view with one word."""

    word: str = "moor"


@pytest.fixture
def templates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Two small ones, of which one takes in the other, in a folder without scripts."""
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(render, "_assets", lambda *_: {})
    folder = tmp_path / "templates"
    shutil.copytree(shipped.templates() / FOLDER, folder / FOLDER)
    (folder / "hall.html.j2").write_text('A {{ word }}{% include "door.html.j2" %}')
    (folder / "door.html.j2").write_text(" with a door")
    return folder


def test_they_are_compiled_once(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Renderer(templates).render("hall.html.j2", Hall("<moor>"))
    assert first == b"A &lt;moor&gt; with a door"
    monkeypatch.delattr(Environment, "compile")
    assert Renderer(templates).render("hall.html.j2", Hall("<moor>")) == first


def test_one_that_changed_is_compiled_again(templates: Path) -> None:
    Renderer(templates).render("hall.html.j2", Hall())
    (templates / "door.html.j2").write_text(" with a gate")
    assert Renderer(templates).render("hall.html.j2", Hall()) == b"A moor with a gate"


@pytest.mark.parametrize(("content", "said"), [(b"{% if %}", "Expected an expression"), (b"\xff", "decode")])
def test_one_that_cannot_be_read_does_no_harm_to_others(templates: Path, content: bytes, said: str) -> None:
    (templates / "odd.html.j2").write_bytes(content)
    renderer = Renderer(templates)
    assert renderer.render("hall.html.j2", Hall()) == b"A moor with a door"
    with pytest.raises((BuildError, UnicodeDecodeError), match=said):
        renderer.render("odd.html.j2", Hall())
