"""`numberhouse seat URL`: a bot of this machine takes a seat at somebody else's table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from numberhouse.cli.command import HouseCommand

if TYPE_CHECKING:
    from numberhouse.client import Client, Link, Player, Seen
    from numberhouse.protocol.matches import MatchInfo
    from numberhouse.registry import InstalledGame

__all__ = ["seat"]

OPEN = ("draft", "open")


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse seat https://play.example.org/matches/Zk3vQ0sXa1bR --bot careful",
        "numberhouse seat https://play.example.org/invitation#vWx… --seconds 10",
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
@click.option("--seat", "place", type=click.IntRange(0), help="The seat to take; any free one unless set.")
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

    URL is the link of a match, or of an invitation. The bot sees what its seat sees and nothing else, and
    plays until the match is over. A connection that breaks is made anew. With a token the command can be
    ended and run again: the bot goes on on its seat.
    """
    from numberhouse.cli.errors import Refusal
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
    from numberhouse.cli.thinking import patiently
    from numberhouse.client import Player
    from numberhouse.registry import find

    if not signed_in:
        client.guest(name)
    before = client.match(link.match) if link.match else client.invited(link.invitation)
    installed = find(before.game)
    chosen = bot or next(iter(installed.bots()))
    player = Player(
        client,
        before.id,
        installed,
        installed.bot(chosen),
        seconds,
        lambda thinking: patiently(thinking, f"{chosen} thinks"),
    )
    told = _seated(client, link, before, place)
    try:
        _tell(f"{chosen} sits on seat {told.seat} of {installed.game.card.title}.")
        seen = player.play(once)
    except BaseException:
        _leave(client, told)
        raise
    _tell_end(installed, player, seen)


def _seated(client: Client, link: Link, told: MatchInfo, place: int | None) -> MatchInfo:
    """The match, on a seat: the one that is ours already, or a new one."""
    if told.seat is not None:
        return told
    return client.accept(link.invitation) if link.invitation else client.join(told.id, place)


def _leave(client: Client, told: MatchInfo) -> None:
    """Give the seat back where nothing has begun; what goes wrong now doesn't matter."""
    from numberhouse.client import ClientError

    try:
        if client.match(told.id).status in OPEN:
            client.leave(told.id)
            _tell("The seat is free again.")
        else:
            _tell("The seat stays taken; the same command, with the same token, goes on.")
    except ClientError:
        pass


def _tell_end(installed: InstalledGame, player: Player, seen: Seen | None) -> None:
    if seen is None or seen.seat is None or seen.position.outcome is None:
        _tell(f"Actions: {player.acted}.")
        return
    outcome: Any = seen.position.outcome
    score, rank = outcome.scores[seen.seat], outcome.places[seen.seat]
    _tell(f"{installed.game.card.title} is over: place {rank}, {score:g} points. Actions: {player.acted}.")


def _tell(words: str) -> None:
    click.echo(words)
