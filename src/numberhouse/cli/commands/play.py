"""`numberhouse play GAME`: a person at the terminal against bots, or several people in turn."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click
import msgspec

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.base.options import chosen_options
from numberhouse.cli.base.params import (
    FILE,
    GAME,
    SEAT,
    bots_option,
    language_option,
    options_options,
    seats_option,
    seed_option,
    think_option,
)
from numberhouse.cli.match.local_match import LocalMatch
from numberhouse.cli.match.savefile import SaveFile
from numberhouse.cli.match.seating import seat_everyone, seat_players
from numberhouse.match import Match
from numberhouse.record import CutOff, Record, read
from numberhouse.registry import InstalledGame, find, games, installed_game

__all__ = ["play"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse play turing-machine",
        "numberhouse play turing-machine --bots machine,casual --seed monday",
        "numberhouse play turing-machine --set verifiers=6 --set level=hard --save match.jsonl",
        "numberhouse play --resume match.jsonl",
        "numberhouse play turing-machine --hotseat --seats 2 --lang ru",
    ),
)
@click.argument("installed", metavar="[GAME]", type=GAME, required=False)
@bots_option
@seats_option
@click.option(
    "--seat", "people", type=SEAT, multiple=True, help="Your seat, 1…; with --hotseat it may be repeated."
)
@click.option("--hotseat", is_flag=True, help="Several people at this terminal, one after another.")
@seed_option
@options_options
@click.option("--assistance", is_flag=True, help="Allow `hint`; everybody at the match agrees.")
@think_option
@click.option("--save", type=FILE, help="Save the match after every action in this new file.")
@click.option("--resume", type=FILE, help="Go on with a saved match, and go on saving it there.")
@language_option
@click.pass_context
def play(
    ctx: click.Context,
    installed: InstalledGame | None,
    bots: tuple[str, ...] | None,
    seats: int | None,
    people: tuple[int, ...],
    hotseat: bool,
    seed: str | None,
    preset: str | None,
    options_text: str | None,
    pairs: tuple[str, ...],
    assistance: bool,
    think: float,
    save: Path | None,
    resume: Path | None,
    lang: str,
) -> None:
    """Play a match at the terminal.

    You play GAME against bots, or alone if it is a game for one. Other people may play at the same terminal.

    Type actions in the game's own notation. `help` shows examples and the other words that you can type.
    """
    if resume is not None:
        refuse_with_resume(ctx)
        local = load_match(installed, resume, assistance, lang=lang, seconds=think)
    else:
        if installed is None:
            raise click.MissingParameter(
                f"Games: {', '.join(games()) or 'none'}.", ctx, param_hint="GAME", param_type="argument"
            )
        named_preset = installed.preset(preset) if preset is not None else None
        options = chosen_options(installed.game, options_text, pairs, named_preset)
        if assistance and "assistance" in options.__struct_fields__:
            options = msgspec.structs.replace(options, assistance=True)
        seating = seat_everyone(installed, seats, bots, people, hotseat)
        match = Match(installed.game, seed or secrets.token_hex(16), options, len(seating.names))
        assistance_allowed = assistance or allows_assistance(match)
        local = LocalMatch(installed, match, seating, lang=lang, seconds=think, assistance=assistance_allowed)
    if save is not None:
        local.save_as(save)
    local.run()


def load_match(installed: InstalledGame | None, path: Path, assistance: bool, **settings: Any) -> LocalMatch:
    """A saved match, seated as the record says. Raises `RecordError` and `Refusal`."""
    record = read_record(path)
    saved_game = find(record.header.game)
    if installed is not None and installed.id != saved_game.id:
        raise Refusal("other-game", f"{path} is a match of {saved_game.id}, not of {installed.id}")
    match = record.replay(saved_game)
    saved_game = installed_game(match.game)  # by the version of the rules that the match began with
    if match.outcome is not None:
        raise Refusal("over", f"the match in {path} is over; to see it: numberhouse replay {path}")
    seating = seat_players(saved_game, record.header.players)
    if not seating.people:
        raise Refusal(
            "no-person", f"only bots sit at the match in {path}; to see it: numberhouse replay {path}"
        )
    local = LocalMatch(
        saved_game, match, seating, assistance=assistance or allows_assistance(match), **settings
    )
    local.save_file = SaveFile(path, saved_game, match, seating.names)
    return local


def read_record(path: Path) -> Record:
    """Return the record in the file. A truncated record ends with its last complete action, and a warning is
    printed on stderr."""
    try:
        return read(path)
    except CutOff as error:
        click.echo(f"Warning: {path}: {error}; the match goes on from there", err=True)
        return error.record


def allows_assistance(match: Match[Any, Any, Any, Any]) -> bool:
    """Whether the match's options allow assistance."""
    return getattr(match.options, "assistance", False) is True


def refuse_with_resume(ctx: click.Context) -> None:
    """Raises `UsageError` for an option whose value the record decides."""
    for name in ("bots", "seats", "people", "hotseat", "seed", "preset", "options_text", "pairs", "save"):
        if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            flag = next(param.opts[0] for param in ctx.command.params if param.name == name)
            raise click.UsageError(
                f"--resume takes everything from its file; {flag} can't be given with it.", ctx
            )
