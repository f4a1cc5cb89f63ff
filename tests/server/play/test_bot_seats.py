"""Bots on seats: they play, and their failures harm nobody else."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Chance
from numberhouse.match import Match
from numberhouse.registry import find, games
from numberhouse.server.base.settings import Settings
from numberhouse.server.ops.worker import perform
from numberhouse.server.play.bot_seats import BotSeats
from numberhouse.server.storage.journal_entry import Act, JournalEntry, Seated
from numberhouse.server.workers.pool import LENGTH
from numberhouse.server.workers.tasks import Think
from tests.server.conftest import Guest, House
from tests.server.support.listening import exchange
from tests.server.support.waiting import eventually

TROUBLED = """
import os, time
from numberhouse.contract.bot import Thought

class Troubled:
    name = "troubled"

class Crashing(Troubled):
    def choose(self, view, seat, legal, budget, chance):
        raise RuntimeError(f"what I know: {view}")

class Dying(Troubled):
    def choose(self, view, seat, legal, budget, chance):
        os._exit(3)

class Stalling(Troubled):
    def choose(self, view, seat, legal, budget, chance):
        while True:
            time.sleep(1)

class Cheating(Troubled):
    def choose(self, view, seat, legal, budget, chance):
        from numberhouse.games.mixmath.rules.model import Exchange
        return Thought(Exchange((999,)))

class Printing(Troubled):
    def choose(self, view, seat, legal, budget, chance):
        print("noise " * 100_000, flush=True)
        os.write(1, b"noise")
        return Thought(legal.sample(chance))
"""
NAMES = ("crashing", "dying", "stalling", "cheating", "printing")


@pytest.fixture
def failing_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Failing bots of Mixmath, announced by entry points."""
    (tmp_path / "troubled.py").write_text(TROUBLED)
    info = tmp_path / "troubled-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: troubled\nVersion: 1.0\n")
    announced = "".join(f"mixmath.{name} = troubled:{name.capitalize()}\n" for name in NAMES)
    (info / "entry_points.txt").write_text(f"[numberhouse.bots]\n{announced}")
    monkeypatch.syspath_prepend(tmp_path)
    games.cache_clear()
    yield
    games.cache_clear()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "house.sqlite"), bots=2, bot_seconds=0.2)


def against(house: House, game: str, *bots: str, **more: Any) -> tuple[str, Guest]:
    """A running match of one person on seat 0 and those bots."""
    ann = house.guest("Ann")
    match = house.drafted(ann, game, seats=1 + len(bots), bots=[None, *bots], **more)
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    return match, ann


def turn_of(ann: Guest, match: str) -> int:
    return int(ann.view(match)["view"]["turn"]["seat"])


def call(house: House, doing: Coroutine[Any, Any, None]) -> None:
    """Run it in the service's own loop."""
    around = house.service.bots._sweep_task
    assert around is not None
    asyncio.run_coroutine_threadsafe(doing, around.get_loop()).result(20)


def pass_turn(ann: Guest, match: str) -> None:
    """A turn that lays nothing. A pass would end the match together with the bot's expired time."""
    eventually(lambda: turn_of(ann, match) == 0)
    ann.act(match, exchange(match, ann)).raise_for_status()


def test_a_bot_answers_whenever_the_match_waits_for_it(house: House) -> None:
    match, ann = against(house, "mixmath", "one-tile")
    for _ in range(3):
        pass_turn(ann, match)
    eventually(lambda: turn_of(ann, match) == 0)
    assert house.service.bots.acted >= 3
    assert not house.service.bots.failed
    assert ann.view(match)["view"]["scores"] != [0, 0]


def test_bots_alone_play_to_the_end(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "turing-machine", seats=2, bots=["careful", "random"])
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    eventually(lambda: ann.get(f"/api/matches/{match}").json()["status"] == "finished")
    assert not house.service.bots.failed
    eventually(lambda: len(house.service.bots) == 0)


@pytest.mark.usefixtures("failing_bots")
@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("crashing", "RuntimeError in troubled.py, line 10"),
        ("dying", "crashed"),
        ("cheating", "refused: "),
        ("stalling", "stalled"),
    ],
)
def test_a_failing_bot_is_replaced_by_the_default_and_reported(
    bot: str, fault: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberhouse.server.play.bot_seats.FIRST_EXTRA", 3.0)
    match, ann = against(house, "mixmath", bot)
    pass_turn(ann, match)
    eventually(lambda: turn_of(ann, match) == 0)
    log = house.service.sessions.in_memory()[match].match.log
    failed = house.service.bots.failed
    # A failure is counted a moment after its entry can be seen.
    eventually(lambda: sum(failed.values()) == sum(entry.seat == 1 for entry in log))
    [((game, name, reported_fault), times)] = failed.items()
    assert (game, name) == ("mixmath", bot)
    assert reported_fault.startswith(fault)
    assert [entry.action for entry in log if entry.seat == 1] == [None] * times
    assert times


@pytest.mark.usefixtures("failing_bots")
def test_output_of_a_bot_does_no_harm(house: House) -> None:
    match, ann = against(house, "mixmath", "printing")
    pass_turn(ann, match)
    eventually(lambda: turn_of(ann, match) == 0)
    assert not house.service.bots.failed


@pytest.mark.usefixtures("failing_bots")
def test_while_a_bot_stalls_others_play_on(house: House) -> None:
    stalled, ann = against(house, "mixmath", "stalling")
    if turn_of(ann, stalled) == 0:
        pass_turn(ann, stalled)
    eventually(lambda: house.service.bots.pool.busy == 1)
    match, bob = against(house, "mixmath", "one-tile")
    began = time.monotonic()
    pass_turn(bob, match)
    eventually(lambda: turn_of(bob, match) == 0, 20)
    assert turn_of(ann, stalled) == 1, "the other bot was given up too early for this test to tell anything"
    assert time.monotonic() - began < 20


def test_a_bot_continues_after_a_restart(settings: Settings) -> None:
    without = msgspec.structs.replace(settings, bots=0)
    with House(without) as house:
        match, ann = against(house, "mixmath", "one-tile")
        cookies = dict(ann.cookies)
        if turn_of(ann, match) == 0:
            pass_turn(ann, match)
        assert turn_of(ann, match) == 1
    with House(settings) as house:
        again = house.guest("")
        again.cookies.update(cookies)
        eventually(lambda: turn_of(again, match) == 0)


def test_a_bot_replaces_a_player_during_the_match(house: House) -> None:
    match, players = house.begun("mixmath")
    if turn_of(players[0], match) == 0:
        pass_turn(players[0], match)
    call(house, seat_a_bot(house, match))
    eventually(lambda: turn_of(players[0], match) == 0)


def test_two_concurrent_questions_to_a_bot_enter_one_answer(house: House) -> None:
    match, ann = against(house, "mixmath", "one-tile")
    service = house.service
    other = BotSeats(service.settings, service.database, service.sessions)
    service.sessions.watchers.append(other.watch)
    try:
        for _ in range(3):
            pass_turn(ann, match)
        eventually(lambda: turn_of(ann, match) == 0)
    finally:
        service.sessions.watchers.remove(other.watch)
        call(house, other.close())
    session = service.sessions.in_memory()[match]
    keys = sorted(key for seat, key in session.keys if seat == 1)
    assert keys == sorted(f"bot-0-{number}" for number in _entries_of_bot(session.match.log))
    assert not service.bots.failed
    assert not other.failed


def test_two_processes_on_one_database_never_act_twice(postgres: str) -> None:
    settings = Settings(database=postgres, bots=1, bot_seconds=0.2)
    with House(settings) as first, House(settings) as second:
        services = (first.service, second.service)
        for _ in range(8):  # which of them is quicker is chance
            check_one_answer_a_question(first, second)
            if all(service.bots.acted for service in services):
                break
        assert not any(service.bots.failed for service in services)


def check_one_answer_a_question(one: House, other: House) -> None:
    """Both processes hold the match in memory, for 30 entries: every question has one answer."""
    ann = one.guest("Ann")
    match = one.drafted(ann, "mixmath", seats=3, bots=["one-tile"] * 3)
    subscription = other.guest("")
    services = (one.service, other.service)
    before = sum(service.bots.acted for service in services)
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    with subscription.live(match) as socket:
        # Now the other process has the match in memory too, and asks its bots.
        while not other.service.sessions.in_memory().get(match):
            socket.recv(timeout=10)
        eventually(lambda: number_of(one, match) >= 30)
        ann.post(f"/api/matches/{match}/desk/pause", json={}).raise_for_status()
    eventually(lambda: not any(len(service.bots) for service in services))
    stored = lines_of(one, match)
    acts = [line for line in stored if isinstance(line.body, Act)]
    assert [line.number for line in stored] == list(range(1, len(stored) + 1))
    assert len(acts) == sum(service.bots.acted for service in services) - before
    answered = [(line.seat, line.key) for line in acts]
    assert len(set(answered)) == len(answered)


def number_of(house: House, match: str) -> int:
    session = house.service.sessions.in_memory().get(match)
    return 0 if session is None else session.number


def lines_of(house: House, match: str) -> list[JournalEntry]:
    entries: list[JournalEntry] = []

    async def read() -> None:
        entries.extend(await house.service.journal.read(match))

    call(house, read())
    return entries


def test_an_impossible_quick_match_is_refused(house: House) -> None:
    ann = house.guest("Ann")
    nobody = house.guest("")
    assert nobody.post("/api/play", json={"game": "mixmath"}).status_code == 401
    no_seat = ann.post("/api/play", json={"game": "mixmath", "seat": 2})
    assert (no_seat.status_code, no_seat.json()["code"]) == (400, "no-seat")
    unknown = ann.post("/api/play", json={"game": "mixmath", "bot": "deep"})
    assert (unknown.status_code, unknown.json()["code"]) == (400, "unknown-bot")
    many = ann.post("/api/play", json={"game": "mixmath", "seats": 10**9})
    assert (many.status_code, many.json()["code"]) == (400, "seats")
    assert ann.get("/api/matches?which=mine").json() == []


def test_play_now_is_refused_in_a_house_without_bots(settings: Settings) -> None:
    with House(msgspec.structs.replace(settings, bots=0)) as house:
        ann = house.guest("Ann")
        refused = ann.post("/api/play", json={"game": "mixmath"})
        assert (refused.status_code, refused.json()["code"]) == (409, "no-bots")
        alone = ann.post("/api/play", json={"game": "turing-machine", "seats": 1})
        assert alone.json()["status"] == "running"


def test_a_house_without_bots_refuses_bots_on_seats(settings: Settings) -> None:
    """The match would wait for it for ever."""
    with House(msgspec.structs.replace(settings, bots=0), dozing=False) as house:
        ann = house.guest("Ann")
        assert [card["bots"] for card in ann.get("/api/games").json()] == [[]] * 5
        assert ann.get("/api/games/mixmath").json()["bots"] == []
        refused = [ann.post("/api/matches", json={"game": "mixmath", "bots": [None, "random"]})]
        row = {"game": "mixmath", "bots": [None, "random"]}
        scheduled = ann.post("/api/schedule", json={"rows": [row]}).json()
        assert "no bots play in this house" in str(scheduled)
        assert ann.get("/api/matches?which=mine").json() == []
        match = house.drafted(ann, "mixmath", seats=2)
        refused.append(ann.put(f"/api/matches/{match}/seats/1", json={"bot": "random"}))
        refused.append(ann.post(f"/api/matches/{match}/desk/seats/1/replace", json={"bot": "random"}))
        assert [(response.status_code, response.json()["code"]) for response in refused] == [
            (409, "no-bots")
        ] * 3
        assert refused[0].json()["message"] == "no bots play in this house; leave the seats to people"


def _entries_of_bot(log: list[Any]) -> list[int]:
    """The numbers of the entries of seat 1: each answers the question of the entry before it."""
    return [entry.number for entry in log if entry.seat == 1]


def test_a_client_cant_use_the_key_of_a_bots_answer(house: House) -> None:
    match, players = house.begun("mixmath")
    refused = players[turn_of(players[0], match)].act(match, {"type": "pass"}, key="bot-0-1")
    assert refused.status_code == 400
    assert "bot-" in refused.json()["message"]


def test_an_action_that_advances_nothing_counts_as_a_failure_of_the_bot() -> None:
    installed = find("turing-machine")
    match = Match(installed.game, "s", seats=1)
    legal = match.legal(0)
    note = next(part for part in legal.parts if part.free)
    assert not legal.moves_on(note.sample(Chance("x")))
    assert legal.moves_on(legal.sample(Chance("x")))


def test_a_worker_answers_from_a_view_alone_and_the_same_chance_gives_the_same_answer() -> None:
    match = Match(find("turing-machine").game, "s", seats=1)
    view = msgspec.json.encode(match.view(0))
    task = Think("turing-machine", 1, "random", 0, view, 1.0, "chance")
    first = perform(task)
    assert first.body
    assert not first.fault
    assert perform(task) == first
    assert perform(msgspec.structs.replace(task, bot="nobody")).fault.startswith("UnknownBot")


@pytest.mark.usefixtures("failing_bots")
def test_a_worker_ends_with_its_service_even_in_an_endless_bot() -> None:
    around = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "numberhouse.server.ops.worker", "5", "0"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=around)
    assert process.stdin is not None
    assert process.stdout is not None
    with process, process.stdin, process.stdout:
        (size,) = LENGTH.unpack(process.stdout.read(LENGTH.size))
        process.stdout.read(size)
        view = msgspec.json.encode(Match(find("mixmath").game, "s", seats=2).view(0))
        task = Think("mixmath", 1, "stalling", 0, view, 1.0, "chance")
        body = msgspec.msgpack.encode((1.0, task))
        process.stdin.write(LENGTH.pack(len(body)) + body)
        process.stdin.close()
        process.send_signal(signal.SIGTERM)  # as a service manager sends to the whole process group
        began = time.monotonic()
        assert process.wait(timeout=30) == 1
        assert time.monotonic() - began > 0.5, "the signal has broken off the thought"


async def seat_a_bot(house: House, match: str) -> None:
    async with house.service.sessions.at(match) as session:
        await house.service.sessions.enter(session, 1, Seated("one-tile", "one-tile"))
