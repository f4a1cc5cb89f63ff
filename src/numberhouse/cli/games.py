"""`numberhouse games`: what can be played here."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from numberhouse.cli.command import HouseCommand
from numberhouse.cli.params import json_option
from numberhouse.cli.verbs import commands_of
from numberhouse.registry import Folder, RegistryError
from numberhouse.registry import games as all_games

__all__ = ["card", "games", "seats_told"]


@click.command(cls=HouseCommand, examples=("numberhouse games", "numberhouse games --json"))
@json_option
def games(as_json: bool) -> None:
    """List the games of the house and of other packages."""
    usable = [folder for folder in all_games().values() if is_usable(folder)]
    if as_json:
        click.echo(msgspec.json.encode([card(folder) for folder in usable]).decode())
        return
    if not usable:
        click.echo("No game is installed here.")
    width = max((len(folder.id) for folder in usable), default=0)
    for folder in usable:
        told = folder.game.card
        name = click.style(f"{folder.id:{width}}", bold=True)
        verbs = ", ".join([*commands_of(folder), *(str(tool.name) for tool in folder.tools())])
        click.echo(f"{name}  {told.title}, {seats_told(told.seats)}" + (f"; {verbs}" if verbs else ""))


def card(folder: Folder) -> dict[str, Any]:
    """The type card and what else comes with the game, as JSON."""
    shown: dict[str, Any] = msgspec.to_builtins(folder.game.card)
    return shown | {
        "bots": list(folder.bots()),
        "verbs": list(commands_of(folder)),
        "tools": [str(tool.name) for tool in folder.tools()],
        "languages": list(folder.languages),
    }


def seats_told(seats: tuple[int, int]) -> str:
    """Fewest and most seats in words."""
    fewest, most = seats
    if fewest == most:
        return f"{fewest} seat" + "s" * (fewest != 1)
    return f"{fewest} to {most} seats"


def is_usable(folder: Folder) -> bool:
    """Whether the game can be had; if not, say so on stderr."""
    try:
        commands_of(folder)
        return bool(folder.game.card)
    except RegistryError as error:
        click.echo(f"Warning: {error}", err=True)
        return False
