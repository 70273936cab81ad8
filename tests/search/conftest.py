"""Builds for the search tests; the user's own cache plays no part in them."""

import pytest
from small_builds import write_build
from small_entries import hearthmoor


@pytest.fixture(autouse=True)
def nothing_of_the_user(monkeypatch, tmp_path_factory):
    monkeypatch.setenv("KB_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KB_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
        return write_build(tmp_path_factory.mktemp("search") / "build", hearthmoor())
