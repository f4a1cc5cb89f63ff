"""`numberhouse solve turing-machine`: the codes left in a position, and the next step of best play."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from numberhouse.games.turing_machine.problems.layout import MODES, Mode
from numberhouse.games.turing_machine.terminal.commands.position import (
    Refused,
    layout_of,
    position_of,
    subject_of,
)
from numberhouse.games.turing_machine.terminal.commands.waiting import waited
from numberhouse.words import words_of

__all__ = ["solve"]

EXAMPLES = """\b
Examples:
  numberhouse solve turing-machine 4 9 11 14
  numberhouse solve turing-machine 3 7 10 14 --asked "345 A yes, 345 B no" --json
  numberhouse solve turing-machine 3 7 10 14 --asked "345 A yes" --now "345 A" --why 435
  numberhouse solve turing-machine 1+39 4+10 9+13 14+17 --tree --depth 2
  numberhouse solve turing-machine 3 7 10 14 --mode nightmare --seconds 20
"""
LANGUAGES = words_of("numberhouse.games.turing_machine").languages
QUICK = 3.0
"""Time limit in seconds for nightmare, where an exact answer may be out of reach."""
LONGEST = 86_400.0
MOST_REASONS = 50


def number_of_seconds(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    """A limit in seconds. click's ranges accept a value that isn't a number (NaN)."""
    if value is not None and value != value:
        raise click.BadParameter(f"nan is no number of seconds; from 0.01 to {LONGEST:g} is accepted")
    return value


@click.command("solve", epilog=EXAMPLES)
@click.argument("cards", nargs=-1, metavar="CARD...")
@click.option(
    "--mode", type=click.Choice(MODES), help="The mode.  [default: extreme for pairs, else classic]"
)
@click.option("--asked", multiple=True, metavar="ANSWERS", help='Answers: "345 A yes, 345 B no".')
@click.option("--wrong", multiple=True, metavar="CODE", help="A code that was said and is wrong.")
@click.option("--now", metavar="ROUND", help='The round under way, "345 A": proposal, verifiers asked.')
@click.option(
    "--handicap", type=click.IntRange(0, 2), default=0, help="Questions taken off the first round, 1 or 2."
)
@click.option(
    "--aim",
    type=click.Choice(["worst", "mean"]),
    default="worst",
    show_default=True,
    help="Which best play the next question is of: smallest in the worst case, or on average.",
)
@click.option("--why", "whys", multiple=True, metavar="WHAT", help="Why a code (345) or a law (A.2) is out.")
@click.option("--laws", is_flag=True, help="What each digit and each law can still be.")
@click.option("--tree", is_flag=True, help="Best play from here as a tree.")
@click.option(
    "--depth", type=click.IntRange(1, 99), help="Questions that the tree goes down.  [default: all]"
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, LONGEST),
    callback=number_of_seconds,
    help="Stop after so many seconds with what is proven.  [default: 4 in nightmare, else never]",
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def solve(
    cards: tuple[str, ...],
    mode: Mode | None,
    asked: tuple[str, ...],
    wrong: tuple[str, ...],
    now: str | None,
    handicap: int,
    aim: Any,
    whys: tuple[str, ...],
    laws: bool,
    tree: bool,
    depth: int | None,
    seconds: float | None,
    lang: str,
    as_json: bool,
) -> None:
    """Tell the codes that are left, the best next question, and what best play takes.

    Give the card of each verifier, A first; in extreme each verifier's pair, as 4+17; in nightmare the common
    pool. Players may reason with the validity of the problem, so codes can be excluded before any question.
    The round under way counts as a round. A player who knows the code plays one round with no question.
    """
    layout = layout_of(cards, mode)
    if depth is not None and not tree:
        raise click.UsageError("--depth goes with --tree only.")
    if len(whys) > MOST_REASONS:
        raise Refused(f"--why is given {len(whys)} times; at most {MOST_REASONS} reasons are told at once.")
    subjects = [subject_of(text, layout) for text in whys]
    position = position_of(layout, asked, wrong, now, handicap)
    if seconds is None and layout.mode == "nightmare":
        seconds = QUICK
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.terminal.commands import answer, answer_text

    wish = answer.Wish(position, aim, seconds, subjects, laws, tree, depth or answer.DEEPEST, lang)
    found = waited(lambda stop: answer.answered(wish, stop), answer_text.say("waiting", lang))
    if as_json:
        click.echo(msgspec.json.encode(answer.as_json(found)).decode())
    else:
        click.echo("\n".join(answer_text.lines(found, lang)))
