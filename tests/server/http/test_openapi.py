"""The OpenAPI document describes every route as it behaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, strategies
from hypothesis import settings as hypothesis_settings
from litestar.routes import HTTPRoute
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from numberhouse.server.base.settings import Settings
from numberhouse.server.http.openapi import OPENAPI, complete_document
from tests.server.conftest import Guest, House, idle_app, make_administrator

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
METHODS = ("get", "put", "post", "delete", "patch")


def make_document() -> dict[str, Any]:
    app = idle_app()
    return complete_document(app, app.openapi_schema.to_schema())


DOCUMENT = make_document()
OPERATIONS = [
    (method, path)
    for path, found in sorted(DOCUMENT["paths"].items())
    for method in METHODS
    if method in found
]


@pytest.fixture(scope="module")
def inhabited_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house without rate limits."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    with House(Settings(database=database, bots=1)) as house:
        house.service.limits.rates.clear()
        yield house


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_has_a_summary_a_tag_and_its_responses(method: str, path: str) -> None:
    operation = DOCUMENT["paths"][path][method]
    assert operation["summary"]
    assert not operation["summary"].endswith(".")
    assert operation["description"].startswith(operation["summary"])
    assert operation["tags"]
    assert operation["security"]
    done = [status for status in operation["responses"] if status < "300"]
    assert len(done) == 1
    for status, answer in operation["responses"].items():
        assert answer["description"]
        assert status in ("204", "304") or answer["content"]
        if status >= "400":
            assert answer["content"] == {
                "application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}
            }
    for status in ("401", "403", "429", "500", "503"):
        assert status in operation["responses"]
    for parameter in operation.get("parameters", ()):
        assert parameter["schema"]


def test_every_route_of_the_application_is_in_the_document() -> None:
    routes = {
        (method.lower(), route.path_format)
        for route in idle_app().routes
        if isinstance(route, HTTPRoute)
        for method in route.route_handler_map
        if method != "OPTIONS"
    }
    missing = {(method, path) for method, path in routes if path.startswith("/api/") and "schema" not in path}
    assert missing - set(OPERATIONS) == set()


def test_unions_have_discriminators_and_closed_structs_are_marked() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    clock = schemas["MatchInfo"]["properties"]["clock"]
    assert set(clock["discriminator"]["mapping"]) == {"none", "turn", "round"}
    assert schemas["Draft"]["additionalProperties"] is False
    seats = schemas["GameCard"]["properties"]["seats"]
    assert (seats["minItems"], seats["maxItems"]) == (2, 2)


def test_the_document_describes_authentication_and_the_live_connection() -> None:
    assert set(DOCUMENT["components"]["securitySchemes"]) == {"session", "token"}
    assert "/live" in DOCUMENT["info"]["description"]
    schemas = DOCUMENT["components"]["schemas"]
    assert {"Snapshot", "Update", "Lobby"} <= set(schemas)
    assert schemas["Update"]["properties"]["items"]["items"] == {"$ref": "#/components/schemas/Item"}


def test_the_document_is_served(inhabited_house: House) -> None:
    served = inhabited_house.guest("").get(OPENAPI)
    assert served.status_code == 200
    assert served.json()["paths"] == DOCUMENT["paths"]


@pytest.fixture(scope="module")
def schema(inhabited_house: House) -> Any:
    return schemathesis.openapi.from_url(inhabited_house.address + OPENAPI)


PASSWORD = "a horse and a stapler"


class Known(msgspec.Struct, frozen=True):
    """Existing objects, so that not every example requests a missing one."""

    matches: list[str]
    """Ann's matches: a draft, an open one, a running one, one of hers alone, an abandoned one."""
    rooms: list[str]
    attempt: str
    """Attempts at practice problems."""

    def of(self, name: str) -> list[Any]:
        """Values of a parameter, or of a field of a body."""
        known_values: dict[str, list[Any]] = {
            "match": self.matches,
            "game": ["mixmath", "turing-machine", "set-theory"],
            "drill": ["induction"],
            "level": ["easy"],
            "attempt": [self.attempt],
            "moves": [0],
            "seat": [0, 1],
            "seats": [None, 2],
            "options": [{}],
            "bot": [None, "random"],
            "bots": [[]],
            "room": self.rooms,
            "action": [{"type": "pass"}, {"type": "propose", "code": "123"}],
            "lang": ["en", "ru"],
            "number": [0, 1],
            "epoch": [0],
            "password": [PASSWORD],
            "name": ["Ann", "Cyd"],
            "text": ["pass", "Hello."],
            "scopes": [["read"], ["read", "play", "host"]],
            "days": [30],
        }
        return known_values.get(name, [])


@pytest.fixture
def ann(inhabited_house: House, path: str) -> Guest:
    """A new guest, whom the examples may sign out or delete; an administrator for what only these do."""
    guest = inhabited_house.guest("Ann")
    if path.startswith("/api/admin/") or path == "/api/me/confirm":
        name = f"Root of {path}"
        guest.post("/api/register", json={"name": name, "password": PASSWORD}).raise_for_status()
        make_administrator(inhabited_house, guest, PASSWORD)
    return guest


@pytest.fixture
def known_values(inhabited_house: House, ann: Guest) -> Known:
    draft = ann.post("/api/matches", json={"game": "mixmath"}).json()["id"]
    opened = inhabited_house.drafted(ann, "turing-machine", seats=2)
    running = [
        inhabited_house.drafted(ann, game, seats=seats)
        for game, seats in (("turing-machine", 1), ("mixmath", 2))
    ]
    for match in running:
        ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    bob = inhabited_house.guest("Bob")
    bob.post(f"/api/matches/{running[1]}/join", json={"seat": 1}).raise_for_status()
    for match in running:
        ann.post(f"/api/matches/{match}/start").raise_for_status()
    rooms = ann.get(f"/api/matches/{running[1]}/rooms").json()
    request = {"level": "easy", "daily": True}
    attempt = ann.post("/api/practice/set-theory/induction", json=request, timeout=120).json()
    return Known([draft, opened, *running], [room["id"] for room in rooms["rooms"]], attempt["id"])


REACHED: dict[tuple[str, str], set[int]] = {}
"""By operation, the statuses of the examples' answers."""


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_to_a_generated_request_is_documented(
    method: str,
    path: str,
    schema: Any,
    ann: Guest,
    known_values: Known,
    samples: Callable[[int, int], int],
) -> None:
    examples = samples(6, 12)
    operation = schema[path][method.upper()]
    session = dict(ann.cookies)
    with requests.Session() as connection:
        reached = REACHED.setdefault((method, path), set())
        _ask(operation, connection, session, known_values, reached, examples)


def _ask(
    operation: Any,
    connection: requests.Session,
    session: dict[str, str],
    known_values: Known,
    reached: set[int],
    examples: int,
) -> None:

    @hypothesis_settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), data=strategies.data())
    def send_case(case: Any, data: strategies.DataObject) -> None:
        signed_in = data.draw(strategies.sampled_from((True, True, True, False)))
        case.headers = {}
        case.cookies = session if signed_in else {}
        for part in (case.path_parameters, case.query, case.body):
            for name in list(part) if isinstance(part, dict) else ():
                there, wanted = known_values.of(name), data.draw(strategies.booleans())
                if there and wanted:
                    part[name] = data.draw(strategies.sampled_from(there))
        answer = case.call_and_validate(session=connection, checks=CHECKS, timeout=30)
        reached.add(answer.status_code)
        if not signed_in:
            # The service requires a person exactly where the document says so.
            open_to_all = {} in operation.definition.raw["security"]
            assert answer.status_code != 401 if open_to_all else answer.status_code >= 400

    send_case()


FEWEST_REACHED = 45
"""Operations that some generated request gets through to. The others need something to be there that isn't
generated: an offer, a proposal, a message, the powers of an administrator."""


def test_generated_requests_get_through_to_many_operations() -> None:
    """Otherwise the previous test could pass with refusals only."""
    assert len(REACHED) == len(OPERATIONS)
    through = [one for one, statuses in REACHED.items() if min(statuses) < 300]
    assert len(through) >= FEWEST_REACHED, sorted(set(OPERATIONS) - set(through))
