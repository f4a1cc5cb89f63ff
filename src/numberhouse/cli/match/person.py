"""A person's turn at the terminal: each line is an action in notation, or one of the house's words."""

# ruff: noqa: ARG001 - the functions of all words have the same parameters

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.base.rules_page import page_of, show_page
from numberhouse.cli.base.terminal import ask
from numberhouse.cli.match.seating import strongest
from numberhouse.cli.match.thinking import think
from numberhouse.contract.game import Chance, IllegalAction, Legal, Seat
from numberhouse.registry import HOUSE_BOTS, InstalledGame, NoRulesPage

if TYPE_CHECKING:
    from numberhouse.cli.match.local_match import LocalMatch

__all__ = ["WORDS", "Left", "Resigned", "take_turn"]

MOST_SHOWN = 60
"""Largest number of moves in one list."""


class Left(Exception):  # noqa: N818 - leaving is no error
    """The person has typed `quit`."""


class Resigned(Exception):  # noqa: N818 - nor is resigning
    """The person has typed `resign`."""


def take_turn(local: LocalMatch, seat: Seat) -> None:
    """Ask until `seat` has acted. Raises `Left`, `Resigned`, `EOFError`, `KeyboardInterrupt`."""
    while True:
        text = ask("> ").strip()
        if text and try_action(local, seat, text):
            return


def try_action(local: LocalMatch, seat: Seat, text: str) -> bool:
    """Carry out a line. Returns whether it was an action that the game accepted. The game's notation takes
    precedence over the house's words."""
    try:
        action = local.installed.parse(text)
    except IllegalAction as error:
        word, _, argument = text.partition(" ")
        if word.lower() in WORDS:
            WORDS[word.lower()](local, seat, argument.strip())
        else:
            click.echo(local.installed.refuse(error, local.lang, local.names))
        return False
    try:
        local.act(seat, action)
    except IllegalAction as error:
        click.echo(local.installed.refuse(error, local.lang, local.names))
        return False
    return True


def show_help(local: LocalMatch, seat: Seat, _: str) -> None:
    """Print some moves, where they may be listed, and the house's words."""
    if local.may_list_moves:
        click.echo(local.phrase("examples"))
        list_moves(local, seat, 3)
    click.echo(local.phrase("words"))


def show_moves(local: LocalMatch, seat: Seat, _: str) -> None:
    """Print the listed moves, and an example of each kind of move that has too many choices to list."""
    if local.may_list_moves:
        list_moves(local, seat, MOST_SHOWN)
    else:
        click.echo(local.phrase("no_moves"))


def list_moves(local: LocalMatch, seat: Seat, most: int) -> None:
    legal = local.match.legal(seat)
    for line in move_lines(local.installed, legal, most, local.phrase("free")):
        click.echo("  " + line)
    if len(legal.actions) > most:
        click.echo("  " + local.phrase("more", count=len(legal.actions) - most))


def move_lines(installed: InstalledGame, legal: Legal[Any], most: int, free: str) -> Iterator[str]:
    for action in legal.actions[:most]:
        yield installed.write(action)
    chance = Chance(secrets.token_hex(8))  # examples only: nothing in the match depends on it
    for part in legal.parts:
        yield installed.write(part.sample(chance)) + (f"   ({free})" if part.free else "")


def show_board(local: LocalMatch, seat: Seat, _: str) -> None:
    """Print the board, even if it hasn't changed."""
    local.show_board(seat, again=True)


def show_rules(local: LocalMatch, seat: Seat, _: str) -> None:
    """Print the rules page."""
    try:
        show_page(page_of(local.installed, local.lang, strict=False)[0])
    except NoRulesPage:
        click.echo(local.phrase("no_rules"))


def show_hint(local: LocalMatch, seat: Seat, _: str) -> None:
    """Print the choice of the game's strongest bot, if the match allows assistance."""
    name = strongest(local.installed)
    if not local.assistance:
        click.echo(local.phrase("no_hint"))
    elif name in HOUSE_BOTS:
        click.echo(local.phrase("no_bot"))
    else:
        thought = think(local.match, seat, local.installed.bot(name), local.seconds)
        reason = f"  ({thought.reason})" if thought.reason else ""
        click.echo(local.phrase("hint", bot=name, action=local.installed.write(thought.action)) + reason)


def save(local: LocalMatch, seat: Seat, path: str) -> None:
    """Save the match in the file `path`, which must be new."""
    if not path:
        click.echo(local.phrase("save_where"))
        return
    try:
        local.save_as(Path(path).expanduser())
    except (Refusal, OSError, ValueError) as error:
        click.echo(error.message if isinstance(error, Refusal) else f"{path}: {error}")
    else:
        click.echo(local.phrase("saved", path=path))


def resign(local: LocalMatch, seat: Seat, _: str) -> None:
    """Leave the seat for good."""
    raise Resigned


def leave(local: LocalMatch, seat: Seat, _: str) -> None:
    """Leave the match."""
    raise Left


WORDS: Mapping[str, Callable[[LocalMatch, Seat, str], None]] = {
    "help": show_help,
    "?": show_help,
    "moves": show_moves,
    "legal": show_moves,
    "board": show_board,
    "rules": show_rules,
    "hint": show_hint,
    "save": save,
    "resign": resign,
    "quit": leave,
    "exit": leave,
}
