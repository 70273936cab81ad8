"""How many threads numpy is told to use, and who works on the halves of a question."""

import os
import threading
from collections.abc import Callable

import pytest

from kb.encoders import threads
from kb.encoders.threads import VARIABLES, both, use_one_thread

Halves = Callable[..., None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Halves:
    """A machine of so many processors under such a load; numpy's library has been told."""

    def made(processors: int = 2, load: float = 0.5, told: str = "1") -> None:
        monkeypatch.setattr(os, "cpu_count", lambda: processors)
        monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load), raising=False)
        monkeypatch.setattr(os, "environ", dict.fromkeys(VARIABLES, told))

    return made


def test_numpy_works_on_one_thread_unless_people_chose(monkeypatch):
    monkeypatch.setattr(os, "environ", {VARIABLES[0]: "4"})
    use_one_thread()
    assert [os.environ[name] for name in VARIABLES] == ["4", "1", "1"]


def test_halves_are_worked_on_at_the_same_time(machine: Halves) -> None:
    machine()
    meeting = threading.Barrier(2, timeout=10)  # passed by two threads together, or by none

    def work(number: int) -> tuple[int, int]:
        meeting.wait()
        return number, threading.get_ident()

    (first, here), (second, there) = both(work)
    assert (first, second) == (0, 1)
    assert here == threading.get_ident() != there


@pytest.mark.parametrize(
    "busy",
    [{"processors": 1}, {"load": 2.0}, {"told": "4"}],
    ids=["one processor", "a load", "a library's own threads"],
)
def test_halves_are_worked_on_one_after_the_other(machine: Halves, busy: dict[str, object]) -> None:
    machine(**busy)
    assert both(lambda number: (number, threading.get_ident())) == (
        (0, here := threading.get_ident()),
        (1, here),
    )


def test_a_system_that_tells_no_load_is_taken_for_idle(
    machine: Halves, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine()
    monkeypatch.delattr(os, "getloadavg")
    assert threads.has_second_processor()


def test_an_error_of_the_second_half_is_ours_and_the_next_work_is_done(machine: Halves) -> None:
    machine()
    with pytest.raises(ZeroDivisionError):
        both(lambda number: 1 // (1 - number))
    assert both(lambda number: number + 1) == (1, 2)


def test_a_forked_process_has_a_second_thread_of_its_own(machine: Halves) -> None:
    machine()
    before = threads._second_thread(os.getpid())
    assert threads._second_thread(os.getpid()) is before
    assert threads._second_thread(os.getpid() + 1) is not before
