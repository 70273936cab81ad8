"""Document → entries: ids, addresses, provenance, the account of characters."""
