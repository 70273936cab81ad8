"""Which games are kept to choose by? Nothing that ships has learnt from their questions."""

UNSEEN = ("arkham", "wca", "pathfinder", "terraforming-mars-rulebook", "fallout-rules-reference")
