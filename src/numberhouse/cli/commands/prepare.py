"""`numberhouse prepare`: compiles slow parts of games ahead, so that nobody waits for the compiler at the
first use."""

from __future__ import annotations

import time

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.params import GAME
from numberhouse.cli.base.verbs import commands_of
from numberhouse.extras import missing_extra
from numberhouse.registry import InstalledGame, games
from numberhouse.registry.precompile import pieces, prepare_once

__all__ = ["prepare"]


@click.command(cls=HouseCommand, examples=("numberhouse prepare", "numberhouse prepare mixmath set-theory"))
@click.argument("wanted", nargs=-1, type=GAME, metavar="[GAME]...")
@click.pass_context
def prepare(ctx: click.Context, wanted: tuple[InstalledGame, ...]) -> None:
    """Compile now what games need.

    Run this once on a machine. Without a game it compiles the parts of all games. If one part fails, the
    failure is reported, the other parts are compiled, and the exit status is 1. A service compiles in the
    background after its start, unless its setting `precompile` is false.
    """
    failed = False
    for installed in wanted or games().values():
        own_command = commands_of(installed).get("prepare")
        if own_command is not None:
            start = time.monotonic()
            ctx.invoke(own_command)
            _report(installed, "what it prepares itself", start)
        for piece in pieces(installed):
            start = time.monotonic()
            try:
                prepare_once(installed, piece)
            except Exception as error:  # one game's failure must not keep the others from being prepared
                failed = True
                reason = missing_extra(error) or repr(error)
                click.echo(f"{installed.id}: {piece.name or piece.kind} failed: {reason}", err=True)
            else:
                _report(installed, piece.name or piece.kind, start)
    if failed:
        ctx.exit(1)


def _report(installed: InstalledGame, what: str, start: float) -> None:
    click.echo(f"{installed.id}: {what}, {time.monotonic() - start:.1f} s")
