"""Free actions: the last one of its kind counts, and a match grows with its real actions alone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection

from numberhouse.contract.clock import NoClock
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.protocol.terms import Terms
from numberhouse.record import verify, write
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.session import Occupant, Row, Session
from numberhouse.server.storage.journal import EntryExists, RowChange
from numberhouse.server.storage.journal_entry import (
    Act,
    Amend,
    Announce,
    Expire,
    JournalEntry,
    Start,
    Stop,
    check_whole,
)
from numberhouse.server.storage.postgres.journal import PostgresJournal
from tests.server.conftest import Guest, House, MockClock
from tests.server.support.listening import received, until

NOW = 1_800_000_000.0


def note(text: str) -> dict[str, Any]:
    return {"type": "note", "sheet": {"text": text}}


class Journal:
    """The journal of one match in memory, which drops what is replaced. Several `Sessions` may share it."""

    shared = True
    on_commit: Callable[[int, float], None] | None = None

    def __init__(self) -> None:
        self.entries: list[JournalEntry] = []

    def at_work(self) -> bool:
        return True

    async def start(self, on_append: Any) -> None:
        pass

    async def close(self) -> None:
        pass

    async def append(self, entry: JournalEntry, change: RowChange) -> None:
        if self.entries and self.entries[-1].number >= entry.number:
            raise EntryExists
        self.entries = [one for one in self.entries if one.number != change.replaces] + [entry]

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:  # noqa: ARG002
        return [entry for entry in self.entries if entry.number > after]


def fresh(game: str = "turing-machine", seats: int = 2) -> Session:
    installed = find(game)
    row = Row("m", installed.game.options_type(), seats, "seed", NoClock(), Terms(), NOW)
    return Session(installed, row, [Occupant(f"P{seat}") for seat in range(seats)])


def sessions_of(journal: Journal, game: str = "turing-machine") -> Sessions:
    async def load(match: str) -> Session:  # noqa: ARG001
        return fresh(game)

    return Sessions(journal, load, lambda: NOW)


async def act(sessions: Sessions, seat: int, action: Any, key: str | None = None, at: float = NOW) -> Any:
    return await sessions.act(
        "m", seat, msgspec.Raw(json.dumps(action).encode()), last_item=None, key=key, at=at
    )


async def begun(sessions: Sessions) -> None:
    async with sessions.at("m") as session:
        await sessions.enter(session, None, Start())


def loaded(entries: Sequence[JournalEntry], game: str = "turing-machine") -> Session:
    check_whole(entries)
    session = fresh(game)
    for entry in entries:
        session.apply_stored(entry)
    session.check_complete()
    return session


def facts(session: Session) -> Any:
    """Everything that must be the same in every process: the match, and every viewer's stream."""
    streams = [session.stream(viewer) for viewer in (None, 0, 1)]
    return (
        session.number,
        session.match.log,
        session.states,
        session.match.events,
        session.moments,
        session.times,
        [(one.items, one.numbers, one.entries, one.floor, one.number, one.reached) for one in streams],
    )


def test_thousands_of_notes_are_as_large_as_one() -> None:
    async def written(notes: int) -> tuple[Journal, Session]:
        journal = Journal()
        sessions = sessions_of(journal)
        await begun(sessions)
        for count in range(notes):
            await act(sessions, count % 2, note(f"{notes - count:05}"), key=f"note {count}")
        async with sessions.at("m") as session:
            return journal, session

    async def story() -> None:
        (one, first), (many, second) = await written(2), await written(3_000)
        assert len(one.entries) == len(many.entries) == 3
        for session in (first, second):
            assert len(session.match.log) == len(session.states) - 1 == len(session.moments) == 2
            assert len(session.stream(0).items) == len(session.stream(1).items) == 1
            assert session.stream(None).items == []
            assert len(session.free_actions) == 2
        assert len(second.keys) <= 110
        assert second.number == 3_001
        assert second.match.state == first.match.state
        assert facts(loaded(many.entries)) == facts(second)
        assert verify(write(second.match, ["Ann", "Bob"], open=True)) == []

    asyncio.run(story())


def test_two_processes_and_a_restart_build_the_same_match() -> None:
    """Random notes, proposals and questions by two processes: neither is told what the other has appended."""

    async def story(seed: int) -> None:
        chance, journal = Chance(f"processes {seed}"), Journal()
        both = [sessions_of(journal), sessions_of(journal)]
        await begun(both[0])
        for count in range(120):
            sessions, seat = chance.choice(both), chance.below(2)
            async with sessions.at("m") as session:
                await sessions.catch_up(session)
                legal = session.match.legal(seat)
                action = (
                    msgspec.to_builtins(legal.sample(chance)) if legal.moves and not chance.below(4) else None
                )
            if action is None:
                parts = [part for part in legal.parts if part.free]
                if not parts:
                    continue
                action = msgspec.to_builtins(chance.choice(parts).sample(chance))
            await act(sessions, seat, action, at=NOW + count)
            if chance.below(3):
                async with both[0].at("m") as session:
                    session.stream(0)
        for sessions in both:
            async with sessions.at("m") as session:
                await sessions.catch_up(session)
                session.check_complete()
                assert facts(session) == facts(loaded(journal.entries))
        gaps.append(session.gaps)
        assert len(journal.entries) + session.gaps == session.number

    gaps: list[int] = []
    for seed in range(8):
        asyncio.run(story(seed))
    assert sum(gaps) > 50


def test_a_repeated_request_of_a_replaced_note_is_no_new_note() -> None:
    async def story() -> None:
        sessions = sessions_of(Journal())
        await begun(sessions)
        for text in ("first", "second"):
            await act(sessions, 0, note(text), key=text)
        assert (await act(sessions, 0, note("first"), key="first")).repeated
        async with sessions.at("m") as session:
            assert session.match.state.sheets[0].text == "second"

    asyncio.run(story())


def test_a_correction_keeps_the_notes_before_it() -> None:
    """The correction names an action by its number, which a later replacement would change."""

    async def story() -> None:
        journal = Journal()
        sessions = sessions_of(journal)
        await begun(sessions)
        await act(sessions, 0, note("before"))
        await act(sessions, 1, note("also before"))
        async with sessions.at("m") as session:
            await sessions.enter(session, None, Amend(number=2, action=msgspec.Raw(b'{"type":"note"}')))
        for text in ("after", "long after"):
            await act(sessions, 0, note(text))
        async with sessions.at("m") as session:
            assert [entry.seat for entry in session.match.log] == [0, 1, 0]
            assert facts(session) == facts(loaded(journal.entries))

    asyncio.run(story())


def test_entries_of_earlier_versions_are_replayed_as_they_were() -> None:
    entries = [JournalEntry("m", 1, None, Start(), NOW)]
    for number in range(2, 12):
        raw = msgspec.Raw(json.dumps(note(str(number))).encode())
        entries.append(JournalEntry("m", number, number % 2, Act(raw), NOW))
    session = loaded(entries)
    assert len(session.match.log) == 10
    assert session.stream(0).number == 5
    assert session.free_actions == []


def test_a_client_that_has_a_replaced_item_gets_the_whole_view(house: House) -> None:
    match, (ann, bob) = house.begun("turing-machine")
    with ann.live(match) as live, bob.live(match) as other:
        until(live, "snapshot")
        until(other, "snapshot")
        for text in ("one", "two", "one", ""):
            ann.act(match, note(text)).raise_for_status()
            message = with_view(live)
            sheet = message["view"]["sheet"] if "view" in message else message["items"][0]["set"]["sheet"]
            assert sheet["text"] == text
        shown = ann.view(match)
        assert shown["number"] == 4
        assert bob.view(match)["number"] == 0
        news = ann.get(f"/api/matches/{match}/updates", params={"epoch": 0, "number": 2}).json()
        assert news["type"] == "snapshot"
        ann.act(match, {"type": "propose", "code": "111"}, last_item=4).raise_for_status()
        assert [item["number"] for item in with_view(live)["items"]] == [5]
        assert [item["number"] for item in with_view(other)["items"]] == [1]


def with_view(live: ClientConnection) -> Any:
    """The next message that changes the view."""
    while True:
        message = received(live)
        if "view" in message or "items" in message:
            return message


def test_the_file_keeps_one_note_of_each_seat(settings: Settings) -> None:
    with House(settings, MockClock()) as house:
        match, (ann, bob) = house.begun("turing-machine")
        for count in range(20):
            ann.act(match, note(f"a{count}"), key=f"a{count}").raise_for_status()
            bob.act(match, note(f"b{count}"), key=f"b{count}").raise_for_status()
        seen = [player.view(match) for player in (ann, bob)]
        words = [player.get(f"/api/matches/{match}/text").json() for player in (ann, bob)]
        assert all(len(text["log"]) <= 1 for text in words)
        house.service.sessions.forget(match)
        assert [player.view(match) for player in (ann, bob)] == seen
    with closing(sqlite3.connect(settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM journal_entries").fetchone() == (3,)
    with House(settings, MockClock()) as house:
        for player, view in zip((ann, bob), seen, strict=True):
            with Guest(house.address) as guest:
                guest.cookies = player.cookies
                assert guest.view(match)["view"] == view["view"]


def test_a_process_that_is_behind_cannot_take_the_number_of_a_replaced_entry(postgres: str) -> None:
    with House(Settings(database=postgres, bots=0)) as house:
        match, (ann, bob) = house.begun("turing-machine")
        for text in "abc":
            ann.act(match, note(text)).raise_for_status()

        async def behind() -> None:
            journal = PostgresJournal(postgres)
            await journal.start(lambda _: None)
            try:
                entries = await journal.read(match)
                assert [entry.number for entry in entries] == [1, 4]
                late = JournalEntry(match, 2, 1, Act(msgspec.Raw(b'{"type":"note"}')), NOW)
                with pytest.raises(EntryExists):
                    await journal.append(late, RowChange("running", None, changed=False))
            finally:
                await journal.close()

        asyncio.run(behind())
        bob.act(match, note("d")).raise_for_status()


def test_a_full_match_takes_no_more_and_can_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Picks that may be replaced and aren't free, or a host's announcements, could go on for ever."""
    monkeypatch.setattr("numberhouse.server.play.sessions.session_state.MOST_ENTRIES", 10)
    monkeypatch.setattr("numberhouse.server.play.sessions.preparation.MOST_ENTRIES", 10)

    async def story() -> None:
        journal = Journal()
        sessions = sessions_of(journal, "mixmath")
        await begun(sessions)
        async with sessions.at("m") as session:
            monkeypatch.setattr(type(session), "most_entries", 10)
            for count in range(9):
                await sessions.enter(session, None, Announce(str(count)))
            with pytest.raises(IllegalAction, match="no match of this game may have more") as refused:
                await sessions.enter(session, None, Announce("one more"))
            assert refused.value.code == "match-full"
            turn = min(session.match.to_act)
            with pytest.raises(IllegalAction, match="the match has 10 entries"):
                await act(sessions, turn, {"type": "pass"})
            await sessions.enter(session, turn, Expire())
            assert session.status == "abandoned"
            assert journal.entries[-1].body == Stop(cause="length")
            loaded(journal.entries, "mixmath")

    asyncio.run(story())


def test_long_answers_come_in_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, players = house.begun("mixmath")
    for _ in range(6):
        turn = players[0].view(match)["view"]["turn"]["seat"]
        players[turn].act(match, {"type": "pass"})
    whole = players[0].get(f"/api/matches/{match}/text").json()
    updates = players[0].get(f"/api/matches/{match}/updates", params={"epoch": 0, "number": 0}).json()
    assert len(updates["items"]) == len(whole["log"]) == whole["number"] >= 2
    monkeypatch.setattr("numberhouse.server.play.text_view.MOST_ITEMS", 1)
    monkeypatch.setattr("numberhouse.server.play.sessions.updates.MOST_ITEMS", 1)
    log: list[Any] = []
    more = True
    while more:
        after = log[-1]["number"] if log else 0
        page = players[0].get(f"/api/matches/{match}/text", params={"after": after}).json()
        assert len(page["log"]) == 1
        log += page["log"]
        more = page["more"]
    assert log == whole["log"]
    far = players[0].get(f"/api/matches/{match}/updates", params={"epoch": 0, "number": 0}).json()
    assert (far["type"], far["number"]) == ("snapshot", whole["number"])
