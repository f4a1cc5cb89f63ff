"""`numberhouse watch GAME`: prints a match that bots play."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.options import chosen_options
from numberhouse.cli.base.params import (
    FILE,
    GAME,
    SPECTATOR,
    Perspective,
    bots_option,
    check_perspective,
    delay_option,
    json_option,
    language_option,
    options_options,
    perspective_option,
    seats_option,
    seed_option,
    think_option,
)
from numberhouse.cli.match.narrator import make_narrator
from numberhouse.cli.match.savefile import SaveFile
from numberhouse.cli.match.seating import seat_bots, seat_count
from numberhouse.cli.match.thinking import bot_acts
from numberhouse.match import Match
from numberhouse.registry import InstalledGame

__all__ = ["watch"]

READING_SECONDS = 0.5
"""Pause between actions at a terminal, unless --delay is set."""


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse watch turing-machine",
        "numberhouse watch turing-machine --bots machine,careful --as 1 --delay 2",
        "numberhouse watch turing-machine --seed monday --as all --json > match.jsonl",
    ),
)
@click.argument("installed", metavar="GAME", type=GAME)
@bots_option
@seats_option
@seed_option
@options_options
@think_option
@delay_option
@perspective_option(SPECTATOR)
@click.option("--save", type=FILE, help="Save the record in this new file.")
@language_option
@json_option
def watch(
    installed: InstalledGame,
    bots: tuple[str, ...] | None,
    seats: int | None,
    seed: str | None,
    preset: str | None,
    options_text: str | None,
    pairs: tuple[str, ...],
    think: float,
    delay: float | None,
    perspective: Perspective,
    save: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Watch bots play a match of GAME.

    With --json every action is printed as an object on a line of its own, and the last line is the end.
    """
    named_preset = installed.preset(preset) if preset is not None else None
    options = chosen_options(installed.game, options_text, pairs, named_preset)
    seating = seat_bots(installed, seat_count(installed, seats, bots, 0), bots)
    check_perspective(perspective, len(seating.names))
    match = Match(installed.game, seed or secrets.token_hex(16), options, len(seating.names))
    file = None
    if save is not None:
        file = SaveFile(save, installed, match, seating.names)
        file.create()
    pause = delay if delay is not None else READING_SECONDS if sys.stdout.isatty() and not as_json else 0
    narrator = make_narrator(installed, match, seating.names, perspective, lang, as_json)
    try:
        narrator.begin()
        while match.outcome is None:
            seat = match.next_seat()
            if match.waits(seat):  # nobody has anything left to do, and no clock runs here
                match.expire(seat)
                narrator.tell("")
            else:
                narrator.tell(bot_acts(match, seat, seating.bots[seat], think))
            time.sleep(pause)
        narrator.end()
    finally:
        if file is not None:
            file.write()
