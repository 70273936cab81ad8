"""Where was this person? Recent look-ups, bookmarks and what was open, kept between two runs."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

MOST_RECENT = 50
"""Look-ups that are remembered."""

MOST_BOOKMARKS = 500


@dataclass(slots=True, kw_only=True)
class Memory:
    """What is remembered of one build folder."""

    query: str = ""
    game: str | None = None
    entry: str | None = None
    recent: list[str] = field(default_factory=list)
    """Ids, the latest first."""

    bookmarks: list[str] = field(default_factory=list)
    """Ids, in the order in which they were set."""

    def looked_at(self, id: str) -> None:
        """Remember a look-up."""
        self.recent = [id, *(other for other in self.recent if other != id)][:MOST_RECENT]

    def toggle_bookmark(self, id: str) -> bool:
        """Set or take away a bookmark; whether it is set now."""
        if id in self.bookmarks:
            self.bookmarks.remove(id)
            return False
        self.bookmarks = [*self.bookmarks, id][-MOST_BOOKMARKS:]
        return True


def place() -> Path:
    """The file that remembers: below XDG_STATE_HOME, or where the system keeps such things."""
    given = os.environ.get("XDG_STATE_HOME")
    if given:
        return Path(given) / "kb" / "reader.json"
    below = ("Library", "Application Support") if sys.platform == "darwin" else (".local", "state")
    return Path.home().joinpath(*below) / "kb" / "reader.json"


def recall(build: Path) -> Memory:
    """What is remembered of a build; nothing where the file is not there or not ours."""
    known = _read().get(str(build.absolute()), {})
    told = {each.name: known[each.name] for each in fields(Memory) if each.name in known}
    memory = Memory()
    for name, value in told.items():
        if name in ("recent", "bookmarks"):
            if isinstance(value, list):
                setattr(memory, name, [each for each in value if isinstance(each, str)])
        elif isinstance(value, str):
            setattr(memory, name, value)
    return memory


def keep(build: Path, memory: Memory) -> None:
    """Remember for the next time; a place that cannot be written to is no reason to complain."""
    told = {**_read(), str(build.absolute()): asdict(memory)}
    file = place()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=file.parent, prefix=".reader-")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(told, out, ensure_ascii=False)
        Path(draft).replace(file)
    except OSError:
        return


def remember(build: Path, id: str) -> None:
    """Add one look-up to what is remembered."""
    memory = recall(build)
    memory.looked_at(id)
    keep(build, memory)


def _read() -> dict[str, dict[str, object]]:
    try:
        held = json.loads(place().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return (
        {key: value for key, value in held.items() if isinstance(value, dict)}
        if isinstance(held, dict)
        else {}
    )
