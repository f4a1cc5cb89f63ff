"""The process that works with algebraic numbers: one question in JSON on stdin, its answer on stdout.

Run by `algebraic.py`, which stops it when it takes too long. The field is python-flint's `qqbar`: all
algebraic numbers, real and complex, with exact comparison; a power is the principal one.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from numberhouse.games.sign_cook.rules.expressions.grammar import NEGATIVE

__all__ = ["OUT_OF_MEMORY", "main"]

OUT_OF_MEMORY: Final = 3
"""The exit status; python-flint may also end the process by a signal."""

MEMORY: Final = 1 << 30
"""Bytes that the process may take, where the system can limit it."""


class Undecided(Exception):  # noqa: N818 - it may well have a value
    """No algebraic number, or none that can be had."""


def main() -> None:
    """Answer the question."""
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
    """Kind, text, whether it is ruined."""
    try:
        value, ruined = _run(steps)
    except Undecided as problem:
        return "undecided", str(problem), False
    if value is None:
        return "none", "", True
    text = repr(value)
    if re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text):
        return "rational", text, ruined
    told = re.fullmatch(r"Root a = (?P<decimals>.*) of (?P<equation>.*)", text)
    if told is None:
        raise ValueError(text)
    return "algebraic", f"{told['decimals']} (a root of {told['equation']})", ruined


def _closeness(programs: Sequence[Sequence[str]], aim: int) -> list[Any]:
    field = _field()
    try:
        gaps = [field.abs(_run(steps)[0] - field(aim)) for steps in programs]
    except Undecided:
        return ["undecided"]
    return [sum(field.cmp(other, gap) < 0 for other in gaps) for gap in gaps]


def _run(steps: Sequence[str]) -> tuple[Any, bool]:
    """As `value.worked_out`, in the field of all algebraic numbers."""
    from flint import fmpz  # reads numbers of any length

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
    except AssertionError:  # python-flint's word for it
        raise Undecided("a power with an exponent that isn't rational is no algebraic number") from None


def _power_of_zero(exponent: Any, field: Any) -> Any:
    """0, or nothing where the exponent is 0 or negative; what its real part decides, as it does for powers
    near 0."""
    return field(0) if field.cmp(field.re(exponent), field(0)) > 0 else None


def _zero(field: Any, value: Any) -> bool:
    return bool(value == field(0))


@cache
def _field() -> Any:
    # python-flint marks it as experimental and gives no types for it
    return importlib.import_module("flint.types._gr").gr_complex_qqbar_ctx.new()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has none
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
