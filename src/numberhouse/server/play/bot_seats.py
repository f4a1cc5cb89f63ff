"""Bots on seats: whenever a match awaits a seat with a bot, the bot is asked and its action entered.

A bot's action takes the same path as a person's: `Sessions.enter`, with a key derived from the bot's turn, so
that one answer counts even if several processes ask. A bot knows its seat's view and nothing else; its
randomness comes from a secret of the service that is independent of the match's seed. When a bot fails, the
game's default for an expired seat takes the place of its action: an entry `expire` with the reason `bot`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

import msgspec
import structlog
from sqlalchemy import Select, exists, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.journal_entry import Act, Expire, JournalEntry
from numberhouse.server.storage.outage import is_reported
from numberhouse.server.storage.schema import hosts, journal_entries, matches, seats
from numberhouse.server.workers.asker import Asker, set_asker
from numberhouse.server.workers.pool import STALLED, NoWorker, Pool, WorkerFailed
from numberhouse.server.workers.tasks import Think

__all__ = ["BotSeats"]

BUDGET_FACTOR: Final = 4.0
"""A bot is stopped after this multiple of its budget."""

SHORTEST_LIMIT: Final = 2.0
"""Seconds that a bot may take even if its budget is smaller."""

FIRST_EXTRA: Final = 30.0
"""Extra seconds for a bot's first turn in a process, which loads what the bot needs."""

PATIENCE: Final = 2.0
"""Seconds before a retry after a failure that isn't the bot's fault: no process, no database."""

MOST_ATTEMPTS: Final = 5
"""How often a bot is asked in one turn while its answers aren't entered."""

SWEEP: Final = 60.0
"""Seconds between two checks of all matches with bots, for turns that another process has left open."""

TurnResult: TypeAlias = Literal["acted", "refused", "stalled", "failed", "overtaken"]
"""How a turn ended; in an `overtaken` one the match had moved on before the bot answered."""

log = structlog.get_logger("numberhouse")


class BotTurn(msgspec.Struct, frozen=True):
    """A turn that a match waits for a bot to take."""

    key: str
    """The same in every process, and different for every turn."""
    task: Think


class BotSeats:
    """All seats of all matches on which bots sit."""

    def __init__(self, settings: Settings, database: Database, sessions: Sessions) -> None:
        self.seconds = settings.bot_seconds
        self.database = database
        self.sessions = sessions
        # The quotas of hosts bound the bots; a bot that were refused here would not act.
        self.pool = Pool(settings.bots, most_each=sys.maxsize, most_of_all=sys.maxsize)
        self.acted = 0
        """Number of bots' actions that were entered."""
        self.failed: Counter[tuple[str, str, str]] = Counter()
        """By game, bot and fault, the number of actions that the game's default replaced."""
        self.meter: Callable[[str, TurnResult, float], None] = lambda _game, _ended, _seconds: None
        """Called after every turn with the game, how it ended and the duration in seconds."""
        self._secret = (settings.secret or secrets.token_hex(32)).encode()
        self._turns: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._idle_at: dict[str, int] = {}
        """By match, the last entry at which a sweep found it waiting for no bot."""
        self._sweep_task: asyncio.Task[None] | None = None
        self._closing = False

    def __len__(self) -> int:
        """The number of seats that are being asked."""
        return len(self._turns)

    async def start(self) -> None:
        """Begin to sweep, which resumes the turns that were open when the service ended."""
        if self.pool.count:
            self._sweep_task = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop asking. A bot that is thinking is cut off; it is asked again after the next start."""
        self._closing = True
        tasks = [*self._turns.values(), *([self._sweep_task] if self._sweep_task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()

    def watch(self, session: Session, entry: JournalEntry) -> None:
        """Ask the bots that the match waits for. A watcher of sessions, called with every entry."""
        del entry
        if not self.pool.count or self._closing:
            return
        for seat in _awaited_bots(session):
            self._begin(session.row.id, seat)

    def _begin(self, match: str, seat: Seat) -> None:
        if (match, seat) not in self._turns:
            task = asyncio.get_running_loop().create_task(self._take_turns(match, seat))
            self._turns[match, seat] = task

    async def _take_turns(self, match: str, seat: Seat) -> None:
        """Take the seat's turns until the match waits for it no more."""
        try:
            attempts: Counter[str] = Counter()
            # One host's matches wait in one line, and not in that of the person who happened to act before.
            set_asker(Asker(await self._host(match)))
            # Nothing is awaited between the last check and the end of the task, so no turn is missed.
            while (turn := await self._next_turn(match, seat)) is not None:
                attempts[turn.key] += 1
                if attempts[turn.key] > MOST_ATTEMPTS:
                    log.error("bot left alone", match=match, seat=seat, problem="asked again and again")
                    break
                try:
                    await self._take_turn(match, seat, turn)
                except (NoWorker, JournalFailed) as error:
                    attempts.clear()
                    if not is_reported(error):
                        log.error("bots wait", match=match, problem=type(error).__name__)
                    await asyncio.sleep(PATIENCE)
        except (LookupError, Refused):
            pass  # the match was deleted, or its game isn't offered any more
        except Exception as error:  # one match mustn't end the bots of others
            log.error("bot left alone", match=match, seat=seat, problem=type(error).__name__)
        finally:
            self._turns.pop((match, seat), None)

    async def _host(self, match: str) -> str:
        """The id of the match's first host by id; the match's own where it has no host."""
        query = select(func.min(hosts.c.person)).where(hosts.c.match == match)
        while True:
            try:
                async with self.database.read() as connection:
                    return (await connection.execute(query)).scalar() or match
            except SQLAlchemyError:
                await asyncio.sleep(PATIENCE)

    async def _next_turn(self, match: str, seat: Seat) -> BotTurn | None:
        """The turn that the match waits for the bot to take; None if there is none."""
        while not self._closing:
            try:
                async with self.sessions.at(match) as session:
                    return self._turn(session, seat)
            except JournalFailed:
                await asyncio.sleep(PATIENCE)
        return None

    def _turn(self, session: Session, seat: Seat) -> BotTurn | None:
        bot = session.occupants[seat].bot
        if bot is None or seat not in _awaited_bots(session):
            return None
        key = _turn_key(session, seat)
        view = msgspec.json.encode(session.match.view(seat))
        chance = hmac.new(self._secret, f"{session.row.id} {seat} {key}".encode(), hashlib.sha256).hexdigest()
        task = Think(
            game=session.installed.id,
            rules=session.match.game.card.rules_version,
            bot=bot,
            seat=seat,
            view=view,
            seconds=self.seconds,
            chance=chance,
        )
        return BotTurn(key, task)

    async def _take_turn(self, match: str, seat: Seat, turn: BotTurn) -> None:
        """Have the bot think, and enter its action, or the game's default if the bot fails."""
        task = turn.task
        began = time.monotonic()
        result: TurnResult = "overtaken"
        try:
            limit = max(BUDGET_FACTOR * task.seconds, SHORTEST_LIMIT)
            reply = await self.pool.ask(task, limit, first=FIRST_EXTRA, topic=(task.game, task.bot))
            if await self._enter(match, seat, turn, Act(msgspec.Raw(reply.body))):
                result = "acted"
                self.acted += 1
        except WorkerFailed as failure:
            result = "stalled" if failure.fault == STALLED else "failed"
            await self._replace(match, seat, turn, failure.fault)
        except IllegalAction as refusal:
            result = "refused"
            await self._replace(match, seat, turn, f"refused: {refusal.code}")
        finally:
            self.meter(task.game, result, time.monotonic() - began)

    async def _replace(self, match: str, seat: Seat, turn: BotTurn, fault: str) -> None:
        """Enter the game's default in place of a failed bot's action, and log the fault for the operator."""
        if self._closing:
            return
        try:
            is_new = await self._enter(match, seat, turn, Expire("bot"))
        except IllegalAction:
            return  # the bot's time was up, or the match is over or paused
        if is_new:
            task = turn.task
            self.failed[task.game, task.bot, fault] += 1
            log.warning("bot failed", match=match, seat=seat, game=task.game, bot=task.bot, fault=fault)

    async def _enter(self, match: str, seat: Seat, turn: BotTurn, body: Act | Expire) -> bool:
        """Enter the body unless the turn has passed. Returns whether it is a new entry."""

        def still_turn(session: Session) -> bool:
            same_bot = session.occupants[seat].bot == turn.task.bot
            return same_bot and seat in _awaited_bots(session) and _turn_key(session, seat) == turn.key

        async with self.sessions.at(match) as session:
            return await self.sessions.enter(session, seat, body, key=turn.key, provided=still_turn)

    async def _sweep(self) -> None:
        """Check, again and again, all matches with bots that have new entries since they last waited for
        people."""
        while True:
            try:
                async with self.database.read() as connection:
                    rows = (await connection.execute(_matches_with_bots())).all()
                for match, number in rows:
                    if self._idle_at.get(match) != number:
                        await self._sweep_match(match)
                running = {match for match, _ in rows}
                self._idle_at = {match: entry for match, entry in self._idle_at.items() if match in running}
            except Exception as error:  # the next round tries again
                log.error("bots look around later", problem=type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def _sweep_match(self, match: str) -> None:
        try:
            async with self.sessions.at(match) as session:
                awaited = _awaited_bots(session)
                for seat in awaited:
                    self._begin(match, seat)
                if not awaited:
                    self._idle_at[match] = session.number
        except (LookupError, JournalFailed, Refused, ValueError, IllegalAction) as error:
            if not is_reported(error):
                log.error("bot left alone", match=match, problem=type(error).__name__)


def _awaited_bots(session: Session) -> list[Seat]:
    """The seats with bots that can act now: the match awaits them, and not only their time."""
    if not session.running:
        return []
    bots = [seat for seat in sorted(session.match.to_act) if session.occupants[seat].bot is not None]
    return [seat for seat in bots if not session.match.waits(seat)]


def _turn_key(session: Session, seat: Seat) -> str:
    return f"bot-{session.epoch}-{session.question_starts.get(seat, 0) + 1}"


def _matches_with_bots() -> Select[Any]:
    """A query for the running matches with bots and the numbers of their last entries."""
    bot_from_start = exists().where(seats.c.match == matches.c.id, seats.c.bot.is_not(None))
    seated_later = exists().where(journal_entries.c.match == matches.c.id, journal_entries.c.kind == "seated")
    last = (
        select(func.max(journal_entries.c.number))
        .where(journal_entries.c.match == matches.c.id)
        .scalar_subquery()
    )
    return select(matches.c.id, last).where(matches.c.status == "running", or_(bot_from_start, seated_later))
