"""Bytes that reach new branches of read + recognise, by the coverage-guided fuzzer atheris (libFuzzer).

Run it for so many minutes: `python tests/fuzz/guided.py 10`. The first byte of an input tells its format.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kb.ingest", "kb.markup"]):
    from shapes import ODD, PIECES
    from target import ASIDE, FORMATS, HERE, keep, read_anything


def try_one(data: bytes) -> None:
    """What libFuzzer calls with every input."""
    if not data:
        return
    suffix = FORMATS[data[0] % len(FORMATS)]
    try:
        read_anything(data[1:], suffix)
    except Exception:
        print(f"kept as {keep(data[1:], suffix)}")
        raise


def _seeds(folder: Path) -> None:
    """Texts to begin with: the cases of the tests in every format."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = HERE.parent / "cases"
    words = [
        part
        for name in ("recognised.txt", "formats.txt")
        for part in (cases / name).read_text().split("\n.\n")
    ]
    words.append((cases / "hearthmoor" / "rules.txt").read_text())
    for number, part in enumerate(words):
        for form in range(len(FORMATS)) if number % 10 == 0 else (number % len(FORMATS), 0):
            (folder / f"seed-{number}-{form}").write_bytes(bytes([form]) + part.encode()[:4000])


def _dictionary(path: Path) -> None:
    words = [each.encode() for each in (*PIECES.split("\n"), *ODD) if each]
    path.write_text("".join('"' + "".join(f"\\x{byte:02x}" for byte in word) + '"\n' for word in words))


def main(minutes: float) -> None:
    """Hand over to libFuzzer, which ends the process."""
    _seeds(ASIDE / "corpus")
    _dictionary(ASIDE / "words.dict")
    options = (
        f"-max_total_time={int(60 * minutes)}",
        "-max_len=4096",
        "-timeout=10",
        "-rss_limit_mb=2000",
        f"-dict={ASIDE / 'words.dict'}",
        f"-artifact_prefix={ASIDE}/",
        "-print_final_stats=1",
    )
    atheris.Setup([sys.argv[0], *options, str(ASIDE / "corpus")], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
