"""All matches that are in memory, and the one way in which anything happens to a match.

`enter` tries a line on the table, stores it, and only then lets anybody see what it does. Where another
process was quicker, the table is brought up to date and the line is tried again; so it is before anything is
refused that might be right by now. Whoever asks may go away: what has begun is ended all the same. Where
storing fails in a way that leaves open whether the line is there, the lines are read again until they tell.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
import structlog

from numberhouse.game import IllegalAction, Seat
from numberhouse.server.line import Act, Body, Expire, Line, Start, mark
from numberhouse.server.log import Log, LogFailed, Taken, Unplayable
from numberhouse.server.metrics import Result
from numberhouse.server.table import Sitting, Table

__all__ = ["Accepted", "Loader", "Tables", "Watcher"]

MOST_IDLE: Final = 1000
"""Tables that nobody uses and that are kept in memory all the same."""

TRIES: Final = 20
"""How often a line is tried anew when other processes are quicker."""

PROMPT: Final = 15.0
"""Seconds after a deadline within which it counts as noticed in time. What is noticed later, because the
service was down, happens when it is noticed: whoever is next has all of their time."""

AT_ONCE: Final = 100
"""Lines that are entered before others get a turn."""

PATIENCE: Final = (0.2, 5.0)
"""Seconds before lines are read again that couldn't be: at first, and at most."""

Loader: TypeAlias = Callable[[str], Awaitable[Table]]
"""Makes a table of a match's row, without its lines. Raises `LookupError` for a match that isn't there."""

Watcher: TypeAlias = Callable[[Table, Line], None]
"""Told of every line that was entered, after it is durable; mustn't wait."""


Thing = TypeVar("Thing")

log = structlog.get_logger("numberhouse")


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
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._doing: set[asyncio.Task[Any]] = set()
        """What is ended even if nobody waits for it."""
        self._missed: set[str] = set()
        """Matches that were appended to by others while they were loaded."""
        self._hearing: set[str] = set()
        """Those that will be brought up to date in a moment."""
        self._recovering: dict[str, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    async def close(self) -> None:
        """End what has begun."""
        for task in self._recovering.values():
            task.cancel()
        await asyncio.gather(*self._doing, *self._recovering.values(), return_exceptions=True)

    def in_memory(self) -> Mapping[str, Table]:
        """By match."""
        return self._tables

    @contextlib.asynccontextmanager
    async def at(self, match: str) -> AsyncIterator[Table]:
        """The table, which stays in memory meanwhile. Raises `LookupError` and `LogFailed`."""
        table = self._tables.get(match) or await self._loaded(match)
        if self._tables.get(match) is table:
            self._tables.move_to_end(match)
        table.busy += 1
        try:
            yield table
        finally:
            table.busy -= 1
            if not (table.begun or table.busy or table.lock.locked()):
                self._drop(table)  # what is agreed may change, in another process too
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
                new = await self.enter(
                    table, seat, Act(action), at=at, key=key, answers=answers, epoch=epoch, exact=True
                )
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
        exact: bool = False,
    ) -> bool:
        """The next line of the match. False when a line with that key is there already, or what was
        `provided` isn't so any more: then nothing new has happened. With `exact` a key that was another
        body's is refused. Raises `IllegalAction` and `LogFailed`."""
        if key is not None and not key.isprintable():
            # PostgreSQL stores no null byte, and others' lines would be refused together with this one.
            raise IllegalAction(
                "key", "a key with invisible signs; letters, digits and usual signs are possible"
            )
        moment = self.now() if at is None else at
        return await self._to_the_end(
            self._enter(table, seat, body, moment, key, answers, epoch, provided, exact)
        )

    def heard(self, match: str | None) -> None:
        """Another process has appended lines to this match; None: perhaps to any."""
        if match is None:
            for each in (*self._tables, *self._loading):
                self.heard(each)
            return
        if match in self._loading:
            self._missed.add(match)
        table = self._tables.get(match)
        if table is not None and match not in self._hearing:
            self._hearing.add(match)
            self._begin(self._hear(table))

    async def expire_due(self, table: Table) -> bool:
        """Let the time run out of everybody whose time is up. Whether anything has happened to the match."""
        return await self._to_the_end(self._expire_due(table))

    async def settle(self, table: Table) -> None:
        """Do what was left to be done when a process ended: whoever has given up does nothing."""

        async def settled() -> None:
            async with table.lock:
                await self._check_usable(table)
                await self._expire_resigned(table)

        await self._to_the_end(settled())

    def seated(self, match: str, sittings: list[Sitting]) -> None:
        """Before the start seats change hands without a line."""
        table = self._tables.get(match)
        if table is not None:
            table.sittings[:] = sittings

    def forget(self, match: str) -> None:
        """Make the table anew when it is needed next: something about its row has changed."""
        self._loading.pop(match, None)
        table = self._tables.pop(match, None)
        if table is not None:
            table.spoilt = True

    # Below

    async def _enter(
        self,
        table: Table,
        seat: Seat | None,
        body: Body,
        at: float,
        key: str | None,
        answers: int | None,
        epoch: int | None,
        provided: Callable[[Table], bool] | None,
        exact: bool,
    ) -> bool:
        async with table.lock:
            await self._check_usable(table)
            for _ in range(TRIES):
                if key is not None and (seat, key) in table.keys:
                    if exact and table.keys[seat, key] != mark(body):
                        raise _reused(key)
                    return False
                if provided is not None and not provided(table):
                    if await self._behind(table):
                        continue
                    return False
                if isinstance(body, Act) and seat is not None and await self._too_late(table, seat, at):
                    continue
                try:
                    if isinstance(body, Act) and seat is not None:
                        self._check_asked(table, seat, answers, epoch)
                    stored = await self._stored(
                        table, Line(table.row.id, table.number + 1, seat, body, at, key)
                    )
                except IllegalAction:
                    if await self._behind(table):
                        continue
                    raise
                if stored:
                    await self._follow_up(table)
                    return True
        raise LogFailed("too many others are writing to this match; try again")

    async def _expire_due(self, table: Table) -> bool:
        done = False
        async with table.lock:
            await self._check_usable(table)
            while table.running and table.times is not None:
                first, now = table.times.next_due(), self.now()
                if first is None or first[0] >= now:
                    break
                due, seat = first
                at = due if now - due < PROMPT else now
                await self._stored(table, Line(table.row.id, table.number + 1, seat, Expire(), at))
                await self._expire_resigned(table)
                done = True
            return done or await self._behind(table)

    async def _to_the_end(self, doing: Coroutine[Any, Any, Thing]) -> Thing:
        return await asyncio.shield(self._begin(doing))

    def _begin(self, doing: Coroutine[Any, Any, Thing]) -> asyncio.Task[Thing]:
        task = asyncio.get_running_loop().create_task(doing)
        self._doing.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # it was told to whoever waited

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
        """Made of its row and lines, once for all who wait for it."""
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = self._begin(self._load_anew(match))
        return await asyncio.shield(task)

    async def _load_anew(self, match: str) -> Table:
        mine = asyncio.current_task()
        try:
            # The lines first: what was agreed changes until the first of them is there, and never again.
            lines = await self.log.read(match)
            table = await self._load(match)
            await self._replay(table, lines)
            if self._loading.get(match) is mine:
                self._tables[match] = table
            return table
        finally:
            if self._loading.get(match) is mine:
                del self._loading[match]
            if match in self._missed:
                self._missed.discard(match)
                self.heard(match)

    async def _check_usable(self, table: Table) -> None:
        if table.spoilt:
            raise LogFailed("the match was loaded anew meanwhile; try again")
        if table.doubtful:
            await self._catch_up(table)

    async def _stored(self, table: Table, line: Line) -> bool:
        """Whether the line is stored, and kept; if not, another was and the table knows it now."""
        tried = table.tried(line)
        try:
            await self.log.append(line, tried.head)
        except Taken:
            await self._catch_up(table)
            return False
        except LogFailed:
            # Whether it was stored isn't known.
            self._recover(table)
            raise
        try:
            table.keep(tried)
        except Exception as error:  # a fault; the line is there, and half of what it does
            self._spoil(table)
            log.error("line not kept", match=line.match, line=line.number, problem=type(error).__name__)
            raise LogFailed("the match must be loaded anew; try again") from error
        self._tell(table, line)
        return True

    async def _follow_up(self, table: Table) -> None:
        """What comes of a line by itself; whoever entered the line isn't troubled by its failing."""
        try:
            await self._expire_resigned(table)
        except LogFailed:
            self._recover(table)
        except IllegalAction as refused:
            log.error("a seat that resigned isn't expired", match=table.row.id, problem=refused.code)

    async def _behind(self, table: Table) -> bool:
        """Whether other processes have appended what the table didn't know until now."""
        return self.log.shared and await self._catch_up(table) > 0

    async def _catch_up(self, table: Table) -> int:
        """How many lines were new."""
        lines = await self.log.read(table.row.id, table.number)
        if lines and not table.begun and any(isinstance(line.body, Start) for line in lines):
            self._spoil(table)  # what was agreed may have changed before the start
            raise LogFailed("the match has begun meanwhile; try again")
        await self._replay(table, lines, told=True)
        table.doubtful = False
        return len(lines)

    async def _replay(self, table: Table, lines: list[Line], *, told: bool = False) -> None:
        """Enter lines that are stored. Raises `Unplayable`."""
        for count, line in enumerate(lines, 1):
            try:
                table.enter(line)
            except Exception as error:  # whatever the game makes of it, the others go on
                self._spoil(table)
                log.error(
                    "match can't be played",
                    match=line.match,
                    line=line.number,
                    problem=error.code if isinstance(error, IllegalAction) else type(error).__name__,
                )
                raise Unplayable(
                    f"match {line.match}: line {line.number} isn't played by this version of its game"
                ) from error
            if told:
                self._tell(table, line)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _hear(self, table: Table) -> None:
        async with table.lock:
            self._hearing.discard(table.row.id)
            try:
                await self._catch_up(table)
            except Unplayable:
                return
            except LogFailed:
                self._recover(table)

    def _recover(self, table: Table) -> None:
        """Read the lines as soon as that is possible."""
        table.doubtful = True
        match = table.row.id
        if match not in self._recovering and not table.spoilt:
            task = asyncio.get_running_loop().create_task(self._recovered(table))
            self._recovering[match] = task
            task.add_done_callback(lambda _: self._recovering.pop(match, None))

    async def _recovered(self, table: Table) -> None:
        wait, longest = PATIENCE
        while not table.spoilt:
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)
            try:
                async with table.lock:
                    await self._catch_up(table)
                    await self._expire_resigned(table)
                return
            except Unplayable:
                return
            except (LogFailed, IllegalAction):
                continue

    def _spoil(self, table: Table) -> None:
        table.spoilt = True
        self._drop(table)

    def _drop(self, table: Table) -> None:
        if self._tables.get(table.row.id) is table:
            del self._tables[table.row.id]

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

    def _tell(self, table: Table, line: Line) -> None:
        for watcher in self.watchers:
            try:
                watcher(table, line)
            except Exception as error:  # a fault of one; the others are told
                log.error("watcher failed", match=line.match, problem=type(error).__name__)

    def _forget_idle(self) -> None:
        while len(self._tables) > MOST_IDLE:
            for match, table in self._tables.items():
                if not table.busy and not table.lock.locked():
                    del self._tables[match]
                    break
            else:
                return


def _late(due: float) -> IllegalAction:
    return IllegalAction("late", "too late: the time for this ran out before it arrived", {"due": due})


def _reused(key: str) -> IllegalAction:
    return IllegalAction(
        "key-reused",
        "a request with this key did something else; a key of its own is wanted for each action",
        {"key": key},
    )
