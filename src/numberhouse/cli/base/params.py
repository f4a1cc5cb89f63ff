"""Parameter types of the commands (games, bots, seats, perspectives, languages) with their completion, and
the options that commands share."""

# ruff: noqa: ARG002 - the shapes are click's

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import click
from click.shell_completion import CompletionItem

from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.base.options import completions
from numberhouse.registry import InstalledGame, find, games
from numberhouse.words import HOUSE, SOURCE, seat_number

__all__ = [
    "ALL",
    "FILE",
    "GAME",
    "LANGUAGE",
    "SEAT",
    "SPECTATOR",
    "Perspective",
    "bots_option",
    "check_perspective",
    "default_language",
    "delay_option",
    "json_option",
    "language_option",
    "options_options",
    "perspective_option",
    "seats_option",
    "seed_option",
    "think_option",
]

Command = TypeVar("Command", bound=Callable[..., Any])
Perspective: TypeAlias = int | str
"""A seat, or `SPECTATOR`, or `ALL`."""

SPECTATOR = "spectator"
ALL = "all"
LONGEST_THINKING = 3600.0
"""Longest thinking time for one action, in seconds."""
LONGEST_SEED = 1000
"""Largest length of a seed, in bytes."""


class GameType(click.ParamType[InstalledGame]):
    """A game's id; the value is the `InstalledGame`."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> InstalledGame:
        """Raises `UnknownGame`."""
        return value if isinstance(value, InstalledGame) else find(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The ids of all games."""
        return completion_items(games(), incomplete)


class BotsType(click.ParamType[tuple[str, ...]]):
    """Names joined by commas; the value is a tuple."""

    name = "names"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Refuses an empty name. An unknown name is refused later, where the game is known."""
        if isinstance(value, tuple):
            return value
        names = tuple(name.strip() for name in str(value).split(","))
        if not all(names):
            self.fail(f"{value!r} has an empty name; names are joined by commas: careful,random", param, ctx)
        return names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The bots of the game that is already on the command line, except the names already typed."""
        installed = game_on_line(ctx)
        if installed is None:
            return []
        typed = incomplete[: incomplete.rfind(",") + 1]
        return completion_items((typed + name for name in installed.bots()), incomplete)


class PerspectiveType(click.ParamType[Perspective]):
    """The perspective from which a match is shown."""

    name = "seat|spectator|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Perspective:
        """A seat's number or one of the two words."""
        if isinstance(value, int) or value in (SPECTATOR, ALL):
            return value if isinstance(value, int) else str(value)
        if value.isascii() and value.isdigit() and int(value[:9]):
            return int(value[:9]) - 1
        raise click.BadParameter(
            f"{value!r} is nobody; a seat's number, {SPECTATOR} or {ALL} is accepted.", ctx, param
        )

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The two words, and the seats of the game on the command line (four seats where none is given)."""
        installed = game_on_line(ctx)
        most_seats = installed.game.card.seats[1] if installed is not None else 4
        return completion_items(
            [SPECTATOR, ALL, *(str(seat_number(seat)) for seat in range(most_seats))], incomplete
        )


class SeatType(click.ParamType[int]):
    """A seat by its number for people, who count from 1; the value counts from 0."""

    name = "seat"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Refuses anything but a whole number from 1 on."""
        number = click.IntRange(1).convert(value, param, ctx)
        return int(number) - 1


class PresetType(click.ParamType[str]):
    """The name of a preset, a group of options. `InstalledGame.preset` checks whether the game has it."""

    name = "name"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The presets of the game that is already on the command line."""
        installed = game_on_line(ctx)
        return completion_items(installed.presets(), incomplete) if installed is not None else []


class SetType(click.ParamType[str]):
    """One option of the game as NAME=VALUE."""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Checks only the form; `numberhouse.cli.base.options` checks the rest."""
        if not str(value).partition("=")[1] or str(value).startswith("="):
            self.fail(f"{value!r} has no name or no '='; NAME=VALUE is accepted", param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names of the game's options, and the values where there are few."""
        installed = game_on_line(ctx)
        return completion_items(completions(installed.game), incomplete) if installed is not None else []


class LanguageType(click.ParamType[str]):
    """The code of a language in which the house has texts. The catalogues are searched only when a command
    runs, because the search would slow every start."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuses a language without a catalogue."""
        return click.Choice(HOUSE.languages).convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """The languages, as click shows choices."""
        return click.Choice(HOUSE.languages).get_metavar(param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The languages."""
        return completion_items(HOUSE.languages, incomplete)


GAME = GameType()
SEAT = SeatType()
SEAT = SeatType()
LANGUAGE = LanguageType()
FILE = click.Path(dir_okay=False, path_type=Path)


def default_language(environ: Mapping[str, str]) -> str:
    """The locale's language if the house has texts in it, else English."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    language = re.split(r"[_.@]", locale, maxsplit=1)[0].lower()
    return language if language in HOUSE.languages else SOURCE


def check_perspective(perspective: Perspective, seats: int) -> None:
    """Raises `Refusal` for a seat that isn't at the match."""
    if isinstance(perspective, int) and perspective >= seats:
        raise Refusal(
            "seat",
            f"--as {seat_number(perspective)}: the match has {seats} seats; {seat_numbers(seats)} exist",
        )


def seat_numbers(seats: int) -> str:
    """The seat numbers of a match with `seats` seats, in words."""
    return "only 1" if seats == 1 else f"1 to {seats}"


def completion_items(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """The names that begin with the `incomplete` word."""
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def game_on_line(ctx: click.Context) -> InstalledGame | None:
    """Return the game that is already on the command line while a later word is completed. The raw words are
    searched too, because click leaves arguments unread behind an option whose value is still missing."""
    installed = ctx.params.get("installed")
    if isinstance(installed, InstalledGame):
        return installed
    return next((games()[word] for word in ctx.args if word in games()), None)


def json_option(command: Command) -> Command:
    """Add the option --json."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)


def language_option(command: Command) -> Command:
    """Add the option --lang; its default is the locale's language."""
    return click.option(
        "--lang",
        type=LANGUAGE,
        default=lambda: default_language(os.environ),
        show_default="by LC_ALL, LC_MESSAGES, LANG",
        help="The language of the game's texts.",
    )(command)


def perspective_option(default: str) -> Callable[[Command], Command]:
    """Add the option --as."""
    return click.option(
        "--as",
        "perspective",
        type=PerspectiveType(),
        default=default,
        show_default=True,
        help="Whose eyes to look with.",
    )


def bots_option(command: Command) -> Command:
    """Add the option --bots."""
    return click.option(
        "--bots",
        type=BotsType(),
        help="Who plays on the free seats, in order, or one name for all; by default the strongest.",
    )(command)


def seats_option(command: Command) -> Command:
    """Add the option --seats."""
    return click.option(
        "--seats", type=click.IntRange(min=1), help="How many seats; by default the usual number."
    )(command)


def think_option(command: Command) -> Command:
    """Add the option --think."""
    return click.option(
        "--think",
        type=click.FloatRange(0, LONGEST_THINKING, min_open=True),
        default=5.0,
        show_default=True,
        metavar="SECONDS",
        help="How long a bot may think about an action.",
    )(command)


def delay_option(command: Command) -> Command:
    """Add the option --delay."""
    return click.option(
        "--delay",
        type=click.FloatRange(0, LONGEST_THINKING),
        metavar="SECONDS",
        help="How long to wait after every action.",
    )(command)


def seed_option(command: Command) -> Command:
    """Add the option --seed."""
    return click.option(
        "--seed",
        callback=check_seed,
        metavar="TEXT",
        help="What decides all chance; by default a secret one.",
    )(command)


def check_seed(ctx: click.Context, param: click.Parameter, seed: str | None) -> str | None:
    """Raises `BadParameter` for a seed that can't stand in a record."""
    try:
        if seed is not None and (not seed or len(seed.encode()) > LONGEST_SEED):
            raise click.BadParameter(f"a seed has 1 to {LONGEST_SEED} bytes.", ctx, param)
    except UnicodeEncodeError:
        raise click.BadParameter("a seed is text in UTF-8.", ctx, param) from None
    return seed


def options_options(command: Command) -> Command:
    """Add the options --preset, --options and --set."""
    command = click.option(
        "--set",
        "pairs",
        type=SetType(),
        multiple=True,
        help="One option of the game; may be repeated. Lists are written 4,9 and lists of lists 4+17,9+20.",
    )(command)
    command = click.option(
        "--options", "options_text", metavar="JSON", help="Options of the game, an object."
    )(command)
    return click.option(
        "--preset",
        type=PresetType(),
        help="Options that belong together, by name; --options and --set change them further.",
    )(command)
