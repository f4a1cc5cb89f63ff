"""The program that worker processes run: tasks come in on standard input, replies go out on standard output.

One program serves every kind of task (`workers/tasks.py`). It gets the contents of the task and nothing else
of any match. The output of games and bots is discarded. The process ends when a task outlasts its limit, and
when the service has ended.

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
from numberhouse.record import RecordError
from numberhouse.registry import find
from numberhouse.registry.precompile import prepare_once
from numberhouse.server.matches.making.options_work import PERFORMERS as OPTIONS
from numberhouse.server.play.bot_thoughts import think
from numberhouse.server.practice.continued import PERFORMERS as CONTINUED
from numberhouse.server.practice.exercises import exercise
from numberhouse.server.review.evaluator import PERFORMERS as REVIEW
from numberhouse.server.review.timeline import NotPossible
from numberhouse.server.workers.pool import LENGTH
from numberhouse.server.workers.tasks import Exercise, GiveWay, Prepare, Reply, Task, Think

__all__ = ["main", "perform"]


def prepare(task: Prepare) -> bytes:
    """Compile or build a piece."""
    prepare_once(find(task.piece.game), task.piece)
    return b""


PERFORMERS: Final[dict[type, Callable[[Any], bytes]]] = {
    Think: think,
    Exercise: exercise,
    Prepare: prepare,
    **CONTINUED,
    **OPTIONS,
    **REVIEW,
}


def main() -> None:
    """Reply to tasks until the input ends."""
    niceness, memory = (int(argument) for argument in sys.argv[1:3])
    tasks, replies = become_worker(niceness, memory)
    write(replies, Reply())  # ready
    while (body := read(tasks)) is not None:
        limit, task = msgspec.msgpack.decode(body, type=tuple[float, Task])
        # Ends the process even if the service has ended, or is too busy to end it.
        faulthandler.dump_traceback_later(limit, exit=True)
        reply = perform(task)
        faulthandler.cancel_dump_traceback_later()
        write(replies, reply)


def perform(task: Task) -> Reply:
    """The reply to a task. The process goes on after any exception of a game or a bot."""
    try:
        return Reply(PERFORMERS[type(task)](task))
    except GiveWay:
        return Reply(unfinished=True)
    except RecordError as error:
        return Reply(code=record_code(error), message=str(error))
    except (IllegalAction, NotPossible) as error:
        return Reply(
            code=error.code,
            message=error.message,
            values=dict(getattr(error, "values", {})),
            template=getattr(error, "template", ""),
        )
    except BaseException as error:
        return Reply(fault=kind_of(error))


def become_worker(niceness: int, memory: int) -> tuple[BinaryIO, BinaryIO]:
    """Make this process a worker: of lower priority (`niceness`), undisturbed by signals, limited in memory
    (bytes; 0 for no limit), and connected to nothing but the two pipes that it returns (tasks, replies)."""
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        # These signals are for the service: they must not interrupt a bot, which would then be
        # replaced.
        signal.signal(signal_number, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(niceness)
    if memory and sys.platform == "linux":
        import resource  # other systems don't have it

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    tasks, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
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
    """The type of an error and its place; never its message, which could hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}" if frames else ""
    return type(error).__name__ + where


def record_code(error: RecordError) -> str:
    """`CutOff` as `record-cut-off`."""
    name = type(error).__name__
    return "record" + "".join(f"-{char.lower()}" if char.isupper() else char for char in name)


if __name__ == "__main__":
    # Imported under its own name: the classes in `__main__` would not be those that the service decodes.
    from numberhouse.server.ops.worker import main as run

    run()
