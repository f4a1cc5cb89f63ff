"""Every cell of the table of permissions, tried over HTTP by a person in that role."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, get_args

import httpx
import pytest

from numberhouse.protocol.matches import Role
from numberhouse.protocol.terms import Status
from numberhouse.server.accounts.people import digest, new_secret
from numberhouse.server.base.settings import Settings
from numberhouse.server.matches import offer_rows
from numberhouse.server.matches.access.permissions import (
    LETTER,
    NEEDS_CONSENT,
    PERMISSIONS,
    ROLES,
    TABLE,
    Permission,
    may,
)
from numberhouse.server.matches.making import quotas as bounds
from tests.server.conftest import Guest, House, make_administrator

GAME = "mixmath"
STATUSES: tuple[Status, ...] = get_args(Status)
PRIVATE = {"visibility": "private"}

Trial: TypeAlias = Callable[[Guest, str], httpx.Response]


class Cast:
    """A house with a person in each role, and matches of each status that can be copied."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.people: dict[Role, Guest] = {
            "host": house.guest("Hanna"),
            "playing host": house.guest("Playing"),
            "former playing host": house.guest("Former"),
            "seat": house.guest("Sitting"),
            "spectator": house.guest("Looking"),
            "stranger": house.guest("Strange"),
            "invited": house.guest("Invited"),
            "offered": house.guest("Offered"),
            "administrator": house.guest(""),
        }
        for name in ("Root", "Another"):
            registered = self.people["administrator"] if name == "Root" else house.guest("")
            credentials = {"name": name, "password": "long enough"}
            registered.post("/api/register", json=credentials).raise_for_status()
        make_administrator(house, self.people["administrator"])
        self.matches = {
            (status, visibility): self._match(status, visibility)
            for status in STATUSES
            for visibility in ("public", "private")
        }

    def copy(self, match: str, *, secret: str | None = None) -> str:
        """The same match once more, with an invitation of this secret; it costs one transaction."""
        again = new_secret(9)
        with (
            contextlib.closing(sqlite3.connect(self.house.settings.database, timeout=10)) as connection,
            connection,
        ):
            for table in ("matches", "seats", "hosts", "insights", "journal_entries", "offers"):
                name = "id" if table == "matches" else "match"
                found = connection.execute(f"SELECT * FROM {table} WHERE {name} = ?", (match,))
                names = [column[0] for column in found.description]
                rows = [[again if one == name else row[at] for at, one in enumerate(names)] for row in found]
                if table == "offers":
                    rows = [[new_secret(9), *row[1:]] for row in rows]
                marks = ", ".join("?" * len(names))
                columns = ", ".join(f'"{one}"' for one in names)
                connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
            if secret is not None:
                row = (digest(secret), again, 0.0)
                connection.execute("INSERT INTO invitations (digest, match, created) VALUES (?, ?, ?)", row)
        connection.close()
        return again

    def _match(self, status: Status, visibility: str) -> str:
        """A match with two hosts, one of them playing, and another player."""
        host, playing, seat = (self.people[role] for role in ("host", "playing host", "seat"))
        body = {"game": GAME, "seats": 2, "terms": {"visibility": visibility}}
        match = str(host.post("/api/matches", json=body).raise_for_status().json()["id"])
        for number, player in enumerate((playing, seat)):
            secret = host.post(f"/api/matches/{match}/invitations", json={"seat": number}).json()["secret"]
            player.post("/api/invitation/accept", json={"secret": secret}).raise_for_status()
        with (
            contextlib.closing(sqlite3.connect(self.house.settings.database, timeout=10)) as connection,
            connection,
        ):
            former = self.people["former playing host"].get("/api/me").json()["id"]
            for person in (playing.get("/api/me").json()["id"], former):
                connection.execute("INSERT INTO hosts (match, person) VALUES (?, ?)", (match, person))
            ids = [new_secret(9), match, self.people["offered"].get("/api/me").json()["id"], former]
            connection.execute(
                "INSERT INTO offers (id, match, person, by, created) VALUES (?, ?, ?, ?, 0)", ids
            )
            insight = (match, former, "played", "0", "", "seated", 0.0)
            connection.execute("INSERT INTO insights VALUES (?, ?, ?, ?, ?, ?, ?)", insight)
        connection.close()
        desk = f"/api/matches/{match}/desk"
        steps: dict[str, list[Callable[[], httpx.Response]]] = {
            "open": [lambda: host.post(f"/api/matches/{match}/open")],
            "running": [
                lambda: host.post(f"/api/matches/{match}/start"),
                lambda: seat.post(f"/api/matches/{match}/act", json={"action": {"type": "pass"}}),
            ],
            "paused": [lambda: host.post(f"{desk}/pause", json={})],
            "abandoned": [lambda: host.post(f"{desk}/stop", json={})],
        }
        way: Mapping[str, tuple[str, ...]] = {
            "draft": (),
            "open": ("open",),
            "running": ("open", "running"),
            "paused": ("open", "running", "paused"),
            "abandoned": ("open", "running", "abandoned"),
            "finished": ("open", "running"),
        }
        for step in way[status]:
            for do in steps[step]:
                do()
        if status == "finished":
            # If one seat has passed already, the first resignation ends the match: both have passed then.
            for player in (playing, seat):
                player.post(f"/api/matches/{match}/resign")
        assert host.get(f"/api/matches/{match}").json()["status"] == status
        return match


@pytest.fixture(scope="module")
def cast(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cast]:
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    settings = Settings(
        database=database,
        bots=0,
        requests_per_minute=1_000_000,
        actions_per_minute=1_000_000,
        max_matches_per_host=1_000_000,
        messages_per_minute=1_000_000,
    )
    with pytest.MonkeyPatch.context() as patch, House(settings) as house:
        patch.setattr(bounds, "MOST_WAITING", 1_000_000)  # every trial of a rematch leaves one
        for limit in ("MOST_OF_GUEST", "MOST_OF_HOST", "MOST_OF_PAIR", "MOST_RECEIVED"):
            patch.setattr(offer_rows, limit, 1_000_000)
        yield Cast(house)


def at(path: str, method: str = "POST", **body: Any) -> Trial:
    """Sends a request that needs this permission for the match."""

    def trial(person: Guest, match: str) -> httpx.Response:
        given = body if method in ("POST", "PUT") else None
        return person.request(method, f"/api/matches/{match}{path}", json=given)

    return trial


DRAFT = {"game": GAME, "seats": 2, "terms": PRIVATE}

TRIALS: Mapping[Permission, Trial] = {
    "see": at("", "GET"),
    "watch": at("/view", "GET"),
    "play": at("/act", action={"type": "pass"}),
    "take advice": at("/advise", draft={}),
    "resign": at("/resign"),
    "join": at("/join"),
    "leave": at("/leave"),
    "talk": at("/messages", room="no such room", text="hello"),
    "set up": at("", "PUT", **DRAFT),
    "invite": at("/invitations"),
    "appoint": at("/hosts", name="Another"),
    "open": at("/open"),
    "start": at("/start"),
    "delete": at("", "DELETE"),
    "oversee": at("/desk", "GET"),
    "announce": at("/desk/announcements", text="hello"),
    "run": at("/desk/seats/1/resign"),
    "amend": at("/desk/amendments/preview", number=1),
    "rule": at("/desk/rulings/preview", ruling={}),
    "stop": at("/desk/stop"),
    "propose": at("/proposals", kind="stop"),
    "consent": at("/proposals/1/consent", agrees=True),
    "release": at("/desk/release"),
    "see everything": at("/desk?everything=true", "GET"),
    "export": at("/transcript", "GET"),
    "export everything": at("/record?everything=true", "GET"),
    "copy": at("/copy"),
    "rematch": at("/rematch"),
}

CELLS = [
    pytest.param(role, permission, status, id=f"{role}-{permission}-{status}")
    for permission in PERMISSIONS
    for role in ROLES
    for status in STATUSES
]


def expected(role: Role, permission: Permission, status: Status) -> bool:
    """The value of the cell. A spectator sees a match only once it is open, and a playing host has a seat,
    so the cells of both roles apply."""
    if role == "spectator" and status == "draft":
        return False
    cell = TABLE[permission].split()[ROLES.index(role)]
    also = TABLE[permission].split()[ROLES.index("seat")] if role == "playing host" else "-"
    return any(one == "*" or LETTER[status] in one for one in (cell, also))


def allowed(permission: Permission, answer: httpx.Response) -> bool:
    """Whether the permission was granted, whatever else the service or the game refused."""
    assert answer.status_code not in (400, 401, 405, 415, 422, 429, 500, 503), answer.text
    if answer.is_error:
        return answer.json()["code"] not in ("not-allowed", "no-match", "needs-consent")
    return permission != "watch" or answer.json()["type"] == "snapshot"


@pytest.mark.parametrize(("role", "permission", "status"), CELLS)
def test_a_role_may_do_exactly_what_its_cell_allows(
    cast: Cast, role: Role, permission: Permission, status: Status
) -> None:
    match = cast.matches[status, "public" if role == "spectator" else "private"]
    wanted = expected(role, permission, status)
    if role == "invited":
        assert holds_of_an_invitation(cast, permission, status, match) == wanted
        return
    tried = cast.copy(match) if wanted else match
    answer = TRIALS[permission](cast.people[role], tried)
    assert allowed(permission, answer) == wanted, answer.text
    if answer.is_error and not wanted:
        unseen = (
            role == "stranger"
            or (role == "spectator" and status == "draft")
            or (role == "offered" and status in ("finished", "abandoned"))
        )
        assert answer.status_code == (404 if unseen else 403)


def holds_of_an_invitation(cast: Cast, permission: Permission, status: Status, match: str) -> bool:
    """An invitation can be previewed and accepted. It opens nothing else by itself, so the rest of
    its cells is only read from the table."""
    secret = new_secret()
    tried, person = cast.copy(match, secret=secret), cast.people["invited"]
    if permission == "see":
        return person.post("/api/invitation/preview", json={"secret": secret}).status_code == 200
    if permission == "join":
        answer = person.post("/api/invitation/accept", json={"secret": secret})
        assert answer.status_code == 409
        return bool(answer.json()["code"] == "no-seat")
    answer = TRIALS[permission](person, tried)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-match")
    return may(["invited"], permission, status)


@pytest.mark.parametrize("permission", PERMISSIONS)
@pytest.mark.parametrize("status", STATUSES)
def test_a_client_without_a_session_has_the_rights_of_a_spectator(
    cast: Cast, permission: Permission, status: Status
) -> None:
    nobody = cast.house.guest("")
    answer = TRIALS[permission](nobody, cast.matches[status, "public"])
    if answer.status_code == 401:
        assert answer.json()["code"] == "not-signed-in"
    else:
        assert allowed(permission, answer) == (status != "draft" and may(["spectator"], permission, status))
        assert permission in ("see", "watch", "export", "export everything", "see everything")


# Rules that the table must never break


def test_the_table_has_a_cell_for_every_role_and_permission() -> None:
    assert set(TABLE) == set(PERMISSIONS) == set(TRIALS)
    for row in TABLE.values():
        cells = row.split()
        assert len(cells) == len(ROLES)
        for cell in cells:
            assert cell in ("*", "-") or (set(cell) <= set("dorpfa") and len(set(cell)) == len(cell))


def test_a_stranger_has_no_permission() -> None:
    assert not [
        permission
        for permission in PERMISSIONS
        for status in STATUSES
        if may(["stranger"], permission, status)
    ]


@pytest.mark.parametrize("status", ["running", "paused"])
@pytest.mark.parametrize("permission", ["see everything", "export everything"])
def test_only_a_host_who_doesnt_play_sees_secrets_before_the_end(
    permission: Permission, status: Status
) -> None:
    assert [role for role in ROLES if may([role], permission, status)] == ["host"]
    several: list[list[Role]] = [
        ["host", "seat"],
        ["seat", "host", "administrator"],
        ["playing host", "host", "seat"],
        ["host", "seat", "spectator", "invited"],
    ]
    assert not [roles for roles in several if may(roles, permission, status)]


def test_after_the_end_everybody_who_sees_a_match_sees_everything() -> None:
    for status in ("finished", "abandoned"):
        for role in ROLES:
            assert may([role], "see everything", status) == may([role], "see", status)


def test_only_the_player_of_a_seat_acts_for_it() -> None:
    for permission in ("play", "take advice", "resign", "leave", "rematch"):
        may_do = {role for role in ROLES for status in STATUSES if may([role], permission, status)}
        assert may_do == {"playing host", "seat"}


def test_seats_and_options_are_fixed_once_a_match_runs() -> None:
    for permission in ("join", "leave", "set up", "open", "start"):
        for status in ("running", "paused", "finished", "abandoned"):
            assert not [role for role in ROLES if may([role], permission, status)]
    assert not [role for role in ROLES if may([role], "delete", "running")]
    assert not [role for role in ROLES if may([role], "delete", "paused")]


@pytest.mark.parametrize("status", ["running", "paused"])
@pytest.mark.parametrize("permission", ["run", "stop", "invite", "amend", "rule", "release", "appoint"])
def test_a_playing_host_decides_nothing_for_the_others(permission: Permission, status: Status) -> None:
    assert may(["host"], permission, status)
    several: list[list[Role]] = [
        ["host", "seat"],
        ["host", "seat", "administrator"],
        ["former playing host"],
        ["former playing host", "administrator", "spectator"],
        ["administrator", "seat"],
    ]
    assert not [roles for roles in several if may(roles, permission, status)]


@pytest.mark.parametrize("permission", sorted(NEEDS_CONSENT))
def test_a_host_who_plays_may_propose_what_the_host_may_not_do_alone(permission: Permission) -> None:
    roles: list[list[Role]] = [["host", "seat"], ["former playing host"]]
    for status in ("running", "paused"):
        assert all(may(each, "propose", status) and not may(each, permission, status) for each in roles)


def test_others_may_at_most_watch_and_join() -> None:
    open_to_all = {"see", "watch", "join", "see everything", "export", "export everything"}
    for role in ("invited", "spectator"):
        assert {
            permission for permission in PERMISSIONS for status in STATUSES if may([role], permission, status)
        } == open_to_all


def test_who_has_an_offer_may_only_look_before_answering() -> None:
    may_do = {
        permission
        for permission in PERMISSIONS
        for status in STATUSES
        if may(["offered"], permission, status)
    }
    assert may_do == {"see", "watch", "export"}


def test_an_administrator_cant_take_part() -> None:
    for permission in ("play", "take advice", "resign", "join", "leave", "talk", "amend", "rule", "rematch"):
        assert not [status for status in STATUSES if may(["administrator"], permission, status)]
