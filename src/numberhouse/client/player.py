"""A bot on a seat of somebody else's table: it sees what the seat sees, and acts when it is awaited."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from numberhouse.client.errors import ClientError
from numberhouse.client.house import Client
from numberhouse.client.live import Seen
from numberhouse.contract.bot import Bot, Budget, Thought
from numberhouse.contract.game import Chance, Patient

if TYPE_CHECKING:
    from numberhouse.registry import InstalledGame

__all__ = ["Player", "Unplayable"]

MOST_REFUSALS: Final = 3
"""Actions in a row that a bot may be refused before it is given up."""

OVERTAKEN: Final = ("late", "status", "not-awaited")
"""Refusals that say that the question isn't put any more."""


class Unplayable(ClientError):  # noqa: N818 - what it is
    """What this program can't play, or what its bot can't answer."""


class Player:
    """Plays one match with one bot."""

    def __init__(
        self,
        client: Client,
        match: str,
        installed: InstalledGame,
        bot: Bot[Any, Any],
        seconds: float | None = None,
        think: Callable[[Callable[[], Thought[Any]]], Thought[Any]] = lambda thinking: thinking(),
    ) -> None:
        """`seconds` is the bot's budget for an action; `think` may show that it thinks. Raises `Unplayable`
        for a match by rules that aren't installed here."""
        self.client = client
        self.match = match
        self.installed = self._by_their_rules(installed)
        self.bot = bot
        self.seconds = seconds
        self.acted = 0
        self._think = think
        self._secret = secrets.token_hex(32)

    def play(self, once: bool = False) -> Seen | None:
        """Until the match is over, or after one action if it is to be `once`; what was seen last. Raises
        `ClientError`, and `Unplayable` for a bot that fails."""
        answered, refusals = (-1, -1), 0
        seen: Seen | None = None
        for found in self.client.live(self.match):
            if not isinstance(found, Seen):
                continue
            seen = found
            if seen.seat is None:
                raise Unplayable("no-seat", "this seat has another player now")
            if not seen.awaited or (seen.epoch, seen.number) == answered:
                continue
            answered = (seen.epoch, seen.number)
            try:
                self._act(seen)
            except ClientError as refused:
                if refused.status != 409:
                    raise
                overtaken = refused.code in OVERTAKEN
                refusals = 0 if overtaken else refusals + 1
                if refusals >= MOST_REFUSALS:
                    raise Unplayable("bot", f"{self.bot.name} did what it may not: {refused}") from refused
                answered = answered if overtaken else (-1, -1)
                continue
            refusals = 0
            self.acted += 1
            if once:
                break
        return seen

    def _act(self, seen: Seen) -> None:
        game = self.installed.game
        try:
            view = seen.as_view(game.view_type)
        except msgspec.ValidationError as error:
            raise Unplayable("view", f"a view that isn't understood here: {error}") from error
        assert seen.seat is not None
        if isinstance(game, Patient) and game.waits(view, seen.seat):
            return  # its time alone moves the match on
        seat, legal = seen.seat, game.legal(view, seen.seat)
        chance = Chance(f"{self._secret}/{seen.epoch}", seen.number)
        thought = self._think(
            lambda: self.bot.choose(view, seat, legal, Budget(seconds=self.seconds), chance)
        )
        if not legal.moves_on(thought.action):
            raise Unplayable("bot", f"{self.bot.name} did something that moves nothing on")
        self.client.act(self.match, thought.action, answers=seen.number, epoch=seen.epoch)

    def _by_their_rules(self, installed: InstalledGame) -> InstalledGame:
        """The game by the version of its rules that the match is played by. Raises `Unplayable`."""
        # A caller with an installed game has imported the registry; a client without a bot need not.
        from numberhouse.registry import UnknownVersion

        theirs = self.client.match(self.match).rules
        try:
            return installed.version(theirs)
        except UnknownVersion as error:
            known = ", ".join(map(str, error.known))
            raise Unplayable(
                "rules",
                f"they play version {theirs} of the rules of {installed.id}; "
                f"the versions kept here are: {known}",
            ) from error
