"""Which texts do we hold, which edition, under which licence? Reads the corpus folder's own files, not the texts."""

from kb.entries import edition_key
from kb.sources.corpus import GAME_FILE, Corpus, read_corpus
from kb.sources.names import name_below, refuse_slug, slugify
from kb.sources.rows import NO_OVERRIDES, Lines, SourceOverrides
from kb.sources.texts import (
    LARGEST_TEXT,
    TEXT_SUFFIXES,
    are_pages,
    convert_first,
    fingerprint,
    is_about,
    is_member,
    member_files,
    size_of_texts,
)

__all__ = [
    "GAME_FILE",
    "LARGEST_TEXT",
    "NO_OVERRIDES",
    "TEXT_SUFFIXES",
    "Corpus",
    "Lines",
    "SourceOverrides",
    "are_pages",
    "convert_first",
    "edition_key",
    "fingerprint",
    "is_about",
    "is_member",
    "member_files",
    "name_below",
    "read_corpus",
    "refuse_slug",
    "size_of_texts",
    "slugify",
]
