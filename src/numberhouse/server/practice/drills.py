"""The drills that attempts are made at: those of the games, and their first matches."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from numberhouse.contract.drill import Drill
from numberhouse.first_match import NAME as FIRST_MATCH
from numberhouse.first_match import FirstMatchDrill
from numberhouse.registry import InstalledGame, UnknownDrill
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches

__all__ = ["AttemptRow", "Drills"]


class AttemptRow(NamedTuple):
    """An attempt, with its problem and drill."""

    row: Any
    installed: InstalledGame
    drill: Drill[Any, Any]

    @property
    def first(self) -> Any:
        """The problem."""
        return self._position(self.row.first_position)

    @property
    def last(self) -> Any:
        """The present position of the attempt."""
        return self._position(self.row.position)

    def _position(self, text: str) -> Any:
        try:
            return msgspec.json.decode(text, type=self.drill.card.position_type)
        except msgspec.MsgspecError:
            raise Refused(409, "outdated", "this problem is of an older version of the game") from None


class Drills:
    """The drills of the games that the house offers."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._lessons: dict[str, FirstMatchDrill] = {}
        """The first matches by game. They keep what is slow to set up."""

    def drill(self, game: str, name: str) -> tuple[InstalledGame, Drill[Any, Any]]:
        """The game and its drill of that name. Raises `Refused`."""
        installed = self._matches.installed_game(game)
        first = installed.first_match() if name == FIRST_MATCH else None
        if first is not None:
            return installed, self._lessons.setdefault(game, FirstMatchDrill(installed.game, first))
        try:
            return installed, installed.drill(name)
        except UnknownDrill as error:
            raise Refused(404, "unknown-drill", str(error)) from None

    def of(self, row: Any) -> AttemptRow:
        """The attempt with its drill. Raises `Refused`."""
        return AttemptRow(row, *self.drill(row.game, row.drill))
