"""Exact values that aren't rational, for the first version of the rules (SC-10). Only a unary minus produces
them: 2^2^-1 is the square root of 2.

A value is a root of an equation with whole coefficients, distinguished from the equation's other roots. Its
computation may take any time. It therefore runs in a process of its own, with a time limit and a memory
limit: this file run as a program, with one question in JSON on stdin and its answer on stdout. The number
field is python-flint's `qqbar`: all algebraic numbers, real and complex, with exact comparison. A power is
the principal one. A value that isn't computed in time, or that isn't algebraic, such as 2^2^2^-1, is refused
as undecided and left to the host.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

import msgspec

from numberhouse.games.sign_cook.rules.bad_input import BadExpression
from numberhouse.games.sign_cook.rules.expressions.grammar import NEGATIVE
from numberhouse.words import message

__all__ = ["SECONDS", "Algebraic", "NotRational", "closeness", "worked_out_apart"]

SECONDS: Final = 10.0
"""Time limit for one question, including the start of the process. Only the first version of the rules uses
it.

The limit decides which values are undecided there, so it is generous: a replay on a busy machine must accept
every value that the match has accepted.
"""


PROGRAM: Final = "numberhouse.games.sign_cook.rules.expressions.algebraic"
"""The name of this module. In its own process `__name__` differs."""


class NotRational(Exception):  # noqa: N818 - nothing is wrong
    """The value isn't rational, so `Fraction` can't hold it."""


class Algebraic(msgspec.Struct, frozen=True):
    """A number that isn't rational, real or complex."""

    steps: tuple[str, ...]
    """The steps of the computation: each sign follows its operands."""
    text: str
    """The first decimals and the equation of the value, for readers."""


def worked_out_apart(steps: Sequence[str]) -> tuple[Fraction | Algebraic | None, bool]:
    """The value of the steps and whether the expression is ruined. Raises `BadExpression` with the code
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
    """The number of values strictly nearer to `aim`, for each value, exactly (SC-14). The distance of a
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
    from flint import fmpz  # heavy, but needed for numbers of any length

    numerator = (fmpz(abs(value.numerator)).str(),)
    signed = (*numerator, NEGATIVE) if value < 0 else numerator
    return (*signed, fmpz(value.denominator).str(), "/")


def _ask(question: Any) -> Any:
    """The process's answer. Raises `BadExpression` if it doesn't come in time."""
    command = [sys.executable, "-P", "-m", PROGRAM]
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


def _undecided(why: str) -> BadExpression:
    return BadExpression(
        "undecided",
        message("undecided: {why}; the value isn't rational, and the host may judge it"),
        message("expression {item}: undecided: {why}; the value isn't rational, and the host may judge it"),
        why=why,
    )


# The process

OUT_OF_MEMORY: Final = 3
"""The exit status after a memory error. python-flint may also end the process by a signal."""

MEMORY: Final = 1 << 30
"""Memory limit of the process, in bytes, where the operating system supports one."""


class NotAlgebraic(Exception):  # noqa: N818 - it may well have a value
    """In the process: the value isn't algebraic, or can't be computed."""


def main() -> None:
    """Read the question and print its answer."""
    _limit_memory()
    try:
        _answer_question(msgspec.json.decode(sys.stdin.buffer.read()))
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


def _answer_question(question: Any) -> None:
    if "work_out" in question:
        answer: Any = [_answer(steps) for steps in question["work_out"]]
    else:
        answer = _closeness(question["closeness"], question["aim"])
    sys.stdout.buffer.write(msgspec.json.encode(answer))


def _answer(steps: Sequence[str]) -> tuple[str, str, bool]:
    """The kind of the value, its text, and whether the expression is ruined."""
    try:
        value, ruined = _run(steps)
    except NotAlgebraic as problem:
        return "undecided", str(problem), False
    if value is None:
        return "none", "", True
    text = repr(value)
    if re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text):
        return "rational", text, ruined
    parsed = re.fullmatch(r"Root a = (?P<decimals>.*) of (?P<equation>.*)", text)
    if parsed is None:
        raise ValueError(text)
    return "algebraic", f"{parsed['decimals']} (a root of {parsed['equation']})", ruined


def _closeness(programs: Sequence[Sequence[str]], aim: int) -> list[Any]:
    field = _field()
    try:
        gaps = [field.abs(_run(steps)[0] - field(aim)) for steps in programs]
    except NotAlgebraic:
        return ["undecided"]
    return [sum(field.cmp(other, gap) < 0 for other in gaps) for gap in gaps]


def _run(steps: Sequence[str]) -> tuple[Any, bool]:
    """Compute the steps as `value.worked_out` does, in the field of all algebraic numbers."""
    from flint import fmpz  # heavy, and reads numbers of any length

    field = _field()
    stack: list[Any] = []
    ruined = False
    for place, step in enumerate(steps):
        if step.isdigit():
            value = field(int(fmpz(step)))
        elif step == NEGATIVE:
            below = stack.pop()
            value = None if below is None else -below
        else:
            right, left = stack.pop(), stack.pop()
            value = None if left is None or right is None else _combined(step, left, right, field)
            ruined = ruined or value is None
        if value is not None and _zero(field, value) and place != len(steps) - 1:
            ruined = True
        stack.append(value)
    return stack.pop(), ruined


def _combined(sign: str, left: Any, right: Any, field: Any) -> Any:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "x":
        return left * right
    if sign == "/":
        return None if _zero(field, right) else left / right
    if _zero(field, left):
        return _power_of_zero(right, field)
    try:
        return left**right
    except AssertionError:  # python-flint reports the failure like this
        raise NotAlgebraic("a power with an exponent that isn't rational is no algebraic number") from None


def _power_of_zero(exponent: Any, field: Any) -> Any:
    """The power of 0: 0, or None if the exponent is 0 or negative. The real part of the exponent decides, as
    it does for the limit of powers near 0."""
    return field(0) if field.cmp(field.re(exponent), field(0)) > 0 else None


def _zero(field: Any, value: Any) -> bool:
    return bool(value == field(0))


@cache
def _field() -> Any:
    # python-flint marks this class as experimental and gives no types for it.
    return importlib.import_module("flint.types._gr").gr_complex_qqbar_ctx.new()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows lacks this module
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
