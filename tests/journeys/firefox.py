"""Debian's Firefox as Playwright can start it: a program that runs Firefox and stands between the two.

Playwright drives a stock Firefox over WebDriver BiDi. For every new context it asks for the colour scheme by
`emulation.setMediaFeaturesOverride`, and gives the context up if the answer is an error. Firefox doesn't know
that command (Playwright 1.65, Firefox 153): here the error becomes a success, and Firefox keeps its own
colour scheme. All else passes unchanged. Once Firefox knows the command, this module does nothing any more,
and the browser can be started directly.

    python -m tests.journeys.firefox PROGRAM ARGUMENTS...
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from shlex import quote
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

__all__ = ["write_launcher"]

ROOT: Final = Path(__file__).resolve().parents[2]

UNKNOWN: Final = "emulation.setMediaFeaturesOverride"

LISTENING: Final = re.compile(r"(WebDriver BiDi listening on ws://127\.0\.0\.1:)(\d+)")
"""What Firefox writes to its standard error once it can be driven; Playwright reads the address there."""


def write_launcher(path: Path, program: str) -> Path:
    """Write an executable that starts this Firefox, for Playwright's `executable_path`."""
    command = f"{quote(sys.executable)} -m tests.journeys.firefox {quote(program)}"
    path.write_text(f'#!/bin/sh\nPYTHONPATH={quote(str(ROOT))} exec {command} "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


PLAIN: Final[dict[str, Any]] = {"max_size": None, "compression": None, "ping_interval": None}
"""Messages of any size; and no pings, which a Firefox that is busy with a page answers too late."""


async def run(*command: str) -> int:
    """Run Firefox and stand before its address; return its exit status."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr
    ports: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def attend(driver: ServerConnection) -> None:
        assert driver.request
        address = f"ws://127.0.0.1:{await ports}{driver.request.path}"
        async with connect(address, **PLAIN) as browser:
            await _carry(driver, browser)

    async with serve(attend, "127.0.0.1", 0, **PLAIN) as server:
        own_port = server.sockets[0].getsockname()[1]
        async for raw in firefox.stderr:
            line = raw.decode(errors="replace")
            found = LISTENING.search(line)
            if found:
                ports.set_result(found[2])
                line = f"{found[1]}{own_port}\n"
            sys.stderr.write(line)
            sys.stderr.flush()
    return await firefox.wait()


async def _carry(driver: ServerConnection, browser: ClientConnection) -> None:
    """Carry messages both ways until one side ends."""
    asked: set[Any] = set()

    async def ask() -> None:
        async for message in driver:
            if UNKNOWN in str(message):
                command = json.loads(message)
                if command.get("method") == UNKNOWN:
                    asked.add(command["id"])
            await browser.send(message)

    async def answer() -> None:
        async for message in browser:
            if asked and '"unknown command"' in str(message):
                reply = json.loads(message)
                if reply.get("id") in asked:
                    asked.discard(reply["id"])
                    message = json.dumps({"type": "success", "id": reply["id"], "result": {}})
            await driver.send(message)

    tasks = {asyncio.create_task(ask()), asyncio.create_task(answer())}
    _, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(*sys.argv[1:])))
