"""Take pebbles from a pile; the seat that takes the last one wins. Each seat has a secret lucky number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from numberhouse.contract.bot import Bot
from numberhouse.contract.game import Game
from numberhouse.contract.package import GamePackage, GameText, Notation
from numberhouse.contract.presets import Preset

if TYPE_CHECKING:
    import click

    from .rules import Options, State, Take, View


def _game() -> Game[Options, State, Take, View]:
    from .rules import game

    return game


def _earlier_versions() -> Sequence[Game[Options, State, Take, View]]:
    from .rules import earlier_versions

    return earlier_versions


def _notation() -> Notation[Take]:
    from . import notation

    return notation


def _text() -> GameText[View]:
    from .text import text

    return text


def _bots() -> Mapping[str, Callable[[], Bot[View, Take]]]:
    from .bots import bots

    return bots


def _presets() -> Mapping[str, Preset]:
    from .presets import presets

    return presets


def _solve() -> click.Command:
    from .commands import solve

    return solve


def _tally() -> click.Command:
    from .commands import tally

    return tally


def _weigh() -> click.Command:
    from .commands import weigh

    return weigh


def _another_solve() -> click.Command:
    from .commands import another_solve

    return another_solve


package = GamePackage(
    id="pebbles",
    game=_game,
    earlier_versions=_earlier_versions,
    notation=_notation,
    text=_text,
    bots=_bots,
    presets=_presets,
    commands={"solve": _solve, "tally": _tally},
    tools={"weigh": _weigh, "solve": _another_solve},
)
