"""The games that this service offers, and quick play: a match against bots in one request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.contract.game import Refereed
from numberhouse.protocol.games import GameCard, GameInfo, PresetInfo, QuickPlayRequest, RulesPage
from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.http.auth import address_of, require_person, service_of
from numberhouse.words import HOUSE

__all__ = ["GameRoutes", "QuickRoutes"]

AnyRequest = Request[Any, Any, Any]


class GameRoutes(Controller):
    """`/api/games`."""

    path = "/api/games"
    tags = ("games",)

    @get()
    async def list_games(self, request: AnyRequest) -> list[GameCard]:
        """The games that this service offers."""
        all_games = service_of(request).matches
        return [_card(installed, all_games.bots_of(installed)) for installed in all_games.installed_games()]

    @get("/{game:str}")
    async def info(self, request: AnyRequest, game: FromPath[str]) -> GameInfo:
        """A game's card, options, actions and bots."""
        installed = service_of(request).matches.installed_game(game)
        return GameInfo(
            card=msgspec.to_builtins(installed.game.card),
            bots=service_of(request).matches.bots_of(installed),
            bot_titles=_titles(installed),
            options_schema=_schema(installed.game.options_type),
            default_options=msgspec.to_builtins(installed.game.options_type()),
            actions_schema=_schema(installed.game.action_type),
            rulings_schema=_schema(installed.game.ruling_type)
            if isinstance(installed.game, Refereed)
            else None,
            presets=tuple(_presets(installed)),
            board=None if installed.board() is None else f"/boards/{installed.id}.js",
            draws_text=installed.draws,
        )

    @get("/{game:str}/rules")
    async def rules(self, request: AnyRequest, game: FromPath[str], lang: FromQuery[str] = "en") -> RulesPage:
        """The rules for players, as Markdown; in English where there are none in the language."""
        installed = service_of(request).matches.installed_game(game)
        return RulesPage(installed.rules_page(lang if lang in installed.languages else "en"))


class QuickRoutes(Controller):
    """`/api/play`."""

    path = "/api/play"
    tags = ("play",)

    @post(status_code=201)
    async def play(self, request: AnyRequest, data: JSONBody[QuickPlayRequest]) -> MatchInfo:
        """Play against bots at once: drafted, opened, joined and started in one request."""
        service, person = service_of(request), await require_person(request)
        installed = service.matches.installed_game(data.game)
        count = installed.game.card.usual_seats if data.seats is None else data.seats
        if not 0 <= data.seat < count:
            raise Refused(400, "no-seat", f"there is no seat {data.seat}; there are 0 to {count - 1}")
        if count > 1 and not service.settings.bots:
            raise Refused(409, "no-bots", "no bots play in this house; draft a match and invite people")
        most = installed.game.card.seats[1]
        bot = next(iter(installed.bots())) if data.bot is None else data.bot
        draft = Draft(
            game=data.game,
            options=data.options,
            seats=data.seats,
            clock=data.clock,
            terms=data.terms,
            bots=tuple(None if seat == data.seat else bot for seat in range(min(count, most))),
        )
        service.limits.take("matches", person.id, address_of(request))
        settings = service.settings
        match = await service.matches.draft(
            person, draft, settings.max_matches_per_host, most_bots=settings.max_bots_per_host
        )
        await service.matches.open(match)
        await service.matches.join(match, person, data.seat)
        await service.starter.start(match)
        return await service.matches.info(match, person)


def _presets(installed: InstalledGame) -> Iterator[PresetInfo]:
    defaults = msgspec.to_builtins(installed.game.options_type())
    for name, preset in installed.presets().items():
        options = msgspec.to_builtins(preset.options)
        changed = {field: value for field, value in options.items() if value != defaults[field]}
        yield PresetInfo(name, preset.title, preset.about, changed)


def _card(installed: InstalledGame, bots: tuple[str, ...]) -> GameCard:
    card = installed.game.card
    return GameCard(
        card.id, card.title, card.seats, card.usual_seats, card.tags, card.credits, bots,
        _titles(installed), installed.languages,
    )  # fmt: skip


def _titles(installed: InstalledGame) -> dict[str, dict[str, str]]:
    languages = HOUSE.languages
    return {bot: {lang: installed.bot_title(bot, lang) for lang in languages} for bot in installed.bots()}


def _schema(kind: Any) -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema(kind)
    return schema
