"""The OpenAPI document, made from the routes themselves: a new route needs no change here.

Litestar finds paths, parameters and responses. The schemas of structs come from msgspec, which also decodes
the requests, so that the document agrees with the service about unions, tuples and closed structs. Every
route lists its refusals, and whether it needs a login or a token.
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
from numberhouse.server.http import auth as auth_module
from numberhouse.server.http.scopes import SCOPE_OF_ROUTE

__all__ = ["OPENAPI", "complete_document", "document"]

OPENAPI: Final = "/api/schema/openapi.json"
"""The path of the document."""

JSON: Final = "application/json"
TEMPLATE: Final = "#/components/schemas/{name}"

MEDIA_TYPES: Final = "media_types"

SAFE: Final = ("get", "head", "options")


class EventMessage(msgspec.Struct, frozen=True):
    """An event: a code and values that the reader's side puts into words."""

    code: str
    values: dict[str, Any]


REFUSALS: Final = {
    "400": "The request can't be read, or has an impossible value.",
    "401": "The request needs a person: a guest, a member, or a program with a valid token.",
    "403": "The person lacks the permission, or the request comes from a page of another site.",
    "404": "The object doesn't exist, or the person may not know of it.",
    "409": "The request conflicts with the game's rules, the match's status or an earlier request.",
    "413": "The body has too many bytes.",
    "429": "A rate limit is reached; try again after the time in `Retry-After`.",
    "500": "An internal error of the service.",
    "503": "The service can't store or serve at the moment; try again.",
}
"""By status, the description of its refusals."""

ENCODED_FIELDS: Final[dict[tuple[str, str], Any]] = {
    ("Update", "items"): list[Item],
    ("Item", "events"): list[EventMessage],
}
"""Fields that hold encoded JSON, and its type. (Views and actions belong to the game: GET /api/games/… has
their schemas.)"""

SECURITY: Final = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": auth_module.COOKIE,
        "description": "The cookie of a session: of a guest, or of a member who has signed in.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Made by POST /api/me/tokens, for programs that act in one's name. Scopes: "
        "`read`, `play`, `host`.",
    },
}


def document() -> OpenAPIConfig:
    """The configuration by which the application makes and serves the document."""
    return OpenAPIConfig(
        title="Numberhouse",
        version=numberhouse.__version__,
        description="",
        path="/api/schema",
        render_plugins=[_Document()],
    )


class _Document(OpenAPIRenderPlugin):
    """Serves the completed document, which is made once."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON)
        self._rendered: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The document as JSON."""
        if not self._rendered:
            self._rendered = msgspec.json.encode(complete_document(request.app, openapi_schema))
        return self._rendered


def complete_document(app: Litestar, generated: dict[str, Any]) -> dict[str, Any]:
    """The document that Litestar has generated from the application, completed."""
    completed = copy.deepcopy(generated)
    operations = list(_operations(app, completed))
    requests = [_request_type(handler) for handler, _, _ in operations]
    responses = [_response_type(handler) for handler, _, _ in operations]
    parameters_of = [_parameters(handler, operation) for handler, _, operation in operations]
    messages = [message for socket in _sockets(app) for message in _messages(socket)]
    kinds = [
        Refusal,
        *messages,
        *ENCODED_FIELDS.values(),
        *(kind for kind in [*requests, *responses] if kind is not None),
    ]
    kinds += [kind for parameters in parameters_of for kind, _ in parameters]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=TEMPLATE)
    schema_of = dict(zip(map(repr, kinds), schemas, strict=True))
    for (handler, route, operation), body, response, parameters in zip(
        operations, requests, responses, parameters_of, strict=True
    ):
        if body is not None:
            operation["requestBody"] = _content(schema_of[repr(body)]) | {"required": True}
        for kind, parameter in parameters:
            parameter["schema"] = schema_of[repr(kind)] | _default(parameter)
        _document_responses(handler, operation, response, schema_of.get(repr(response)))
        _document_refusals(operation, route.split()[0].lower(), schema_of[repr(Refusal)])
        _document_words(handler, operation)
        _document_security(handler, route, operation)
    for (struct, field), kind in ENCODED_FIELDS.items():
        components[struct]["properties"][field] |= schema_of[repr(kind)]
    components_section = completed.setdefault("components", {})
    components_section["schemas"] = dict(sorted(components.items()))
    components_section["securitySchemes"] = SECURITY
    completed["info"]["description"] = _introduction(app)
    completed["info"]["license"] = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
    return completed


# The parts of the application


Operation: TypeAlias = dict[str, Any]
"""The part of the document for one path and method."""


def _operations(
    app: Litestar, document: dict[str, Any]
) -> Iterator[tuple[HTTPRouteHandler, str, dict[str, Any]]]:
    """Every handler with its method and path, such as `GET /api/games`, and its place in the document."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, (handler, _) in route.route_handler_map.items():
            operation = document["paths"].get(route.path_format, {}).get(method.lower())
            if operation is not None:
                yield handler, f"{method} {route.path_format}", operation


def _sockets(app: Litestar) -> Iterator[WebsocketRouteHandler]:
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            yield route.route_handler


def _messages(socket: WebsocketRouteHandler) -> list[Any]:
    """The structs of a socket's messages: the tagged ones in its module's namespace."""
    module = sys.modules[inspect.unwrap(socket.fn).__module__]
    structs = [struct for struct in vars(module).values() if isinstance(struct, msgspec.StructMeta)]
    return [struct for struct in structs if struct.__struct_config__.tag is not None]


def _request_type(handler: HTTPRouteHandler) -> Any:
    """The type of the request's JSON; None where it has none."""
    field = handler.parsed_data_field
    return None if field is None else field.annotation


def _response_type(handler: HTTPRouteHandler) -> Any:
    """The type of the response's JSON; None where the response is empty, or isn't JSON."""
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
        definition = field.kwarg_definition
        alias = definition.query if isinstance(definition, ParameterKwarg) else None
        kinds[alias or name] = field.annotation
    return [
        (kinds[parameter["name"]], parameter)
        for parameter in operation.get("parameters", [])
        if parameter["name"] in kinds
    ]


# The parts of the document


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {JSON: {"schema": schema}}}


def _default(parameter: dict[str, Any]) -> dict[str, Any]:
    default = parameter.get("schema", {}).get("default")
    return {} if default is None else {"default": default}


def _document_responses(
    handler: HTTPRouteHandler, operation: Operation, kind: Any, schema: dict[str, Any] | None
) -> None:
    """Describe the responses that aren't refusals. A route that responds with bytes names their media types:
    `@get("/record", media_types=("application/jsonl",))`."""
    responses = operation["responses"]
    for status in [status for status in responses if status >= "400"]:
        del responses[status]
    for status, response in responses.items():
        response.pop("headers", None)
        if status in ("204", "304"):
            response.pop("content", None)
            response["description"] = "Done; there is nothing to tell."
        elif kind is not None and schema is not None:
            response |= _content(schema)
            response["description"] = _type_description(kind)
        else:
            media_types = handler.opt.get(MEDIA_TYPES, ("*/*",))
            response["content"] = {kind: {"schema": {"type": "string"}} for kind in media_types}
            response["description"] = "What was asked for."


def _type_description(kind: Any) -> str:
    """The docstring of the struct, or of each struct of a union."""
    descriptions = [
        inspect.cleandoc(struct.__doc__).replace("\n", " ")
        for struct in (kind, *get_args(kind))
        if isinstance(struct, msgspec.StructMeta) and struct.__doc__
    ]
    return " Or: ".join(descriptions) or "What was asked for."


def _document_refusals(operation: Operation, method: str, schema: dict[str, Any]) -> None:
    possible = {"401", "403", "429", "500", "503"}
    if operation.get("parameters") or "requestBody" in operation:
        possible |= {"400", "404"}
    if method not in SAFE:
        possible |= {"400", "404", "409", "413"}
    for status in sorted(possible):
        operation["responses"][status] = {"description": REFUSALS[status]} | _content(schema)


def _document_words(handler: HTTPRouteHandler, operation: Operation) -> None:
    """Write the summary and the description, from the docstring of the route."""
    words = inspect.cleandoc(inspect.unwrap(handler.fn).__doc__ or "").replace("\n", " ").strip()
    if words:
        operation["summary"] = re.split(r"[.;:] ", words)[0].rstrip(".")
        operation["description"] = words
    if re.search(r"\b304\b", words):
        operation["responses"]["304"] = {"description": "Nothing is new since the answer with that `ETag`."}


def _document_security(handler: HTTPRouteHandler, route: str, operation: Operation) -> None:
    """State whether the route needs a login, accepts a token of some scope, or neither."""
    scope = SCOPE_OF_ROUTE.get(route, "session")
    session: dict[str, list[str]] = {"session": []}
    tokens: list[dict[str, list[str]]] = []
    if scope != "session":
        tokens.append({"token": [] if scope == "open" else [scope]})
    functions = _person_functions(inspect.unwrap(handler.fn), type(handler.owner), set())
    if functions & {"require_session", "require_member", "require_administrator", "require_person"}:
        operation["security"] = [session, *tokens]
    else:
        operation["security"] = [session, *tokens, {}]


def _person_functions(fn: Callable[..., Any], owner: type, visited: set[str]) -> set[str]:
    """The names of the functions of `auth` that the function calls, itself or through other functions of the
    service."""
    names: set[str] = set()
    for name in fn.__code__.co_names:
        function = fn.__globals__.get(name, getattr(owner, name, None))
        if callable(function):
            function = inspect.unwrap(function)
        if not inspect.isfunction(function) or function.__qualname__ in visited:
            continue
        visited.add(function.__qualname__)
        if function.__module__ == auth_module.__name__:
            names.add(function.__name__)
        elif function.__module__.startswith("numberhouse.server."):
            names |= _person_functions(function, owner, visited)
    return names


def _introduction(app: Litestar) -> str:
    """The introduction of the document: refusals, and the live connections, for which OpenAPI has no
    notation."""
    parts = [INTRODUCTION]
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            socket = route.route_handler
            description = sys.modules[inspect.unwrap(socket.fn).__module__].__doc__ or ""
            names = ", ".join(sorted(f"`{struct.__name__}`" for struct in _messages(socket)))
            parts.append(f"## WebSocket {route.path_format}\n\n{description.strip()}\n\nMessages: {names}.")
    return "\n\n".join(parts)


INTRODUCTION: Final = """\
A house of number games: matches, seats, bots, rooms.

A person is a guest (`POST /api/guest`) or a member who has signed in; both get a cookie. A program plays
with a bearer token (`POST /api/me/tokens`). A refused request changes nothing; its answer is a `Refusal` with
a `code` for programs and a `message` for people. Times are seconds since 1970, UTC. An action with a `key`
can be sent again until it is answered: it is carried out once."""
