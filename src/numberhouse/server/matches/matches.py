"""Matches before they begin, drafts and seats, and the lists of matches.

Everything after the start is in the journal and goes through `play/accept.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from numberhouse.contract.clock import Clock
from numberhouse.match import Match
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Terms
from numberhouse.registry import InstalledGame, UnknownVersion
from numberhouse.server.matches.descriptions import Descriptions
from numberhouse.server.matches.making.options_work import PERFORMERS
from numberhouse.server.matches.making.setting_up import SettingUp
from numberhouse.server.matches.match_info import rows_of, seeding_of
from numberhouse.server.matches.sitting import Sitting
from numberhouse.server.matches.stored_matches import decode_options, unknown_match
from numberhouse.server.play.sessions.session import Occupant, Row, Session
from numberhouse.server.storage.journal import RulesGone
from numberhouse.server.workers.tasks import RemarkOnOptions

__all__ = ["Matches", "unknown_match"]


class Matches(SettingUp, Sitting, Descriptions):
    """All matches in the database."""

    async def session(self, match: str) -> Session:
        """A session without its journal. Raises `LookupError` for an unknown match, and `RulesGone`."""
        rows, chairs, *_ = await self.database.look_up(partial(rows_of, ids=[match]))
        if not rows:
            raise LookupError(match)
        row = rows[0]
        installed = self._installed_of(row)
        self.check_ready(installed.id)
        options = decode_options(installed, row.options)
        clock = msgspec.json.decode(row.clock, type=Clock)
        terms = msgspec.json.decode(row.terms, type=Terms)
        occupants = [Occupant(chair.name, chair.bot, chair.person) for chair in chairs.get(match, [])]
        # Before the start there is no seed. The state is then that of an empty seed, which everybody knows,
        # and nothing but the rooms is used of it.
        seed = row.seed if row.started is not None else ""
        match_row = Row(row.id, options, row.seats, seed, clock, terms, row.created, seeding_of(row))
        state = await self._first_state(installed, options, row.seats, seed, row.id)
        new_match = None if state is None else Match(installed.game, seed, options, row.seats, state=state)
        return await asyncio.to_thread(Session, installed, match_row, occupants, new_match)

    async def remarks(self, session: Session, person: Person) -> tuple[Mapping[str, str], ...]:
        """The game's remarks on the options of a match, each in every language. Raises `Refused`."""
        task = RemarkOnOptions(
            session.installed.id,
            session.installed.game.card.rules_version,
            msgspec.json.encode(session.row.options),
        )
        if self.options_worker is None:
            return _decode_remarks(await asyncio.to_thread(PERFORMERS[RemarkOnOptions], task))
        return _decode_remarks(await self.options_worker.ask(task, person.id))

    def _installed_of(self, row: Any) -> InstalledGame:
        """The game in the version of the rules with which the match began. Raises
        `RulesGone`."""
        try:
            return self.installed_game(row.game).version(row.rules_version)
        except UnknownVersion as error:
            raise RulesGone(row.id, row.game, row.rules_version, error.known) from error


def _decode_remarks(body: bytes) -> tuple[Mapping[str, str], ...]:
    return msgspec.json.decode(body, type=tuple[dict[str, str], ...])
