"""Is `kb verify` right about 200 quotations that a script makes from the Magic rules?

    python tests/bench/verify_magic.py [--append]

Forty each: as printed, with one word changed, shortened, with the number of another rule, and from the 2016
edition. What is right for the last is found by comparing the two texts line by line, without any of our code.
The texts are looked for as `tests/real_texts.py` does. `--append` adds the table to RESULTS.md.
"""

from __future__ import annotations

import difflib
import random
import re
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from real_texts import FOLDER
from small_builds import write_content

from kb import ledger
from kb.cite import Rules, verify
from kb.ingest import ingest
from kb.sources import read_corpus
from kb.store import Content

EDITIONS = ("2016-09-30", "2026-01-16")
EACH = 40
SEED = 20260116
# "702.19b If all the creatures …", "314.6. If a nonongoing …"
RULE = re.compile(r"^(\d{3}\.\d+[a-z]?)\.? (\S.*)$")


def texts() -> dict[str, Path]:
    """The file of each edition."""
    files = sorted((FOLDER / "corpora" / "mtg-cr").glob("*.txt"))
    return {edition: next(file for file in files if edition in file.name) for edition in EDITIONS}


def rules_of(file: Path) -> dict[str, str]:
    """Number → text, read line by line."""
    raw = file.read_bytes()
    text = raw.decode("utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")
    found: dict[str, str] = {}
    for line in re.split(r"\r\n|\r|\n", text):
        if match := RULE.match(" ".join(line.split())):
            found.setdefault(match[1], match[2])
    return found


def long_enough(rules: dict[str, str]) -> list[str]:
    """The numbers of those that are worth quoting."""
    return sorted(n for n, words in rules.items() if len(words.split()) >= 12 and '"' not in words)


def build(folder: Path) -> Path:
    """A store of the newest edition whose ledger remembers the older one."""
    held = ledger.Ledger()
    for edition, file in texts().items():
        corpus = folder / edition
        (corpus / "magic").mkdir(parents=True)
        (corpus / "magic" / file.name).write_bytes(file.read_bytes())
        (corpus / "magic" / "game.toml").write_text(
            f'title = "Magic"\n[[sources]]\nname = "rules"\nfile = "{file.name}"\nedition = "{edition}"\n'
        )
        read = read_corpus(corpus)
        ingested = ingest(read)
        carried = ledger.carry(held, ingested.entries)
        held = carried.ledger
    content = Content(
        title="Magic",
        base_url="https://rules.example",
        games=read.games,
        sources=ingested.sources,
        entries=carried.entries,
        references=(),
        problems=(),
        left_out=(),
        revisions=tuple(ledger.revisions("magic", held)),
    )
    made = folder / "build"
    write_content(made, content)
    return made


def quotations() -> list[tuple[str, str, str, set[str]]]:
    """Kind, number cited, words quoted, the verdicts that are right."""
    old, new = (rules_of(file) for file in texts().values())
    chance = random.Random(SEED)
    numbers = long_enough(new)
    unique = [number for number, count in Counter(new.values()).items() if count == 1]
    telling = [number for number in numbers if new[number] in set(unique)]
    made: list[tuple[str, str, str, set[str]]] = []
    for number in chance.sample(telling, EACH):
        made.append(("exact", number, new[number], {"exact"}))
    for number in chance.sample(telling, EACH):
        made.append(("one word changed", number, one_word_changed(new[number], chance), {"changed"}))
    for number in chance.sample(telling, EACH):
        short = shortened(new[number], chance)
        made.append(("shortened", number, short, {"exact"} | cut_short(new[number], short)))
    for number in chance.sample(telling, EACH):
        other = chance.choice([one for one in numbers if one[:5] != number[:5]])
        made.append(("misnumbered", other, new[number], {"misnumbered"}))
    for number in chance.sample(long_enough(old), EACH):
        made.append(("from 2016", number, old[number], right_now(number, old[number], new)))
    return made


def one_word_changed(text: str, chance: random.Random) -> str:
    words = text.split()
    place = chance.choice([n for n, word in enumerate(words) if word.isalpha() and 2 < n < len(words) - 2])
    words[place] = chance.choice(
        [word for word in ("never", "always", "six", "untapped") if word != words[place]]
    )
    return " ".join(words)


def shortened(text: str, chance: random.Random) -> str:
    words = text.split()
    cut = chance.randint(5, len(words) - 5)
    how = chance.choice(["end", "start", "middle"])
    if how == "end":
        return f"{' '.join(words[: max(cut, 6)]).rstrip('.,;')}…"
    if how == "start":
        return f"[…] {' '.join(words[min(cut, len(words) - 6) :])}"
    return f"{' '.join(words[:5])} […] {' '.join(words[-5:])}"


def cut_short(text: str, short: str) -> set[str]:
    """The verdict for words that were cut and turn or limit the sense, where such words were cut."""
    gone = Counter(folded(text).split())
    gone.subtract(folded(short).split())
    telling = (
        "not",
        "if",
        "unless",
        "except",
        "only",
        "without",
        "but",
        "until",
        "no",
        "can't",
        "isn't",
        "doesn't",
    )
    return {"exact, cut short"} if any(gone[word] > 0 for word in telling) else set()


def right_now(number: str, text: str, new: dict[str, str]) -> set[str]:
    """What became of a rule of 2016, by comparing lines."""
    plain = {one: folded(words) for one, words in new.items()}
    was = folded(text)
    if plain.get(number, "").find(was) >= 0:
        return {"exact"}
    here = difflib.SequenceMatcher(None, was.split(), plain.get(number, "").split(), autojunk=False).ratio()
    if here >= 0.6:
        return {"changed"}
    if number in new:
        return {"re-used number", "changed"} if here >= 0.4 else {"re-used number"}
    gone = {"misnumbered", "not found", "re-used number", "withdrawn"}
    return gone if was not in plain.values() else {"misnumbered"}


def folded(text: str) -> str:
    return " ".join(re.findall(r"[\w{}/']+", text.replace("’", "'").lower()))


POSTS = (
    "I think CR {number} says “{text}” and that is that.",
    "It reads “{text}” (CR {number}).",
    "> {text}\n\n— rule {number}",
    "CR {number}:\n\n> {broken}\n\nSo it dies.",
    'See rule {number}: "{straight}"',
)


def post(number: str, text: str, form: str) -> str:
    straight = text.replace("“", "'").replace("”", "'").replace("’", "'")
    if "“" in text and ("“{text}”" in form or '"{straight}"' in form):
        form = POSTS[2]
    words = text.split()
    broken = "\n> ".join(" ".join(words[at : at + 9]) for at in range(0, len(words), 9))
    return form.format(number=number, text=text, broken=broken, straight=straight)


def main() -> None:
    """Print the confusion table."""
    with tempfile.TemporaryDirectory() as folder, Rules(build(Path(folder))) as rules:
        verify(rules, "CR 100.1")  # what is read once is not what is measured
        table: Counter[tuple[str, str]] = Counter()
        right, wrong = 0, []
        started = time.perf_counter()
        made = quotations()
        for number, (kind, cited, text, expected) in enumerate(made):
            findings = verify(rules, post(cited, text, POSTS[number % len(POSTS)]), source="markdown")
            verdicts = [finding.verdict for finding in findings if len(finding.text.split()) > 3] or [
                "nothing"
            ]
            table[kind, verdicts[0]] += 1
            if verdicts[0] in expected:
                right += 1
            else:
                wrong.append((kind, cited, verdicts[0], sorted(expected), text[:70]))
        seconds = time.perf_counter() - started
    kinds = list(dict.fromkeys(kind for kind, *_ in made))
    verdicts = (
        "exact",
        "exact, cut short",
        "changed",
        "misnumbered",
        "re-used number",
        "not found",
        "withdrawn",
        "nothing",
    )
    lines = [
        f"## verify: 200 quotations from the Magic rules ({date.today().isoformat()})",
        "",
        f"{right} of {len(made)} judged right ({right / len(made):.1%}), {seconds / len(made) * 1000:.0f} ms each; "
        f"ledger of {EDITIONS[0]} and {EDITIONS[1]}, seed {SEED}; `python tests/bench/verify_magic.py`.",
        "",
        f"| made as | {' | '.join(verdicts)} |",
        f"| --- |{' ---: |' * len(verdicts)}",
        *(f"| {kind} | {' | '.join(str(table[kind, verdict]) for verdict in verdicts)} |" for kind in kinds),
    ]
    print("\n".join(lines))
    for one in wrong:
        print("wrong:", *one, file=sys.stderr)
    if "--append" in sys.argv:
        with (Path(__file__).parent / "RESULTS.md").open("a", encoding="utf-8") as file:
            file.write("\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
