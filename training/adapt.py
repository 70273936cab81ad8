"""Teaches all-MiniLM-L6-v2 how rules are asked about. For releases, by hand; `README.md` tells the whole way.

    python training/adapt.py WEIGHTS BUILD training/questions.jsonl --out adapter.npz

WEIGHTS is the base model's `model.safetensors`, BUILD a build of the texts that the questions are about. What
is learnt is a correction of low rank to every linear layer, and a projection of the states of pieces to few
columns, by which a question's pieces are compared with an entry's. The loss is that of two rankings: by pooled
vectors, and by the mean over the question's pieces of the best similarity to a piece of the entry. Games of
UNSEEN are kept to choose by.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import torch
import torch.distributed as ranks
import torch.nn.functional as F
from games import UNSEEN

from kb import encoders
from kb.encoders.asked import digest_of
from kb.encoders.wordpiece import WordPiece
from kb.index import ancestor_titles
from kb.index.vectors import entry_text
from kb.store import Library

LAYERS, HEADS, DIMS, WIDE = 6, 12, 384, 1536
PARTS = {
    "attention.self.query": (DIMS, DIMS),
    "attention.self.key": (DIMS, DIMS),
    "attention.self.value": (DIMS, DIMS),
    "attention.output.dense": (DIMS, DIMS),
    "intermediate.dense": (DIMS, WIDE),
    "output.dense": (WIDE, DIMS),
}
RANK, STATES = 32, 128
"""Rank of the correction; columns to which states of pieces are projected."""

QUESTION, ENTRY = 32, 96
"""Pieces of a question and of an entry that are read; in training only, for time's sake."""

BATCH, SORTED = 32, 16
"""Questions of a step; texts that are padded to one length."""

TEMPERATURE = 0.05
RATE, WARM = 5e-4, 0.1
TWINS = 0.88
"""Entries nearer than this say the same and are no negatives of each other."""

HARDEST = 20
REPEATED = {"paraphrase": 2}
"""How often a question of a style is asked in a pass; others once."""

PROCESSES = 2
SEED, DRAWN = 1, 3
"""Of all that is drawn, and of the questions of earlier courses that a later one asks again."""


class Text:
    """Cuts texts into framed numbers of pieces, and tells which of them say something."""

    def __init__(self) -> None:
        names = encoders.pieces()
        self._cutter = WordPiece(names)
        marks = [
            number
            for number, name in enumerate(names)
            if name.startswith("[")
            or all(unicodedata.category(char)[0] in "PS" for char in name.removeprefix("##"))
        ]
        self.silent = torch.zeros(len(names), dtype=torch.bool)
        self.silent[marks] = True

    def frame(self, text: str, longest: int) -> list[int]:
        return [101, *self._cutter.ids(text, 100)[: longest - 2], 102]


class Model(torch.nn.Module):
    """The base model, frozen, with the correction and the projection."""

    def __init__(self, weights: dict[str, np.ndarray], silent: torch.Tensor) -> None:
        super().__init__()
        self.base = {
            name: torch.tensor(value) for name, value in weights.items() if value.dtype == np.float32
        }
        self.silent = silent
        self.half = {}
        self.low = torch.nn.ParameterDict()
        dice = torch.Generator().manual_seed(SEED)
        for layer in range(LAYERS):
            for part, (wide, narrow) in PARTS.items():
                name = f"encoder.layer.{layer}.{part}"
                self.half[name] = self.base[name + ".weight"].bfloat16()
                key = name.replace(".", "-")
                self.low[key + "-a"] = torch.nn.Parameter(
                    torch.randn(wide, RANK, generator=dice) * wide**-0.5
                )
                self.low[key + "-b"] = torch.nn.Parameter(torch.zeros(RANK, narrow))
        self.narrow = torch.nn.Parameter(torch.eye(DIMS, STATES))

    def _linear(self, name: str, states: torch.Tensor) -> torch.Tensor:
        key = name.replace(".", "-")
        half = states.bfloat16()
        low = (half @ self.low[key + "-a"].bfloat16()) @ self.low[key + "-b"].bfloat16()
        return (F.linear(half, self.half[name]) + low).float() + self.base[name + ".bias"]

    def _normalised(self, states: torch.Tensor, name: str) -> torch.Tensor:
        return F.layer_norm(states, (DIMS,), self.base[name + ".weight"], self.base[name + ".bias"], 1e-12)

    def states(self, ids: torch.Tensor, held: torch.Tensor) -> torch.Tensor:
        words, places, kinds = (
            self.base[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        states = self._normalised(words[ids] + places[: ids.shape[1]] + kinds[0], "embeddings.LayerNorm")
        count, length = ids.shape
        mask = held[:, None, None, :]
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."
            heads = (
                self._linear(f"{at}attention.self.{name}", states)
                .view(count, length, HEADS, -1)
                .transpose(1, 2)
                for name in ("query", "key", "value")
            )
            seen = (
                F.scaled_dot_product_attention(*heads, attn_mask=mask)
                .transpose(1, 2)
                .reshape(count, length, DIMS)
            )
            between = self._normalised(
                states + self._linear(at + "attention.output.dense", seen), at + "attention.output.LayerNorm"
            )
            wide = F.gelu(self._linear(at + "intermediate.dense", between))
            states = self._normalised(
                between + self._linear(at + "output.dense", wide), at + "output.LayerNorm"
            )
        return states

    def forward(self, texts: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Unit vectors of texts, unit states of their pieces, and which of these say something; padded alike."""
        order = sorted(range(len(texts)), key=lambda row: len(texts[row]))
        longest = len(texts[order[-1]])
        pooled, narrow, telling = [], [], []
        for start in range(0, len(order), SORTED):
            rows = [texts[row] for row in order[start : start + SORTED]]
            length = max(map(len, rows))
            ids = torch.tensor([row + [0] * (length - len(row)) for row in rows])
            held = torch.tensor([[True] * len(row) + [False] * (length - len(row)) for row in rows])
            states = self.states(ids, held)
            pooled.append(F.normalize((states * held[..., None]).sum(1), dim=-1))
            pad = (0, 0, 0, longest - length)
            narrow.append(F.pad(F.normalize(states @ self.narrow, dim=-1), pad))
            telling.append(F.pad(held & ~self.silent[ids], (0, longest - length)))
        back = torch.tensor(sorted(range(len(order)), key=order.__getitem__))
        return torch.cat(pooled)[back], torch.cat(narrow)[back], torch.cat(telling)[back]


def late(q: torch.Tensor, asked: torch.Tensor, d: torch.Tensor, held: torch.Tensor) -> torch.Tensor:
    """Every question against every entry: the mean over its pieces of the best similarity to a piece."""
    likeness = torch.einsum("qid,ejd->qeij", q, d).masked_fill(~held[None, :, None, :], -1).amax(-1)
    likeness = (likeness * asked[:, None, :]).sum(-1)
    return likeness / asked.sum(-1).clamp(min=1)[:, None]


class Lessons:
    """Entries of a build, and the questions that each answers."""

    def __init__(self, build: Path, questions: Sequence[str]) -> None:
        with Library(build) as library:
            found = list(library.entries())
        paths = ancestor_titles(found)
        self.text = {entry.id: entry_text(entry, path) for entry, path in zip(found, paths, strict=True)}
        self.parent = {entry.id: entry.parent for entry in found}
        self.games = defaultdict(list)
        by_key = {}
        for entry in found:
            self.games[entry.game].append(entry.id)
            by_key.setdefault((entry.game, digest_of(entry.text).hex()), []).append(entry)
        self.asked, self.lost = [], 0
        for row in map(json.loads, questions):
            fitting = by_key.get((row["game"], row["entry"]), [])
            named = [
                one for one in fitting if (one.number, one.title) == (row["number"], row["title"])
            ] or fitting
            if named:
                self.asked.append((named[0].id, row["game"], row["style"], row["query"]))
            else:
                self.lost += 1
        rows = encoders.table().encode([self.text[id] for id in self.text])
        self.vector = dict(zip(self.text, rows, strict=True))

    def hard(self, id: str, game: str, query: np.ndarray) -> list[str]:
        """Near the question and in the same game; neither a twin of the right one nor what it stands in."""
        ids = self.games[game]
        rows = np.stack([self.vector[one] for one in ids])
        twins = rows @ self.vector[id] > TWINS
        near = (ids[place] for place in np.argsort(-(rows @ query), kind="stable")[:60] if not twins[place])
        found = [one for one in near if one != id and self.parent[id] != one and self.parent[one] != id]
        return found[:HARDEST] or ids


def read_questions(path: Path, first: int = 0, last: int | None = None, others: int = 0) -> list[str]:
    """Lines of a file of questions: those from `first` to before `last`, and so many of those above, drawn."""
    lines = path.read_text(encoding="utf-8").splitlines()
    above = lines[:first]
    random.Random(DRAWN).shuffle(above)
    return lines[first:last] + above[:others]


def batches(asked: list[tuple[str, str, str, str]]):
    """Places of questions, BATCH of one game at a time: other entries of the game are the negatives."""
    dice = random.Random(SEED)
    while True:
        by_game = defaultdict(list)
        for place, (_, game, style, _) in enumerate(asked):
            by_game[game] += [place] * REPEATED.get(style, 1)
        full, rest = [], []
        for places in by_game.values():
            dice.shuffle(places)
            cut = len(places) - len(places) % BATCH
            full += [places[at : at + BATCH] for at in range(0, cut, BATCH)]
            rest += places[cut:]
        dice.shuffle(rest)
        full += [rest[at : at + BATCH] for at in range(0, len(rest) - BATCH + 1, BATCH)]
        dice.shuffle(full)
        yield from full


def loss_of(model: Model, text: Text, lessons: Lessons, chosen: list, hard: list[str]) -> torch.Tensor:
    ids = [one[0] for one in chosen] + hard
    q, qs, asked = model([text.frame(one[3], QUESTION) for one in chosen])
    d, ds, held = model([text.frame(lessons.text[id], ENTRY) for id in ids])
    vectors = torch.tensor(np.stack([lessons.vector[id] for id in ids]))
    banned = vectors[:BATCH] @ vectors.T > TWINS
    banned |= torch.tensor([[one == other for other in ids] for one in ids[:BATCH]])
    own = torch.arange(BATCH)
    banned[own, own] = False
    scores = (q @ d.T, late(qs, asked, ds, held))
    return sum(F.cross_entropy((one / TEMPERATURE).masked_fill(banned, -1e4), own) for one in scores) / 2


def judge(model: Model, text: Text, lessons: Lessons, most: int) -> dict[str, float]:
    """nDCG@10 within each unseen game: by pooled vectors, and with the states of pieces on the first 50."""
    values = defaultdict(list)
    with torch.no_grad():
        for game in UNSEEN:
            asked = [one for one in lessons.asked if one[1] == game]
            asked = random.Random(SEED).sample(asked, min(most, len(asked)))
            ids = lessons.games[game]
            d, ds = [], []
            for start in range(0, len(ids), 64):
                rows, states, held = model(
                    [text.frame(lessons.text[id], ENTRY) for id in ids[start : start + 64]]
                )
                d.append(rows)
                ds += [(one.half(), which) for one, which in zip(states, held, strict=True)]
            d = torch.cat(d)
            q, qs, telling = model([text.frame(one[3], QUESTION) for one in asked])
            for number, (id, _, style, _) in enumerate(asked):
                score = d @ q[number]
                top = score.topk(min(50, len(ids))).indices
                pieces = qs[number][telling[number]]
                near = torch.stack(
                    [
                        (pieces @ ds[e][0][ds[e][1]].float().T).amax(-1).mean()
                        if ds[e][1].any()
                        else torch.tensor(0.0)
                        for e in top
                    ]
                )
                for share in (0, 1, 2, 4):
                    order = top[(score[top] + share * near).argsort(descending=True, stable=True)][
                        :10
                    ].tolist()
                    place = order.index(ids.index(id)) if ids.index(id) in order else None
                    value = 0.0 if place is None else 1 / np.log2(place + 2)
                    for name in ("all", style, game):
                        values[f"late x {share}, {name}"].append(value)
    return {name: round(float(np.mean(found)), 4) for name, found in sorted(values.items())}


def start_narrow(model: Model, text: Text, lessons: Lessons) -> None:
    """The projection begins as the axes along which states of pieces differ most."""
    some = random.Random(SEED).sample(sorted(lessons.text), 200)
    with torch.no_grad():
        rows = [
            model.states(
                torch.tensor([text.frame(lessons.text[id], ENTRY)]), torch.ones(1, 1, dtype=torch.bool)
            )[0]
            for id in some
        ]
        states = F.normalize(torch.cat(rows), dim=-1)
        _, axes = torch.linalg.eigh(states.T @ states)
        model.narrow.copy_(axes.flip(1)[:, :STATES])


def read_weights(path: Path) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file: a length, a JSON header, the numbers."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    length = int.from_bytes(data[:8].tobytes(), "little")
    header, body = json.loads(data[8 : 8 + length].tobytes()), data[8 + length :]
    return {
        name: np.array(body[slice(*field["data_offsets"])]).view("<f4").reshape(field["shape"])
        for name, field in header.items()
        if field.get("dtype") == "F32"
    }


def say(*words: object) -> None:
    sys.stderr.write(" ".join(map(str, words)) + "\n")
    sys.stderr.flush()


def save(model: Model, path: Path) -> None:
    np.savez(path, **{name: value.detach().numpy() for name, value in model.named_parameters()})


def train(rank: int, given: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    ranks.init_process_group(
        "gloo", init_method=f"tcp://127.0.0.1:{given.port}", rank=rank, world_size=PROCESSES
    )
    text, lessons = (
        Text(),
        Lessons(given.build, read_questions(given.questions, given.first, given.last, given.others)),
    )
    model = Model(read_weights(given.weights), text.silent)
    start_narrow(model, text, lessons)
    if given.start:
        with np.load(given.start) as stored:
            model.load_state_dict({name: torch.tensor(stored[name]) for name in stored.files})
    asked = [one for one in lessons.asked if one[1] not in UNSEEN and one[2] not in given.without]
    queries = encoders.table().encode([one[3] for one in asked])
    hard = [lessons.hard(one[0], one[1], row) for one, row in zip(asked, queries, strict=True)]
    dice = random.Random(SEED)
    if rank == 0:
        say(
            f"{len(asked)} questions to learn from, {len(lessons.asked) - len(asked)} to judge by, {lessons.lost} lost"
        )
    optimiser = torch.optim.AdamW(model.parameters(), given.rate, weight_decay=0.01)
    warm = max(1, round(WARM * given.steps))
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: min((step + 1) / warm, 0.05 + 0.475 * (1 + np.cos(np.pi * step / given.steps))),
    )
    began, losses = time.time(), []
    for number, places in enumerate(islice(batches(asked), PROCESSES * given.steps)):
        chosen_hard = [dice.choice(hard[place]) for place in places]
        if number % PROCESSES != rank:
            continue
        loss = loss_of(model, text, lessons, [asked[place] for place in places], chosen_hard)
        optimiser.zero_grad()
        loss.backward()
        flat = torch.cat([one.grad.reshape(-1) for one in model.parameters()])
        ranks.all_reduce(flat)
        at = 0
        for one in model.parameters():
            one.grad.copy_(flat[at : at + one.numel()].view_as(one) / PROCESSES)
            at += one.numel()
        optimiser.step()
        pace.step()
        losses.append(loss.item())
        step = number // PROCESSES + 1
        if rank == 0 and (step % 10 == 0 or step == 1):
            say(
                f"step {step} of {given.steps}: loss {np.mean(losses[-10:]):.3f}, {time.time() - began:.0f} s"
            )
            if step % 50 == 0:
                save(model, given.out.with_name(f"{given.out.stem}-{step}.npz"))
    if rank == 0:
        save(model, given.out)
    ranks.destroy_process_group()


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("weights", type=Path)
    options.add_argument("build", type=Path)
    options.add_argument("questions", type=Path)
    options.add_argument("--first", type=int, default=0, help="the first line to learn from, counted from 0")
    options.add_argument("--last", type=int, help="the line before which to stop")
    options.add_argument("--others", type=int, default=0, help="lines above FIRST to draw as well")
    options.add_argument("--out", type=Path, default=Path("adapter.npz"))
    options.add_argument("--start", type=Path, help="an adapter to go on from")
    options.add_argument("--without", default=(), nargs="+", help="styles of questions to leave out")
    options.add_argument("--steps", type=int, default=150)
    options.add_argument("--rate", type=float, default=RATE)
    options.add_argument("--port", type=int, default=29411)
    options.add_argument("--judge", action="store_true", help="do not train, but judge START")
    options.add_argument("--most", type=int, default=100, help="questions of a game that are judged by")
    given = options.parse_args()
    if given.judge:
        torch.set_num_threads(1)
        text, lessons = (
            Text(),
            Lessons(given.build, read_questions(given.questions, given.first, given.last, given.others)),
        )
        model = Model(read_weights(given.weights), text.silent)
        start_narrow(model, text, lessons)
        if given.start:
            with np.load(given.start) as stored:
                model.load_state_dict({name: torch.tensor(stored[name]) for name in stored.files})
        say(json.dumps(judge(model, text, lessons, given.most), indent=1))
        return
    torch.multiprocessing.spawn(train, (given,), PROCESSES)


if __name__ == "__main__":
    main()
