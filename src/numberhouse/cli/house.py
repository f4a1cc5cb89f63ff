"""The group `numberhouse`: finds commands, runs one, and turns an error into a message and a status."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

import numberhouse
from numberhouse.cli.base.command import WithExamples
from numberhouse.cli.base.errors import PIPE_CLOSED, PipeClosed, report
from numberhouse.cli.base.terminal import forget_stdout
from numberhouse.cli.base.verbs import find_verb, tools, verbs

__all__ = ["COMMANDS", "House", "house"]

COMMANDS: Mapping[str, str] = {
    "play": "Play a match at the terminal.",
    "serve": "Serve live and hosted matches, until interrupted.",
    "offers": "Answer offers of seats and hosting in a house elsewhere.",
    "proposals": "Answer a playing host's proposals in a house elsewhere.",
    "seat": "Let a bot play in a house elsewhere.",
    "admin": "Look after a service: database, administrators, audit log.",
    "watch": "Watch bots play a match of GAME.",
    "arena": "Let bots play each other by the hundred.",
    "replay": "Tell a recorded match again, action by action.",
    "verify": "Check that records are whole, unchanged and true.",
    "games": "List the games of the house and of other packages.",
    "rules": "Tell the rules of a game.",
    "prepare": "Compile now what games need.",
    "new-game": "Write a package for a game of your own.",
    "completion": "Print the completion script of a shell.",
}
"""The house's own commands with their short helps: `play` is `play` in `numberhouse.cli.commands.play`. Games
add the other commands.

The short helps are repeated here because the help of the house must not import every command.
"""


class House(WithExamples, click.Group):
    """The group of all commands. It imports a command, or a game's verb or tool, when the line names it.

    Exit status: 0 success, 2 refused input, 70 a fault of the house, 130 interrupted, 141 the reader of the
    output has closed the pipe.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's shape
        """The house's commands in the order of use, then the verbs and the tools of the games."""
        return [*COMMANDS, *(name for name in (*verbs(), *tools()) if name not in COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported on this call."""
        if cmd_name in COMMANDS:
            module = cmd_name.replace("-", "_")
            command: click.Command = getattr(import_module(f"numberhouse.cli.commands.{module}"), module)
            return command
        return find_verb(cmd_name) or tools().get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """All commands with their short helps. The house's own commands are not imported for this."""
        others = [name for name in self.list_commands(ctx) if name not in COMMANDS]
        width = formatter.width - 6 - max(map(len, (*COMMANDS, *others)))
        rows = list(COMMANDS.items())
        for name in others:
            command = self.get_command(ctx, name)
            if command is not None:
                rows.append((name, command.get_short_help_str(width)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the command as click does. The suggestions for a wrong name include commands that aren't
        imported yet."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand:
            raise click.NoSuchCommand(args[0], possibilities=self.list_commands(ctx), ctx=ctx) from None

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Make the context as click does."""
        with detect_closed_pipe():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> None:
        """Run the command and drop its result, which must not become the exit status."""
        with detect_closed_pipe():
            super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit; with `standalone_mode=False`, return the status instead."""
        status = self._status(args, prog_name=prog_name, complete_var=complete_var, **extra)
        if standalone_mode:
            sys.exit(status)
        return status

    def _status(self, args: Sequence[str] | None, **extra: Any) -> int:
        arguments = list(sys.argv[1:] if args is None else args)
        try:
            status = super().main(args, standalone_mode=False, **extra)
            sys.stdout.flush()
        except (PipeClosed, BrokenPipeError):
            forget_stdout()
            return PIPE_CLOSED
        except Exception as error:
            return report(error, arguments)
        return status if isinstance(status, int) else 0


@contextmanager
def detect_closed_pipe() -> Iterator[None]:
    """Raises `PipeClosed` for a closed pipe, which click would report as a failure."""
    try:
        yield
    except BrokenPipeError as error:
        raise PipeClosed from error


@click.group(
    cls=House,
    name="numberhouse",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=(
        "numberhouse games",
        "numberhouse play turing-machine",
        "numberhouse watch turing-machine --seed monday",
        "numberhouse solve turing-machine 4 9 11 14",
    ),
)
@click.version_option(numberhouse.__version__, prog_name="numberhouse")
@click.option("--debug", is_flag=True, help="When something goes wrong, show the traceback too.")
@click.pass_context
def house(ctx: click.Context, debug: bool) -> None:  # noqa: ARG001 - `report` looks for --debug itself
    """A house of number games: play them, watch bots play them, solve them, keep the records.

    `numberhouse COMMAND --help` tells more and has examples.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
