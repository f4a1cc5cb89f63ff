"""Standard error as one JSON object a line, whoever writes to it.

A program that collects logs can't read a line that isn't JSON. Libraries, the interpreter and the command
line print text to `sys.stderr`; here each line of it becomes the `event` of an object. An exception that
nobody catches becomes one line of the log, without its message, like every exception there (`logs.py`).
"""

from __future__ import annotations

import io
import json
import sys
import threading
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

import structlog

__all__ = ["JsonStderr", "log_uncaught"]

log = structlog.get_logger("numberhouse")


class JsonStderr(io.TextIOBase):
    """Takes the place of `sys.stderr` and writes each line of text as an object to `stream`."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._begun = ""
        self._lock = threading.Lock()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        return "backslashreplace"

    def fileno(self) -> int:
        return self.stream.fileno()

    def isatty(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with self._lock:
            *lines, self._begun = (self._begun + text).splitlines(keepends=True) or [""]
            if self._begun.endswith("\n"):
                lines, self._begun = [*lines, self._begun], ""
            for line in lines:
                self._write_line(line.rstrip())
        return len(text)

    def flush(self) -> None:
        self.stream.flush()

    def _write_line(self, line: str) -> None:
        if line:
            at = datetime.now(UTC).isoformat()
            entry = {"event": line, "level": "warning", "logger": "stderr", "timestamp": at}
            self.stream.write(json.dumps(entry) + "\n")
            self.stream.flush()


def log_uncaught() -> None:
    """Log the exceptions that nobody catches, instead of printing their tracebacks."""

    def uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("uncaught exception", exc_info=(kind, error, trace))

    def in_thread(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            log.critical("uncaught exception in a thread", exc_info=arguments.exc_value)

    def unraisable(arguments: Any) -> None:
        if arguments.exc_value is not None:
            log.error("ignored exception", exc_info=arguments.exc_value)

    sys.excepthook, threading.excepthook, sys.unraisablehook = uncaught, in_thread, unraisable
