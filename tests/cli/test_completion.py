from __future__ import annotations

import pytest

from tests.cli.conftest import Run, Spawn


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_calls_us_back(run: Run, shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert f"_NUMBERHOUSE_COMPLETE={shell}_complete" in result.stdout
    assert "%(" not in result.stdout


def test_another_shell_is_refused(run: Run) -> None:
    result = run("completion", "csh")
    assert result.exit_code == 2
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in result.stderr


def completions(run: Run, line: str) -> list[str]:
    """The completions of bash for the last word of `line`."""
    env: dict[str, str | None] = {
        "_NUMBERHOUSE_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split(" ")) - 1),
    }
    return [word.partition(",")[2] for word in run(env=env).stdout.split()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("numberhouse re", ["replay"]),
        ("numberhouse tal", ["tally"]),
        ("numberhouse play peb", ["pebbles"]),
        ("numberhouse rules sealed", ["sealed-bid"]),
        ("numberhouse tally ", ["pebbles"]),
        ("numberhouse rules pebbles --lang ", ["en", "ru"]),
        ("numberhouse play pebbles --bots gr", ["greedy"]),
        ("numberhouse play pebbles --bots shy,gr", ["shy,greedy"]),
        ("numberhouse play pebbles --set p", ["pile="]),
        ("numberhouse play pebbles --preset q", ["quick"]),
        ("numberhouse play sealed-bid --preset ", []),
        ("numberhouse play pebbles --set end", ["end=last-wins", "end=last-loses"]),
        ("numberhouse watch turing-machine --as 1", ["1", "10", "11", "12", "13", "14", "15", "16"]),
        ("numberhouse watch pebbles --as sp", ["spectator"]),
        ("numberhouse play --bots gr", []),
        ("numberhouse play nowhere --bots gr", []),
        ("numberhouse completion z", ["zsh"]),
    ],
)
def test_words_are_completed(run: Run, line: str, expected: list[str]) -> None:
    assert completions(run, line) == expected


def test_completion_works_in_a_process_of_its_own(spawn: Spawn) -> None:
    env = {
        "_NUMBERHOUSE_COMPLETE": "fish_complete",
        "COMP_WORDS": "numberhouse watch pebb",
        "COMP_CWORD": "pebb",
    }
    out, err = spawn(env=env).communicate(timeout=60)
    assert "pebbles" in out
    assert err == ""
