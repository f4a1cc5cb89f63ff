"""`numberhouse seat URL`: a bot on this machine plays in a match on another server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal
from numberhouse.words import seat_number

if TYPE_CHECKING:
    from numberhouse.client import Client, Link, MatchView, Player
    from numberhouse.protocol.matches import MatchInfo
    from numberhouse.registry import InstalledGame

__all__ = ["seat"]

OPEN = ("draft", "open")


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse seat https://play.example.org/matches/Zk3vQ0sXa1bR --bot careful",
        "numberhouse seat https://play.example.org/invite#vWx… --seconds 10",
        "numberhouse seat localhost:8000/matches/Zk3vQ0sXa1bR --name Roamer --once",
    ),
)
@click.argument("url")
@click.option("--bot", help="Who plays: a bot of the game; the strongest unless named.")
@click.option(
    "--token",
    envvar="NUMBERHOUSE_TOKEN",
    default="",
    help="Whose name it plays in: a bearer token, better given as NUMBERHOUSE_TOKEN; a guest without one.",
)
@click.option("--name", default="", help="What a guest is called; the bot's name unless set.")
@click.option("--seat", "place", type=click.IntRange(1), help="The seat to take, 1…; else any free one.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=5.0,
    show_default=True,
    help="How long it may think about an action.",
)
@click.option("--once", is_flag=True, help="Act once, then end; the seat stays taken.")
def seat(
    url: str, bot: str | None, token: str, name: str, place: int | None, seconds: float, once: bool
) -> None:
    """Let a bot play in a house elsewhere.

    URL is the link of a match or of an invitation. The bot receives only the view of its seat, and plays
    until the match is over. After a lost connection the command connects again. With a token you can stop the
    command and run it again: the bot then continues on its seat.
    """
    # msgspec is slow to import; the help does without it
    from numberhouse.client import Client, ClientError, Link

    try:
        link = Link.of(url)
        with Client(link.house, token=token) as client:
            _sit(client, link, bot, name or bot or "Bot", place, seconds, once, signed_in=bool(token))
    except ClientError as error:
        raise Refusal(error.code, error.message) from error


def _sit(
    client: Client,
    link: Link,
    bot: str | None,
    name: str,
    place: int | None,
    seconds: float,
    once: bool,
    *,
    signed_in: bool,
) -> None:
    from numberhouse.cli.match.thinking import wait_for  # msgspec is slow to import; the help does without it
    from numberhouse.client import Player
    from numberhouse.registry import find

    if not signed_in:
        client.guest(name)
    info = client.match(link.match) if link.match else client.invited(link.invitation)
    installed = find(info.game)
    bot_name = bot or next(iter(installed.bots()))
    player = Player(
        client,
        info.id,
        installed,
        installed.bot(bot_name),
        seconds,
        lambda thinking: wait_for(thinking, f"{bot_name} thinks"),
        rules_version=info.rules_version,  # an invited guest can't see a private match yet
    )
    match = _take_seat(client, link, info, place)
    try:
        _print(f"{bot_name} sits on seat {seat_number(match.seat or 0)} of {installed.game.card.title}.")
        _print_fair_play(match)
        last_view = player.play(once)
    except BaseException:
        _leave(client, match)
        raise
    _print_end(installed, player, last_view)


def _print_fair_play(match: MatchInfo) -> None:
    """Print that a host plays, and what was handed in by whom."""
    for seat in match.seats:
        if seat.hosts:
            _print(f"{seat.name} hosts and plays.")
    for option, person in match.handed_in.items():
        _print(f"{option}: handed in by {person or 'somebody'}.")


def _take_seat(client: Client, link: Link, info: MatchInfo, place: int | None) -> MatchInfo:
    """Return the match in which the bot has a seat: the seat that the account already has, or a new one."""
    if info.seat is not None:
        return info
    return (
        client.accept(link.invitation, info)
        if link.invitation
        else client.join(info.id, None if place is None else place - 1, info)
    )


def _leave(client: Client, match: MatchInfo) -> None:
    """Give the seat back if the match hasn't begun. An error here is ignored, because the caller is already
    raising the first error."""
    from numberhouse.client import ClientError  # msgspec is slow to import; the help does without it

    try:
        if client.match(match.id).status in OPEN:
            client.leave(match.id)
            _print("The seat is free again.")
        else:
            _print("The seat stays taken; the same command, with the same token, goes on.")
    except ClientError:
        pass


def _print_end(installed: InstalledGame, player: Player, last_view: MatchView | None) -> None:
    if last_view is None or last_view.seat is None or last_view.public_match.outcome is None:
        _print(f"Actions: {player.action_count}.")
        return
    outcome: Any = last_view.public_match.outcome
    score, rank = outcome.scores[last_view.seat], outcome.places[last_view.seat]
    _print(
        f"{installed.game.card.title} is over: place {rank}, {score:g} points. "
        f"Actions: {player.action_count}."
    )


def _print(words: str) -> None:
    click.echo(words)
