"""Numberhouse: one house for number games.

A game's rules are written once, as one folder under :mod:`numberhouse.games` or in a package of your own;
playing, hosting, solving, recording and testing follow from that folder. Start with
:mod:`numberhouse.contract.game`, the contract every game fulfils, and :mod:`numberhouse.match`, one playing
of a game.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
