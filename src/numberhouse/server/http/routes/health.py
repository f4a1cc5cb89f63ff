"""Liveness, readiness and metrics, for machines that monitor the service."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get

from numberhouse.server.base.metrics import CONTENT_TYPE, readable_from
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import service_of
from numberhouse.server.storage.health import Readiness

__all__ = ["HEALTH", "healthz", "metrics", "readyz"]

AnyRequest = Request[Any, Any, Any]


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz() -> str:
    """The process answers."""
    return "alive\n"


@get("/readyz", include_in_schema=False)
async def readyz(request: AnyRequest) -> Response[Readiness]:
    """200 when every part that serving needs works, else 503; with the state of each part by name."""
    readiness = await service_of(request).health.readiness()
    return Response(readiness, status_code=200 if readiness.ready else 503)


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """The metrics for Prometheus, readable from the addresses that the settings name."""
    service = service_of(request)
    forwarded = not service.settings.proxies and "x-forwarded-for" in request.headers
    address = request.client.host if request.client else ""
    if forwarded or not readable_from(address, service.settings.metrics_networks):
        raise Refused(403, "not-allowed", "metrics are read from the addresses that the settings name")
    await service.health.count_matches()
    return Response(service.metrics.exposition(), media_type=CONTENT_TYPE)


HEALTH: list[Any] = [healthz, readyz, metrics]
