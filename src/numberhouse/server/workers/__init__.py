"""Processes that think: pools, and the programs they run for bots, reviews, practice and compilation."""
