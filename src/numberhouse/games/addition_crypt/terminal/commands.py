"""The command `numberhouse prepare addition-crypt`: it compiles the kernels, so that no match waits for
that."""

from __future__ import annotations

import click

__all__ = ["prepare"]


@click.command("prepare")
def prepare() -> None:
    """Compile the code of the bots `champion` and `counter`, once on this machine. Otherwise its
    first use compiles it.

    \b
    Example:
      numberhouse prepare addition-crypt
    """
    from numberhouse.contract.bot import Budget  # msgspec is slow to import; the help does without it
    from numberhouse.contract.game import Chance
    from numberhouse.games.addition_crypt.bots.champion import Champion
    from numberhouse.games.addition_crypt.bots.counter import Counter
    from numberhouse.games.addition_crypt.rules.gameplay import Options, game

    state = game.setup(Options(rounds=(("theme",), ("theme",))), 2, Chance("prepare"))
    for seat in (0, 1):
        state = game.expire(state, seat, Chance("prepare")).state
    view = game.view(state, 0)
    for bot in (Counter(), Champion()):
        bot.choose(view, 0, game.legal(view, 0), Budget(nodes=1), Chance("prepare"))
    click.echo("Ready.")
