"""A match in which everybody has given up: do its rules end it soon, if nobody does anything any more?"""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import Chance
from numberhouse.server.play.session import Table

__all__ = ["deserted", "ends_soon"]

SOON: Final = 20
"""Times that run out for each seat. What lasts longer is stopped: nobody waits for its result, and it would
fill the log with nothing."""


def deserted(table: Table) -> bool:
    """Whether nobody is left who plays."""
    return len(table.resigned) == table.row.seats


def ends_soon(table: Table) -> bool:
    """Whether it is over by its rules after a few times that run out."""
    game, state, number = table.match.game, table.match.state, len(table.match.log)
    for _ in range(SOON * table.row.seats):
        awaited = game.to_act(state)
        if not awaited:
            return True
        number += 1
        state = game.expire(state, min(awaited), Chance(table.row.seed, number)).state
    return not game.to_act(state)
