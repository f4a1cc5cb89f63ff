"""Dishes and the judge (SC-10, SC-13 … SC-17): what may be served, and what it is worth."""
