"""A process that makes ready what is slow the first time, as far behind everything else as can be."""

from __future__ import annotations

import contextlib
import faulthandler
import os

import msgspec

from numberhouse.precompile import Piece, warm
from numberhouse.registry import find
from numberhouse.server.workers.bots import kind_of, read, settle, write

__all__ = ["Reply", "main"]

LAST: int = 19
"""Whoever else wants the processor has it."""


class Reply(msgspec.Struct, frozen=True):
    """What kind of fault there was, if any."""

    fault: str = ""


def main() -> None:
    """Make ready until the input ends."""
    questions, output = settle()
    with contextlib.suppress(AttributeError, OSError):  # not on every system
        os.nice(LAST)
    write(output, Reply())  # ready
    while (body := read(questions)) is not None:
        limit, piece = msgspec.msgpack.decode(body, type=tuple[float, Piece])
        # Should the service be gone.
        faulthandler.dump_traceback_later(limit, exit=True)
        reply = _warmed(piece)
        faulthandler.cancel_dump_traceback_later()
        write(output, reply)


def _warmed(piece: Piece) -> Reply:
    try:
        warm(find(piece.game), piece)
    except BaseException as error:  # whatever a game makes of it, the process goes on
        return Reply(kind_of(error))
    return Reply()


if __name__ == "__main__":
    # As a module of its own name, so that what it sends and what the service reads are the same classes.
    from numberhouse.server.workers.precompile import main as run

    run()
