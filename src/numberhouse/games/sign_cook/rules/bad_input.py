"""Errors in expressions, dishes and word lists, whatever their source.

An error in an action or in options becomes an `IllegalAction`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numberhouse.contract.game import IllegalAction
from numberhouse.words import fill

__all__ = ["BadExpression", "BadInput"]


class BadInput(ValueError):  # noqa: N818 - the input is bad, not the program
    """An error of input: a code, an English template and its values, as in an `IllegalAction`."""

    def __init__(self, code: str, template: str, values: Mapping[str, Any]) -> None:
        super().__init__(code, template, values)
        self.code = code
        self.template = template
        self.values = values

    @property
    def message(self) -> str:
        """The message in English."""
        return fill(self.template, self.values)

    def __str__(self) -> str:
        return self.message

    def refusal(self) -> IllegalAction:
        """The refusal of an action that contains this input."""
        return IllegalAction(self.code, self.template, self.values)


class BadExpression(BadInput):
    """Text that is no expression, or an expression that can't be judged.

    `code` is one of empty, character, syntax, leading-zero, too-long, claim, too-large, untrue,
    undecided-claim and, in the first version of the rules, undecided. `position` is the column of the error,
    from 1, or None. `template` describes the expression alone; `in_dish` describes it as expression {item} of
    a dish.
    """

    def __init__(
        self, code: str, template: str, in_dish: str, position: int | None = None, **values: Any
    ) -> None:
        place = {} if position is None else {"position": position}
        super().__init__(code, template, {**place, **values})
        self.in_dish = in_dish
        self.position = position

    def of_item(self, item: int) -> BadExpression:
        """The same error for the expression of a dish with this number, from 1."""
        values = {name: value for name, value in self.values.items() if name != "position"}
        return BadExpression(self.code, self.in_dish, self.in_dish, self.position, item=item, **values)
