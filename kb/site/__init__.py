"""What does the reader see? A static site that works from a sub-path, from a disk and without script.

`write_game` makes the pages of one game, knowing nothing of others; `write_library` what spans games, from a summary
of each.
"""

from __future__ import annotations

from kb.site.files import Keeping
from kb.site.of_all import write_library
from kb.site.of_game import one_page, open_desk, write_game
from kb.site.render import prepare

__all__ = ["Keeping", "one_page", "open_desk", "prepare", "write_game", "write_library"]
