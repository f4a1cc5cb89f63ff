"""Mixmath: lay numbered tiles so that each is the result of its two neighbours, in the manner of crosswords."""
