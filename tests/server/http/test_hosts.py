"""The service answers under its own names alone, and says where weaknesses are reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from numberhouse.server.base.settings import BadSettings, Settings, load
from numberhouse.server.http.connections.hosts import allowed_hosts, host_name
from tests.server.conftest import House

ORIGIN = "https://play.example.org"


@pytest.mark.parametrize(
    ("header", "name"),
    [("play.example.org", "play.example.org"), ("Play.Example.org.:443", "play.example.org"),
     ("[::1]:8000", "[::1]"), ("[::1]", "[::1]"), ("127.0.0.1:80", "127.0.0.1"), ("", ""), ("a:b", "a:b")],
)  # fmt: skip
def test_the_name_of_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


def test_the_names_are_those_of_the_setting_else_that_of_the_origin_else_all() -> None:
    assert allowed_hosts(Settings()) == set()
    assert allowed_hosts(Settings(origin=ORIGIN)) == {"play.example.org"}
    assert allowed_hosts(Settings(origin=ORIGIN, hosts=("A.example", "b"))) == {"a.example", "b"}


@pytest.mark.parametrize("host", ["https://a.example", "a.example:80", "a/b", "a b"])
def test_a_host_with_more_than_a_name_is_refused(host: str) -> None:
    with pytest.raises(BadSettings, match=r"isn't a name like play\.example\.org"):
        load(None, {"NUMBERHOUSE_HOSTS": host})


def test_another_host_is_refused_on_every_path_before_anything_is_read(tmp_path: Path) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, origin=ORIGIN)) as house:
        nobody = house.guest("")
        for host in ("evil.example", "127.0.0.1", "", "play.example.org.evil.example"):
            for path in ("/", "/api/games", "/no/such/page", "/assets/x.js"):
                answer = nobody.get(path, headers={"Host": host})
                assert (answer.status_code, answer.json()["code"]) == (421, "host")
                assert answer.json()["values"] == {"hosts": ["play.example.org"]}
        right = nobody.get("/api/games", headers={"Host": "PLAY.example.org:443"})
        assert right.status_code == 200


def test_a_live_connection_to_another_host_is_refused(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "h.sqlite"), bots=0, hosts=("play.example.org",))
    with House(settings) as house:
        url = f"{house.address.replace('http', 'ws', 1)}/api/matches/x/live"
        with pytest.raises(InvalidStatus, match="403"), connect(url):
            pass


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_machines_that_watch_may_ask_by_address(tmp_path: Path, path: str) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, origin=ORIGIN)) as house:
        assert httpx.get(house.address + path).status_code == 200
        named = httpx.get(house.address + path, headers={"Host": "evil.example"})
        assert named.status_code == 421


def test_without_names_any_host_is_answered(house: House) -> None:
    assert house.guest("").get("/api/games", headers={"Host": "anything.example"}).status_code == 200


def test_security_txt_names_the_contact_and_an_end(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"security_contact": "mailto:security@example.org", "origin": ORIGIN}
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, **settings)) as house:
        answer = house.guest("").get("/.well-known/security.txt", headers={"Host": "play.example.org"})
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.text.splitlines() == [
            "Contact: mailto:security@example.org",
            "Expires: 2027-07-14T00:00:00Z",
            "Preferred-Languages: en, ru",
            "Canonical: https://play.example.org/.well-known/security.txt",
        ]


def test_without_a_contact_there_is_no_security_txt(house: House) -> None:
    answer = house.guest("").get("/.well-known/security.txt")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-contact")


@pytest.mark.parametrize("contact", ["security@example.org", "http://example.org", "mailto:a b"])
def test_a_contact_is_a_uri(contact: str) -> None:
    with pytest.raises(BadSettings, match="isn't like mailto:"):
        load(None, {"NUMBERHOUSE_SECURITY_CONTACT": contact})
