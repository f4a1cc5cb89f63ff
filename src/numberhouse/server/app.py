"""The application: routes, refusals as JSON, and the service that starts and stops with it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import structlog
from litestar import Litestar, MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig

import numberhouse
from numberhouse.game import IllegalAction
from numberhouse.server.log import LogFailed
from numberhouse.server.refusal import Refused, not_stored, of_game
from numberhouse.server.routes import ROUTES
from numberhouse.server.service import Service
from numberhouse.server.settings import Settings
from numberhouse.server.who import COOKIE, origin_allowed

__all__ = ["create_app", "refusal_told"]

LARGEST_BODY: Final = 1 << 20
"""Bytes of a request."""

SAFE: Final = ("GET", "HEAD", "OPTIONS")

log = structlog.get_logger("numberhouse")


def create_app(settings: Settings, service: Service | None = None) -> Litestar:
    """The application that serves these settings; `service` is for tests that bring a clock of their own."""
    made = service or Service(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.service = made
        await made.start()
        try:
            yield
        finally:
            await made.close()

    return Litestar(
        route_handlers=ROUTES,
        lifespan=[lifespan],
        before_request=check_origin,
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Refused: refusal_told,
            IllegalAction: refusal_told,
            LogFailed: refusal_told,
            HTTPException: refusal_told,
            Exception: refusal_told,
        },
        openapi_config=OpenAPIConfig(
            title="Numberhouse", version=numberhouse.__version__, path="/api/schema"
        ),
        response_headers=[],
    )


async def check_origin(request: Request[Any, Any, Any]) -> None:
    """A page of somebody else's can't do anything in the name of whoever looks at it."""
    if request.method in SAFE or request.headers.get("authorization"):
        return
    if COOKIE in request.cookies and not origin_allowed(request):
        raise Refused(403, "origin", "this request comes from a page of another site")


def refusal_told(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    """The refusal as JSON: `code`, `message` and `values`."""
    status, code, message, values = _told(error)
    if status >= 500:
        log.error("request failed", path=request.url.path, kind=type(error).__name__, exc_info=status == 500)
    content = {"code": code, "message": message, "values": values}
    return Response(content, status_code=status, media_type=MediaType.JSON)


def _told(error: Exception) -> tuple[int, str, str, dict[str, Any]]:
    if isinstance(error, IllegalAction):
        error = of_game(error)
    if isinstance(error, LogFailed):
        error = not_stored(error)
    if isinstance(error, Refused):
        return error.status, error.code, error.message, error.values
    if isinstance(error, ValidationException):
        return 400, "request", _problems(error), {}
    if isinstance(error, HTTPException):
        return error.status_code, "request", str(error.detail), {}
    return 500, "fault", "a fault of the service; it has been noted", {}


def _problems(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    problems = [str(one.get("message", "")) for one in extra if isinstance(one, dict)]
    return "; ".join(problem for problem in problems if problem) or str(error.detail)
