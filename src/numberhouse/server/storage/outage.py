"""Outages of the database as one process sees them: queries are refused at once, and each is logged once.

While PostgreSQL is unreachable every query would wait for its own time limit. Therefore one task looks at the
database every second. When its look fails, all queries under way are cut off and new ones are refused, until
a look succeeds. A failing query doesn't decide this, because it may fail for a reason of its own; it only
makes the task look at once.

Failures are counted by kind. The first of a kind is logged, and then the end of the outage with their number.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, Literal, TypeAlias

import structlog
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from numberhouse.server.base.logs import safe_message
from numberhouse.server.storage.journal import JournalFailed

__all__ = ["LONGEST_LOOK", "Kind", "Outage", "is_reported", "kind_of"]

Kind: TypeAlias = Literal["unreachable", "full", "busy"]
"""The kinds of outages: no connection; no room; a lock or a connection that others hold."""

INTERVAL: Final = 1.0
"""Seconds between two looks at a database that answers."""

INTERVAL_DOWN: Final = 0.2
"""Seconds between two looks at a database that doesn't answer."""

LONGEST_LOOK: Final = 2.0
"""Seconds that a look may take."""

CALM: Final = 3.0
"""Seconds without another failure after which success ends an outage. A full disk still has room for a small
write now and then."""

UNREACHABLE_STATES: Final = ("08", "57P")
"""The beginnings of PostgreSQL's codes for connections that are refused or ended."""

log = structlog.get_logger("numberhouse")


class Outage:
    """The state of one database, as this process sees it."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self.closed_off = False
        """Whether queries are refused, because the database is unreachable."""
        self._seconds = seconds
        self._began: dict[Kind, float] = {}
        self._last: dict[Kind, float] = {}
        self._failures: Counter[Kind] = Counter()
        self._scopes: set[asyncio.Timeout] = set()
        self._look_now = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        """Whether something found no room lately."""
        return "full" in self._began

    def start(self, look: Callable[[], Awaitable[object]]) -> None:
        """Begin to look at the database. `look` raises where there is no answer."""
        self._watching = asyncio.create_task(self._watch(look))

    async def close(self) -> None:
        """Stop looking."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None

    @contextlib.asynccontextmanager
    async def guarded(self) -> AsyncIterator[None]:
        """A query that is refused or cut off while the database is unreachable, by `JournalFailed`."""
        self.refuse_if_closed_off()
        try:
            async with asyncio.timeout(None) as scope:
                self._scopes.add(scope)
                try:
                    yield
                finally:
                    self._scopes.discard(scope)
        except TimeoutError as error:
            if scope.expired():
                raise self._refusal() from error
            raise

    def refuse_if_closed_off(self) -> None:
        """Raises `JournalFailed` while the database is unreachable."""
        if self.closed_off:
            raise self._refusal()

    def failed(self, error: BaseException, what: str) -> JournalFailed:
        """Count a failure, and return it as the error for the caller. Any thread may call this."""
        kind, problem = kind_of(error), f"{what}: {safe_message(error) or type(error).__name__}"
        return JournalFailed(problem) if kind is None else self._note(kind, problem)

    def succeeded(self) -> None:
        """End the outages after which something has been written again. Any thread may call this."""
        if self._began:
            for kind in list(self._began):
                decided_by_look = kind == "unreachable" and self._watching is not None
                if not decided_by_look and self._seconds() - self._last[kind] >= CALM:
                    self._end(kind)

    def _note(self, kind: Kind, problem: str) -> JournalFailed:
        if kind == "unreachable" and self._watching is None:
            return JournalFailed(problem)  # no service runs yet: the command reports the failure itself
        now = self._seconds()
        self._failures[kind] += 1
        self._last[kind] = now
        if kind not in self._began:
            self._began[kind] = now
            log.error("the database fails", kind=kind, problem=problem)
        failure = JournalFailed(problem)
        failure.reported = True
        if kind == "unreachable" and self._watching is not None and not self.closed_off:
            self._watching.get_loop().call_soon_threadsafe(self._look_now.set)
        return failure

    def _end(self, kind: Kind) -> None:
        began = self._began.pop(kind, None)
        if began is not None:
            seconds = round(self._seconds() - began, 1)
            log.warning("the database works again", kind=kind, seconds=seconds, failures=self._failures[kind])
            del self._failures[kind]

    def _refusal(self) -> JournalFailed:
        return self._note("unreachable", "the database is unreachable")

    async def _watch(self, look: Callable[[], Awaitable[object]]) -> None:
        while True:
            self._look_now.clear()
            try:
                async with asyncio.timeout(LONGEST_LOOK):
                    await look()
            except Exception as error:  # any error: the task must outlive every outage
                self._note("unreachable", safe_message(error) or type(error).__name__)
                self._close_off()
            else:
                self.closed_off = False
                self._end("unreachable")
            if self.closed_off:
                await asyncio.sleep(INTERVAL_DOWN)
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(INTERVAL):
                        await self._look_now.wait()

    def _close_off(self) -> None:
        self.closed_off = True
        now = asyncio.get_running_loop().time()
        for scope in self._scopes:
            if scope.when() is None:
                scope.reschedule(now)


def kind_of(error: BaseException) -> Kind | None:
    """The kind of outage that an error belongs to; None for a fault of one query."""
    if isinstance(error, PoolTimeout):
        return "unreachable"
    if isinstance(error, DBAPIError) and error.orig is not None:
        return kind_of(error.orig)
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            return "full"
        return "busy" if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else None
    state: str | None = getattr(error, "sqlstate", None)
    if state is not None:
        if state == "53100":
            return "full"
        if state.startswith(UNREACHABLE_STATES):
            return "unreachable"
        return "busy" if state.startswith("53") else None
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "full"
    return "unreachable"


def is_reported(error: BaseException) -> bool:
    """Whether an error belongs to an outage that is logged once: another line for each caller would bury the
    log."""
    return isinstance(error, JournalFailed) and error.reported
