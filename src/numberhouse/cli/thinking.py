"""Thinking beside the terminal: a bot within its budget, stopped when it is told to."""

from __future__ import annotations

import contextlib
import hashlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from numberhouse.cli.errors import BotFault
from numberhouse.contract.bot import Bot, Budget, Thought
from numberhouse.contract.game import Chance, IllegalAction, Seat
from numberhouse.match import Match

__all__ = ["QUIET_SECONDS", "bot_acts", "patiently", "think"]

QUIET_SECONDS = 0.3
"""How long a thought may take before anybody is told that it does."""

T = TypeVar("T")


def bot_acts(
    match: Match[Any, Any, Any, Any], seat: Seat, bot: Bot[Any, Any], seconds: float, at: float | None = None
) -> str:
    """The bot on `seat` acts; its reason, '' if it gives none. Raises `BotFault` when it errs."""
    thought = think(match, seat, bot, seconds)
    try:
        match.act(seat, thought.action, at)
    except IllegalAction as error:
        raise BotFault(f"the bot {bot.name} on seat {seat} did what it may not: {error}") from error
    return thought.reason


def think(match: Match[Any, Any, Any, Any], seat: Seat, bot: Bot[Any, Any], seconds: float) -> Thought[Any]:
    """What the bot on `seat` would do now. Ctrl-C ends its thinking."""
    view = match.view(seat)
    legal = match.game.legal(view, seat)
    chance = chance_of(match, seat)
    stop = threading.Event()

    def chosen() -> Thought[Any]:
        try:
            return bot.choose(view, seat, legal, Budget(seconds=seconds, interrupted=stop.is_set), chance)
        except BaseException as error:
            raise BotFault(f"the bot {bot.name} on seat {seat} failed: {error!r}") from error

    try:
        return patiently(chosen, f"{bot.name} thinks")
    finally:
        stop.set()


def patiently(work: Callable[[], T], words: str) -> T:
    """What `work` gives. It is done in a thread, so that Ctrl-C gets through at once; when it takes longer
    than a moment, `words` and a clock are shown."""
    done: list[T] = []
    faults: list[BaseException] = []

    def kept() -> None:
        try:
            done.append(work())
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=kept, name=words, daemon=True)
    thread.start()
    thread.join(QUIET_SECONDS)
    if thread.is_alive():
        with shown_thinking(words):
            while thread.is_alive():
                thread.join(0.1)
    if faults:
        raise faults[0]
    return done[0]


def chance_of(match: Match[Any, Any, Any, Any], seat: Seat) -> Chance:
    """The bot's own randomness: the same for the same match, and no way back to the match's seed."""
    secret = f"{match.seed}/bot on seat {seat}"
    return Chance(hashlib.sha256(secret.encode()).hexdigest(), len(match.log) + 1)


@contextlib.contextmanager
def shown_thinking(words: str) -> Iterator[None]:
    """A spinner with the seconds on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(words, total=None)
        yield
