"""Refusals of the service: what was refused, why, and what would be accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numberhouse.contract.game import IllegalAction
from numberhouse.registry import InstalledGame

__all__ = ["NotNow", "Refused", "of_game"]


class Refused(Exception):  # noqa: N818 - a refusal, not a fault
    """Nothing has changed. `code` names it for programs and translations, `status` is that of HTTP."""

    def __init__(self, status: int, code: str, message: str, /, **values: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.values = values
        self.words: dict[str, str] = {}
        """By language, where others than English are known."""

    def said(self, lang: str) -> str:
        """What is told to somebody who reads this language."""
        return self.words.get(lang, self.message)


class NotNow(IllegalAction):
    """An action that the service refuses before the game is asked: it comes too late, or answers nothing. A
    game has no words for it, whatever codes of its own it has."""

    def __init__(
        self,
        code: str,
        message: str,
        values: Mapping[str, Any] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, message, values)
        self.words = dict(words or {})
        """As those of `Refused`."""


def of_game(
    refused: IllegalAction,
    installed: InstalledGame | None = None,
    names: Callable[[str], Sequence[str] | None] = lambda _: None,
) -> Refused:
    """What a game has refused; with the `installed` game also in its own words, in which seats go by these
    `names`, given the language."""
    found = Refused(409, refused.code, refused.message, **refused.values)
    if isinstance(refused, NotNow):
        found.words = dict(refused.words)
    elif installed is not None:
        found.words = {lang: installed.refuse(refused, lang, names(lang)) for lang in installed.languages}
    return found
