"""Rulings: decisions that the rules leave to the host (`numberhouse.contract.game.Refereed`).

A ruling is an entry of the match. It is previewed like a correction: the difference is between public facts
alone, the spectators' view and the outcome, before and after.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from numberhouse.contract.game import IllegalAction, Refereed
from numberhouse.match import HOST
from numberhouse.protocol.desk import (
    PastRuling,
    Ruling,
    RulingChoice,
    RulingForm,
    RulingPreview,
    Rulings,
)
from numberhouse.server.base.languages import in_language
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import reason_text
from numberhouse.server.hosting.corrections import public_changes
from numberhouse.server.hosting.phrases import phrase
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import JournalEntry, Rule
from numberhouse.words import HOUSE

__all__ = ["existing_ruling", "prepare_ruling", "rulings"]

MOST_RULINGS: Final = 100
"""Rulings in one match: each is sent again with every view, and two that alternate could fill the journal."""

MOST_LISTED: Final = 500
"""Rulings in one response; a game lists the likely ones and describes the others."""


def rulings(session: Session) -> Rulings:
    """The rulings that are possible in this match now, and those that were made."""
    match = session.match
    legal = match.rulings
    entries = (entry for entry in match.log if entry.seat == HOST)
    return Rulings(
        supported=isinstance(match.game, Refereed),
        choices=tuple(
            RulingChoice(msgspec.to_builtins(ruling), _words(session, ruling))
            for ruling in legal.actions[:MOST_LISTED]
        ),
        forms=tuple(RulingForm(part.name, part.describe) for part in legal.parts),
        history=tuple(
            PastRuling(entry.number, entry.at, _words(session, entry.action), entry.reason)
            for entry in entries
        ),
    )


def prepare_ruling(session: Session, request: Ruling, now: float) -> tuple[Rule, RulingPreview]:
    """The body of the ruling's entry, and the changes that it would make; nothing changes. Raises
    `IllegalAction` for a ruling that can't be made now, and `Refused` where the game has no rulings, where
    the match has too many, and for a reason that is too long."""
    reason_text(request.reason)
    match, game = session.match, session.match.game
    if not isinstance(game, Refereed):
        raise Refused(409, "no-rulings", f"{game.card.title} leaves nothing to the host to decide")
    if sum(entry.seat == HOST for entry in match.log) >= MOST_RULINGS:
        raise Refused(
            409,
            "too-many-rulings",
            f"this match has {MOST_RULINGS} rulings; there can't be more",
            most=MOST_RULINGS,
        )
    body = Rule(msgspec.Raw(msgspec.json.encode(request.ruling)), request.reason)
    pending = session.prepare(JournalEntry(session.row.id, session.number + 1, None, body, now))
    assert pending.match_entry is not None
    assert pending.step is not None
    new_state, words = pending.step.state, _words(session, pending.match_entry.action)
    if (match.outcome is None) != (match.outcome_in(new_state) is None):
        raise IllegalAction("ruling", "a ruling neither ends a match nor reopens it", {})
    preview = RulingPreview(
        words=words,
        changes=public_changes(game, match.state, new_state),
        outcome_before=match.outcome,
        outcome_after=match.outcome_in(new_state),
        announcement=_announcement_text(session, words, request.reason),
    )
    return msgspec.structs.replace(body, announced=preview.announcement), preview


def existing_ruling(session: Session, request: Ruling) -> RulingPreview:
    """The response to a repeated request, whose ruling was made before: nothing changes. Raises `Refused`
    where the key belongs to another ruling."""
    outcome, game = session.match.outcome, session.match.game
    try:
        ruling = msgspec.convert(request.ruling, game.ruling_type if isinstance(game, Refereed) else Any)
    except msgspec.ValidationError as error:
        raise Refused(409, "key-reused", f"this key came with another ruling before: {error}") from error
    identity = (HOST, ruling, request.reason)
    if not any((entry.seat, entry.action, entry.reason) == identity for entry in session.match.log):
        raise Refused(
            409, "key-reused", "this key came with another ruling before; each ruling wants its own"
        )
    words = _words(session, ruling)
    return RulingPreview(words, (), outcome, outcome, _announcement_text(session, words, request.reason))


def _announcement_text(session: Session, words: Mapping[str, str], reason: str) -> str:
    """The announcement to everybody; delayed spectators get it with the ruling."""
    lang = session.row.terms.language
    lines = [phrase("ruled", lang, words=in_language(words, lang))]
    return "\n".join([*lines, phrase("reason", lang, reason=reason)] if reason else lines)


def _words(session: Session, ruling: Any) -> dict[str, str]:
    installed = session.installed
    return {lang: installed.ruling_words(ruling, lang, session.names(lang)) for lang in HOUSE.languages}
