"""`numberhouse games`: what can be played here."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from numberhouse.cli.command import HouseCommand
from numberhouse.cli.params import json_option
from numberhouse.cli.verbs import commands_of
from numberhouse.registry import InstalledGame, RegistryError
from numberhouse.registry import games as all_games

__all__ = ["card", "games", "seats_told"]


@click.command(cls=HouseCommand, examples=("numberhouse games", "numberhouse games --json"))
@json_option
def games(as_json: bool) -> None:
    """List the games of the house and of other packages."""
    usable = [installed for installed in all_games().values() if is_usable(installed)]
    if as_json:
        click.echo(msgspec.json.encode([card(installed) for installed in usable]).decode())
        return
    if not usable:
        click.echo("No game is installed here.")
    width = max((len(installed.id) for installed in usable), default=0)
    for installed in usable:
        told = installed.game.card
        name = click.style(f"{installed.id:{width}}", bold=True)
        verbs = ", ".join([*commands_of(installed), *(str(tool.name) for tool in installed.tools())])
        click.echo(f"{name}  {told.title}, {seats_told(told.seats)}" + (f"; {verbs}" if verbs else ""))


def card(installed: InstalledGame) -> dict[str, Any]:
    """The type card and what else comes with the game, as JSON."""
    shown: dict[str, Any] = msgspec.to_builtins(installed.game.card)
    return shown | {
        "bots": list(installed.bots()),
        "verbs": list(commands_of(installed)),
        "tools": [str(tool.name) for tool in installed.tools()],
        "languages": list(installed.languages),
    }


def seats_told(seats: tuple[int, int]) -> str:
    """Fewest and most seats in words."""
    fewest, most = seats
    if fewest == most:
        return f"{fewest} seat" + "s" * (fewest != 1)
    return f"{fewest} to {most} seats"


def is_usable(installed: InstalledGame) -> bool:
    """Whether the game can be had; if not, say so on stderr."""
    try:
        commands_of(installed)
        return bool(installed.game.card)
    except RegistryError as error:
        click.echo(f"Warning: {error}", err=True)
        return False
