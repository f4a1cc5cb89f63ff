"""The program that worker processes run: tasks come in on standard input, replies go out on standard output.

One program serves every kind of task (`workers/tasks.py`). It is given what the task says and nothing else of
any match. What a game or a bot prints goes nowhere. A task that outlasts its limit, and a service that has
gone, end the process.

    python -m numberhouse.server.ops.worker NICENESS MEMORY
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Final

import msgspec

from numberhouse.contract.game import IllegalAction
from numberhouse.precompile import compile_piece
from numberhouse.record import RecordError
from numberhouse.registry import find
from numberhouse.server.play.bot_thoughts import think
from numberhouse.server.practice.exercises import exercise
from numberhouse.server.review.judging import PERFORMERS as REVIEW
from numberhouse.server.review.judging import NotVisible
from numberhouse.server.review.timeline import NotPossible
from numberhouse.server.workers.pool import LENGTH
from numberhouse.server.workers.tasks import Exercise, Prepare, Reply, Task, Think

__all__ = ["main", "perform"]


def prepare(task: Prepare) -> bytes:
    """Compile or build a piece."""
    compile_piece(find(task.piece.game), task.piece)
    return b""


PERFORMERS: Final[dict[type, Callable[[Any], bytes]]] = {
    Think: think,
    Exercise: exercise,
    Prepare: prepare,
    **REVIEW,
}


def main() -> None:
    """Reply to tasks until the input ends."""
    niceness, memory = (int(one) for one in sys.argv[1:3])
    tasks, replies = settle(niceness, memory)
    write(replies, Reply())  # ready
    while (body := read(tasks)) is not None:
        limit, task = msgspec.msgpack.decode(body, type=tuple[float, Task])
        # Ends the process should the service be gone, or too busy to do it.
        faulthandler.dump_traceback_later(limit, exit=True)
        reply = perform(task)
        faulthandler.cancel_dump_traceback_later()
        write(replies, reply)


def perform(task: Task) -> Reply:
    """The reply to a task. Whatever a game or a bot raises, the process goes on."""
    try:
        return Reply(PERFORMERS[type(task)](task))
    except RecordError as error:
        return Reply(code=record_code(error), message=str(error))
    except (IllegalAction, NotPossible, NotVisible) as error:
        return Reply(code=error.code, message=error.message, values=dict(getattr(error, "values", {})))
    except BaseException as error:
        return Reply(fault=kind_of(error))


def settle(niceness: int, memory: int) -> tuple[BinaryIO, BinaryIO]:
    """Make this process a worker: polite, undisturbed, bounded, and with nothing but these two pipes."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Meant for the service: a thought isn't to be broken off, and a bot replaced, because it stops.
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(niceness)
    if memory and sys.platform == "linux":
        import resource  # there is none on other systems

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    tasks, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for usual in (0, 1, 2):
        os.dup2(nothing, usual)
    return tasks, replies


def read(tasks: BinaryIO) -> bytes | None:
    """The next task; None when there will be none."""
    head = tasks.read(LENGTH.size)
    return None if len(head) < LENGTH.size else tasks.read(*LENGTH.unpack(head))


def write(replies: BinaryIO, reply: Reply) -> None:
    """Send a reply."""
    body = msgspec.msgpack.encode(reply)
    replies.write(LENGTH.pack(len(body)) + body)
    replies.flush()


def kind_of(error: BaseException) -> str:
    """The kind of an error and where it was; nothing of what it was about."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}" if frames else ""
    return type(error).__name__ + where


def record_code(error: RecordError) -> str:
    """`CutOff` as `record-cut-off`."""
    name = type(error).__name__
    return "record" + "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name)


if __name__ == "__main__":
    # As a module of its own name, so that what it sends and what the service reads are the same classes.
    from numberhouse.server.ops.worker import main as run

    run()
