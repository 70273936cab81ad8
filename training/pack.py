"""Merges what `adapt.py` learnt into the base model and writes the weights that ship.

    python training/pack.py WEIGHTS first.npz second.npz

Of several courses the mean counts: their mistakes differ (Wortsman and others, "Model soups", 2022).
Layers at 8 bits, the rows of pieces at 4, the rest as it is; `kb/encoders/weights.py` tells the format.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from adapt import LAYERS, PARTS, Text, read_weights

from kb import encoders
from kb.encoders.minilm import LONGEST
from kb.encoders.weights import FLOATS, write


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("weights", type=Path)
    options.add_argument("adapters", type=Path, nargs="+")
    options.add_argument("--out", type=Path, default=encoders.WEIGHTS)
    options.add_argument(
        "--unpacked", action="store_true", help="all at 32 bits, to measure what packing costs"
    )
    given = options.parse_args()
    base = read_weights(given.weights)
    learnt = [dict(np.load(path)) for path in given.adapters]
    eight, four = (FLOATS, FLOATS) if given.unpacked else (8, 4)
    places = base["embeddings.position_embeddings.weight"][:LONGEST]
    arrays = {
        "embeddings.words": (base["embeddings.word_embeddings.weight"], four),
        "embeddings.places": (places + base["embeddings.token_type_embeddings.weight"][0], FLOATS),
        "narrow": (np.mean([one["narrow"] for one in learnt], 0).T, FLOATS),
        "silent": (Text().silent.nonzero()[:, 0].float().numpy(), FLOATS),
    }
    for layer in range(LAYERS):
        for part in PARTS:
            name = f"encoder.layer.{layer}.{part}"
            key = "low." + name.replace(".", "-")
            change = np.mean([(one[key + "-a"] @ one[key + "-b"]).T for one in learnt], 0)
            arrays[name + ".weight"] = (base[name + ".weight"] + change, eight)
            arrays[name + ".bias"] = (base[name + ".bias"], FLOATS)
    for name in base:
        if "LayerNorm" in name:
            arrays[name] = (base[name], FLOATS)
    write(given.out, arrays)


if __name__ == "__main__":
    main()
