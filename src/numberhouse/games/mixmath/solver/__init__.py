"""Solver of Mixmath: a compiled search for the best turn, and beliefs about hidden tiles."""
