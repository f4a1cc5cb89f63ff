"""Bad input: expressions, dishes and word lists that can't be used, wherever they come from.

The rules make a refusal of it where it stands in an action or in options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numberhouse.contract.game import IllegalAction
from numberhouse.words import fill

__all__ = ["BadExpression", "BadInput"]


class BadInput(ValueError):  # noqa: N818 - the input is bad, not the program
    """A code, an English template and its values, as in an `IllegalAction`."""

    def __init__(self, code: str, template: str, values: Mapping[str, Any]) -> None:
        super().__init__(code, template, values)
        self.code = code
        self.template = template
        self.values = values

    @property
    def message(self) -> str:
        """In English."""
        return fill(self.template, self.values)

    def __str__(self) -> str:
        return self.message

    def refusal(self) -> IllegalAction:
        """The refusal of an action that has this in it."""
        return IllegalAction(self.code, self.template, self.values)


class BadExpression(BadInput):
    """Text that is no expression, or one that can't be judged.

    `code` is one of empty, character, syntax, leading-zero, too-long, claim, too-large, untrue,
    undecided-claim and, in the first version of the rules, undecided; `position` the column, from 1, where it
    goes wrong, or None. `template` speaks of the expression alone, `in_dish` of expression {item} of a dish.
    """

    def __init__(
        self, code: str, template: str, in_dish: str, position: int | None = None, **values: Any
    ) -> None:
        place = {} if position is None else {"position": position}
        super().__init__(code, template, {**place, **values})
        self.in_dish = in_dish
        self.position = position

    def of_item(self, item: int) -> BadExpression:
        """The same about the expression of that number, from 1, of a dish."""
        values = {name: value for name, value in self.values.items() if name != "position"}
        return BadExpression(self.code, self.in_dish, self.in_dish, self.position, item=item, **values)
