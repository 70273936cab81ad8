"""What does a REF name, however people write it? `rule 314.6`, `CR 314.6-8`, `§314.6@2024`, a pasted address."""

from kb.refs.inside import nearest_above, number_alone, numbers_in, parents_called
from kb.refs.reading import LONGEST, Name, Reading, number_key, number_order, parts_key, readings

__all__ = [
    "LONGEST",
    "Name",
    "Reading",
    "nearest_above",
    "number_alone",
    "number_key",
    "number_order",
    "numbers_in",
    "parents_called",
    "parts_key",
    "readings",
]
