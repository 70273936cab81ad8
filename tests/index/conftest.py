"""The user's own cache plays no part in the tests of the index."""

import pytest


@pytest.fixture(autouse=True)
def nothing_of_the_user(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("KB_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
