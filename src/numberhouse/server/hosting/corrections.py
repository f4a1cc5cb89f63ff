"""Corrections: what a host's amendment of an earlier action would change, found without storing anything.

The difference is between public facts: the spectators' view and the outcome before and after.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Outcome
from numberhouse.protocol.desk import Amendment, Change, Correction
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.announcements import checked_reason
from numberhouse.server.hosting.phrases import phrase
from numberhouse.server.play.session import Session
from numberhouse.server.storage.journal_entry import EXPIRY, Amend, JournalEntry

__all__ = ["amend_line", "correction", "difference"]

MOST_ANNOUNCED: Final = 30
"""Changes; of more it is said how many there are."""

LONGEST_VALUE: Final = 80


def amend_line(installed: InstalledGame, wanted: Amendment) -> Amend:
    """As it goes into the log. Raises `Refused` and `IllegalAction` for what can't be read."""
    if wanted.action is not None and wanted.notation is not None:
        raise Refused(400, "amendment", "an action and a notation; give one of them")
    checked_reason(wanted.reason)
    action = wanted.action if wanted.notation is None else installed.parse(wanted.notation)
    raw = EXPIRY if action is None else msgspec.Raw(msgspec.json.encode(action))
    return Amend(wanted.number, raw, wanted.reason)


def correction(session: Session, amend: Amend, now: float) -> Correction:
    """What the line would do; nothing changes. Raises `IllegalAction` for a number that isn't there and where
    what came later would be refused, and `Refused` where a match would go on whose secrets are out."""
    pending = session.prepare(JournalEntry(session.row.id, session.number + 1, None, amend, now))
    assert pending.amended is not None
    match, again = session.match, pending.amended.match
    if match.outcome is not None and again.outcome is None:
        raise Refused(
            409,
            "amendment",
            "with that correction the match would not be over, and its seed and secrets are open to all by "
            "now; copy the match and play it again",
        )
    entry, corrected = match.log[amend.number - 1], again.log[amend.number - 1]
    changes = tuple(difference(_public(match), _public(again)))
    found = Correction(
        number=entry.number,
        seat=entry.seat,
        old=None if entry.action is None else session.installed.write(entry.action),
        new=None if corrected.action is None else session.installed.write(corrected.action),
        changes=changes,
        outcome_before=match.outcome,
        outcome_after=again.outcome,
        announcement="",
    )
    return msgspec.structs.replace(found, announcement=_announced(session, found, amend.reason))


def difference(old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """Where two things made of JSON differ, in order; lists are compared place by place."""
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _of_parts(old, new, path)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _of_parts(dict(enumerate(old)), dict(enumerate(new)), path)
    elif type(old) is not type(new) or old != new:
        yield Change(path, "changed", old, new)


# Below


def _of_parts(old: Mapping[Any, Any], new: Mapping[Any, Any], path: str) -> Iterator[Change]:
    for key in [*old, *(key for key in new if key not in old)]:
        there = f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
        if key not in new:
            yield Change(there, "removed", old=old[key])
        elif key not in old:
            yield Change(there, "added", new=new[key])
        else:
            yield from difference(old[key], new[key], there)


def _public(match: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(match.view(None), order="deterministic"))


def _announced(session: Session, found: Correction, reason: str) -> str:
    """For everybody. While a game with secrets runs it names neither the action nor its number, which would
    tell how often somebody has done something in secret; spectators who see the match late are told nothing
    of what it is like now."""
    lang = session.row.terms.language
    delayed = bool(session.row.terms.spectator_delay) and not session.released and not session.over
    is_open = (not session.match.game.card.hidden and not delayed) or session.over
    if is_open:
        name = session.names(lang)[found.seat] or phrase("seat", lang, seat=found.seat)
        old, new = (said or phrase("time_ran_out", lang) for said in (found.old, found.new))
        lines = [phrase("corrected", lang, number=found.number, name=name, old=old, new=new)]
    else:
        lines = [phrase("corrected_secretly", lang)]
    if reason:
        lines.append(phrase("reason", lang, reason=reason))
    if not delayed:
        lines += _listed(found, lang)
    return "\n".join(lines)


def _listed(found: Correction, lang: str) -> list[str]:
    if not found.changes and found.outcome_before == found.outcome_after:
        return [phrase("nothing_changes", lang)]
    lines = [phrase("changes", lang)] if found.changes else []
    for change in found.changes[:MOST_ANNOUNCED]:
        old = "–" if change.kind == "added" else _shown(change.old)
        new = "–" if change.kind == "removed" else _shown(change.new)
        lines.append(f"  {change.path}: {old} → {new}")
    if len(found.changes) > MOST_ANNOUNCED:
        lines.append("  " + phrase("more", lang, count=len(found.changes) - MOST_ANNOUNCED))
    if found.outcome_before != found.outcome_after:
        before, after = found.outcome_before, found.outcome_after
        lines.append(phrase("outcome", lang, old=_scores(before), new=_scores(after)))
    return lines


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def _scores(outcome: Outcome | None) -> str:
    if outcome is None:
        return "–"
    pairs = zip(outcome.scores, outcome.places, strict=True)
    return ", ".join(f"{score:g} ({place})" for score, place in pairs)
