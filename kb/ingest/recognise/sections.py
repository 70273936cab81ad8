"""Sections that every rules text may have, by the names they go by."""

from __future__ import annotations

from kb.ingest.lines import Stretch

CONTENTS = frozenset({"contents", "table of contents", "index", "index of contents"})
CREDITS = frozenset({"credits", "acknowledgements", "acknowledgments", "legal", "legal notice", "copyright"})
GLOSSARIES = frozenset(
    {
        "glossary",
        "glossary of terms",
        "keyword glossary",
        "terms",
        "keywords",
        "definitions",
        "index of terms",
    }
)
KNOWN = CONTENTS | CREDITS | GLOSSARIES


def folded(stretch: Stretch) -> str:
    """A stretch's words with its mark, for comparison."""
    return " ".join(f"{stretch.mark} {stretch.text}".split()).strip("#* ").casefold()
