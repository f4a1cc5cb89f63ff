"""A process that bots think in: questions come in on its standard input, answers go out on its output.

It is given a seat's view and nothing else of the match, works out for itself what is legal, and asks a fresh
bot. What a bot prints goes nowhere. A thought that outlasts its limit, and a service that has gone, end the
process.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import struct
import traceback
from typing import Any, BinaryIO, Final

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Seat
from numberhouse.registry import find

__all__ = ["LENGTH", "Answer", "Question", "kind_of", "main", "read", "settle", "write"]

LENGTH: Final = struct.Struct("!I")
"""What stands before every message: how many bytes it has."""

POLITENESS: Final = 5
"""Whoever thinks leaves the processor to whoever plays."""


class Question(msgspec.Struct, frozen=True):
    """What would this bot do?"""

    game: str
    rules: int
    """Version of the game's rules that the match is played by."""
    bot: str
    seat: Seat
    view: bytes
    """The seat's view as JSON."""
    seconds: float
    """The bot's budget."""
    limit: float
    """Seconds after which the process ends itself."""
    chance: str
    """The seed of the bot's own randomness."""


class Answer(msgspec.Struct, frozen=True):
    """An action as JSON, or what went wrong."""

    action: bytes = b""
    fault: str = ""
    """What kind of error it was and where; nothing that the bot knew."""


def main() -> None:
    """Answer until the input ends."""
    questions, output = settle()
    write(output, Answer())  # ready
    while (body := read(questions)) is not None:
        question = msgspec.msgpack.decode(body, type=Question)
        faulthandler.dump_traceback_later(question.limit, exit=True)
        answer = answered(question)
        faulthandler.cancel_dump_traceback_later()
        write(output, answer)


def settle() -> tuple[BinaryIO, BinaryIO]:
    """Make this process one that thinks: politely, undisturbed, and with nothing but these two pipes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Meant for the service: a thought isn't to be broken off, and a bot replaced, because it stops.
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(POLITENESS)
    return _streams()


def answered(question: Question) -> Answer:
    """What the bot does, or how it failed."""
    try:
        return Answer(_choice(question))
    except BaseException as error:  # whatever a bot raises, the process goes on
        return Answer(fault=kind_of(error))


def _choice(question: Question) -> bytes:
    folder = find(question.game).version(question.rules)
    game = folder.game
    view = msgspec.json.decode(question.view, type=game.view_type)
    legal = game.legal(view, question.seat)
    bot = folder.bot(question.bot)
    thought = bot.choose(
        view, question.seat, legal, Budget(seconds=question.seconds), Chance(question.chance)
    )
    if not legal.moves_on(thought.action):
        raise FreeAction
    return msgspec.json.encode(thought.action)


class FreeAction(ValueError):  # noqa: N818 - what was done
    """The match waits for the bot, and it did something that the match doesn't wait for."""


def kind_of(error: BaseException) -> str:
    """Of an error, and where it was; nothing of what it was about."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}" if frames else ""
    return type(error).__name__ + where


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the service; whatever else is read or written by the usual names is nothing."""
    questions, output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for usual in (0, 1, 2):
        os.dup2(nothing, usual)
    return questions, output


def read(questions: BinaryIO) -> bytes | None:
    """The next question; None when nobody asks any more."""
    head = questions.read(LENGTH.size)
    return None if len(head) < LENGTH.size else questions.read(*LENGTH.unpack(head))


def write(output: BinaryIO, answer: Any) -> None:
    """Send an answer."""
    body = msgspec.msgpack.encode(answer)
    output.write(LENGTH.pack(len(body)) + body)
    output.flush()


if __name__ == "__main__":
    # As a module of its own name, so that what it sends and what the service reads are the same classes.
    from numberhouse.server.workers.bots import main as run

    run()
