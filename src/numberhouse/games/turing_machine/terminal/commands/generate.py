"""`numberhouse generate turing-machine`: random problems of a class, or the problem of a day."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Iterable, Iterator
from typing import Any

import click
import msgspec

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import NoProblem, draw
from numberhouse.games.turing_machine.problems.generator import daily as daily_problem
from numberhouse.games.turing_machine.problems.layout import MODES, Mode
from numberhouse.games.turing_machine.problems.problem import (
    LEVELS,
    MIN_CODES,
    MIN_CODES_ANSWERED,
    Level,
    Problem,
)

__all__ = ["generate"]

EXAMPLES = """\b
Examples:
  numberhouse generate turing-machine
  numberhouse generate turing-machine --mode extreme --verifiers 6 --level hard --count 5
  numberhouse generate turing-machine --with 4,9 --without 11 --seed mine
  numberhouse generate turing-machine --verifiers 5 --level standard --fair
  numberhouse generate turing-machine --daily 2027-01-31 --json
"""


class NoSuchProblem(click.ClickException):
    """No problem meets the wishes."""

    exit_code = 2


def cards_of(_ctx: click.Context, _param: click.Parameter, values: Iterable[str]) -> list[int]:
    """The cards of an option that may be repeated, separated by commas or spaces. This function doesn't check
    whether the cards exist."""
    words = [word for value in values for word in value.replace(",", " ").split() or [value]]
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise click.BadParameter(f"{word!r} is no card; cards are numbers from 1 to 48: 4,9,11")
    return [int(word) for word in words]


@click.command("generate", epilog=EXAMPLES)
@click.option("--mode", type=click.Choice(MODES), default="classic", show_default=True, help="The mode.")
@click.option(
    "--verifiers", type=click.IntRange(4, 6), help="How many verifiers.  [default: 4; 5 with --daily]"
)
@click.option(
    "--level", type=click.Choice(LEVELS), help="The cards' level.  [default: any; standard with --daily]"
)
@click.option("--seed", help="The same seed gives the same problems.  [default: a random one, printed]")
@click.option("--count", type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many.")
@click.option(
    "--with", "forced", metavar="CARD,…", callback=cards_of, multiple=True, help="Cards that must be there."
)
@click.option(
    "--without", "forbidden", metavar="CARD,…", callback=cards_of, multiple=True, help="Cards that must not."
)
@click.option(
    "--min-codes",
    type=click.IntRange(1, 125),
    help="How many codes the cards leave before a question, at least.  [default: 1; with --fair as matches]",
)
@click.option(
    "--fair",
    is_flag=True,
    help="Only problems that a match would deal: so many codes as the level asks for, and no first answer "
    "decides.",
)
@click.option("--daily", type=click.DateTime(["%Y-%m-%d"]), help="The problem of this day.", metavar="DATE")
@click.option("--reveal", is_flag=True, help="Print the true laws and the code too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def generate(
    mode: Mode,
    verifiers: int | None,
    level: Level | None,
    seed: str | None,
    count: int,
    forced: list[int],
    forbidden: list[int],
    min_codes: int | None,
    fair: bool,
    daily: datetime.datetime | None,
    reveal: bool,
    as_json: bool,
) -> None:
    """Make valid problems, each of its class equally likely.

    Prints the short id and the cards. The two cards of a verifier in extreme are written 4+17. In nightmare
    the cards are the common pool. An id contains the whole problem and anyone can decode the laws from it, so
    give it only to people who may know them.
    """
    if daily is not None and (seed is not None or count > 1 or forced or forbidden or min_codes or fair):
        raise click.UsageError(
            "--daily goes with --mode, --verifiers and --level only; a day has one problem."
        )
    try:
        if daily is not None:
            seed = None
            problems = [daily_problem(daily.date(), mode, verifiers or 5, level or "standard")]
        else:
            seed = random_seed() if seed is None else seed
            kind = (mode, verifiers or 4, level or "any", forced, forbidden)
            least = least_of(level or "any", min_codes, fair)
            problems = [draw(Chance(seed, number), *kind, *least) for number in range(count)]
    except NoProblem as error:
        raise NoSuchProblem(str(error)) from None
    if as_json:
        found = [described(problem, reveal) for problem in problems]
        click.echo(msgspec.json.encode({"seed": seed, "problems": found}).decode())
        return
    if seed is not None:
        click.echo(f"seed {seed}")
    for problem in problems:
        click.echo("\n".join(lines(problem, reveal)))


def least_of(level: Level, min_codes: int | None, fair: bool) -> tuple[int, int]:
    """The fewest codes before a question and after any first answer, as wished. Without a wish a problem may
    be nearly decided (TM-6)."""
    codes = min_codes or (MIN_CODES[level] if fair else 1)
    return codes, MIN_CODES_ANSWERED[level] if fair else 1


def described(problem: Problem, reveal: bool) -> dict[str, Any]:
    """A problem for programs; `laws` are (card, place from 1)."""
    layout = problem.layout
    fields: dict[str, Any] = {
        "id": problem.id, "mode": layout.mode, "cards": layout.cards, "level": problem.level,
    }  # fmt: skip
    if reveal:
        fields["code"] = problem.code
        fields["laws"] = [
            {"card": card, "law": place + 1, "text": law.text}
            for (card, place), law in zip(problem.laws, problem.truth, strict=True)
        ]
    return fields


def lines(problem: Problem, reveal: bool) -> Iterator[str]:
    """A problem for people."""
    cards = " ".join("+".join(map(str, place)) for place in problem.layout.cards)
    yield f"{problem.id}  {cards}" + (f"  {problem.code}" if reveal else "")
    if reveal:
        for verifier, ((card, _), law) in enumerate(zip(problem.laws, problem.truth, strict=True)):
            yield f"  {'ABCDEF'[verifier]}  card {card}: {law.words()}"


def random_seed() -> str:
    """A fresh secret seed."""
    return secrets.token_hex(8)
