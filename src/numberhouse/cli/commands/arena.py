"""`numberhouse arena GAME`: lets bots play each other by the hundred and says who is stronger."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import msgspec

from numberhouse.arena import (
    BadEntrant,
    MatchResult,
    Sprt,
    Standings,
    tournament,
)
from numberhouse.arena.ledger import OtherPlan
from numberhouse.arena.pairings import PAIRINGS, SEATINGS, Pairing, Seating
from numberhouse.arena.report import write_report
from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.base.options import chosen_options
from numberhouse.cli.base.params import GAME, json_option, options_options, seats_option
from numberhouse.registry import InstalledGame

__all__ = ["arena"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse arena mixmath --bots greedy,spotter --deals 100 --jobs 4",
        "numberhouse arena mixmath --bots mine.py:Shrewd,greedy --sprt 0.5,0.6 --save runs/shrewd",
        "numberhouse arena addition-crypt --bots counter,drifter --seating alone --seconds 0.5",
    ),
)
@click.argument("installed", metavar="GAME", type=GAME)
@click.option("--bots", required=True, help="Two or more, with commas: NAME, FILE.py:NAME, program:COMMAND.")
@click.option(
    "--deals",
    type=click.IntRange(1, 1_000_000),
    default=50,
    show_default=True,
    help="Deals a pair; each is played with the seats exchanged.",
)
@click.option("--matches", type=click.IntRange(2, 2_000_000), help="The same as half as many --deals.")
@click.option(
    "--pairing", type=click.Choice(PAIRINGS), default="round-robin", show_default=True, help="Who meets whom."
)
@click.option(
    "--seating",
    type=click.Choice(SEATINGS),
    default="alternate",
    show_default=True,
    help="How two bots share a table: by turns, the first alone, or all bots together.",
)
@seats_option
@options_options
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600, min_open=True),
    default=2.0,
    show_default=True,
    help="How long a bot may think about an action.",
)
@click.option("--nodes", type=click.IntRange(1), help="Positions a bot may evaluate, instead of --seconds.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="Matches at a time, on as many cores.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Ray cluster there.")
@click.option("--seed", default="arena", show_default=True, help="What decides the deals.")
@click.option(
    "--sprt",
    metavar="LOW,HIGH",
    help="End two bots' match as soon as the first's share is known to be LOW or HIGH.",
)
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep results, records and a report in this folder, and go on there if it has some.",
)
@json_option
def arena(
    installed: InstalledGame,
    bots: str,
    deals: int,
    matches: int | None,
    pairing: Pairing,
    seating: Seating,
    seats: int | None,
    preset: str | None,
    options_text: str | None,
    pairs: tuple[str, ...],
    seconds: float,
    nodes: int | None,
    jobs: int,
    cluster: str | None,
    seed: str,
    sprt: str | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Let bots play each other by the hundred.

    The result says how often each bot of GAME is first, and how sure that is.

    Without --nodes bots have --seconds a thought, and results differ a little from machine to machine.
    """
    names = [name.strip() for name in bots.split(",") if name.strip()]
    named_preset = installed.preset(preset) if preset is not None else None
    chosen = bool(preset or options_text or pairs)
    options = chosen_options(installed.game, options_text, pairs, named_preset) if chosen else None
    try:
        with shown_progress() as listener:
            result = tournament(
                installed,
                names,
                deals=(matches + 1) // 2 if matches is not None else deals,
                pairing=pairing,
                seating=seating,
                seats=seats,
                options=options,
                seconds=None if nodes else seconds,
                nodes=nodes,
                seed=seed,
                jobs=jobs,
                cluster=cluster,
                folder=save,
                sprt=parse_sprt(sprt, len(names)),
                listener=listener,
            )
    except BadEntrant as error:
        raise Refusal("bots", str(error)) from error
    except OtherPlan as error:
        raise Refusal("other-plan", str(error)) from error
    except ValueError as error:
        raise Refusal("arena", str(error)) from error
    if save is not None:
        write_report(result, save)
    if as_json:
        rows = [msgspec.to_builtins(row) for row in result.rows]
        click.echo(msgspec.json.encode({"rows": rows, "verdict": result.verdict}).decode())
    else:
        print_standings(result)
        if save is not None:
            click.echo(f"Report: {save / 'report.html'}")


def parse_sprt(text: str | None, bots: int) -> Sprt | None:
    """The sequential test that the text asks for. Raises `Refusal`."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1 or bots != 2:
        raise Refusal(
            "sprt", "--sprt takes two shares between 0 and 1, the lower first (0.5,0.6), and two bots"
        )
    return Sprt(low, high)


@contextmanager
def shown_progress() -> Iterator[Any]:
    """A bar on stderr where that is a terminal: what is yielded is told each result."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("matches", total=None)

        def tell(_: MatchResult, total: int) -> None:
            progress.update(task, advance=1, total=total)

        yield tell


def print_standings(standings: Standings) -> None:
    """The standings and the cross table as text."""
    width = max(len(row.name) for row in standings.rows)
    click.echo(
        f"{'':{width}}  {'wins':>4} {'95 %':>9} {'fair':>5} {'points':>8} {'matches':>7} {'ms':>8} "
        f"{'late':>5} {'illegal':>7} {'failed':>6}"
    )
    for row in standings.rows:
        low, high = row.wins.interval
        used = row.usage
        click.echo(
            f"{row.name:{width}}  {row.wins.mean:4.0%} {f'{low:.0%}–{high:.0%}':>9} {row.fair:5.0%} "
            f"{row.points:8.1f} {row.matches:7} {1000 * used.processor_seconds / max(1, used.thoughts):8.1f} "
            f"{used.late:5} {row.illegal:7} {row.failed:6}"
        )
    click.echo()
    for first, second in combinations([row.name for row in standings.rows], 2):
        share = standings.pairs.get((first, second))
        if share is not None:
            low, high = share.interval
            numbers = f"{share.mean:.1%} (95 %: {low:.1%} to {high:.1%}, {share.deals} deals)"
            click.echo(f"{first} against {second}: {numbers}")
    if standings.verdict:
        click.echo(f"Ended early: the share is {standings.verdict}.")
    if standings.unfinished:
        click.echo(f"{standings.unfinished} matches had no end.")
