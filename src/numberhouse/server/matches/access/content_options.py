"""Content options: the options with which a host hands in the content of a match, such as its problem.

The person who chose a value knows it, or had time to think about it, and can't play the match with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from numberhouse.contract.game import TypeCard
from numberhouse.registry import InstalledGame

__all__ = ["chosen_content", "content_names", "option_digest", "without_content"]


def content_names(card: TypeCard) -> tuple[str, ...]:
    """The names of a game's content options, the secret ones first."""
    return (*card.secret_options, *card.content_options)


def chosen_content(
    installed: InstalledGame, options: Mapping[str, Any], names: Iterable[str] | None = None
) -> dict[str, Any]:
    """Those of the content options, as JSON values, that differ from their defaults; `names` are all of them
    if it is None."""
    game = installed.game
    defaults = msgspec.to_builtins(game.options_type())
    chosen = content_names(game.card) if names is None else names
    return {
        name: options[name]
        for name in chosen
        if name in options and _canonical(options[name]) != _canonical(defaults.get(name))
    }


def without_content(
    installed: InstalledGame, options: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The options without the content options, and the names of those that a host had chosen."""
    names = content_names(installed.game.card)
    left_out = tuple(chosen_content(installed, options))
    return {name: value for name, value in options.items() if name not in names}, left_out


def option_digest(match: str, value: Any) -> str:
    """A digest of an option's value in this match. Equal values have equal digests."""
    return hashlib.sha256(_canonical([match, value]).encode()).hexdigest()


def _canonical(value: Any) -> str:
    plain = msgspec.to_builtins(value)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
