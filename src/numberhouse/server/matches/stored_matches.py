"""The games that the service offers, and the rows of its matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.registry import InstalledGame, UnknownGame, find, games
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import matches
from numberhouse.server.workers.options_worker import OptionsWorker, setup_cost
from numberhouse.server.workers.tasks import SetUp

__all__ = ["StoredMatches", "decode_options", "unknown_match"]


def unknown_match() -> Refused:
    """The refusal for an unknown match, and for one that the person may not see: both must look the same."""
    return Refused(404, "no-match", "there is no match with this id that you may see")


class StoredMatches:
    """What the service offers, and the database of its matches."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        offered_games: tuple[str, ...] = (),
        *,
        bots: bool = True,
        options_worker: OptionsWorker | None = None,
    ) -> None:
        """`offered_games` are the games that the service offers, all if it is empty; `bots` says whether bots
        play here. `options_worker` does the long work on options; None: this process does it."""
        self.database = database
        self.now = now
        self.offered_games = offered_games
        self.bots = bots
        self.delayed_session: Callable[[str], Awaitable[Session]] | None = None
        """Finds the session of a match as delayed spectators see it; the service sets it."""
        self.options_worker = options_worker
        self.check_ready: Callable[[str], None] = lambda _game: None
        """Raises `Refused` while what a match of the game needs is being prepared. Checked before any rules
        run, which would build it in this process."""

    def installed_game(self, game: str) -> InstalledGame:
        """The installed game of that id. Raises `Refused` for a game that isn't offered here."""
        try:
            installed = find(game)
        except UnknownGame as error:
            raise Refused(404, "unknown-game", str(error)) from error
        if self.offered_games and game not in self.offered_games:
            raise Refused(
                404, "unknown-game", f"{game} isn't offered here; there are: {', '.join(self.offered_games)}"
            )
        return installed

    def offers(self, game: str) -> bool:
        """Whether this service offers the game."""
        return game in games() and (not self.offered_games or game in self.offered_games)

    def installed_games(self) -> Sequence[InstalledGame]:
        """The folders of the games that are offered here."""
        return [
            installed
            for name, installed in games().items()
            if not self.offered_games or name in self.offered_games
        ]

    def bots_of(self, installed: InstalledGame) -> tuple[str, ...]:
        """The bots that may sit at a match of this game here, strongest first."""
        return tuple(installed.bots()) if self.bots else ()

    def check_bot(self, game: str, bot: str) -> None:
        """Raises `Refused` for a bot that can't sit at a match of this game here."""
        if not self.bots:
            raise Refused(409, "no-bots", "no bots play in this house; leave the seats to people")
        bots = self.bots_of(self.installed_game(game))
        if bot not in bots:
            raise Refused(400, "unknown-bot", f"{game} has no bot {bot[:60]!r}; there are: {', '.join(bots)}")

    async def _row(self, match: str) -> Any:
        async with self.database.read() as connection:
            row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
        if row is None:
            raise unknown_match()
        return row

    async def lock_before_start(
        self, connection: AsyncConnection, match: str, *, settled: bool = False
    ) -> Any:
        """The row of a match that hasn't begun, locked so that it doesn't begin before this transaction ends.
        `settled` accepts a match whose start was interrupted, so that it can be tried again. Raises
        `Refused`."""
        query = select(matches).where(matches.c.id == match).with_for_update()
        row = (await connection.execute(query)).first()
        if row is None:
            raise unknown_match()
        if row.status not in ("draft", "open") or (row.started is not None and not settled):
            raise Refused(
                409, "already-started", "the match has begun; this is done before the start", was=row.status
            )
        return row

    @staticmethod
    def check_own_setup(row: Any) -> None:
        """Raise `Refused` for a rematch: those who accept it agree to what they played before, so its
        options, clock, terms and seats stand."""
        if row.rematch_of is not None:
            raise Refused(
                409,
                "rematch-fixed",
                "a rematch is played as the match before it; draft another match for other rules or people",
            )

    async def _first_state(
        self, installed: InstalledGame, options: Any, count: int, seed: str, person: str
    ) -> Any:
        """The first state, made by the worker process, if setting up is long work; otherwise None. Raises
        `IllegalAction` for options that can't be played, and `Refused` if the worker can't check them."""
        if self.options_worker is None or not await asyncio.to_thread(setup_cost, installed, options):
            return None
        rules = installed.game.card.rules_version
        task = SetUp(installed.id, rules, msgspec.json.encode(options), count, seed)
        body = await self.options_worker.ask(task, person)
        return msgspec.json.decode(body, type=installed.game.state_type)


def decode_options(installed: InstalledGame, text: str) -> Any:
    """The options struct of this JSON. Raises `Refused` for JSON that is none."""
    try:
        return msgspec.json.decode(text, type=installed.game.options_type)
    except msgspec.ValidationError as error:
        names = ", ".join(installed.game.options_type.__struct_fields__)
        raise Refused(400, "options", f"options: {error}; there are: {names}") from error
