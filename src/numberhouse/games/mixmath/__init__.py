"""Mixmath: players lay numbered tiles so that each is the result of two tiles beside it, as in a
crossword."""

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
    from numberhouse.games.mixmath.rules.model import Action, Options, State, View

__all__ = ["package"]

# Every member is imported at its first use, so that listing the games imports only this file.


def _game() -> Game[Options, State, Action, View]:
    from numberhouse.games.mixmath.rules import game

    return game


def _earlier_versions() -> Sequence[Game[Options, State, Action, View]]:
    from numberhouse.games.mixmath.rules import earlier_versions

    return earlier_versions


def _notation() -> Notation[Action]:
    from numberhouse.games.mixmath.words import notation

    return notation


def _text() -> GameText[View]:
    from numberhouse.games.mixmath.terminal.text import text

    return text


def _bots() -> Mapping[str, Callable[[], Bot[View, Action]]]:
    from numberhouse.games.mixmath.bots import bots

    return bots


def _opponents() -> Mapping[str, Opponent]:
    from numberhouse.games.mixmath.bots.opponents import opponents

    return opponents


def _reviewer() -> Reviewer[View, Action]:
    from numberhouse.games.mixmath.coach.review import reviewer

    return reviewer


def _playout() -> Callable[[View], Playout | None]:
    from numberhouse.games.mixmath.coach.review import playout

    return playout


def _adviser() -> Adviser[View, Any]:
    from numberhouse.games.mixmath.coach.advice import adviser

    return adviser


def _drills() -> Mapping[str, Drill[Any, Any]]:
    from numberhouse.games.mixmath.coach.practice import drills

    return drills


def _first_match() -> FirstMatch[Options, View, Action]:
    from numberhouse.games.mixmath.coach.first_match import first_match

    return first_match


def _facts() -> Mapping[str, Any]:
    from numberhouse.games.mixmath.coach.facts import facts

    return facts


def _score() -> click.Command:
    from numberhouse.games.mixmath.terminal.commands import score

    return score


def _solve() -> click.Command:
    from numberhouse.games.mixmath.terminal.commands import solve

    return solve


def _prepare() -> click.Command:
    from numberhouse.games.mixmath.terminal.commands import prepare

    return prepare


package: Final[GamePackage[Options, State, Action, View]] = GamePackage(
    id="mixmath",
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
    facts=_facts,
    commands={"score": _score, "solve": _solve, "prepare": _prepare},
)
