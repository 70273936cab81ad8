"""How does the word index reach a browser? The numbers that Whoosh's scorer uses, in two compact files.

`words.bin`, little-endian:

    "KBW1"                              four bytes, the format
    u32 entries, stems, total length
    16 bytes                            digest of what was indexed
    u16 x entries                       length of every entry, as rounded for the scorer
    for every stem, in byte order       varint bytes shared with the stem before, varint further bytes, these,
                                        varint entries that hold it, varint bytes of its postings

`postings.bin`: for every stem in that order one varint an entry: gap to the entry before x 16 + count; a
count of 15 or more is 15, and a second varint says how much more. A varint is seven bits a byte, lowest
first, the eighth bit set on all but the last.

`parts.json`: where in `postings.bin` the parts begin that are loaded on their own; a small index is one part.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path

from kb.index.words import WordIndex

DICTIONARY, POSTINGS, PARTS = "words.bin", "postings.bin", "parts.json"
SPLIT_ABOVE = 10_000
"""Entries above which a browser loads only those parts of the index that a query touches."""

PART = 128 * 1024
"""Bytes of postings that are then loaded together."""

MAGIC = b"KBW1"
_MOST_IN_ONE = 15


def write(folder: Path, index: WordIndex, content: str) -> None:
    """Write the word index as the browser reads it."""
    dictionary, postings = bytearray(), bytearray()
    before, parts = b"", [0]
    stems = index.stems()
    for stem in stems:
        numbers, counts = index.postings(stem)
        held = pack_postings(numbers, [int(count) for count in counts])
        dictionary += _front_coded(stem.encode(), before)
        dictionary += varint(len(numbers)) + varint(len(held))
        is_full = len(postings) + len(held) - parts[-1] > PART and len(postings) > parts[-1]
        if is_full and index.count > SPLIT_ABOVE:
            parts.append(len(postings))
        postings += held
        before = stem.encode()
    total = round(index.average_length * index.count)
    head = struct.pack("<4sIII16s", MAGIC, index.count, len(stems), total, bytes.fromhex(content))
    lengths = struct.pack(f"<{index.count}H", *index.lengths())
    (folder / DICTIONARY).write_bytes(head + lengths + bytes(dictionary))
    (folder / POSTINGS).write_bytes(bytes(postings))
    (folder / PARTS).write_text(json.dumps(parts) + "\n", encoding="utf-8")


def varint(number: int) -> bytes:
    """A number from 0 in as few bytes as it needs."""
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def pack_postings(numbers: Sequence[int], counts: Iterable[int]) -> bytes:
    """Entries in ascending order with how often each holds the stem."""
    packed, last = bytearray(), -1
    for number, count in zip(numbers, counts, strict=True):
        small = min(count, _MOST_IN_ONE)
        packed += varint((number - last - 1) << 4 | small)
        if small == _MOST_IN_ONE:
            packed += varint(count - small)
        last = number
    return bytes(packed)


def _front_coded(stem: bytes, before: bytes) -> bytes:
    shared = 0
    while shared < min(len(stem), len(before)) and stem[shared] == before[shared]:
        shared += 1
    return varint(shared) + varint(len(stem) - shared) + stem[shared:]
