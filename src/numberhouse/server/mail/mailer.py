"""Sends letters by the operator's mail server, a few at the same time, off the event loop.

Letters wait in memory and never in the database: they hold secrets, of which only digests may be stored. The
letters that wait when the service ends are lost, and their readers ask again.

A letter is composed only when its turn has come, after the answer to the request that asked for it. Therefore
no answer takes longer because there is something to send.

The checks of people's own notification addresses (`notifications/egress.py`) don't apply here. They exist
because people choose those servers; this one server is the operator's choice, may well be in a private
network, and is the same for every letter. People choose only who receives it.
"""

from __future__ import annotations

import asyncio
import smtplib
import ssl
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeAlias

import structlog

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.mail.letters import Letter
from numberhouse.server.storage.outage import is_reported

__all__ = ["Compose", "Mailer"]

AT_ONCE: Final = 4
MOST_WAITING: Final = 200
"""Letters that wait; more are refused."""

SECONDS: Final = 20.0
"""Seconds that the mail server has for each of its answers."""

LONGEST: Final = 60.0
"""Seconds after which a try has failed, whatever the mail server is doing."""

PAUSES: Final = (5.0, 30.0, 120.0)
"""Seconds before each further try."""

Compose: TypeAlias = Callable[[], Awaitable[Letter | None]]
"""Composes a letter when its turn has come; None: there is nothing to send."""

log = structlog.get_logger("numberhouse")


class Mailer:
    """The letters that one process sends."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pauses: tuple[float, ...] = PAUSES
        self._waiting: asyncio.Queue[Compose] = asyncio.Queue(MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_set_up(self) -> bool:
        """Whether the operator has named a mail server."""
        return bool(self.settings.mail_server)

    def link(self, path: str) -> str:
        """The address of a page of the house."""
        return f"{self.settings.origin.rstrip('/')}{path}"

    def check_set_up(self) -> None:
        """Raises `Refused` where no mail is sent."""
        if not self.is_set_up:
            raise Refused(
                409, "no-mail", "this house sends no mail; its operator can make a link for a new password"
            )

    async def start(self) -> None:
        """Start to send."""
        if self.is_set_up:
            self._tasks = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]

    async def close(self) -> None:
        """Stop; the letters that wait are lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def send(self, compose: Compose) -> None:
        """Send this letter soon. Raises `Refused` where no mail is sent, or too many letters wait."""
        self.check_set_up()
        try:
            self._waiting.put_nowait(compose)
        except asyncio.QueueFull as error:
            raise Refused(
                503, "mail-busy", "too many mails are waiting; try again in a few minutes", retry_after=300
            ) from error

    async def _work(self) -> None:
        while True:
            compose = await self._waiting.get()
            try:
                letter = await compose()
                if letter is not None:
                    await self._send(letter)
            except Exception as error:  # the task must outlive whatever happens to one letter
                # The mail server's answer isn't logged: it could name the address.
                if not is_reported(error):
                    log.error("mail not sent", problem=type(error).__name__)

    async def _send(self, letter: Letter) -> None:
        """Send, and try again after a failure that may pass."""
        for pause in self.pauses:
            try:
                await self._try(letter)
            except Exception as error:
                if _is_final(error):
                    raise
                await asyncio.sleep(pause)
            else:
                return
        await self._try(letter)

    async def _try(self, letter: Letter) -> None:
        loop = asyncio.get_running_loop()
        result: asyncio.Future[None] = loop.create_future()

        def finish(error: Exception | None) -> None:
            if result.done():
                return
            if error is None:
                result.set_result(None)
            else:
                result.set_exception(error)

        def work() -> None:
            problem: Exception | None = None
            try:
                _deliver(self.settings, letter)
            except Exception as error:
                problem = error
            if not loop.is_closed():
                loop.call_soon_threadsafe(finish, problem)

        # A daemon thread and not one of a pool: a thread that hangs must not keep the service from ending.
        threading.Thread(target=work, name="mail", daemon=True).start()
        await asyncio.wait_for(result, LONGEST)


def _deliver(settings: Settings, letter: Letter) -> None:
    host, port = settings.mail_server.strip("[]"), settings.mail_port
    name = settings.mail_sender.rpartition("@")[2]  # not this machine's own name, which would be looked up
    if settings.mail_tls == "implicit":
        context = ssl.create_default_context()
        connection: smtplib.SMTP = smtplib.SMTP_SSL(host, port, name, timeout=SECONDS, context=context)
    else:
        connection = smtplib.SMTP(host, port, name, timeout=SECONDS)
    with connection:
        if settings.mail_tls == "starttls":
            # Raises where the server, or somebody on the way, doesn't offer it: nothing travels unencrypted.
            connection.starttls(context=ssl.create_default_context())
        if settings.mail_user:
            connection.login(settings.mail_user, _password(settings))
        connection.send_message(letter.message(settings.mail_sender), settings.mail_sender, [letter.to])


def _password(settings: Settings) -> str:
    """Read for each letter, so that an operator can change the file while the service runs."""
    if settings.mail_password_file:
        return Path(settings.mail_password_file).read_text(encoding="utf-8").strip()
    return settings.mail_password


def _is_final(error: Exception) -> bool:
    """Whether the mail server has refused for good, by a code of 500 or more."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= 500
