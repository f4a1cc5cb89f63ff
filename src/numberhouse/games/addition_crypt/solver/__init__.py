"""Solver of Addition Crypt: beliefs about others' submissions, and whole matches compiled."""
