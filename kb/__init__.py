"""Rules you can find, trust and cite: rule texts in; search, website and citations out."""

__version__ = "0.1.0"
