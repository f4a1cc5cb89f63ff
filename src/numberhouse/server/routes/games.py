"""The games that are offered here."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath, FromQuery

from numberhouse.registry import Folder
from numberhouse.server.who import service_of

__all__ = ["GameRoutes"]

AnyRequest = Request[Any, Any, Any]


class GameCard(msgspec.Struct, frozen=True):
    """A game in the list."""

    id: str
    title: str
    seats: tuple[int, int]
    usual_seats: int
    tags: tuple[str, ...]
    credits: str
    bots: tuple[str, ...]
    """Strongest first."""
    languages: tuple[str, ...]


class GameTold(msgspec.Struct, frozen=True):
    """Everything about a game."""

    card: dict[str, Any]
    bots: tuple[str, ...]
    options: dict[str, Any]
    """JSON Schema."""
    defaults: dict[str, Any]
    actions: dict[str, Any]
    """JSON Schema."""


class RulesPage(msgspec.Struct, frozen=True):
    """The rules for players."""

    markdown: str


class GameRoutes(Controller):
    """`/api/games`."""

    path = "/api/games"
    tags = ("games",)

    @get()
    async def listed(self, request: AnyRequest) -> list[GameCard]:
        """The games one can play here."""
        return [_card(folder) for folder in service_of(request).matches.folders()]

    @get("/{game:str}")
    async def told(self, request: AnyRequest, game: FromPath[str]) -> GameTold:
        """A game's card, options, actions and bots."""
        folder = service_of(request).matches.folder(game)
        return GameTold(
            card=msgspec.to_builtins(folder.game.card),
            bots=tuple(folder.bots()),
            options=_schema(folder.game.options_type),
            defaults=msgspec.to_builtins(folder.game.options_type()),
            actions=_schema(folder.game.action_type),
        )

    @get("/{game:str}/rules")
    async def rules(
        self, request: AnyRequest, game: FromPath[str], lang: FromQuery[Literal["en", "ru"]] = "en"
    ) -> RulesPage:
        """The rules for players, as Markdown."""
        return RulesPage(service_of(request).matches.folder(game).rules_page(lang))


def _card(folder: Folder) -> GameCard:
    card = folder.game.card
    return GameCard(
        card.id, card.title, card.seats, card.usual_seats, card.tags, card.credits, tuple(folder.bots()),
        folder.languages,
    )  # fmt: skip


def _schema(kind: Any) -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema(kind)
    return schema
