"""A process that poses problems of practice, explains parts of answers and judges: it may take seconds."""

from __future__ import annotations

import faulthandler
from typing import Literal, TypeAlias

import msgspec

from numberhouse.contract.drill import Explaining
from numberhouse.contract.game import Chance
from numberhouse.registry import find
from numberhouse.server.workers.bots import kind_of, read, settle, write

__all__ = ["Deed", "Exercise", "Reply", "main"]

Deed: TypeAlias = Literal["pose", "explain", "judge"]


class Exercise(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be done."""

    deed: Deed
    game: str
    drill: str
    level: str = ""
    """Of the problem that is posed."""
    seed: str = ""
    """What it is drawn from."""
    first: bytes = b""
    """The problem as JSON, where an answer is judged."""
    last: bytes = b""
    """What was made of it, where that is explained or judged."""


class Reply(msgspec.Struct, frozen=True):
    """A problem, an explanation or a verdict as JSON, or what kind of fault there was."""

    body: bytes = b""
    fault: str = ""


def main() -> None:
    """Answer until the input ends."""
    questions, output = settle()
    write(output, Reply())  # ready
    while (body := read(questions)) is not None:
        limit, exercise = msgspec.msgpack.decode(body, type=tuple[float, Exercise])
        # Should the service be gone or too busy to do it.
        faulthandler.dump_traceback_later(limit, exit=True)
        reply = answered(exercise)
        faulthandler.cancel_dump_traceback_later()
        write(output, reply)


def answered(exercise: Exercise) -> Reply:
    """Whatever happens, an answer."""
    try:
        return Reply(_done(exercise))
    except BaseException as error:  # whatever a game makes of it, the process goes on
        return Reply(fault=kind_of(error))


def _done(exercise: Exercise) -> bytes:
    drill = find(exercise.game).drill(exercise.drill)
    if exercise.deed == "pose":
        return msgspec.json.encode(drill.pose(exercise.level, Chance(exercise.seed)))
    kind = drill.card.position_type
    last = msgspec.json.decode(exercise.last, type=kind)
    if exercise.deed == "explain":
        assert isinstance(drill, Explaining)
        return msgspec.json.encode(dict(drill.explain(last)))
    return msgspec.json.encode(drill.judge(msgspec.json.decode(exercise.first, type=kind), last))


if __name__ == "__main__":
    # As a module of its own name, so that what it sends and what the service reads are the same classes.
    from numberhouse.server.workers.practice import main as run

    run()
