"""Bad input is refused in exact words, on every route: huge numbers, numbers written as text, no body."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from numberhouse.server.base.rate_limits import Rate
from numberhouse.server.base.refusals import Refused, choice_of
from numberhouse.server.base.settings import Settings
from numberhouse.server.http import bodies
from tests.server.conftest import Guest, House, idle_app
from tests.server.support.hosting import CRYPT, FIRST, hosted_match, refusal
from tests.server.support.listening import closed, received
from tests.server.support.twins import BODIES, DECISIVE, VALUES, query_names

HUGE = ("1" + "0" * 30, "-1" + "0" * 30, "1e300", "1e999", "9" * 5000)

ROUTES = sorted(
    (
        (method, route.path_format, handler)
        for route in idle_app().routes
        if isinstance(route, HTTPRoute) and route.path_format.startswith("/api/")
        for method, (handler, _) in route.route_handler_map.items()
        if method != "OPTIONS" and not re.search("sign-out|delete|schema", route.path_format)
    ),
    key=lambda route: (route[1], route[0]),
)
"""Without those that end the sessions of the test itself."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str, Guest, Guest]]:
    """A match that runs, its host, and a player."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    with House(Settings(database=database, bots=0)) as house:
        house.service.limits.rates.clear()
        match, host, players = hosted_match(house)
        yield house, match, host, players[0]


def filled(path: str, match: str) -> str:
    path = path.replace("{match}", match)
    return re.sub(r"\{(\w+)\}", lambda name: VALUES[name[1]][0], path)


def with_huge_numbers(kind: Any, known: Any) -> Iterator[bytes]:
    """The known body of a route, with each field in turn replaced by a huge number."""
    struct = next((one for one in get_args(kind) if one is not type(None)), kind)  # it may be left out
    for field in msgspec.structs.fields(struct):
        for number in HUGE:
            others = {name: value for name, value in known.items() if name != field.encode_name}
            body = json.dumps({**others, field.encode_name: "HUGE"})
            yield body.replace('"HUGE"', number).encode()
            yield body.replace('"HUGE"', f'{{"type": "x", "number": [{number}]}}').encode()


@pytest.mark.parametrize(
    ("method", "path", "handler"), ROUTES, ids=[f"{method} {path}" for method, path, _ in ROUTES]
)
def test_a_huge_number_is_refused_and_never_a_fault(
    busy: tuple[House, str, Guest, Guest], method: str, path: str, handler: HTTPRouteHandler
) -> None:
    _, match, *people = busy
    url = filled(path, match)
    urls = [re.sub(r"/\d+(/|$)", rf"/{number}\1", url) for number in HUGE]
    urls += [f"{url}?{name}={number}" for name in query_names(path, handler) for number in HUGE]
    bodies: list[bytes | None] = [None]
    field = handler.parsed_data_field
    if field is not None:
        known = {**DECISIVE, **BODIES}[method, path][0]
        bodies = list(with_huge_numbers(field.annotation, known or {}))
    for person in people:
        for at, body in [(at, None) for at in urls] + [(url, body) for body in bodies]:
            headers = {"Content-Type": "application/json"} if body is not None else {}
            answer = person.request(method, at, content=body, headers=headers)
            assert answer.status_code < 500, f"{at} {body!r}: {answer.text}"
            if answer.is_error:
                assert answer.json()["message"], at


@pytest.mark.parametrize(
    ("method", "path", "handler"), ROUTES, ids=[f"{method} {path}" for method, path, _ in ROUTES]
)
def test_the_refusal_of_a_parameter_names_it(
    busy: tuple[House, str, Guest, Guest], method: str, path: str, handler: HTTPRouteHandler
) -> None:
    _, match, host, _ = busy
    kinds = query_names(path, handler)
    for name in [
        name for name, kind in kinds.items() if kind in (int, float, bool, int | None, float | None)
    ]:
        required = "&".join(f"{other}={VALUES[other][0]}" for other in kinds if other != name)
        answer = host.request(method, f"{filled(path, match)}?{required}&{name}=x")
        assert answer.status_code == 400, answer.text
        assert name in answer.json()["message"].replace("seen_as", "as")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        (method, path)
        for method, path, handler in ROUTES
        if handler.parsed_data_field and handler.parsed_data_field.is_required
    ],
)
def test_a_request_without_a_body_is_told_what_it_needs(
    busy: tuple[House, str, Guest, Guest], method: str, path: str
) -> None:
    _, match, host, _ = busy
    answer = host.request(method, filled(path, match))
    assert answer.status_code == 400
    assert answer.json()["message"].startswith("this request has no body; it needs JSON: {")


@pytest.mark.parametrize(
    "fields",
    [
        {"last_item": "1"},
        {"last_item": 1.5},
        {"epoch": "0"},
        {"epoch": True},
        {"key": 1},
        {"action": {**FIRST, "first": "0"}},
        {"action": {**FIRST, "first": 0.5}},
        {"last_item": 10**30},
    ],
)
def test_both_roads_of_an_action_are_equally_strict(
    busy: tuple[House, str, Guest, Guest], fields: dict[str, Any]
) -> None:
    _, match, _, player = busy
    action = {"action": FIRST, **fields}
    assert player.post(f"/api/matches/{match}/act", json=action).status_code in (400, 409)
    with player.live(match) as live:
        received(live)
        live.send(json.dumps({"type": "act", **action}))
        while (answer := received(live))["type"] not in ("accepted", "refused"):
            pass
        assert answer["type"] == "refused"


def test_both_roads_refuse_a_body_that_is_too_deep_in_the_same_words(
    busy: tuple[House, str, Guest, Guest],
) -> None:
    _, match, _, player = busy
    deep = '"action": ' + "[" * 5000 + "]" * 5000 + "}"
    answer = player.post(
        f"/api/matches/{match}/act", content="{" + deep, headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, "nested too deeply" in answer.json()["message"]) == (400, True)
    with player.live(match) as live:
        live.send('{"type": "act", ' + deep)
        while (refused := received(live))["type"] != "refused":
            pass
    assert "nested too deeply" in refused["message"], refused


def test_a_repeated_request_may_write_out_a_default(house: House) -> None:
    match, _, players = hosted_match(house)
    assert players[0].act(match, FIRST, key="one").json()["repeated"] is False
    assert players[0].act(match, {**FIRST, "round": None}, key="one").json()["repeated"] is True
    assert refusal(players[0].act(match, {**FIRST, "scoring": 1}, key="one")) == (409, "key-reused")
    assert refusal(players[0].act(match, {"type": "x"}, key="one")) == (409, "key-reused")


@pytest.mark.parametrize("query", ["epoch=x", "number=x", "as=x", "words=x", "epoch=1.5"])
def test_a_live_connection_with_a_bad_parameter_is_refused_in_words(house: House, query: str) -> None:
    match, players = house.begun("mixmath")
    name, value = query.split("=")
    with players[0].live(match, **{name: value}) as live:
        code, (message,) = closed(live)
    assert (code, message["code"]) == (4403, "request")
    assert message["message"].startswith(f"{name}: '{value}' isn't ")


@pytest.mark.parametrize("message", [{"type": "heartbeat"}, {"type": "subscribe"}, "?"])
def test_messages_of_every_kind_are_limited(house: House, message: Any) -> None:
    match, players = house.begun("mixmath")
    house.service.limits.rates["live messages"] = Rate(5, 5)
    with players[0].live(match) as live:
        for _ in range(6):
            live.send(json.dumps(message))
        code, messages = closed(live)
    assert (code, messages[-1]["code"]) == (4403, "too-many")


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda guest, _: guest.post("/api/play", json={"game": "mixmath", "seats": -1}),
            "2 to 4 seats, not -1",
        ),
        (lambda guest, match: guest.get(f"/api/matches/{match}/state?entry=9999"), "there is only 0"),
        (lambda guest, match: guest.get(f"/api/matches/{match}/evaluations?first=9999"), "there are none"),
        (lambda guest, match: guest.get(f"/api/matches/{match}/review?perspective=9"), "seats from 0 to 2"),
    ],
)
def test_a_refused_number_is_told_which_ones_there_are(
    house: House, ask: Callable[[Guest, str], Any], words: str
) -> None:
    match, host, _ = hosted_match(house, CRYPT)
    host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    assert words in ask(host, match).json()["message"]


def test_no_choice_of_numbers_ends_before_it_begins() -> None:
    assert [choice_of(0, last) for last in (-2, -1, 0, 1)] == [
        "there are none",
        "there are none",
        "there is only 0",
        "there are 0 to 1",
    ]


def test_a_body_that_is_too_long_is_told_how_long_it_may_be(house: House) -> None:
    ann = house.guest("Ann")
    answer = ann.post("/api/me/tokens", json={f"field {number}": 1 for number in range(70_000)})
    assert answer.status_code == 413
    assert answer.json()["message"] == "the body is too long; at most 65536 bytes are read here"


@pytest.mark.parametrize(
    ("count", "refused"), [(bodies.MOST_ITEMS - 10, False), (bodies.MOST_ITEMS + 10, True)]
)
def test_a_body_with_too_many_values_is_refused_before_it_is_decoded(count: int, refused: bool) -> None:
    handler = next(handler for method, path, handler in ROUTES if (method, path) == ("POST", "/api/matches"))
    for values in ([1] * count, {f"name {number}": "a value" for number in range(count)}):
        body = json.dumps({"game": "mixmath", "options": {"x": values}}).encode()
        body += b" " * (bodies.SMALL + 1 - len(body))
        if refused:
            with pytest.raises(Refused, match="too many values"):
                bodies.check_body(handler, body)
        else:
            bodies.check_body(handler, body)


def test_a_long_text_is_one_value() -> None:
    handler = next(handler for method, path, handler in ROUTES if (method, path) == ("POST", "/api/matches"))
    text = '{"a": [1, 2, "b\\\\"]},' * bodies.MOST_ITEMS
    bodies.check_body(handler, json.dumps({"game": "mixmath", "options": {"words": text}}).encode())
