"""Several processes that serve one PostgreSQL database from one address, and the process that supervises
them."""

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

from numberhouse.server.base.house_clock import HouseClock
from numberhouse.server.base.logs import configure_logging
from numberhouse.server.base.metrics import SHARED
from numberhouse.server.base.settings import Settings
from numberhouse.server.ops.serve import SHUTDOWN_SECONDS, ServeError, serve

__all__ = ["serve_together"]

PAUSE: Final = 1.0
"""Seconds before a process that has died is replaced."""

log = structlog.get_logger("numberhouse")


def serve_together(
    settings: Settings, listening: socket.socket, opened: Callable[[], None], clock: HouseClock
) -> None:
    """Serve until interrupted or terminated. A process that dies is replaced; one that can't begin ends them
    all. Raises `ServeError`."""
    with tempfile.TemporaryDirectory(prefix="numberhouse-metrics-") as shared:
        os.environ[SHARED] = shared
        try:
            _Supervisor(settings, listening, clock).run(opened)
        finally:
            del os.environ[SHARED]


class _Supervisor:
    def __init__(self, settings: Settings, listening: socket.socket, clock: HouseClock) -> None:
        # The supervisor has migrated the database before.
        self.settings = msgspec.structs.replace(settings, migrate=False)
        self.listening = listening
        self.clock = clock
        self.context = multiprocessing.get_context("spawn")
        self.started_events: dict[Any, Any] = {}
        """By process, the event that the process sets when it serves."""
        self.stopping = threading.Event()

    def run(self, opened: Callable[[], None]) -> None:
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, lambda *_: self.stopping.set())
        try:
            for _ in range(self.settings.processes):
                self._start_process()
            announced = False
            while not self.stopping.is_set():
                wait([process.sentinel for process in self.started_events], 0.2)
                self.clock()  # approaches the system's time like the clocks of the processes
                if not announced and all(event.is_set() for event in self.started_events.values()):
                    opened()
                    announced = True
                if not self.stopping.is_set():
                    self._replace_dead()
        finally:
            self._stop_processes()

    def _start_process(self) -> None:
        event = self.context.Event()
        # Only the first process precompiles: the others find its results on the machine.
        settings = msgspec.structs.replace(
            self.settings, precompile=self.settings.precompile and not self.started_events
        )
        process = self.context.Process(
            target=_serve, args=(settings, self.listening, event, self.clock.offset)
        )
        process.start()
        self.started_events[process] = event

    def _replace_dead(self) -> None:
        for process, event in list(self.started_events.items()):
            if process.is_alive():
                continue
            del self.started_events[process]
            if not event.is_set():
                raise ServeError("a process of the service couldn't begin; what is logged above says why")
            log.error("a process has died and is replaced", status=process.exitcode)
            multiprocess.mark_process_dead(process.pid, os.environ[SHARED])  # type: ignore[no-untyped-call]
            self.stopping.wait(PAUSE)
            self._start_process()

    def _stop_processes(self) -> None:
        until = time.monotonic() + 2 * SHUTDOWN_SECONDS
        for process in self.started_events:
            process.terminate()
        for process in self.started_events:
            process.join(max(0.0, until - time.monotonic()))
            if process.is_alive():
                log.error("a process doesn't stop and is killed")
                process.kill()
                process.join()


def _serve(settings: Settings, listening: socket.socket, started: Any, offset: float) -> None:
    """The program of each process. The `offset` is that of the supervisor's clock: a process that replaces
    another one continues the house's time."""
    configure_logging(settings.log_format)
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_stop_with, args=(parent,), daemon=True).start()
    serve(settings, listening, started.set, HouseClock(offset=offset))


def _stop_with(parent: Any) -> None:
    """Stop this process when its supervisor is killed; otherwise it would serve on alone."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
