"""Announcements: drafts for the host, written from public facts alone."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.game import Outcome
from numberhouse.server.hosting.phrases import deadline, phrase
from numberhouse.server.play.sessions.rounds import public_events
from numberhouse.server.play.sessions.session import Session

__all__ = ["LONGEST", "announcement", "result"]

LONGEST: Final = 4000
"""Characters."""


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
    if session.match.forfeited is not None:  # no points were settled
        why = session.installed.outcome_word(outcome.reason, lang)
        winners = [phrase("place_alone", lang, place=place, name=name) for place, name, _ in ranked[:-1]]
        place, name, _ = ranked[-1]
        return [*lines, *winners, phrase("place", lang, place=place, name=name, score=why)]
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


def _current_part(session: Session, lang: str) -> str:
    """The game's text on the current part of the match, from facts that spectators may know."""
    view = session.match.game.view(session.match.state, None)
    return session.installed.coming(view, lang)
