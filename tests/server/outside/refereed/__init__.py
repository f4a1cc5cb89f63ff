"""A game that leaves something to its host, for tests of the house."""
