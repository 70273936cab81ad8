"""What did people decide about the links of a game? Reads the parsed `corpus/<game>/links.toml`.

Everything in the file is optional:

    [terms]
    allow = ["Exile"]        # link it although it is too common here to be linked by itself
    deny = ["Source"]        # never link it
    force = ["Crew"]         # link its first mention in every entry, in lower case too

    [[settle]]               # where words should lead that fit several entries, or none
    text = "Trap"            # the words as printed, or the number or name alone
    from = "hearthmoor:5.2"  # only in this entry (optional)
    to = "hearthmoor:trap"   # an id; "external": another booklet; "nothing": no reference at all

    [[accept]]               # a known problem, so that new ones stand out
    code = "missing-reference"
    text = "rule 904"        # every key given must agree; at least `code` is needed
    from = "hearthmoor:9.1"
    why = "The page quotes only this chapter."
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kb.analyse import name_key

_KEYS = frozenset(("terms", "settle", "accept"))
_TERM_KEYS = frozenset(("allow", "deny", "force"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The decisions for one game, ready to be asked."""

    allow: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()
    force: frozenset[str] = frozenset()
    """Names of terms, as `name_key` gives them."""

    settled: Mapping[tuple[str, str], str] = field(default_factory=dict)
    accepted: tuple[Mapping[str, str], ...] = ()
    misread: tuple[str, ...] = ()
    """What in the file nobody understands, one line each."""

    def target(self, origin: str, *texts: str) -> str | None:
        """Where people decided that these words lead, in this entry or anywhere."""
        if not self.settled:
            return None
        for place in (origin, ""):
            for text in texts:
                if text and (to := self.settled.get((place, name_key(text)))):
                    return to
        return None

    def accepts(self, code: str, **facts: str) -> bool:
        """Whether people know and accept a problem; `facts` are its text and the entry it is from."""
        return any(
            accepted.get("code") == code
            and all(
                name_key(accepted[fact]) == name_key(value)
                for fact, value in facts.items()
                if fact in accepted
            )
            for accepted in self.accepted
        )


def read_settings(parsed: Mapping[str, object]) -> Settings:
    """The decisions in a parsed `links.toml`; what is not understood is told in `misread`, never fatal."""
    misread = [f"unknown key {key!r}" for key in parsed if key not in _KEYS]
    terms = parsed.get("terms", {})
    if not isinstance(terms, Mapping):
        misread.append("[terms] must be a table")
        terms = {}
    misread += [f"unknown key {key!r} in [terms]" for key in terms if key not in _TERM_KEYS]
    settled = {}
    for row in _rows(parsed.get("settle", ()), "settle", ("text", "to"), misread):
        settled[row.get("from", ""), name_key(row["text"])] = row["to"]
    return Settings(
        allow=_names(terms.get("allow", ()), "allow", misread),
        deny=_names(terms.get("deny", ()), "deny", misread),
        force=_names(terms.get("force", ()), "force", misread),
        settled=settled,
        accepted=tuple(_rows(parsed.get("accept", ()), "accept", ("code",), misread)),
        misread=tuple(misread),
    )


def _names(value: object, name: str, misread: list[str]) -> frozenset[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        misread.append(f"[terms] {name} must be a list of names")
        return frozenset()
    return frozenset(name_key(item) for item in value)


def _rows(value: object, name: str, needed: Iterable[str], misread: list[str]) -> list[dict[str, str]]:
    if not isinstance(value, list | tuple):
        misread.append(f"[[{name}]] must be a list of tables")
        return []
    rows = []
    for row in value:
        if isinstance(row, Mapping) and all(isinstance(row.get(key), str) for key in needed):
            rows.append({key: text for key, text in row.items() if isinstance(text, str)})
        else:
            misread.append(f"[[{name}]] needs {' and '.join(needed)}")
    return rows
