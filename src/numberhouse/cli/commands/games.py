"""`numberhouse games`: lists the games that can be played here."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.params import json_option
from numberhouse.cli.base.verbs import commands_of
from numberhouse.registry import InstalledGame, RegistryError
from numberhouse.registry import games as all_games

__all__ = ["card", "games", "seat_range"]


@click.command(cls=HouseCommand, examples=("numberhouse games", "numberhouse games --json"))
@json_option
def games(as_json: bool) -> None:
    """List the games of the house and of other packages."""
    usable_games = [installed for installed in all_games().values() if is_usable(installed)]
    if as_json:
        click.echo(msgspec.json.encode([card(installed) for installed in usable_games]).decode())
        return
    if not usable_games:
        click.echo("No game is installed here.")
    width = max((len(installed.id) for installed in usable_games), default=0)
    for installed in usable_games:
        game_card = installed.game.card
        name = click.style(f"{installed.id:{width}}", bold=True)
        verbs = ", ".join([*commands_of(installed), *(str(tool.name) for tool in installed.tools())])
        click.echo(
            f"{name}  {game_card.title}, {seat_range(game_card.seats)}" + (f"; {verbs}" if verbs else "")
        )


def card(installed: InstalledGame) -> dict[str, Any]:
    """The game's type card, and a list of the other parts of its package, for JSON."""
    fields: dict[str, Any] = msgspec.to_builtins(installed.game.card)
    return fields | {
        "bots": list(installed.bots()),
        "verbs": list(commands_of(installed)),
        "tools": [str(tool.name) for tool in installed.tools()],
        "languages": list(installed.languages),
    }


def seat_range(seats: tuple[int, int]) -> str:
    """The smallest and the largest number of seats, in words."""
    fewest, most = seats
    if fewest == most:
        return f"{fewest} seat" + "s" * (fewest != 1)
    return f"{fewest} to {most} seats"


def is_usable(installed: InstalledGame) -> bool:
    """Whether the game can be imported; if not, a warning on stderr says why."""
    try:
        commands_of(installed)
        return bool(installed.game.card)
    except RegistryError as error:
        click.echo(f"Warning: {error}", err=True)
        return False
