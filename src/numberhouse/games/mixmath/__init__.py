"""Mixmath: lay numbered tiles so that each is the result of the two beside it, as in a crossword."""
