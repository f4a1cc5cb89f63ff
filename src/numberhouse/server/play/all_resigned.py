"""Matches in which every seat has resigned: whether their rules end them soon if nobody acts any more."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import Chance
from numberhouse.server.play.sessions.session import Session

__all__ = ["all_resigned", "ends_soon"]

SOON: Final = 20
"""Expiries per seat. A match that would last longer is stopped: nobody waits for its result, and its expiries
would fill the journal."""


def all_resigned(session: Session) -> bool:
    """Whether every seat has resigned."""
    return len(session.resigned) == session.row.seats


def ends_soon(session: Session) -> bool:
    """Whether the match ends by its rules after a few expiries."""
    game, state, number = session.match.game, session.match.state, len(session.match.log)
    for _ in range(SOON * session.row.seats):
        awaited = game.to_act(state)
        if not awaited:
            return True
        number += 1
        state = game.expire(state, min(awaited), Chance(session.row.seed, number)).state
    return not game.to_act(state)
