"""A match in which everybody has given up: do its rules end it soon, if nobody does anything any more?"""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import Chance
from numberhouse.server.play.session import Session

__all__ = ["all_resigned", "ends_soon"]

SOON: Final = 20
"""Times that run out for each seat. What lasts longer is stopped: nobody waits for its result, and it would
fill the log with nothing."""


def all_resigned(session: Session) -> bool:
    """Whether nobody is left who plays."""
    return len(session.resigned) == session.row.seats


def ends_soon(session: Session) -> bool:
    """Whether it is over by its rules after a few times that run out."""
    game, state, number = session.match.game, session.match.state, len(session.match.log)
    for _ in range(SOON * session.row.seats):
        awaited = game.to_act(state)
        if not awaited:
            return True
        number += 1
        state = game.expire(state, min(awaited), Chance(session.row.seed, number)).state
    return not game.to_act(state)
