"""The games of the house: one folder each, found by entry point and never imported by name.

A folder here that holds a ``rules.py`` is a game; nothing else has to be edited. Games import
:mod:`numberhouse.contract` and libraries, never each other.
"""
