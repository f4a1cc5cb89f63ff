"""Claims: in a live match for two, a player whose opponent has left may claim the win, or call the match off.

Clocks end most such matches. This is for those without a clock, or with a long one. A match by correspondence
keeps its deadlines, because nobody waits at its page. Where a host runs the match without playing, the host
decides. The time counts only while the claimant is at the page, so that it says no more about the opponent
than the page has shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from numberhouse.contract.clock import Clock, NoClock
from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.play import ClaimKind
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import Resign, Stop

__all__ = ["Claims"]

LONGEST_LIVE: Final = 3600.0
"""Seconds of a turn or round; a match with longer ones is played by correspondence."""

WITHOUT_CLOCK: Final = 5
"""Times as long as with a clock: nobody has promised to answer soon."""


@dataclass(frozen=True)
class Claims:
    """Decides when a seat may claim, and carries the claim out."""

    sessions: Sessions
    presence: Presence
    settings: Settings

    def possible_at(self, session: Session, info: MatchInfo, seat: Seat) -> float | None:
        """When the seat may claim, if the opponent stays away; None where it can't. `info` names the
        hosts."""
        after = self._seconds(session.row.clock)
        match = session.match
        if after is None or not session.running or session.row.seats != 2 or _is_hosted(info):
            return None
        opponent = 1 - seat
        waits = opponent in match.to_act and seat not in match.to_act
        if not waits or any(occupant.person is None for occupant in session.occupants):
            return None
        present = self.presence.present(info.id)
        if seat not in present or opponent in present or not match.ends_with(opponent):
            return None
        began = session.times.began[opponent] if session.times is not None else None
        since = [self.presence.changed_at(info.id, each) for each in (seat, opponent)]
        return max(*since, began or session.last_at) + after

    async def claim(self, info: MatchInfo, kind: ClaimKind, now: float) -> None:
        """End the match: as a loss for the opponent, or without a result. Raises `Refused` before the
        time."""
        seat = info.seat
        assert seat is not None

        def is_possible(session: Session) -> bool:
            at = self.possible_at(session, info, seat)
            return at is not None and at <= now

        async with self.sessions.at(info.id) as session:
            if kind == "win":
                entered = await self.sessions.enter(
                    session, 1 - seat, Resign(ends="gone"), provided=is_possible
                )
            else:
                entered = await self.sessions.enter(session, None, Stop(cause="gone"), provided=is_possible)
            if not entered:
                raise Refused(
                    409,
                    "not-gone",
                    "nothing can be claimed now: the opponent must have been away for a while in a live "
                    "match, while it is the opponent's turn and you wait at the page",
                    possible_at=self.possible_at(session, info, seat),
                )

    def _seconds(self, clock: Clock) -> float | None:
        """Seconds of absence before a claim; None where claims are off, and while the opponent may be
        connected to another process without this one knowing it."""
        after = self.settings.claim_seconds
        if not after or not self.presence.knows_all:
            return None
        if isinstance(clock, NoClock):
            return after * WITHOUT_CLOCK
        return after if clock.seconds <= LONGEST_LIVE else None


def _is_hosted(info: MatchInfo) -> bool:
    """Whether a host runs the match without playing it."""
    return len(info.hosts) > sum(seat.hosts for seat in info.seats)
