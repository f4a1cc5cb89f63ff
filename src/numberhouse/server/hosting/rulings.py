"""Rulings: what a host decides where the rules leave it to the host (`numberhouse.contract.game.Refereed`).

A ruling is a line of the match. It is previewed like a correction: the difference is between public facts,
the spectators' view and the outcome before and after.
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
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.announcements import checked_reason
from numberhouse.server.hosting.corrections import difference
from numberhouse.server.hosting.phrases import phrase
from numberhouse.server.play.session import Session
from numberhouse.server.storage.journal_entry import JournalEntry, Rule

__all__ = ["prepare_ruling", "ruling_made", "rulings"]

MOST_RULINGS: Final = 100
"""Of one match: each is told anew with every view, and two that alternate could fill the journal."""

MOST_LISTED: Final = 500
"""Rulings in one answer; a game lists those that are likely and describes the others."""


def rulings(session: Session) -> Rulings:
    """Of this match, now."""
    match = session.match
    legal = match.rulings
    made = (entry for entry in match.log if entry.seat == HOST)
    return Rulings(
        possible=isinstance(match.game, Refereed),
        choices=tuple(
            RulingChoice(msgspec.to_builtins(one), _words(session, one))
            for one in legal.actions[:MOST_LISTED]
        ),
        forms=tuple(RulingForm(part.name, part.describe) for part in legal.parts),
        made=tuple(
            PastRuling(entry.number, entry.at, _words(session, entry.action), entry.reason) for entry in made
        ),
    )


def prepare_ruling(session: Session, wanted: Ruling, now: float) -> tuple[Rule, RulingPreview]:
    """The line's body and what it would do; nothing changes. Raises `IllegalAction` for a ruling that can't
    be made now, and `Refused` for a reason that is too long."""
    checked_reason(wanted.reason)
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
    body = Rule(msgspec.Raw(msgspec.json.encode(wanted.ruling)), wanted.reason)
    pending = session.prepare(JournalEntry(session.row.id, session.number + 1, None, body, now))
    assert pending.entry is not None
    assert pending.step is not None
    after, words = pending.step.state, _words(session, pending.entry.action)
    if (match.outcome is None) != (game.outcome(after) is None):
        raise IllegalAction("ruling", "a ruling neither ends a match nor reopens it", {})
    preview = RulingPreview(
        words=words,
        changes=tuple(difference(_public(game, match.state), _public(game, after))),
        outcome_before=match.outcome,
        outcome_after=game.outcome(after),
        announcement=_announced(session, words, wanted.reason),
    )
    return msgspec.structs.replace(body, announced=preview.announcement), preview


def ruling_made(session: Session, wanted: Ruling) -> RulingPreview:
    """The answer to a request that was carried out before: nothing changes any more. Raises `Refused` where
    its key came with something else that time."""
    outcome, game = session.match.outcome, session.match.game
    try:
        ruling = msgspec.convert(wanted.ruling, game.ruling_type if isinstance(game, Refereed) else Any)
    except msgspec.ValidationError as error:
        raise Refused(409, "key-reused", f"this key came with another ruling before: {error}") from error
    same = (HOST, ruling, wanted.reason)
    if not any((entry.seat, entry.action, entry.reason) == same for entry in session.match.log):
        raise Refused(
            409, "key-reused", "this key came with another ruling before; each ruling wants its own"
        )
    words = _words(session, ruling)
    return RulingPreview(words, (), outcome, outcome, _announced(session, words, wanted.reason))


def _announced(session: Session, words: Mapping[str, str], reason: str) -> str:
    """For everybody. Spectators who see the match late read announcements at once: while there are any, the
    announcement tells nothing of what the match is like now."""
    lang = session.row.terms.language
    if session.row.terms.spectator_delay and not session.released and not session.over:
        return phrase("ruled_later", lang)
    lines = [phrase("ruled", lang, words=words.get(lang) or next(iter(words.values())))]
    return "\n".join([*lines, phrase("reason", lang, reason=reason)] if reason else lines)


def _words(session: Session, ruling: Any) -> dict[str, str]:
    languages = session.installed.languages or ("en",)
    return {lang: session.installed.ruling_words(ruling, lang, session.names(lang)) for lang in languages}


def _public(game: Any, state: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(game.view(state, None), order="deterministic"))
