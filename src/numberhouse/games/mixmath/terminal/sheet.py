"""Games played on a real table, scored turn by turn: the file format, and the scorer.

    {"games": [{"id": "…", "turns": [{"player": "…", "official_turn_score": 99,
                                      "moves": [{"cell": "F7", "tile": 3}, …]}]}]}

`player` and `official_turn_score` are optional, and any other field is ignored. A turn without moves is a
pass or an exchange. The bonus for an empty rack (MX-14) isn't scored, because the file has no racks.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from typing import Final

import msgspec

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.board import Board

__all__ = ["LONGEST", "BadSheet", "Move", "Scored", "Sheet", "SheetGame", "SheetTurn", "read", "scored"]

LONGEST: Final = 10_000_000
"""Most bytes of a file. Longer files are refused unread."""


class Move(msgspec.Struct, frozen=True):
    """A tile that was laid."""

    cell: str
    tile: int


class SheetTurn(msgspec.Struct, frozen=True):
    """A turn as the file has it."""

    moves: tuple[Move, ...]
    player: str | None = None
    official_turn_score: int | None = None


class SheetGame(msgspec.Struct, frozen=True):
    """A game from the opening board on."""

    id: str
    turns: tuple[SheetTurn, ...]


class Sheet(msgspec.Struct, frozen=True):
    """A whole file."""

    games: tuple[SheetGame, ...]


class Scored(msgspec.Struct, frozen=True):
    """A game with the points of every turn."""

    id: str
    turns: tuple[int, ...]


class BadSheet(ValueError):  # noqa: N818 - named for what is wrong
    """A file that isn't in the form, or has an illegal placement. `code` is `form` or `placement`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def read(data: bytes) -> Sheet:
    """The games of a file. Raises `BadSheet`."""
    if len(data) > LONGEST:
        raise BadSheet("form", f"the file is too long; at most {LONGEST} bytes are read")
    try:
        return msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8), type=Sheet)
    except msgspec.ValidationError as error:
        raise BadSheet("form", f"{error}; {FORM}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSheet("form", f"no JSON: {error}; {FORM}") from None


def scored(game: SheetGame) -> Scored:
    """The points of each turn, by MX-13. Raises `BadSheet` at a placement that the rules don't allow."""
    board = Board.opening()
    points = []
    for number, turn in enumerate(game.turns, start=1):
        total = 0
        for place, move in enumerate(turn.moves, start=1):
            try:
                board, scores = board.place(move.cell, move.tile)
            except IllegalAction as refusal:
                where = f"game {game.id!r}, turn {number}, move {place} ({move.tile}@{move.cell})"
                raise BadSheet("placement", f"{_clipped(where)}: {refusal}") from None
            total += scores
        points.append(total)
    return Scored(game.id, tuple(points))


FORM: Final = (
    'expected is {"games": [{"id": "1", "turns": [{"player": "Ann", "official_turn_score": 15, '
    '"moves": [{"cell": "F7", "tile": 3}]}]}]}; player and official_turn_score may be left out'
)


def differences(game: SheetGame, ours: Scored) -> Sequence[int]:
    """The numbers of the turns, counted from 1, whose official points differ."""
    return [
        number
        for number, (turn, points) in enumerate(zip(game.turns, ours.turns, strict=True), start=1)
        if turn.official_turn_score not in (None, points)
    ]


def _clipped(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:120]}…"
