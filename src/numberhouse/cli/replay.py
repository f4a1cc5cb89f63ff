"""`numberhouse replay FILE`: a recorded match, told again."""

from __future__ import annotations

import time

import click

from numberhouse.cli.command import HouseCommand
from numberhouse.cli.narrator import narrator
from numberhouse.cli.params import (
    ALL,
    Eyes,
    check_eyes,
    delay_option,
    eyes_option,
    json_option,
    language_option,
)
from numberhouse.cli.verify import RECORD, source_of
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
@eyes_option(ALL)
@delay_option
@language_option
@json_option
def replay(file: str, eyes: Eyes, delay: float | None, lang: str, as_json: bool) -> None:
    """Tell a recorded match again, action by action.

    FILE may be - for standard input. Of a record that is cut off, what is whole is told before the rest
    is refused.
    """
    cut: CutOff | None = None
    try:
        record = read(source_of(file))
    except CutOff as error:
        cut, record = error, error.record
    check_eyes(eyes, len(record.header.players))
    played = record.replay()
    installed = installed_game(played.game)
    match = Match(installed.game, played.seed, played.options, played.seats)
    voice = narrator(installed, match, record.header.players, eyes, lang, as_json)
    voice.begin()
    for entry in played.log:
        match.enter(entry)
        voice.tell()
        time.sleep(delay or 0)
    voice.end()
    if cut is not None:
        raise cut
