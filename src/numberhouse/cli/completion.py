"""`numberhouse completion SHELL`: the script that makes a shell complete our command lines."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from numberhouse.cli.command import HouseCommand

__all__ = ["completion"]

SHELLS = ("bash", "zsh", "fish")


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse completion bash >> ~/.bashrc",
        "numberhouse completion zsh >> ~/.zshrc",
        "numberhouse completion fish > ~/.config/fish/completions/numberhouse.fish",
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell."""
    completer = get_completion_class(shell)
    assert completer is not None
    made = completer(ctx.find_root().command, {}, "numberhouse", "_NUMBERHOUSE_COMPLETE")
    # The base class's form: the one for bash starts a shell first, only to look at its version.
    click.echo(ShellComplete.source(made).rstrip("\n"))
