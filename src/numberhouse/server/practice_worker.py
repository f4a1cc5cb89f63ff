"""A process that poses problems of practice and judges answers: both may take seconds."""

from __future__ import annotations

import faulthandler

import msgspec

from numberhouse.game import Chance
from numberhouse.registry import find
from numberhouse.server.bot_worker import kind_of, read, settle, write

__all__ = ["Exercise", "Reply", "main"]


class Exercise(msgspec.Struct, frozen=True):
    """Pose a problem of this drill, or judge an answer to one."""

    game: str
    drill: str
    level: str
    seed: str
    """What the problem is drawn from."""
    first: bytes = b""
    """The problem as JSON; empty: pose one."""
    last: bytes = b""
    """What was made of it."""


class Reply(msgspec.Struct, frozen=True):
    """A problem or a verdict as JSON, or what kind of fault there was."""

    body: bytes = b""
    fault: str = ""


def main() -> None:
    """Answer until the input ends."""
    asked, told = settle()
    write(told, Reply())  # ready
    while (body := read(asked)) is not None:
        limit, exercise = msgspec.msgpack.decode(body, type=tuple[float, Exercise])
        # Should the service be gone or too busy to do it.
        faulthandler.dump_traceback_later(limit, exit=True)
        reply = answered(exercise)
        faulthandler.cancel_dump_traceback_later()
        write(told, reply)


def answered(exercise: Exercise) -> Reply:
    """Whatever happens, an answer."""
    try:
        return Reply(_done(exercise))
    except BaseException as error:  # whatever a game makes of it, the process goes on
        return Reply(fault=kind_of(error))


def _done(exercise: Exercise) -> bytes:
    drill = find(exercise.game).drill(exercise.drill)
    if not exercise.first:
        return msgspec.json.encode(drill.pose(exercise.level, Chance(exercise.seed)))
    first = msgspec.json.decode(exercise.first, type=drill.position_type)
    last = msgspec.json.decode(exercise.last, type=drill.position_type)
    return msgspec.json.encode(drill.judge(first, last))


if __name__ == "__main__":
    # As a module of its own name, so that what it sends and what the service reads are the same classes.
    from numberhouse.server.practice_worker import main as run

    run()
