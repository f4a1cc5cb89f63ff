"""Insights: what a person has seen of a match, stored for good, and the refusals that follow from it.

A person who has seen more than the view of one seat never sits at the match; a person who has seen it through
a seat sits on that seat only. An insight is stored before the bytes leave: `Insights.grant` is the only
function that makes a `GrantedPerspective`, and every answer that shows more than the spectators' view is made
from one. Rows outlive hosting, seats and sessions. The content options are remembered by their values: the
person who handed in a problem may play after another one has taken its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias

import msgspec
from sqlalchemy import Connection, bindparam, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.review import Perspective
from numberhouse.registry import UnknownGame, find
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.access.content_options import chosen_content, option_digest
from numberhouse.server.matches.access.permissions import Permission, check, check_seat
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import insights, matches, people, seats
from numberhouse.words import seat_number

__all__ = [
    "GrantedPerspective",
    "Insight",
    "Insights",
    "Road",
    "check_may_sit",
    "insights_of",
    "own_perspective",
    "store_handed_in",
    "store_played",
]

Road: TypeAlias = Literal[
    "view", "state", "desk", "record", "transcript", "review", "rooms", "secrets", "correction"
]
"""The part of the service by which somebody sees more than the spectators' view."""

HANDED_IN: Final = "handed in"
SEATED: Final = "seated"

BEGUN: Final = ("running", "paused")

SEATING_TIME: Final = 60.0
"""Seconds between the check of a person who takes a seat of a running match and the journal entry that seats
the person, at most. Until it has passed nobody gets more than the view of that seat."""

MOST_REMEMBERED: Final = 20_000
"""Insights that a process knows to be stored."""

Key: TypeAlias = tuple[str, str, str, str, str]


class Insight(msgspec.Struct, frozen=True):
    """A row of `insights`."""

    match: str
    person: str
    seen: str
    """`everything`; `seat`, the view of somebody else's seat; `played`, the view of one's own seat; `option`,
    the value of a content option."""
    subject: str
    """The seat's number, or the option's name."""
    digest: str
    reason: str
    at: float
    name: str
    """The person's present name."""


class GrantedPerspective(msgspec.Struct, frozen=True):
    """A perspective that a person may have now, and whose insight is stored. Only `Insights.grant` makes
    one."""

    info: MatchInfo
    perspective: Perspective

    @property
    def everything(self) -> bool:
        """Whether it shows every secret."""
        return self.perspective == "everything"

    @property
    def viewer(self) -> Seat | None:
        """The seat whose view it shows; None for the spectators'."""
        return self.perspective if isinstance(self.perspective, int) else None


class Insights:
    """The insights of all people into all matches."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self.database = database
        self.now = now
        self._stored: dict[Key, None] = {}
        """Insights that are known to be stored, the oldest first."""

    async def grant(
        self,
        info: MatchInfo,
        person: Person | None,
        perspective: Perspective,
        road: Road,
        permission: Permission = "see everything",
    ) -> GrantedPerspective:
        """The perspective, once the person's insight is stored. `permission` is what a perspective needs
        that is neither the person's own seat's nor the spectators'. Raises `Refused`."""
        if perspective == "spectator":
            return GrantedPerspective(info, perspective)
        own = perspective == info.seat
        if not own:
            check(info, permission)
        if isinstance(perspective, int):
            check_seat(info, perspective)
        if info.status in BEGUN:
            if person is None:
                raise Refused(403, "not-allowed", "sign in first: only hosts see more before the end")
            seen = "played" if own else "seat" if isinstance(perspective, int) else "everything"
            subject = str(perspective) if isinstance(perspective, int) else ""
            await self._store(info.id, person, seen, subject, road)
        return GrantedPerspective(info, perspective)

    async def secrets(self, info: MatchInfo, person: Person) -> dict[str, Any]:
        """The chosen secret options of a match, whose values the person knows from now on. Raises
        `Refused`."""
        check(info, "see everything")
        async with self.database.begin() as connection:
            row = await _locked(connection, info.id)
            await self._check_doesnt_play(connection, info.id, person)
            installed = find(info.game)
            options = msgspec.json.decode(row.options, type=dict[str, Any])
            secrets = chosen_content(installed, options, installed.game.card.secret_options)
            if info.status not in ("finished", "abandoned"):
                await _insert_options(connection, info.id, person.id, secrets, "secrets", self.now())
        return secrets

    async def _store(self, match: str, person: Person, seen: str, subject: str, road: Road) -> None:
        key = (match, person.id, seen, subject, "")
        if key in self._stored:
            return
        async with self.database.begin() as connection:
            await _locked(connection, match)
            if seen != "played":
                await self._check_doesnt_play(connection, match, person)
            await _insert(connection, key, road, self.now())
        while len(self._stored) >= MOST_REMEMBERED:
            del self._stored[next(iter(self._stored))]
        self._stored[key] = None

    async def _check_doesnt_play(self, connection: AsyncConnection, match: str, person: Person) -> None:
        """Raises `Refused` for a person who has a seat by now, or is about to get one."""
        sits = select(seats.c.seat).where(seats.c.match == match, seats.c.person == person.id)
        own = (insights.c.match == match) & (insights.c.person == person.id)
        being_seated = select(insights.c.subject).where(
            own, insights.c.reason == SEATED, insights.c.at > self.now() - SEATING_TIME
        )
        for query in (sits, being_seated):
            if (await connection.execute(query)).first() is not None:
                raise Refused(
                    403,
                    "not-allowed",
                    "you have a seat at this match; its players see everything after the end",
                )


ROWS: Final[Any] = (
    select(insights, people.c.name)
    .join(people, people.c.id == insights.c.person)
    .where(
        insights.c.match.in_(bindparam("ids", expanding=True)),
        or_(insights.c.reason == HANDED_IN, insights.c.person == bindparam("person")),
    )
    .order_by(insights.c.at, insights.c.subject)
)


def insights_of(connection: Connection, ids: Sequence[str], person: str | None) -> dict[str, list[Insight]]:
    """By match, the insights of the person, and those of the people who handed something in."""
    result: dict[str, list[Insight]] = {}
    for row in connection.execute(ROWS, {"ids": ids, "person": person or ""}):
        insight = Insight(*row)
        result.setdefault(insight.match, []).append(insight)
    return result


def own_perspective(info: MatchInfo) -> Perspective:
    """The perspective of the person's own seat; the spectators' for a person without one."""
    return info.seat if info.seat is not None else "spectator"


async def store_handed_in(
    connection: AsyncConnection, match: str, person: str, content: Mapping[str, Any], at: float
) -> None:
    """Store that the person has handed in these values of content options."""
    await _insert_options(connection, match, person, content, HANDED_IN, at)


async def store_played(connection: AsyncConnection, match: str, person: str, seat: Seat, at: float) -> None:
    """Store that the person is about to see, or has seen, the match through this seat as its player."""
    await _insert(connection, (match, person, "played", str(seat), ""), SEATED, at)


async def check_may_sit(
    connection: AsyncConnection, match: str, person: str, seat: Seat, name: str | None = None
) -> None:
    """Raises `Refused` for a person who has seen more of the match than the view of this seat. The caller
    holds the lock of the match's row. `name` is the person's, where another person asks for the seat.

    A person may play a content that the same person has handed in where bots have all other seats: this
    wrongs nobody. No other person then takes a seat of the match."""
    row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
    if row is not None and row.status in BEGUN:
        await _check_not_played_alone(connection, row, person)
    query = select(insights).where(insights.c.match == match, insights.c.person == person)
    found = (await connection.execute(query.order_by(insights.c.at))).all()
    if not found or row is None:
        return
    current = _current_digests(row)
    is_alone = await _is_alone_with_bots(connection, row, seat)
    who, has, sits = ("you", "have", "you") if name is None else (name, "has", "they")
    for insight in found:
        when = f"{datetime.fromtimestamp(insight.at, UTC):%Y-%m-%d %H:%M} UTC"
        values = {
            "seen": insight.seen,
            "subject": insight.subject,
            "reason": insight.reason,
            "at": insight.at,
        }
        if insight.seen == "everything":
            problem = f"every secret of this match ({insight.reason}, {when})"
            accepted = "look on, or play another match"
        elif insight.seen in ("seat", "played"):
            if insight.subject == str(seat):
                continue
            problem = (
                f"this match through seat {seat_number(int(insight.subject))} ({insight.reason}, {when})"
            )
            accepted = (
                f"{sits} can take seat {seat_number(int(insight.subject))}, if it is free, and no other"
            )
        elif current.get(insight.subject) == insight.digest:
            if is_alone and insight.reason == HANDED_IN:
                continue
            problem = f"its {insight.subject} ({insight.reason}, {when})"
            accepted = "let another host hand in another one, or clear it, so that chance deals it"
        else:
            continue
        message = f"{who} {has} seen {problem}, so {sits} can't sit on seat {seat_number(seat)}; {accepted}"
        raise Refused(409, "knows-secrets", message, seat=seat, **values)


async def _is_alone_with_bots(connection: AsyncConnection, row: Any, seat: Seat) -> bool:
    """Whether the match hasn't begun and a bot sits on every seat but this one."""
    if row.status in BEGUN:
        return False
    others = select(seats.c.bot).where(seats.c.match == row.id, seats.c.seat != seat)
    return all(bot is not None for bot in (await connection.execute(others)).scalars())


async def _check_not_played_alone(connection: AsyncConnection, row: Any, person: str) -> None:
    """Raises `Refused` if another person plays this match with a content of their own."""
    current = _current_digests(row)
    query = (
        select(insights.c.subject, insights.c.digest)
        .join(seats, (seats.c.match == insights.c.match) & (seats.c.person == insights.c.person))
        .where(insights.c.match == row.id, insights.c.reason == HANDED_IN, insights.c.person != person)
    )
    for subject, digest in (await connection.execute(query)).all():
        if current.get(subject) == digest:
            raise Refused(
                409,
                "played-alone",
                f"a player has handed in its {subject} and plays with it, so only bots can take the other "
                "seats; look on, or play another match",
                subject=subject,
            )


def _current_digests(row: Any) -> dict[str, str]:
    """By chosen content option, the digest of its present value."""
    try:
        installed = find(row.game)
    except UnknownGame:
        return {}
    content = chosen_content(installed, msgspec.json.decode(row.options, type=dict[str, Any]))
    return {name: option_digest(row.id, value) for name, value in content.items()}


async def _locked(connection: AsyncConnection, match: str) -> Any:
    """The match's row, locked until the transaction ends: seats and insights change one after the other."""
    row = (await connection.execute(select(matches).where(matches.c.id == match).with_for_update())).first()
    if row is None:
        raise Refused(404, "no-match", "there is no match with this id that you may see")
    return row


async def _insert_options(
    connection: AsyncConnection, match: str, person: str, content: Mapping[str, Any], reason: str, at: float
) -> None:
    for name, value in content.items():
        await _insert(connection, (match, person, "option", name, option_digest(match, value)), reason, at)


async def _insert(connection: AsyncConnection, key: Key, reason: str, at: float) -> None:
    """Store an insight. An earlier one is kept, except that handing in says more than having looked, and
    that a person is seated anew."""
    row = dict(zip(("match", "person", "seen", "subject", "digest"), key, strict=True))
    same = [insights.c[name] == value for name, value in row.items()]
    if (await connection.execute(select(insights.c.at).where(*same))).first() is None:
        await connection.execute(insert(insights).values(**row, reason=reason, at=at))
    elif reason in (HANDED_IN, SEATED):
        await connection.execute(insights.update().where(*same).values(reason=reason, at=at))
