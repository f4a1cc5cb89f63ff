"""Notes that a player keeps about the other players of a match. Nobody else is ever shown them,
whatever their role: every query asks for the rows of one person."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import TrustNote, TrustNoteRequest
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import note_text
from numberhouse.server.matches.access.permissions import check, check_seat
from numberhouse.server.matches.matches import Matches
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import trust_notes

__all__ = ["TrustNotes"]


class TrustNotes:
    """The notes of all people."""

    def __init__(self, database: Database, matches: Matches, now: Callable[[], float]) -> None:
        self.database = database
        self.matches = matches
        self.now = now

    async def read(self, match: str, person: Person) -> list[TrustNote]:
        """The person's own notes about the players of a match, by seat. Raises `Refused` for a match that the
        person may not see."""
        await self.matches.info(match, person)
        query = select(trust_notes).where(trust_notes.c.match == match, trust_notes.c.person == person.id)
        async with self.database.read() as connection:
            rows = (await connection.execute(query.order_by(trust_notes.c.seat))).all()
        return [TrustNote(row.seat, row.mark, row.text) for row in rows]

    async def write(self, match: str, person: Person, request: TrustNoteRequest) -> TrustNote:
        """Store a note in place of the earlier one; an empty one removes it. Raises `Refused` for a person
        without a seat, for the person's own seat, and for one that the match doesn't have."""
        text = note_text(request.text)
        info = await self.matches.info(match, person)
        check(info, "play")
        check_seat(info, request.seat)
        if request.seat == info.seat:
            raise Refused(409, "own-seat", "notes are about the others; this seat is your own")
        key = {"match": match, "person": person.id, "seat": request.seat}
        own = (trust_notes.c.match == match) & (trust_notes.c.person == person.id)
        try:
            async with self.database.begin() as connection:
                await connection.execute(delete(trust_notes).where(own, trust_notes.c.seat == request.seat))
                if text or request.mark != "none":
                    row = {**key, "mark": request.mark, "text": text, "at": self.now()}
                    await connection.execute(insert(trust_notes).values(row))
        except IntegrityError as error:  # another device of the person has written at the same moment
            raise Refused(503, "not-stored", "two notes at once; try again") from error
        return TrustNote(request.seat, request.mark, text)
