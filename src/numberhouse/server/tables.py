"""All matches that are in memory, and the one way in which anything happens to a match.

`enter` tries a line on the table, stores it, and only then lets anybody see what it does. Where another
process was quicker, the table is brought up to date and the line is tried again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from numberhouse.game import IllegalAction, Seat
from numberhouse.server.line import Act, Body, Expire, Line
from numberhouse.server.log import Log, LogFailed, Taken
from numberhouse.server.metrics import Result
from numberhouse.server.table import Sitting, Table

__all__ = ["Accepted", "Loader", "Tables", "Watcher"]

MOST_IDLE: Final = 1000
"""Tables that nobody uses and that are kept in memory all the same."""

TRIES: Final = 20
"""How often a line is tried anew when other processes are quicker."""

Loader: TypeAlias = Callable[[str], Awaitable[Table]]
"""Makes a table of a match's row, without its lines. Raises `LookupError` for a match that isn't there."""

Watcher: TypeAlias = Callable[[Table, Line], None]
"""Told of every line that was entered, after it is durable; mustn't wait."""


class Accepted(msgspec.Struct, frozen=True):
    """What whoever did something is told."""

    number: int
    """Of the last item of the seat's own stream."""
    epoch: int
    repeated: bool = False
    """Whether a request with the same key had been accepted before; nothing has happened twice."""


class Tables:
    """The tables of one process."""

    def __init__(self, log: Log, load: Loader, clock: Callable[[], float] = time.time) -> None:
        self.log = log
        self.now = clock
        self.watchers: list[Watcher] = []
        self.meter: Callable[[str, Result, float], None] | None = None
        """Told of every action tried: the game, how it ended, and after how many seconds."""
        self._load = load
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._tables)

    def in_memory(self) -> Mapping[str, Table]:
        """By match."""
        return self._tables

    @contextlib.asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[Table]:
        """The table, which stays in memory meanwhile. Raises `LookupError` and `LogFailed`."""
        table = self._tables.get(match) or await self._loaded(match)
        self._tables.move_to_end(match)
        table.busy += 1
        try:
            yield table
        finally:
            table.busy -= 1
            self._forget_idle()

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
    ) -> Accepted:
        """`seat` does something, which the service had at `at`. Raises `IllegalAction` with the reason; with
        the code `late` when the seat's time was up, or when it answers what is no longer asked."""
        async with self.at(match) as table:
            with self._metered(table.folder.id) as ended:
                new = await self.enter(table, seat, Act(action), at=at, key=key, answers=answers, epoch=epoch)
                ended("accepted" if new else "repeated")
            return Accepted(table.stream(seat).number, table.epoch, repeated=not new)

    async def enter(
        self,
        table: Table,
        seat: Seat | None,
        body: Body,
        *,
        at: float | None = None,
        key: str | None = None,
        answers: int | None = None,
        epoch: int | None = None,
        provided: Callable[[Table], bool] | None = None,
    ) -> bool:
        """The next line of the match. False when a line with that key is there already, or what was
        `provided` isn't so any more: then nothing new has happened. Raises `IllegalAction` and
        `LogFailed`."""
        moment = self.now() if at is None else at
        async with table.lock:
            for _ in range(TRIES):
                if key is not None and (seat, key) in table.keys:
                    return False
                if provided is not None and not provided(table):
                    return False
                if isinstance(body, Act) and seat is not None:
                    await self._check_time(table, seat, moment)
                    self._check_asked(table, seat, answers, epoch)
                line = Line(table.row.id, table.number + 1, seat, body, moment, key)
                if await self._stored(table, line):
                    break
            else:
                raise LogFailed("too many others are writing to this match; try again")
            await self._expire_resigned(table)
        return True

    def heard(self, match: str) -> None:
        """Another process has appended lines to this match."""
        table = self._tables.get(match)
        if table is not None:
            task = asyncio.get_running_loop().create_task(self._catch_up_alone(table))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)

    async def expire_due(self, table: Table) -> None:
        """Let the time run out of everybody whose time is up."""
        async with table.lock:
            while table.running and table.times is not None:
                first = table.times.next_due()
                if first is None or first[0] >= self.now():
                    return
                moment, seat = first
                await self._stored(table, Line(table.row.id, table.number + 1, seat, Expire(), moment))
                await self._expire_resigned(table)

    def seated(self, match: str, sittings: list[Sitting]) -> None:
        """Before the start seats change hands without a line."""
        table = self._tables.get(match)
        if table is not None:
            table.sittings[:] = sittings

    def forget(self, match: str) -> None:
        """Make the table anew when it is needed next: something about its row has changed."""
        self._tables.pop(match, None)

    # Below

    @contextlib.contextmanager
    def _metered(self, game: str) -> Iterator[Callable[[Result], None]]:
        """Measure an action, which ends as it is said to, or is refused."""
        began = time.perf_counter()
        result: Result = "refused"

        def ended(how: Result) -> None:
            nonlocal result
            result = how

        try:
            yield ended
        except IllegalAction as refused:
            result = "late" if refused.code == "late" else "refused"
            raise
        except LogFailed:
            result = "not-stored"
            raise
        finally:
            if self.meter is not None:
                self.meter(game, result, time.perf_counter() - began)

    async def _loaded(self, match: str) -> Table:
        lock = self._loading.setdefault(match, asyncio.Lock())
        async with lock:
            table = self._tables.get(match)
            if table is None:
                table = await self._load(match)
                for line in await self.log.read(match):
                    table.enter(line)
                self._tables[match] = table
        self._loading.pop(match, None)
        return table

    async def _stored(self, table: Table, line: Line) -> bool:
        """Whether the line is stored, and kept; if not, another was and the table knows it now."""
        tried = table.tried(line)
        try:
            await self.log.append(line, tried.head)
        except Taken:
            await self._catch_up(table)
            return False
        except LogFailed:
            # Whether it was stored isn't known; the lines will tell whoever asks next.
            self._tables.pop(table.row.id, None)
            raise
        self._told(table, line, table.keep(tried))
        return True

    async def _catch_up(self, table: Table) -> None:
        for line in await self.log.read(table.row.id, table.number):
            if line.number == table.number + 1:
                self._told(table, line, table.enter(line))

    async def _catch_up_alone(self, table: Table) -> None:
        async with table.lock:
            try:
                await self._catch_up(table)
            except LogFailed:
                self._tables.pop(table.row.id, None)

    async def _check_time(self, table: Table, seat: Seat, at: float) -> None:
        """Receipt decides: what came after the deadline is late, whether or not anybody has noticed yet."""
        due = table.times.due(seat) if table.running and table.times is not None else None
        if due is None or at <= due:
            return
        await self._stored(table, Line(table.row.id, table.number + 1, seat, Expire(), due))
        await self._expire_resigned(table)
        raise IllegalAction("late", "too late: the time for this ran out before it arrived", {"due": due})

    def _check_asked(self, table: Table, seat: Seat, answers: int | None, epoch: int | None) -> None:
        if answers is None:
            return
        values = {"answers": answers, "number": table.stream(seat).number, "epoch": table.epoch}
        if epoch is not None and epoch != table.epoch:
            raise IllegalAction(
                "late",
                "too late: the host has corrected what happened before, and this answers the match as it "
                "was; look at it as it is now",
                values,
            )
        if answers > table.stream(seat).number:
            raise IllegalAction(
                "answers",
                f"this answers item {answers}, which isn't there yet; the last one is {values['number']}",
                values,
            )
        if table.is_late(seat, answers):
            raise IllegalAction(
                "late",
                f"too late: this answers item {answers}, and something has happened since that changes what "
                "is asked; look at the match as it is now",
                values,
            )

    async def _expire_resigned(self, table: Table) -> None:
        """Whoever has given up does nothing whenever the match waits for it."""
        while table.running and (gone := table.resigned & table.match.to_act):
            line = Line(table.row.id, table.number + 1, min(gone), Expire("resigned"), self.now())
            await self._stored(table, line)

    def _told(self, table: Table, line: Line, _: Any) -> None:
        for watcher in self.watchers:
            watcher(table, line)

    def _forget_idle(self) -> None:
        while len(self._tables) > MOST_IDLE:
            for match, table in self._tables.items():
                if not table.busy and not table.lock.locked():
                    del self._tables[match]
                    break
            else:
                return
