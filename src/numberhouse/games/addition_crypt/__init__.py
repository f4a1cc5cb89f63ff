"""Addition Crypt: players add to nodes in secret and score by the digits of the nodes' new values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from numberhouse.contract.package import GamePackage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import click

    from numberhouse.contract.advice import Adviser
    from numberhouse.contract.bot import Bot
    from numberhouse.contract.drill import Drill
    from numberhouse.contract.first_match import FirstMatch
    from numberhouse.contract.game import Game
    from numberhouse.contract.opponents import Opponent
    from numberhouse.contract.package import GameText, Notation
    from numberhouse.contract.review import Playout, Reviewer
    from numberhouse.games.addition_crypt.rules.model import Action, State, View
    from numberhouse.games.addition_crypt.rules.options import Options

__all__ = ["package"]

# Every member is imported at its first use, so that listing the games imports only this file.


def _game() -> Game[Options, State, Action, View]:
    from numberhouse.games.addition_crypt.rules import game

    return game


def _notation() -> Notation[Action]:
    from numberhouse.games.addition_crypt.words import notation

    return notation


def _text() -> GameText[View]:
    from numberhouse.games.addition_crypt.terminal.text import text

    return text


def _bots() -> Mapping[str, Callable[[], Bot[View, Action]]]:
    from numberhouse.games.addition_crypt.bots import bots

    return bots


def _opponents() -> Mapping[str, Opponent]:
    from numberhouse.games.addition_crypt.bots.opponents import opponents

    return opponents


def _reviewer() -> Reviewer[View, Action]:
    from numberhouse.games.addition_crypt.coach.review import reviewer

    return reviewer


def _playout() -> Callable[[View], Playout | None]:
    from numberhouse.games.addition_crypt.coach.review import playout

    return playout


def _adviser() -> Adviser[View, Any]:
    from numberhouse.games.addition_crypt.coach.advice import adviser

    return adviser


def _drills() -> Mapping[str, Drill[Any, Any]]:
    from numberhouse.games.addition_crypt.coach.practice import drills

    return drills


def _first_match() -> FirstMatch[Options, View, Action]:
    from numberhouse.games.addition_crypt.coach.first_match import first_match

    return first_match


def _prepare() -> click.Command:
    from numberhouse.games.addition_crypt.terminal.commands import prepare

    return prepare


package: Final[GamePackage[Options, State, Action, View]] = GamePackage(
    id="addition-crypt",
    game=_game,
    notation=_notation,
    text=_text,
    bots=_bots,
    opponents=_opponents,
    reviewer=_reviewer,
    playout=_playout,
    adviser=_adviser,
    drills=_drills,
    first_match=_first_match,
    commands={"prepare": _prepare},
)
