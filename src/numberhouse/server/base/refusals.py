"""Refusals of the service: each says what was refused, why, and what would be accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numberhouse.contract.game import IllegalAction
from numberhouse.registry import InstalledGame
from numberhouse.words import HOUSE

__all__ = ["NotNow", "Refused", "choice_of", "of_game"]


def choice_of(first: int, last: int) -> str:
    """The numbers from `first` to `last` in words, for a refusal of another number.

    >>> choice_of(0, 3), choice_of(0, 0), choice_of(1, 0)
    ('there are 0 to 3', 'there is only 0', 'there are none')
    """
    if last < first:
        return "there are none"
    return f"there is only {first}" if first == last else f"there are {first} to {last}"


class Refused(Exception):  # noqa: N818 - a refusal, not a fault
    """A request was refused, and nothing has changed. `code` names the refusal for programs and translations;
    `status` is the HTTP status."""

    def __init__(self, status: int, code: str, message: str, /, **values: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.values = values
        self.words: dict[str, str] = {}
        """By language other than English, the translated message, where there is one."""

    def message_in(self, lang: str) -> str:
        """The message for readers of this language."""
        return self.words.get(lang, self.message)

    def language_for(self, lang: str) -> str:
        """The language of the message for readers of this language: English where it isn't translated."""
        return "en" if self.message_in(lang) in (self.message, self.words.get("en")) else lang


class NotNow(IllegalAction):
    """The service refuses an action before it asks the game, for example because it is too late. Its words
    never come from the game, even if the game has a code of the same name."""

    def __init__(
        self,
        code: str,
        message: str,
        values: Mapping[str, Any] | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, message, values)
        self.words = dict(words or {})
        """By language other than English, the translated message, as in `Refused`."""


def of_game(
    refused: IllegalAction,
    installed: InstalledGame | None = None,
    names: Callable[[str], Sequence[str] | None] = lambda _: None,
) -> Refused:
    """The refusal of a request that a game has refused. With the `installed` game it has the game's own text
    in every language; `names` gives the names of the seats in a language."""
    refusal = Refused(409, refused.code, refused.message, **refused.values)
    if isinstance(refused, NotNow):
        refusal.words = dict(refused.words)
    elif installed is not None:
        refusal.words = {lang: installed.refuse(refused, lang, names(lang)) for lang in HOUSE.languages}
    return refusal
