"""The user's own encoder and cache play no part in the tests of the index."""

import pytest


@pytest.fixture(autouse=True)
def nothing_of_the_user(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("KB_MODEL", "/nonexistent")
    monkeypatch.setenv("KB_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
