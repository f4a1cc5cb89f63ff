"""`numberhouse new-game`: writes the package of a new game."""

from __future__ import annotations

from pathlib import Path

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.new_game import NewGameError, check_name, write_package

__all__ = ["new_game"]


@click.command(
    name="new-game",
    cls=HouseCommand,
    examples=("numberhouse new-game my-game", "numberhouse new-game my-game --folder games/my-game"),
)
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where to write it; the name in this folder unless given.",
)
def new_game(name: str, folder: Path | None) -> None:
    """Write a package for a game of your own.

    NAME consists of lower-case words joined by hyphens. The package holds a small complete game that passes
    the contract suite at once. Change its rules and keep it passing.
    """
    try:
        check_name(name)
        target = folder or Path(name)
        written = write_package(name, target)
    except NewGameError as error:
        raise Refusal("new-game", str(error)) from error
    except OSError as error:
        raise Refusal("new-game", f"{error.filename}: {error.strerror}") from error
    for path in written:
        click.echo(path)
    click.echo(f'\nNext: pip install -e "{target}[testing]", pytest {target}, numberhouse play {name}')
