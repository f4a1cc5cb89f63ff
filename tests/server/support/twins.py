"""Twins: two houses in which everything is the same but one secret, and everything that a person can be sent.

The routes come from the application itself. A route whose parameters or body aren't known here is an error
that says what to add, so that a new route can't be left out.
"""

from __future__ import annotations

import json
import random
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Final, NamedTuple

import httpx
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.routes import HTTPRoute, WebSocketRoute
from litestar.typing import FieldDefinition
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server.conftest import Guest, idle_app

__all__ = [
    "ANSWERS",
    "BODIES",
    "DECISIVE",
    "VALUES",
    "Call",
    "Person",
    "calls",
    "live_routes",
    "query_names",
    "reseed",
]

VALUES: Final[Mapping[str, Sequence[str]]] = {
    "after": ("0", "1"),
    "as": ("0", "1"),
    "before": ("1900000000",),
    "before_id": ("no-such-match",),
    "block": ("no-such-block",),
    "decided": ("true",),
    "drill": ("no-such-drill",),
    "entry": ("0", "1", "-1"),
    "epoch": ("0", "1"),
    "everything": ("true",),
    "first": ("1", "2"),
    "form": ("text", "markdown", "html", "json", "pieces"),
    "game": ("addition-crypt", "no-such-game"),
    "lang": ("ru",),
    "name": ("Ann",),
    "mute": ("no-such-mute",),
    "number": ("0", "1"),
    "perspective": ("own", "spectator", "everything", "0", "1"),
    "report": ("no-such-report",),
    "rest": ("x",),
    "result": ("won", "lost", "drawn"),
    "opponent": ("Ann",),
    "path": ("x",),
    "room": ("lobby", "no-such-room"),
    "round": ("1",),
    "seat": ("1",),
    "size": ("500",),
    "status": ("waiting", "running", "finished"),
    "text": ("nonsense",),
    "wait": ("0.02",),
    "which": ("open", "running", "mine"),
    "address": ("no-such-address",),
    "attempt": ("no-such-attempt",),
    "invitation": ("no-such-invitation",),
    "offer": ("no-such-offer",),
    "sign_in": ("no-such-login",),
    "token": ("no-such-token",),
}
"""By parameter of a path or a query, its values. `match` is known."""

TOGETHER: Final[Mapping[str, Sequence[str]]] = {
    "/api/matches": (
        "before=1900000000&before_id=no-such-match",
        "which=mine&status=running",
        "which=mine&status=finished&opponent=a",
        "which=mine&result=won",
        "which=mine&result=lost",
    ),
    "/api/matches/{match}/updates": ("epoch=0&number=0", "epoch=0&number=1&wait=0.02"),
}
"""Queries of several parameters, by route."""

NOTHING: Final[Sequence[Any]] = ({},)

RECORD: Final[Sequence[Any]] = ({"record": ""},)

BODIES: Final[Mapping[tuple[str, str], Sequence[Any]]] = {
    ("PUT", "/api/matches/{match}"): ({"game": "mixmath", "seats": 3},),
    ("PUT", "/api/matches/{match}/messages"): ({"room": "lobby", "number": 1, "text": "Hello."},),
    ("PUT", "/api/matches/{match}/notes"): ({"seat": 99, "mark": "doubt"},),
    ("PUT", "/api/matches/{match}/promises"): ({"room": "lobby", "number": 1, "accepted": True},),
    ("PUT", "/api/matches/{match}/seats"): ({"seats": 99},),
    ("PUT", "/api/matches/{match}/reactions"): ({"room": "lobby", "number": 1, "sign": "agree"},),
    ("PUT", "/api/matches/{match}/read-marks"): ({"room": "lobby", "number": 1},),
    ("PUT", "/api/matches/{match}/seats/{seat}"): ({"bot": "no-such-bot"},),
    ("PUT", "/api/matches/{match}/desk/secrets"): ({"secrets": {}},),
    ("PUT", "/api/matches/{match}/desk/schedule"): ({"opens": "never"},),
    ("POST", "/api/invitation/accept"): ({"secret": "no-such-secret"},),
    ("POST", "/api/invitation/preview"): ({"secret": "no-such-secret"},),
    ("POST", "/api/matches/{match}/act"): (
        {"action": {"type": "nonsense"}},
        {"action": None},
        {"action": {"type": "lock"}, "last_item": 5},
    ),
    ("POST", "/api/matches/{match}/advise"): ({"draft": {}}, {"draft": {"type": "submit"}}),
    ("POST", "/api/matches/{match}/assistance"): ({"assistance": True},),
    ("PUT", "/api/matches/{match}/contribution"): ({"contribution": "00" * 16}, {"contribution": "?"}),
    ("POST", "/api/matches/{match}/code"): NOTHING,
    ("POST", "/api/matches/{match}/copy"): NOTHING,
    ("POST", "/api/matches/{match}/desk/amendments"): ({"number": 1}, {"number": 99}),
    ("POST", "/api/matches/{match}/desk/amendments/preview"): ({"number": 1}, {"number": 99}),
    ("POST", "/api/matches/{match}/desk/announcements"): ({"text": ""},),
    ("POST", "/api/matches/{match}/desk/announcements/pieces"): ({"text": "Hello."},),
    ("POST", "/api/matches/{match}/desk/extend"): ({"seconds": 60},),
    ("POST", "/api/matches/{match}/desk/pause"): NOTHING,
    ("POST", "/api/matches/{match}/desk/resume"): NOTHING,
    ("POST", "/api/matches/{match}/desk/rulings"): ({"ruling": {}},),
    ("POST", "/api/matches/{match}/desk/rulings/preview"): ({"ruling": {}},),
    ("POST", "/api/matches/{match}/hosts"): ({"name": "Nobody"},),
    ("POST", "/api/matches/{match}/invitations"): ({"seat": 1},),
    ("POST", "/api/matches/{match}/join"): ({"seat": 1}, {}),
    ("POST", "/api/matches/{match}/messages"): ({"room": "lobby", "text": "Hello."},),
    ("POST", "/api/matches/{match}/promises"): ({"room": "lobby", "round": 1, "action": {}},),
    ("POST", "/api/matches/{match}/proposals"): (
        {"kind": "extend", "request": {"seconds": 60}},
        {"kind": "stop"},
    ),
    ("POST", "/api/matches/{match}/proposals/{number}/consent"): ({"agrees": False}, {"agrees": True}),
    ("POST", "/api/matches/{match}/claim"): ({"kind": "win"}, {"kind": "call off"}),
    ("POST", "/api/matches/{match}/rematch"): NOTHING,
    ("POST", "/api/matches/{match}/review/play-on"): ({"entry": 1, "seat": 0}, {"entry": 1, "seat": 1}),
    ("POST", "/api/matches/{match}/review/what-if"): ({"entry": 1, "action": {"type": "lock"}},),
    # without a match
    ("POST", "/api/forgot-password"): ({"name": "Nobody"},),
    ("POST", "/api/code"): ({"code": "BCDFGH"},),
    ("POST", "/api/guest"): ({"name": "?" * 99},),
    ("POST", "/api/matches"): ({"game": "no-such-game"},),
    ("POST", "/api/me/addresses"): ({"address": "nowhere"},),
    ("POST", "/api/me/confirm"): ({"password": "wrong"},),
    ("POST", "/api/me/export"): NOTHING,
    ("POST", "/api/me/mail/confirm"): ({"code": "no-such-code"},),
    ("POST", "/api/me/mail/remove"): ({"password": "wrong"},),
    ("POST", "/api/me/offers/{offer}/accept"): NOTHING,
    ("POST", "/api/me/offers/{offer}/decline"): NOTHING,
    ("POST", "/api/me/tokens"): ({"name": ""},),
    ("POST", "/api/admin/reports/{report}"): ({"action": "dismiss", "reason": "no"},),
    ("POST", "/api/reports"): ({"match": "no-such-match", "host": "Ann", "reason": "spam"},),
    ("PUT", "/api/me/blocks"): ({"match": "no-such-match", "seat": 1},),
    ("PUT", "/api/me/mail"): ({"address": "nowhere", "password": "wrong"},),
    ("PUT", "/api/me/mutes"): ({"match": "no-such-match", "seat": 1},),
    ("PUT", "/api/me/name"): ({"name": "?" * 99},),
    ("PUT", "/api/me/password"): ({"old": "wrong", "new": "long enough"},),
    ("PUT", "/api/me/preferences"): ({"language": "xx"},),
    ("POST", "/api/play"): ({"game": "no-such-game"},),
    ("POST", "/api/practice/attempts/{attempt}/act"): ({"action": {}},),
    ("POST", "/api/practice/attempts/{attempt}/give-up"): NOTHING,
    ("POST", "/api/practice/attempts/{attempt}/retract"): ({"moves": 0},),
    ("POST", "/api/practice/{game}/{drill}"): NOTHING,
    ("POST", "/api/register"): ({"name": "", "password": ""},),
    ("POST", "/api/reset-password"): ({"secret": "no-such-secret", "password": "?"},),
    ("POST", "/api/review"): RECORD,
    ("POST", "/api/review/evaluations"): RECORD,
    ("POST", "/api/review/farewell"): RECORD,
    ("POST", "/api/review/text"): RECORD,
    ("POST", "/api/review/what-if"): RECORD,
    ("POST", "/api/review/play-on"): RECORD,
    ("POST", "/api/review/win-probabilities"): RECORD,
    ("POST", "/api/schedule"): ({"matches": []},),
    ("POST", "/api/sign-in"): ({"name": "Nobody", "password": "?"},),
}
"""Bodies by route. All are sent by everybody, so none of them may end a match or open its secrets."""

DECISIVE: Final[Mapping[tuple[str, str], Sequence[Any]]] = {
    ("DELETE", "/api/matches/{match}"): (None,),
    ("DELETE", "/api/matches/{match}/hosts"): (None,),
    ("POST", "/api/matches/{match}/desk/release"): NOTHING,
    ("POST", "/api/matches/{match}/desk/seats/{seat}/expire"): NOTHING,
    ("POST", "/api/matches/{match}/desk/seats/{seat}/replace"): ({"bot": "random"},),
    ("POST", "/api/matches/{match}/desk/seats/{seat}/resign"): NOTHING,
    ("POST", "/api/matches/{match}/desk/stop"): NOTHING,
    ("POST", "/api/matches/{match}/leave"): (None,),
    ("POST", "/api/matches/{match}/open"): (None,),
    ("POST", "/api/matches/{match}/resign"): (None,),
    ("POST", "/api/matches/{match}/start"): (None,),
    ("POST", "/api/me/delete"): NOTHING,
    ("POST", "/api/sign-out"): (None,),
    ("POST", "/api/sign-out-everywhere"): (None,),
}
"""Bodies of routes by which a match or a session may end; outsiders send them, after everything else."""

OF_THE_HOUSE: Final = frozenset({"/healthz", "/readyz", "/metrics"})
"""Routes of the operator. They say nothing of a match, and their answers change with the house's load."""

LISTS: Final = frozenset({"/api/matches", "/api/me/export", "/api/me/offers", "/api/me/turns"})
"""Routes without a match that may tell of matches."""

BAD_BODIES: Final = (b'{"no such field": 1}',)


class Call(NamedTuple):
    """A request: how to call a route."""

    method: str
    path: str
    body: bytes | None
    decisive: bool
    of_a_match: bool
    """Whether it may tell of a match."""


def calls() -> list[Call]:
    """Requests for all routes of the application, those that may end something last. Raises `AssertionError`
    for a route that nothing here covers."""
    found: list[Call] = []
    uncovered: list[str] = []
    for route in idle_app().routes:
        if not isinstance(route, HTTPRoute) or route.path_format in OF_THE_HOUSE:
            continue
        for method, (handler, _) in route.route_handler_map.items():
            if method == "OPTIONS":
                continue
            try:
                found += _calls_of(route.path_format, method, handler)
            except LookupError as error:
                uncovered.append(f"{method} {route.path_format}: {error}")
    assert not uncovered, "covered by nothing: add how to call it\n" + "\n".join(uncovered)
    return sorted(found, key=lambda call: (call.decisive, call.method != "GET", call.path, call.body or b""))


def live_routes() -> set[str]:
    """The paths of the live connections."""
    return {route.path_format for route in idle_app().routes if isinstance(route, WebSocketRoute)}


def _calls_of(path: str, method: str, handler: HTTPRouteHandler) -> Iterator[Call]:
    known = (method, path)
    decisive = known in DECISIVE
    bodies: Sequence[Any] = DECISIVE.get(known, BODIES.get(known, ()))
    if method in ("GET", "DELETE"):
        bodies = (None,)
    if not bodies:
        raise LookupError("no body in BODIES, nor in DECISIVE")
    filled = path
    while "{" in filled.replace("{match}", ""):
        name = filled.replace("{match}", "").partition("{")[2].partition("}")[0].partition(":")[0]
        filled = filled.replace("{" + name + "}", _values(name)[0])
    of_a_match = "{match}" in path or path in LISTS
    for query in _queries(path, handler):
        url = f"{filled}?{query}" if query else filled
        for body in bodies:
            encoded = None if body is None else json.dumps(body).encode()
            yield Call(method, url, encoded, decisive, of_a_match)
    if handler.parsed_data_field is not None:
        for bad in BAD_BODIES:
            yield Call(method, filled, bad, decisive=False, of_a_match=of_a_match)


def query_names(path: str, handler: HTTPRouteHandler) -> dict[str, Any]:
    """The parameters of the query, with their types."""
    return {name: field.annotation for name, field in _query_fields(path, handler)}


def _queries(path: str, handler: HTTPRouteHandler) -> list[str]:
    """The query strings: each parameter with each of its values, the others left out where they may be."""
    fields = dict(_query_fields(path, handler))
    required = {name: _values(name)[0] for name, field in fields.items() if not field.has_default}
    base = "&".join(f"{name}={value}" for name, value in required.items())
    queries = [base]
    for name, field in fields.items():
        for value in _values(name) if field.has_default else _values(name)[1:]:
            query = "&".join(f"{one}={other}" for one, other in {**required, name: value}.items())
            queries.append(query)
    return [*queries, *TOGETHER.get(path, ())]


def _query_fields(path: str, handler: HTTPRouteHandler) -> Iterator[tuple[str, FieldDefinition]]:
    for name, field in handler.parsed_fn_signature.parameters.items():
        definition = field.kwarg_definition
        alias = (definition.name if isinstance(definition, QueryParameter) else None) or name
        if name not in ("self", "request", "data") and "{" + name not in path:
            yield alias, field


def _values(name: str) -> Sequence[str]:
    if name not in VALUES:
        raise LookupError(f"no value of {name!r} in VALUES")
    return VALUES[name]


# Answers

ANSWERS: Final = {200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 413, 415, 429}
"""Statuses that an answer may have."""

NONSENSE: Final = ({"type": "nonsense"}, 7, None)
"""Actions that no game has."""


class Person:
    """Somebody who asks for everything."""

    def __init__(self, role: str, guest: Guest, match: str, begin: Callable[[str], None]) -> None:
        """`begin` begins a seed of the house's ids (`reseed`)."""
        self.role, self.guest, self.match, self.begin = role, guest, match, begin
        self._sockets = ExitStack()
        self._open: list[ClientConnection] = []

    def connect(self) -> None:
        """Open live connections, and read what comes first."""
        for query in ({}, {"words": "true"}):
            live = self._sockets.enter_context(self.guest.live(self.match, **query))
            self._open.append(live)
            _subscribe(live)
            _until_answered(live)

    def news(self) -> list[tuple[str, Any]]:
        """The messages on the open connections, up to the answer to a second question of our own: on a busy
        machine an update may be sent just after the answer to the first one."""
        first = [_until_answered(live) for live in self._open]
        time.sleep(0.2)
        second = [_until_answered(live) for live in self._open]
        both = [[*before[:-1], *after] for before, after in zip(first, second, strict=True)]
        return [(f"socket {number}", messages) for number, messages in enumerate(both)]

    def close(self) -> None:
        """Close the live connections."""
        self._sockets.close()

    def ask(self, asked: Sequence[Call]) -> Iterator[tuple[str, Any]]:
        """The answers to these requests; status, headers without the date, and bytes."""
        for call in asked:
            path = call.path.replace("{match}", self.match)
            headers = {} if call.body is None else {"Content-Type": "application/json"}
            self.begin(f"{self.match} {self.role} {call}")
            answer = self.guest.request(call.method, path, content=call.body, headers=headers)
            assert answer.status_code in ANSWERS, f"{self.role}: {call.method} {path}: {answer.text}"
            yield f"{call.method} {path} {call.body!r}", _whole(answer)
            tag = answer.headers.get("etag")
            if tag is not None and call.method == "GET":
                again = self.guest.get(path, headers={"If-None-Match": tag})
                yield f"{path} again", _whole(again)

    def look(self) -> Iterator[tuple[str, Any]]:
        """The messages of new live connections, refused actions among them."""
        for query in ({}, {"words": "true", "lang": "ru"}, {"epoch": 0, "number": 0}, {"as": 1}):
            with self.guest.live(self.match, **query) as live:
                messages: list[Any] = []
                try:
                    messages += _subscribe(live)
                    messages += _until_answered(live)
                    for action in NONSENSE:
                        live.send(json.dumps({"type": "act", "action": action, "last_item": 1}))
                        messages.append(live.recv(timeout=10))
                except ConnectionClosed as closed:
                    messages.append(str(closed))
                yield f"live {query}", messages


def _subscribe(live: ClientConnection) -> list[Any]:
    """Subscribe to the chat. Returns the messages up to its first one, in an order that chance can't
    change."""
    messages = [live.recv(timeout=10)]
    live.send(json.dumps({"type": "subscribe"}))
    while json.loads(messages[-1])["type"] != "messages":
        messages.append(live.recv(timeout=10))
    return messages


def _until_answered(live: ClientConnection) -> list[Any]:
    live.send("?")
    messages: list[Any] = []
    while not messages or json.loads(messages[-1]).get("code") != "message":
        messages.append(live.recv(timeout=10))
    return messages


def _whole(answer: httpx.Response) -> tuple[int, list[tuple[str, str]], bytes]:
    headers = [(name, value) for name, value in answer.headers.multi_items() if name != "date"]
    return answer.status_code, headers, answer.content


def reseed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Draw all ids and secrets of the house from seeds, so that twins have the same ones. Returns the
    function that begins a seed."""
    source = random.Random()

    def token_bytes(size: int | None = None) -> bytes:
        return source.randbytes(size or 32)

    def token_hex(size: int | None = None) -> str:
        return token_bytes(size).hex()

    def token_urlsafe(size: int | None = None) -> str:
        return token_bytes(size).hex()[: round((size or 32) * 4 / 3)]

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    monkeypatch.setattr(secrets, "token_hex", token_hex)
    monkeypatch.setattr(secrets, "token_urlsafe", token_urlsafe)
    monkeypatch.setattr(secrets, "randbelow", source.randrange)
    return source.seed
