"""The game's own verbs."""

from __future__ import annotations

from click.testing import CliRunner

from numberhouse.games.addition_crypt.terminal.commands import prepare


def test_prepare_compiles_and_says_so() -> None:
    result = CliRunner().invoke(prepare, [])
    assert (result.exit_code, result.output) == (0, "Ready.\n")
