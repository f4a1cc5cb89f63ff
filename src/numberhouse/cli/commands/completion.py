"""`numberhouse completion SHELL`: prints the script that lets a shell complete the house's command lines."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from numberhouse.cli.base.command import HouseCommand

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
    completer_class = get_completion_class(shell)
    assert completer_class is not None
    completer = completer_class(ctx.find_root().command, {}, "numberhouse", "_NUMBERHOUSE_COMPLETE")
    # The base class's method is called because the method for bash starts a shell first, only to read its
    # version.
    click.echo(ShellComplete.source(completer).rstrip("\n"))
