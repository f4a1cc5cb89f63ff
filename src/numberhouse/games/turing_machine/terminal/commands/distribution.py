"""`numberhouse distribution turing-machine`: the effort of best play over whole classes of problems."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from numberhouse.games.turing_machine.solver.distribution import Class, Limits, Part

__all__ = ["distribution"]

CORES = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 64)

EXAMPLES = """\b
Examples:
  numberhouse distribution turing-machine --class classic-4-easy --out rows
  numberhouse distribution turing-machine --out rows --part 1/3 --stop-after 540
  numberhouse distribution turing-machine --out rows --finish --seconds 600
  numberhouse distribution turing-machine --report rows
"""
MOST_SAMPLES = 1_000_000
MOST_PARTS = 10_000
LONGEST = 1e7


class Refused(click.ClickException):
    """Input that the command refuses."""

    exit_code = 2


def number_of_seconds(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    """A limit in seconds. click's ranges accept a value that isn't a number (NaN)."""
    if value is not None and value != value:
        raise click.BadParameter("nan is no number of seconds")
    return value


@click.command("distribution", epilog=EXAMPLES)
@click.option(
    "--class", "names", multiple=True, metavar="CLASS", help="A class, or all with a prefix.  [default: all]"
)
@click.option(
    "--sets", type=click.Choice(["4", "5"]), multiple=True, help="All classic card sets of so many."
)
@click.option(
    "--samples",
    type=click.IntRange(1, MOST_SAMPLES),
    help="Problems a class.  [default: classic 10,000, extreme 1,000, nightmare 200]",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=CORES,
    show_default="one for each core",
    help="How many processes work.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of rows, begun or not.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, LONGEST),
    callback=number_of_seconds,
    help="The longest for one problem, which is then left with bounds.  [default: 60; nightmare 10]",
)
@click.option("--nodes", type=click.IntRange(1), help="The same in positions searched.")
@click.option("--part", metavar="I/K", help="Only part I of K, for several machines.  [default: 1/1]")
@click.option("--finish", is_flag=True, help="Compute again what was left with bounds.")
@click.option(
    "--stop-after",
    type=click.FloatRange(1, LONGEST),
    callback=number_of_seconds,
    help="Seconds after which to stop.",
)
@click.option(
    "--report",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Make the table and the plot of the documentation from the rows in this folder.",
)
@click.option(
    "--docs",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("docs/games/turing-machine"),
    show_default=True,
    help="Where the page best-play.md is, for --report.",
)
def distribution(
    names: tuple[str, ...],
    sets: tuple[str, ...],
    samples: int | None,
    workers: int,
    out: Path | None,
    seconds: float | None,
    nodes: int | None,
    part: str | None,
    finish: bool,
    stop_after: float | None,
    report: Path | None,
    docs: Path,
) -> None:
    """Compute what best play takes on random problems of every class and on all card sets.

    Rows are appended to files in the folder --out as they are computed. The command may be stopped at any
    time and continues when it is run again. To merge parts from several machines, put their files into one
    folder. Exit status: 0 if all rows exist, 1 if --stop-after ended the command first.
    """
    # msgspec is slow to import; the help does without it
    from numberhouse.games.turing_machine.solver.distribution import BadRows, Limits

    chosen = classes_of(names, sets)
    try:
        if report is not None:
            return make_report(chosen, report, docs)
        if out is None:
            raise click.UsageError("Say with --out where the rows go, or with --report where they are.")
        limits = Limits(seconds, nodes)
        work(chosen, out, samples, workers, limits, part_of(part), finish, stop_after)
    except BadRows as error:
        raise Refused(str(error)) from None


def work(
    chosen: Iterable[Class],
    out: Path,
    samples: int | None,
    workers: int,
    limits: Limits,
    part: Part,
    finish: bool,
    stop_after: float | None,
) -> None:
    """Compute, with a progress bar on the error stream."""
    from rich.console import Console  # slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from numberhouse.games.turing_machine.solver.distribution import run

    until = None if stop_after is None else time.monotonic() + stop_after
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        tasks = {}

        def progress(name: str, done: int, size: int) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=size)
            bar.update(tasks[name], completed=done)

        complete = run(
            chosen,
            out,
            samples=samples,
            part=part,
            workers=workers,
            limits=limits,
            finish=finish,
            until=until,
            progress=progress,
        )
    if not complete:
        click.echo("Stopped before all rows were there; the same command goes on.", err=True)
        click.get_current_context().exit(1)


def make_report(chosen: Iterable[Class], rows: Path, docs: Path) -> None:
    """Write the table into the page and draw the plot."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.turing_machine.solver.best_play_report import NoRows, write_report

    try:
        for path in write_report(chosen, rows, docs):
            click.echo(path)
    except NoRows as error:
        raise Refused(str(error)) from None


def classes_of(names: tuple[str, ...], sets: tuple[str, ...]) -> list[Class]:
    """The classes of these names; all classes for no name or for `all`. A prefix stands for all classes that
    have it."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.turing_machine.solver.distribution import CLASSES

    wished = [*names, *(f"sets-{verifiers}" for verifiers in sets)]
    if not wished or "all" in wished:
        return list(CLASSES.values())
    found = []
    for name in wished:
        here = [one for one in CLASSES.values() if f"{one.name}-".startswith(f"{name}-")]
        if not here:
            raise Refused(
                f"There is no class {name[:40]!r}; a class is MODE-VERIFIERS-LEVEL such as classic-4-easy, "
                "or its beginning such as classic-4, or sets-4, sets-5, all."
            )
        found += here
    return list(dict.fromkeys(found))


def part_of(text: str | None) -> Part:
    """The part that a text such as `2/3` names."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.turing_machine.solver.distribution import Part

    if text is None:
        return Part()
    numbers = text.split("/")
    if len(numbers) == 2 and all(one.isascii() and one.isdigit() and len(one) < 6 for one in numbers):
        index, parts = map(int, numbers)
        if 1 <= index <= parts <= MOST_PARTS:
            return Part(index, parts)
    raise Refused(f"{text[:40]!r} is no part; part 2 of 3 is written 2/3, of at most {MOST_PARTS}.")
