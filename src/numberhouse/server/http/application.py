"""The application: routes, refusals as JSON, and the service that starts and stops with it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

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
from numberhouse.server.http.client_address import ClientAddressMiddleware
from numberhouse.server.http.middleware import admit, secured
from numberhouse.server.http.openapi import document
from numberhouse.server.http.routes import ROUTES
from numberhouse.server.http.static_files import lost_page
from numberhouse.server.play.session import Session
from numberhouse.server.service import Service
from numberhouse.server.storage.journal import JournalFailed, RulesGone, Unplayable, not_stored

__all__ = ["create_app", "refusal_text"]

LARGEST_BODY: Final = 1 << 20
"""Bytes of a request."""

log = structlog.get_logger("numberhouse")


def create_app(settings: Settings, service: Service | None = None) -> Litestar:
    """The application that serves these settings; `service` is for tests that bring a clock of their own."""
    made = service or Service(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.service = made
        try:
            await made.start()
        except Exception:
            log.exception("the service can't start")
            raise
        try:
            yield
        finally:
            await made.close()

    app = Litestar(
        route_handlers=ROUTES,
        lifespan=[lifespan],
        before_request=admit,
        before_send=[secured],
        after_exception=[noted],
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Refused: refusal_text,
            IllegalAction: refusal_text,
            JournalFailed: refusal_text,
            NotFoundException: nowhere,
            HTTPException: refusal_text,
            Exception: refusal_text,
        },
        openapi_config=document(),
        response_headers=[],
        logging_config=None,
    )
    app.asgi_handler = ClientAddressMiddleware(
        MetricsMiddleware(app.asgi_handler, made.metrics), settings.proxies
    )
    return app


def nowhere(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """An address that leads nowhere: a page for people, a refusal for programs."""
    return lost_page(request) or refusal_text(request, error)


def refusal_text(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """The refusal as JSON: `code`, `message` and `values`."""
    status, code, message, values = _told(error, _table(request), language_of(request))
    if status >= 500:
        # The route and not the path, which may be an invitation.
        route = request.scope.get("path_template")
        problem = str(error) if isinstance(error, JournalFailed) else type(error).__name__
        log.error("request failed", route=route, problem=problem, exc_info=error if status == 500 else None)
    content = {"code": code, "message": message, "values": values}
    headers = {"Retry-After": str(values["retry_after"])} if "retry_after" in values else {}
    return Response(content, status_code=status, headers=headers, media_type=MediaType.JSON)


async def noted(error: Exception, scope: Scope) -> None:
    """A fault of a live connection, which is closed and gets no answer; requests are seen to above."""
    if scope["type"] == ScopeType.WEBSOCKET and not isinstance(error, WebSocketException | Refused):
        log.error("live connection failed", route=scope.get("path_template"), exc_info=error)


def _table(request: Request[Any, Any, Any]) -> Session | None:
    """The match that a request is about, as far as it is known without asking the database."""
    return service_of(request).sessions.in_memory().get(str(request.path_params.get("match")))


def _told(error: Exception, session: Session | None, lang: str) -> tuple[int, str, str, dict[str, Any]]:
    if isinstance(error, IllegalAction):
        error = of_game(error) if session is None else of_game(error, session.installed, session.names)
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
        return error.status, error.code, error.said(lang), error.values
    if isinstance(error, ValidationException):
        return 400, "request", _problems(error), {}
    if isinstance(error, HTTPException):
        return error.status_code, "request", str(error.detail), {}
    if isinstance(error, RecursionError):
        return 400, "request", "this is nested too deeply; nothing here is deeper than a few levels", {}
    return 500, "fault", "a fault of the service; it has been noted", {}


def _problems(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [str(one.get("message", "")) for one in extra if isinstance(one, dict)]
    return "; ".join(problem for problem in problems if problem) or str(error.detail)
