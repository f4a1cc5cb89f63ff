"""`numberhouse offers URL`: the seats that hosts offer, and one's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal
from numberhouse.words import seat_number

if TYPE_CHECKING:
    from numberhouse.protocol.offers import ReceivedOffer

__all__ = ["offers"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse offers https://play.example.org",
        "numberhouse offers https://play.example.org --accept Zk3vQ0sXa1bR",
        "numberhouse offers https://play.example.org --decline Zk3vQ0sXa1bR --all-from-host",
    ),
)
@click.argument("url")
@click.option(
    "--token",
    envvar="NUMBERHOUSE_TOKEN",
    required=True,
    help="Your bearer token, better given as NUMBERHOUSE_TOKEN.",
)
@click.option("--accept", help="The id of the offer to accept.")
@click.option("--decline", help="The id of the offer to decline.")
@click.option("--all-from-host", is_flag=True, help="Decline all offers of the host who made this one.")
def offers(url: str, token: str, accept: str | None, decline: str | None, all_from_host: bool) -> None:
    """Answer offers of seats and hosting in a house elsewhere.

    URL is the address of the house. Without an answer the command lists the offers.
    """
    from numberhouse.client import Client, ClientError  # msgspec is slow to import; the help does without it

    if accept is not None and decline is not None:
        raise click.UsageError("either --accept or --decline")
    try:
        with Client(url if "://" in url else f"http://{url}", token=token) as client:
            if accept is not None:
                info = client.accept_offer(accept)
                click.echo(f"accepted: {info.id}")
            elif decline is not None:
                client.decline_offer(decline, all_from_host=all_from_host)
                click.echo("declined")
            else:
                for offer in client.offers():
                    click.echo(line_of(offer))
    except ClientError as error:
        raise Refusal(error.code, error.message) from error


def line_of(offer: ReceivedOffer) -> str:
    """The offer on a line: its id, what is offered, by whom."""
    what = "to host" if offer.seat is None else f"seat {seat_number(offer.seat)}"
    if offer.rematch_of is not None:
        what = f"rematch, {what}"
    return f"{offer.id}  {what}  {offer.title or offer.game} ({offer.match})  by {offer.by}"
