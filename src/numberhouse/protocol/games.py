"""The games that a server offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import Contributing
from numberhouse.protocol.terms import Terms

__all__ = [
    "GameCard",
    "GameInfo",
    "OpponentInfo",
    "PresetInfo",
    "QuickPlayRequest",
    "RulesPage",
    "WrittenAction",
]


class OpponentInfo(msgspec.Struct, frozen=True):
    """A bot that people choose as an opponent; its name is in `bot_titles`."""

    bot: str
    level: int
    """From 1, an opponent that a beginner can beat, to 5."""
    manner: Mapping[str, str]
    """By language: one sentence on how it plays."""


class GameCard(msgspec.Struct, frozen=True):
    """A game in the list."""

    id: str
    title: str
    seats: tuple[int, int]
    """Fewest and most seats."""
    usual_seats: int
    tags: tuple[str, ...]
    credits: str
    bots: tuple[str, ...]
    """Names, strongest first; empty where no bots play in the house."""
    bot_titles: Mapping[str, Mapping[str, str]]
    """The bots' titles, by bot and language."""
    languages: tuple[str, ...]
    """Languages of the rules pages."""
    opponents: tuple[OpponentInfo, ...] = ()
    """The weakest first; empty where no bots play in the house."""
    first_preset: str | None = None
    """The preset with which newcomers begin; None: the default options."""
    first_match: bool = False
    """Whether the game has a lesson for somebody who has never played."""


class PresetInfo(msgspec.Struct, frozen=True):
    """Options that people choose by one name."""

    name: str
    title: Mapping[str, str]
    """By language."""
    description: Mapping[str, str]
    """By language: the difference from the standard match."""
    options: dict[str, Any]
    """The options that differ from the defaults."""


class GameInfo(msgspec.Struct, frozen=True):
    """Everything about a game."""

    card: dict[str, Any]
    bots: tuple[str, ...]
    bot_titles: Mapping[str, Mapping[str, str]]
    """The bots' titles, by bot and language."""
    options_schema: dict[str, Any]
    """JSON Schema."""
    default_options: dict[str, Any]
    actions_schema: dict[str, Any]
    """JSON Schema."""
    rulings_schema: dict[str, Any] | None
    """JSON Schema of the host's rulings; None where the game has none."""
    presets: tuple[PresetInfo, ...]
    """The game's presets."""
    board: str | None = None
    """Address of the ES module with the game's board, for a game whose package has one."""
    draws_text: bool = False
    """Whether the game draws its views as text; otherwise their text is a list of their fields."""
    opponents: tuple[OpponentInfo, ...] = ()
    """The weakest first; empty where no bots play in the house."""
    first_preset: str | None = None
    """The preset with which newcomers begin; None: the default options."""
    promises: bool = False
    """Whether its players may promise each other what to do in a round."""
    first_match: bool = False
    """Whether the game has a lesson for somebody who has never played."""


class WrittenAction(msgspec.Struct, frozen=True):
    """The action that a line of the game's notation denotes."""

    action: Any


class RulesPage(msgspec.Struct, frozen=True):
    """The rules for players."""

    markdown: str
    picture: Any = None
    """A view of seat 0 for the game's board, to be shown as a picture, taken from the first match; None where
    the game has none."""


class QuickPlayRequest(Contributing, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for a match against bots that begins at once."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    preset: str | None = None
    """The preset on which `options` are based; None: the default options."""
    seats: int | None = None
    """None: the usual number."""
    seat: Seat = 0
    """The person's own seat."""
    bot: str | None = None
    """The bot on all other seats. None: opponents that a beginner can beat, the weakest against one person
    and the three weakest by turns on several seats; in a game without opponents its first bot."""
    assistance: bool = False
    """Whether the person agrees to assistance, which is then on: bots always agree."""
    clock: Clock | None = None
    """None: the game's own."""
    terms: Terms = Terms(visibility="unlisted")
