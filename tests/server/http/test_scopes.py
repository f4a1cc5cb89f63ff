"""Every route of the API has a scope, and a token opens a route only with that scope."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from litestar.routes import HTTPRoute, WebSocketRoute

from numberhouse.protocol.people import SCOPES, Scope
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.scopes import SCOPE_OF_ROUTE, RouteScope
from tests.server.conftest import Guest, House, idle_app


def routes() -> list[str]:
    """All routes of the API, found by the application itself."""
    found = []
    for route in idle_app().routes:
        if isinstance(route, HTTPRoute):
            found += [f"{method} {route.path_format}" for method in route.route_handler_map]
        elif isinstance(route, WebSocketRoute):
            found.append(f"SOCKET {route.path_format}")
    return sorted(one for one in found if " /api/" in one and not one.startswith("OPTIONS"))


def test_every_route_has_a_scope_and_every_scope_a_route() -> None:
    assert sorted(SCOPE_OF_ROUTE) == routes()
    scopes = {scope for choice in get_args(RouteScope) for scope in get_args(choice) or (choice,)}
    assert set(SCOPE_OF_ROUTE.values()) == scopes
    assert set(SCOPES) == set(get_args(Scope))


def test_what_changes_something_needs_more_than_reading() -> None:
    """What a reading token may post changes nothing: it asks, with a body."""
    posted = {route for route, scope in SCOPE_OF_ROUTE.items() if scope in ("read", "open")}
    assert {route for route in posted if route.split()[0] in ("PUT", "DELETE")} == set()
    assert all("/review" in route for route in posted if route.startswith("POST"))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Scope, Guest]]:
    """A member's program for each scope, with a token of that scope alone."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    with House(Settings(database=database, bots=0, requests_per_minute=1_000_000)) as house:
        ann = house.guest("")
        ann.post("/api/register", json={"name": "Ann", "password": "long enough"}).raise_for_status()
        found: dict[Scope, Guest] = {}
        for scope in SCOPES:
            token = ann.post("/api/me/tokens", json={"name": scope, "scopes": [scope]}).json()["token"]
            found[scope] = house.guest("")
            found[scope].headers["Authorization"] = f"Bearer {token}"
        yield found


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("route", [route for route in routes() if not route.startswith("SOCKET")])
def test_a_token_opens_the_routes_of_its_scope_and_no_others(
    programs: dict[Scope, Guest], route: str, scope: Scope
) -> None:
    method, path = route.split()
    for name, value in (("{seat}", "0"), ("{number}", "1"), ("{game}", "mixmath"), ("{match}", "none")):
        path = path.replace(name, value)
    body: dict[str, Any] | None = None if method == "GET" else {}
    answer = programs[scope].request(method, path.replace("{", "").replace("}", ""), json=body)
    json = answer.headers["content-type"].startswith("application/json") and answer.content
    code = answer.json().get("code") if json and isinstance(answer.json(), dict) else None
    needed = SCOPE_OF_ROUTE[route]
    if needed == "session":
        assert code == "session-only"
    elif needed in ("open", scope):
        assert code not in ("scope", "session-only")
    else:
        assert code == "scope", answer.text
