"""The first look of each player at a match whose clock waits for it.

Where the terms or the game's card say so (`clock_starts`), a seat's first turn begins when its player has
opened the match, and at the latest `LOOK` seconds after the start, so that nobody can hold up a match by
staying away. The start names these seats and each first look is an entry of the journal, so that every
process and every replay has the same times. This module never reads a state or a view.
"""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from numberhouse.contract.clock import TurnClock
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal import JournalFailed, Unplayable
from numberhouse.server.storage.journal_entry import JournalEntry, Looked, Start

__all__ = ["LOOK", "FirstLooks", "unseen_seats"]

LOOK: Final = 60.0
"""Seconds after the start at which a first turn begins without a look."""

log = structlog.get_logger("numberhouse")


def unseen_seats(session: Session) -> tuple[Seat, ...]:
    """The seats whose first turn waits for their player's look when the match begins now. Bots don't look,
    and a deadline for a whole round is far enough away."""
    card = session.match.game.card
    when = session.row.terms.clock_starts
    if (
        not isinstance(session.row.clock, TurnClock)
        or (card.clock_starts if when == "game" else when) == "at-once"
    ):
        return ()
    return tuple(seat for seat in sorted(session.match.to_act) if session.occupants[seat].bot is None)


class FirstLooks:
    """Enters the first looks that this process sees."""

    def __init__(self, sessions: Sessions, presence: Presence) -> None:
        self.sessions = sessions
        self.presence = presence
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, session: Session, entry: JournalEntry) -> None:
        """Players who are here when the match begins have looked. A watcher of sessions."""
        if isinstance(entry.body, Start):
            for seat in self.presence.present(session.row.id):
                self.look(session.row.id, seat)

    def look(self, match: str, seat: Seat | None) -> None:
        """Note that the player of the seat looks at the match. Quick, and mostly nothing is to be done."""
        if seat is not None and self._may_wait(match, seat):
            task = asyncio.get_running_loop().create_task(self._enter(match, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def looked(self, match: str, seat: Seat | None) -> None:
        """As `look`; on return the turn has begun."""
        if seat is not None and self._may_wait(match, seat):
            await self._enter(match, seat)

    def _may_wait(self, match: str, seat: Seat) -> bool:
        session = self.sessions.in_memory().get(match)
        return session is None or _waits(session, seat)  # None: it is loaded for the player anyway

    async def close(self) -> None:
        """Finish the looks that are being entered."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _enter(self, match: str, seat: Seat) -> None:
        try:
            async with self.sessions.at(match) as session:
                if _waits(session, seat):
                    await self.sessions.enter(
                        session, seat, Looked(), provided=lambda current: _waits(current, seat)
                    )
        except (IllegalAction, JournalFailed, LookupError, Refused, Unplayable) as failed:
            # The turn begins by itself soon.
            log.info("first look not entered", match=match, problem=type(failed).__name__)


def _waits(session: Session, seat: Seat) -> bool:
    return (
        session.status in ("running", "paused")
        and session.times is not None
        and session.times.is_unseen(seat)
    )
