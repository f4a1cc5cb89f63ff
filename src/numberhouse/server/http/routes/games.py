"""The games that this service offers, and quick play: a match against bots in one request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from litestar import Controller, Request, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.contract.game import Chance, IllegalAction, Promising, Refereed
from numberhouse.contract.schema import schema_of
from numberhouse.first_match import LEVEL, FirstMatchDrill
from numberhouse.protocol.games import (
    GameCard,
    GameInfo,
    OpponentInfo,
    PresetInfo,
    QuickPlayRequest,
    RulesPage,
    WrittenAction,
)
from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused, choice_of, of_game
from numberhouse.server.http.auth import address_of, require_person, service_of
from numberhouse.server.http.bodies import LARGE
from numberhouse.words import HOUSE, seat_number

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
            options_schema=schema_of(installed.game.options_type),
            default_options=msgspec.to_builtins(installed.game.options_type()),
            actions_schema=schema_of(installed.game.action_type),
            rulings_schema=schema_of(installed.game.ruling_type)
            if isinstance(installed.game, Refereed)
            else None,
            presets=tuple(_presets(installed)),
            board=None if installed.board() is None else f"/boards/{installed.id}.js",
            draws_text=installed.draws,
            opponents=_opponents(installed, service_of(request).matches.bots_of(installed)),
            first_preset=installed.first_preset,
            promises=isinstance(installed.game, Promising),
            first_match=installed.first_match() is not None,
        )

    @get("/{game:str}/rules")
    async def rules(self, request: AnyRequest, game: FromPath[str], lang: FromQuery[str] = "en") -> RulesPage:
        """The rules for players, as Markdown; in English where there are none in the language."""
        installed = service_of(request).matches.installed_game(game)
        page = installed.rules_page(lang if lang in installed.languages else "en")
        return RulesPage(page, await asyncio.to_thread(_picture, installed))

    @get("/{game:str}/action")
    async def action(self, request: AnyRequest, game: FromPath[str], text: FromQuery[str]) -> WrittenAction:
        """The action that a line of the game's notation denotes, as in the position in words."""
        installed = service_of(request).matches.installed_game(game)
        try:
            return WrittenAction(msgspec.to_builtins(await asyncio.to_thread(installed.parse, text)))
        except IllegalAction as error:
            refused = of_game(error, installed)
            refused.status = 400  # nothing is in conflict: the text alone is wrong
            raise refused from None


class QuickRoutes(Controller):
    """`/api/play`."""

    path = "/api/play"
    tags = ("play",)

    @post(status_code=201, request_max_body_size=LARGE)
    async def play(self, request: AnyRequest, data: JSONBody[QuickPlayRequest]) -> MatchInfo:
        """Play against bots at once: drafted, opened, joined and started in one request."""
        service, person = service_of(request), await require_person(request)
        installed = service.matches.installed_game(data.game)
        count = installed.game.card.usual_seats if data.seats is None else data.seats
        fewest, most = installed.game.card.seats
        if not fewest <= count <= most:
            words = f"{installed.game.card.title} is for {fewest} to {most} seats, not {count}"
            raise Refused(400, "seats", words, fewest=fewest, most=most)
        if not 0 <= data.seat < count:
            raise Refused(400, "no-seat", f"there is no seat {seat_number(data.seat)}; {choice_of(1, count)}")
        if count > 1 and not service.settings.bots:
            raise Refused(409, "no-bots", "no bots play in this house; draft a match and invite people")
        bots = beginners_bots(installed, count - 1) if data.bot is None else (data.bot,) * (count - 1)
        draft = Draft(
            game=data.game,
            options=_preset_options(installed, data.preset) | data.options,
            seats=data.seats,
            clock=data.clock,
            terms=data.terms,
            bots=(*bots[: data.seat], None, *bots[data.seat :]),
        )
        service.limits.take("matches", person.id, address_of(request))
        settings = service.settings
        match = await service.matches.draft(
            person, draft, settings.max_matches_per_host, most_bots=settings.max_bots_per_host
        )
        await service.matches.open(match)
        await service.matches.join(match, person, data.seat, data.contribution)
        if data.assistance:
            await service.matches.agree(match, person, True)
        await service.starter.start(match)
        return await service.matches.info(match, person)


WEAKEST: Final = 3
"""Levels of opponents that share the seats of a beginner's table of more than two."""


def beginners_bots(installed: InstalledGame, count: int) -> tuple[str, ...]:
    """The bots of so many seats that a beginner can beat: the weakest opponent against one person, the three
    weakest by turns on several seats, so that a large table doesn't play in one manner."""
    names = tuple(installed.opponents()) or tuple(installed.bots())[:1]
    kinds = names[:1] if count == 1 else names[:WEAKEST]
    return tuple(kinds[place % len(kinds)] for place in range(count))


def _preset_options(installed: InstalledGame, name: str | None) -> dict[str, Any]:
    """The options in which the preset differs from the default options. Raises `Refused`."""
    if name is None:
        return {}
    for preset in _presets(installed):
        if preset.name == name:
            return preset.options
    names = ", ".join(installed.presets()) or "none"
    raise Refused(
        400,
        "no-preset",
        f"{installed.game.card.title} has no preset {name!r}; its presets: {names}",
        presets=list(installed.presets()),
    )


def _presets(installed: InstalledGame) -> Iterator[PresetInfo]:
    defaults = msgspec.to_builtins(installed.game.options_type())
    for name, preset in installed.presets().items():
        options = msgspec.to_builtins(preset.options)
        changed = {field: value for field, value in options.items() if value != defaults[field]}
        yield PresetInfo(name, preset.title, preset.about, changed)


def _picture(installed: InstalledGame) -> Any:
    """The board in the middle of the first match, which is the same for everybody."""
    first = installed.first_match()
    if first is None:
        return None
    drill = FirstMatchDrill(installed.game, first)
    position = drill.pose(LEVEL, Chance(first.seed)).position
    for step in first.steps[:-1]:  # after the last one the match may be over
        position = drill.apply(position, step.example, Chance(first.seed))
    return drill.view(position)


def _card(installed: InstalledGame, bots: tuple[str, ...]) -> GameCard:
    card = installed.game.card
    return GameCard(
        card.id, card.title, card.seats, card.usual_seats, card.tags, card.credits, bots,
        _titles(installed), installed.languages, _opponents(installed, bots),
        installed.first_preset, installed.first_match() is not None,
    )  # fmt: skip


def _titles(installed: InstalledGame) -> dict[str, dict[str, str]]:
    languages = HOUSE.languages
    return {bot: {lang: installed.bot_title(bot, lang) for lang in languages} for bot in installed.bots()}


def _opponents(installed: InstalledGame, bots: tuple[str, ...]) -> tuple[OpponentInfo, ...]:
    return tuple(
        OpponentInfo(name, opponent.level, opponent.manner)
        for name, opponent in installed.opponents().items()
        if name in bots
    )
