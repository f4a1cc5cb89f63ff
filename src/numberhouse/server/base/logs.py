"""Logs: structured lines on standard error for the operator, as text or JSON, without secrets.

A traceback shows frames only, without the values of variables. An exception shows only its class, unless it
comes from the system or the database, because a game or a request may have put a secret into its message. A
field with the name of a secret is always withheld.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from types import TracebackType
from typing import Any, Final, Literal, TextIO

import structlog
from sqlalchemy.exc import DBAPIError
from structlog.typing import Processor

from numberhouse.server.base.json_stderr import JsonStderr, log_uncaught

__all__ = ["WITHHELD", "configure_logging", "safe_message"]

WITHHELD: Final = "(withheld)"

SECRET_PARTS: Final = (
    "action",
    "authorization",
    "body",
    "code",
    "contribution",
    "cookie",
    "digest",
    "key",
    "link",
    "message",
    "options",
    "password",
    "secret",
    "seed",
    "state",
    "token",
    "view",
)
"""A field is withheld when a part of its name is one of these: `seed`, `session_token`, `options`."""

QUIET: Final[Mapping[str, int]] = {
    "apprise": logging.CRITICAL + 1,  # it logs addresses with tokens in them
    "httpx": logging.WARNING,  # the same
    "uvicorn": logging.WARNING,  # below that level it logs paths, which may be invitations
    "alembic": logging.WARNING,
}


def configure_logging(form: Literal["text", "json"], target: TextIO | None = None) -> None:
    """Send all logs of this process, by structlog and by `logging`, to `target`, by default standard error.
    Standard error then takes nothing but JSON if that is the form."""
    stream = target or (sys.stderr.stream if isinstance(sys.stderr, JsonStderr) else sys.stderr)
    if target is None and form == "json":
        sys.stderr = JsonStderr(stream)
        log_uncaught()
    timestamper = structlog.processors.TimeStamper("iso")
    processors: list[Processor] = [
        structlog.stdlib.add_log_level,
        timestamper,
        _reduce_exception,
        _withhold_secrets,
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[*processors, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *processors],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("numberhouse").setLevel(logging.INFO)
    logging.captureWarnings(True)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(level)


def safe_message(error: BaseException) -> str:
    """The message of an exception if it can't contain a secret, else an empty text."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return safe_message(error.orig)
    if isinstance(error, OSError | sqlite3.Error):
        return str(error)
    if (primary := getattr(getattr(error, "diag", None), "message_primary", None)) is not None:
        return str(primary)  # PostgreSQL's primary message; its details contain values
    return ""


def _reduce_exception(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace `exc_info` by `exception`: the frames and the class."""
    if event.get("logger") == "asyncio":  # its later lines describe a task, with the exception's message
        event["event"] = str(event["event"]).partition("\n")[0]
    exc_info = event.pop("exc_info", None)
    if not exc_info:
        return event
    error = exc_info if isinstance(exc_info, BaseException) else None
    if error is None:
        error = exc_info[1] if isinstance(exc_info, tuple) else sys.exc_info()[1]
    if error is not None:
        event["exception"] = "\n".join(_exception_lines(error, set()))
    return event


def _exception_lines(error: BaseException, visited: set[int]) -> list[str]:
    lines: list[str] = []
    visited.add(id(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and id(cause) not in visited:
        lines += [*_exception_lines(cause, visited), "then"]
    words = safe_message(error)
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}{': ' if words else ''}{words}")
    lines += _frames(error.__traceback__)
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            lines += ["of", *_exception_lines(inner, visited)]
    return lines


def _frames(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)
    return [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-20:]]


def _withhold_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name in event:
        if any(part in SECRET_PARTS for part in name.lower().replace("-", "_").split("_")):
            event[name] = WITHHELD
    return event
