"""Doing once what is slow the first time: what is compiled or built is kept on the machine for all processes.

Nothing is asked of a game for it. Its drills pose and judge a problem, its reviewer judges an action, its
bots choose one; whatever they need for that is there afterwards.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias

from numberhouse.contract.bot import Budget
from numberhouse.contract.drill import Drill, Explaining
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.registry import InstalledGame

__all__ = ["Kind", "Piece", "pieces", "warm"]

Kind: TypeAlias = Literal["bots", "review", "drill"]

ACTIONS: Final = 20
"""Of a match, among which the reviewer finds one to judge."""

SECONDS: Final = 0.2
"""That a bot or a reviewer may think, after all has been made ready for it."""

SEED: Final = "warming"


class Piece(NamedTuple):
    """What is warmed at once."""

    game: str
    kind: Kind
    name: str = ""
    """Of the drill."""


def pieces(installed: InstalledGame) -> list[Piece]:
    """All that a game has: its drills first, for people wait for them."""
    found = [Piece(installed.id, "drill", name) for name in installed.drills()]
    if installed.reviewer() is not None:
        found.append(Piece(installed.id, "review"))
    return [*found, Piece(installed.id, "bots")]


def warm(installed: InstalledGame, piece: Piece) -> None:
    """Make it ready. Raises whatever the game raises."""
    if piece.kind == "drill":
        _drill(installed.drill(piece.name))
    elif piece.kind == "review":
        _review(installed)
    else:
        _bots(installed)


def _drill(drill: Drill[Any, Any]) -> None:
    """The easiest level and the hardest."""
    levels = list(drill.card.levels)
    for level in dict.fromkeys((levels[0], levels[-1])):
        first = drill.pose(level, Chance(SEED)).position
        if isinstance(drill, Explaining) and drill.parts(first):
            drill.explain(first)
        drill.judge(first, first)


def _review(installed: InstalledGame) -> None:
    game, reviewer = installed.game, installed.reviewer()
    assert reviewer is not None
    state, chance = _begun(installed)
    for number in range(ACTIONS):
        seat = min(game.to_act(state), default=None)
        if seat is None:
            return
        view = game.view(state, seat)
        legal = game.legal(view, seat)
        luck = chance.fork(str(number))
        action = _chosen(installed, "random", view, seat, legal, luck)
        if reviewer.judge(view, seat, action, legal, Budget(seconds=SECONDS)) is not None:
            return
        state = game.apply(state, seat, action, luck).state


def _bots(installed: InstalledGame) -> None:
    game = installed.game
    state, chance = _begun(installed)
    seat = min(game.to_act(state))
    view = game.view(state, seat)
    for name in installed.bots():
        _chosen(installed, name, view, seat, game.legal(view, seat), chance)


def _begun(installed: InstalledGame) -> tuple[Any, Chance]:
    game, chance = installed.game, Chance(SEED)
    return game.setup(game.options_type(), game.card.usual_seats, chance), chance


def _chosen(
    installed: InstalledGame, bot: str, view: Any, seat: Seat, legal: Legal[Any], chance: Chance
) -> Any:
    return installed.bot(bot).choose(view, seat, legal, Budget(seconds=SECONDS), chance).action
