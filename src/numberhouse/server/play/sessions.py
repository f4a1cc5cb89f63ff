"""All matches that are in memory, and the one way in which anything happens to a match.

`enter` tries a line on the table, stores it, and only then lets anybody see what it does. Where another
process was quicker, the table is brought up to date and the line is tried again; so it is before anything is
refused that might be right by now. Whoever asks may go away: what has begun is ended all the same. Where
storing fails in a way that leaves open whether the line is there, the lines are read again until they tell.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
import structlog

from numberhouse.contract.clock import NoClock
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.protocol.play import Accepted
from numberhouse.server.base.metrics import Result
from numberhouse.server.base.refusals import NotNow
from numberhouse.server.play.all_resigned import deserted, ends_soon
from numberhouse.server.play.session import Sitting, Table
from numberhouse.server.play.session_cache import Loader, Memory, Using, Watcher
from numberhouse.server.storage.journal import Log, LogFailed, Taken
from numberhouse.server.storage.journal_entry import Act, Body, Expire, Line, Stop, mark

__all__ = ["Loader", "Tables", "Watcher"]

TRIES: Final = 20
"""How often a line is tried anew when other processes are quicker."""

PROMPT: Final = 15.0
"""Seconds after a deadline within which it counts as noticed in time. What is noticed later, because the
service was down, happens when it is noticed: whoever is next has all of their time."""

Answers: TypeAlias = tuple[int | None, int | None]
"""The item of the seat's stream that an action answers, and the epoch it was sent in, if that was said."""

log = structlog.get_logger("numberhouse")


class Tables:
    """The tables of one process."""

    def __init__(self, log: Log, load: Loader, clock: Callable[[], float] = time.time) -> None:
        self.log = log
        self.now = clock
        self.memory = Memory(log, load, self._expire_resigned)
        self.watchers = self.memory.watchers
        self.meter: Callable[[str, Result, float], None] | None = None
        """Told of every action tried: the game, how it ended, and after how many seconds."""

    def __len__(self) -> int:
        return len(self.memory.tables)

    async def close(self) -> None:
        """End what has begun."""
        await self.memory.close()

    def at(self, match: str) -> Using:
        """The table, which stays in memory meanwhile. Raises `LookupError` and `LogFailed`."""
        return self.memory.at(match)

    def heard(self, match: str | None) -> None:
        """Another process has appended lines to this match; None: perhaps to any."""
        self.memory.heard(match)

    def forget(self, match: str) -> None:
        """Make the table anew when it is needed next: something about its row has changed."""
        self.memory.forget(match)

    def in_memory(self) -> Mapping[str, Table]:
        """By match."""
        return self.memory.tables

    async def act(
        self,
        match: str,
        seat: Seat,
        action: msgspec.Raw,
        *,
        answers: int | None,
        key: str | None,
        at: float,
        epoch: int | None = None,
        steady: bool = False,
    ) -> Accepted:
        """`seat` does something, which the service had at `at`. `steady` says that whoever calls won't be cut
        off before the end, which spares a task. Raises `IllegalAction` with the reason; with the code `late`
        when the seat's time was up, or when it answers what is no longer asked."""
        began = time.perf_counter()
        async with self.at(match) as table:
            result: Result = "refused"
            try:
                _check_key(key)
                entering = self._enter(table, seat, Act(action), at, key, None, (answers, epoch))
                new = await (entering if steady else self.memory.to_the_end(entering))
                result = "accepted" if new else "repeated"
            except IllegalAction as refused:
                result = "late" if refused.code == "late" else "refused"
                raise
            except LogFailed:
                result = "not-stored"
                raise
            finally:
                if self.meter is not None:
                    self.meter(table.folder.id, result, time.perf_counter() - began)
            return Accepted(table.stream(seat).number, table.epoch, repeated=not new)

    async def enter(
        self,
        table: Table,
        seat: Seat | None,
        body: Body,
        *,
        at: float | None = None,
        key: str | None = None,
        provided: Callable[[Table], bool] | None = None,
    ) -> bool:
        """The next line of the match. False when a line with that key is there already, or what was
        `provided` isn't so any more: then nothing new has happened. Raises `IllegalAction` and
        `LogFailed`."""
        _check_key(key)
        moment = self.now() if at is None else at
        return await self.memory.to_the_end(self._enter(table, seat, body, moment, key, provided, None))

    def let_end(self, acting: asyncio.Task[Any]) -> None:
        """A task that was steady while it acted is no longer waited for: it ends before we close."""
        self.memory.let_end(acting)

    async def expire_due(self, table: Table) -> bool:
        """Let the time run out of everybody whose time is up. Whether anything has happened to the match."""
        return await self.memory.to_the_end(self._expire_due(table))

    async def settle(self, table: Table) -> None:
        """Do what was left to be done when a process ended: whoever has given up does nothing."""

        async def settled() -> None:
            async with table.lock:
                await self.memory.check_usable(table)
                await self._expire_resigned(table)

        await self.memory.to_the_end(settled())

    def seated(self, match: str, sittings: list[Sitting]) -> None:
        """Before the start seats change hands without a line."""
        table = self.memory.tables.get(match)
        if table is not None:
            table.sittings[:] = sittings

    # Below

    async def _enter(
        self,
        table: Table,
        seat: Seat | None,
        body: Body,
        at: float,
        key: str | None,
        provided: Callable[[Table], bool] | None,
        answers: Answers | None,
    ) -> bool:
        """`answers` are those of an action that somebody sent."""
        async with table.lock:
            await self.memory.check_usable(table)
            for _ in range(TRIES):
                if key is not None and (seat, key) in table.keys:
                    if answers is not None and table.keys[seat, key] != mark(body):
                        raise _reused(key)
                    return False
                if provided is not None and not provided(table):
                    if await self.memory.behind(table):
                        continue
                    return False
                if isinstance(body, Act) and seat is not None and await self._too_late(table, seat, at):
                    continue
                try:
                    if answers is not None and seat is not None:
                        self._check_asked(table, seat, *answers)
                    stored = await self._stored(
                        table, Line(table.row.id, table.number + 1, seat, body, at, key)
                    )
                except IllegalAction:
                    if await self.memory.behind(table):
                        continue
                    raise
                if stored:
                    await self._follow_up(table)
                    return True
        raise LogFailed("too many others are writing to this match; try again")

    async def _expire_due(self, table: Table) -> bool:
        done = False
        async with table.lock:
            await self.memory.check_usable(table)
            while table.running and table.times is not None:
                first, now = table.times.next_due(), self.now()
                if first is None or first[0] >= now:
                    break
                due, seat = first
                at = due if now - due < PROMPT else now
                await self._stored(table, Line(table.row.id, table.number + 1, seat, Expire(), at))
                await self._expire_resigned(table)
                done = True
            return done or await self.memory.behind(table)

    async def _stored(self, table: Table, line: Line) -> bool:
        """Whether the line is stored, and kept; if not, another was and the table knows it now."""
        tried = table.tried(line)
        try:
            await self.log.append(line, tried.head)
        except Taken:
            await self.memory.catch_up(table)
            return False
        except LogFailed:
            # Whether it was stored isn't known.
            self.memory.recover(table)
            raise
        try:
            table.keep(tried)
        except Exception as error:  # a fault; the line is there, and half of what it does
            self.memory.spoil(table)
            log.error("line not kept", match=line.match, line=line.number, problem=type(error).__name__)
            raise LogFailed("the match must be loaded anew; try again") from error
        self.memory.tell(table, line)
        return True

    async def _follow_up(self, table: Table) -> None:
        """What comes of a line by itself; whoever entered the line isn't troubled by its failing."""
        try:
            await self._expire_resigned(table)
            await self._expire_patient(table)
        except LogFailed:
            self.memory.recover(table)
        except IllegalAction as refused:
            log.error("a seat that resigned isn't expired", match=table.row.id, problem=refused.code)

    async def _too_late(self, table: Table, seat: Seat, at: float) -> bool:
        """Receipt decides: what came after the deadline is late, whether or not anybody has noticed yet. True
        where others have appended something, so that this must be looked at again."""
        missed = table.ran_out.get(seat)
        if missed is not None and at <= missed:
            raise _late(missed)  # in time, but its turn is over: the service was too slow
        due = table.times.due(seat) if table.running and table.times is not None else None
        if due is None or at <= due:
            return False
        moment = due if at - due < PROMPT else at
        if not await self._stored(table, Line(table.row.id, table.number + 1, seat, Expire(), moment)):
            return True
        await self._follow_up(table)
        raise _late(due)

    def _check_asked(self, table: Table, seat: Seat, answers: int | None, epoch: int | None) -> None:
        if answers is None:
            return
        values = {"answers": answers, "number": table.stream(seat).number, "epoch": table.epoch}
        if epoch is not None and epoch != table.epoch:
            raise NotNow(
                "late",
                "too late: the host has corrected what happened before, and this answers the match as it "
                "was; look at it as it is now",
                values,
            )
        if answers > table.stream(seat).number:
            raise NotNow(
                "answers",
                f"this answers item {answers}, which isn't there yet; the last one is {values['number']}",
                values,
            )
        if table.is_late(seat, answers):
            raise NotNow(
                "late",
                f"too late: this answers item {answers}, and something has happened since that changes what "
                "is asked; look at the match as it is now",
                values,
            )

    async def _expire_resigned(self, table: Table) -> None:
        """Whoever has given up does nothing whenever the match waits for it. Where everybody has, the match
        is ended at once: by its rules where they soon do so, else without a result."""
        lasts = table.running and deserted(table) and not ends_soon(table)
        while table.running and (gone := table.resigned & table.match.to_act):
            left = lasts and deserted(table)
            seat, body = (None, Stop(cause="resigned")) if left else (min(gone), Expire("resigned"))
            await self._stored(table, Line(table.row.id, table.number + 1, seat, body, self.now()))

    async def _expire_patient(self, table: Table) -> None:
        """Where no clock runs, time alone moves nothing: it is up as soon as all have done what they can."""
        while table.running and isinstance(table.row.clock, NoClock) and table.match.only_time:
            seat = min(table.match.to_act)
            await self._stored(table, Line(table.row.id, table.number + 1, seat, Expire(), self.now()))


def _check_key(key: str | None) -> None:
    if key is not None and not key.isprintable():
        # PostgreSQL stores no null byte, and others' lines would be refused together with this one.
        raise NotNow("key", "a key with invisible signs; letters, digits and usual signs are possible")


def _late(due: float) -> NotNow:
    return NotNow("late", "too late: the time for this ran out before it arrived", {"due": due})


def _reused(key: str) -> NotNow:
    return NotNow(
        "key-reused",
        "a request with this key did something else; a key of its own is wanted for each action",
        {"key": key},
    )
