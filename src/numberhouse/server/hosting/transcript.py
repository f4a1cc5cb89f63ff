"""The transcript of a match as one viewer may see it, before it is put into a form.

A fact that the viewer may not know must leave no trace: no step, no number, no moment. The forms
(`transcript_forms`) are text, Markdown, HTML, JSON (the structs here) and pieces for chat programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from numberhouse.contract.game import Event, Seat
from numberhouse.match import seed_digest
from numberhouse.protocol.review import Language, Perspective
from numberhouse.server.base.perspectives import viewer_of
from numberhouse.server.hosting.announcements import result
from numberhouse.server.hosting.phrases import clock_text, duration, moment, phrase
from numberhouse.server.matches.access.insights import GrantedPerspective
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import (
    Amend,
    Announce,
    Body,
    Consent,
    Expire,
    Extend,
    HostProposal,
    JournalEntry,
    Pause,
    Release,
    Resign,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
    is_played,
)
from numberhouse.words import seat_number

__all__ = ["Heading", "Transcript", "TranscriptStep", "transcript"]


class Heading(msgspec.Struct, frozen=True):
    """A fact at the top of the transcript."""

    name: str
    text: str


class TranscriptStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of the match, as far as the viewer may know it."""

    number: int
    """The number among the steps that this viewer sees, from 1."""
    at: float
    kind: Literal["action", "expiry", "event", "host", "announcement"]
    words: tuple[str, ...] = ()
    """Its descriptions, each of one line or more."""
    seat: Seat | None = None
    name: str = ""
    """The name of the player."""
    notation: str = ""
    """The action as text."""
    entry: int | None = None
    """The number by which an amendment names it; only for those who may see everything."""
    by: str = ""
    """The name of the host or administrator who did it; only for hosts."""
    cause: str = ""
    """The cause of an expiry: `time`, `resigned`, `host` or `bot`; only for those who may see everything."""


class Transcript(msgspec.Struct, frozen=True):
    """The whole transcript."""

    match: str
    title: str
    game: str
    language: Language
    perspective: Perspective
    headings: tuple[Heading, ...]
    players: tuple[str, ...]
    """The names of the present players, by seat."""
    steps: tuple[TranscriptStep, ...]
    board: str
    """The position at the end of the transcript, in text."""
    result: tuple[str, ...]
    """The result in lines; empty while the match runs."""


def transcript(
    session: Session,
    journal_entries: Sequence[JournalEntry],
    granted: GrantedPerspective,
    lang: Language,
    hosts: Mapping[str, str] = MappingProxyType({}),
) -> Transcript:
    """The transcript of a match whose journal has these entries. `hosts` has the names of hosts by id; only
    hosts may see them."""
    perspective = granted.perspective
    view = session.match.game.view(session.match.state, granted.viewer)
    return Transcript(
        match=session.row.id,
        title=session.row.terms.title or session.match.game.card.title,
        game=session.installed.id,
        language=lang,
        perspective=perspective,
        headings=tuple(_headings(session, granted, lang)),
        players=tuple(_players(session, lang)),
        steps=tuple(_steps(session, journal_entries, perspective, lang, hosts)),
        # Without a start there is no seed, and so no position.
        board=session.installed.draw(view, lang, session.names(lang)) if session.begun else "",
        result=() if not session.over else tuple(result(session, lang)),
    )


def _headings(session: Session, granted: GrantedPerspective, lang: Language) -> Iterator[Heading]:
    perspective, info = granted.perspective, granted.info

    def heading(name: str, text: str) -> Heading:
        return Heading(phrase(name, lang), text)

    row = session.row
    yield heading("game", session.match.game.card.title)
    yield heading("match", row.id)
    yield heading("status", phrase(session.status, lang))
    if isinstance(perspective, int):
        name = session.names(lang)[perspective]
        yield heading(
            "perspective",
            phrase("own_eyes" if name else "seat", lang, seat=seat_number(perspective), name=name),
        )
    else:
        yield heading("perspective", phrase(perspective, lang))
    playing = [phrase("hosts_and_plays", lang, name=seat.name) for seat in info.seats if seat.hosts]
    if playing:
        yield heading("hosts", ", ".join(playing))
    for option, name in info.handed_in.items():
        yield heading("handed_in", phrase("handed_in_by", lang, option=option, name=name or "–"))
    yield heading("options", _options(session, perspective))
    yield heading("clock", clock_text(row.clock, lang))
    if session.started is not None:
        yield heading("began", moment(session.started))
    if session.over and session.ended is not None:
        yield heading("ended", moment(session.ended))
    yield from _seeding(session, lang)


def _seeding(session: Session, lang: Language) -> Iterator[Heading]:
    """The making of the seed. Before the end it has no fact with which the seed can be computed."""
    row, seeding = session.row, session.row.seeding
    facts: list[tuple[str, str | None]] = [("commitment", seeding.commitment if seeding else None)]
    if session.begun:
        contributions = ", ".join(text or "-" for text in seeding.contributions) if seeding else None
        facts += [("contributions", contributions), ("digest", seed_digest(row.seed))]
    if session.begun and session.over:
        facts += [("secret", seeding.secret if seeding else None), ("seed", row.seed)]
    for name, text in facts:
        if text is not None:
            yield Heading(phrase(name, lang), text)


def _options(session: Session, perspective: Perspective) -> str:
    options = msgspec.to_builtins(session.row.options, order="deterministic")
    secret = session.match.game.card.secret_options
    shows_secrets = perspective == "everything" or session.over
    visible = {name: value for name, value in options.items() if shows_secrets or name not in secret}
    return msgspec.json.encode(visible).decode()


def _players(session: Session, lang: Language) -> Iterator[str]:
    for occupant, name in zip(session.occupants, session.names(lang), strict=True):
        bot = f" ({phrase('bot', lang)})" if occupant.bot is not None else ""
        yield (name or phrase("empty", lang)) + bot


def _steps(
    session: Session,
    journal_entries: Sequence[JournalEntry],
    perspective: Perspective,
    lang: Language,
    hosts: Mapping[str, str],
) -> Iterator[TranscriptStep]:
    count = number = 0
    for journal_entry in journal_entries:
        if is_played(journal_entry.body):
            count += 1
            step = _action_step(session, journal_entry.body, count, perspective, lang)
        else:
            step = _host_step(session, journal_entry, lang)
        if step is not None:
            number += 1
            yield msgspec.structs.replace(step, number=number, by=hosts.get(journal_entry.by or "", ""))


def _action_step(
    session: Session, body: Body, number: int, perspective: Perspective, lang: Language
) -> TranscriptStep | None:
    """The step of entry `number` of the match, with its amendments; None if the viewer may not know that it
    exists."""
    entry, events = session.match.log[number - 1], session.match.events[number - 1]
    everything = perspective == "everything"
    if isinstance(body, Rule):
        ruling_words = session.installed.ruling_words(entry.action, lang, session.names(lang))
        reason = [phrase("reason", lang, reason=body.reason)] if body.reason else []
        lines = (
            phrase("ruled", lang, words=ruling_words),
            *reason,
            *_words(session, events, perspective, lang),
        )
        return TranscriptStep(0, session.moments[number - 1], "host", lines)
    if entry.forfeit is not None:
        return TranscriptStep(
            0, session.moments[number - 1], "host", tuple(_words(session, events, perspective, lang))
        )
    own = everything or entry.seat == perspective or not session.match.game.card.hidden
    words = tuple(_words(session, events, perspective, lang))
    at = session.moments[number - 1]
    if not own:
        return TranscriptStep(0, at, "event", words) if words else None
    if isinstance(body, Expire) and everything and f"reason_{body.reason}" in REASONS:
        words = (*words, phrase("reason", lang, reason=phrase(f"reason_{body.reason}", lang)))
    return TranscriptStep(
        number=0,
        at=at,
        kind="expiry" if entry.action is None else "action",
        words=words,
        seat=entry.seat,
        name=session.names(lang)[entry.seat],
        notation=phrase("time_ran_out", lang)
        if entry.action is None
        else session.installed.write(entry.action),
        cause=body.reason if everything and isinstance(body, Expire) else "",
        entry=number if everything else None,
    )


REASONS = ("reason_time", "reason_resigned", "reason_host", "reason_bot")


def _words(
    session: Session, events: Sequence[Event], perspective: Perspective, lang: Language
) -> Iterator[str]:
    display_names = session.names(lang)

    def tell(event: Event, reader: Seat | None) -> str:
        return session.installed.tell(event, reader, lang, display_names)

    for event in events:
        if perspective != "everything":
            viewer = viewer_of(perspective)
            if event.visible_to(viewer):
                yield tell(event, viewer)
        elif event.audience is None:
            yield tell(event, None)
        elif event.audience:
            # In the words for one of its audience: a secret event may have no words for anybody else.
            seats = sorted(event.audience)
            names = ", ".join(_name(session, seat, lang) for seat in seats)
            yield f"[{phrase('only_for', lang, names=names)}] {tell(event, seats[0])}"


def _name(session: Session, seat: Seat, lang: Language) -> str:
    return session.names(lang)[seat] or phrase("seat", lang, seat=seat_number(seat))


def _host_step(session: Session, entry: JournalEntry, lang: Language) -> TranscriptStep | None:
    """The step of an entry by the host or the service, which is public; None where it says nothing."""

    def step(name: str, /, **values: Any) -> TranscriptStep:
        return TranscriptStep(0, entry.at, "host", (phrase(name, lang, **values),))

    def name_of(seat: Seat | None) -> str:
        return _name(session, seat, lang) if seat is not None else ""

    match entry.body:
        case Start():
            return step("host_start")
        case Pause():
            return step("host_pause")
        case Resume():
            return step("host_resume")
        case Extend(seconds=seconds, seats=seats, reason=reason):
            names = phrase("everybody", lang) if seats is None else ", ".join(map(name_of, seats))
            code = "host_extend" if seconds > 0 else "host_shorten"
            words = [phrase(code, lang, span=duration(abs(seconds), lang), names=names)]
            words += [phrase("reason", lang, reason=reason)] if reason else []
            return TranscriptStep(0, entry.at, "host", tuple(words))
        case Resign():
            return step("host_resign", name=name_of(entry.seat))
        case Seated(bot=bot, person=person) if entry.seat is not None:
            occupant = session.occupants[entry.seat]
            same = (occupant.bot, occupant.person) == (bot, person)
            name = name_of(entry.seat) if same else phrase("somebody", lang)
            return step("host_seated", name=name, seat=seat_number(entry.seat))
        case Release():
            return step("host_release")
        case Stop(reason=reason, cause=cause):
            causes = {"resigned": "all_resigned", "length": "too_long", "gone": "called_off"}
            words = [phrase(causes.get(cause, "host_stop"), lang)]
            words += [phrase("reason", lang, reason=reason)] if reason else []
            return TranscriptStep(0, entry.at, "host", tuple(words))
        case Amend(announced=text) if text:
            return TranscriptStep(0, entry.at, "announcement", (text,))
        case Amend():
            return step("host_amend")
        case Announce(text=text):
            return TranscriptStep(0, entry.at, "announcement", (text,))
        case HostProposal():
            return step("host_proposes", name=name_of(entry.seat) or phrase("the_host", lang))
        case Consent(agrees=agrees, by=by):
            code = "taken_back" if by is not None else "agrees" if agrees else "disagrees"
            return step(f"seat_{code}", name=name_of(entry.seat) or phrase("the_host", lang))
        case _:
            return None
