"""Which colour has a game? One of a few whose contrast is known, so that no file can make its pages hard to read."""

from __future__ import annotations

import re
from colorsys import rgb_to_hsv

COLOURS = {
    "red": (0x8C, 0x2F, 0x1B),
    "orange": (0x8A, 0x4B, 0x08),
    "gold": (0x75, 0x56, 0x00),
    "olive": (0x55, 0x64, 0x0F),
    "green": (0x1E, 0x6B, 0x35),
    "teal": (0x0D, 0x66, 0x66),
    "blue": (0x1D, 0x5A, 0x96),
    "indigo": (0x3F, 0x4F, 0xA3),
    "violet": (0x6A, 0x3D, 0x9A),
    "pink": (0x93, 0x2A, 0x7A),
    "rose": (0x9C, 0x24, 0x50),
    "grey": (0x55, 0x50, 0x4A),
}
"""Each by its name, as it stands on light paper; `site.css` has them all."""

LEAST_COLOURED = 0.12
"""Saturation below which a colour is grey."""

_HEX = re.compile(r"#?([0-9a-fA-F]{6})")


def colour_named(said: str) -> str:
    """The name of the colour that is meant by one or is nearest to `#1d5a96`; ValueError for anything else."""
    if said.lower() in COLOURS:
        return said.lower()
    found = _HEX.fullmatch(said)
    if not found:
        raise ValueError(f"{said!r} is no colour: say one as #1d5a96, or {', '.join(COLOURS)}")
    hue, saturation, _ = rgb_to_hsv(*bytes.fromhex(found[1]))
    if saturation < LEAST_COLOURED:
        return "grey"
    return min(COLOURS.keys() - {"grey"}, key=lambda name: _apart(hue, rgb_to_hsv(*COLOURS[name])[0]))


def _apart(one: float, other: float) -> float:
    """How far two hues lie apart on their circle."""
    return min(abs(one - other), 1 - abs(one - other))
