"""The games of the house: one folder each, found by entry point and never imported by name.

A folder here is a game: its ``__init__.py`` has a ``package``, which says what the game brings. Nothing else
has to be edited. Games import :mod:`numberhouse.contract` and libraries, never each other.
"""
