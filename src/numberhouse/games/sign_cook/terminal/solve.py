"""`numberhouse solve sign-cook`: the best dish of a pantry, the best path of a mine, and what is proven."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import click

from numberhouse.games.sign_cook.rules.pantry import ORDER, START, joined

if TYPE_CHECKING:
    from numberhouse.games.sign_cook.solver.answers import Answer

__all__ = ["solve"]

MOST_TILES: Final = 60
"""Largest pantry that is searched."""

MOST_TARGET: Final = 9999
MOST_EFFORT: Final = 60.0

EXAMPLES = """\b
Examples:
  numberhouse solve sign-cook --course starter
  numberhouse solve sign-cook --course main --pantry "1234567+-x/" --target 538
  numberhouse solve sign-cook --course dessert --pantry 1112223334455567788920+-x^ --json
  numberhouse solve sign-cook --course main --mine 53201,77412,90836
  numberhouse solve sign-cook --digits 6612121
"""

UNITS: Final = {"starter": "courses", "main": "signs", "dessert": "letters"}
SIDES: Final = (2, 26)


WRITTEN: Final = str.maketrans("*X×÷:−", "xxx//-")
"""Other notations of the signs, as in expressions (SC-9)."""


class Refused(click.ClickException):
    """A question that can't be answered."""

    exit_code = 2


@click.command("solve", epilog=EXAMPLES)
@click.option("--pantry", default=START, show_default=True, help="The tiles: digits and + - x / ^.")
@click.option("--course", type=click.Choice(list(UNITS)), help="The course to cook.")
@click.option("--target", type=int, help=f"The value of the main course, 1 to {MOST_TARGET}.  [default: 24]")
@click.option("--mine", "rows", metavar="ROWS", help="Rows of a mine, from row 1, with commas between.")
@click.option("--digits", metavar="DIGITS", help="3 to 7 digits of a path: every equation that opens it.")
@click.option(
    "--effort",
    type=click.FloatRange(0.1, MOST_EFFORT),
    default=4.0,
    show_default=True,
    help="Limit of the searches, in units of about a second; the same answer on every machine.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def solve(
    pantry: str,
    course: str | None,
    target: int | None,
    rows: str | None,
    digits: str | None,
    effort: float,
    as_json: bool,
) -> None:
    """Tell the best dish of a pantry, the best path of a mine, or how digits can be mined.

    Each answer is proven, or found with a bound that no other can pass. Where a mine is given with a course,
    the path is the one that the bot cook values most.
    """
    if effort != effort:
        raise Refused("--effort: nan is no number; 0.1 to 60 is accepted.")
    if course is None and rows is None and digits is None:
        raise Refused("nothing is asked; give --course, --mine or --digits.")
    if target is not None and course != "main":
        raise Refused("--target goes with --course main only.")
    if target is not None and not 1 <= target <= MOST_TARGET:
        raise Refused(f"--target {target}: 1 to {MOST_TARGET} is accepted.")
    told: dict[str, Any] = {}
    # Everything is checked before anything is searched.
    tiles = _tiles(pantry)
    grid = None if rows is None else _grid(rows)
    if digits is not None and not re.fullmatch("[0-9]{3,7}", digits):
        raise Refused(f"--digits {digits[:20]!r}: 3 to 7 digits are accepted.")
    if digits is not None:
        told["digits"] = _mined(digits)
    if grid is not None:
        told["path"] = _path(grid)
    if course is not None:
        told["dish"] = _dish(course, tiles, target or 24, effort)
    if as_json:
        import msgspec  # slow to import; the help does without it

        click.echo(msgspec.json.encode(told).decode())
    else:
        click.echo("\n".join(_lines(told)))


def _tiles(pantry: str) -> str:
    text = "".join(pantry.translate(WRITTEN).split())
    stray = next((tile for tile in text if tile not in ORDER), None)
    if stray is not None:
        raise Refused(f"--pantry: there is no tile {stray!r}; digits and + - x / ^ are accepted.")
    if not 1 <= len(text) <= MOST_TILES:
        raise Refused(f"--pantry has {len(text)} tiles; 1 to {MOST_TILES} are accepted.")
    return joined("", text)


def _grid(rows: str) -> tuple[str, ...]:
    grid = tuple(rows.split(","))
    fewest, most = SIDES
    if not fewest <= len(grid) <= most:
        raise Refused(f"--mine has {len(grid)} rows; {fewest} to {most} are accepted.")
    for number, row in enumerate(grid, start=1):
        if not re.fullmatch("[0-9]+", row):
            raise Refused(f"--mine: row {number} is {row[:30]!r}; digits are accepted.")
        if len(row) != len(grid[0]) or not fewest <= len(row) <= most:
            raise Refused(
                f"--mine: row {number} has {len(row)} cells; {fewest} to {most}, all rows alike, "
                "are accepted."
            )
    return grid


def _mined(digits: str) -> Mapping[str, Any]:
    from numberhouse.games.sign_cook.rules.mine import equations

    return {"digits": digits, "equations": sorted(equations(digits)), "proven": True}


def _path(grid: tuple[str, ...]) -> Mapping[str, Any]:
    # NumPy and Numba are of the extra `bots`
    from numberhouse.contract.game import Chance
    from numberhouse.games.sign_cook.bots.cook import best_path
    from numberhouse.games.sign_cook.solver.mine_kernel import mineable

    lengths = {length: len(mineable(grid, length)) for length in range(7, 2, -1)}
    path = best_path(grid, frozenset(), Chance("solve"))
    return {
        "cells": path and list(path.cells),
        "equation": path and path.equation,
        "paths": {str(length): count for length, count in lengths.items()},
        "proven": True,
    }


def _dish(course: str, pantry: str, target: int, effort: float) -> Mapping[str, Any]:
    # NumPy and OR-Tools are of the extra `bots`
    from numberhouse.games.sign_cook.rules.options import Options
    from numberhouse.games.sign_cook.solver import answers

    if course == "starter":
        return _told(answers.best_starter(pantry, effort), course)
    if course == "main":
        return {"target": target, **_told(answers.nearest(pantry, target, effort), course)}
    return _told(answers.longest_word(Options(), pantry, effort), course)


def _told(answer: Answer, course: str) -> dict[str, Any]:
    from numberhouse.games.sign_cook.rules.dishes.dish import prepare

    made = prepare(course, answer.dish) if answer.dish else None  # type: ignore[arg-type]
    told: dict[str, Any] = {
        "course": course,
        "dish": list(answer.dish),
        "values": list(made.values) if made else [],
        UNITS[course]: answer.length,
        "most": answer.most,
        "proven": answer.proven,
    }
    if course == "dessert":
        told["word"] = answer.word
    if course == "main":
        told["distance"] = _number(answer.distance)
        told["least_distance"] = _number(answer.least_distance)
    return told


def _number(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    """The answers in words."""
    if "digits" in told:
        found = told["digits"]
        ways = len(found["equations"])
        yield f"{found['digits']}: " + (
            "can't be mined (proven)" if not ways else f"{ways} equations (proven)"
        )
        yield from (f"  {equation}" for equation in found["equations"])
    if "path" in told:
        path = told["path"]
        if path["cells"]:
            yield f"path     {' '.join(path['cells'])}  {path['equation']}"
            yield f"         {len(path['cells'])} cells, the most (proven)"
        else:
            yield "path     none can be mined (proven)"
        yield "paths    " + ", ".join(
            f"{count} of {length}" for length, count in path["paths"].items() if count
        )
    if "dish" in told:
        yield from _dish_lines(told["dish"])


def _dish_lines(told: Mapping[str, Any]) -> Iterator[str]:
    unit = UNITS[told["course"]]
    if not told["dish"]:
        yield "dish     " + ("there is none (proven)" if told["proven"] else "none was found")
        return
    yield "dish     " + ", ".join(
        f"{text} = {value}" for text, value in zip(told["dish"], told["values"], strict=True)
    )
    if "distance" in told:
        sure = told["distance"] == told["least_distance"]
        yield f"distance {told['distance']} from {told['target']} ({'proven' if sure else 'found'})"
    if "word" in told:
        yield f"word     {told['word'].upper()}"
    length, most = told[unit], told["most"]
    yield f"{unit:8} {length} " + ("(proven)" if length == most else f"(found; no more than {most})")
    if told["course"] == "starter":
        yield f"top      {max(map(int, told['values']))} ({'proven' if told['proven'] else 'found'})"
    if told["course"] == "main":
        numbers = (
            "no other has larger numbers (proven)" if told["proven"] else "others may have larger numbers"
        )
        yield f"numbers  {numbers}"
