"""How many threads numpy is told to use."""

import os

from kb.encoders.threads import VARIABLES, use_one_thread


def test_numpy_works_on_one_thread_unless_people_chose(monkeypatch):
    monkeypatch.setattr(os, "environ", {VARIABLES[0]: "4"})
    use_one_thread()
    assert [os.environ[name] for name in VARIABLES] == ["4", "1", "1"]
