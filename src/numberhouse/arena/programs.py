"""Any program as an entrant: it reads a line of JSON on its standard input for each thought, and answers with
a line on its standard output. `docs/arena.md` tells the protocol, `examples/arena` has a program in
JavaScript."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import subprocess
import sys
import time
from typing import Any, Final

import msgspec

from numberhouse.arena.entrants import PROGRAM, BadEntrant, Entrant
from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, IllegalAction, Legal, Seat
from numberhouse.registry import InstalledGame

__all__ = ["LONGEST_ANSWER", "MEMORY", "ProgramBot", "ProgramError"]

MEMORY: Final = 4 << 30
"""Bytes of address space that a program may take, where the system can limit it."""

LONGEST_ANSWER: Final = 1 << 20
"""Largest answer, in bytes."""

LISTED: Final = 500
"""Legal actions that a program is told, at most; built-up ones are sampled."""

PATIENCE: Final = 10.0
"""Seconds for the first answer, and for each where the budget has no seconds."""


class ProgramError(RuntimeError):
    """The program has ended, has answered nothing in time, or something that is no action."""


class ProgramBot:
    """A bot that is a program. It gets what every bot gets: a view, legal actions, a budget and a number to
    draw its own chance from."""

    def __init__(self, installed: InstalledGame, entrant: Entrant) -> None:
        """Start the program. Raises `BadEntrant` where the command can't be run."""
        self.name = entrant.name
        self._installed = installed
        self._action = msgspec.json.Decoder(installed.game.action_type)
        self._buffer = b""
        command = shlex.split(entrant.source.removeprefix(PROGRAM))
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=_limit_memory if sys.platform != "win32" else None,
            )
        except (OSError, IndexError, ValueError) as error:
            raise BadEntrant(f"{entrant.source!r} can't be run: {error}") from error

    def choose(
        self, view: Any, seat: Seat, legal: Legal[Any], budget: Budget, chance: Chance
    ) -> Thought[Any]:
        """Ask the program. Raises `ProgramError`; the process is ended then."""
        listed = [msgspec.to_builtins(action) for action in legal.actions[:LISTED]]
        question = {
            "game": self._installed.id,
            "seat": seat,
            "view": msgspec.to_builtins(view),
            "legal": listed,
            "more": len(legal.actions) > LISTED or bool(legal.parts),
            "samples": [msgspec.to_builtins(part.sample(chance)) for part in legal.parts for _ in range(5)],
            "seconds": budget.seconds,
            "nodes": budget.nodes,
            "chance": chance.bits(48),
        }
        patience = PATIENCE if budget.seconds is None else max(PATIENCE, 2 * budget.seconds)
        try:
            self._send(msgspec.json.encode(question) + b"\n")
            answer = self._line(time.monotonic() + patience)
            return Thought(self._read(answer))
        except ProgramError:
            self.close()
            raise

    def _read(self, answer: bytes) -> Any:
        try:
            if answer.lstrip().startswith(b"{"):
                return self._action.decode(answer)
            return self._installed.parse(answer.decode().strip())
        except (ValueError, msgspec.MsgspecError, IllegalAction) as error:
            raise ProgramError(f"{answer[:100]!r} is no action: {error}") from error

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
        except OSError as error:
            raise ProgramError(f"the program has ended: {error}") from error

    def _line(self, until: float) -> bytes:
        """The next line of the program's output."""
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                if len(self._buffer) > LONGEST_ANSWER:
                    raise ProgramError(f"an answer of more than {LONGEST_ANSWER} bytes")
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise ProgramError("no answer in time")
                block = os.read(self._process.stdout.fileno(), 1 << 16)
                if not block:
                    raise ProgramError("the program has ended")
                self._buffer += block
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def close(self) -> None:
        """End the program, and wait until it is gone."""
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, 9) if hasattr(os, "killpg") else self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _limit_memory() -> None:
    import resource  # not on every system

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
