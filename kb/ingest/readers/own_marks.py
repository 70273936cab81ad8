"""How do rule texts mark links and anchors of their own? `[[rule:x]]`, `@@rule:x@@`, `{ref:a,b}`, `{term:words}`."""

from __future__ import annotations

import re

from kb.ingest.readers.collect import Collector

# "@@rule:golden_rule@@", "{.note #golden-rule}", "[#golden-rule]", "^golden-rule": the rule has this name
_ANCHOR = re.compile(
    r" ?@@(?P<at>[\w.:+-]{1,100})@@ ?|(?<= )(?:\{:? ?(?=[.#])|\[(?=#))(?P<attributes>[^{}\[\]]{1,200})[}\]]$"
    r"|(?<=\S )(?P<block>\^[a-z][\w-]{1,40})$"
)
# "#golden-rule"
_NAME = re.compile(r"#([\w.:+-]{1,100})")
# "[[rule:hero_card]]", "[[rule:a]][[sec:b]]": glued to the word before them, or stacked
_STACK = re.compile(r" ?((?:\[\[\w{1,20}:[^\[\]|\n]{1,120}\]\]){1,20})")
# "subject to", "(See", "listed in": what comes next is part of the sentence
_NEEDS = re.compile(
    r"\b(?:about|and|between|by|from|in|of|on|or|per|see|than|then|to|under|until|with)$", re.IGNORECASE
)
_STACKED = re.compile(r"\[\[([^\[\]]+)\]\]")
# "{ref:rule_end_the_run}", "{ref/through:sec_run_initiation,sec_run_ends_phase}"
_REFERENCE = re.compile(r"\{ref(?:/(?P<how>\w{1,20}))?:(?P<names>[^{}\n]{1,300})\}")
# "{term:run}", "{card:The Catalyst}", "{curly:click}": the words are what is printed
_NAMED = re.compile(r"\{(?P<what>[a-z]{2,20}):(?P<words>[^{}\n]{1,200})\}")
# "{n}added in this edition{/n}": marks around a stretch of text
_AROUND = re.compile(r"\{/([a-z]{1,12})\}")
# "rule_legal_deck", "Sec_runs", "rule:golden_rule": what kind of thing a name says it names
_KIND = re.compile(r"([A-Za-z]{2,10})[_:]")
_NOUNS = {
    "rule": "rule",
    "sec": "section",
    "section": "section",
    "subsec": "rule",  # a rule that holds others
    "step": "step",
    "chpt": "chapter",
    "cha": "chapter",
    "chap": "chapter",
    "chapter": "chapter",
    "app": "appendix",
}


def read_own_marks(words: str, found: Collector, line: int = 0) -> str:
    """The words with their own marks read: anchors handed over, links marked, marks of meaning dropped."""
    if "@@" in words or " ^" in words or words.endswith(("}", "]")):
        words = _ANCHOR.sub(lambda anchor: _anchored(anchor, found, line), words).strip()
    if "[[" in words:
        words = _STACK.sub(lambda stack: _stacked(stack, found), words).lstrip()
    if "{" in words:
        words = _REFERENCE.sub(lambda reference: _pointed(reference, found), words)
        words = _NAMED.sub(_named, words)
        for name in {close[1] for close in _AROUND.finditer(words)}:
            words = words.replace(f"{{{name}}}", "").replace(f"{{/{name}}}", "")
    return words


def _anchored(anchor: re.Match[str], found: Collector, line: int) -> str:
    """Hand over the names of what holds them."""
    for name in _NAME.findall(anchor["attributes"] or "") or [anchor["at"] or anchor["block"] or ""]:
        found.anchor(name)
    found.drop(line, "markup", anchor[0] if anchor["attributes"] else "")
    return " "


def _stacked(stack: re.Match[str], found: Collector) -> str:
    """References after a word stand in brackets; those that the sentence needs do not: "in [[rule:x]], then"."""
    before = stack.string[max(0, stack.start() - 12) : stack.start()]
    named = [_nouned([name], found, "") for name in _STACKED.findall(stack[1])]
    if stack[0][0] == " " and _NEEDS.search(before):
        return f" {' and '.join(named)}"
    return f" ({', '.join(named)})" if before else ", ".join(named)


def _pointed(reference: re.Match[str], found: Collector) -> str:
    """`{ref:rule_a,rule_b,rule_c}` reads "rules 1.1, 1.2, and 1.3", `{ref:Sec_a}` "Section 1.4"."""
    names = [name.strip() for name in reference["names"].split(",") if name.strip()]
    return _nouned(names, found, reference["how"] or "") if names else reference[0]


def _nouned(names: list[str], found: Collector, how: str) -> str:
    """The numbers of what is named, after what the names say that they are; a noun for all if they agree."""
    nouns = [_NOUNS.get(kind[1].lower(), "") if (kind := _KIND.match(name)) else "" for name in names]
    first = names[0]
    links = [
        found.link(name[0].lower() + name[1:] if noun else name, "")
        for name, noun in zip(names, nouns, strict=True)
    ]
    if len(set(nouns)) == 1 and len(names) > 1:
        noun = {"appendix": "appendices"}.get(nouns[0], f"{nouns[0]}s") if nouns[0] else ""
        text = f"{noun} {_listed(links, how)}".strip()
    else:
        text = _listed([f"{noun} {link}".strip() for noun, link in zip(nouns, links, strict=True)], how)
    return text[0].upper() + text[1:] if first[0].isupper() and nouns[0] else text


def _listed(links: list[str], how: str) -> str:
    if how == "through" and len(links) == 2:
        return f"{links[0]} through {links[1]}"
    return " and ".join(links) if len(links) < 3 else f"{', '.join(links[:-1])}, and {links[-1]}"


def _named(match: re.Match[str]) -> str:
    if match["what"] == "term":
        return f"*{match['words'].strip()}*"
    return f"{{{match['words']}}}" if match["what"] == "curly" else match["words"]
