"""Several processes that serve one PostgreSQL database from one address, and one that looks after them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import Any, Final

import msgspec
import structlog
from prometheus_client import multiprocess

from numberhouse.server.base.logs import configure_logging
from numberhouse.server.base.metrics import SHARED
from numberhouse.server.base.settings import Settings
from numberhouse.server.ops.run import STOPPING, ServeError, serve

__all__ = ["serve_together"]

PAUSE: Final = 1.0
"""Seconds before a process that has died is replaced."""

log = structlog.get_logger("numberhouse")


def serve_together(settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> None:
    """Serve until interrupted or terminated. Who dies is replaced; who can't even begin ends all. Raises
    `ServeError`."""
    with tempfile.TemporaryDirectory(prefix="numberhouse-metrics-") as shared:
        os.environ[SHARED] = shared
        try:
            _Watch(settings, listening).run(opened)
        finally:
            del os.environ[SHARED]


class _Watch:
    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        # The database has been brought up to date before.
        self.settings = msgspec.structs.replace(settings, migrate=False)
        self.listening = listening
        self.context = multiprocessing.get_context("spawn")
        self.began: dict[Any, Any] = {}
        """By process, the event that it sets when it serves."""
        self.stopping = threading.Event()

    def run(self, opened: Callable[[], None]) -> None:
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, lambda *_: self.stopping.set())
        try:
            for _ in range(self.settings.processes):
                self._begin()
            announced = False
            while not self.stopping.is_set():
                wait([process.sentinel for process in self.began], 0.2)
                if not announced and all(event.is_set() for event in self.began.values()):
                    opened()
                    announced = True
                if not self.stopping.is_set():
                    self._replace_dead()
        finally:
            self._end()

    def _begin(self) -> None:
        event = self.context.Event()
        # What one of them has prepared all of them find on the machine.
        settings = msgspec.structs.replace(self.settings, prepare=self.settings.prepare and not self.began)
        process = self.context.Process(target=_serve, args=(settings, self.listening, event))
        process.start()
        self.began[process] = event

    def _replace_dead(self) -> None:
        for process, event in list(self.began.items()):
            if process.is_alive():
                continue
            del self.began[process]
            if not event.is_set():
                raise ServeError("a process of the service couldn't begin; what is logged above says why")
            log.error("a process has died and is replaced", status=process.exitcode)
            multiprocess.mark_process_dead(process.pid, os.environ[SHARED])  # type: ignore[no-untyped-call]
            self.stopping.wait(PAUSE)
            self._begin()

    def _end(self) -> None:
        until = time.monotonic() + 2 * STOPPING
        for process in self.began:
            process.terminate()
        for process in self.began:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                log.error("a process doesn't stop and is killed")
                process.kill()
                process.join()


def _serve(settings: Settings, listening: socket.socket, began: Any) -> None:
    """What each of the processes does."""
    configure_logging(settings.log)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    serve(settings, listening, began.set)


def _end_with(parent: Any) -> None:
    """Nobody is left behind when the one that looks after us is killed."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
