"""Which chapter does a file's name say that it is?"""

from __future__ import annotations

import re
from pathlib import PurePath

# "01_game_concepts", "3. Zones"
_CHAPTER = re.compile(r"0*([1-9]\d?)(?=[_\-. ])")


def chapter_of(name: str) -> str:
    """The chapter number with which a file's name begins; empty without one."""
    chapter = _CHAPTER.match(PurePath(name).name)
    return chapter[1] if chapter else ""
