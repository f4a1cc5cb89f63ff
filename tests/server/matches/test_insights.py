"""Who has seen stays outside: what a person sees of a match beyond the own seat is stored, and bars the
person from every road to a seat.

The first tests know no route by name: they take all routes from the application, and two states of a match
that look alike to a spectator. Whoever gets different bytes has seen a secret, and must be on record."""

from __future__ import annotations

import ast
import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import numberhouse.server
from numberhouse.contract.game import Chance
from numberhouse.contract.timekeeping import Times
from numberhouse.server.base.settings import Settings
from numberhouse.server.play.sessions.session import Session
from tests.server.conftest import Guest, House, make_administrator
from tests.server.support.hosting import FIRST, hosted_match, member, post_desk, refusal
from tests.server.support.listening import inside

MANY = 1_000_000
WORTHS = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]

ROOM: Final = "the room with a message"

ROLES: Final = ("host", "administrator", "playing host", "former playing host", "seat", "spectator")

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "everything": ("true",),
    "as": ("0", "1", "2"),
    "perspective": ("own", "spectator", "everything", "0", "1", "2"),
    "entry": ("0", "1"),
    "form": ("json",),
    "room": (ROOM,),
    "round": ("1",),
    "epoch": ("0",),
    "number": ("0",),
    "first": ("1",),
    "after": ("0",),
    "lang": (),
    "size": (),
    "wait": (),
}
"""By parameter of a query, the values to try. A parameter that isn't here fails the test."""

BODIES: Final[Mapping[str, Any]] = {
    "/desk/amendments/preview": {"number": 1},
    "/desk/announcements/pieces": {"text": "subscribe"},
    "/desk/rulings/preview": {"ruling": {}},
    "/advise": {"draft": FIRST},
    "/review/what-if": {"entry": 1, "action": {}},
    "/review/play-on": {"entry": 1, "seat": 0},
    "/act": {"action": {"type": "nonsense"}},
    "/copy": {},
    "/messages": {"room": "no such room", "text": "hello"},
    "/notes": {"seat": 99},
    "/promises": {"room": "no such room", "number": 1, "accepted": True},
    "/read-marks": {"room": "no such room", "number": 1},
    "/reactions": {"room": "no such room", "number": 1, "sign": "agree"},
}
"""By route that is sent a body, one that changes nothing of the match."""

CHANGES: Final = {
    "/open", "/start", "/join", "/leave", "/assistance", "/hosts", "/invitations", "/resign", "/rematch",
    "/claim", "/code", "/contribution",
    "/desk/extend", "/desk/pause", "/desk/resume", "/desk/stop", "/desk/release", "/desk/announcements",
    "/desk/amendments", "/desk/secrets", "/desk/schedule", "/desk/rulings", "/desk/seats/{seat}/expire",
    "/desk/seats/{seat}/resign", "/desk/seats/{seat}/replace", "/seats", "/seats/{seat}", "/proposals",
    "/proposals/{number}/consent", "",
}  # fmt: skip
"""Routes that change the match: a test of its own holds what they answer."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    settings = Settings(
        database=str(tmp_path / "house.sqlite"),
        bots=0,
        actions_per_minute=MANY,
        requests_per_minute=MANY,
    )
    with House(settings) as made:
        yield made


@contextlib.contextmanager
def rows(house: House) -> Iterator[sqlite3.Connection]:
    connecting = contextlib.closing(sqlite3.connect(house.settings.database, timeout=10))
    with connecting as connection, connection:
        yield connection


def id_of(guest: Guest) -> str:
    return str(guest.get("/api/me").json()["id"])


def seen_by(house: House, match: str, guest: Guest) -> set[tuple[str, str]]:
    """What the person has seen of the match, and of what."""
    with rows(house) as connection:
        query = "SELECT seen, subject FROM insights WHERE match = ? AND person = ?"
        return set(connection.execute(query, (match, id_of(guest))).fetchall())


class Table:
    """A running match with a person in each role, and two states of it that look alike to a spectator."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.match, host, players = hosted_match(house)
        root, former = member(house, "Root"), house.guest("Former")
        make_administrator(house, root, "a long password")
        self.people: dict[str, Guest] = {
            "host": host,
            "administrator": root,
            "playing host": players[0],
            "former playing host": former,
            "seat": players[1],
            "spectator": house.guest("Zoe"),
        }
        self.played = (self.match, id_of(former), "played", "2", "", "seated", 0.0)
        with rows(house) as connection:
            for guest in (players[0], former):
                connection.execute(
                    "INSERT INTO hosts (match, person) VALUES (?, ?)", (self.match, id_of(guest))
                )
        players[1].act(self.match, FIRST).raise_for_status()
        rooms = players[1].get(f"/api/matches/{self.match}/rooms").json()["rooms"]
        self.room = next(room["id"] for room in rooms if room["writable"])
        text = {"room": self.room, "text": "between us"}
        players[1].post(f"/api/matches/{self.match}/messages", json=text).raise_for_status()
        session = self.session()
        view = session.match.game.view
        spectators = view(session.match.state, None)
        imagined = session.match.game.imagine(spectators, None, Chance("other"))
        self.states = (session.match.state, imagined)
        assert view(imagined, None) == spectators
        self.forget()

    def session(self) -> Session:
        async def found() -> Session:
            async with self.house.service.sessions.at(self.match) as session:
                return session

        return inside(self.house, found())

    def forget(self) -> None:
        """Forget all insights but that the former playing host has played."""
        with rows(self.house) as connection:
            connection.execute("DELETE FROM insights")
            connection.execute("INSERT INTO insights VALUES (?, ?, ?, ?, ?, ?, ?)", self.played)
        self.house.service.insights._stored.clear()

    def install(self, number: int) -> None:
        """Put the match into the first or the second state, and its message into other words."""
        session, state = self.session(), self.states[number]
        session.match.state = state
        session.states[-1] = state
        session.streams.clear()
        session.texts.clear()
        session.times = Times.start(
            session.row.clock, session.row.seats, session.match.game.to_act(state), self.house.clock.time
        )
        with rows(self.house) as connection:
            connection.execute("UPDATE messages SET text = ?", (("between us", "entre nous")[number],))

    def answers(self, ask: Callable[[], Any]) -> list[Any]:
        result = []
        for number in (0, 1):
            self.install(number)
            result.append(ask())
        self.install(0)
        return result


def routes(house: House, method: str) -> dict[str, list[str]]:
    """All routes of a match, with the parameters of their queries."""
    prefix = "/api/matches/{match}"
    document = house.guest("").get("/api/schema/openapi.json").json()["paths"]
    return {
        path.removeprefix(prefix): [
            one["name"] for one in does[method].get("parameters", ()) if one["in"] == "query"
        ]
        for path, does in document.items()
        if path.startswith(prefix) and method in does
    }


def queries(names: list[str]) -> list[str]:
    """No query, and one for each value of each parameter."""
    return ["", *(f"{name}={value}" for name in names for value in VALUES[name])]


@pytest.mark.parametrize("role", ROLES)
def test_whoever_is_sent_a_secret_is_on_record(house: House, role: str) -> None:
    table = Table(house)
    guest, url = table.people[role], f"/api/matches/{table.match}"
    barred = 0
    asked: list[tuple[str, Callable[[], httpx.Response]]] = []
    for path, names in routes(house, "get").items():
        if path == "/live":
            continue
        for query in queries(names):
            at = f"{url}{path}?{query.replace(ROOM, table.room)}"
            asked.append((f"{path}?{query}", partial(guest.get, at)))
    bodies = {**routes(house, "post"), **routes(house, "put")}
    assert set(bodies) <= set(BODIES) | CHANGES, "a new route: name a body for it"
    for path in BODIES:
        asked.append((path, partial(guest.post, url + path, json=BODIES[path])))
    for name, ask in asked:
        table.forget()
        answers = [(answer.status_code, answer.content) for answer in table.answers(ask)]
        if answers[0] == answers[1] or "/copy" in name:
            continue
        seen = seen_by(house, table.match, guest)
        own = {("played", "1")} if role == "seat" else {("played", "0")} if role == "playing host" else set()
        assert seen, f"{role} {name}: {answers}"
        if seen - own:
            assert role in ("host", "administrator"), f"{role} {name}: {answers}"
            barred += 1
    assert bool(barred) == (role == "host")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("query", ["", "as=0", "as=1", "words=true&as=2"])
def test_whoever_is_sent_a_secret_by_a_live_connection_is_on_record(
    house: House, role: str, query: str
) -> None:
    table = Table(house)
    guest = table.people[role]
    parameters: dict[str, Any] = dict(one.split("=") for one in filter(None, query.split("&")))

    def ask() -> list[Any]:
        with guest.live(table.match, **parameters) as live, contextlib.suppress(ConnectionClosed):
            first = live.recv(timeout=5)
            live.send(json.dumps({"type": "subscribe"}))
            return [first, live.recv(timeout=5)]
        return []

    first, second = table.answers(ask)
    if first != second:
        assert seen_by(house, table.match, guest) - {table.played[2:4]}, f"{first}\n{second}"


def test_only_one_function_makes_a_granted_perspective() -> None:
    folder = Path(numberhouse.server.__file__).parent
    makers = [
        str(file.relative_to(folder))
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "GrantedPerspective"
    ]
    assert makers
    assert set(makers) == {"matches/access/insights.py"}


# Roads to a seat


def roads(house: House, match: str, host: Guest, person: Guest, name: str, seat: int) -> list[httpx.Response]:
    """Every road to this seat of a running match, tried by and for the person."""
    house.clock.time += 1  # an invitation from before the start takes nobody's seat away
    url = f"/api/matches/{match}"
    invitation = host.post(f"{url}/invitations", json={"seat": seat}).raise_for_status().json()["secret"]
    return [
        person.post("/api/invitation/accept", json={"secret": invitation}),
        post_desk(host, match, f"seats/{seat}/replace", member=name),
        person.post(f"{url}/join", json={"seat": seat}),
    ]


LOOKS: Final[Mapping[str, str]] = {
    "desk": "desk",
    "desk with everything": "desk?everything=true",
    "state": "state",
    "record": "record?everything=true",
    "transcript": "transcript?perspective=everything",
    "transcript of a seat": "transcript?perspective=1",
    "view of a seat": "view?as=1",
    "updates of a seat": "updates?as=1",
    "text of a seat": "text?as=1",
    "review": "review?perspective=everything",
    "rooms": "rooms",
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_host_who_has_looked_sits_nowhere_even_after_resigning_as_host(house: House, look: str) -> None:
    second = member(house, "Second")
    match, host, _ = hosted_match(house)
    host.post(f"/api/matches/{match}/hosts", json={"name": "Second"}).raise_for_status()
    second.accept_offers()
    second.get(f"/api/matches/{match}/{LOOKS[look]}").raise_for_status()
    host.delete(f"/api/matches/{match}/hosts", params={"name": "Second"}).raise_for_status()
    for answer in roads(house, match, host, second, "Second", 0):
        assert refusal(answer) in ((409, "knows-secrets"), (403, "not-allowed")), look
    refused = post_desk(host, match, "seats/0/replace", member="Second").json()
    assert refused["values"]["reason"]
    assert "Second has seen" in refused["message"]
    assert second.view(match)["seat"] is None


def test_a_guest_who_registers_stays_the_person_who_has_seen(house: House) -> None:
    match, host, _ = hosted_match(house)
    host.get(f"/api/matches/{match}/state").raise_for_status()
    host.post("/api/register", json={"name": "Hester", "password": "a long password"}).raise_for_status()
    other = member(house, "Other")
    host.post(f"/api/matches/{match}/hosts", json={"name": "Other"}).raise_for_status()
    other.accept_offers()
    other.delete(f"/api/matches/{match}/hosts", params={"name": "Hester"}).raise_for_status()
    answer = post_desk(other, match, "seats/0/replace", member="Hester")
    assert refusal(answer) == (409, "knows-secrets")
    assert "state" in answer.json()["message"]


def test_who_has_seen_through_a_seat_sits_on_that_seat_only(house: House) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    host = house.guest("Hanna")
    match = house.drafted(host, "mixmath", seats=3)
    for seat, player in enumerate((ann, bob, house.guest("Cyd"))):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    ann.view(match)
    post_desk(host, match, "seats/0/replace", bot="random").raise_for_status()
    for answer in roads(house, match, host, ann, "Ann", 2)[:2]:
        assert refusal(answer) == (409, "knows-secrets")
        assert answer.json()["values"]["subject"] == "0"
    post_desk(host, match, "seats/0/replace", member="Ann").raise_for_status()
    ann.accept_offers()
    assert ann.view(match)["seat"] == 0


# Three cases that were found


def test_a_playing_host_who_takes_a_bots_seat_for_a_moment_isnt_seated_again(house: House) -> None:
    ann, bob, friend = member(house, "Ann"), house.guest("Bob"), member(house, "Friend")
    match = house.drafted(ann, "addition-crypt", seats=3, bots=[None, None, "random"])
    for player in (ann, bob):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    post_desk(ann, match, "seats/0/replace", bot="random").raise_for_status()
    roles = ann.get(f"/api/matches/{match}").json()["roles"]
    assert "former playing host" in roles
    assert "host" not in roles
    for look in ("state", "desk?everything=true", "view?as=1", "record?everything=true"):
        assert refusal(ann.get(f"/api/matches/{match}/{look}")) == (403, "not-allowed")
    for seat in (0, 2):
        assert refusal(post_desk(ann, match, f"seats/{seat}/replace", member="Friend")) == (
            403,
            "needs-consent",
        )
    assert refusal(ann.post(f"/api/matches/{match}/hosts", json={"name": "Friend"})) == (403, "not-allowed")
    assert friend.get(f"/api/matches/{match}").json()["seat"] is None


def test_an_invitation_to_an_occupied_seat_shows_nothing_of_it(house: House) -> None:
    match, (ann, bob, _) = house.begun("addition-crypt", "Ann Bob Cyd")
    bob.act(match, FIRST).raise_for_status()
    refused = ann.post(f"/api/matches/{match}/invitations", json={"seat": 1})
    assert refusal(refused) == (403, "needs-consent")
    match, host, (ann, bob, _) = hosted_match(house)
    house.clock.time += 1
    secret = host.post(f"/api/matches/{match}/invitations", json={"seat": 1}).json()["secret"]
    eve = house.guest("Eve")
    before = eve.post("/api/invitation/preview", json={"secret": secret}).content
    bob.act(match, FIRST).raise_for_status()
    assert eve.post("/api/invitation/preview", json={"secret": secret}).content == before
    assert eve.view(match)["seat"] is None
    ann.view(match)
    post_desk(host, match, "seats/0/replace", bot="random").raise_for_status()
    answer = ann.post("/api/invitation/accept", json={"secret": secret})
    assert refusal(answer) == (409, "knows-secrets")


@pytest.mark.parametrize(
    ("deed", "body"),
    [
        ("seats/1/expire", {}),
        ("seats/1/resign", {}),
        ("seats/1/replace", {"bot": "random"}),
        ("pause", {}),
        ("extend", {"seconds": 60}),
        ("stop", {}),
        ("amendments", {"number": 1}),
        ("amendments/preview", {"number": 1}),
    ],
)
def test_a_playing_host_does_nothing_to_others_alone(house: House, deed: str, body: Any) -> None:
    match, (ann, bob) = house.begun("mixmath", clock={"type": "turn", "seconds": 600})
    before = bob.view(match)
    refused = post_desk(ann, match, deed, **body)
    assert refusal(refused) == (403, "needs-consent")
    assert "/proposals" in refused.json()["message"]
    assert bob.view(match) == before


# What is handed in


def test_who_hands_in_a_secret_cant_play_until_it_is_replaced(house: House) -> None:
    host, second, ann = house.guest("Hanna"), member(house, "Second"), house.guest("Ann")
    match = house.drafted(host, "set-theory", seats=2, options={"worths": WORTHS})
    url = f"/api/matches/{match}"
    assert ann.get(url).json()["handed_in"] == {"worths": "Hanna"}
    assert [one["handed_in"] for one in ann.get("/api/matches").json() if one["id"] == match] == [
        {"worths": "Hanna"}
    ]
    refused = host.post(f"{url}/join", json={})
    assert refusal(refused) == (409, "knows-secrets")
    assert "clear it" in refused.json()["message"]
    host.post(f"{url}/hosts", json={"name": "Second"}).raise_for_status()
    second.accept_offers()
    assert refusal(second.put(url, json=set_up(examples=4))) == (409, "secrets-stand")
    second.put(f"{url}/desk/secrets", json={"secrets": {"worths": WORTHS[::-1]}}).raise_for_status()
    assert ann.get(url).json()["handed_in"] == {"worths": "Second"}
    host.post(f"{url}/join", json={}).raise_for_status()
    assert refusal(second.post(f"{url}/join", json={})) == (409, "knows-secrets")
    assert refusal(host.put(f"{url}/desk/secrets", json={"secrets": {"worths": WORTHS}})) == (409, "plays")
    host.put(f"{url}/desk/secrets", json={"secrets": {"worths": None}}).raise_for_status()
    assert ann.get(url).json()["handed_in"] == {}
    second.post(f"{url}/join", json={}).raise_for_status()


def set_up(**options: Any) -> dict[str, Any]:
    return {"game": "set-theory", "seats": 2, "options": options}


def test_who_reads_the_secrets_of_another_host_cant_play(house: House) -> None:
    host, second = house.guest("Hanna"), member(house, "Second")
    match = house.drafted(host, "set-theory", seats=2, options={"worths": WORTHS})
    host.post(f"/api/matches/{match}/hosts", json={"name": "Second"}).raise_for_status()
    second.accept_offers()
    assert second.get(f"/api/matches/{match}/desk/secrets").json()["secrets"] == {"worths": WORTHS}
    refused = second.post(f"/api/matches/{match}/join", json={})
    assert refusal(refused) == (409, "knows-secrets")
    assert refused.json()["values"]["reason"] == "secrets"


def test_setting_up_keeps_what_was_handed_in(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "set-theory", seats=2, options={"worths": WORTHS})
    host.put(f"/api/matches/{match}", json=set_up(examples=4)).raise_for_status()
    assert host.get(f"/api/matches/{match}/desk/secrets").json()["secrets"] == {"worths": WORTHS}


def test_who_hands_in_a_problem_plays_it_with_bots_alone(house: House) -> None:
    """Nobody is wronged. A person who comes later would be, so none does."""
    ann, eve, hester = house.guest("Ann"), member(house, "Eve"), member(house, "Hester")
    bots = [house_bot(ann, "set-theory"), None]
    match = house.drafted(ann, "set-theory", seats=2, options={"worths": WORTHS}, bots=bots)
    url = f"/api/matches/{match}"
    ann.post(f"{url}/join", json={"seat": 1}).raise_for_status()
    ann.post(f"{url}/hosts", json={"name": "Hester"}).raise_for_status()
    hester.accept_offers()
    ann.post(f"{url}/start").raise_for_status()
    assert ann.get(url).json()["handed_in"] == {"worths": "Ann"}
    assert refusal(post_desk(hester, match, "seats/0/replace", member="Eve")) == (409, "played-alone")
    assert eve.get(url).json()["seats"][0]["bot"]


def test_who_hands_in_a_problem_plays_it_with_nobody_else(house: House) -> None:
    """A free seat is another person's, and a person on a seat stays wronged until the start."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    bots = [None, house_bot(ann, "set-theory")]
    match = house.drafted(ann, "set-theory", seats=2, options={"worths": WORTHS}, bots=bots)
    url = f"/api/matches/{match}"
    ann.post(f"{url}/join", json={"seat": 0}).raise_for_status()
    ann.put(f"{url}/seats/1", json={}).raise_for_status()
    bob.post(f"{url}/join", json={"seat": 1}).raise_for_status()
    assert refusal(ann.post(f"{url}/start")) == (409, "knows-secrets")


def house_bot(guest: Guest, game: str) -> str:
    """A bot of the game."""
    return str(guest.get(f"/api/games/{game}").json()["bots"][0])


def test_who_chooses_a_mine_cant_play_with_it(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "sign-cook", options={"mine": ["3148", "7290", "1553"]})
    assert host.get(f"/api/matches/{match}").json()["handed_in"] == {"mine": "Hanna"}
    assert refusal(host.post(f"/api/matches/{match}/join", json={})) == (409, "knows-secrets")
    assert host.post(f"/api/matches/{match}/copy", json={}).json()["left_out"] == ["mine"]


def test_a_schedule_hands_in_in_its_hosts_name(house: House) -> None:
    host = member(house, "Hanna")
    row = {"game": "set-theory", "seats": 2, "options": {"worths": WORTHS}}
    (made,) = host.post("/api/schedule", json={"rows": [row]}).raise_for_status().json()
    assert host.get(f"/api/matches/{made['id']}").json()["handed_in"] == {"worths": "Hanna"}
    assert refusal(host.post(f"/api/matches/{made['id']}/join", json={})) == (409, "knows-secrets")
    refused = host.post("/api/schedule", json={"rows": [{**row, "players": ["Hanna"]}]})
    assert refusal(refused) == (400, "schedule")
    assert "you hand in worths" in refused.json()["message"]


def test_everybody_sees_that_a_host_plays(house: House) -> None:
    match, _ = house.begun("mixmath")
    stranger = house.guest("")
    seats = stranger.get(f"/api/matches/{match}").json()["seats"]
    assert [seat["hosts"] for seat in seats] == [True, False]
    assert "Ann hosts and plays" in stranger.get(f"/api/matches/{match}/transcript").text
