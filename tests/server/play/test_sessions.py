"""Sessions: an entry that was stored is applied, even when its sender is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, get_args

import msgspec
import pytest

from numberhouse.contract.clock import Clock, NoClock, TurnClock
from numberhouse.contract.game import IllegalAction
from numberhouse.protocol.terms import Terms
from numberhouse.registry import find
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.preparation import POSSIBLE
from numberhouse.server.play.sessions.session import Occupant, Row, Session
from numberhouse.server.storage.journal import EntryExists, JournalFailed, RowChange, Unplayable
from numberhouse.server.storage.journal_entry import Act, Announce, Body, JournalEntry, Start, body_digest

NOW = 1_800_000_000.0
PASS = msgspec.Raw(b'{"type":"pass"}')


def append(database: str, match: str, number: int, seat: int, kind: str, body: str, at: float) -> None:
    """An entry that hasn't been read yet."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO journal_entries (match, number, kind, seat, body, at) VALUES (?, ?, ?, ?, ?, ?)",
            (match, number, kind, seat, body, at),
        )


def test_every_kind_of_entry_says_in_which_statuses_it_is_possible() -> None:
    assert set(POSSIBLE) == set(get_args(Body))
    assert all(POSSIBLE.values())


class MemoryJournal:
    """A journal in memory, which several `Sessions` may share, and which fails where a test says so."""

    shared = True
    on_commit: Callable[[int, float], None] | None = None

    def __init__(self) -> None:
        self.entries: list[JournalEntry] = []
        self.failures: list[str] = []
        """Failures of the next appends: `before` the entry is stored, or `after`."""
        self.gate = asyncio.Event()
        self.gate.set()
        self.down = False

    def at_work(self) -> bool:
        return True

    async def start(self, on_append: Callable[[str | None], None]) -> None:
        pass

    async def close(self) -> None:
        pass

    async def append(self, entry: JournalEntry, change: RowChange) -> None:  # noqa: ARG002
        await asyncio.sleep(0)
        failure = self.failures.pop(0) if self.failures else ""
        if failure == "before":
            raise JournalFailed("no room")
        if any(other.number == entry.number for other in self.entries):
            raise EntryExists
        self.entries.append(entry)
        await self.gate.wait()
        if failure == "after":
            raise JournalFailed("no answer")

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:  # noqa: ARG002
        await asyncio.sleep(0)
        if self.down:
            raise JournalFailed("gone")
        return [entry for entry in self.entries if entry.number > after]


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


def fresh(game: str = "mixmath", clock: Clock | None = None) -> Session:
    installed = find(game)
    row = Row("m", installed.game.options_type(), 2, "seed", clock or NoClock(), Terms(), NOW)
    return Session(installed, row, [Occupant("Ann"), Occupant("Bob")])


@contextlib.asynccontextmanager
async def open_session(
    journal: MemoryJournal, clock: Clock | None = None, now: float = NOW
) -> AsyncIterator[Sessions]:
    async def load(match: str) -> Session:
        if match != "m":
            raise LookupError(match)
        await asyncio.sleep(0)
        return fresh(clock=clock)

    sessions = Sessions(journal, load, lambda: now)
    try:
        yield sessions
    finally:
        await sessions.close()


async def begin(sessions: Sessions) -> int:
    """Start the match; returns the seat to move."""
    async with sessions.at("m") as session:
        await sessions.enter(session, None, Start(), key="start")
        return min(session.match.to_act)


async def act(sessions: Sessions, seat: int, key: str | None = None, **options: Any) -> Any:
    return await sessions.act("m", seat, PASS, last_item=None, key=key, at=options.pop("at", NOW), **options)


def test_a_cancelled_request_is_finished_and_shown() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions:
            turn = await begin(sessions)
            numbers: list[int] = []
            sessions.watchers.append(lambda _, entry: numbers.append(entry.number))
            journal.gate.clear()
            request = asyncio.create_task(act(sessions, turn, "1"))
            while len(journal.entries) < 2:
                await asyncio.sleep(0)
            request.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await request
            assert numbers == []
            journal.gate.set()
            async with sessions.at("m") as session, asyncio.timeout(5):
                while session.number < 2:
                    await asyncio.sleep(0)
            await asyncio.sleep(0)  # watchers see it right after the viewers
            assert numbers == [2]

    run(story())


def test_concurrent_requests_get_the_same_session() -> None:
    async def story() -> None:
        async with open_session(MemoryJournal()) as sessions:
            await begin(sessions)
            sessions.forget("m")

            async def session() -> Session:
                async with sessions.at("m") as sessions_in_memory:
                    await asyncio.sleep(0.01)
                    return sessions_in_memory

            sessions_in_memory = await asyncio.gather(*(session() for _ in range(5)))
            assert len({id(each) for each in sessions_in_memory}) == 1

    run(story())


def test_the_longest_idle_session_is_evicted_and_none_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("numberhouse.server.play.sessions.session_cache.MOST_IDLE", 3)

    async def story() -> None:
        journal = MemoryJournal()
        journal.entries.append(JournalEntry("m", 1, None, Start(), NOW))

        async def load(match: str) -> Session:
            session = fresh()
            session.row = msgspec.structs.replace(session.row, id=match)
            return session

        sessions = Sessions(journal, load, lambda: NOW)
        async with sessions.at("in use"):
            for match in ("one", "two", "one", "three"):
                async with sessions.at(match):
                    pass
            assert set(sessions.in_memory()) == {"in use", "one", "three"}
        await sessions.close()

    run(story())


def test_a_session_accepts_only_later_entries_and_misses_none() -> None:
    session = fresh()
    session.apply_stored(JournalEntry("m", 1, None, Start(), NOW))
    session.check_complete()
    with pytest.raises(ValueError, match="after 1 was expected"):
        session.apply_stored(JournalEntry("m", 1, None, Announce("too early"), NOW))
    session.apply_stored(JournalEntry("m", 3, None, Announce("too late"), NOW))
    with pytest.raises(ValueError, match="1 of the entries 1 to 3 are missing"):
        session.check_complete()


def test_a_match_begins_once() -> None:
    session = fresh()
    session.apply_stored(JournalEntry("m", 1, None, Start(), NOW))
    with pytest.raises(IllegalAction) as caught:
        session.prepare(JournalEntry("m", 2, None, Start(), NOW))
    assert caught.value.code == "wrong-status"


def test_requests_for_unknown_matches_leave_no_session() -> None:
    async def story() -> None:
        async with open_session(MemoryJournal()) as sessions:
            for number in range(10):
                with pytest.raises(LookupError):
                    async with sessions.at(f"guess {number}"):
                        pass
            await asyncio.sleep(0)
            assert (len(sessions), sessions._loading, sessions._appended_while_loading) == (
                0,
                {},
                set(),
            )

    run(story())


def test_a_session_uses_the_terms_as_stored_at_the_start() -> None:
    async def story() -> None:
        async with open_session(MemoryJournal()) as sessions:
            async with sessions.at("m") as session:
                await sessions.enter(session, None, Announce("soon"))
            assert len(sessions) == 0
            await begin(sessions)
            assert len(sessions) == 1

    run(story())


def test_a_session_from_before_the_start_is_not_reused() -> None:
    """Another process may have changed the options meanwhile and started the match."""

    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions, sessions.at("m") as session:
            journal.entries.append(JournalEntry("m", 1, None, Start(), NOW))
            with pytest.raises(JournalFailed):
                await sessions.enter(session, None, Announce("hello"))
            with pytest.raises(JournalFailed):
                await sessions.enter(session, None, Announce("hello"))
            async with sessions.at("m") as again:
                assert again is not session
                assert await sessions.enter(again, None, Announce("hello"))

    run(story())


@pytest.mark.parametrize("stored", ["before", "after"])
def test_after_an_unknown_commit_the_same_key_finds_the_entry(stored: str) -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions:
            turn = await begin(sessions)
            journal.failures = [stored]
            with pytest.raises(JournalFailed):
                await act(sessions, turn, "1")
            accepted = await act(sessions, turn, "1")
            assert accepted.repeated == (stored == "after")
            assert [entry.key for entry in journal.entries] == ["start", "1"]

    run(story())


def test_an_entry_of_an_unknown_commit_is_shown_without_a_request() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions:
            turn = await begin(sessions)
            shown = asyncio.Event()
            sessions.watchers.append(lambda _, entry: shown.set() if entry.number == 2 else None)
            journal.failures, journal.down = ["after"], True
            with pytest.raises(JournalFailed):
                await act(sessions, turn, "1")
            await asyncio.sleep(0.3)
            journal.down = False
            async with asyncio.timeout(5):
                await shown.wait()

    run(story())


def test_a_key_of_another_request_is_refused() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions:
            turn = await begin(sessions)
            await act(sessions, turn, "1")
            spaced = msgspec.Raw(b'{ "type" : "pass" }')
            assert (await sessions.act("m", turn, spaced, last_item=None, key="1", at=NOW)).repeated
            other = msgspec.Raw(b'{"type":"exchange","numbers":[1]}')
            with pytest.raises(IllegalAction) as refused:
                await sessions.act("m", turn, other, last_item=None, key="1", at=NOW)
            assert refused.value.code == "key-reused"

    run(story())


def test_an_action_with_its_fields_in_another_order_is_the_same_one() -> None:
    one = msgspec.Raw(b'{"type":"exchange","numbers":[1]}')
    other = msgspec.Raw(b'{"numbers":[1],"type":"exchange"}')
    assert body_digest(Act(one)) == body_digest(Act(other))
    assert body_digest(Act(one)) != body_digest(Act(msgspec.Raw(b'{"type":"exchange","numbers":[2]}')))


def test_a_process_that_is_behind_catches_up_before_it_refuses() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as one, open_session(journal) as other:
            turn = await begin(one)
            async with other.at("m"):
                pass
            await act(one, turn, "1")
            assert not (await act(other, 1 - turn, "2")).repeated
            assert (await act(one, 1 - turn, "2")).repeated
            assert [entry.key for entry in journal.entries] == ["start", "1", "2"]

    run(story())


def test_two_processes_expire_a_seat_once() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        clock = TurnClock(10)
        async with open_session(journal, clock) as one, open_session(journal, clock, NOW + 10.1) as other:
            await begin(one)
            third = Sessions(journal, one._load, lambda: NOW + 10.1)
            async with other.at("m") as mine, third.at("m") as theirs:
                await asyncio.gather(other.expire_due(mine), third.expire_due(theirs))
            assert [entry.kind for entry in journal.entries] == ["start", "expire"]
            await third.close()

    run(story())


def test_a_process_that_is_behind_refuses_no_action_as_late() -> None:
    """A player acts in time through one process, and repeats the request at another after the deadline."""

    async def story() -> None:
        journal = MemoryJournal()
        clock = TurnClock(10)
        async with open_session(journal, clock) as one, open_session(journal, clock) as other:
            turn = await begin(one)
            async with other.at("m"):
                pass
            await act(one, turn, "1", at=NOW + 9)
            assert (await act(other, turn, "1", at=NOW + 11)).repeated
            assert [entry.kind for entry in journal.entries] == ["start", "act"]

    run(story())


def test_an_action_processed_after_the_expiry_counts_for_no_later_turn() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal, TurnClock(10), NOW + 10.1) as sessions, sessions.at("m") as session:
            await sessions.enter(session, None, Start(), at=NOW)
            turn = min(session.match.to_act)
            assert await sessions.expire_due(session)
            # Not a pass: after the expired turn it would end the match.
            tile = session.match.state.hands[1 - turn].rack[0]
            exchange = msgspec.Raw(msgspec.json.encode({"type": "exchange", "tiles": [tile]}))
            await sessions.act("m", 1 - turn, exchange, last_item=None, key=None, at=NOW + 10.1)
            with pytest.raises(IllegalAction) as refused:
                await act(sessions, turn, "1", at=NOW + 9.999)
            assert refused.value.code == "late"
            await act(sessions, turn, "2", at=NOW + 10.1)

    run(story())


def test_an_entry_that_the_game_refuses_makes_its_match_unplayable() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions:
            turn = await begin(sessions)
            journal.entries.append(JournalEntry("m", 2, 1 - turn, Act(PASS), NOW))
            with pytest.raises(Unplayable, match="entry 2"):
                await act(sessions, turn, "1")
            with pytest.raises(Unplayable, match="entry 2"):
                async with sessions.at("m"):
                    pass
            assert len(journal.entries) == 2

    run(story())


def test_an_error_after_storing_reloads_the_match_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal) as sessions:
            turn = await begin(sessions)
            commit = Session.commit
            faults = iter([True])

            def fail(session: Session, prepared: Any) -> Any:
                if next(faults, False):
                    session.number += 1  # half of it
                    raise RuntimeError("a fault")
                return commit(session, prepared)

            async with sessions.at("m") as session:
                monkeypatch.setattr(Session, "commit", fail)
                with pytest.raises(JournalFailed):
                    await act(sessions, turn, "1")
                with pytest.raises(JournalFailed):
                    await sessions.enter(session, 1 - turn, Act(PASS))
            assert (await act(sessions, turn, "1")).repeated
            assert not (await act(sessions, 1 - turn, "2")).repeated
            assert [entry.number for entry in journal.entries] == [1, 2, 3]

    run(story())


def test_a_failing_watcher_doesnt_stop_the_others() -> None:
    async def story() -> None:
        async with open_session(MemoryJournal()) as sessions:
            numbers: list[int] = []

            def failing(*_: object) -> None:
                raise RuntimeError("a fault")

            sessions.watchers += [failing, lambda _, entry: numbers.append(entry.number)]
            turn = await begin(sessions)
            await act(sessions, turn)
            assert numbers == [1, 2]

    run(story())


def test_entries_announced_while_a_match_loads_are_not_missed() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        may_load = asyncio.Event()

        async def load(match: str) -> Session:  # noqa: ARG001
            await may_load.wait()
            return fresh()

        async with open_session(journal) as one:
            turn = await begin(one)
            other = Sessions(journal, load, lambda: NOW)
            loading = asyncio.create_task(other._load_once("m"))
            for _ in range(5):  # it has read the entries, and waits for the row
                await asyncio.sleep(0)
            await act(one, turn, "1")
            other.on_append("m")
            may_load.set()
            session = await loading
            async with asyncio.timeout(5):
                while session.number < 2:
                    await asyncio.sleep(0)
            await other.close()

    run(story())


def test_times_that_go_backwards_do_no_harm() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        async with open_session(journal, TurnClock(10, 2, 5)) as sessions:
            turn = await begin(sessions)
            await act(sessions, turn, at=NOW - 3600)
            await act(sessions, 1 - turn, at=NOW - 7200)
            async with sessions.at("m") as session:
                assert session.times is not None
                assert session.times.reserves == (2, 2)

    run(story())
