"""The OpenAPI document, made from the routes themselves: whoever adds a route has nothing to add here.

Litestar finds paths, parameters and answers. The schemas of structs come from msgspec, which reads what is
sent, so that the document says of unions, tuples and closed structs what the service does. Every route tells
its refusals, and whether one must be somebody to use it.
"""

from __future__ import annotations

import copy
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias, get_args, get_origin

import msgspec
from litestar import Litestar, Request, Response
from litestar.enums import MediaType, OpenAPIMediaType
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.params import ParameterKwarg
from litestar.routes import HTTPRoute, WebSocketRoute

import numberhouse
from numberhouse.protocol.play import Item
from numberhouse.protocol.refusal import Refusal
from numberhouse.server.http import auth as who

__all__ = ["OPENAPI", "document", "documented"]

OPENAPI: Final = "/api/schema/openapi.json"
"""Where the document is."""

JSON: Final = "application/json"
TEMPLATE: Final = "#/components/schemas/{name}"

MEDIA_TYPES: Final = "media_types"

SAFE: Final = ("get", "head", "options")


class EventMessage(msgspec.Struct, frozen=True):
    """An event: what has happened, as a code and values that the reader's side puts into words."""

    code: str
    values: dict[str, Any]


REFUSALS: Final = {
    "400": "What was sent can't be read, or can't be meant.",
    "401": "One must be somebody: a guest, a member, or a program with a token that is good.",
    "403": "It isn't allowed to who asks, or is asked by a page of another site.",
    "404": "It isn't there, or not for who asks.",
    "409": "It can't be done as things are: the game's rules, the match's state, somebody quicker.",
    "413": "Too many bytes.",
    "429": "Too much or too often; try again later.",
    "500": "A fault of the service.",
    "503": "It can't be stored or served at the moment; try again.",
}
"""By status, what is told with a refusal."""

READY_MADE: Final[dict[tuple[str, str], Any]] = {
    ("Update", "items"): list[Item],
    ("Item", "events"): list[EventMessage],
}
"""Fields that are sent as the JSON that they are kept as, and what that is. (Views and actions are the
game's own: GET /api/games/… tells their schemas.)"""

SECURITY: Final = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": who.COOKIE,
        "description": "What a guest, or a member who signs in, is given.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Made by POST /api/me/tokens, for programs that play in one's name.",
    },
}


def document() -> OpenAPIConfig:
    """How the application is to make and serve the document."""
    return OpenAPIConfig(
        title="Numberhouse",
        version=numberhouse.__version__,
        description="",
        path="/api/schema",
        render_plugins=[_Document()],
    )


class _Document(OpenAPIRenderPlugin):
    """The completed document, made once."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON)
        self._made: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """As JSON."""
        if not self._made:
            self._made = msgspec.json.encode(documented(request.app, openapi_schema))
        return self._made


def documented(app: Litestar, begun: dict[str, Any]) -> dict[str, Any]:
    """What Litestar has found about the application, completed."""
    made = copy.deepcopy(begun)
    operations = list(_operations(app, made))
    sent = [_body(handler) for handler, _, _ in operations]
    info = [_answer(handler) for handler, _, _ in operations]
    asked = [_parameters(handler, operation) for handler, _, operation in operations]
    spoken = [message for socket in _sockets(app) for message in _messages(socket)]
    kinds = [Refusal, *spoken, *READY_MADE.values(), *(kind for kind in [*sent, *info] if kind is not None)]
    kinds += [kind for found in asked for kind, _ in found]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=TEMPLATE)
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    for (handler, method, operation), body, answer, parameters in zip(
        operations, sent, info, asked, strict=True
    ):
        if body is not None:
            operation["requestBody"] = _content(schema_of[repr(body)]) | {"required": True}
        for kind, parameter in parameters:
            parameter["schema"] = schema_of[repr(kind)] | _default(parameter)
        _document_answers(handler, operation, answer, schema_of.get(repr(answer)))
        _document_refusals(operation, method, schema_of[repr(Refusal)])
        _document_words(handler, operation)
        _document_security(handler, operation)
    for (struct, field), kind in READY_MADE.items():
        components[struct]["properties"][field] |= schema_of[repr(kind)]
    used = made.setdefault("components", {})
    used["schemas"] = dict(sorted(components.items()))
    used["securitySchemes"] = SECURITY
    made["info"]["description"] = _introduction(app)
    made["info"]["license"] = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
    return made


# What there is


Operation: TypeAlias = dict[str, Any]
"""What the document says of one path and method."""


def _operations(
    app: Litestar, made: dict[str, Any]
) -> Iterator[tuple[HTTPRouteHandler, str, dict[str, Any]]]:
    """Every handler with its method and its place in the document."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            found = made["paths"].get(route.path_format, {}).get(method.lower())
            if found is not None:
                yield handler, method.lower(), found


def _sockets(app: Litestar) -> Iterator[WebsocketRouteHandler]:
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            yield route.route_handler


def _messages(socket: WebsocketRouteHandler) -> list[Any]:
    """The structs that go to and fro: the tagged ones that the socket's module knows."""
    module = sys.modules[inspect.unwrap(socket.fn).__module__]
    known = [thing for thing in vars(module).values() if isinstance(thing, msgspec.StructMeta)]
    return [thing for thing in known if thing.__struct_config__.tag is not None]


def _body(handler: HTTPRouteHandler) -> Any:
    """The type of the JSON that is sent; None where there is none."""
    field = handler.parsed_data_field
    return None if field is None else field.annotation


def _answer(handler: HTTPRouteHandler) -> Any:
    """The type of the JSON that is told; None where it is nothing, or no JSON."""
    kind = handler.parsed_return_field.annotation
    origin = get_origin(kind)
    if inspect.isclass(origin) and issubclass(origin, Response):
        (kind,) = get_args(kind)
    if handler.media_type not in (MediaType.JSON, None, ""):
        return None
    plain = inspect.isclass(kind) and issubclass(kind, bytes | Response)
    return None if kind in (None, type(None), Any, str) or plain or _streams(kind) else kind


def _streams(kind: Any) -> bool:
    return inspect.isclass(kind) and kind.__module__.startswith("litestar")


def _parameters(handler: HTTPRouteHandler, operation: Operation) -> list[tuple[Any, dict[str, Any]]]:
    """The parameters of the path and the query, with their types."""
    kinds = {}
    for name, field in handler.parsed_fn_signature.parameters.items():
        said = field.kwarg_definition
        alias = said.query if isinstance(said, ParameterKwarg) else None
        kinds[alias or name] = field.annotation
    return [(kinds[one["name"]], one) for one in operation.get("parameters", []) if one["name"] in kinds]


# What is told about it


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {JSON: {"schema": schema}}}


def _default(parameter: dict[str, Any]) -> dict[str, Any]:
    default = parameter.get("schema", {}).get("default")
    return {} if default is None else {"default": default}


def _document_answers(
    handler: HTTPRouteHandler, operation: Operation, kind: Any, schema: dict[str, Any] | None
) -> None:
    """Of the answers that are no refusals. A route that answers with bytes names what they may be:
    `@get("/record", media_types=("application/jsonl",))`."""
    answers = operation["responses"]
    for status in [status for status in answers if status >= "400"]:
        del answers[status]
    for status, answer in answers.items():
        answer.pop("headers", None)
        if status in ("204", "304"):
            answer.pop("content", None)
            answer["description"] = "Done; there is nothing to tell."
        elif kind is not None and schema is not None:
            answer |= _content(schema)
            answer["description"] = _meaning(kind)
        else:
            kinds = handler.opt.get(MEDIA_TYPES, ("*/*",))
            answer["content"] = {kind: {"schema": {"type": "string"}} for kind in kinds}
            answer["description"] = "What was asked for."


def _meaning(kind: Any) -> str:
    """What the struct, or each of the structs, says of itself."""
    info = [
        inspect.cleandoc(one.__doc__).replace("\n", " ")
        for one in (kind, *get_args(kind))
        if isinstance(one, msgspec.StructMeta) and one.__doc__
    ]
    return " Or: ".join(info) or "What was asked for."


def _document_refusals(operation: Operation, method: str, schema: dict[str, Any]) -> None:
    possible = {"401", "403", "429", "500", "503"}
    if operation.get("parameters") or "requestBody" in operation:
        possible |= {"400", "404"}
    if method not in SAFE:
        possible |= {"400", "404", "409", "413"}
    for status in sorted(possible):
        operation["responses"][status] = {"description": REFUSALS[status]} | _content(schema)


def _document_words(handler: HTTPRouteHandler, operation: Operation) -> None:
    """A summary and a description, from what the route says of itself."""
    words = inspect.cleandoc(inspect.unwrap(handler.fn).__doc__ or "").replace("\n", " ").strip()
    if words:
        operation["summary"] = re.split(r"[.;:] ", words)[0].rstrip(".")
        operation["description"] = words
    if re.search(r"\b304\b", words):
        operation["responses"]["304"] = {"description": "Nothing is new since the answer with that `ETag`."}


def _document_security(handler: HTTPRouteHandler, operation: Operation) -> None:
    """Whether one must be somebody, and may be a program."""
    session, token = {"session": []}, {"token": []}  # type: tuple[dict[str, list[str]], dict[str, list[str]]]
    doors = _doors(inspect.unwrap(handler.fn), type(handler.owner), set())
    if doors & {"somebody_here", "member_here"}:
        operation["security"] = [session]
    elif "somebody" in doors:
        operation["security"] = [session, token]
    else:
        operation["security"] = [session, token, {}]


def _doors(fn: Callable[..., Any], owner: type, seen: set[str]) -> set[str]:
    """Which functions of `who` the function asks for the person, itself or through others of the service."""
    found: set[str] = set()
    for name in fn.__code__.co_names:
        display_names = fn.__globals__.get(name, getattr(owner, name, None))
        if not inspect.isfunction(display_names) or display_names.__qualname__ in seen:
            continue
        seen.add(display_names.__qualname__)
        if display_names.__module__ == who.__name__:
            found.add(display_names.__name__)
        elif display_names.__module__.startswith("numberhouse.server."):
            found |= _doors(display_names, owner, seen)
    return found


def _introduction(app: Litestar) -> str:
    """What stands at the head of the document: refusals, and the live connections, which OpenAPI has no
    words for."""
    parts = [INTRODUCTION]
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            socket = route.route_handler
            info = sys.modules[inspect.unwrap(socket.fn).__module__].__doc__ or ""
            names = ", ".join(sorted(f"`{one.__name__}`" for one in _messages(socket)))
            parts.append(f"## WebSocket {route.path_format}\n\n{info.strip()}\n\nMessages: {names}.")
    return "\n\n".join(parts)


INTRODUCTION: Final = """\
A house of number games: matches, seats, bots, rooms.

One is a guest (`POST /api/guest`), or a member who signs in: both are given a cookie. A program plays with
a bearer token (`POST /api/me/tokens`). What is refused is answered by a `Refusal`: `code` is for programs,
`message` for people, and nothing has changed. Times are seconds since 1970, UTC. An action with a `key` can
be sent again until it is answered: it happens once."""
