"""No leak: facts hidden from a seat change no byte of the service's responses to it.

Two ways, for every game. The very same match is given another state that looks the same to a viewer, drawn
by the game's `imagine`; and a match is played, where what is done in secret must leave everything that the
others are sent as it was: all that there is to get, refusals and headers included, and the frames of their
live connections, of which there must be none.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from numberhouse.contract.game import Chance, IllegalAction, Seat
from numberhouse.contract.timekeeping import Times
from numberhouse.protocol.play import Viewer
from numberhouse.registry import games
from numberhouse.server.base.settings import Settings
from numberhouse.server.play import presence as presence
from numberhouse.server.play.sessions.session import Session
from numberhouse.testing.play import Play, encoded, visible_events
from tests.server.conftest import Guest, House
from tests.server.support.listening import inside

SEATS = 3
MANY = 1_000_000

GAMES = [name for name, installed in games().items() if installed.game.card.hidden]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    # Viewers count as present all the time: presence is no secret, and not the subject of these tests.
    monkeypatch.setattr(presence, "LINGERING", 3600.0)
    monkeypatch.setattr(presence, "COUNTING", 3600.0)
    settings = Settings(
        database=str(tmp_path / "house.sqlite"), bots=0, actions_per_minute=MANY, requests_per_minute=MANY
    )
    with House(settings) as made:
        yield made


class Occupant:
    """A match and all its viewers; seat 0 is a host who plays."""

    def __init__(self, house: House, game: str) -> None:
        self.house = house
        self.installed = games()[game]
        self.game = self.installed.game
        fewest, most = self.game.card.seats
        seats = min(max(fewest, SEATS), most)
        names = " ".join(f"Player{seat}" for seat in range(seats))
        self.match, self.players = house.begun(game, names)
        self.watcher = house.guest("")
        for player in self.players:
            player.get(f"/api/matches/{self.match}/updates")
        self.everybody: tuple[Viewer, ...] = (*range(seats), None)
        self.gets = [f"/api/matches/{self.match}{path}" for path in paths(house)]
        self.gets += [
            f"/api/matches/{self.match}/{path}"
            for path in (
                "updates?epoch=0&number=0",
                "desk?everything=true",
                *(f"view?as={seat}" for seat in range(seats)),
                *(f"transcript?{query}" for query in TRANSCRIPTS),
            )
        ]

    def guest(self, viewer: Viewer) -> Guest:
        return self.watcher if viewer is None else self.players[viewer]

    def session(self) -> Session:
        async def found() -> Session:
            async with self.house.service.sessions.at(self.match) as session:
                return session

        return inside(self.house, found())

    def install(self, state: Any) -> None:
        """Put the match into this state, as if it had begun so."""
        session = self.session()
        session.match.state = state
        session.states[:] = [state]
        session.streams.clear()
        session.times = Times.start(
            session.row.clock, session.row.seats, self.game.to_act(state), self.house.clock.time
        )

    def wait_for_nobody(self) -> None:
        """Wait until no connection is left."""
        while len(self.house.service.presence):
            time.sleep(0.02)

    def answers_to(self, viewer: Viewer, refused_actions: list[Any]) -> list[tuple[str, Any]]:
        """All answers of the service, by HTTP and by socket, and its answers to illegal actions."""
        self.wait_for_nobody()
        guest = self.guest(viewer)
        answers: list[tuple[str, Any]] = []
        for path in self.gets:
            answer = guest.get(path)
            answers.append((path, (answer.status_code, _headers(answer), answer.content)))
        url = f"/api/matches/{self.match}/act"
        for action in refused_actions:
            body = json.dumps({"action": action})
            answer = guest.post(url, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code != 200
            answers.append((f"act {body}", (answer.status_code, _headers(answer), answer.content)))
        with guest.live(self.match, words="true") as live:
            answers.append(("live", live.recv(timeout=5)))
            answers.append(("live in words", live.recv(timeout=5)))
            for action in refused_actions:
                live.send(json.dumps({"type": "act", "action": action}))
                answers.append((f"live act {action}", live.recv(timeout=5)))
        return answers

    def refused_actions(self, seat: Viewer, states: list[Any], number: int, actions: list[Any]) -> list[Any]:
        """The actions that the rules refuse the seat, and JSON that isn't an action."""
        found: list[Any] = [{"type": "nonsense"}, 7, None]
        if seat is None:
            return found
        session = self.session()
        for action in actions:
            try:
                for state in states:
                    self.game.apply(state, seat, action, Chance(session.row.seed, number))
            except IllegalAction:
                found.append(msgspec.to_builtins(action))
        return found


TRANSCRIPTS = [
    f"form={form}&perspective={perspective}"
    for form in ("text", "json")
    for perspective in ("own", "spectator", "0", "1")
]


def paths(house: House) -> list[str]:
    """All texts of a match that can be downloaded."""
    prefix = "/api/matches/{match}"
    answers = house.guest("").get("/api/schema/openapi.json").json()["paths"]
    found = [
        path.removeprefix(prefix)
        for path, does in answers.items()
        if path.startswith(prefix) and "get" in does
    ]
    plain = sorted(rest for rest in found if "{" not in rest)
    assert {"", "/view", "/updates", "/state", "/legal", "/record", "/transcript", "/desk"} <= set(plain)
    return plain


def differences(one: list[tuple[str, Any]], other: list[tuple[str, Any]]) -> list[Any]:
    return [(name, here, there) for (name, here), (_, there) in zip(one, other, strict=True) if here != there]


@pytest.mark.parametrize("name", GAMES)
def test_states_with_the_same_view_serve_the_same_bytes(
    house: House, name: str, samples: Callable[[int, int], int]
) -> None:
    sitting = Occupant(house, name)
    game, session = sitting.game, sitting.session()
    play = Play(sitting.installed, session.row.options, session.row.seats, "leaks", late=True)
    play.walk()
    actions = [entry.action for entry in play.log if entry.action is not None][-6:]
    moments = [moment for moment in play.some(samples(3, 4)) if moment.to_act]
    other_states = 0
    for moment in moments:
        for viewer in sitting.everybody:
            chance = play.chance(f"imagined {moment.number} {viewer}")
            imagined = game.imagine(game.view(moment.state, viewer), viewer, chance)
            other_states += encoded(imagined) != encoded(moment.state)
            states = [moment.state, imagined]
            refused_actions = sitting.refused_actions(viewer, states, 1, actions)
            answers = []
            for state in states:
                sitting.install(state)
                answers.append(sitting.answers_to(viewer, refused_actions))
            assert differences(*answers) == [], f"{play} before {moment.number}, viewer {viewer}"
    assert other_states > len(moments)


@pytest.mark.parametrize("name", GAMES)
def test_a_secret_action_changes_and_sends_nothing_for_others(
    house: House, name: str, samples: Callable[[int, int], int]
) -> None:
    dice = Chance("secret doings")
    matches, most = samples(1, 3), samples(3, 4)
    secrets = sum(secret_doings(Occupant(house, name), dice, most) for _ in range(matches))
    assert secrets >= (samples(2, 5) if games()[name].game.card.simultaneous else 0)


STEPS = 60


def secret_doings(sitting: Occupant, dice: Chance, most: int) -> int:
    """Play, and check the events that viewers do not see, at most `most`; returns their number."""
    game, session = sitting.game, sitting.session()
    secrets = 0
    for _ in range(STEPS):
        if not (awaited := session.match.to_act) or secrets == most:
            break
        seat, action = legal_action(session, sorted(awaited), dice)
        step = session.match.prepare(seat, action)
        unaware = [
            viewer
            for viewer in sitting.everybody
            if viewer != seat
            and encoded(game.view(step.state, viewer)) == encoded(session.match.view(viewer))
            and not visible_events(step.events, viewer)
        ]
        if unaware:
            secrets += 1
            check_unaware(sitting, seat, action, unaware)
        else:
            act_later(sitting, seat, action)
    return secrets


def legal_action(session: Session, awaited: list[Seat], dice: Chance) -> tuple[Seat, Any]:
    """A legal action of some seat, sometimes a free one."""
    seat = dice.choice(awaited)
    legal = session.match.legal(seat)
    free = [part for part in legal.parts if part.free]
    if free and not dice.below(3):
        return seat, dice.choice(free).sample(dice)
    return seat, legal.sample(dice)


def _headers(answer: httpx.Response) -> dict[str, str]:
    """All headers but the date, because the clock advances."""
    return {name: value for name, value in answer.headers.items() if name != "date"}


def act_later(sitting: Occupant, seat: Seat, action: Any) -> None:
    """Act through the service, a while after the last event."""
    sitting.house.clock.time += 7
    answer = sitting.players[seat].act(sitting.match, msgspec.to_builtins(action))
    assert answer.status_code == 200, answer.text


def check_unaware(sitting: Occupant, seat: Seat, action: Any, unaware: list[Viewer]) -> None:
    session = sitting.session()
    tried = [entry.action for entry in session.match.log if entry.action is not None][-3:]
    number = len(session.match.log) + 1
    refused_actions = {
        viewer: [
            *sitting.refused_actions(
                viewer, [session.match.state, session.match.prepare(seat, action).state], number, tried
            ),
        ][:4]
        for viewer in unaware
    }
    before = {viewer: sitting.answers_to(viewer, refused_actions[viewer]) for viewer in unaware}
    with contextlib.ExitStack() as opened:
        sockets = [sitting.guest(viewer).live(sitting.match, words="true") for viewer in unaware]
        lives = [opened.enter_context(live) for live in sockets]
        for live in lives:
            assert json.loads(live.recv(timeout=5))["type"] == "snapshot"
            assert json.loads(live.recv(timeout=5))["type"] == "description"
        act_later(sitting, seat, action)
        for live in lives:  # what the action has woken comes before the answer to this
            live.send("?")
            assert json.loads(live.recv(timeout=5))["code"] == "message"
    for viewer in unaware:
        after = sitting.answers_to(viewer, refused_actions[viewer])
        assert differences(before[viewer], after) == [], f"seat {seat} did {action}, viewer {viewer}"
