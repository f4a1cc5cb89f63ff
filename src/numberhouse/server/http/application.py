"""The application: routes, refusals as JSON, and the service that starts and stops with it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import structlog
from litestar import Litestar, MediaType, Request, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException, ValidationException, WebSocketException
from litestar.types import Scope

from numberhouse.contract.game import IllegalAction
from numberhouse.server.base.metrics import MetricsMiddleware
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.auth import language_of, service_of
from numberhouse.server.http.bodies import SMALL, TOO_DEEP
from numberhouse.server.http.connections.client_address import ClientAddressMiddleware
from numberhouse.server.http.connections.date import DateMiddleware
from numberhouse.server.http.connections.hosts import HostMiddleware
from numberhouse.server.http.middleware import add_security_headers, admit
from numberhouse.server.http.openapi import document
from numberhouse.server.http.pages.static_files import not_found_page
from numberhouse.server.http.routes import ROUTES
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.service import Service
from numberhouse.server.storage.journal import JournalFailed, RulesGone, Unplayable, not_stored
from numberhouse.server.storage.outage import is_reported

__all__ = ["connect", "create_app", "create_routes", "refusal_response"]

log = structlog.get_logger("numberhouse")


def create_app(settings: Settings, service: Service | None = None) -> Litestar:
    """The application that serves these settings. Tests give a `service` with a clock of their own."""
    return connect(create_routes(), service or Service(settings))


def create_routes() -> Litestar:
    """The application without a service: all routes, whose signatures take a fifth of a second to read."""
    app = Litestar(
        route_handlers=ROUTES,
        lifespan=[lifespan],
        before_request=admit,
        before_send=[add_security_headers],
        after_exception=[log_live_failure],
        request_max_body_size=SMALL,
        exception_handlers={
            Refused: refusal_response,
            IllegalAction: refusal_response,
            JournalFailed: refusal_response,
            NotFoundException: not_found,
            HTTPException: refusal_response,
            Exception: refusal_response,
        },
        openapi_config=document(),
        response_headers=[],
        logging_config=None,
    )
    app.state.handler = app.asgi_handler
    return app


def connect(app: Litestar, service: Service) -> Litestar:
    """Let the application serve this service, which starts and stops with it. One application may serve one
    service after another."""
    app.state.service = service
    handler = HostMiddleware(app.state.handler, service.settings)
    app.asgi_handler = ClientAddressMiddleware(
        MetricsMiddleware(DateMiddleware(handler, service.now), service.metrics),
        service.settings.proxies,
    )
    return app


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Start the service with the application, and stop it."""
    service: Service = app.state.service
    try:
        await service.start()
    except Exception:
        log.exception("the service can't start")
        raise
    try:
        yield
    finally:
        await service.close()


def not_found(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """The response to an unknown address: a page for people, a refusal for programs."""
    return not_found_page(request) or refusal_response(request, error)


def refusal_response(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """The refusal as JSON: `code`, `message` and `values`."""
    if isinstance(error, IllegalAction):
        session = _session_of(request)
        error = of_game(error) if session is None else of_game(error, session.installed, session.names)
    lang = language_of(request)
    status, code, message, values = _describe(error, lang)
    if status >= 500 and not is_reported(error):
        # The route and not the path: the path may be an invitation, whose secret must not be logged.
        route = request.scope.get("path_template")
        problem = str(error) if isinstance(error, JournalFailed) else type(error).__name__
        log.error("request failed", route=route, problem=problem, exc_info=error if status == 500 else None)
    content = {"code": code, "message": message, "values": values}
    headers = {"Content-Language": error.language_for(lang) if isinstance(error, Refused) else "en"}
    if "retry_after" in values:
        headers["Retry-After"] = str(values["retry_after"])
    return Response(content, status_code=status, headers=headers, media_type=MediaType.JSON)


async def log_live_failure(error: Exception, scope: Scope) -> None:
    """Log a fault of a live connection, which is closed without an answer. `refusal_response` logs the
    faults of requests. What the client did wrong, like an unknown address, is no fault: anybody could fill
    the log with it."""
    if isinstance(error, WebSocketException | Refused):
        return
    if isinstance(error, HTTPException) and error.status_code < 500:
        return
    if scope["type"] == ScopeType.WEBSOCKET:
        log.error("live connection failed", route=scope.get("path_template"), exc_info=error)


def _session_of(request: Request[Any, Any, Any]) -> Session | None:
    """The session of the match that a request is about, if it is in memory; the database isn't asked."""
    return service_of(request).sessions.in_memory().get(str(request.path_params.get("match")))


def _describe(error: Exception, lang: str) -> tuple[int, str, str, dict[str, Any]]:
    if isinstance(error, RulesGone):
        return 500, "unplayable", str(error), {"rules": error.rules, "kept": error.kept}
    if isinstance(error, Unplayable):
        return (
            500,
            "unplayable",
            "this match can't be played on here; it has been noted",
            {},
        )
    if isinstance(error, JournalFailed):
        error = not_stored(error)
    if isinstance(error, Refused):
        return error.status, error.code, error.message_in(lang), error.values
    if isinstance(error, ValidationException):
        return 400, "request", _problems(error), {}
    if isinstance(error, HTTPException):
        return error.status_code, "request", str(error.detail), {}
    if isinstance(error, RecursionError):
        return 400, "request", TOO_DEEP, {}
    if isinstance(error, OverflowError):  # where a number meets the database, or the bytes of a message
        return 400, "request", "a number is too large; whole numbers below 2**63 are accepted", {}
    return 500, "internal-error", "a fault of the service; it has been noted", {}


def _problems(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [
        f"{item.get('key', 'request')}: {item['message']}"
        for item in extra
        if isinstance(item, dict) and item.get("message")
    ]
    return "; ".join(problems) or str(error.detail)
