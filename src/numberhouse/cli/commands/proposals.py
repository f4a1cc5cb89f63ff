"""`numberhouse proposals URL`: what a host who plays proposes, and one's answers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal

if TYPE_CHECKING:
    from numberhouse.protocol.proposals import ProposalInfo

__all__ = ["proposals"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse proposals https://play.example.org/matches/Zk3vQ0sXa1bR",
        "numberhouse proposals https://play.example.org/matches/Zk3vQ0sXa1bR --accept 2",
        "numberhouse proposals https://play.example.org/matches/Zk3vQ0sXa1bR --decline 2",
    ),
)
@click.argument("url")
@click.option(
    "--token",
    envvar="NUMBERHOUSE_TOKEN",
    required=True,
    help="Your bearer token, better given as NUMBERHOUSE_TOKEN.",
)
@click.option("--accept", type=int, help="The number of the proposal to agree to.")
@click.option("--decline", type=int, help="The number of the proposal to refuse, or to take back.")
def proposals(url: str, token: str, accept: int | None, decline: int | None) -> None:
    """Answer a playing host's proposals in a house elsewhere.

    URL is the address of the match. Without an answer the command lists the open proposals.
    """
    from numberhouse.client import Client, ClientError  # msgspec is slow to import; the help does without it
    from numberhouse.client.link import Link

    if accept is not None and decline is not None:
        raise click.UsageError("either --accept or --decline")
    try:
        link = Link.of(url)
        if not link.match:
            raise click.UsageError(
                "URL is the address of a match, such as https://play.example.org/matches/ID"
            )
        with Client(link.house, token=token) as client:
            host = client.hosting(link.match)
            number = accept if accept is not None else decline
            if number is not None:
                response = host.consent(number, agrees=accept is not None)
                click.echo(_answer(agrees=accept is not None, carried_out=response.carried_out))
                return
            for proposal in host.proposals():
                click.echo(line_of(proposal))
    except ClientError as error:
        raise Refusal(error.code, error.message) from error


def line_of(proposal: ProposalInfo) -> str:
    """The proposal on a line: its number, what is proposed, by whom, and for whose answer it waits."""
    what = proposal.kind if proposal.seat is None else f"{proposal.kind} seat {proposal.seat}"
    if proposal.request:
        what += f" {json.dumps(proposal.request, ensure_ascii=False)}"
    by = "a host" if proposal.by is None else f"seat {proposal.by}"
    waits = ", ".join(map(str, proposal.waits_for))
    return f"{proposal.number}  {what}  by {by}  waits for seats {waits}"


def _answer(*, agrees: bool, carried_out: bool) -> str:
    if not agrees:
        return "declined"
    return "accepted, and carried out" if carried_out else "accepted; others haven't answered yet"
