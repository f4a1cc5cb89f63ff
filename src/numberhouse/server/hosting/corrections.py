"""Corrections: the effect of a host's amendment of an earlier action, computed without storing anything.

The difference is between public facts alone: the spectators' view and the outcome, before and after.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Outcome
from numberhouse.protocol.desk import Amendment, Change, Correction
from numberhouse.registry import InstalledGame
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import reason_text
from numberhouse.server.hosting.phrases import phrase
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import EXPIRY, Amend, JournalEntry

__all__ = ["amend_body", "correction", "difference"]

MOST_ANNOUNCED: Final = 30
"""Changes that an announcement lists; it gives the number of the others."""

LONGEST_VALUE: Final = 80


def amend_body(installed: InstalledGame, amendment: Amendment) -> Amend:
    """The body of the amendment's journal entry. Raises `Refused` and `IllegalAction` for an amendment that
    can't be read."""
    if amendment.action is not None and amendment.notation is not None:
        raise Refused(400, "amendment", "an action and a notation; give one of them")
    reason_text(amendment.reason)
    action = amendment.action if amendment.notation is None else installed.parse(amendment.notation)
    raw = EXPIRY if action is None else msgspec.Raw(msgspec.json.encode(action))
    return Amend(amendment.number, raw, amendment.reason)


def correction(session: Session, amend: Amend, now: float) -> Correction:
    """The changes that the entry would make; nothing is changed. Raises `IllegalAction` for a number that
    doesn't exist, and where a later action would be refused. Raises `Refused` where the match would continue
    although its secrets are public."""
    pending = session.prepare(JournalEntry(session.row.id, session.number + 1, None, amend, now))
    assert pending.amended is not None
    match, replayed = session.match, pending.amended.match
    if match.outcome is not None and replayed.outcome is None:
        raise Refused(
            409,
            "amendment",
            "with that correction the match would not be over, and its seed and secrets are open to all by "
            "now; copy the match and play it again",
        )
    entry, corrected = match.log[amend.number - 1], replayed.log[amend.number - 1]
    changes = public_changes(match.game, match.state, replayed.state)
    preview = Correction(
        number=entry.number,
        seat=entry.seat,
        old=None if entry.action is None else session.installed.write(entry.action),
        new=None if corrected.action is None else session.installed.write(corrected.action),
        changes=changes,
        outcome_before=match.outcome,
        outcome_after=replayed.outcome,
        announcement="",
    )
    return msgspec.structs.replace(preview, announcement=_announcement_text(session, preview, amend.reason))


def public_changes(game: Any, old: Any, new: Any) -> tuple[Change, ...]:
    """The differences between two states that spectators see."""
    views = (msgspec.json.encode(game.view(state, None), order="deterministic") for state in (old, new))
    return tuple(difference(*map(msgspec.json.decode, views)))


def difference(old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """The differences of two JSON values, in order; lists are compared index by index."""
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _part_differences(old, new, path)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _part_differences(dict(enumerate(old)), dict(enumerate(new)), path)
    elif type(old) is not type(new) or old != new:
        yield Change(path, "changed", old, new)


def _part_differences(old: Mapping[Any, Any], new: Mapping[Any, Any], path: str) -> Iterator[Change]:
    for key in [*old, *(key for key in new if key not in old)]:
        location = f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
        if key not in new:
            yield Change(location, "removed", old=old[key])
        elif key not in old:
            yield Change(location, "added", new=new[key])
        else:
            yield from difference(old[key], new[key], location)


def _announcement_text(session: Session, preview: Correction, reason: str) -> str:
    """The announcement to everybody; delayed spectators get it with the correction. While a game with
    secrets runs it names neither the action nor its number, because the number would reveal how often a seat
    has acted in secret."""
    lang = session.row.terms.language
    is_open = not session.match.game.card.hidden or session.over
    if is_open:
        name = session.names(lang)[preview.seat] or phrase("seat", lang, seat=preview.seat)
        old, new = (text or phrase("time_ran_out", lang) for text in (preview.old, preview.new))
        lines = [phrase("corrected", lang, number=preview.number, name=name, old=old, new=new)]
    else:
        lines = [phrase("corrected_secretly", lang)]
    if reason:
        lines.append(phrase("reason", lang, reason=reason))
    lines += _change_lines(preview, lang)
    return "\n".join(lines)


def _change_lines(preview: Correction, lang: str) -> list[str]:
    if not preview.changes and preview.outcome_before == preview.outcome_after:
        return [phrase("nothing_changes", lang)]
    lines = [phrase("changes", lang)] if preview.changes else []
    for change in preview.changes[:MOST_ANNOUNCED]:
        old = "–" if change.kind == "added" else _short_json(change.old)
        new = "–" if change.kind == "removed" else _short_json(change.new)
        lines.append(f"  {change.path}: {old} → {new}")
    if len(preview.changes) > MOST_ANNOUNCED:
        lines.append("  " + phrase("more", lang, count=len(preview.changes) - MOST_ANNOUNCED))
    if preview.outcome_before != preview.outcome_after:
        before, after = preview.outcome_before, preview.outcome_after
        lines.append(phrase("outcome", lang, old=_scores(before), new=_scores(after)))
    return lines


def _short_json(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def _scores(outcome: Outcome | None) -> str:
    if outcome is None:
        return "–"
    pairs = zip(outcome.scores, outcome.places, strict=True)
    return ", ".join(f"{score:g} ({place})" for score, place in pairs)
