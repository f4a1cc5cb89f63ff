"""`numberhouse census turing-machine`: the number of problems (TM-5), by complete enumeration."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from numberhouse.games.turing_machine.problems.census import Census

__all__ = ["census"]

CORES = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 64)

EXAMPLES = """\b
Examples:
  numberhouse census turing-machine
  numberhouse census turing-machine --verifiers 4 --json
"""


@click.command("census", epilog=EXAMPLES)
@click.option(
    "--verifiers",
    type=click.Choice(["4", "5", "6", "all"]),
    default="all",
    show_default=True,
    help="Problems of so many verifiers.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=CORES,
    show_default="one for each core",
    help="How many jobs run at once.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def census(verifiers: str, threads: int, as_json: bool) -> None:
    """Count all valid classic problems, and the sets of cards that carry at least one.

    Every problem is enumerated; nothing is estimated. The counts are also given by level; "none" stands for
    cards between the levels.
    """
    import msgspec  # slow to import; the help does without it

    numbers = [4, 5, 6] if verifiers == "all" else [int(verifiers)]
    counted = [count(number, threads) for number in numbers]
    if as_json:
        click.echo(msgspec.json.encode(counted).decode())
    else:
        click.echo("\n".join(table(counted)))


def count(verifiers: int, threads: int) -> Census:
    """The census with a progress bar on the error stream."""
    from rich.console import Console  # slow to import
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from numberhouse.games.turing_machine.problems.census import census as census_of

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"{verifiers} verifiers")

        def progress(done: int, jobs: int) -> None:
            bar.update(task, completed=done, total=jobs)

        return census_of(verifiers, threads, progress)


def table(counted: Sequence[Census]) -> list[str]:
    """The counts in lines of equal columns."""
    lines = [f"{'verifiers':>9}  {'level':<9} {'problems':>11} {'card sets':>10}"]
    for one in counted:
        lines.append(row(one.verifiers, "all", one.problems, one.card_sets))
        for level, problems in one.problems_by_level.items():
            lines.append(row("", level, problems, one.card_sets_by_level[level]))
    if len(counted) > 1:
        problems, sets = sum(one.problems for one in counted), sum(one.card_sets for one in counted)
        lines.append(row("together", "all", problems, sets))
    return lines


def row(verifiers: int | str, level: str, problems: int, sets: int) -> str:
    """One line of the table."""
    return f"{verifiers:>9}  {level:<9} {problems:>11,} {sets:>10,}"
