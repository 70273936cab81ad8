"""Trains the bundled table against the full encoder and writes it into the package. Run it once, by hand.

    kb model add
    python -m kb.encoders.train TEXTS --cache SCRATCH

TEXTS holds a folder for each source; small sources are drawn from more often than their size warrants. They
are training input only: nothing of them is shipped. The shipped table was made from these Debian 12 packages
(`apt-get download NAME`, `dpkg-deb -x FILE FOLDER`, then the parts named here):

    wordnet-base 1:3.0-37          usr/share/wordnet                                  385,000 paragraphs
    freeciv-data 3.0.6-1+deb12u1   helpdata.txt, classic, civ2civ3, alien, sandbox        900
    wesnoth-1.16-data 1:1.16.9-1   every .cfg below data                                1,900
    nethack-common 3.6.6-3+b2      nhdat, Guidebook.txt                                 2,400
    crawl-common 2:0.28.0-1.1      descript, database, docs (English)                   7,100
    fortunes 1:1.99.1-7.3          all but the indexes                                 13,200
    aisleriot 1:3.22.23-1          usr/share/help/C                                       500
    kpat 4:22.12.3-1               usr/share/doc/HTML/en                                  100

More than a third of the phrases are cast from `tabletop.toml`. No rule text that we index and no question
that measures the search was read for either.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb import encoders
from kb.encoders.fit import Course, fit, principal_axes, project
from kb.encoders.phrases import Phrases, read_paragraphs
from kb.encoders.quantise import Floats, Packed, pack
from kb.encoders.table import write_bundled
from kb.encoders.wordpiece import WordPiece
from kb.errors import EncoderError

PIECES, DIMS, BITS = 16_000, 192, 4
"""What fits two megabytes, with the list of pieces (0.23 MB) and the axes (0.07 MB)."""

DRAWN, TAUGHT = 420_000, 262_144
"""Phrases drawn and shuffled, and how many of them are used: twice as many taught the table no more."""

SHARD = 16_384
COURSE = Course(epochs=2)
"""Further epochs come closer to the training phrases, but not to questions people ask (-.02 nDCG at eight)."""


def main() -> None:
    """Trains the bundled table on the folders below TEXTS."""
    options = argparse.ArgumentParser(prog="python -m kb.encoders.train", description=main.__doc__)
    options.add_argument("texts", type=Path, metavar="TEXTS", help="a folder of folders of English texts")
    options.add_argument("--cache", type=Path, required=True, help="a folder for the full encoder's vectors")
    given = options.parse_args()
    train(given.texts, given.cache)


def train(texts: Path, cache: Path) -> None:
    """Makes phrases, has them encoded, fits the table to the result and writes it into the package."""
    phrases = make_phrases(texts)[:TAUGHT]
    say(f"{len(phrases):,} phrases")
    vectors = teach(phrases, cache)
    axes = stored(principal_axes(vectors, DIMS))
    targets = project(vectors, axes)
    kept = frequent_pieces(phrases, PIECES)
    cutter = WordPiece([encoders.pieces()[number] for number in kept])
    ids = [cutter.ids(phrase) for phrase in phrases]
    rows = fit(ids, targets, first_rows(ids, targets, len(kept)), COURSE, say)
    write_bundled(encoders.DATA, kept, rows, BITS)
    (encoders.DATA / "axes.bin").write_bytes(pack(axes, 8))


def say(line: str) -> None:
    """Progress goes to standard error."""
    sys.stderr.write(line + "\n")


def make_phrases(texts: Path) -> list[str]:
    """Phrases from every folder below `texts`, shuffled."""
    folders = [folder for folder in sorted(texts.iterdir()) if folder.is_dir()]
    read = [list(dict.fromkeys(read_paragraphs(folder))) for folder in folders]
    for folder, paragraphs in zip(folders, read, strict=True):
        say(f"{folder.name}: {len(paragraphs):,} paragraphs")
    words = [piece for piece in encoders.pieces() if piece.isascii() and piece.isalpha() and len(piece) > 1]
    return Phrases([paragraphs for paragraphs in read if paragraphs], words).make(DRAWN)


def teach(phrases: Sequence[str], cache: Path) -> Floats:
    """The full encoder's vectors, cached a shard at a time, so that a stopped run goes on where it was."""
    teacher = encoders.full()
    if teacher is None:
        raise EncoderError("training needs the full encoder: kb model add")
    cache.mkdir(parents=True, exist_ok=True)
    shards = []
    for start in range(0, len(phrases), SHARD):
        part = phrases[start : start + SHARD]
        shard = cache / f"{hashlib.sha256(chr(10).join(part).encode()).hexdigest()[:16]}.npy"
        if not shard.exists():
            np.save(shard, teacher.encode(part).astype(np.float16))
            say(f"{start + SHARD:,} encoded")
        shards.append(np.load(shard))
    return np.concatenate(shards).astype(np.float32)


def stored(axes: Floats) -> Floats:
    """The axes as they will be read back, so that the table is trained in the very space it is used in."""
    return Packed(pack(axes, 8))[:]


def frequent_pieces(phrases: Sequence[str], most: int) -> list[int]:
    """Numbers of the pieces the table has rows for: every single character, and what the phrases use most."""
    names = encoders.pieces()
    allowed = [number for number, name in enumerate(names) if name.isascii() and not name.startswith("[")]
    cutter = WordPiece([names[number] for number in allowed])
    uses = Counter(chain.from_iterable(cutter.ids(phrase) for phrase in phrases))
    single = [place for place, number in enumerate(allowed) if len(names[number].removeprefix("##")) == 1]
    ranked = dict.fromkeys([*single, *(place for place, _ in uses.most_common())])
    kept = sorted(list(ranked)[:most], key=lambda place: (-uses[place], place))
    return [allowed[place] for place in kept]


def first_rows(ids: Sequence[Sequence[int]], targets: Floats, size: int) -> Floats:
    """Where to start: a piece points where short phrases with it point, and frequent pieces weigh less."""
    shares, rows, found = _uses(ids, size), np.zeros((size, targets.shape[1]), np.float32), np.zeros(size)
    for shortest in (True, False):
        missing = found == 0
        for numbers, target in zip(ids, targets, strict=True):
            if (len(numbers) <= 3) == shortest:
                for number in numbers:
                    if missing[number]:
                        rows[number] += target / len(numbers) ** 2
                        found[number] += 1 / len(numbers) ** 2
    rows /= np.maximum(found, 1e-9)[:, None]
    return (rows * (1e-3 / (1e-3 + shares))[:, None]).astype(np.float32)


def _uses(ids: Sequence[Sequence[int]], size: int) -> NDArray[np.float64]:
    """Each piece's share of all pieces in use."""
    uses = np.bincount(list(chain.from_iterable(ids)), minlength=size)
    shares: NDArray[np.float64] = uses / max(1, uses.sum())
    return shares


if __name__ == "__main__":
    main()
