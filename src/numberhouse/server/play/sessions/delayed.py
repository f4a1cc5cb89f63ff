"""A match as delayed spectators see it: another session, of the entries that they may know of.

Where the terms have a `spectator_delay`, an entry reaches outsiders that many seconds late, whatever it is:
an action, a pause, an announcement, a correction, the end. Nothing is removed from the present session for
them. They get a session that has never seen the later entries, so that no road can show more. The start of a
match is shown at once, and a release ends the delay.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.terms import Terms
from numberhouse.server.play.sessions.session import Session

__all__ = ["DelayedSession", "has_delay", "is_delayed"]

INSIDERS: Final = frozenset({"administrator", "host", "former playing host", "seat"})
"""The roles that see a match without delay."""

AT_ONCE: Final = 100
"""Entries that are replayed before other tasks get a turn."""


def is_delayed(info: MatchInfo) -> bool:
    """Whether this person sees the match with the delay of its terms."""
    return has_delay(info.terms, info.roles)


def has_delay(terms: Terms, roles: Sequence[str]) -> bool:
    """Whether a person with these roles sees a match of these terms with a delay."""
    return terms.spectator_delay > 0 and not INSIDERS.intersection(roles)


class DelayedSession(Session):
    """The session as it was `spectator_delay` seconds ago."""

    def __init__(self, present: Session) -> None:
        super().__init__(present.installed, present.row, present.first_occupants, present.after(0))
        self.next_at: float | None = None
        """When the next entry becomes visible; None where there is none yet."""
        self._catching_up = asyncio.Lock()

    async def catch_up(self, present: Session, now: float) -> None:
        """Enter the entries of the present session that are visible at `now`."""
        async with self._catching_up:
            while self._apply_next(present, now):
                if self.number % AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _apply_next(self, present: Session, now: float) -> bool:
        """Enter the next entry, if there is one and it is visible."""
        # By number and not by place: free actions that were replaced are gone.
        place = bisect_right(present.entries, self.number, key=attrgetter("number"))
        if place == len(present.entries):
            self.next_at = None
            return False
        entry = present.entries[place]
        self.next_at = entry.at + self.row.terms.spectator_delay
        if self.begun and not present.released and self.next_at > now:
            return False
        self.apply_stored(entry)
        return True
