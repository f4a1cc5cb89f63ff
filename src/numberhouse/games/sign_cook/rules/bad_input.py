"""Bad input: expressions, dishes and word lists that can't be used, wherever they come from.

The rules make a refusal of it where it stands in an action or in options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numberhouse.contract.game import IllegalAction
from numberhouse.words import fill

__all__ = ["BadInput"]


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
