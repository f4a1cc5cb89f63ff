"""Promises: a player offers another one what to do in a round, and the room's readers see it as a message.

A promise binds nobody, and no rule knows of it. Nothing of it is ever rewritten: it is offered, answered once
by each of those to whom it was offered, and withdrawn as long as nobody has accepted it. Whether it was kept
is stored nowhere. It is computed for each reader from the reader's own view, and only for its author and
those who have accepted it (`Promising` of the contract), so that it tells nobody what they couldn't know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec
from sqlalchemy import func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Promising, Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.promises import NewPromise, Promise, PromiseAnswer, PromiseChoice, PromiseForm
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.rooms import Room
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.schema import promises, seats
from numberhouse.words import HOUSE, message

__all__ = [
    "PromiseReader",
    "add_promise",
    "check_promise",
    "promise_form",
    "promise_row",
    "promise_text",
    "promises_by_message",
    "promises_with",
    "store_answer",
    "store_withdrawal",
]

MOST_PROMISES: Final = 50
"""Promises of one person in a match."""

LARGEST_ACTION: Final = 1000
"""Bytes of the JSON of a promised action."""

ANSWERS: Final = tuple[PromiseAnswer, ...]
OFFERED: Final = dict[int, str]
"""By seat, the id of the person to whom a promise was offered."""

TEXT: Final = message("My promise for round {round}: {action}")

MessageKey = tuple[str, int]
"""The room and the number of a message."""


class PromiseReader:
    """What one person is shown of the promises of a match, at one position of it. `writable` are the ids of
    the rooms in which the person may write now."""

    def __init__(
        self,
        session: Session,
        seat: Seat | None,
        person: Person | None,
        writable: Collection[str] = (),
    ) -> None:
        self.installed = session.installed
        self.game = session.match.game
        self.seat = seat
        self.running = session.running
        self.over = session.over
        self.writable = frozenset(writable)
        self.person = None if person is None else person.id
        self._state = session.match.state
        self._occupants = tuple(occupant.person for occupant in session.occupants)

    def promise(self, row: Any) -> Promise:
        """The promise as the person may see it."""
        action = msgspec.json.decode(row.promised, type=self.game.action_type)
        answers = msgspec.json.decode(row.answers, type=ANSWERS)
        offered = msgspec.json.decode(row.offered, type=OFFERED)
        answered = {answer.seat for answer in answers}
        return Promise(
            round=row.round,
            action=msgspec.Raw(row.promised.encode()),
            words={lang: self.installed.promise(action, lang) for lang in HOUSE.languages},
            to=tuple(sorted(offered)),
            answers=answers,
            withdrawn=row.withdrawn,
            may_answer=row.withdrawn is None
            and self.seat not in answered
            and (self.seat is not None and offered.get(self.seat) == self.person)
            and row.room in self.writable
            and self.takes_answers(row.round),
            kept=self.kept(row),
        )

    def takes_answers(self, round: int) -> bool:
        """Whether the person may still answer promises for this round."""
        if self.seat is None or self.over or not isinstance(self.game, Promising):
            return False
        return round in self.game.promise_rounds(self.view, self.seat)

    def kept(self, row: Any) -> bool | None:
        """Whether the promise was kept, if the person is one of its parties and their view shows it. A player
        who takes over a seat isn't measured by the promises of the one before."""
        if self.seat is None or not isinstance(self.game, Promising) or not self._is_party(row):
            return None
        if self._occupants[row.seat] != row.person:
            return None
        action = msgspec.json.decode(row.promised, type=self.game.action_type)
        return self.game.kept(self.view, row.seat, row.round, action)

    def _is_party(self, row: Any) -> bool:
        offered = msgspec.json.decode(row.offered, type=OFFERED)
        accepted = {
            offered[answer.seat]
            for answer in msgspec.json.decode(row.answers, type=ANSWERS)
            if answer.accepted
        }
        return bool(accepted) and self.person in {row.person, *accepted}

    @cached_property
    def view(self) -> Any:
        """What the person sees from their seat."""
        return self.game.view(self._state, self.seat)


# Offering


def promise_form(reader: PromiseReader, round: int | None, lang: str) -> PromiseForm:
    """What the person on the seat may promise for the round; by default for the next one that is open."""
    game, seat = reader.game, reader.seat
    if seat is None or not reader.running or not isinstance(game, Promising):
        return PromiseForm((), None, ())
    view = reader.view
    rounds = tuple(game.promise_rounds(view, seat))
    if round not in rounds:
        round = rounds[0] if rounds else None
    actions: Sequence[Any] = () if round is None else game.promises(view, seat, round)
    installed = reader.installed
    choices = (
        PromiseChoice(action, installed.promise(action, lang), installed.promise_parts(action, lang))
        for action in actions
    )
    return PromiseForm(rounds, round, tuple(choices))


def check_promise(reader: PromiseReader, request: NewPromise) -> Any:
    """The promised action, if the person on the seat may promise it now. Raises `Refused`."""
    game, seat = reader.game, reader.seat
    if seat is None or not reader.running or not isinstance(game, Promising):
        raise Refused(
            409,
            "no-promises",
            "only players can promise something, while a match runs whose game has promises",
        )
    raw = msgspec.json.encode(request.action)
    if len(raw) > LARGEST_ACTION:
        raise Refused(400, "promise", f"an action of {len(raw)} bytes; at most {LARGEST_ACTION} are read")
    try:
        action = msgspec.json.decode(raw, type=game.action_type)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(400, "promise", f"no action of this game: {error}") from error
    view = reader.view
    rounds = tuple(game.promise_rounds(view, seat))
    if request.round not in rounds:
        raise Refused(
            409,
            "promise-over",
            f"nothing can be promised for round {request.round}; rounds {list(rounds)} are open",
            rounds=list(rounds),
        )
    if action not in game.promises(view, seat, request.round):
        raise Refused(
            409,
            "promise",
            "this can't be promised for that round; GET /api/matches/…/promises lists what can",
        )
    return action


def promise_text(reader: PromiseReader, action: Any, round: int, lang: str) -> str:
    """The promise as the text of a message, for clients that know no promises, for transcripts and
    reports."""
    return HOUSE.t(TEXT, lang, round=round, action=reader.installed.promise(action, lang))


async def add_promise(
    connection: AsyncConnection,
    info: MatchInfo,
    person: Person,
    room: Room,
    number: int,
    request: NewPromise,
    action: Any,
) -> None:
    """Store the promise of the message with this number. Raises `Refused` for seats on which nobody could
    answer, and for too many promises."""
    others = set(room.seats) - {info.seat}
    if not set(request.to) <= others:
        raise Refused(
            409,
            "promise-seats",
            f"a promise is offered to others in the room: seats {sorted(others)}",
            seats=sorted(others),
        )
    own = (promises.c.match == info.id) & (promises.c.person == person.id)
    count = (await connection.execute(select(func.count()).where(own))).scalar() or 0
    if count >= MOST_PROMISES:
        raise Refused(409, "too-many", f"{MOST_PROMISES} promises of one player are possible in a match")
    wanted = (seats.c.match == info.id) & seats.c.seat.in_(request.to or others)
    query = select(seats.c.seat, seats.c.person).where(wanted, seats.c.person.is_not(None))
    offered = {row.seat: row.person for row in (await connection.execute(query)).all()}
    if not offered:
        raise Refused(409, "promise-seats", "nobody is there who could accept a promise", seats=[])
    row = {
        "match": info.id,
        "room": room.id,
        "number": number,
        "person": person.id,
        "seat": info.seat,
        "round": request.round,
        "promised": msgspec.json.encode(action).decode(),
        "offered": msgspec.json.encode(offered).decode(),
        "answers": "[]",
        "withdrawn": None,
    }
    await connection.execute(insert(promises).values(row))


# Answering and withdrawing


async def store_answer(
    connection: AsyncConnection, reader: PromiseReader, row: Any, accepted: bool, at: float
) -> bool:
    """Store the person's answer. Returns whether it is new. Raises `Refused` where the person can't answer
    so any more."""
    offered = msgspec.json.decode(row.offered, type=OFFERED)
    seat = next((seat for seat, other in offered.items() if other == reader.person), None)
    if seat is None or seat != reader.seat:
        raise Refused(403, "not-offered", "this promise wasn't offered to you")
    answers = msgspec.json.decode(row.answers, type=ANSWERS)
    given = next((answer for answer in answers if answer.seat == seat), None)
    if given is not None:
        if given.accepted == accepted:
            return False
        raise Refused(409, "promise-answered", "you have answered this promise, and an answer is final")
    if row.withdrawn is not None:
        raise Refused(409, "promise-withdrawn", "the promise has been withdrawn")
    if not reader.takes_answers(row.round):
        raise Refused(
            409, "promise-over", f"it is too late to answer a promise for round {row.round}", rounds=[]
        )
    stored = msgspec.json.encode((*answers, PromiseAnswer(seat, accepted, at))).decode()
    await connection.execute(update(promises).where(_same(row)).values(answers=stored))
    return True


async def store_withdrawal(connection: AsyncConnection, row: Any, at: float) -> bool:
    """Store that the author has withdrawn the promise. Returns whether that is new. Raises `Refused` where
    somebody has accepted it."""
    if row.withdrawn is not None:
        return False
    if any(answer.accepted for answer in msgspec.json.decode(row.answers, type=ANSWERS)):
        raise Refused(409, "promise-accepted", "somebody has accepted this promise, so it stands")
    await connection.execute(update(promises).where(_same(row)).values(withdrawn=at))
    return True


# Reading


async def promise_row(connection: AsyncConnection, match: str, room: str, number: int) -> Any:
    """The stored promise of a message; None for a message without one."""
    query = select(promises).where(promises.c.match == match, promises.c.room == room)
    return (await connection.execute(query.where(promises.c.number == number))).first()


async def promises_by_message(
    connection: AsyncConnection, match: str, rows: Sequence[Any], reader: PromiseReader
) -> Mapping[MessageKey, Promise]:
    """The promises in the messages with these rows."""
    if not rows or not isinstance(reader.game, Promising):
        return {}
    keys = [(row.room, row.number) for row in rows]
    wanted = (promises.c.match == match) & tuple_(promises.c.room, promises.c.number).in_(keys)
    found = (await connection.execute(select(promises).where(wanted))).all()
    return {(row.room, row.number): reader.promise(row) for row in found}


async def promises_with(connection: AsyncConnection, match: str, person: Person | None) -> Sequence[Any]:
    """The rows of the promises that the person has given in the match, or was offered."""
    if person is None:
        return ()
    mine = promises.c.offered.contains(f'"{person.id}"', autoescape=True)
    query = select(promises).where(promises.c.match == match, mine | (promises.c.person == person.id))
    return (await connection.execute(query)).all()


def _same(row: Any) -> Any:
    return (promises.c.match == row.match) & (promises.c.room == row.room) & (promises.c.number == row.number)
