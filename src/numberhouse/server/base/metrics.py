"""What is measured while the service runs, for Prometheus at `/metrics`.

No label names a match, a person or an address: what can be told apart is routes, games and results.
"""

from __future__ import annotations

import ipaddress
import os
import time
from collections.abc import Awaitable, Callable, Sized
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    multiprocess,
)

__all__ = ["CONTENT_TYPE", "SHARED", "Metrics", "MetricsMiddleware", "Result", "readable_from"]

SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several processes count together."""

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Result: TypeAlias = Literal["accepted", "repeated", "late", "refused", "not-stored"]

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Seconds."""

AsgiApp: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]


class Metrics:
    """Of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.shared = SHARED in os.environ
        """Whether other processes of the service count in the same files."""
        if not self.shared:
            ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "numberhouse_requests",
            "Requests answered, by route and status",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.request_seconds = Histogram(
            "numberhouse_request_seconds",
            "From a request to the end of its answer",
            ["route"],
            buckets=FAST,
            registry=self.registry,
        )
        self.actions = Counter(
            "numberhouse_actions",
            "Actions of seats, by game and result: accepted, repeated, late, refused, not-stored",
            ["game", "result"],
            registry=self.registry,
        )
        self._actions = cache(self.actions.labels)
        self.action_seconds = Histogram(
            "numberhouse_action_seconds",
            "From an action's receipt until it was durable",
            buckets=FAST,
            registry=self.registry,
        )
        self.batch_lines = Histogram(
            "numberhouse_log_batch_lines",
            "Lines committed together",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=self.registry,
        )
        self.commit_seconds = Histogram(
            "numberhouse_log_commit_seconds",
            "One commit of the log, until it was durable",
            buckets=FAST,
            registry=self.registry,
        )
        self.bot_seconds = Histogram(
            "numberhouse_bot_seconds",
            "What a bot took for an action, by how it ended",
            ["game", "ended"],
            buckets=FAST,
            registry=self.registry,
        )
        self.notices = Counter(
            "numberhouse_notices", "Notices, by how sending ended", ["ended"], registry=self.registry
        )
        self.matches = Gauge(
            "numberhouse_matches",
            "Matches in the database, of all processes, by status",
            ["status"],
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self.connections = Gauge(
            "numberhouse_connections",
            "Open live connections and requests that wait for news",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.sessions = Gauge(
            "numberhouse_tables",
            "Matches in memory",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._watched: list[tuple[Gauge, Sized]] = []

    def watch(self, connections: Sized, sessions: Sized) -> None:
        """Tell from now on how many there are of these."""
        self._watched = [(self.connections, connections), (self.sessions, sessions)]

    def look(self) -> None:
        """Bring what is watched up to date."""
        for gauge, things in self._watched:
            gauge.set(len(things))

    def acted(self, game: str, result: Result, seconds: float) -> None:
        """Somebody has tried to do something."""
        self._actions(game, result).inc()
        if result == "accepted":
            self.action_seconds.observe(seconds)

    def committed(self, lines: int, seconds: float) -> None:
        """The log has committed; called from any thread."""
        self.batch_lines.observe(lines)
        self.commit_seconds.observe(seconds)

    def thought(self, game: str, ended: str, seconds: float) -> None:
        """A bot has thought."""
        self.bot_seconds.labels(game, ended).observe(seconds)

    def noticed(self, ended: str) -> None:
        """A notice was sent, or wasn't."""
        self.notices.labels(ended).inc()

    def written(self) -> bytes:
        """As Prometheus reads it."""
        self.look()
        if not self.shared:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


class MetricsMiddleware:
    """An ASGI application, with its requests counted and timed."""

    def __init__(self, app: AsgiApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def noting(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            # A path that leads nowhere has no template, and its words are anybody's.
            route = scope.get("path_template") or "none"
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.requests.labels(method, route, status).inc()
            self.metrics.request_seconds.labels(route).observe(time.perf_counter() - began)


def readable_from(address: str, allowed: tuple[str, ...]) -> bool:
    """Whether somebody at this address may read the metrics."""
    try:
        there = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(there, ipaddress.IPv6Address) and there.ipv4_mapped is not None:
        there = there.ipv4_mapped
    return any(there in ipaddress.ip_network(one) for one in allowed)
