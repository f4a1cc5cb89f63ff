"""Every text of a request that other people read is checked. The test finds the fields by the application."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from numberhouse.protocol.texts import KIND
from numberhouse.server.base.texts import text_kind_of
from tests.server.conftest import House, idle_app

UNREAD = {
    # Names of things that exist: unknown ones are refused, and only the stored ones are shown.
    "AssistanceRequest", "ExpireRequest", "KeyRequest", "ConsentRequest", "SeatChoice", "ContributionRequest",
    "RematchRequest", "JoinRequest", "AcceptRequest", "InvitationSecret", "ProblemRequest",
    "AttemptAction", "AttemptPosition", "HandInRequest", "SeatPlayer", "Act", "AdviceRequest",
    "TimetableRequest", "PreferencesRequest", "NewAddress", "Password", "NewPassword", "ResetPassword",
    "ForgottenPassword", "NewMailAddress", "MailCode",
}  # fmt: skip
"""Requests without a text that others read: secrets, keys, moments, names of bots and drills."""

UNREAD_FIELDS = {
    "*.key": "chosen by the sender, never shown",
    "*.record": "replayed and shown to its owner alone",
    "*.perspective": "one of a list",
    "*.game": "the id of an installed game",
    "*.bots": "names of bots",
    "*.bot": "the name of a bot",
    "*.bot_name": "the name of a bot",
    "*.match": "the id of a match",
    "*.room": "the id of a room",
    "*.host": "the name of a host that exists",
    "*.language": "one of a list",
    "*.notation": "read by the game, and written anew",
    "*.contribution": "hex digits",
    "*.preset": "the name of a preset of the game",
    "CodeRequest.code": "compared with the codes that there are, never shown",
    "*.until": "a moment",
    "*.lang": "one of a list",
    "WhatIfRequest.action": "answered to its sender alone",
    "RecordWhatIfRequest.action": "answered to its sender alone",
    "Credentials.password": "never shown",
    "Credentials.name": "a stored name signs in as it is; a new one is checked below",
    "MemberName.name": "the name of a member who exists",
    "Replacement.member": "the name of a member who exists",
    "Schedule.csv": "its titles are checked row by row, below",
    "Schedule.rows": "its titles are checked row by row, below",
    "ProposalRequest.request": "hosting/proposals.py checks its reason",
    "Draft.options": "checked by the game",
    "QuickPlayRequest.options": "checked by the game",
    "Amendment.action": "checked by the game",
    "AmendmentRequest.action": "checked by the game",
    "NewPromise.action": "checked by the game",
    "*.mark": "one of a list",
    "*.setup": "a digest that is compared, never shown",
    "Ruling.ruling": "checked by the game",
    "RulingRequest.ruling": "checked by the game",
}


def requests() -> dict[str, type[msgspec.Struct]]:
    """The structs of all bodies, by name, with the structs inside them."""
    found: dict[str, type[msgspec.Struct]] = {}
    for route in idle_app().routes:
        if isinstance(route, HTTPRoute):
            for handler, _ in route.route_handler_map.values():
                assert isinstance(handler, HTTPRouteHandler)
                field = handler.parsed_data_field
                if field is not None:
                    collect(msgspec.inspect.type_info(field.annotation), found)
    return found


def collect(info: Any, found: dict[str, type[msgspec.Struct]]) -> None:
    if isinstance(info, msgspec.inspect.StructType) and info.cls.__name__ not in found:
        found[info.cls.__name__] = info.cls
        for field in info.fields:
            collect(field.type, found)
    for part in getattr(info, "types", ()) or ():
        collect(part, found)
    for name in ("type", "item_type", "value_type"):
        if isinstance(part := getattr(info, name, None), msgspec.inspect.Type):
            collect(part, found)


def holds_text(info: Any) -> bool:
    """Whether a value of the type can have any text in itself, outside of structs."""
    if isinstance(info, msgspec.inspect.StrType | msgspec.inspect.AnyType | msgspec.inspect.RawType):
        return True
    parts = list(getattr(info, "types", ()) or ()) + list(getattr(info, "item_types", ()) or ())
    parts += [
        part
        for name in ("type", "item_type", "value_type")
        if isinstance(part := getattr(info, name, None), msgspec.inspect.Type)
    ]
    return any(map(holds_text, parts))


def texts() -> Iterator[tuple[str, str, str | None]]:
    """Each field with a text: the struct, the field and the kind of text."""
    for name, struct in requests().items():
        info = msgspec.inspect.type_info(struct)
        assert isinstance(info, msgspec.inspect.StructType)
        for field in info.fields:
            if holds_text(field.type):
                yield name, field.name, text_kind_of(field.type)


def test_every_text_of_a_request_is_of_a_checked_kind_or_read_by_nobody_else() -> None:
    unknown = [
        f"{struct}.{field}"
        for struct, field, kind in texts()
        if kind is None
        and struct not in UNREAD
        and f"{struct}.{field}" not in UNREAD_FIELDS
        and f"*.{field}" not in UNREAD_FIELDS
    ]
    assert unknown == [], (
        f"give these fields a type of protocol/texts.py ({KIND}), or say why nobody reads them"
    )
    found = {f"{struct}.{field}": kind for struct, field, kind in texts()}
    assert found["NewMessage.text"] == "message"
    assert found["Terms.title"] == "title"
    assert found["ReportRequest.text"] == "reason"


BAD = "a\u202eb"


def test_the_roads_into_the_service_refuse_a_text_that_turns_the_direction(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "mixmath")
    desk = f"/api/matches/{match}/desk"
    roads: list[tuple[str, str, Any]] = [
        ("POST", "/api/guest", {"name": BAD}),
        ("PUT", "/api/me/name", {"name": BAD}),
        ("POST", "/api/register", {"name": BAD, "password": "long enough"}),
        ("POST", "/api/me/tokens", {"name": BAD}),
        ("POST", "/api/matches", {"game": "mixmath", "terms": {"title": BAD}}),
        ("PUT", f"/api/matches/{match}", {"game": "mixmath", "terms": {"title": BAD}}),
        ("POST", "/api/play", {"game": "mixmath", "terms": {"title": BAD}}),
        ("POST", f"/api/matches/{match}/copy", {"title": BAD}),
        ("POST", f"/api/matches/{match}/messages", {"room": "lobby", "text": BAD}),
        ("PUT", f"/api/matches/{match}/messages", {"room": "lobby", "number": 1, "text": BAD}),
        ("POST", f"{desk}/announcements", {"text": BAD}),
        ("POST", f"{desk}/stop", {"reason": BAD}),
        ("POST", f"{desk}/extend", {"seconds": 9, "reason": BAD}),
        ("POST", f"{desk}/rulings", {"ruling": {}, "reason": BAD}),
        ("POST", f"{desk}/amendments", {"number": 1, "reason": BAD}),
        ("POST", "/api/reports", {"match": match, "reason": "spam", "text": BAD}),
        ("POST", "/api/schedule", {"rows": [{"game": "mixmath", "title": BAD}]}),
    ]
    for method, path, body in roads:
        answer = ann.request(method, path, json=body)
        assert answer.status_code in (400, 409), (path, answer.text)
        assert "U+202E" in answer.json()["message"], (path, answer.text)


def test_a_new_field_without_a_kind_would_be_found() -> None:
    class Motto(msgspec.Struct):
        motto: str

    info = msgspec.inspect.type_info(Motto)
    assert isinstance(info, msgspec.inspect.StructType)
    assert holds_text(info.fields[0].type)
    assert text_kind_of(info.fields[0].type) is None


def test_the_unread_requests_exist() -> None:
    assert set(requests()) >= UNREAD
