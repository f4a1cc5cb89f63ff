"""Turing Machine's commands: `numberhouse VERB turing-machine …`, a verb a file."""

from __future__ import annotations

from collections.abc import Sequence

import click

from numberhouse.games.turing_machine.terminal.commands.census import census
from numberhouse.games.turing_machine.terminal.commands.distribution import distribution
from numberhouse.games.turing_machine.terminal.commands.generate import generate
from numberhouse.games.turing_machine.terminal.commands.prepare import prepare
from numberhouse.games.turing_machine.terminal.commands.solve import solve

__all__ = ["commands"]

commands: Sequence[click.Command] = (solve, generate, census, distribution, prepare)
