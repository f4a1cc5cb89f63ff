"""Runs tests on one copy of the sources, each time in a fork of a process with all other modules.

What the house and its tests import of other packages takes longer than most of the tests themselves. This
process imports it once, and nothing of the house, whose sources change between two requests. It reads
requests from its standard input and answers on its standard output, a line of JSON each.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
import tempfile
import time
from typing import Final, NoReturn

import msgspec
import pytest

__all__ = ["Answer", "Request"]

OPTIONS: Final = ("-q", "-x", "-p", "no:cacheprovider", "--tb=line")
OWN: Final = ("numberhouse", "tests", "conftest", "__main__", "__mp_main__")
PLUGINS: Final = ("_hypothesis_pytestplugin", "pytest_rerunfailures", "xdist")
"""Pytest imports its plugins itself, and warns of those that are there already."""
PAUSE: Final = 0.02
"""Seconds between two checks whether the tests have ended."""
MOST_TOLD: Final = 4000
"""Characters of the output, from its end."""


class Request(msgspec.Struct, frozen=True):
    """Tests to run."""

    tests: tuple[str, ...]
    limit: float | None = None
    """The limit in seconds; None for none."""
    imported: tuple[str, ...] = ()
    """Modules to import before the tests."""


class Answer(msgspec.Struct, frozen=True):
    """The result of the tests."""

    status: int | None
    """The exit status of pytest; None after the time limit."""
    output: str
    imported: tuple[str, ...] = ()
    """The third-party modules that the tests have imported."""


def main() -> None:
    """Answer requests until there are no more."""
    for line in sys.stdin.buffer:
        request = msgspec.json.decode(line, type=Request)
        for name in request.imported:
            with contextlib.suppress(Exception):  # some are made while something runs, and can't be imported
                importlib.import_module(name)
        sys.stdout.buffer.write(msgspec.json.encode(run_request(request)) + b"\n")
        sys.stdout.buffer.flush()


def run_request(request: Request) -> Answer:
    """Run the tests in a fork of this process, and end all processes that they have started."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as imported:
        child = os.fork()
        if child == 0:
            run(request.tests, output.fileno(), imported.fileno())
        status = wait_for(child, request.limit)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # tests of the service start processes of their own
        if status is None:
            os.waitpid(child, 0)
        output.seek(0)
        imported.seek(0)
        text = output.read().decode(errors="replace")[-MOST_TOLD:]
        return Answer(status, text, tuple(imported.read().decode().split()))


def run(tests: tuple[str, ...], output: int, imported: int) -> NoReturn:
    """Run the tests in this process, and end it."""
    status = 3  # pytest's own for an internal error
    try:
        os.setsid()
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        status = pytest.main([*OPTIONS, *tests])
        names = [name for name in sys.modules if name.partition(".")[0] not in OWN + PLUGINS]
        os.write(imported, "\n".join(names).encode())
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def wait_for(child: int, limit: float | None) -> int | None:
    """The exit status of the child; None if it hasn't ended within the limit."""
    until = None if limit is None else time.monotonic() + limit
    while until is None or time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(PAUSE)
    return None


if __name__ == "__main__":
    main()
