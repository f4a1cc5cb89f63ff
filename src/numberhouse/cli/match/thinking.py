"""Runs a bot in a thread beside the terminal, within its budget; Ctrl-C stops it."""

from __future__ import annotations

import contextlib
import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from numberhouse.cli.base.errors import BotFault
from numberhouse.contract.bot import Bot, Budget, Thought
from numberhouse.contract.game import Chance, IllegalAction, Seat
from numberhouse.match import Match
from numberhouse.words import seat_number

__all__ = ["QUIET_SECONDS", "bot_acts", "think", "wait_for"]

QUIET_SECONDS = 0.3
"""Seconds after which a spinner is shown."""

T = TypeVar("T")


def bot_acts(
    match: Match[Any, Any, Any, Any], seat: Seat, bot: Bot[Any, Any], seconds: float, at: float | None = None
) -> str:
    """Let the bot on `seat` act. Returns its reason, '' if it gives none. Raises `BotFault` if the bot fails
    or its action is illegal."""
    thought = think(match, seat, bot, seconds)
    try:
        match.act(seat, thought.action, at)
    except IllegalAction as error:
        raise BotFault(
            f"the bot {bot.name} on seat {seat_number(seat)} did what it may not: {error}"
        ) from error
    return thought.reason


def think(match: Match[Any, Any, Any, Any], seat: Seat, bot: Bot[Any, Any], seconds: float) -> Thought[Any]:
    """The bot's choice for `seat`, not yet applied. Ctrl-C ends its thinking."""
    view = match.view(seat)
    legal = match.game.legal(view, seat)
    chance = chance_of(match, seat)
    stop = threading.Event()

    def choose() -> Thought[Any]:
        try:
            return bot.choose(view, seat, legal, Budget(seconds=seconds, interrupted=stop.is_set), chance)
        except BaseException as error:
            raise BotFault(f"the bot {bot.name} on seat {seat_number(seat)} failed: {error!r}") from error

    try:
        return wait_for(choose, f"{bot.name} thinks")
    finally:
        stop.set()


def wait_for(work: Callable[[], T], words: str) -> T:
    """Return the result of `work`. It runs in a thread, so that Ctrl-C takes effect at once. After
    `QUIET_SECONDS` a spinner shows `words` and the elapsed time."""
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=run, name=words, daemon=True)
    thread.start()
    thread.join(QUIET_SECONDS)
    if thread.is_alive():
        with show_spinner(words):
            while thread.is_alive():
                thread.join(0.1)
    if faults:
        raise faults[0]
    return results[0]


def chance_of(match: Match[Any, Any, Any, Any], seat: Seat) -> Chance:
    """The bot's own randomness. It is the same for the same match. It is hashed, so that a bot can't compute
    the match's seed from it."""
    secret = f"{match.seed}/bot on seat {seat}"
    return Chance(hashlib.sha256(secret.encode()).hexdigest(), len(match.log) + 1)


@contextlib.contextmanager
def show_spinner(words: str) -> Iterator[None]:
    """Show a spinner with the elapsed seconds on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # slow to import
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(words, total=None)
        yield
