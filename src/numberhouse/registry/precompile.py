"""Compiles the slow parts of games ahead. Compiled kernels and built tables are cached on the machine for all
processes, so that no person waits for them at the first use.

Games need no code for this. Using each drill, the reviewer and the bots once fills the caches.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from numberhouse.contract.bot import Budget
from numberhouse.contract.drill import Drill, Explaining
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.contract.machine_cache import folder, machine_lock
from numberhouse.registry import InstalledGame

__all__ = ["Kind", "Piece", "compile_piece", "is_prepared", "pieces", "prepare_once"]

Kind: TypeAlias = Literal["match", "bots", "review", "drill"]

ACTIONS: Final = 20
"""Largest number of actions of a match that are tried until the reviewer evaluates one."""

FIRST_ACTIONS: Final = 4
"""Number of random actions that are played of a first match."""

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
    """All pieces of a game: first what a match needs, then its drills, because people wait for them."""
    result = [Piece(installed.id, "match")]
    result += [Piece(installed.id, "drill", name) for name in installed.drills()]
    if installed.reviewer() is not None:
        result.append(Piece(installed.id, "review"))
    return [*result, Piece(installed.id, "bots")]


def compile_piece(installed: InstalledGame, piece: Piece) -> None:
    """Compile the piece. Exceptions of the game are not caught."""
    if piece.kind == "match":
        _match(installed)
    elif piece.kind == "drill":
        _drill(installed.drill(piece.name))
    elif piece.kind == "review":
        _review(installed)
    else:
        _bots(installed)


def is_prepared(installed: InstalledGame, piece: Piece) -> bool:
    """Whether this piece has been compiled on this machine, from the present sources."""
    return _mark(installed, piece).exists()


def prepare_once(installed: InstalledGame, piece: Piece) -> None:
    """Compile the piece, unless that has been done on this machine. Another process that does it meanwhile is
    waited for. Services that start together take the pieces in the same order, so they compile one at a time,
    which bounds the memory."""
    with machine_lock(f"precompile-{_name(piece)}"):
        if not is_prepared(installed, piece):
            compile_piece(installed, piece)
            mark = _mark(installed, piece)
            with contextlib.suppress(OSError):  # a folder that can't be written: the next start tries again
                mark.parent.mkdir(parents=True, exist_ok=True)
                mark.touch()


def _mark(installed: InstalledGame, piece: Piece) -> Path:
    """The file whose existence says that the piece is compiled."""
    return folder() / "prepared" / _sources(installed.package or "") / _name(piece)


def _name(piece: Piece) -> str:
    return "-".join(part for part in piece if part)


@cache
def _sources(package: str) -> str:
    """A digest of everything that compiled code depends on: the files of the package, which Numba too knows
    by their times, the compilers and the processor."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()} {platform.processor()}".encode())
    digest.update(os.environ.get("NUMBA_CACHE_DIR", "").encode())  # where compiled code is found again
    for compiler in ("numba", "llvmlite", "numpy"):
        with contextlib.suppress(PackageNotFoundError):
            digest.update(f"{compiler} {version(compiler)}\n".encode())
    spec = find_spec(package) if package else None
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(place).rglob("*.py")):
            digest.update(f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}\n".encode())
    return digest.hexdigest()[:32]


def _match(installed: InstalledGame) -> None:
    """Set up a match, and play a few actions, which need what every match needs."""
    game = installed.game
    state, chance = _new_state(installed)
    for number in range(FIRST_ACTIONS):
        seat = min(game.to_act(state), default=None)
        if seat is None:
            return
        view = game.view(state, seat)
        luck = chance.fork(str(number))
        action = _choose(installed, "random", view, seat, game.legal(view, seat), luck)
        state = game.apply(state, seat, action, luck).state


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
