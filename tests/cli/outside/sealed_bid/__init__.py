"""Everybody writes a number; the highest wins. Nothing but the rules."""

from __future__ import annotations

from numberhouse.contract.package import GamePackage

from .rules import game

package = GamePackage(id="sealed-bid", game=lambda: game)
