"""Bots on seats: whenever a match waits for a seat with a bot, the bot is asked and its action entered.

A bot goes through the same door as people: `Sessions.enter`, with a key made of the question it answers, so
that however many processes ask, one answer counts. What a bot may know is its seat's view; its randomness
comes from a secret of the service that has nothing to do with the match's seed. A bot that fails is replaced,
this time, by what the game does for a seat whose time ran out: an entry `expire` with the reason `bot`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

import msgspec
import structlog
from sqlalchemy import Select, exists, func, or_, select

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.play.session import Session
from numberhouse.server.play.sessions import Sessions
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.journal_entry import Act, Expire, JournalEntry
from numberhouse.server.storage.schema import lines, matches, seats
from numberhouse.server.workers.pool import STALLED, NoWorker, Pool, WorkerFailed
from numberhouse.server.workers.tasks import Think

__all__ = ["BotSeats"]

TIMES: Final = 4.0
"""How many times its budget a bot may take before it is stopped."""

AT_LEAST: Final = 2.0
"""Seconds that a bot may take anyhow."""

FIRST_EXTRA: Final = 30.0
"""Seconds more when a process meets a bot for the first time and loads what it needs."""

PATIENCE: Final = 2.0
"""Seconds before something is tried again that the bot can't help: no process, no database."""

MOST_TIMES: Final = 5
"""How often one question is put to a bot whose answers aren't entered."""

SWEEP: Final = 60.0
"""Seconds between two looks at all matches with bots, for those that another process has left alone."""

Ended: TypeAlias = Literal["acted", "refused", "stalled", "failed", "overtaken"]
"""How a thought ended; `overtaken` is one whose question wasn't put any more."""

log = structlog.get_logger("numberhouse")


class BotTurn(msgspec.Struct, frozen=True):
    """A turn that the match waits for a bot to take."""

    key: str
    """The same in every process, another one for every question."""
    task: Think


class BotSeats:
    """All seats of all matches that bots sit on."""

    def __init__(self, settings: Settings, database: Database, sessions: Sessions) -> None:
        self.seconds = settings.bot_seconds
        self.database = database
        self.sessions = sessions
        self.pool = Pool(settings.bots)
        self.acted = 0
        """Actions of bots that were entered."""
        self.failed: Counter[tuple[str, str, str]] = Counter()
        """By game, bot and fault, how often a bot was replaced by the game's default."""
        self.meter: Callable[[str, Ended, float], None] = lambda _game, _ended, _seconds: None
        """Called with every thought: the game, how it ended, and what it took in seconds."""
        self._secret = (settings.secret or secrets.token_hex(32)).encode()
        self._asking: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._quiet: dict[str, int] = {}
        """By match, the entry at which it was last seen to wait for no bot."""
        self._round: asyncio.Task[None] | None = None
        self._closing = False

    def __len__(self) -> int:
        """How many seats are being asked."""
        return len(self._asking)

    async def start(self) -> None:
        """Go on where bots were asked when the service ended."""
        if self.pool.count:
            self._round = asyncio.create_task(self._look_around())

    async def close(self) -> None:
        """Stop asking; whoever thinks isn't waited for and will be asked again."""
        self._closing = True
        tasks = [*self._asking.values(), *([self._round] if self._round else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()

    def watch(self, session: Session, line: JournalEntry) -> None:
        """Ask the bots that the match waits for now. A watcher of sessions, called with every entry."""
        del line
        if not self.pool.count or self._closing:
            return
        for seat in _waiting(session):
            self._begin(session.row.id, seat)

    def _begin(self, match: str, seat: Seat) -> None:
        if (match, seat) not in self._asking:
            task = asyncio.get_running_loop().create_task(self._answer_questions(match, seat))
            self._asking[match, seat] = task

    async def _answer_questions(self, match: str, seat: Seat) -> None:
        """Answer as long as there are questions."""
        try:
            asked_so_often: Counter[str] = Counter()
            # Nothing is awaited between the last look and the end, so no question is missed.
            while (asked := await self._asked(match, seat)) is not None:
                asked_so_often[asked.key] += 1
                if asked_so_often[asked.key] > MOST_TIMES:
                    log.error("bot left alone", match=match, seat=seat, problem="asked again and again")
                    break
                try:
                    await self._answer(match, seat, asked)
                except (NoWorker, JournalFailed) as error:
                    asked_so_often.clear()
                    log.error("bots wait", match=match, problem=type(error).__name__)
                    await asyncio.sleep(PATIENCE)
        except (LookupError, Refused):
            pass  # the match has gone, or its game isn't offered any more
        except Exception as error:  # one match mustn't end the bots of others
            log.error("bot left alone", match=match, seat=seat, problem=type(error).__name__)
        finally:
            self._asking.pop((match, seat), None)

    async def _asked(self, match: str, seat: Seat) -> BotTurn | None:
        """What the bot is asked now, if it is."""
        while not self._closing:
            try:
                async with self.sessions.at(match) as session:
                    return self._question(session, seat)
            except JournalFailed:
                await asyncio.sleep(PATIENCE)
        return None

    def _question(self, session: Session, seat: Seat) -> BotTurn | None:
        bot = session.occupants[seat].bot
        if bot is None or seat not in _waiting(session):
            return None
        key = _key(session, seat)
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

    async def _answer(self, match: str, seat: Seat, turn: BotTurn) -> None:
        """Have the bot think, and enter what comes of it."""
        task = turn.task
        began = time.monotonic()
        ended: Ended = "overtaken"
        try:
            limit = max(TIMES * task.seconds, AT_LEAST)
            reply = await self.pool.ask(task, limit, first=FIRST_EXTRA, topic=(task.game, task.bot))
            if await self._enter(match, seat, turn, Act(msgspec.Raw(reply.body))):
                ended = "acted"
                self.acted += 1
        except WorkerFailed as failed:
            ended = "stalled" if failed.fault == STALLED else "failed"
            await self._replace(match, seat, turn, failed.fault)
        except IllegalAction as refused:
            ended = "refused"
            await self._replace(match, seat, turn, f"refused: {refused.code}")
        finally:
            self.meter(task.game, ended, time.monotonic() - began)

    async def _replace(self, match: str, seat: Seat, turn: BotTurn, fault: str) -> None:
        """The bot has failed: what the game does instead, and a note for whoever runs the house."""
        if self._closing:
            return
        try:
            entered = await self._enter(match, seat, turn, Expire("bot"))
        except IllegalAction:
            return  # its time was up, or the match is over or paused
        if entered:
            task = turn.task
            self.failed[task.game, task.bot, fault] += 1
            log.warning("bot failed", match=match, seat=seat, game=task.game, bot=task.bot, fault=fault)

    async def _enter(self, match: str, seat: Seat, turn: BotTurn, body: Act | Expire) -> bool:
        """Whether that is the next entry now; not when the question isn't put any more."""

        def still_turn(session: Session) -> bool:
            sits = session.occupants[seat].bot == turn.task.bot
            return sits and seat in _waiting(session) and _key(session, seat) == turn.key

        async with self.sessions.at(match) as session:
            return await self.sessions.enter(session, seat, body, key=turn.key, provided=still_turn)

    async def _look_around(self) -> None:
        """Again and again, all matches with bots that have moved since they were last seen to wait for
        people."""
        while True:
            try:
                async with self.database.read() as connection:
                    found = (await connection.execute(_with_bots())).all()
                for match, number in found:
                    if self._quiet.get(match) != number:
                        await self._look_at(match)
                known = {match for match, _ in found}
                self._quiet = {match: at for match, at in self._quiet.items() if match in known}
            except Exception as error:  # the next round tries again
                log.error("bots look around later", problem=type(error).__name__)
            await asyncio.sleep(SWEEP)

    async def _look_at(self, match: str) -> None:
        try:
            async with self.sessions.at(match) as session:
                waiting = _waiting(session)
                for seat in waiting:
                    self._begin(match, seat)
                if not waiting:
                    self._quiet[match] = session.number
        except (LookupError, JournalFailed, Refused, ValueError, IllegalAction) as error:
            log.error("bot left alone", match=match, problem=type(error).__name__)


def _waiting(session: Session) -> list[Seat]:
    """The seats with bots that the match waits for, and not only for their time."""
    if not session.running:
        return []
    bots = [seat for seat in sorted(session.match.to_act) if session.occupants[seat].bot is not None]
    return [seat for seat in bots if not session.match.waits(seat)]


def _key(session: Session, seat: Seat) -> str:
    return f"bot-{session.epoch}-{session.answered.get(seat, 0) + 1}"


def _with_bots() -> Select[Any]:
    """The running matches with bots, and the numbers of their last entries."""
    sits = exists().where(seats.c.match == matches.c.id, seats.c.bot.is_not(None))
    came = exists().where(lines.c.match == matches.c.id, lines.c.kind == "seated")
    last = select(func.max(lines.c.number)).where(lines.c.match == matches.c.id).scalar_subquery()
    return select(matches.c.id, last).where(matches.c.status == "running", or_(sits, came))
