"""Sign Cook: gather digits and signs, and cook a starter, a main course and a dessert of arithmetic."""

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
    from numberhouse.contract.presets import Preset
    from numberhouse.contract.review import Reviewer
    from numberhouse.games.sign_cook.rules.model import Action, State, View
    from numberhouse.games.sign_cook.rules.options import Options

__all__ = ["package"]

# Every member is imported at its first use, so that a list of the games imports only this file.


def _game() -> Game[Options, State, Action, View]:
    from numberhouse.games.sign_cook.rules import game

    return game


def _earlier_versions() -> Sequence[Game[Options, State, Action, View]]:
    from numberhouse.games.sign_cook.rules import earlier_versions

    return earlier_versions


def _notation() -> Notation[Action]:
    from numberhouse.games.sign_cook.words import notation

    return notation


def _text() -> GameText[View]:
    from numberhouse.games.sign_cook.terminal.text import text

    return text


def _bots() -> Mapping[str, Callable[[], Bot[View, Action]]]:
    from numberhouse.games.sign_cook.bots import bots

    return bots


def _opponents() -> Mapping[str, Opponent]:
    from numberhouse.games.sign_cook.bots.opponents import opponents

    return opponents


def _reviewer() -> Reviewer[View, Action]:
    from numberhouse.games.sign_cook.coach.review import reviewer

    return reviewer


def _adviser() -> Adviser[View, Any]:
    from numberhouse.games.sign_cook.coach.advice import adviser

    return adviser


def _drills() -> Mapping[str, Drill[Any, Any]]:
    from numberhouse.games.sign_cook.coach.practice import drills

    return drills


def _first_match() -> FirstMatch[Options, View, Action]:
    from numberhouse.games.sign_cook.coach.first_match import first_match

    return first_match


def _presets() -> Mapping[str, Preset]:
    from numberhouse.games.sign_cook.rules.presets import presets

    return presets


def _facts() -> Mapping[str, Any]:
    from numberhouse.games.sign_cook.coach.facts import facts

    return facts


def _taste() -> click.Command:
    from numberhouse.games.sign_cook.terminal.commands import taste

    return taste


def _solve() -> click.Command:
    from numberhouse.games.sign_cook.terminal.solve import solve

    return solve


package: Final[GamePackage[Options, State, Action, View]] = GamePackage(
    id="sign-cook",
    game=_game,
    earlier_versions=_earlier_versions,
    notation=_notation,
    text=_text,
    bots=_bots,
    opponents=_opponents,
    reviewer=_reviewer,
    adviser=_adviser,
    drills=_drills,
    first_match=_first_match,
    presets=_presets,
    facts=_facts,
    commands={"solve": _solve},
    tools={"taste": _taste},
)
