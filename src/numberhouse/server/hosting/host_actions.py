"""What a host does to a running match. The desk does it at a host's request, and a proposal when every seat
concerned has agreed; both use the same methods.

Every action is a journal entry with the key of its request, so that a repeated request does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.contract.names import Names
from numberhouse.protocol.desk import Amendment, Correction, ExpireRequest, Extension
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.corrections import amend_body, correction
from numberhouse.server.hosting.desk import MOST_PREPARED, extensions, unchanged_since
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import ByHost, Expire

__all__ = ["HostActions"]


@dataclass(frozen=True)
class HostActions:
    """The actions of hosts. `by` is the id of the host; `proposal` is the number of the proposal that is
    carried out, None for a host's own decision. The caller checks permissions."""

    sessions: Sessions
    now: Callable[[], float]

    async def append(
        self,
        match: str,
        seat: Seat | None,
        body: ByHost,
        key: str | None,
        by: str,
        proposal: int | None = None,
    ) -> None:
        """Append an entry that needs no preparation."""
        body = msgspec.structs.replace(body, by=by, proposal=proposal)
        async with self.sessions.at(match) as session:
            await self.sessions.enter(session, seat, body, key=key)

    async def extend(
        self, match: str, extension: Extension, key: str | None, by: str, proposal: int | None = None
    ) -> None:
        """Give time, take some, or move the deadline."""
        async with self.sessions.at(match) as session:
            for number, one in enumerate(extensions(session, extension, self.now())):
                body = msgspec.structs.replace(one, by=by, proposal=proposal)
                numbered_key = None if key is None else f"desk extend{number} {key}"
                await self.sessions.enter(session, None, body, key=numbered_key)

    async def expire(
        self,
        match: str,
        seat: Seat,
        request: ExpireRequest,
        key: str | None,
        by: str,
        proposal: int | None = None,
    ) -> None:
        """Let the time of a seat run out now. Raises `Refused` if it has acted meanwhile."""
        body = Expire("host", by=by, proposal=proposal)
        async with self.sessions.at(match) as session:

            def is_unchanged(session: Session) -> bool:
                return (
                    request.turn_started is None
                    or (session.times and session.times.began[seat]) == request.turn_started
                )

            repeated = key is not None and (seat, key) in session.keys
            if not repeated and not await self.sessions.enter(
                session, seat, body, key=key, provided=is_unchanged
            ):
                name = Names(session.names("en"), "en").of(seat)
                raise Refused(
                    409, "late", f"{name} has acted meanwhile; look at the match as it is now", seat=seat
                )

    async def amend(
        self, match: str, request: Amendment, key: str | None, by: str, proposal: int | None = None
    ) -> Correction:
        """Correct an earlier action; everybody gets an announcement of the changes and a new snapshot."""
        async with self.sessions.at(match) as session:
            amendment = amend_body(session.installed, request)
            for _ in range(MOST_PREPARED):
                number, preview = session.number, correction(session, amendment, self.now())
                body = msgspec.structs.replace(
                    amendment, announced=preview.announcement, by=by, proposal=proposal
                )
                unchanged = unchanged_since(number)
                if await self.sessions.enter(session, None, body, key=key, provided=unchanged):
                    return preview
                if key is not None and (None, key) in session.keys:
                    return preview
        raise Refused(409, "late", "the match goes on too fast to be corrected; pause it first")
