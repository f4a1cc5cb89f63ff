"""The rows of a match as delayed spectators see them: status, times and players of the visible moment."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, not_, or_

from numberhouse.server.matches.match_info import SeatOccupant
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.schema import matches

__all__ = ["BEGUN", "may_seem", "seen_rows"]

BEGUN: Final = ("running", "paused", "finished", "abandoned")
"""The statuses of a match that has begun."""

WITHOUT_DELAY: Final = '"spectator_delay":0.0'
"""This text is in the stored terms of a match that spectators see at once."""


def seen_rows(row: Any, chairs: Sequence[SeatOccupant], session: Session) -> tuple[Any, list[SeatOccupant]]:
    """The row of a match and its seats, as they were when the visible session was the present one."""
    columns = dict(row._mapping) | {
        "status": session.status,
        "started": session.started,
        "ended": session.ended,
        "due": session.due,
    }
    outcome = session.match.outcome if session.status == "finished" else None
    return SimpleNamespace(**columns), [
        SeatOccupant(
            chair.seat,
            occupant.name,
            occupant.bot,
            chair.assistance,
            score=None if outcome is None else outcome.scores[chair.seat],
            place=None if outcome is None else outcome.places[chair.seat],
            person=occupant.person,
        )
        for chair, occupant in zip(chairs, session.occupants, strict=True)
    ]


def may_seem(status: str) -> ColumnElement[bool]:
    """Whether a match has this status, or may still seem to have it to delayed spectators."""
    has_status = matches.c.status == status
    if status not in BEGUN:
        return has_status
    return or_(has_status, and_(matches.c.status.in_(BEGUN), not_(matches.c.terms.contains(WITHOUT_DELAY))))
