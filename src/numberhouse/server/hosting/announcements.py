"""Announcements, drafted for the host from what everybody may know."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import Outcome
from numberhouse.server.base.refusals import Refused
from numberhouse.server.hosting.phrases import deadline, phrase
from numberhouse.server.play.rounds import told_publicly
from numberhouse.server.play.session import Session

__all__ = ["LONGEST", "announcement", "checked", "checked_reason", "result"]

LONGEST: Final = 4000
"""Characters."""

LONGEST_REASON: Final = 500


def announcement(session: Session, lang: str) -> str:
    """What happened in the last round that is over, as everybody may know it; then what is played now, who is
    waited for and how long, or how it ended."""
    lines = [session.row.terms.title or session.match.game.card.title]
    display_names = session.names(lang)
    lines += [session.installed.tell(event, None, lang, display_names) for event in told_publicly(session)]
    if session.over:
        lines += result(session, lang)
    elif awaited := sorted(session.match.to_act):
        names = ", ".join(display_names[seat] or phrase("seat", lang, seat=seat) for seat in awaited)
        lines += [coming] if (coming := _coming(session, lang)) else []
        lines.append(phrase("awaited", lang, names=names))
        due = session.times.next_due() if session.times is not None else None
        if due is not None:
            lines.append(phrase("until", lang, moment=deadline(due[0], lang)))
    return "\n".join(lines)[:LONGEST]


def result(session: Session, lang: str) -> list[str]:
    """Places and scores, best first."""
    outcome: Outcome | None = session.match.outcome
    if outcome is None:
        return [phrase("stopped", lang)]
    names = [name or phrase("seat", lang, seat=seat) for seat, name in enumerate(session.names(lang))]
    ranked = sorted(zip(outcome.places, names, outcome.scores, strict=True), key=lambda one: one[0])
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


def checked(text: str) -> str:
    """The text of an announcement. Raises `Refused` for none, one that is too long, or control characters."""
    text = text.replace("\r\n", "\n").strip()
    if not 1 <= len(text) <= LONGEST:
        raise Refused(
            400, "announcement", f"an announcement of {len(text)} characters; 1 to {LONGEST} are possible"
        )
    if any(_wrong(sign) for sign in text):
        raise Refused(400, "announcement", "an announcement with control characters; plain text is possible")
    return text


def checked_reason(text: str) -> str:
    """Why a host does something. Raises `Refused` for one that is too long, or has control characters."""
    if len(text) > LONGEST_REASON:
        raise Refused(400, "reason", f"a reason of {len(text)} characters; {LONGEST_REASON} at most")
    if any(_wrong(sign) for sign in text):
        raise Refused(400, "reason", "a reason with control characters; plain text is possible")
    return text


def _coming(session: Session, lang: str) -> str:
    """What is played now, as spectators may know it."""
    view = session.match.game.view(session.match.state, None)
    return session.installed.coming(view, lang)


def _wrong(sign: str) -> bool:
    """Control characters, and half characters, which can't be sent on."""
    return (sign < " " and sign not in "\n\t") or sign == "\x7f" or "\ud800" <= sign <= "\udfff"
