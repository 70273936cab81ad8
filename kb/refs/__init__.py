"""What does a REF name, however people write it? `rule 314.6`, `CR 314.6-8`, `§314.6@2024`, a pasted address."""

from kb.refs.reading import Name, Reading, number_key, parts_key, readings

__all__ = ["Name", "Reading", "number_key", "parts_key", "readings"]
