"""`numberhouse prepare`: what is slow the first time is done now, so that nobody waits for it later."""

from __future__ import annotations

import time

import click

from numberhouse.cli.command import HouseCommand
from numberhouse.cli.params import GAME
from numberhouse.cli.verbs import commands_of
from numberhouse.extras import missing_extra
from numberhouse.registry import InstalledGame, games

__all__ = ["prepare"]


@click.command(cls=HouseCommand, examples=("numberhouse prepare", "numberhouse prepare mixmath set-theory"))
@click.argument("wanted", nargs=-1, type=GAME, metavar="[GAME]...")
@click.pass_context
def prepare(ctx: click.Context, wanted: tuple[InstalledGame, ...]) -> None:
    """Compile now what games need.

    It is done once on a machine, for all games if none is named. A piece that fails is told, the others are
    prepared, and the status is 1. A service does the same in the background after its start, unless its
    setting `prepare` is false.
    """
    from numberhouse.precompile import pieces, warm

    failed = False
    for installed in wanted or games().values():
        own = commands_of(installed).get("prepare")
        if own is not None:
            began = time.monotonic()
            ctx.invoke(own)
            _tell(installed, "what it prepares itself", began)
        for piece in pieces(installed):
            began = time.monotonic()
            try:
                warm(installed, piece)
            except Exception as error:  # of somebody's game; the next is none the worse for it
                failed = True
                reason = missing_extra(error) or repr(error)
                click.echo(f"{installed.id}: {piece.name or piece.kind} failed: {reason}", err=True)
            else:
                _tell(installed, piece.name or piece.kind, began)
    if failed:
        ctx.exit(1)


def _tell(installed: InstalledGame, what: str, began: float) -> None:
    click.echo(f"{installed.id}: {what}, {time.monotonic() - began:.1f} s")
