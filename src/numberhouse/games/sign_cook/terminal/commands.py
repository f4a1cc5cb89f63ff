"""Sign Cook's tool: `numberhouse taste EXPRESSION`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from numberhouse.games.sign_cook.rules.expressions.expression import Expression

__all__ = ["taste"]


class NoExpression(click.ClickException):
    """Text that is no expression."""

    exit_code = 2


class TooLong(NoExpression):
    """Text that is too long to read."""


class TooLarge(NoExpression):
    """An expression whose value is too large."""


class Undecided(NoExpression):
    """An expression whose value is left to the host."""


REFUSALS: Mapping[str, type[NoExpression]] = {
    "too-long": TooLong,
    "too-large": TooLarge,
}
WHY: Mapping[str, str] = {
    "degree": "the denominators of its exponents come to more than 16 together",
    "size": "it has more than 4096 bits and isn't surely rational",
    "not-algebraic": "an exponent isn't rational",
}
"""The reason why a value is left to the host, by code."""


EXAMPLES = """\b
Examples:
  numberhouse taste "4/1^9873x5-2+6"
  numberhouse taste "2^3^2" --power-groups left --json
  numberhouse taste "-2^2" --unary-minus tight
"""


@click.command("taste", epilog=EXAMPLES, context_settings={"ignore_unknown_options": True})
@click.argument("expression")
@click.option(
    "--power-groups",
    type=click.Choice(["right", "left"]),
    default="right",
    show_default=True,
    help="Whether 2^3^2 is 2^9 or 8^2.",
)
@click.option(
    "--unary-minus",
    type=click.Choice(["off", "loose", "tight"]),
    default="off",
    show_default=True,
    help="Whether a minus may stand before a number: loose, -2^2 is -4; tight, it is 4.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def taste(expression: str, power_groups: Any, unary_minus: Any, as_json: bool) -> None:
    """Work an expression out as Sign Cook's judge does, exactly.

    EXPRESSION is written with digits and + - x / ^ (or * : and similar signs), without parentheses. It is
    ruined when an operand or a partial result is 0, or a number is divided by 0. A whole number of more than
    60 digits is shown by its first and last twenty; --json shows all digits.
    """
    import msgspec  # slow to import; the help does without it

    from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression, Cuisine, exact, read
    from numberhouse.games.sign_cook.rules.expressions.roots import Undecided as Unknown

    try:
        tasted = read(expression, Cuisine(power_groups, unary_minus))
    except BadExpression as problem:
        raise REFUSALS.get(problem.code, NoExpression)(problem.message) from None
    if isinstance(tasted.value, Unknown):
        raise Undecided(f"undecided: {WHY[tasted.value.why]}; in a match the host says what it comes to")
    if as_json:
        value = None if tasted.value is None else exact(tasted.value)
        result = {
            "value": value,
            "signs": tasted.signs,
            "numbers": tasted.numbers,
            "tiles": len(tasted.tiles),
            "ruined": tasted.ruined,
        }
        click.echo(msgspec.json.encode(result).decode())
        return
    click.echo("\n".join(lines(tasted)))


def lines(tasted: Expression) -> list[str]:
    """The expression's properties, in words."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.sign_cook.rules.expressions.expression import shown

    value = "has no value" if tasted.value is None else f"= {shown(tasted.value)}"
    result = [
        f"{bounded(tasted.text)} {value}",
        f"signs    {tasted.signs}",
        f"numbers  {bounded(' '.join(tasted.numbers))}",
        f"tiles    {len(tasted.tiles)}",
    ]
    if tasted.ruined:
        result.append("ruined: an operand or a partial result is 0, or something is divided by 0")
    return result


def bounded(text: str, most: int = 70) -> str:
    """The beginning of a text that is too long for a line."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
