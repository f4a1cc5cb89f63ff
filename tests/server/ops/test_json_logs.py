"""With `log_format = json` standard error has one JSON object a line, whatever goes wrong."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

JSON = {"NUMBERHOUSE_LOG_FORMAT": "json", "NUMBERHOUSE_BOTS": "0", "NUMBERHOUSE_PRECOMPILE": "false"}


def objects(text: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(isinstance(line, dict) and line["event"] and line["timestamp"] for line in lines)
    return lines


def serve(*arguments: str, env: Mapping[str, str] = JSON) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "numberhouse", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | dict(env),
    )


def refused(*arguments: str, env: Mapping[str, str] = JSON) -> str:
    process = serve(*arguments, env=env)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, ""), err
    return " ".join(line["event"] for line in objects(err))


def test_a_start_that_fails_says_so_in_json(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("no database, however long it is " * 20)
    assert "text.sqlite" in refused("--database", str(tmp_path / "text.sqlite"))
    assert "no folder" in refused("--database", str(tmp_path / "no" / "house.sqlite"))
    assert "PORT" in refused(env=JSON | {"NUMBERHOUSE_PORTS": "1"})
    config = tmp_path / "house.toml"
    config.write_text('log_format = "json"\nprocesses = 0\n')
    assert "processes" in refused("--config", str(config), env={})
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "taken" in refused("--port", port, "--database", str(tmp_path / "house.sqlite"))


def test_a_service_tells_its_address_and_its_end_in_json(tmp_path: Path) -> None:
    process = serve("--database", str(tmp_path / "house.sqlite"))
    assert process.stderr is not None
    assert process.stdout is not None
    with process, process.stdout, process.stderr:
        begun = json.loads(process.stderr.readline())
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
    assert (begun["event"], begun["address"][:7]) == ("the house is open", "http://")
    assert objects(rest)[-1]["event"] == "closed"


PROGRAM = """
    import asyncio, sys, threading, warnings
    from numberhouse.server.base.logs import configure_logging
    from numberhouse.server.workers import pool
    from numberhouse.server.workers.tasks import Think

    configure_logging("json")
    configure_logging("json")  # as the command does, before and after it has read the settings
    warnings.warn("a warning", stacklevel=1)
    print("text of a library\\n\\nand another line", file=sys.stderr)
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()

    class Fragile:
        def __del__(self):
            raise LookupError("sesame")

    Fragile()
    pool.PROGRAM = "numberhouse.no_such_program"

    async def ask():
        workers = pool.Pool(1)
        try:
            await workers.ask(None, 5)
        except pool.NoWorker:
            pass
        await workers.close()

    asyncio.run(ask())
    print("the beginning of a line", end="", file=sys.stderr)
    print(", and its end", file=sys.stderr)
    raise RuntimeError("sesame")
"""


def test_warnings_tracebacks_and_workers_that_fail_are_logged_in_json() -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROGRAM)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    lines = objects(done.stderr)
    events = [line["event"] for line in lines]
    assert any("a warning" in event for event in events)
    assert "text of a library" in events
    assert "the beginning of a line, and its end" in events
    assert "uncaught exception in a thread" in events
    assert "ignored exception" in events
    (worker,) = [line for line in lines if line["event"] == "a worker doesn't start"]
    assert "no_such_program" in worker["problem"]
    assert events[-1] == "uncaught exception"
    assert lines[-1]["exception"].startswith("builtins.RuntimeError\n")
    assert "sesame" not in done.stderr


@pytest.mark.parametrize("kill", [False, True])
def test_several_processes_log_in_json(postgres: str, kill: bool) -> None:
    process = serve("--database", postgres, "--processes", "2")
    assert process.stderr is not None
    assert process.stdout is not None
    with process, process.stdout, process.stderr:
        first = process.stderr.readline()
        if kill:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            for child in children:
                if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                    os.kill(int(child), signal.SIGKILL)
            first += process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
    events = [line["event"] for line in objects(first + rest)]
    assert events[0] == "the house is open"
    assert ("a process has died and is replaced" in events) is kill
