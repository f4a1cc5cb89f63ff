"""The client has a call for every operation: its requests are compared with the OpenAPI
document, and the calls run against a house."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.client import Client, ClientError
from numberhouse.client.wire import Wire
from numberhouse.protocol.moderation import BlockRequest, ReportRequest
from numberhouse.protocol.practice import Attempt
from numberhouse.server.base.settings import Settings
from tests.server.conftest import House, idle_app

VALUES: dict[str, Any] = {
    "match": "M", "game": "mixmath", "seat": 1, "name": "N", "secret": "S", "session": "S", "token": "T",
    "invitation": "I", "address": "A", "attempt": "P", "drill": "D", "entry": 1, "number": 1, "room": "all",
}  # fmt: skip
"""Arguments of the calls; any other argument is a word."""

OWN = ("close", "live")
"""Methods of the client that send no HTTP request."""


class Recorded(Exception):  # noqa: N818 - no fault
    """Raised instead of an answer."""


def requests_of_client(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Method and path of every request that the client can make."""
    requests: list[tuple[str, str]] = []

    def record(_: Wire, method: str, path: str, *__: Any) -> None:
        requests.append((method, path.partition("?")[0]))
        raise Recorded

    monkeypatch.setattr(Wire, "send", record)
    monkeypatch.setattr(Wire, "text", lambda wire, path: record(wire, "GET", path))
    with Client("http://house.example", token="t") as house:
        parts = [house, house.account, house.moderation, house.practice, house.hosting("M")]
        parts += [house.review("M"), house.review(record="R")]
        for part in parts:
            for name, method in inspect.getmembers(part, inspect.ismethod):
                if not name.startswith("_") and name not in OWN and name not in ("hosting", "review"):
                    for invitation in (None, "I") if name == "revoke" else (None,):
                        positional, named = arguments(method, invitation)
                        with pytest.raises(Recorded):
                            method(*positional, **named)
    yield from requests


def arguments(method: Any, invitation: str | None) -> tuple[list[Any], dict[str, Any]]:
    """Arguments for the parameters without a default, and for the one that changes the request."""
    result: list[Any] = []
    named: dict[str, Any] = {}
    for name, parameter in inspect.signature(method).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            if parameter.default is parameter.empty:
                named[name] = VALUES.get(name, "x")
        elif name == "invitation":
            result.append(invitation)
        elif parameter.default is parameter.empty:
            attempt = (
                Attempt.__struct_fields__ and name == "attempt" and "Attempt" in str(parameter.annotation)
            )
            result.append(problem() if attempt else VALUES.get(name, "x"))
    return result, named


def problem() -> Attempt:
    fields = dict.fromkeys(Attempt.__struct_fields__)
    return Attempt(**fields | {"id": "P", "moves": 0})  # type: ignore[arg-type]


def test_the_client_has_a_call_for_every_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    document = idle_app().openapi_schema.to_schema()
    operations = {
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if path.startswith("/api/")
    }
    requests = set(requests_of_client(monkeypatch))
    missing = {
        (method, path)
        for method, path in operations
        if not any(method == other_method and fits(path, other_path) for other_method, other_path in requests)
    }
    assert missing == set()
    wrong = {
        request
        for request in requests
        if not any(
            request[0] == other_method and fits(other_path, request[1])
            for other_method, other_path in operations
        )
    }
    assert wrong == set()


def fits(template: str, path: str) -> bool:
    return re.fullmatch(re.sub(r"\{\w+\}", r"[^/]+", template), path) is not None


# Calls to a house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=0)) as service:
        yield service


def test_people_are_blocked_muted_and_reported(house: House) -> None:
    with Client(house.address) as ann, Client(house.address) as bob:
        ann.guest("Ann")
        bob.guest("Bob")
        match = ann.draft("mixmath", seats=2).id
        ann.open(match)
        host = BlockRequest(match=match, host="Ann")
        (block,) = bob.moderation.block(host)
        assert [block.name for block in bob.moderation.blocks()] == ["Ann"]
        bob.moderation.unblock(block.id)
        assert bob.moderation.blocks() == []
        (mute,) = bob.moderation.mute(host)
        bob.moderation.unmute(mute.id)
        assert bob.moderation.mutes() == []
        made = bob.moderation.report(ReportRequest(match=match, host="Ann", reason="name"))
        assert bob.moderation.reports() == [made]
        with pytest.raises(ClientError, match="only members do this"):
            bob.moderation.all_reports()


def test_preferences_and_addresses_are_stored(house: House) -> None:
    with Client(house.address) as ann:
        ann.register("Ann", "a long password")
        preferences = ann.account.change_preferences(["your-turn"], "ru")
        assert (preferences.notification_kinds, preferences.language, preferences.addresses) == (
            ("your-turn",),
            "ru",
            (),
        )
        addresses = ann.account.add_address("discord://1234567890/abcdefghij")
        assert [entry.kind for entry in addresses] == ["discord"]
        assert ann.account.preferences().addresses == addresses
        ann.account.remove_address(addresses[0].id)
        assert ann.account.preferences().addresses == ()
        token = ann.account.make_token("my program")
        assert [entry.name for entry in ann.account.tokens()] == ["my program"]
        ann.account.revoke_token(ann.account.tokens()[0].id)
        with Client(house.address, token=token) as program, pytest.raises(ClientError) as refused:
            program.account.preferences()
        assert refused.value.status == 401
        assert ann.account.export("a long password")["people"]["name"] == "Ann"
        ann.account.delete("a long password")
        assert ann.me() is None


def test_a_program_hosts_a_match(house: House) -> None:
    with Client(house.address) as host, Client(house.address) as ann, Client(house.address) as bob:
        for client, name in ((host, "Hanna"), (ann, "Ann"), (bob, "Bob")):
            client.guest(name)
        match = host.draft("addition-crypt", seats=2).id
        host.open(match)
        hosting = host.hosting(match)
        ann.accept(host.invite(match, 0))
        assert bob.find(hosting.code().code).match == match
        hosting.hide_code()
        bob.join(match)
        assert [client.used is not None for client in hosting.invitations()] == [True]
        host.start(match)
        assert [turn.match for turn in ann.turns()] == [match]
        ann.act(match, {"type": "submit", "first": 0, "second": 1, "scoring": 0})
        assert [client.notation for client in hosting.desk(everything=True).submissions or ()] == ["A* B"]
        assert hosting.pause().status == "paused"
        assert hosting.resume().status == "running"
        assert hosting.announce("On we go.").announcements[0][1] == "On we go."
        assert hosting.preview(1, notation="C* D").new == "C* D"
        assert hosting.amend(1, notation="C* D", reason="misheard").old == "A* B"
        assert "waiting for: Ann, Bob" in hosting.announcement()
        assert hosting.pieces("short") == ["short"]
        assert bob.legal(match).parts
        assert bob.text(match).text
        assert "Bob" in hosting.transcript("markdown", perspective="everything")
        assert hosting.state(0)["entry"] == 0
        assert hosting.stop("enough").status == "abandoned"
        assert ann.review(match).timeline(0).perspective == 0
        record = hosting.record()
        assert ann.review(record=record).timeline("everything").perspective == "everything"
        assert host.schedule(rows=[{"game": "mixmath"}], dry_run=True)[0].id is None
