"""Turing Machine: find the one code that satisfies every verifier, with few rounds and few questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from numberhouse.contract.package import GamePackage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import click

    from numberhouse.contract.advice import Adviser
    from numberhouse.contract.bot import Bot
    from numberhouse.contract.drill import Drill
    from numberhouse.contract.first_match import FirstMatch
    from numberhouse.contract.game import Game
    from numberhouse.contract.opponents import Opponent
    from numberhouse.contract.package import GameText, Notation
    from numberhouse.contract.review import Playout, Reviewer
    from numberhouse.games.turing_machine.rules.model import Action, Options, State, View

__all__ = ["package"]

# Every member is imported at its first use, so that a list of the games imports only this file.


def _game() -> Game[Options, State, Action, View]:
    from numberhouse.games.turing_machine.rules import game

    return game


def _earlier_versions() -> Sequence[Game[Options, State, Action, View]]:
    from numberhouse.games.turing_machine.rules import earlier_versions

    return earlier_versions


def _notation() -> Notation[Action]:
    from numberhouse.games.turing_machine.words import notation

    return notation


def _text() -> GameText[View]:
    from numberhouse.games.turing_machine.terminal.text import text

    return text


def _bots() -> Mapping[str, Callable[[], Bot[View, Action]]]:
    from numberhouse.games.turing_machine.bots import bots

    return bots


def _opponents() -> Mapping[str, Opponent]:
    from numberhouse.games.turing_machine.bots.opponents import opponents

    return opponents


def _reviewer() -> Reviewer[View, Action]:
    from numberhouse.games.turing_machine.coach.review import reviewer

    return reviewer


def _playout() -> Callable[[View], Playout | None]:
    from numberhouse.games.turing_machine.coach.review import playout

    return playout


def _adviser() -> Adviser[View, Any]:
    from numberhouse.games.turing_machine.coach.advice import adviser

    return adviser


def _drills() -> Mapping[str, Drill[Any, Any]]:
    from numberhouse.games.turing_machine.coach.practice import drills

    return drills


def _first_match() -> FirstMatch[Options, View, Action]:
    from numberhouse.games.turing_machine.coach.first_match import first_match

    return first_match


def _solve() -> click.Command:
    from numberhouse.games.turing_machine.terminal.commands.solve import solve

    return solve


def _generate() -> click.Command:
    from numberhouse.games.turing_machine.terminal.commands.generate import generate

    return generate


def _census() -> click.Command:
    from numberhouse.games.turing_machine.terminal.commands.census import census

    return census


def _distribution() -> click.Command:
    from numberhouse.games.turing_machine.terminal.commands.distribution import distribution

    return distribution


def _prepare() -> click.Command:
    from numberhouse.games.turing_machine.terminal.commands.prepare import prepare

    return prepare


package: Final[GamePackage[Options, State, Action, View]] = GamePackage(
    id="turing-machine",
    game=_game,
    earlier_versions=_earlier_versions,
    notation=_notation,
    text=_text,
    bots=_bots,
    opponents=_opponents,
    reviewer=_reviewer,
    playout=_playout,
    adviser=_adviser,
    drills=_drills,
    first_match=_first_match,
    commands={
        "solve": _solve,
        "generate": _generate,
        "census": _census,
        "distribution": _distribution,
        "prepare": _prepare,
    },
)
