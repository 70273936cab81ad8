"""How does the word index reach a browser? The numbers that Whoosh's scorer uses, in a few compact files.

`words.bin`, little-endian:

    "KBW3"                              four bytes, the format
    u32 entries, total length, bytes of the stems
    16 bytes                            digest of what was indexed
    u8 x entries, u8 x entries          length of every entry, as rounded for the scorer: lower halves, upper halves
    the stems, in byte order            a list of words (see below)
    for every stem                      varint entries that hold it

`postings.bin`: for every stem in that order one varint an entry, the gap to the entry before; then for each of these
one varint, how often it holds the stem: alike numbers together take fewer bytes when compressed. A varint is seven bits
a byte, lowest first, the eighth bit set on all but the last.

`parts.json`: the parts of `postings.bin` that are loaded on their own, each as the number of its first stem and
the byte where it begins; each is laid out like the whole, and a small index is one part.

`spelling.json`, for words that no stem knows: the plain words of the texts and how many entries hold each, and
the words that are spared correction.

A list of words is their text without what each shares with the word before: a capital says how many characters
these are (A: none, B: one), so "leap", "leaps" and "least" are "AleapEsDst". No word holds a capital; names that may
hold one are shortened alike, but listed apart.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Collection, Iterable
from itertools import pairwise
from pathlib import Path

from kb.index.words import WordIndex

DICTIONARY, POSTINGS, PARTS, SPELLING = "words.bin", "postings.bin", "parts.json", "spelling.json"
SPLIT_ABOVE = 10_000
"""Entries above which a browser loads only those parts of the index that a query touches."""

PART = 128 * 1024
"""Bytes of postings that are then loaded together."""

MAGIC = b"KBW3"
_MOST_SHARED = 25


def write(folder: Path, index: WordIndex, content: str, valid_words: Collection[str] = ()) -> None:
    """Write the word index as the browser reads it, and what it corrects spelling by."""
    frequencies, postings, gaps, counts = bytearray(), bytearray(), bytearray(), bytearray()
    parts = [(0, 0)]
    stems = index.stems()
    for number, stem in enumerate(stems):
        numbers, times = index.postings(stem)
        frequencies += varint(len(numbers))
        more = b"".join(varint(number - before - 1) for before, number in pairwise([-1, *numbers]))
        is_full = len(gaps) + len(counts) + len(more) > PART and number > parts[-1][0]
        if is_full and index.count > SPLIT_ABOVE:
            postings += gaps + counts
            parts.append((number, len(postings)))
            gaps, counts = bytearray(), bytearray()
        gaps += more
        counts += b"".join(varint(int(count)) for count in times)
    postings += gaps + counts
    total = round(index.average_length * index.count)
    listed = word_list(stems).encode()
    head = struct.pack("<4sIII16s", MAGIC, index.count, total, len(listed), bytes.fromhex(content))
    lengths = struct.pack(f"<{index.count}H", *index.lengths())
    halves = lengths[::2] + lengths[1::2]
    (folder / DICTIONARY).write_bytes(head + halves + listed + bytes(frequencies))
    (folder / POSTINGS).write_bytes(bytes(postings))
    _write_json(folder / PARTS, parts)
    vocabulary = index.vocabulary()
    spelling = {
        "words": word_list(vocabulary),
        "counts": list(vocabulary.values()),
        "validWords": word_list(sorted(valid_words)),
    }
    _write_json(folder / SPELLING, spelling)


def word_list(words: Iterable[str]) -> str:
    """Words in order as one text, each without what it shares with the one before."""
    return "".join(shortened(words))


def shortened(words: Iterable[str]) -> list[str]:
    """Words, each without what it shares with the one before, behind the capital that says how much that is."""
    found, before = [], ""
    for word in words:
        shared = _shared(word, before)
        found.append(chr(ord("A") + shared) + word[shared:])
        before = word
    return found


def varint(number: int) -> bytes:
    """A number from 0 in as few bytes as it needs."""
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def _shared(word: str, before: str) -> int:
    """How many characters two words begin with alike; one that a browser counts as two ends them."""
    count = 0
    for one, other in zip(word[:_MOST_SHARED], before, strict=False):
        if one != other or one > "\uffff":
            break
        count += 1
    return count


def _write_json(file: Path, value: object) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
