"""Set Theory: players place numbers on a grid and find out which of ten hidden sets the numbers belong to."""

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
    from numberhouse.games.set_theory.rules.model import Action, Options, State, View

__all__ = ["package"]

# Every member is imported at its first use, so that listing the games imports only this file.


def _game() -> Game[Options, State, Action, View]:
    from numberhouse.games.set_theory.rules import game

    return game


def _earlier_versions() -> Sequence[Game[Options, State, Action, View]]:
    from numberhouse.games.set_theory.rules import earlier_versions

    return earlier_versions


def _notation() -> Notation[Action]:
    from numberhouse.games.set_theory.words import notation

    return notation


def _text() -> GameText[View]:
    from numberhouse.games.set_theory.terminal.text import text

    return text


def _bots() -> Mapping[str, Callable[[], Bot[View, Action]]]:
    from numberhouse.games.set_theory.bots import bots

    return bots


def _opponents() -> Mapping[str, Opponent]:
    from numberhouse.games.set_theory.bots.opponents import opponents

    return opponents


def _reviewer() -> Reviewer[View, Action]:
    from numberhouse.games.set_theory.coach.review import reviewer

    return reviewer


def _adviser() -> Adviser[View, Any]:
    from numberhouse.games.set_theory.coach.advice import adviser

    return adviser


def _remarks() -> Callable[[Options, str], Sequence[str]]:
    from numberhouse.games.set_theory.coach.remarks import remarks

    return remarks


def _drills() -> Mapping[str, Drill[Any, Any]]:
    from numberhouse.games.set_theory.coach.practice import drills

    return drills


def _first_match() -> FirstMatch[Options, View, Action]:
    from numberhouse.games.set_theory.coach.first_match import first_match

    return first_match


def _presets() -> Mapping[str, Preset]:
    from numberhouse.games.set_theory.rules.presets import presets

    return presets


def _facts() -> Mapping[str, Any]:
    from numberhouse.games.set_theory.coach.facts import facts

    return facts


def _reference() -> Mapping[str, Any]:
    from numberhouse.games.set_theory.coach.reference import reference

    return reference


def _prepare() -> click.Command:
    from numberhouse.games.set_theory.terminal.commands import prepare

    return prepare


def _sets() -> click.Command:
    from numberhouse.games.set_theory.terminal.commands import sets

    return sets


package: Final[GamePackage[Options, State, Action, View]] = GamePackage(
    id="set-theory",
    game=_game,
    earlier_versions=_earlier_versions,
    notation=_notation,
    text=_text,
    bots=_bots,
    opponents=_opponents,
    reviewer=_reviewer,
    adviser=_adviser,
    remarks=_remarks,
    drills=_drills,
    first_match=_first_match,
    presets=_presets,
    first_preset="plain",
    facts=_facts,
    reference=_reference,
    commands={"prepare": _prepare},
    tools={"sets": _sets},
)
