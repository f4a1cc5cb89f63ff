"""Attacks over HTTP: each is refused and leaves no trace in the service."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from numberhouse.server.accounts.people import new_secret
from numberhouse.server.base.rate_limits import MOST_BUCKETS, RateLimits, network
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.bodies import SMALL
from tests.server.conftest import Guest, House, MockClock, idle_app

EVIL = "https://evil.example"

SQL = "'); DROP TABLE people; --"
HTML = "<img src=x onerror=alert(1)>"


def routes(*methods: str) -> list[tuple[str, str]]:
    """Every route that takes one of the methods."""
    return sorted(
        (method, route.path_format)
        for route in idle_app().routes
        if isinstance(route, HTTPRoute)
        for method in route.route_handler_map
        if method in methods
    )


CHANGING = routes("POST", "PUT", "DELETE", "PATCH")
OF_MATCHES = [path for method, path in routes("GET") if "{match}" in path]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all attacks: none leaves a trace that matters to the next test."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    settings = Settings(
        database=database, bots=0, requests_per_minute=1_000_000, actions_per_minute=1_000_000,
        max_matches_per_host=10_000,
    )  # fmt: skip
    with House(settings) as running:
        yield running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def each_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house on each kind of database: SQLite accepts some texts that are errors in PostgreSQL."""
    if request.param == "sqlite":
        database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    else:
        database = request.getfixturevalue("new_database")()
    settings = Settings(
        database=database,
        bots=0,
        requests_per_minute=1_000_000,
        actions_per_minute=1_000_000,
        max_matches_per_host=10_000,
    )
    with House(settings) as running:
        yield running


@pytest.fixture(scope="module")
def bea(each_house: House) -> Guest:
    return each_house.guest("Bea")


@pytest.fixture(scope="module")
def ann(house: House) -> Guest:
    return house.guest("Ann")


def fill_path(path: str, match: str = "no-match") -> str:
    for name, value in (("{match}", match), ("{seat}", "0"), ("{number}", "1"), ("{game}", "mixmath")):
        path = path.replace(name, value)
    return path.replace("{", "").replace("}", "")


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Other sites


@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_a_page_of_another_site_changes_nothing(house: House, ann: Guest, method: str, path: str) -> None:
    for client in (ann, house.guest("")):
        for headers in (
            {"Origin": EVIL},
            {"Origin": "null"},
            {"Origin": house.address + ".evil.example"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
        ):
            answer = client.request(method, fill_path(path), headers=headers)
            assert refusal(answer) == (403, "origin")
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_requests_of_our_pages_and_of_programs_are_accepted(house: House, ann: Guest) -> None:
    for headers in ({"Origin": house.address}, {"Sec-Fetch-Site": "same-origin"}, {}):
        answer = ann.post("/api/matches", json={"game": "mixmath"}, headers=headers)
        assert answer.status_code == 201


def test_a_set_origin_is_the_only_one_whatever_the_host_header(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "h.sqlite"), bots=0, origin="https://play.example.org")
    with House(settings) as house:
        nobody = house.guest("")
        nobody.headers["Host"] = "play.example.org"
        response = nobody.post("/api/guest", json={}, headers={"Origin": EVIL})
        assert refusal(response) == (403, "origin")
        elsewhere = nobody.post("/api/guest", json={}, headers={"Origin": EVIL, "Host": "evil.example"})
        assert refusal(elsewhere) == (421, "host")
        right = nobody.post("/api/guest", json={}, headers={"Origin": "https://play.example.org"})
        assert right.status_code == 201
        assert right.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.parametrize(("method", "path"), CHANGING)
@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "x" * 90],
)
def test_a_body_of_a_kind_that_a_form_can_send_is_not_read(
    ann: Guest, method: str, path: str, kind: str
) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = ann.request(method, fill_path(path), content=b"{}", headers=headers)
    assert refusal(answer) == (415, "content-type")


@pytest.mark.parametrize("origin", [EVIL, "null", "http://127.0.0.1.evil.example"])
def test_a_socket_from_another_site_is_refused(house: House, ann: Guest, origin: str) -> None:
    match = house.drafted(ann, "mixmath")
    url = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    cookie = {"Cookie": f"numberhouse={ann.cookies['numberhouse']}"}
    with connect(url, additional_headers=cookie, origin=Origin(origin)) as live:
        assert json.loads(live.recv())["code"] == "origin"
        with pytest.raises(ConnectionClosed):
            live.recv()


def test_signing_out_everywhere_closes_the_sockets(house: House) -> None:
    match, (bob, _) = house.begun("mixmath", "Bob Cyd")
    with bob.live(match) as live:
        assert json.loads(live.recv())["type"] == "snapshot"
        bob.post("/api/sign-out-everywhere").raise_for_status()
        messages = [json.loads(live.recv(timeout=10))]
        while messages[-1]["type"] != "refused":
            messages.append(json.loads(live.recv(timeout=10)))
        assert messages[-1]["code"] == "signed-out"
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=10)


# Headers for browsers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/games", 200),
        ("GET", "/api/matches/nothing", 404),
        ("GET", "/no/such/page", 404),
        ("GET", "/api/no/such/page", 404),
        ("PATCH", "/api/games", 405),
        ("POST", "/api/matches", 400),
        ("GET", "/api/schema/openapi.json", 200),
        ("GET", "/healthz", 200),
    ],
)
def test_every_answer_has_the_security_headers(ann: Guest, method: str, path: str, status: int) -> None:
    answer = ann.request(method, path)
    assert answer.status_code == status
    headers = answer.headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "no-store" in headers["cache-control"] or "no-cache" in headers["cache-control"]
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers
    assert "html" not in headers["content-type"]


def test_html_in_names_and_titles_stays_text_in_json(house: House) -> None:
    bob = house.guest(HTML)
    match = house.drafted(bob, "mixmath", terms={"title": HTML})
    bob.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    for path in ("/api/me", f"/api/matches/{match}", "/api/matches", f"/api/matches/{match}/view"):
        answer = house.guest("").get(path) if path != "/api/me" else bob.get(path)
        assert answer.headers["content-type"].startswith("application/json")
    info = bob.get(f"/api/matches/{match}").json()
    assert (info["terms"]["title"], info["seats"][0]["name"]) == (HTML, HTML)


# Guessing


def test_a_missing_match_and_a_private_one_get_the_same_answer(house: House, ann: Guest) -> None:
    private = house.drafted(ann, "mixmath", terms={"visibility": "private"})
    bob = house.guest("Bob")
    for method, path in [("GET", response) for response in OF_MATCHES] + [
        (method, path) for method, path in CHANGING if "{match}" in path
    ]:
        bodies: tuple[dict[str, Any] | None, ...] = (None, {})
        for body in bodies:
            existing, missing = (
                bob.request(method, fill_path(path, match), json=body) for match in (private, new_secret(9))
            )
            assert existing.status_code == missing.status_code, path
            texts = [
                re.sub(r"/matches/[^/ ]+", "/matches/…", response.text) for response in (existing, missing)
            ]
            assert texts[0] == texts[1], path
            assert existing.status_code in (400, 404), path


def test_secrets_and_ids_are_too_long_to_be_guessed(house: House, ann: Guest) -> None:
    match = house.drafted(ann, "mixmath")
    invitation = ann.post(f"/api/matches/{match}/invitations", json={}).json()
    assert len(match) >= 12  # 72 bits: only to find it, where it isn't private
    assert len(invitation["secret"]) >= 32
    assert len(ann.cookies["numberhouse"]) >= 32
    secrets = {new_secret() for _ in range(1000)}
    assert len(secrets) == 1000


@pytest.mark.parametrize(
    "secret", ["", "x", "numberhouse", "x" * 5000, "%00", "é", '"; DROP TABLE x', "0" * 32]
)
def test_an_invented_cookie_or_token_authenticates_nobody(each_house: House, secret: str) -> None:
    quoted = secret.encode("utf-8").decode("latin-1")
    cookie = httpx.get(
        f"{each_house.address}/api/me",
        headers={b"Cookie": f"numberhouse={quoted}".encode("latin-1")},
    )
    assert (cookie.status_code, cookie.content) == (200, b"null")
    header = {b"Authorization": f"Bearer {quoted}".encode("latin-1").strip()}
    assert httpx.get(f"{each_house.address}/api/me", headers=header).status_code == 401


@pytest.mark.parametrize("kind", ["Basic", "bearer", "Bearer", "Digest", ""])
def test_other_authentication_schemes_are_refused(house: House, kind: str) -> None:
    answer = house.guest("").get("/api/me", headers={"Authorization": f"{kind} x:y".strip()})
    assert refusal(answer) == (401, "token")


# Unusual paths


TRICKS = [
    "..", "../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%00", "a%00b", "%ff%fe", "%ed%a0%80", SQL,
    "' OR '1'='1", "%27%20OR%201=1--",
    HTML, "x" * 4000, "%F0%9F%98%80", "1;2", "*", "%", "null", "-1", "\\..\\..",
]  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS)
def test_unusual_ids_find_nothing_and_cause_no_error(bea: Guest, trick: str) -> None:
    for path in OF_MATCHES:
        answer = bea.get(fill_path(path, trick))
        # A path with .. may be that of another resource without GET.
        assert answer.status_code in (400, 404, *((405,) if trick == ".." else ())), path
        assert "passwd" not in answer.text or "etc" in trick
    for path in (f"/api/games/{trick}", f"/api/games/{trick}/rules"):
        assert bea.get(path).status_code in (400, 404)
    for path in (f"/api/me/sign-ins/{trick}", f"/api/me/tokens/{trick}", f"/api/me/addresses/{trick}"):
        assert bea.delete(path).status_code in (400, 403, 404, 405)
    assert bea.get("/api/me").json()["name"] == "Bea"


@pytest.mark.parametrize(
    "query",
    [
        "before=nan",
        "before=inf",
        "before=-inf",
        "before=1e999",
        "before=",
        "before=%00",
        "which=all",
        "which=%27",
    ],
)
def test_unusual_queries_cause_no_error(bea: Guest, query: str) -> None:
    assert bea.get(f"/api/matches?{query}").status_code in (200, 400)


@pytest.mark.parametrize("number", ["9" * 30, "-1", "1e9", "nan", "%00", "0x10"])
def test_unusual_numbers_cause_no_error(each_house: House, bea: Guest, number: str) -> None:
    match = each_house.drafted(bea, "mixmath")
    answers = [
        bea.put(f"/api/matches/{match}/seats/{number}", json={"bot": None}),
        bea.get(f"/api/matches/{match}/updates", params={"epoch": number, "number": number}),
        bea.get(f"/api/matches/{match}/view", params={"as": number}),
    ]
    assert not [answer.text for answer in answers if answer.status_code >= 500]


# Unusual bodies


WEIRD: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"hello",
    "cut off": b'{"name": "x',
    "null": b"null",
    "a list": b"[]",
    "a number": b"7",
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep structs": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "deep options": b'{"game":"mixmath","options":' + b'{"a":' * 900 + b"1" + b"}" * 901,
    "a deep action": b'{"action":' + b"[" * 900 + b"]" * 900 + b"}",
    "a huge number": b'{"game":"mixmath","seats":' + b"9" * 400 + b"}",
    "a huger number": b'{"action":' + b"9" * 5000 + b"}",
    "a huge fraction": b'{"action":1e400}',
    "not a number": b'{"action":NaN}',
    "a null byte": b'{"name":"a\\u0000b","password":"a\\u0000bcdefgh","secret":"\\u0000"}',
    "half a character": b'{"name":"\\ud800","password":"\\udfff\\ud800xxxxxx"}',
    "no text": b'{"name":"\xff\xfe\xed\xa0\x80"}',
    "twice": b'{"name":"a","name":"b"}',
    "more": b'{"name":"Ann","password":"long enough","administrator":true}',
    "sql": json.dumps({"name": SQL, "password": SQL, "secret": SQL, "game": SQL, "bot": SQL}).encode(),
    "big seat": b'{"seat":99999999999999999999}',
    "big options": b'{"game":"mixmath","options":{"a":"' + b"x" * 300_000 + b'"}}',
    "surrogates in options": b'{"game":"mixmath","options":{"\\ud83d":1}}',
}

BEGINNING = ("/api/guest", "/api/register", "/api/sign-in")
"""Operations that end the session of the request; these tests leave them out."""


@pytest.mark.parametrize("weird", WEIRD)
def test_unusual_bodies_cause_no_error(each_house: House, weird: str) -> None:
    bob = each_house.guest("Bob")
    match = each_house.drafted(bob, "mixmath")
    last = [("POST", "/api/me/delete"), ("POST", "/api/sign-out"), ("POST", "/api/sign-out-everywhere")]
    last.append(("DELETE", "/api/matches/{match}"))
    faults = []
    headers = {"Content-Type": "application/json"}
    for method, path in [route for route in CHANGING if route not in last]:
        asking = each_house.guest("") if path in BEGINNING else bob
        answer = asking.request(method, fill_path(path, match), content=WEIRD[weird], headers=headers)
        content_type = answer.headers.get("content-type", "")
        if answer.status_code >= 500 or not (answer.status_code == 204 or content_type == "application/json"):
            faults.append((method, path, answer.status_code, answer.text[:200]))
    assert faults == []
    assert bob.get("/api/me").json()["administrator"] is False


NUL = "a\x00b"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/act", {"action": {"type": "pass"}, "key": NUL}),
        ("/act", {"action": {"type": NUL}}),
        ("/messages", {"room": NUL, "text": "hello"}),
        ("/messages", {"room": "table:0-1", "text": NUL}),
        ("/messages", {"room": "table:0-1", "text": "hello", "key": NUL}),
        ("/desk/announcements", {"text": NUL, "key": NUL}),
        ("/desk/announcements", {"text": "hello", "key": NUL}),
        ("/desk/pause", {"key": NUL}),
        ("/desk/resume", {"key": NUL}),
        ("/desk/extend", {"seconds": 10, "reason": NUL, "key": NUL}),
        ("/desk/amendments", {"number": 1, "notation": NUL, "reason": NUL, "key": NUL}),
        ("/desk/seats/0/replace", {"member": NUL, "key": NUL}),
        ("/desk/seats/0/expire", {"key": NUL}),
        ("/hosts", {"name": NUL}),
        ("/copy", {"title": NUL}),
        ("/desk/stop", {"reason": NUL, "key": NUL}),
    ],
)
def test_a_null_byte_in_a_text_causes_no_database_error(
    each_house: House, path: str, body: dict[str, Any]
) -> None:
    match, players = each_house.begun("mixmath", "Fay Gil")
    for player in players:
        answer = player.post(f"/api/matches/{match}{path}", json=body)
        assert answer.status_code < 500, answer.text
    assert players[0].get(f"/api/matches/{match}").status_code == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_read(ann: Guest) -> None:
    body = b'{"name":"' + b"x" * SMALL + b'"}'
    headers = {"Content-Type": "application/json"}
    assert ann.post("/api/guest", content=body, headers=headers).status_code == 413

    def pieces() -> Iterator[bytes]:
        yield from (body[at : at + 65536] for at in range(0, len(body), 65536))

    assert ann.post("/api/guest", content=pieces(), headers=headers).status_code == 413


@pytest.mark.parametrize("message", list(WEIRD))
def test_unusual_messages_on_a_socket_cause_no_error(house: House, message: str) -> None:
    if len(WEIRD[message]) > 60_000 or message in ("nothing", "no text"):
        pytest.skip("too large, or no text at all: another test")
    match, (bob, _) = running_match(house)
    with bob.live(match) as live:
        live.recv()
        live.send(WEIRD[message].decode())
        live.send(json.dumps({"type": "act", "action": {"type": "nonsense"}, "key": "after"}))
        messages = [json.loads(live.recv(timeout=10)) for _ in range(2)]
    assert {answer["type"] for answer in messages} == {"refused"}
    assert messages[1]["key"] == "after"


def test_a_message_that_is_too_large_closes_the_socket(house: House) -> None:
    match, (bob, _) = running_match(house)
    with bob.live(match) as live:
        live.recv()
        live.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=10)
    with bob.live(match) as live:
        assert json.loads(live.recv())["type"] == "snapshot"


_playing: list[tuple[str, list[Guest]]] = []


def running_match(house: House) -> tuple[str, list[Guest]]:
    """A running match, shared by these tests."""
    if not _playing:
        _playing.append(house.begun("mixmath", "Dan Eve"))
    return _playing[0]


def test_sql_in_every_text_field_is_text(house: House) -> None:
    bob = house.guest(SQL)
    assert bob.get("/api/me").json()["name"] == SQL
    match = house.drafted(bob, "mixmath", terms={"title": SQL})
    bob.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert bob.get(f"/api/matches/{match}").json()["terms"]["title"] == SQL
    eve = house.guest("")
    eve.post("/api/register", json={"name": SQL + "2", "password": SQL}).raise_for_status()
    assert eve.post("/api/sign-in", json={"name": SQL + "2", "password": SQL}).status_code == 201
    for name in ("' OR '1'='1", "%", "_", "x' UNION SELECT * FROM people --"):
        response = house.guest("").post("/api/sign-in", json={"name": name, "password": "' OR '1'='1"})
        assert refusal(response) == (403, "wrong-password")
    eve.post("/api/me/tokens", json={"name": SQL}).raise_for_status()
    assert eve.get("/api/me/tokens").json()[0]["name"] == SQL
    assert eve.post(f"/api/matches/{match}/hosts", json={"name": SQL}).status_code == 403
    assert bob.delete(f"/api/matches/{match}/hosts", params={"name": SQL + "x"}).status_code == 404
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        (count,) = connection.execute("SELECT count(*) FROM people").fetchone()
    connection.close()
    assert count >= 2


# Floods


def waiting_time(limits: RateLimits, *owners: Any) -> int | None:
    """Seconds until it would be accepted; None if it is accepted now."""
    try:
        limits.take(*owners)
    except Refused as refused:
        return int(refused.values["retry_after"])
    return None


def test_a_bucket_empties_at_once_and_fills_steadily() -> None:
    clock = MockClock()
    limits = RateLimits(Settings(actions_per_minute=60), clock)
    assert [waiting_time(limits, "actions", "ann") for _ in range(61)] == [None] * 60 + [1]
    clock.time += 0.5
    assert waiting_time(limits, "actions", "ann") == 1
    clock.time += 0.5
    assert [waiting_time(limits, "actions", "ann") for _ in range(2)] == [None, 1]
    clock.time += 3600
    assert [waiting_time(limits, "actions", "ann") for _ in range(61)] == [None] * 60 + [1]


def test_an_account_and_an_address_are_counted_together_and_refused_together() -> None:
    limits = RateLimits(Settings(actions_per_minute=2), MockClock())
    assert [waiting_time(limits, "actions", "ann", "here") for _ in range(3)] == [None, None, 30]
    assert waiting_time(limits, "actions", "ann", "there") == 30
    assert waiting_time(limits, "actions", "bob", "here") == 30
    assert [waiting_time(limits, "actions", "bob", "there") for _ in range(3)] == [None, None, 30]


def test_kinds_are_counted_apart_and_0_is_any_number() -> None:
    limits = RateLimits(Settings(actions_per_minute=0, requests_per_minute=1), MockClock())
    assert [waiting_time(limits, "actions", "ann") for _ in range(1000)] == [None] * 1000
    assert [waiting_time(limits, "requests", "ann") for _ in range(2)] == [None, 60]
    assert waiting_time(limits, "passwords", "ann") is None


def test_however_many_addresses_ask_the_memory_is_bounded() -> None:
    limits = RateLimits(Settings(requests_per_minute=1), MockClock())
    for number in range(MOST_BUCKETS + 1000):
        limits.take("requests", f"address {number}")
    assert len(limits) == MOST_BUCKETS
    assert waiting_time(limits, "requests", f"address {MOST_BUCKETS + 999}") == 60


def test_concurrent_operations_are_limited() -> None:
    limits = RateLimits(Settings(), MockClock())
    with limits.holding("lamps", "ann", 1):
        with pytest.raises(Refused, match="1 lamps at once"), limits.holding("lamps", "ann", 1):
            raise AssertionError
        with limits.holding("lamps", "bob", 1), limits.holding("lamps", "ann", 0):
            pass
    with limits.holding("lamps", "ann", 1):
        pass


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_all_addresses_of_one_network_count_as_one(address: str, whose: str) -> None:
    assert network(address) == whose


def test_a_flood_of_requests_is_refused_with_a_waiting_time(tmp_path: Path) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, requests_per_minute=30)) as house:
        flooding = house.guest("")
        answers = [flooding.get("/api/me") for _ in range(40)]
        over = answers[-1]
        assert refusal(over) == (429, "too-many")
        assert over.headers["retry-after"] == "2"
        assert over.json()["values"] == {"limit": "requests", "retry_after": 2}
        spoofed = flooding.get("/api/me", headers={"X-Forwarded-For": "192.0.2.99"})
        assert spoofed.status_code == 429
        house.clock.time += 2
        assert flooding.get("/api/me").status_code == 200


def test_behind_a_proxy_each_address_has_its_own_limit_and_cant_be_forged(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "h.sqlite"), bots=0, requests_per_minute=30, proxies=1)
    with House(settings) as house:
        guest = house.guest("")

        def status(forwarded: str) -> int:
            return guest.get("/api/me", headers={"X-Forwarded-For": forwarded}).status_code

        assert {status("192.0.2.1") for _ in range(30)} == {200}
        assert status("192.0.2.1") == 429
        assert status("192.0.2.50, 192.0.2.1") == 429
        assert status("192.0.2.2") == 200


def test_a_flood_of_guests_is_refused(tmp_path: Path) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, requests_per_minute=100)) as house:
        answers = [house.guest("").post("/api/guest", json={}) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429]
        assert answers[-1].json()["values"]["limit"] == "people"


def test_a_flood_of_actions_is_refused_through_http_and_through_a_socket(tmp_path: Path) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, actions_per_minute=6)) as house:
        match, players = house.begun("mixmath")
        responses = [players[0].act(match, {"type": "nonsense"}) for _ in range(7)]
        assert [answer.status_code for answer in responses] == [409] * 6 + [429]
        assert responses[-1].headers["retry-after"] == "10"
        house.clock.time += 60
        with players[0].live(match) as live:
            live.recv()
            message = json.dumps({"type": "act", "action": {"type": "nonsense"}, "key": "k"})
            messages = []
            for _ in range(7):
                live.send(message)
                messages.append(json.loads(live.recv(timeout=10))["code"])
        assert messages == ["action"] * 6 + ["too-many"]
