"""What the service tells its operator: structured lines on standard error, as text or JSON, without secrets.

A traceback is frames alone, without the values of variables; of an exception only its kind is told, unless it
comes from the system or the database, because what a game or a request has put into its words may be
somebody's secret. A field whose name is that of a secret is withheld, whoever has passed it.
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

__all__ = ["WITHHELD", "tell", "words_of"]

WITHHELD: Final = "(withheld)"

SECRET: Final = (
    "action",
    "authorization",
    "body",
    "code",
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
    "apprise": logging.CRITICAL + 1,  # it names addresses with tokens in them
    "httpx": logging.WARNING,  # the same
    "uvicorn": logging.WARNING,  # below that it tells paths, which may be invitations
    "alembic": logging.WARNING,
}


def tell(how: Literal["text", "json"], to: TextIO | None = None) -> None:
    """From now on everything that this process logs, by structlog or by `logging`, goes to standard error."""
    stream = to or sys.stderr
    timed = structlog.processors.TimeStamper("iso")
    before: list[Processor] = [structlog.stdlib.add_log_level, timed, _without_values, _without_secrets]
    last: Any = (
        structlog.processors.JSONRenderer()
        if how == "json"
        else structlog.dev.ConsoleRenderer(
            colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *before],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("numberhouse").setLevel(logging.INFO)
    logging.captureWarnings(True)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(level)


def words_of(error: BaseException) -> str:
    """An exception's words where they can't hold anybody's secret, else nothing."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return words_of(error.orig)
    if isinstance(error, OSError | sqlite3.Error):
        return str(error)
    if (primary := getattr(getattr(error, "diag", None), "message_primary", None)) is not None:
        return str(primary)  # PostgreSQL's; its details have values in them
    return ""


def _without_values(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """`exc_info` as `exception`: where it was, and what kind it is."""
    if event.get("logger") == "asyncio":  # it goes on with what a task was doing, exception and all
        event["event"] = str(event["event"]).partition("\n")[0]
    given = event.pop("exc_info", None)
    if not given:
        return event
    error = given if isinstance(given, BaseException) else None
    if error is None:
        error = given[1] if isinstance(given, tuple) else sys.exc_info()[1]
    if error is not None:
        event["exception"] = "\n".join(_lines(error, set()))
    return event


def _lines(error: BaseException, event: set[int]) -> list[str]:
    lines: list[str] = []
    event.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in event:
        lines += [*_lines(before, event), "then"]
    words = words_of(error)
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}{': ' if words else ''}{words}")
    lines += _frames(error.__traceback__)
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            lines += ["of", *_lines(one, event)]
    return lines


def _frames(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)
    return [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-20:]]


def _without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name in event:
        if any(part in SECRET for part in name.lower().replace("-", "_").split("_")):
            event[name] = WITHHELD
    return event
