"""Numbers that aren't rational, which only a unary minus brings about (SC-10): 2^2^-1 is the root of 2.

They are exact: a root of an equation with whole coefficients, told from its other roots. What is done with
them may take any time, so it is done in a process of its own (`algebra.py`) that has a time limit and a
memory limit. What it can't do in that time, or what isn't algebraic at all, such as 2^2^2^-1, is refused as
undecided and left to the host.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from numberhouse.words import message

__all__ = ["SECONDS", "Algebraic", "NotRational", "closeness", "worked_out_apart"]

SECONDS: Final = 10.0
"""For one question, starting the process included. Only the first version of the rules asks.

A time decides there what is undecided, so it is ample: what a match has accepted, a replay on a busy machine
must accept too."""


class NotRational(Exception):  # noqa: N818 - nothing is wrong
    """A value that `fractions` can't hold."""


class Algebraic(msgspec.Struct, frozen=True):
    """A number that isn't rational, real or complex."""

    steps: tuple[str, ...]
    """How it is worked out, a sign after what it works on."""
    text: str
    """Its first decimals and the equation it solves, for reading."""


def worked_out_apart(steps: Sequence[str]) -> tuple[Fraction | Algebraic | None, bool]:
    """The value of the steps and whether they are ruined. Raises `BadExpression` with the code
    `undecided`."""
    (answer,) = _ask({"work_out": [list(steps)]})
    kind, text, ruined = answer
    if kind == "undecided":
        raise _undecided(text)
    if kind == "none":
        return None, ruined
    if kind == "rational":
        return Fraction(text), ruined
    return Algebraic(tuple(steps), text), ruined


def closeness(values: Sequence[Fraction | Algebraic], aim: int) -> tuple[int, ...]:
    """For each value the number of values strictly nearer to `aim`, exactly (SC-14). The distance of a
    complex number is the length of the line to it. Raises `BadExpression` with the code `undecided`."""
    rational = [value for value in values if not isinstance(value, Algebraic)]
    if len(rational) == len(values):
        distances = [abs(value - aim) for value in rational]
        return tuple(sum(other < distance for other in distances) for distance in distances)
    sent = [value.steps if isinstance(value, Algebraic) else _steps(value) for value in values]
    answer: Sequence[Any] = _ask({"closeness": [list(steps) for steps in sent], "aim": aim})
    if answer and answer[0] == "undecided":
        raise _undecided("the distances can't be compared")
    return tuple(answer)


def _steps(value: Fraction) -> tuple[str, ...]:
    from flint import fmpz

    from numberhouse.games.sign_cook.rules.expressions.grammar import NEGATIVE

    numerator = (fmpz(abs(value.numerator)).str(),)
    signed = (*numerator, NEGATIVE) if value < 0 else numerator
    return (*signed, fmpz(value.denominator).str(), "/")


def _ask(question: Any) -> Any:
    """The answer of the process. Raises `BadExpression` when it doesn't come in time."""
    from numberhouse.games.sign_cook.rules.expressions.algebra import OUT_OF_MEMORY

    command = [sys.executable, "-P", "-m", "numberhouse.games.sign_cook.rules.expressions.algebra"]
    try:
        done = subprocess.run(
            command, input=msgspec.json.encode(question), capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        raise _undecided(f"{SECONDS:g} seconds aren't enough for it") from None
    if done.returncode < 0 or done.returncode == OUT_OF_MEMORY:
        raise _undecided("it takes more memory than there is for it")
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return msgspec.json.decode(done.stdout)


def _undecided(why: str) -> Exception:
    from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression

    return BadExpression(
        "undecided",
        message("undecided: {why}; the value isn't rational, and the host may judge it"),
        message("expression {item}: undecided: {why}; the value isn't rational, and the host may judge it"),
        why=why,
    )
