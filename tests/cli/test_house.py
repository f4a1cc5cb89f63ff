"""The group itself: help, version, errors and their statuses, start-up, pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import numberhouse
from numberhouse.cli.base.command import WithExamples
from numberhouse.cli.base.options import option_rows
from numberhouse.cli.base.verbs import commands_of, verbs
from numberhouse.cli.house import COMMANDS, house
from numberhouse.registry import find, games
from tests.cli.conftest import PATHS, Run, Spawn


def error_of(text: str) -> str:
    """The code of the one JSON object on stderr."""
    error = json.loads(text)
    assert set(error) == {"error", "message"}
    return str(error["error"])


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.exit_code, result.output) == (0, f"numberhouse, version {numberhouse.__version__}\n")


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)])
def test_help_lists_every_command_and_the_games_verbs(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 0
    listing = result.output[result.output.index("Commands:") :]
    for name in (*COMMANDS, "solve", "generate", "tally"):
        assert f"\n  {name} " in listing


@pytest.mark.parametrize("name", COMMANDS)
def test_help_wraps_no_example_at_any_width(run: Run, name: str) -> None:
    command = house.get_command(click.Context(house), name)
    assert isinstance(command, WithExamples)
    assert command.examples
    result = run(name, "--help", env={"COLUMNS": "40"})
    assert result.exit_code == 0
    for line in command.examples:
        assert line.startswith(f"numberhouse {name} ") or line == f"numberhouse {name}"
        assert f"\n  {line}\n" in result.output


def test_the_first_lines_of_help_fit(run: Run) -> None:
    listing = run("--help", env={"COLUMNS": "80"}).output.partition("Commands:")[2].partition("Examples:")[0]
    assert "..." not in listing


def test_an_unknown_command_is_refused_with_the_nearest(run: Run) -> None:
    result = run("pley")
    assert result.exit_code == 2
    assert "No such command 'pley'" in result.stderr
    assert "play" in result.stderr.splitlines()[-1]
    assert error_of(run("pley", "--json").stderr) == "no-such-command"


def test_an_unknown_game_is_refused_with_the_nearest(run: Run) -> None:
    for args in (("play",), ("watch",), ("rules",), ("solve",)):
        result = run(*args, "peebles")
        assert result.exit_code == 2
        assert "no game 'peebles'. Did you mean pebbles?" in result.stderr
        if args != ("play",):
            assert error_of(run(*args, "peebles", "--json").stderr) == "unknown-game"


def test_an_unforeseen_error_is_one_line_that_says_where_to_report_it(run: Run) -> None:
    result = run("solve", "pebbles", "0")
    assert (result.exit_code, result.stdout) == (70, "")
    assert result.stderr.count("\n") == 1
    assert "ZeroDivisionError: nothing to divide" in result.stderr
    assert result.stderr.endswith("numberhouse --debug solve pebbles 0\n")
    assert error_of(run("solve", "pebbles", "0", "--json").stderr) == "internal"


def test_debug_shows_the_traceback_too(run: Run) -> None:
    result = run("--debug", "solve", "pebbles", "0")
    assert result.exit_code == 70
    assert result.stderr.startswith("Traceback")
    assert 'ZeroDivisionError("nothing to divide")' in result.stderr


def test_a_broken_game_is_warned_of_and_hides_no_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wreck").mkdir()
    (tmp_path / "wreck" / "__init__.py").write_text("import no_such_module_anywhere\n")
    (tmp_path / "wreck-1.0.dist-info").mkdir()
    (tmp_path / "wreck-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: wreck\nVersion: 1\n"
    )
    (tmp_path / "wreck-1.0.dist-info" / "entry_points.txt").write_text("[numberhouse.games]\nwreck = wreck\n")
    monkeypatch.syspath_prepend(tmp_path)
    for args in (("--help",), ("games",)):
        result = run(*args)
        assert result.exit_code == 0
        assert "Warning: the game 'wreck' can't be used" in result.stderr
    assert "pebbles" in run("games").stdout
    assert "wreck" not in run("games").stdout
    result = run("rules", "wreck", "--card")
    assert result.exit_code == 2
    assert "no_such_module_anywhere" in result.stderr


HEAVY = (
    "alembic", "argon2", "asyncio", "httpx", "hypothesis", "litestar", "msgspec", "numba", "numpy", "ortools",
    "rich", "sqlalchemy", "uvicorn", "websockets",
)  # fmt: skip


def test_the_help_of_the_house_imports_no_command_and_no_game() -> None:
    loaded = modules_after(
        "from numberhouse.cli.house import house; house.main(['--help'], standalone_mode=False)"
    )
    assert not loaded & set(HEAVY)
    assert not loaded & {f"numberhouse.cli.commands.{command}" for command in COMMANDS}
    for name in loaded:
        if name.startswith("numberhouse.games."):
            part = name.removeprefix("numberhouse.games.").partition(".")[2]
            assert part in ("", "terminal", "terminal.commands"), name


def test_the_client_imports_no_part_of_the_service() -> None:
    loaded = modules_after("import numberhouse.client")
    assert not loaded & (set(HEAVY) - {"msgspec"})
    assert not {name for name in loaded if name.startswith(("numberhouse.server", "numberhouse.games"))}


def modules_after(program: str) -> set[str]:
    """The modules that a fresh Python has imported at the end of the program."""
    code = f"import sys\n{program}\nprint('\\n' + ' '.join(sys.modules))"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(process.stdout.splitlines()[-1].split())


def test_the_short_helps_are_those_of_the_commands() -> None:
    for name, short in COMMANDS.items():
        command = house.get_command(click.Context(house), name)
        assert command is not None
        assert command.get_short_help_str(100) == short
        assert len(short) <= 60, "it fits beside the names, on 80 columns"


def test_the_verbs_that_a_game_lists_are_those_of_its_commands() -> None:
    for verb, supporting in verbs().items():
        for game in supporting:
            assert verb in commands_of(find(game))
    listing = {(verb, game) for verb, supporting in verbs().items() for game in supporting}
    assert listing == {(verb, game) for game in games() for verb in commands_of(find(game))}


def test_start_up_imports_nothing_heavy() -> None:
    heavy = ("hypothesis", "numba", "numpy", "rich")
    code = (
        "import sys; from numberhouse.cli.house import house\n"
        "for args in (['--help'], ['games'], ['play', '--help'], ['rules', 'pebbles']):\n"
        "    assert house.main(args, prog_name='numberhouse', standalone_mode=False) == 0\n"
        f"print('heavy:', sorted(sys.modules.keys() & set({heavy})))\n"
    )
    environment = os.environ | {"PYTHONPATH": PATHS}
    process = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert process.stdout.endswith("heavy: []\n")


def test_naming_a_command_imports_no_other() -> None:
    code = (
        "import sys, numberhouse.cli; assert 'click' not in sys.modules\n"
        "from numberhouse.cli.house import house; house.main(['games'], standalone_mode=False)\n"
        "print(sorted(name for name in sys.modules if name.startswith('numberhouse.cli.')))\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = process.stdout.splitlines()[-1]
    assert "numberhouse.cli.commands.games" in loaded
    assert "numberhouse.cli.commands.play" not in loaded


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGPIPE")
def test_a_closed_pipe_is_no_error(spawn: Spawn) -> None:
    options = ("--set", "pile=50", "--bots", "shy", "--delay", "0.01")
    process = spawn("watch", "pebbles", *options)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith("Pebbles")
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(30) == 141


def test_output_is_unicode_whatever_the_locale(spawn: Spawn) -> None:
    env = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    out, err = spawn("rules", "pebbles", "--lang", "ru", env=env).communicate(timeout=60)
    assert (out, err) == ("# Камешки\n\nБерите камешки.\n", "")


def test_the_installed_script_is_this_group() -> None:
    from importlib.metadata import entry_points

    (script,) = entry_points(group="console_scripts", name="numberhouse")
    assert script.value == "numberhouse.cli:main"


def test_the_stub_describes_its_options() -> None:
    assert {name: values for name, values, _ in option_rows(find("pebbles").game)} == {
        "pile": "a whole number from 1 to 50",
        "end": "last-wins or last-loses",
        "takes": "a list (each a whole number)",
        "motto": "text",
        "assistance": "true or false",
    }
