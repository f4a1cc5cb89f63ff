"""Announcements: drafts for the host, written from public facts alone, and checks of the texts that hosts
write."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import Outcome
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.phrases import deadline, phrase
from numberhouse.server.play.rounds import public_events
from numberhouse.server.play.session import Session

__all__ = ["LONGEST", "announcement", "checked_announcement", "checked_reason", "result"]

LONGEST: Final = 4000
"""Characters."""

LONGEST_REASON: Final = 500


def announcement(session: Session, lang: str) -> str:
    """A draft: the public events of the last finished round; then the state of play, the awaited players and
    the deadline, or the result."""
    lines = [session.row.terms.title or session.match.game.card.title]
    display_names = session.names(lang)
    lines += [session.installed.tell(event, None, lang, display_names) for event in public_events(session)]
    if session.over:
        lines += result(session, lang)
    elif awaited := sorted(session.match.to_act):
        names = ", ".join(display_names[seat] or phrase("seat", lang, seat=seat) for seat in awaited)
        lines += [upcoming] if (upcoming := _current_part(session, lang)) else []
        lines.append(phrase("awaited", lang, names=names))
        due = session.times.next_due() if session.times is not None else None
        if due is not None:
            lines.append(phrase("until", lang, moment=deadline(due[0], lang)))
    return "\n".join(lines)[:LONGEST]


def result(session: Session, lang: str) -> list[str]:
    """The result in lines: places and scores, best first, then titles."""
    outcome: Outcome | None = session.match.outcome
    if outcome is None:
        return [phrase("stopped", lang)]
    names = [name or phrase("seat", lang, seat=seat) for seat, name in enumerate(session.names(lang))]
    ranked = sorted(zip(outcome.places, names, outcome.scores, strict=True), key=lambda row: row[0])
    lines = [phrase("over", lang)]
    lines += [
        phrase("place", lang, place=place, name=name, score=f"{score:g}") for place, name, score in ranked
    ]
    for title, seats in outcome.titles.items():
        lines.append(
            phrase(
                "title_of",
                lang,
                title=session.installed.outcome_word(title, lang),
                names=", ".join(names[seat] for seat in seats),
            )
        )
    return lines


def checked_announcement(text: str) -> str:
    """The text of an announcement. Raises `Refused` for an empty one, one that is too long, and one with
    control characters."""
    text = text.replace("\r\n", "\n").strip()
    if not 1 <= len(text) <= LONGEST:
        raise Refused(
            400, "announcement", f"an announcement of {len(text)} characters; 1 to {LONGEST} are possible"
        )
    if any(_is_control(char) for char in text):
        raise Refused(400, "announcement", "an announcement with control characters; plain text is possible")
    return text


def checked_reason(text: str) -> str:
    """A host's reason for a step. Raises `Refused` for one that is too long, or has control characters."""
    if len(text) > LONGEST_REASON:
        raise Refused(400, "reason", f"a reason of {len(text)} characters; {LONGEST_REASON} at most")
    if any(_is_control(char) for char in text):
        raise Refused(400, "reason", "a reason with control characters; plain text is possible")
    return text


def _current_part(session: Session, lang: str) -> str:
    """The game's text on the current part of the match, from facts that spectators may know."""
    view = session.match.game.view(session.match.state, None)
    return session.installed.coming(view, lang)


def _is_control(char: str) -> bool:
    """Whether it is a control character, or a surrogate, which can't be encoded and so not be sent."""
    return (char < " " and char not in "\n\t") or char == "\x7f" or "\ud800" <= char <= "\udfff"
