"""Compiles the slow parts of games ahead. Compiled kernels and built tables are cached on the machine for all
processes, so that no person waits for them at the first use.

Games need no code for this. Using each drill, the reviewer and the bots once fills the caches.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias

from numberhouse.contract.bot import Budget
from numberhouse.contract.drill import Drill, Explaining
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.registry import InstalledGame

__all__ = ["Kind", "Piece", "compile_piece", "pieces"]

Kind: TypeAlias = Literal["bots", "review", "drill"]

ACTIONS: Final = 20
"""Largest number of actions of a match that are tried until the reviewer evaluates one."""

SECONDS: Final = 0.2
"""Thinking time of a bot or a reviewer after its compilation."""

SEED: Final = "precompile"


class Piece(NamedTuple):
    """A part of a game that is compiled by one call."""

    game: str
    kind: Kind
    name: str = ""
    """The drill's name; "" for the other kinds."""


def pieces(installed: InstalledGame) -> list[Piece]:
    """All pieces of a game: its drills first, because people wait for them."""
    result = [Piece(installed.id, "drill", name) for name in installed.drills()]
    if installed.reviewer() is not None:
        result.append(Piece(installed.id, "review"))
    return [*result, Piece(installed.id, "bots")]


def compile_piece(installed: InstalledGame, piece: Piece) -> None:
    """Compile the piece. Exceptions of the game are not caught."""
    if piece.kind == "drill":
        _drill(installed.drill(piece.name))
    elif piece.kind == "review":
        _review(installed)
    else:
        _bots(installed)


def _drill(drill: Drill[Any, Any]) -> None:
    """Use the drill's easiest and its hardest level."""
    levels = list(drill.card.levels)
    for level in dict.fromkeys((levels[0], levels[-1])):
        first = drill.pose(level, Chance(SEED)).position
        if isinstance(drill, Explaining) and drill.parts(first):
            drill.explain(first)
        drill.judge(first, first)


def _review(installed: InstalledGame) -> None:
    game, reviewer = installed.game, installed.reviewer()
    assert reviewer is not None
    state, chance = _new_state(installed)
    for number in range(ACTIONS):
        seat = min(game.to_act(state), default=None)
        if seat is None:
            return
        view = game.view(state, seat)
        legal = game.legal(view, seat)
        luck = chance.fork(str(number))
        action = _choose(installed, "random", view, seat, legal, luck)
        if reviewer.evaluate(view, seat, action, legal, Budget(seconds=SECONDS)) is not None:
            return
        state = game.apply(state, seat, action, luck).state


def _bots(installed: InstalledGame) -> None:
    game = installed.game
    state, chance = _new_state(installed)
    seat = min(game.to_act(state))
    view = game.view(state, seat)
    for name in installed.bots():
        _choose(installed, name, view, seat, game.legal(view, seat), chance)


def _new_state(installed: InstalledGame) -> tuple[Any, Chance]:
    game, chance = installed.game, Chance(SEED)
    return game.setup(game.options_type(), game.card.usual_seats, chance), chance


def _choose(
    installed: InstalledGame, bot: str, view: Any, seat: Seat, legal: Legal[Any], chance: Chance
) -> Any:
    return installed.bot(bot).choose(view, seat, legal, Budget(seconds=SECONDS), chance).action
