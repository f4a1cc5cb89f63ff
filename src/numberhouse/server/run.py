"""Runs the service with uvicorn, until it is told to stop."""

from __future__ import annotations

from typing import Any

import uvicorn

from numberhouse.server.app import create_app
from numberhouse.server.settings import Settings

__all__ = ["configured", "run"]

STOPPING: int = 10
"""Seconds that open requests have when the service is told to stop."""


def run(settings: Settings) -> None:
    """Serve; returns when interrupted or terminated, everything stored."""
    uvicorn.Server(configured(settings, create_app(settings))).run()


def configured(settings: Settings, app: Any) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        proxy_headers=settings.proxies > 0,
        access_log=False,
        log_level="info",
        timeout_graceful_shutdown=STOPPING,
        server_header=False,
    )
