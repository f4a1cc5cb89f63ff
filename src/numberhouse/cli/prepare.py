"""`numberhouse prepare`: what is slow the first time is done now, so that nobody waits for it later."""

from __future__ import annotations

import time

import click

from numberhouse.cli.command import HouseCommand
from numberhouse.cli.params import GAME
from numberhouse.cli.verbs import commands_of
from numberhouse.registry import Folder, games

__all__ = ["prepare"]


@click.command(cls=HouseCommand, examples=("numberhouse prepare", "numberhouse prepare mixmath set-theory"))
@click.argument("wanted", nargs=-1, type=GAME, metavar="[GAME]...")
@click.pass_context
def prepare(ctx: click.Context, wanted: tuple[Folder, ...]) -> None:
    """Compile and build what the games need, once on this machine; of all games, if none is named.

    A service does the same in the background after its start, unless its setting `prepare` is false.
    """
    from numberhouse.warming import pieces, warm

    for folder in wanted or games().values():
        own = commands_of(folder).get("prepare")
        if own is not None:
            began = time.monotonic()
            ctx.invoke(own)
            _tell(folder, "what it prepares itself", began)
        for piece in pieces(folder):
            began = time.monotonic()
            warm(folder, piece)
            _tell(folder, piece.name or piece.kind, began)


def _tell(folder: Folder, what: str, began: float) -> None:
    click.echo(f"{folder.id}: {what}, {time.monotonic() - began:.1f} s")
