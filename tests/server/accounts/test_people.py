"""Accounts: guests, members, logins, tokens, preferences, data export and account deletion."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sqlite3
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.protocol.people import NOTIFICATION_KINDS
from numberhouse.server.accounts.data_export import personal_tables
from numberhouse.server.accounts.people import People
from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import METADATA, people
from tests.server.conftest import Guest, House, MockClock
from tests.server.support.hosting import by_consent

DAY = 86_400.0
PASSWORD = "a horse and a stapler"


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all tests that leave nothing in it, and a member with a token."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    with House(Settings(database=database, bots=0, requests_per_minute=100_000)) as house:
        yield house


@pytest.fixture(scope="module")
def program(shared_house: House) -> dict[str, str]:
    """The headers of a program with a valid token."""
    token = member(shared_house, "Programmer").post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def member(house: House, name: str, password: str = PASSWORD) -> Guest:
    guest = house.guest("")
    guest.post("/api/register", json={"name": name, "password": password}).raise_for_status()
    return guest


def sign_in(house: House, name: str, password: str = PASSWORD) -> Guest:
    guest = house.guest("")
    guest.post("/api/sign-in", json={"name": name, "password": password}).raise_for_status()
    return guest


def me(guest: Guest) -> Any:
    return guest.get("/api/me").raise_for_status().json()


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def everything_in(database: str) -> Iterator[tuple[str, str]]:
    """Every text that is stored, with its table."""
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                yield from ((table, value) for value in row if isinstance(value, str))


# Guests and members


def test_a_guest_plays_at_once_and_is_known_by_the_cookie_alone(house: House) -> None:
    ann = house.guest("Ann")
    nothing_more = {"administrator": False, "confirmed_until": None, "scopes": None}
    assert me(ann) == {"id": me(ann)["id"], "kind": "guest", "name": "Ann", **nothing_more}
    assert me(house.guest("")) is None


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(tmp_path: Path) -> None:
    origin = "https://play.example.org"
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=0, origin=origin)) as house:
        credentials = {"name": "Ann", "password": PASSWORD}
        answer = house.guest("").post("/api/register", json=credentials, headers={"Host": "play.example.org"})
        cookies = answer.headers.get_list("set-cookie")
        assert {cookie.partition("=")[0] for cookie in cookies} == {
            "__Host-numberhouse", "__Host-numberhouse-device"
        }  # fmt: skip
        for cookie in cookies:
            attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert {"httponly", "secure", "samesite=lax", "path=/"} <= attributes
            assert not any(attribute.startswith("domain") for attribute in attributes)


def test_a_guest_who_registers_keeps_the_seats_and_hosts_on(house: House) -> None:
    ann = house.guest("Guest 1")
    match = house.drafted(ann, "mixmath")
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    before = me(ann)["id"]
    ann.post("/api/register", json={"name": "Ann", "password": PASSWORD}).raise_for_status()
    assert me(ann)["id"] == before
    info = sign_in(house, "ann").get(f"/api/matches/{match}").json()
    assert info["seat"] == 0
    assert info["roles"] == ["host", "seat", "spectator"]
    assert info["seats"][0]["name"] == "Ann"
    assert info["hosts"] == ["Ann"]


def test_registering_gives_a_new_session_and_ends_the_old_one(house: House) -> None:
    ann, thief = house.guest("Ann"), house.guest("")
    thief.cookies = ann.cookies.__class__(ann.cookies)
    assert me(thief)["name"] == "Ann"
    ann.post("/api/register", json={"name": "Ann", "password": PASSWORD}).raise_for_status()
    assert me(ann)["kind"] == "member"
    assert me(thief) is None


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "a\u006en", "Ａnn"])  # noqa: RUF001 - a wide A
def test_two_members_have_no_name_that_differs_in_case_or_form_alone(house: House, name: str) -> None:
    member(house, "Ann")
    second = house.guest("").post("/api/register", json={"name": name, "password": PASSWORD})
    assert refusal(second) == (409, "name-taken")


def test_a_guest_cant_use_the_name_of_a_member(house: House) -> None:
    member(house, "Ann")
    assert refusal(house.guest("").post("/api/guest", json={"name": "aNN"})) == (409, "name-taken")
    bob = house.guest("Bob")
    assert refusal(bob.put("/api/me/name", json={"name": "Ann"})) == (409, "name-taken")
    assert bob.put("/api/me/name", json={"name": "Cy"}).json()["name"] == "Cy"


@pytest.mark.parametrize(
    "name", ["", " ", "\n\t", "x" * 41, "a\u202eb", "a\x00b", "a\u200bb", "\u0301", "ﷺ" * 40]
)
def test_an_unreadable_name_is_refused(shared_house: House, name: str) -> None:
    answer = shared_house.guest("").post("/api/register", json={"name": name, "password": PASSWORD})
    assert refusal(answer) == (400, "name")


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
def test_a_password_is_of_8_to_200_characters(shared_house: House, password: str) -> None:
    answer = shared_house.guest("").post("/api/register", json={"name": "Ann", "password": password})
    assert refusal(answer) == (400, "password")


def test_characters_beyond_200_make_a_password_wrong(house: House) -> None:
    longest = PASSWORD + "x" * (200 - len(PASSWORD))
    member(house, "Ann", longest)
    assert me(sign_in(house, "Ann", longest))["name"] == "Ann"
    longer = house.guest("").post("/api/sign-in", json={"name": "Ann", "password": longest + "x"})
    assert refusal(longer) == (403, "wrong-password")


# Passwords


def test_an_unknown_member_and_a_wrong_password_are_refused_in_the_same_words(house: House) -> None:
    member(house, "Ann")
    house.guest("Bob")
    responses = [
        ("Ann", "wrong password"),
        ("Nobody", "wrong password"),
        ("Bob", "wrong password"),
        ("x\x00", ""),
    ]
    answers = [
        house.guest("").post("/api/sign-in", json={"name": name, "password": password})
        for name, password in responses
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(403, answers[0].content)}


def test_an_unknown_member_and_a_wrong_password_take_the_same_time(house: House) -> None:
    member(house, "Ann")
    asking = house.guest("")

    def seconds(name: str) -> float:
        house.clock.time += 3600
        began = time.perf_counter()
        asking.post("/api/sign-in", json={"name": name, "password": "wrong password"})
        return time.perf_counter() - began

    seconds("Ann")
    durations = [(seconds("Ann"), seconds("Nobody")) for _ in range(5)]
    known_name, unknown_name = (statistics.median(times) for times in zip(*durations, strict=True))
    assert unknown_name == pytest.approx(known_name, rel=0.5)


def test_password_attempts_are_limited_to_ten_and_refill(house: House) -> None:
    member(house, "Ann")
    thief = house.guest("")
    wrong_credentials = {"name": "Ann", "password": "wrong password"}
    answers = [thief.post("/api/sign-in", json=wrong_credentials) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [403] * 10 + [429]
    assert answers[-1].headers["retry-after"] == "12"
    right = {"name": "ann", "password": PASSWORD}
    assert refusal(thief.post("/api/sign-in", json=right)) == (429, "too-many")
    house.clock.time += 12
    assert thief.post("/api/sign-in", json=right).status_code == 201


def test_a_new_password_ends_all_other_sessions_and_makes_the_old_one_wrong(house: House) -> None:
    ann = member(house, "Ann")
    elsewhere = sign_in(house, "Ann")
    token = ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    response = ann.put("/api/me/password", json={"old": "something else", "new": "another one"})
    assert refusal(response) == (403, "wrong-password")
    ann.put("/api/me/password", json={"old": PASSWORD, "new": "another one"}).raise_for_status()
    assert me(ann)["name"] == "Ann"
    assert me(elsewhere) is None
    assert house.guest("").get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert me(sign_in(house, "Ann", "another one"))["name"] == "Ann"


def test_no_password_secret_or_token_is_stored(house: House, settings: Settings) -> None:
    ann = member(house, "Ann")
    match = house.drafted(ann, "mixmath")
    secrets = [
        PASSWORD,
        ann.cookies["numberhouse"],
        ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"],
        ann.post(f"/api/matches/{match}/invitations", json={}).json()["secret"],
    ]
    stored = [text for _, text in everything_in(settings.database)]
    assert any("argon2id" in text for text in stored)
    assert not [secret for secret in secrets if any(secret in text for text in stored)]


# Sessions and tokens


def test_signing_out_makes_the_cookie_worthless(house: House) -> None:
    ann = house.guest("Ann")
    old = ann.cookies["numberhouse"]
    ann.post("/api/sign-out").raise_for_status()
    assert "numberhouse" not in ann.cookies
    assert me(ann) is None
    ann.cookies.set("numberhouse", old)
    assert me(ann) is None
    assert refusal(ann.post("/api/matches", json={"game": "mixmath"})) == (401, "not-signed-in")


def test_a_session_ends_after_90_days(house: House) -> None:
    ann = house.guest("Ann")
    house.clock.time += 90 * DAY - 1
    assert me(ann)["name"] == "Ann"
    house.clock.time += 1
    assert me(ann) is None


def test_sign_out_everywhere_ends_all_sessions_and_tokens_of_this_person_alone(house: House) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    elsewhere = sign_in(house, "Ann")
    token = ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    elsewhere.post("/api/sign-out-everywhere").raise_for_status()
    assert me(ann) is None
    assert me(elsewhere) is None
    program = house.guest("").get("/api/me", headers={"Authorization": f"Bearer {token}"})
    assert refusal(program) == (401, "token")
    assert me(bob)["name"] == "Bob"


def test_sessions_are_listed_and_ended_one_by_one(house: House) -> None:
    ann = member(house, "Ann")
    house.clock.time += 10
    elsewhere = sign_in(house, "Ann")
    first, second = ann.get("/api/me/sign-ins").json()
    assert (first["current"], second["current"]) == (False, True)
    assert ann.delete(f"/api/me/sign-ins/{first['id']}").status_code == 204
    assert me(elsewhere) is None
    assert [login["id"] for login in ann.get("/api/me/sign-ins").json()] == [second["id"]]
    assert refusal(ann.delete(f"/api/me/sign-ins/{first['id']}")) == (404, "no-sign-in")


def test_a_person_cant_end_sessions_or_tokens_of_another_person(house: House) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    ann.post("/api/me/tokens", json={"name": "my bot"}).raise_for_status()
    session = ann.get("/api/me/sign-ins").json()[0]["id"]
    token = ann.get("/api/me/tokens").json()[0]["id"]
    assert refusal(bob.delete(f"/api/me/sign-ins/{session}")) == (404, "no-sign-in")
    assert refusal(bob.delete(f"/api/me/tokens/{token}")) == (404, "no-token")
    assert me(ann)["name"] == "Ann"
    assert len(ann.get("/api/me/tokens").json()) == 1


def test_a_person_has_at_most_fifty_sessions_and_the_oldest_end_first(settings: Settings) -> None:
    clock = MockClock()

    async def begin() -> list[bool]:
        database = Database(settings)
        await database.prepare(migrate=True)
        everybody = People(database, clock)
        ann, secrets = await everybody.guest("Ann"), []
        for _ in range(52):
            clock.time += 1
            secrets.append(await everybody.begin_login(ann))
        still_valid = [await everybody.of_login(secret) == ann for secret in secrets]
        await database.close()
        return still_valid

    assert asyncio.run(begin()) == [False] * 2 + [True] * 50


def test_a_token_plays_and_is_revoked(house: House) -> None:
    ann = member(house, "Ann")
    token = ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    program = {"Authorization": f"Bearer {token}"}
    assert house.guest("").get("/api/me", headers=program).json()["name"] == "Ann"
    other_scheme = {"Authorization": f"Token {token}"}
    assert house.guest("").get("/api/me", headers=other_scheme).status_code == 401
    (listed,) = ann.get("/api/me/tokens").json()
    assert listed["name"] == "my bot"
    assert token not in json.dumps(listed)
    ann.delete(f"/api/me/tokens/{listed['id']}").raise_for_status()
    assert house.guest("").get("/api/me", headers=program).status_code == 401


ACCOUNT = [
    ("POST", "/api/sign-out-everywhere", None),
    ("PUT", "/api/me/name", {"name": "Other"}),
    ("PUT", "/api/me/password", {"old": PASSWORD, "new": "another one"}),
    ("GET", "/api/me/sign-ins", None),
    ("DELETE", "/api/me/sign-ins/0123456789abcdef", None),
    ("GET", "/api/me/tokens", None),
    ("POST", "/api/me/tokens", {"name": "second"}),
    ("DELETE", "/api/me/tokens/0123456789abcdef", None),
    ("PUT", "/api/me/preferences", {"language": "ru"}),
    ("POST", "/api/me/addresses", {"address": "json://localhost"}),
    ("DELETE", "/api/me/addresses/0123456789abcdef", None),
    ("POST", "/api/me/export", {"password": PASSWORD}),
    ("POST", "/api/me/delete", {"password": PASSWORD}),
]


@pytest.mark.parametrize(("method", "path", "body"), ACCOUNT)
def test_a_token_cant_change_the_account(
    shared_house: House, program: dict[str, str], method: str, path: str, body: Any
) -> None:
    assert shared_house.guest("").get("/api/me", headers=program).json()["name"] == "Programmer"
    answer = shared_house.guest("").request(method, path, json=body, headers=program)
    assert refusal(answer) == (403, "session-only")


@pytest.mark.parametrize(("method", "path", "body"), ACCOUNT)
def test_without_a_session_there_is_no_account(
    shared_house: House, method: str, path: str, body: Any
) -> None:
    assert refusal(shared_house.guest("").request(method, path, json=body)) == (401, "not-signed-in")


# Preferences


def test_notification_addresses_are_stored_and_never_shown_again(house: House) -> None:
    ann = member(house, "Ann")
    secret = "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"
    guest = house.guest("Eve")
    assert refusal(guest.post("/api/me/addresses", json={"address": secret})) == (403, "members-only")
    (added,) = ann.post("/api/me/addresses", json={"address": secret}).json()
    assert added["kind"] == "discord"
    ann.put(
        "/api/me/preferences", json={"language": "ru", "notification_kinds": ["deadline"]}
    ).raise_for_status()
    response = ann.get("/api/me/preferences")
    assert response.json() == {"language": "ru", "notification_kinds": ["deadline"], "addresses": [added]}
    assert "JHMHI8qBe7bk2ZwO5U711o3dV_js" not in response.text
    ann.delete(f"/api/me/addresses/{added['id']}").raise_for_status()
    assert ann.get("/api/me/preferences").json()["addresses"] == []
    assert ann.put("/api/me/preferences", json={}).json()["notification_kinds"] == list(NOTIFICATION_KINDS)


@pytest.mark.parametrize("address", ["", "nowhere", "://x", "discord://a b", "x" * 20 + "://" + "y" * 500])
def test_an_invalid_notification_address_is_refused(shared_house: House, address: str) -> None:
    ann = member(shared_house, f"Ann {hash(address)}"[:40])
    assert refusal(ann.post("/api/me/addresses", json={"address": address})) == (400, "address")


# Data export


def test_every_table_that_names_a_person_is_in_the_export() -> None:
    naming = {
        table.name
        for table in METADATA.tables.values()
        for column in table.columns
        if any(key.column.table is people for key in column.foreign_keys)
    }
    assert {table.name for table in personal_tables()} == naming
    assert naming >= {"sign_ins", "tokens", "hosts", "seats", "invitations", "messages"}


def test_the_export_has_all_data_of_the_person_and_none_of_others(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    ids = me(ann)["id"], me(bob)["id"]
    turn = ann.view(match)["view"]["turn"]["seat"]
    (ann, bob)[turn].act(match, {"type": "pass"}).raise_for_status()
    exported = (ann, bob)[turn].post("/api/me/export", json={})
    export = exported.json()
    assert export["people"]["name"] == ("Ann", "Bob")[turn]
    assert [action["body"]["action"] for action in export["actions"]] == [{"type": "pass"}]
    assert export["games"] == {match: "mixmath"}
    assert [seat["seat"] for seat in export["seats"]] == [turn]
    assert len(export["sign_ins"]) == 1
    assert ids[turn] in exported.text
    assert ids[1 - turn] not in exported.text


def test_the_export_reveals_no_secret_actions_and_no_ids_of_others(house: House) -> None:
    """Numbers of entries and messages count secret actions and messages of others, so the export has none."""
    match, (ann, bob, cyd) = house.begun("addition-crypt", "Ann Bob Cyd")
    host = ann.get("/api/me").json()["id"]
    for player in (ann, bob):
        action = {"type": "submit", "first": 0, "second": 1, "scoring": 0}
        player.act(match, action).raise_for_status()
    bob.post(f"/api/matches/{match}/messages", json={"room": "all", "text": "Hello"})
    by_consent([ann, bob, cyd], match, "expire", 1)
    export = bob.post("/api/me/export", json={}).json()
    assert [row["kind"] for row in export["actions"]] == ["act", "consent", "expire"]
    assert all("number" not in row for row in export["actions"])
    assert all("serial" not in row for row in export["messages"])
    assert host not in str(export["actions"])
    own = ann.post("/api/me/export", json={}).json()
    assert [row["kind"] for row in own["hosting"]] == ["start", "propose", "expire", "announce"]
    by_consent([ann, bob, cyd], match, "stop")
    export = bob.post("/api/me/export", json={}).json()
    assert [row["number"] for row in export["actions"]] == [3, 5, 7, 10]


def test_a_member_exports_with_the_password_and_gets_no_digests(house: House) -> None:
    ann = member(house, "Ann")
    ann.post("/api/me/tokens", json={"name": "my bot"}).raise_for_status()
    assert refusal(ann.post("/api/me/export", json={})) == (403, "wrong-password")
    response = ann.post("/api/me/export", json={"password": PASSWORD})
    assert response.json()["tokens"][0]["name"] == "my bot"
    assert "argon2" not in response.text
    assert not re.search(r"[0-9a-f]{64}", response.text)


# Closing an account


def test_a_closed_account_is_named_nowhere_and_its_matches_stay(house: House, settings: Settings) -> None:
    match, (ann, bob) = house.begun("mixmath", "Annalisa Bob")
    bob.get(f"/api/matches/{match}").raise_for_status()
    person_id = me(ann)["id"]
    assert any("Annalisa" in text for _, text in everything_in(settings.database))
    ann.post("/api/me/delete", json={}).raise_for_status()
    assert [text for text in everything_in(settings.database) if "Annalisa" in text[1]] == []
    info = bob.get(f"/api/matches/{match}").json()
    assert [seat["name"] for seat in info["seats"]] == ["", "Bob"]
    assert person_id not in json.dumps(info)
    assert [seat["name"] for seat in bob.view(match)["public_match"]["seats"]] == ["", "Bob"]
    assert me(ann) is None


def test_a_closed_account_is_not_named_in_matches_joined_late_or_finished(
    house: House, settings: Settings
) -> None:
    ann = member(house, "Annalisa")
    match, (bob, carl) = house.begun("mixmath", "Bob Carl")
    by_consent([bob, carl], match, "replace", 1, member="Annalisa")
    ann.accept_offers()
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    assert bob.view(match)["public_match"]["status"] in ("finished", "abandoned")
    ann.post("/api/me/delete", json={"password": PASSWORD}).raise_for_status()
    assert [text for text in everything_in(settings.database) if "Annalisa" in text[1]] == []


def test_a_copy_of_a_match_leaves_out_closed_accounts(house: House) -> None:
    match, (host, bob) = house.begun("mixmath")
    host.post(f"/api/matches/{match}/resign").raise_for_status()
    bob.post("/api/me/delete", json={}).raise_for_status()
    copied = host.post(f"/api/matches/{match}/copy", json={"people": True}).raise_for_status().json()
    assert [seat["name"] for seat in copied["seats"]] == ["Ann", ""]
    host.post(f"/api/matches/{copied['id']}/open").raise_for_status()
    carl = house.guest("Carl")
    assert carl.post(f"/api/matches/{copied['id']}/join", json={"seat": 1}).status_code == 200


def test_closing_an_account_resigns_its_running_seats(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = players[0].view(match)["view"]["turn"]["seat"]
    leaving, other = players[turn], players[1 - turn]
    leaving.post("/api/me/delete", json={}).raise_for_status()
    snapshot = other.view(match)
    assert snapshot["public_match"]["resigned"] == [turn]
    outcome = snapshot["public_match"]["outcome"]
    assert (outcome["reason"], outcome["places"][turn]) == ("resigned", 2)


def test_closing_an_account_frees_its_seats_before_the_start(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, "mixmath")
    ann.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()
    ann.post("/api/me/delete", json={}).raise_for_status()
    assert bob.post(f"/api/matches/{match}/join", json={"seat": 1}).status_code == 200


def test_closing_an_account_deletes_unstarted_matches_without_another_host(house: House) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    alone, shared_house = house.drafted(ann, "mixmath"), house.drafted(ann, "mixmath")
    ann.post(f"/api/matches/{shared_house}/hosts", json={"name": "bob"}).raise_for_status()
    bob.accept_offers()
    ann.post("/api/me/delete", json={"password": PASSWORD}).raise_for_status()
    assert refusal(bob.get(f"/api/matches/{alone}")) == (404, "no-match")
    assert bob.get(f"/api/matches/{shared_house}").json()["hosts"] == ["Bob"]


def test_deleting_an_account_needs_the_password_and_frees_the_name(house: House) -> None:
    ann = member(house, "Ann")
    assert refusal(ann.post("/api/me/delete", json={"password": "wrong one"})) == (403, "wrong-password")
    ann.post("/api/me/delete", json={"password": PASSWORD}).raise_for_status()
    response = house.guest("").post("/api/sign-in", json={"name": "Ann", "password": PASSWORD})
    assert refusal(response) == (403, "wrong-password")
    assert me(member(house, "Ann"))["kind"] == "member"


# Names in matches that haven't begun


def test_a_new_name_reaches_those_who_wait_for_the_start_at_once(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "mixmath")
    ann.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()
    with host.live(match) as live:
        while json.loads(live.recv(timeout=10))["public_match"]["seats"][1]["name"] != "Ann":
            pass
        with contextlib.suppress(TimeoutError):
            while True:  # until nothing else would wake the connection before its heartbeat
                live.recv(timeout=3)
        ann.put("/api/me/name", json={"name": "Anna"}).raise_for_status()
        assert json.loads(live.recv(timeout=10))["public_match"]["seats"][1]["name"] == "Anna"
