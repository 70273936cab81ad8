"""How is a value made that a text has a hundred thousand of? As a frozen dataclass, which the type checker watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as typed_frozen
else:
    from dataclasses import dataclass

    def typed_frozen(*, frozen, **options):
        """A dataclass like any other; to guard its fields while the program runs, too, makes it four times as slow.

        That was a tenth of all that reading a text takes.
        """
        return dataclass(unsafe_hash=frozen, **options)


__all__ = ["typed_frozen"]
