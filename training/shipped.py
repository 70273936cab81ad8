"""Writes what the encoder makes of the corpus that ships, so that a first build need not.

python training/shipped.py
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kb import encoders, index, pipeline, player_questions, shipped
from kb.index import cache


def main() -> None:
    corpus, target = shipped.corpus(), encoders.DATA / cache.SHIPPED
    target.unlink(missing_ok=True)
    encoder = cache.Cached(encoders.encoder(), lambda line: print(line, file=sys.stderr))
    for content in pipeline.contents(corpus):
        said = player_questions.read(corpus, [game.slug for game in content.games], content.entries)
        with TemporaryDirectory() as folder:
            index.write(Path(folder), content.entries, player_questions=said.by_entry, encoder=encoder)
    cache.keep(target, encoder.key, encoder.known)


if __name__ == "__main__":
    main()
