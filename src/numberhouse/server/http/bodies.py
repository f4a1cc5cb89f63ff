"""Bodies of requests, checked against the struct of their route before the route is called.

Litestar converts the JSON of a body as leniently as a query, in which every value is a text: it takes `"1"`
and `1.0` for the number 1. A live connection doesn't. An action must mean the same on both roads, so bodies
are decoded strictly, and the refusal says where the fault is.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import msgspec
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import check_texts

__all__ = ["LARGE", "SMALL", "TOO_DEEP", "check_body"]

SMALL: Final = 64 * 1024
"""Bytes of a body, where the route names no other limit."""

LARGE: Final = 1 << 20
"""Bytes of a body with options, secrets, a schedule or a record."""

TOO_DEEP: Final = "this is nested too deeply; nothing here is deeper than a few levels"

MOST_ITEMS: Final = 20_000
"""Values of a body. A third of a million empty lists in a megabyte take a tenth of a second to decode. A
record and a list of words are one text each, and count as one value."""

decoder_of = cache(msgspec.json.Decoder)
"""The decoder of a type. Making one takes longer than decoding a body."""


def check_body(handler: BaseRouteHandler, body: bytes) -> None:
    """Raise `Refused` for a body that isn't what the route needs, or has a text that others mustn't read."""
    field = handler.parsed_data_field if isinstance(handler, HTTPRouteHandler) else None
    if field is None or (not body and field.has_default):
        return
    form = _form(field.annotation)
    if not body:
        if not field.is_required:
            return
        raise Refused(400, "request", f"this request has no body; it needs JSON: {form}")
    if len(body) > SMALL and _has_too_many_items(body):
        raise Refused(413, "request", f"the body has too many values; at most {MOST_ITEMS} are read")
    try:
        check_texts(decoder_of(field.annotation).decode(body))
    except msgspec.ValidationError as error:
        raise Refused(400, "request", f"the body: {error}; it has this form: {form}") from error
    except msgspec.DecodeError as error:
        raise Refused(400, "request", f"the body isn't JSON: {error}") from error


def _has_too_many_items(body: bytes) -> bool:
    """Whether JSON has more than `MOST_ITEMS` values, found in a few milliseconds and without decoding it."""
    if _items(body) <= MOST_ITEMS:
        return False
    body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    if body.count(b'"') > 4 * MOST_ITEMS:  # two quotes for each name and each value
        return True
    return _items(b"".join(body.split(b'"')[::2])) > MOST_ITEMS  # without the insides of texts


def _items(body: bytes) -> int:
    return body.count(b",") + body.count(b"[") + body.count(b"{")


@cache
def _form(kind: Any) -> str:
    """The names of the fields of a body; those that may be left out are marked with a `?`."""
    kind = next((one for one in get_args(kind) if one is not type(None)), kind)  # a body that may be left out
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return "a value"
    fields = msgspec.structs.fields(kind)
    return f"{{{', '.join(field.encode_name + '?' * (not field.required) for field in fields)}}}"
