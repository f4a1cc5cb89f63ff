"""Solver of Mixmath: the best turn by compiled search, and beliefs about hidden tiles."""
