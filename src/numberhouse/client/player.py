"""A bot on a seat of a match on a server: it sees what the seat sees, and acts when the match waits for
it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from numberhouse.client.errors import ClientError
from numberhouse.client.house import Client
from numberhouse.client.live import MatchView
from numberhouse.contract.bot import Bot, Budget, Thought
from numberhouse.contract.game import Chance, Patient

if TYPE_CHECKING:
    from numberhouse.registry import InstalledGame

__all__ = ["Player", "Unplayable"]

MOST_REFUSALS: Final = 3
"""Refused actions in a row after which the bot counts as failed."""

STALE: Final = ("late", "wrong-status", "not-awaited")
"""Codes of refusals which mean that the match no longer waits for this action."""


class Unplayable(ClientError):  # noqa: N818 - named after the match
    """This program can't play the match, or its bot fails."""


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
        *,
        rules_version: int | None = None,
    ) -> None:
        """`seconds` is the bot's budget for an action; `think` runs the bot, and may show that it thinks;
        `rules_version` is the match's, read from the house unless given. Raises `Unplayable` for a match by
        rules that aren't installed here."""
        self.client = client
        self.match = match
        self.installed = self._version_of_match(installed, rules_version)
        self.bot = bot
        self.seconds = seconds
        self.action_count = 0
        self._think = think
        self._secret = secrets.token_hex(32)

    def play(self, once: bool = False) -> MatchView | None:
        """Play until the match is over, or with `once` until one action is accepted. Returns the last view of
        the match. Raises `ClientError`, and `Unplayable` for a bot that fails."""
        answered_at, refusals = (-1, -1), 0
        current: MatchView | None = None
        for update in self.client.live(self.match):
            if not isinstance(update, MatchView):
                continue
            current = update
            if current.seat is None:
                raise Unplayable("no-seat", "this seat has another player now")
            if not current.awaited or (current.epoch, current.number) == answered_at:
                continue
            answered_at = (current.epoch, current.number)
            try:
                self._act(current)
            except ClientError as refusal:
                if refusal.status != 409:
                    raise
                is_stale = refusal.code in STALE
                refusals = 0 if is_stale else refusals + 1
                if refusals >= MOST_REFUSALS:
                    raise Unplayable("bot", f"{self.bot.name} did what it may not: {refusal}") from refusal
                answered_at = answered_at if is_stale else (-1, -1)
                continue
            refusals = 0
            self.action_count += 1
            if once:
                break
        return current

    def _act(self, current: MatchView) -> None:
        game = self.installed.game
        try:
            view = current.as_view(game.view_type)
        except msgspec.ValidationError as error:
            raise Unplayable("view", f"a view that isn't understood here: {error}") from error
        assert current.seat is not None
        if isinstance(game, Patient) and game.waits(view, current.seat):
            return  # the seat has nothing left to do: the match waits for its time only
        seat, legal = current.seat, game.legal(view, current.seat)
        chance = Chance(f"{self._secret}/{current.epoch}", current.number)
        thought = self._think(
            lambda: self.bot.choose(view, seat, legal, Budget(seconds=self.seconds), chance)
        )
        if not legal.moves_on(thought.action):
            raise Unplayable("bot", f"{self.bot.name} did something that moves nothing on")
        self.client.act(self.match, thought.action, last_item=current.number, epoch=current.epoch)

    def _version_of_match(self, installed: InstalledGame, rules: int | None) -> InstalledGame:
        """The installed game by the version of the match's rules. Raises `Unplayable`."""
        # Imported here because a client without a bot doesn't need the registry.
        from numberhouse.registry import UnknownVersion

        if rules is None:
            rules = self.client.match(self.match).rules_version
        try:
            return installed.version(rules)
        except UnknownVersion as error:
            versions = ", ".join(map(str, error.known))
            raise Unplayable(
                "rules",
                f"they play version {rules} of the rules of {installed.id}; "
                f"the versions kept here are: {versions}",
            ) from error
