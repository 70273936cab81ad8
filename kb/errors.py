"""How do we fail? An error means that we cannot go on; findings about a text are problems."""

from __future__ import annotations

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


def one_line(text: str) -> str:
    """Foreign words on one line, without what would move a terminal's cursor, colour it or turn it around."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(one for one in line if one.isprintable())
