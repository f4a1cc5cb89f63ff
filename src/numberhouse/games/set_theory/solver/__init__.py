"""Solver of Set Theory: the posterior of the hidden sets, and the search for the best number."""
