"""Messages that one process stores are sent to the connections of the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from websockets.sync.client import ClientConnection

from numberhouse.server.base.settings import Settings
from tests.server.chat.test_rooms import rooms, say
from tests.server.conftest import Guest, House, MockClock

CUT_OFF = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN numberhouse_chat'
"""


def open_room(guest: Guest, match: str) -> str:
    (room,) = [room_id for room_id, room in rooms(guest, match).items() if room["open"]]
    return room


def texts_of(socket: ClientConnection) -> list[str]:
    """The texts of the next frame with messages; other frames show presence."""
    while True:
        info: dict[str, Any] = json.loads(socket.recv(10))
        if info["type"] == "messages":
            return [message["text"] for message in info["messages"]]


@contextmanager
def reader_elsewhere(database: str) -> Iterator[tuple[House, str, Guest, ClientConnection]]:
    """A match, a player at one process, and the connection of the other player to another process."""
    settings, clock = Settings(database=database, bots=0), MockClock()
    with House(settings, clock) as house, House(settings, clock) as elsewhere:
        match, (ann, bob) = house.begun("mixmath")
        reader = elsewhere.guest("")
        reader.cookies = bob.cookies
        with reader.live(match) as live:
            live.send('{"type": "subscribe"}')
            assert texts_of(live) == []
            yield house, match, ann, live


def test_a_message_reaches_the_readers_at_other_processes(postgres: str) -> None:
    with reader_elsewhere(postgres) as (_, match, ann, live):
        say(ann, match, open_room(ann, match), "hello").raise_for_status()
        assert texts_of(live) == ["hello"]


def test_a_process_that_was_cut_off_looks_at_all_messages_again(postgres: str) -> None:
    with reader_elsewhere(postgres) as (house, match, ann, live):
        house.service.chat.updates.tell = lambda match, renamed: None  # noqa: ARG005 - the note is lost
        say(ann, match, open_room(ann, match), "hello").raise_for_status()
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(CUT_OFF)
        assert texts_of(live) == ["hello"]


def test_an_author_with_a_new_name_is_shown_at_other_processes(postgres: str) -> None:
    with reader_elsewhere(postgres) as (house, match, ann, live):
        say(ann, match, open_room(ann, match), "hello").raise_for_status()
        assert texts_of(live) == ["hello"]
        house.service.chat.updates.tell(match, True)
        assert texts_of(live) == ["hello"]
