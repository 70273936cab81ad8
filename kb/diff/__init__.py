"""What changed between two editions of a rule text? Entries compared, words struck and inserted, told in any form."""

from kb.diff import posting
from kb.diff.asking import diff
from kb.diff.comparing import Editions, compare_editions
from kb.diff.folding import folded, shortened, signed
from kb.diff.records import Change, Comparison, Heir, Side, record
from kb.diff.words import ADDED, REMOVED, SAME, Piece, changes

__all__ = [
    "ADDED",
    "REMOVED",
    "SAME",
    "Change",
    "Comparison",
    "Editions",
    "Heir",
    "Piece",
    "Side",
    "changes",
    "compare_editions",
    "diff",
    "folded",
    "posting",
    "record",
    "shortened",
    "signed",
]
