"""Metrics of the running service, for Prometheus at `/metrics`.

No label names a match, a person or an address: labels are routes, games and results.
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
"""The environment variable with the folder in which several processes share their metrics."""

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Result: TypeAlias = Literal["accepted", "repeated", "late", "refused", "not-stored"]

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Buckets of histograms, in seconds."""

AsgiApp: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.shared = SHARED in os.environ
        """Whether other processes of the service write their metrics into the same folder."""
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
        self.batch_entries = Histogram(
            "numberhouse_journal_batch_entries",
            "Entries committed together",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=self.registry,
        )
        self.commit_seconds = Histogram(
            "numberhouse_journal_commit_seconds",
            "One commit of the journal, until it was durable",
            buckets=FAST,
            registry=self.registry,
        )
        self.bot_seconds = Histogram(
            "numberhouse_bot_seconds",
            "Seconds that a bot took for an action, by result",
            ["game", "result"],
            buckets=FAST,
            registry=self.registry,
        )
        self.notifications = Counter(
            "numberhouse_notifications",
            "Notifications, by result: sent, failed",
            ["result"],
            registry=self.registry,
        )
        self.swept = Counter(
            "numberhouse_swept",
            "Rows removed because they were too old, by kind",
            ["kind"],
            registry=self.registry,
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
            "Open live connections and requests that wait for updates",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.sessions = Gauge(
            "numberhouse_sessions",
            "Matches in memory",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self._watched: list[tuple[Gauge, Sized]] = []

    def watch(self, connections: Sized, sessions: Sized) -> None:
        """Report the numbers of these connections and sessions from now on."""
        self._watched = [(self.connections, connections), (self.sessions, sessions)]

    def update_gauges(self) -> None:
        """Update the gauges of connections and sessions."""
        for gauge, collection in self._watched:
            gauge.set(len(collection))

    def record_action(self, game: str, result: Result, seconds: float) -> None:
        """Record an attempted action of a seat."""
        self._actions(game, result).inc()
        if result == "accepted":
            self.action_seconds.observe(seconds)

    def record_commit(self, entries: int, seconds: float) -> None:
        """Record a commit of the journal; called from any thread."""
        self.batch_entries.observe(entries)
        self.commit_seconds.observe(seconds)

    def record_bot_turn(self, game: str, result: str, seconds: float) -> None:
        """Record a turn of a bot."""
        self.bot_seconds.labels(game, result).observe(seconds)

    def record_notification(self, result: str) -> None:
        """Record the result of sending a notification."""
        self.notifications.labels(result).inc()

    def record_swept(self, kind: str, rows: int) -> None:
        """Record rows that were removed because they were too old."""
        self.swept.labels(kind).inc(rows)

    def exposition(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        self.update_gauges()
        if not self.shared:
            return generate_latest(self.registry)
        shared_registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(shared_registry)  # type: ignore[no-untyped-call]
        return generate_latest(shared_registry)


class MetricsMiddleware:
    """An ASGI application, with its requests counted and timed."""

    def __init__(self, app: AsgiApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on, and record it when it ends."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def send_and_note(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            # An unknown path has no template, and its text is chosen by the client: no label may hold it.
            route = scope.get("path_template") or "none"
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.requests.labels(method, route, status).inc()
            self.metrics.request_seconds.labels(route).observe(time.perf_counter() - began)


def readable_from(address: str, allowed: tuple[str, ...]) -> bool:
    """Whether a client at this address may read the metrics."""
    try:
        client = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(client, ipaddress.IPv6Address) and client.ipv4_mapped is not None:
        client = client.ipv4_mapped
    return any(client in ipaddress.ip_network(network) for network in allowed)
