"""Hidden Nim: an outside game for Numberhouse."""
