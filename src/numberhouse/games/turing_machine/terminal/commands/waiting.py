"""Waits for long work: shows a spinner in the terminal, and ends at once on Ctrl-C."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

__all__ = ["QUIET_SECONDS", "waited"]

Result = TypeVar("Result")

QUIET_SECONDS = 1.0
"""Seconds before the terminal shows that work is going on."""


def waited(work: Callable[[Callable[[], bool]], Result], words: str) -> Result:
    """The result of `work`; its exceptions are raised here. `work` runs in a thread. Its argument is a
    function that returns True when the work should end."""
    stop = threading.Event()
    results: list[Result] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(stop.is_set))
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=run, name=words, daemon=True)
    thread.start()
    try:
        thread.join(QUIET_SECONDS)
        if thread.is_alive():
            with shown(words):
                while thread.is_alive():
                    thread.join(0.1)
    finally:
        stop.set()
    if faults:
        raise faults[0]
    return results[0]


@contextlib.contextmanager
def shown(words: str) -> Iterator[None]:
    """Show a spinner with the elapsed seconds on the error stream, if that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # slow to import
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        bar.add_task(words)
        yield
