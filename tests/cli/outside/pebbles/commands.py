"""Verbs, one of the house's and one of the game's own, and a tool."""

from __future__ import annotations

import json

import click

from numberhouse.contract.game import IllegalAction


@click.command(name="solve")
@click.argument("pile", type=int)
@click.option("--json", "as_json", is_flag=True)
def solve(pile: int, as_json: bool) -> None:
    """How many to take from PILE."""
    if pile < 0:
        raise IllegalAction("pile", f"a pile of {pile}; 0 or more is accepted")
    if pile == 13:
        raise click.ClickException("nobody touches 13 pebbles")
    if pile == 0:
        raise ZeroDivisionError("nothing to divide")
    click.echo(json.dumps({"take": pile % 4}) if as_json else f"take {pile % 4}")


@click.command(name="tally")
def tally() -> None:
    """Count to three."""
    click.echo("1 2 3")


@click.command(name="weigh")
@click.argument("pebbles", type=int)
def weigh(pebbles: int) -> None:
    """The weight of PEBBLES in grams."""
    click.echo(f"{5 * pebbles} g")


@click.command(name="solve")
def another_solve() -> None:
    """A name that a verb has already."""
