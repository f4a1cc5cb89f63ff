"""One view and one legal action, from a match that is the same on every machine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Chance, Seat
from numberhouse.match import Match
from numberhouse.registry import AnyGame

__all__ = ["SEED", "Sample", "json_lines", "play_sample"]

SEED: Final = "reference"
STEPS: Final = 6
"""Number of log entries before the sample, in a match that is long enough."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A moment of a match."""

    number: int
    """The number of the action in the log, from 1."""
    seats: int
    seat: Seat
    view: Any
    """The view of `seat` before the action."""
    action: Any


def play_sample(game: AnyGame) -> Sample:
    """Play the game's default options at random from a fixed seed, and return the action after `STEPS`
    entries or, in a shorter match, the last one."""
    match: Match[Any, Any, Any, Any] = Match(game, SEED)
    sample = None
    while match.outcome is None and (sample is None or sample.number <= STEPS):
        seat = match.next_seat()
        if match.waits(seat):
            match.expire(seat)
            continue
        number = len(match.log) + 1
        action = match.legal(seat).sample(Chance(SEED, number).fork("player"))
        sample = Sample(number, match.seats, seat, match.view(seat), action)
        match.act(seat, action)
    if sample is None:
        raise ValueError(f"a match of {game.card.title} ended without an action")
    return sample


def json_lines(value: Any, width: int = 100) -> str:
    """The value as JSON, broken into lines only where it is wider than `width`.

    >>> print(json_lines({"cell": "B2", "tiles": [7, 12]}, width=24))
    {
      "cell": "B2",
      "tiles": [7, 12]
    }
    """
    return _lines(json.loads(msgspec.json.encode(value, order="deterministic")), width, 0)


def _lines(value: Any, width: int, column: int) -> str:
    """The lines of the value's JSON after `column` columns."""
    line = json.dumps(value, ensure_ascii=False)
    if column + len(line) <= width or not isinstance(value, (dict, list)):
        return line
    inside = column + 2
    if isinstance(value, dict):
        keys = [f"{json.dumps(key, ensure_ascii=False)}: " for key in value]
        members = zip(keys, value.values(), strict=True)
        return _broken("{}", [key + _lines(item, width - len(key), inside) for key, item in members], column)
    if any(isinstance(item, (dict, list)) for item in value):
        return _broken("[]", [_lines(item, width, inside) for item in value], column)
    items = [json.dumps(item, ensure_ascii=False) for item in value]
    return _broken("[]", _filled(items, width - inside), column)


def _filled(items: Sequence[str], width: int) -> list[str]:
    """The items in as few rows as the width allows."""
    rows = [items[0]]
    for item in items[1:]:
        if len(rows[-1]) + 2 + len(item) <= width:
            rows[-1] += f", {item}"
        else:
            rows.append(item)
    return rows


def _broken(brackets: str, rows: Sequence[str], column: int) -> str:
    inside = " " * (column + 2)
    body = ",\n".join(inside + row for row in rows)
    return f"{brackets[0]}\n{body}\n{' ' * column}{brackets[1]}"
