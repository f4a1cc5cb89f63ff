"""The matches that one process has in memory: made of their rows and lines when they are asked for, brought
up to date when others have appended lines, forgotten when there are too many.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeAlias, TypeVar

import structlog

from numberhouse.contract.game import IllegalAction
from numberhouse.server.play.session import Table
from numberhouse.server.storage.journal import Log, LogFailed, Unplayable
from numberhouse.server.storage.journal_entry import Line, Start

__all__ = ["Loader", "Memory", "Using", "Watcher"]

MOST_IDLE: Final = 1000
"""Tables that nobody uses and that are kept in memory all the same."""

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


class Using:
    """A table that is used: a class, since a generator takes as long as many things that are done with it."""

    __slots__ = ("_match", "_memory", "_table")

    def __init__(self, memory: Memory, match: str) -> None:
        self._memory = memory
        self._match = match

    async def __aenter__(self) -> Table:
        """Take it."""
        self._table = await self._memory.take(self._match)
        return self._table

    async def __aexit__(self, *_: object) -> None:
        """Give it back."""
        self._memory.give_back(self._table)


class Memory:
    """Of one process."""

    def __init__(self, log: Log, load: Loader, settle: Callable[[Table], Awaitable[None]]) -> None:
        self.log = log
        self.tables: OrderedDict[str, Table] = OrderedDict()
        """By match, the one that was used last at the end."""
        self.watchers: list[Watcher] = []
        self._load = load
        self._settle = settle
        """Does, under a table's lock, what comes of its last line by itself."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._doing: set[asyncio.Task[Any]] = set()
        """What is ended even if nobody waits for it."""
        self._missed: set[str] = set()
        """Matches that were appended to by others while they were loaded."""
        self._hearing: set[str] = set()
        """Those that will be brought up to date in a moment."""
        self._recovering: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """End what has begun."""
        for task in self._recovering.values():
            task.cancel()
        await asyncio.gather(*self._doing, *self._recovering.values(), return_exceptions=True)

    def at(self, match: str) -> Using:
        """The table, which stays in memory meanwhile. Raises `LookupError` and `LogFailed`."""
        return Using(self, match)

    async def take(self, match: str) -> Table:
        """The table, for who gives it back."""
        table = self.tables.get(match) or await self._loaded(match)
        if self.tables.get(match) is table:
            self.tables.move_to_end(match)
        table.busy += 1
        return table

    def give_back(self, table: Table) -> None:
        """It is used no more."""
        table.busy -= 1
        if not (table.begun or table.busy or table.lock.locked()):
            self._drop(table)  # what is agreed may change, in another process too
        self._forget_idle()

    def heard(self, match: str | None) -> None:
        """Another process has appended lines to this match; None: perhaps to any."""
        if match is None:
            for each in (*self.tables, *self._loading):
                self.heard(each)
            return
        if match in self._loading:
            self._missed.add(match)
        table = self.tables.get(match)
        if table is not None and match not in self._hearing:
            self._hearing.add(match)
            self.begin(self._hear(table))

    def forget(self, match: str) -> None:
        """Make the table anew when it is needed next: something about its row has changed."""
        self._loading.pop(match, None)
        table = self.tables.pop(match, None)
        if table is not None:
            table.spoilt = True

    async def to_the_end(self, doing: Coroutine[Any, Any, Thing]) -> Thing:
        """What it gives. Whoever waits may be cancelled: it is ended all the same."""
        return await asyncio.shield(self.begin(doing))

    def begin(self, doing: Coroutine[Any, Any, Thing]) -> asyncio.Task[Thing]:
        """Do it, whether or not anybody waits for it."""
        task = asyncio.get_running_loop().create_task(doing)
        self.let_end(task)
        return task

    def let_end(self, task: asyncio.Task[Any]) -> None:
        """It is ended before we close, though nobody waits for it any more."""
        self._doing.add(task)
        task.add_done_callback(self._ended)

    async def check_usable(self, table: Table) -> None:
        """Under the table's lock, before anything is entered. Raises `LogFailed`."""
        if table.spoilt:
            raise LogFailed("the match was loaded anew meanwhile; try again")
        if table.doubtful:
            await self.catch_up(table)

    async def behind(self, table: Table) -> bool:
        """Whether other processes have appended what the table didn't know until now."""
        return self.log.shared and await self.catch_up(table) > 0

    async def catch_up(self, table: Table) -> int:
        """How many lines were new."""
        lines = await self.log.read(table.row.id, table.number)
        if lines and not table.begun and any(isinstance(line.body, Start) for line in lines):
            self.spoil(table)  # what was agreed may have changed before the start
            raise LogFailed("the match has begun meanwhile; try again")
        await self._replay(table, lines, told=True)
        table.doubtful = False
        return len(lines)

    def recover(self, table: Table) -> None:
        """Read the lines as soon as that is possible."""
        table.doubtful = True
        match = table.row.id
        if match not in self._recovering and not table.spoilt:
            task = asyncio.get_running_loop().create_task(self._recovered(table))
            self._recovering[match] = task
            task.add_done_callback(lambda _: self._recovering.pop(match, None))

    def spoil(self, table: Table) -> None:
        """The table isn\'t what the lines say."""
        table.spoilt = True
        self._drop(table)

    def tell(self, table: Table, line: Line) -> None:
        """A line was entered."""
        for watcher in self.watchers:
            try:
                watcher(table, line)
            except Exception as error:  # a fault of one; the others are told
                log.error("watcher failed", match=line.match, problem=type(error).__name__)

    # Below

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._doing.discard(task)
        if not task.cancelled():
            task.exception()  # it was told to whoever waited

    async def _loaded(self, match: str) -> Table:
        """Made of its row and lines, once for all who wait for it."""
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = self.begin(self._load_anew(match))
        return await asyncio.shield(task)

    async def _load_anew(self, match: str) -> Table:
        mine = asyncio.current_task()
        try:
            # The lines first: what was agreed changes until the first of them is there, and never again.
            lines = await self.log.read(match)
            table = await self._load(match)
            await self._replay(table, lines)
            if self._loading.get(match) is mine:
                self.tables[match] = table
            return table
        finally:
            if self._loading.get(match) is mine:
                del self._loading[match]
            if match in self._missed:
                self._missed.discard(match)
                self.heard(match)

    async def _replay(self, table: Table, lines: list[Line], *, told: bool = False) -> None:
        """Enter lines that are stored. Raises `Unplayable`."""
        for count, line in enumerate(lines, 1):
            try:
                table.enter(line)
            except Exception as error:  # whatever the game makes of it, the others go on
                self.spoil(table)
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
                self.tell(table, line)
            if count % AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _hear(self, table: Table) -> None:
        async with table.lock:
            self._hearing.discard(table.row.id)
            try:
                await self.catch_up(table)
            except Unplayable:
                return
            except LogFailed:
                self.recover(table)

    async def _recovered(self, table: Table) -> None:
        wait, longest = PATIENCE
        while not table.spoilt:
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)
            try:
                async with table.lock:
                    await self.catch_up(table)
                    await self._settle(table)
                return
            except Unplayable:
                return
            except (LogFailed, IllegalAction):
                continue

    def _drop(self, table: Table) -> None:
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]

    def _forget_idle(self) -> None:
        while len(self.tables) > MOST_IDLE:
            for match, table in self.tables.items():
                if not table.busy and not table.lock.locked():
                    del self.tables[match]
                    break
            else:
                return
