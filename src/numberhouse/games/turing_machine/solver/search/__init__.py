"""The exact search for best play: compiled values of sets of worlds."""
