"""Commands that games declare in their packages. A verb is called as `numberhouse VERB GAME …`. A tool
belongs to one game and is called as `numberhouse TOOL …`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import click

from numberhouse.cli.base.command import WithExamples
from numberhouse.cli.base.errors import Refusal

if TYPE_CHECKING:
    from numberhouse.contract.package import GamePackage
    from numberhouse.registry import InstalledGame

__all__ = ["VerbGroup", "commands_of", "find_verb", "tools", "verbs"]

HELP: Mapping[str, str] = {
    "solve": "Ask a game's solver what is known and what is best.",
    "generate": "Make problems or positions of a game.",
}
"""The verbs of the house with their helps. They are listed even where no game has them. Games may add
others."""


@cache
def verbs() -> Mapping[str, tuple[str, ...]]:
    """Return the ids of the games that have each verb: the house's verbs first, then the others in
    alphabetical order.

    A game whose commands can't be imported is left out, with a warning on stderr.
    """
    games_by_verb: dict[str, list[str]] = {verb: [] for verb in HELP}
    for game, module in _modules().items():
        try:
            names = sorted(_package(module).commands)
        except Exception as error:
            click.echo(f"Warning: {_broken(game, error)}", err=True)
            continue
        for verb in names:
            games_by_verb.setdefault(verb, []).append(game)
    return {verb: tuple(ids) for verb, ids in games_by_verb.items()}


def find_verb(name: str) -> VerbGroup | None:
    """The group of that verb; None where neither the house nor a game has it."""
    if name in HELP or name in verbs():
        return VerbGroup(name)
    return None


def commands_of(installed: InstalledGame) -> Mapping[str, click.Command]:
    """A game's commands by name. Raises `BrokenFolder` where they can't be imported."""
    return {str(command.name): command for command in installed.commands()}


@cache
def tools() -> Mapping[str, click.Command]:
    """The tools of all games by name. A tool named like a verb or like an earlier game's tool is left out,
    with a warning on stderr."""
    tools_by_name: dict[str, click.Command] = {}
    for game, module in _modules().items():
        try:
            loaded = {name: load() for name, load in _package(module).tools.items()}
        except Exception:  # `verbs` warns of a package that can't be imported
            continue
        for name, tool in loaded.items():
            if name in tools_by_name or name in verbs():
                click.echo(f"Warning: {game} brings `{name}`, which is taken", err=True)
                continue
            tools_by_name[name] = tool
    return tools_by_name


# The help of the house lists the commands of all games. It reads the entry points directly: the registry
# imports the contract and its structs, which would double the time that the help takes.


def _modules() -> Mapping[str, str]:
    """The dotted path of each game's package, in order of id. Raises `NameClash` as the registry does."""
    modules: dict[str, str] = {}
    for entry in entry_points(group="numberhouse.games"):
        if modules.setdefault(entry.name, entry.value) != entry.value:
            from numberhouse.registry import games  # msgspec is slow to import; the help does without it

            games()
    return dict(sorted(modules.items()))


def _package(module: str) -> GamePackage[Any, Any, Any, Any]:
    """The game's declarations. Importing them doesn't import the contract or the game."""
    package: GamePackage[Any, Any, Any, Any] = import_module(module).package
    return package


def _broken(game: str, error: Exception) -> Exception:
    from numberhouse.registry import BrokenFolder, find  # msgspec is slow to import; the help does without it

    return BrokenFolder(find(game), f"importing its commands failed: {error!r}")


class VerbGroup(WithExamples, click.Group):
    """A verb as a group: its commands are the games that have the verb. Without a game it lists them."""

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
        from numberhouse.registry import find  # msgspec is slow to import; the help does without it

        command = commands_of(find(cmd_name)).get(self.verb)
        if command is None and not ctx.resilient_parsing:
            games = ", ".join(self.list_commands(ctx)) or "none"
            raise Refusal("no-such-verb", f"{cmd_name} has no `{self.verb}`; games that have it: {games}")
        return command

    def _list(self, **_: Any) -> None:
        ctx = click.get_current_context()
        if ctx.invoked_subcommand is None:
            games = self.list_commands(ctx)
            click.echo(f"Games that have `{self.verb}`:" if games else f"No game here has `{self.verb}`.")
            for game in games:
                click.echo(f"  {ctx.command_path} {game}")
