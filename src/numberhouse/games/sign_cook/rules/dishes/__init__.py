"""Dishes and the judge (SC-10, SC-13 … SC-17): the dishes that may be served, and their comparison."""
