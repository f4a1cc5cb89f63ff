"""Turns errors into a message and an exit status. A traceback is shown only with --debug."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from numberhouse.extras import missing_extra

__all__ = [
    "INTERNAL",
    "INTERRUPTED",
    "PIPE_CLOSED",
    "REFUSED",
    "BotFault",
    "PipeClosed",
    "Refusal",
    "Trouble",
    "classify",
    "report",
]

REFUSED = 2
INTERNAL = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


class Refusal(click.ClickException):
    """Input that the house refuses. `code` names the reason for programs."""

    exit_code = REFUSED

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class PipeClosed(Exception):  # noqa: N818 - no error: the reader has closed the pipe
    """The reader of the command's output has closed the pipe."""


class BotFault(RuntimeError):  # noqa: N818 - names the culprit
    """A bot failed, or did what the rules don't allow."""


class Trouble(NamedTuple):
    """An error in the form in which the command line reports it: code, message and exit status."""

    code: str
    message: str
    status: int


def report(error: BaseException, args: Sequence[str]) -> int:
    """Print `error` on stderr, as JSON where `args` contain --json, and return the exit status."""
    trouble = classify(error, args)
    if "--debug" in args:
        import traceback  # imported here, like msgspec below: slow, and rarely needed

        traceback.print_exception(error, file=sys.stderr)
    if "--json" in args:
        import msgspec  # slow to import; the help does without it

        line = msgspec.json.encode({"error": trouble.code, "message": trouble.message})
        click.echo(line.decode(), err=True)
    elif trouble.status == INTERRUPTED:
        click.echo("Interrupted.", err=True)
    elif isinstance(error, click.UsageError):
        error.show()
    elif trouble.message:
        click.echo(f"Error: {trouble.message}", err=True)
    return trouble.status


def classify(error: BaseException, args: Sequence[str] = ()) -> Trouble:
    """Return the code, message and exit status of `error`. Refused input keeps its own message. An unforeseen
    error is reported as a fault of the house."""
    from numberhouse.contract.game import IllegalAction  # msgspec is slow to import; the help does without it
    from numberhouse.record import RecordError
    from numberhouse.registry import RegistryError

    extra = missing_extra(error)
    if extra is not None:
        return Trouble(code_of(extra), str(extra), REFUSED)
    match error:
        case click.exceptions.Abort():
            return Trouble("interrupted", "interrupted", INTERRUPTED)
        case IllegalAction():
            return Trouble(error.code, error.message, REFUSED)
        case Refusal():
            return Trouble(error.code, error.message, error.exit_code)
        case click.ClickException():
            # 1 is click's default for an error that has no status of its own.
            status = REFUSED if error.exit_code == click.ClickException.exit_code else error.exit_code
            return Trouble(code_of(error), error.format_message(), status)
        case RegistryError() | RecordError():
            return Trouble(code_of(error), str(error), REFUSED)
        case OSError() if isinstance(error.filename, str | Path):
            return Trouble("file", f"{error.filename}: {error.strerror or error}", REFUSED)
    again = shlex.join(["numberhouse", "--debug", *(arg for arg in args if arg != "--debug")])
    return Trouble(
        "internal",
        f"{type(error).__name__}: {error}. That is a fault of Numberhouse or of the game, not yours; please "
        f"report it to the project's issue tracker with what this shows: {again}",
        INTERNAL,
    )


def code_of(error: BaseException) -> str:
    """The class's name as a code: `UnknownGame` is `unknown-game`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(error).__name__).lower()
