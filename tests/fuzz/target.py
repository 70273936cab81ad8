"""What is fuzzed: bytes in some format, read and recognised as `kb add` does."""

from __future__ import annotations

import sys
import time
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent)]

from ingest_reading import assert_sound, read_file  # noqa: E402

from kb.entries import Entry  # noqa: E402
from kb.errors import KbError  # noqa: E402
from kb.ingest import Reading  # noqa: E402
from kb.ingest.readers import SUFFIXES  # noqa: E402

SECONDS = 5.0
"""Processor time that one text may take."""

FORMATS = (".txt", *sorted(SUFFIXES))
"""Not PDF: what is called so is read in a process of its own, into which no fuzzer sees."""
CRASHES = HERE.parent / "cases" / "fuzzed"
ASIDE = HERE.parents[1] / ".fuzz"
LONGEST_KEPT = 4_000
_folder = TemporaryDirectory()


class TooSlow(AssertionError):
    """A text took longer than a text may."""


def read_anything(data: bytes, suffix: str) -> None:
    """Raises whatever is no clear line of ours; the time is that of this process, whoever shares the machine."""
    path = Path(_folder.name) / f"rules{suffix}"
    path.write_bytes(data)
    started = time.process_time()
    try:
        reading, entries = read_file(path)
    except KbError as error:
        assert "\n" not in str(error), "a message is one line"
    else:
        _judge(reading, entries, started)


def _judge(reading: Reading, entries: tuple[Entry, ...], started: float) -> None:
    if (took := time.process_time() - started) > SECONDS:
        raise TooSlow(f"{reading.source.characters:,} characters took {took:.1f} s")
    assert_sound(reading, entries)


def keep(data: bytes, suffix: str) -> Path:
    """Put a crash where the tests find it, or a long one aside: what repeats becomes a line in test_hostile.py."""
    place = (CRASHES if len(data) <= LONGEST_KEPT else ASIDE) / f"{sha256(data).hexdigest()[:8]}{suffix}"
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(data)
    return place
