"""`numberhouse serve` and `numberhouse admin`: start, stop, refusals."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.migrations import head
from tests.cli.conftest import Run, Spawn

OPEN = re.compile(r"The house is open: (http://\S+)")


def address_of(process: subprocess.Popen[str]) -> str:
    """The address, as soon as the service answers."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if match := OPEN.search(line):
            return match[1]
    raise AssertionError("".join(lines))


def request(url: str, data: dict[str, object] | None = None) -> tuple[int, str]:
    """Status and text."""
    body = None if data is None else json.dumps(data).encode()
    try:
        with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as data:
        with data:
            return data.code, data.read().decode()


def error_of(spawn: Spawn, *args: str, env: dict[str, str] | None = None) -> str:
    """The error message, which must come with status 2 and without other output."""
    process = spawn(*args, env=env)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, ""), err
    assert "Traceback" not in err
    return err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_starts_answers_and_stops_at_a_signal(
    spawn: Spawn, tmp_path: Path, number: signal.Signals
) -> None:
    config = tmp_path / "house.toml"
    config.write_text("precompile = false\n")  # else it isn't ready until the machine's cache is filled
    process = spawn(
        "serve", "--port", "0", "--database", str(tmp_path / "house.sqlite"), "--config", str(config)
    )
    address = address_of(process)
    assert request(f"{address}/readyz")[0] == 200
    assert request(f"{address}/api/guest", {"name": "Ann"})[0] == 201
    start = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (0, "")
    assert err.endswith("Closed; everything that was accepted is stored.\n")
    assert time.monotonic() - start < 5
    assert (tmp_path / "house.sqlite").exists()


def test_the_second_at_a_port_is_refused_before_it_touches_anything(spawn: Spawn, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        error = error_of(spawn, "serve", "--port", str(port), "--database", str(tmp_path / "house.sqlite"))
    expected = f"port {port} of 127.0.0.1 is taken: something else listens there; choose another --port"
    assert error == f"Error: {expected}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (("--config", "none.toml"), "none.toml can't be read: No such file or directory"),
        (("--config", "wrong.toml"), "wrong.toml: there is no setting prot; did you mean port?"),
        (("--port", "65536"), "--port: 65536: expected `int` <= 65535"),
        (
            ("--processes", "2"),
            "--processes: 2 can't share the SQLite file numberhouse.sqlite: use 1,",
        ),
        (("--database", "mysql://a"), "--database: mysql:// isn't supported; a path, or postgresql://…"),
        (
            ("--database", "no/such/house.sqlite"),
            "the database no/such/house.sqlite: unable to open",
        ),
        (("--database", "other.txt"), "the database other.txt: file is not a database; see that it is a SQL"),
        (("--host", "no.such.host.invalid"), "host: 'no.such.host.invalid' is no address of this machine"),
        (("--host", "192.0.2.1"), "host: 192.0.2.1 is no address of this machine; 127.0.0.1 or 0.0.0.0 are"),
    ],
)
def test_an_unusable_setting_is_refused_with_the_possible_values(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], error: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.toml").write_text("prot = 8000")
    (tmp_path / "other.txt").write_text("hello, I am no database at all\n" * 100)
    result = run("serve", "--port", "0", *args) if "--port" not in args else run("serve", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {error}")


def test_an_unreachable_database_is_refused_without_showing_its_password(spawn: Spawn) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    error = error_of(
        spawn, "serve", "--port", "0", "--database", f"postgresql://ann:hunter2@127.0.0.1:{port}/house"
    )
    assert error.startswith(f"Error: the database postgresql://ann:…@127.0.0.1:{port}/house: ")
    assert "see that PostgreSQL runs there and lets us in, or set `database` to another one" in error
    assert "hunter2" not in error


@pytest.mark.parametrize(("browse", "screen"), [(True, ":0"), (False, ":0"), (True, "")])
def test_the_browser_opens_only_once_the_service_answers(
    run: Run, monkeypatch: pytest.MonkeyPatch, browse: bool, screen: str
) -> None:
    launched: list[str] = []
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("click.launch", launched.append)

    def run_service(_: Settings, announce: Callable[[str], None]) -> None:
        assert launched == []
        announce("http://127.0.0.1:1234")

    monkeypatch.setattr("numberhouse.server.ops.run.run", run_service)
    result = run("serve", *(["--open"] if browse else []))
    assert launched == (["http://127.0.0.1:1234"] if browse and screen else [])
    assert result.stderr.startswith("The house is open: http://127.0.0.1:1234\n")
    assert "numberhouse admin backup FILE" in result.stderr
    assert "Ctrl-C" in result.stderr


def test_unknown_games_are_refused(spawn: Spawn, tmp_path: Path) -> None:
    env = {"NUMBERHOUSE_GAMES": "peebles", "NUMBERHOUSE_DATABASE": str(tmp_path / "house.sqlite")}
    assert "games: " in (error := error_of(spawn, "serve", "--port", "0", env=env))
    assert "Did you mean pebbles?" in error


def test_the_command_lines_help_imports_nothing_of_the_service() -> None:
    code = "import sys, numberhouse.cli.house as h\ntry: h.house.main(['--help'])\nexcept SystemExit: pass\n"
    code += "print([n for n in sys.modules if n.split('.')[0] in ('litestar', 'uvicorn', 'sqlalchemy')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_operator_backs_up_restores_and_checks(run: Run, tmp_path: Path) -> None:
    first, again, file = (str(tmp_path / name) for name in ("house.sqlite", "again.sqlite", "backup"))
    migration = run("admin", "migrate", "--database", first)
    assert (migration.exit_code, migration.stdout) == (0, f"{first}: brought from nothing to step {head()}\n")
    assert run("admin", "migrate", "--database", first).stdout == f"{first} is up to date: step {head()}\n"
    assert run("admin", "backup", file, "--database", first).exit_code == 0
    assert run("admin", "restore", file, "--database", again).exit_code == 0
    check = run("admin", "check", "--database", again, "--json")
    assert json.loads(check.stdout) == {"matches": 0, "entries": 0, "consistent": True, "problems": []}
    over = run("admin", "backup", file, "--database", first)
    assert (over.exit_code, over.stderr) == (2, f"Error: {file} is there already; name a file that isn't\n")
    full = run("admin", "restore", file, "--database", again)
    assert full.exit_code == 2
    assert "a backup is put back into an empty one" in full.stderr
    none = run("admin", "check", "--database", str(tmp_path / "none.sqlite"))
    assert none.exit_code == 2
    assert "there is no database" in none.stderr
    assert not (tmp_path / "none.sqlite").exists()


def test_the_operator_grants_powers_and_resets_a_password(spawn: Spawn, run: Run, tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    process = spawn("serve", "--port", "0", "--database", database)
    address = address_of(process)
    request(f"{address}/api/register", {"name": "Ann", "password": "correct horse"})
    request(f"{address}/api/guest", {"name": "Bob"})
    assert run("admin", "list", "--database", database).stdout.startswith("no administrators")
    result = run("admin", "grant", "ann", "--database", database)
    assert (result.exit_code, result.stdout) == (0, "ann is now an administrator\n")
    assert run("admin", "list", "--database", database).stdout == "Ann\n"
    again = run("admin", "grant", "Ann", "--database", database)
    assert again.stdout == "Ann is an administrator already\n"
    signed_in = request(f"{address}/api/sign-in", {"name": "Ann", "password": "correct horse"})[1]
    assert json.loads(signed_in)["administrator"] is True
    removal = run("admin", "revoke", "Ann", "--database", database)
    assert removal.stdout == "Ann is no longer an administrator\n"
    for command in ("grant", "reset-password"):
        guest = run("admin", command, "Bob", "--database", database)
        assert (guest.exit_code, guest.stdout) == (2, "")
        assert "no member is called Bob" in guest.stderr
    link = run("admin", "reset-password", "Ann", "--database", database).stdout.strip()
    secret = link.partition("/reset-password#")[2]
    password: dict[str, object] = {"secret": secret, "password": "another horse"}
    assert request(f"{address}/api/reset-password", password)[0] == 201
    log = run("admin", "audit", "--database", database).stdout
    assert [line.split()[3:] for line in log.splitlines()] == [
        ["operator", "reset-password", "Ann"], ["operator", "revoke", "Ann"], ["operator", "grant", "Ann"]
    ]  # fmt: skip
    assert secret not in log
    entries = json.loads(run("admin", "audit", "--json", "--database", database).stdout)["entries"]
    assert [entry["number"] for entry in entries] == [3, 2, 1]
    process.terminate()
    process.communicate(timeout=30)


def test_the_setting_that_named_administrators_is_refused_with_what_to_do(
    spawn: Spawn, tmp_path: Path
) -> None:
    config = tmp_path / "house.toml"
    config.write_text('administrators = ["ann"]\n')
    for message in (
        error_of(spawn, "serve", "--config", str(config)),
        error_of(spawn, "serve", env={"NUMBERHOUSE_ADMINISTRATORS": "ann"}),
    ):
        assert "administrators" in message.lower()
        assert "run `numberhouse admin grant NAME`" in message
