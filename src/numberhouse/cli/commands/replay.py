"""`numberhouse replay FILE`: prints a recorded match again, action by action."""

from __future__ import annotations

import time

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.params import (
    ALL,
    Perspective,
    check_perspective,
    delay_option,
    json_option,
    language_option,
    perspective_option,
)
from numberhouse.cli.commands.verify import RECORD, source_of
from numberhouse.cli.match.narrator import make_narrator
from numberhouse.match import Match
from numberhouse.record import CutOff, read
from numberhouse.registry import installed_game

__all__ = ["replay"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse replay match.jsonl",
        "numberhouse replay match.jsonl --as 1 --delay 2 --lang ru",
        "numberhouse replay match.jsonl --as spectator --json",
    ),
)
@click.argument("file", type=RECORD)
@perspective_option(ALL)
@delay_option
@language_option
@json_option
def replay(file: str, perspective: Perspective, delay: float | None, lang: str, as_json: bool) -> None:
    """Tell a recorded match again, action by action.

    FILE may be - for standard input. If the record is truncated, its complete actions are printed first, and
    then the rest is refused.
    """
    cut: CutOff | None = None
    try:
        record = read(source_of(file))
    except CutOff as error:
        cut, record = error, error.record
    check_perspective(perspective, len(record.header.players))
    original = record.replay()
    installed = installed_game(original.game)
    match = Match(installed.game, original.seed, original.options, original.seats)
    narrator = make_narrator(installed, match, record.header.players, perspective, lang, as_json)
    narrator.begin()
    for entry in original.log:
        match.apply(entry)
        narrator.tell()
        time.sleep(delay or 0)
    narrator.end()
    if cut is not None:
        raise cut
