"""What games bring to the command line, as their packages declare it: verbs, `numberhouse VERB GAME …`, and
tools, `numberhouse TOOL …`, which only one game can mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import click

from numberhouse.cli.command import WithExamples
from numberhouse.cli.errors import Refusal

if TYPE_CHECKING:
    from numberhouse.contract.package import GamePackage
    from numberhouse.registry import InstalledGame

__all__ = ["VerbGroup", "commands_of", "find_verb", "tools", "verbs"]

HELP: Mapping[str, str] = {
    "solve": "Ask a game's solver what is known and what is best.",
    "generate": "Make problems or positions of a game.",
}
"""The verbs of the house, there whether or not a game has them; games may bring others."""


@cache
def verbs() -> Mapping[str, tuple[str, ...]]:
    """The ids of the games that have a verb, by verb: the house's first, then the others in order.

    A game whose commands can't be imported is told of on stderr and left out.
    """
    found: dict[str, list[str]] = {verb: [] for verb in HELP}
    for game, module in _modules().items():
        try:
            names = sorted(_package(module).commands)
        except Exception as error:
            click.echo(f"Warning: {_broken(game, error)}", err=True)
            continue
        for verb in names:
            found.setdefault(verb, []).append(game)
    return {verb: tuple(ids) for verb, ids in found.items()}


def find_verb(name: str) -> VerbGroup | None:
    """The group of that verb, or None when neither the house nor a game knows it."""
    if name in HELP or name in verbs():
        return VerbGroup(name)
    return None


def commands_of(installed: InstalledGame) -> Mapping[str, click.Command]:
    """A game's commands by name. Raises `BrokenGame` when they can't be had."""
    return {str(command.name): command for command in installed.commands()}


@cache
def tools() -> Mapping[str, click.Command]:
    """The tools of all games by name; one that has the name of a verb or of an earlier game's tool is told of
    on stderr and left out."""
    found: dict[str, click.Command] = {}
    for game, module in _modules().items():
        try:
            brought = {name: load() for name, load in _package(module).tools.items()}
        except Exception:  # `verbs` warns of a package that can't be imported
            continue
        for name, tool in brought.items():
            if name in found or name in verbs():
                click.echo(f"Warning: {game} brings `{name}`, which is taken", err=True)
                continue
            found[name] = tool
    return found


# The help of the house lists what games bring. It asks the entry points itself: the registry imports the
# contract and its structs, which takes as long as everything else that the help needs.


def _modules() -> Mapping[str, str]:
    """The dotted path of each game's package, by id in order. Raises `NameClash` as the registry does."""
    found: dict[str, str] = {}
    for entry in entry_points(group="numberhouse.games"):
        if found.setdefault(entry.name, entry.value) != entry.value:
            from numberhouse.registry import games

            games()
    return dict(sorted(found.items()))


def _package(module: str) -> GamePackage[Any, Any, Any, Any]:
    """What the game declares; importing it imports neither the contract nor the game."""
    package: GamePackage[Any, Any, Any, Any] = import_module(module).package
    return package


def _broken(game: str, error: Exception) -> Exception:
    from numberhouse.registry import BrokenGame, find

    return BrokenGame(find(game), f"importing its commands failed: {error!r}")


class VerbGroup(WithExamples, click.Group):
    """One verb. Its commands are the games that have it; alone it lists them."""

    def __init__(self, verb: str) -> None:
        super().__init__(
            verb,
            callback=self._list,
            invoke_without_command=True,
            subcommand_metavar="GAME [ARGS]...",
            help=HELP.get(verb) or f"`{verb}`, as the games below understand it.",
            params=[],
        )
        self.verb = verb

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's shape
        """The games that have the verb."""
        return list(verbs().get(self.verb, ()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The game's command. Raises `UnknownGame`, and `Refusal` naming the games that have the verb."""
        if cmd_name.startswith("-"):
            return None
        from numberhouse.registry import find

        command = commands_of(find(cmd_name)).get(self.verb)
        if command is None and not ctx.resilient_parsing:
            able = ", ".join(self.list_commands(ctx)) or "none"
            raise Refusal("no-such-verb", f"{cmd_name} has no `{self.verb}`; games that have it: {able}")
        return command

    def _list(self, **_: Any) -> None:
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is None:
            able = self.list_commands(ctx)
            click.echo(f"Games that have `{self.verb}`:" if able else f"No game here has `{self.verb}`.")
            for game in able:
                click.echo(f"  {ctx.command_path} {game}")
