"""How do we fail? An error means that we cannot go on; findings about a text are problems."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence


class KbError(Exception):
    """Base of everything we raise on purpose; its text is one clear line that says what to do."""

    exit_code = 2


class ReadError(KbError):
    """A file cannot be read as a rule text: missing, a folder, binary, an unknown format."""


class CorpusError(KbError):
    """A corpus or a `game.toml` is not what we can work with."""


class BuildError(KbError):
    """A build cannot be made or is missing, foreign or damaged."""


class EncoderError(KbError):
    """The weights of an encoder are missing, damaged or not the ones we trust."""


class NotFoundError(KbError):
    """Nothing in this build answers to a REF or a query; `suggestions` are ids of entries that may be meant."""

    exit_code = 1

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


_ADVICE = {
    errno.ENOSPC: "the disk is full; what was there stays as it was, make room and try again",
    errno.EDQUOT: "your share of the disk is full; what was there stays as it was, make room and try again",
    errno.EROFS: "nothing can be written there, its file system is read-only; name another folder",
}


def of_system(error: OSError) -> str:
    """What the system complains of, and where; for what people can mend, how."""
    if error.errno == errno.ENOENT and not error.filename and not _has_folder():
        return "the folder that you are in is there no more; change into another one"
    told = _ADVICE.get(error.errno or 0) or error.strerror or str(error)
    return f"{error.filename}: {told}" if error.filename else told


def _has_folder() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def one_line(text: str) -> str:
    """Foreign words on one line, without what would move a terminal's cursor, colour it or turn it around."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(one for one in line if one.isprintable())
