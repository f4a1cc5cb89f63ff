"""The transcript of a match as one viewer may see it: what to tell, before it is put into a form.

What a viewer may not know leaves nothing behind: no step, no number, no moment. The forms are text, Markdown,
HTML, JSON (the structs here) and pieces for chat programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from numberhouse.contract.game import Event, Seat
from numberhouse.match import seed_digest
from numberhouse.protocol.play import Viewer
from numberhouse.protocol.review import Eyes, Language
from numberhouse.server.hosting.announcements import result
from numberhouse.server.hosting.phrases import clock_told, lasting, moment, phrase
from numberhouse.server.play.session import Table
from numberhouse.server.storage.journal_entry import (
    Act,
    Amend,
    Announce,
    Expire,
    Extend,
    Line,
    Pause,
    Release,
    Resign,
    Resume,
    Rule,
    Seated,
    Start,
    Stop,
)

__all__ = ["Heading", "Step", "Transcript", "transcript"]


class Heading(msgspec.Struct, frozen=True):
    """One of the facts at the top."""

    name: str
    text: str


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened, as far as the viewer may know it."""

    number: int
    """Of the steps that this viewer sees, from 1."""
    at: float
    kind: Literal["action", "expiry", "event", "host", "announcement"]
    words: tuple[str, ...] = ()
    """What is said of it, each in a line or more."""
    seat: Seat | None = None
    name: str = ""
    """Of the player."""
    notation: str = ""
    """The action as text."""
    entry: int | None = None
    """The number that an amendment names it by; only for those who may see all."""
    by: str = ""
    """Name of the host or administrator who has done it; only for hosts."""
    cause: str = ""
    """Of an expiry: `time`, `resigned`, `host` or `bot`; only for those who may see all."""


class Transcript(msgspec.Struct, frozen=True):
    """All of it."""

    match: str
    title: str
    game: str
    language: Language
    eyes: Eyes
    headings: tuple[Heading, ...]
    players: tuple[str, ...]
    """By seat, as they sit now."""
    steps: tuple[Step, ...]
    board: str
    """As it is now, in text."""
    result: tuple[str, ...]
    """Empty while the match runs."""


def transcript(
    table: Table,
    lines: Sequence[Line],
    eyes: Eyes,
    entries: int,
    lang: Language,
    hosts: Mapping[str, str] = MappingProxyType({}),
) -> Transcript:
    """Of a match whose log has these lines, as far as its first `entries` actions and expiries: a spectator
    may be behind. Names of `hosts` by id, for a host alone."""
    viewer: Viewer = eyes if isinstance(eyes, int) else None
    behind = entries < len(table.match.log)
    view = table.match.game.view(table.states[entries], viewer)
    return Transcript(
        match=table.row.id,
        title=table.row.terms.title or table.match.game.card.title,
        game=table.folder.id,
        language=lang,
        eyes=eyes,
        headings=tuple(_headings(table, eyes, behind, lang)),
        players=tuple(_players(table, lang)),
        steps=tuple(_steps(table, lines, eyes, entries, lang, hosts)),
        board=table.folder.draw(view, lang, table.names(lang)),
        result=() if behind or not table.over else tuple(result(table, lang)),
    )


# Below


def _headings(table: Table, eyes: Eyes, behind: bool, lang: Language) -> Iterator[Heading]:
    def heading(name: str, text: str) -> Heading:
        return Heading(phrase(name, lang), text)

    row = table.row
    yield heading("game", table.match.game.card.title)
    yield heading("match", row.id)
    yield heading("status", phrase("running" if behind else table.status, lang))
    if isinstance(eyes, int):
        name = table.names(lang)[eyes]
        yield heading("eyes", phrase("own_eyes" if name else "seat", lang, seat=eyes, name=name))
    else:
        yield heading("eyes", phrase(eyes, lang))
    yield heading("options", _options(table, eyes))
    yield heading("clock", clock_told(row.clock, lang))
    if table.started is not None:
        yield heading("began", moment(table.started))
    if table.over and table.ended is not None:
        yield heading("ended", moment(table.ended))
    yield heading("digest", seed_digest(row.seed))
    if table.over:
        yield heading("seed", row.seed)


def _options(table: Table, eyes: Eyes) -> str:
    options = msgspec.to_builtins(table.row.options, order="deterministic")
    secret = table.match.game.card.secret_options
    known = eyes == "everything" or table.over
    shown = {name: value for name, value in options.items() if known or name not in secret}
    return msgspec.json.encode(shown).decode()


def _players(table: Table, lang: Language) -> Iterator[str]:
    for sitting, name in zip(table.sittings, table.names(lang), strict=True):
        bot = f" ({phrase('bot', lang)})" if sitting.bot is not None else ""
        yield (name or phrase("empty", lang)) + bot


def _steps(
    table: Table,
    lines: Sequence[Line],
    eyes: Eyes,
    entries: int,
    lang: Language,
    hosts: Mapping[str, str],
) -> Iterator[Step]:
    done = number = 0
    for line in lines:
        if isinstance(line.body, Act | Expire | Rule):
            done += 1
            step = _played(table, line.body, done, eyes, lang) if done <= entries else None
        else:
            step = _hosted(table, line, lang)
        if step is not None:
            number += 1
            by = None if isinstance(line.body, Act) else line.body.by
            yield msgspec.structs.replace(step, number=number, by=hosts.get(by or "", ""))


def _played(table: Table, body: Act | Expire | Rule, number: int, eyes: Eyes, lang: Language) -> Step | None:
    """Entry `number` of the match, amended if it was; None if the viewer may not know that it is there."""
    entry, events = table.match.log[number - 1], table.match.events[number - 1]
    everything = eyes == "everything"
    if isinstance(body, Rule):
        ruled = table.folder.ruling_words(entry.action, lang, table.names(lang))
        because = [phrase("reason", lang, reason=body.reason)] if body.reason else []
        said = (phrase("ruled", lang, words=ruled), *because, *_words(table, events, eyes, lang))
        return Step(0, table.moments[number - 1], "host", said)
    own = everything or entry.seat == eyes or not table.match.game.card.hidden
    words = tuple(_words(table, events, eyes, lang))
    at = table.moments[number - 1]
    if not own:
        return Step(0, at, "event", words) if words else None
    if isinstance(body, Expire) and everything and f"reason_{body.reason}" in REASONS:
        words = (*words, phrase("reason", lang, reason=phrase(f"reason_{body.reason}", lang)))
    return Step(
        number=0,
        at=at,
        kind="expiry" if entry.action is None else "action",
        words=words,
        seat=entry.seat,
        name=table.names(lang)[entry.seat],
        notation=phrase("time_ran_out", lang) if entry.action is None else table.folder.write(entry.action),
        cause=body.reason if everything and isinstance(body, Expire) else "",
        entry=number if everything else None,
    )


REASONS = ("reason_time", "reason_resigned", "reason_host", "reason_bot")


def _words(table: Table, events: Sequence[Event], eyes: Eyes, lang: Language) -> Iterator[str]:
    called = table.names(lang)

    def tell(event: Event, reader: Seat | None) -> str:
        return table.folder.tell(event, reader, lang, called)

    for event in events:
        if eyes != "everything":
            viewer = eyes if isinstance(eyes, int) else None
            if event.visible_to(viewer):
                yield tell(event, viewer)
        elif event.audience is None:
            yield tell(event, None)
        elif event.audience:
            # Told as those are told who see it: a secret event may have no words for anybody else.
            seats = sorted(event.audience)
            names = ", ".join(_name(table, seat, lang) for seat in seats)
            yield f"[{phrase('only_for', lang, names=names)}] {tell(event, seats[0])}"


def _name(table: Table, seat: Seat, lang: Language) -> str:
    return table.names(lang)[seat] or phrase("seat", lang, seat=seat)


def _hosted(table: Table, line: Line, lang: Language) -> Step | None:
    """What the host or the service has done, which is open to all."""

    def step(name: str, /, **values: Any) -> Step:
        return Step(0, line.at, "host", (phrase(name, lang, **values),))

    def name_of(seat: Seat | None) -> str:
        return _name(table, seat, lang) if seat is not None else ""

    match line.body:
        case Start():
            return step("host_start")
        case Pause():
            return step("host_pause")
        case Resume():
            return step("host_resume")
        case Extend(seconds=seconds, seats=seats, reason=reason):
            who = phrase("everybody", lang) if seats is None else ", ".join(map(name_of, seats))
            told = "host_extend" if seconds > 0 else "host_shorten"
            words = [phrase(told, lang, span=lasting(abs(seconds), lang), names=who)]
            words += [phrase("reason", lang, reason=reason)] if reason else []
            return Step(0, line.at, "host", tuple(words))
        case Resign():
            return step("host_resign", name=name_of(line.seat))
        case Seated(bot=bot, person=person) if line.seat is not None:
            sitting = table.sittings[line.seat]
            still = (sitting.bot, sitting.person) == (bot, person)
            name = name_of(line.seat) if still else phrase("somebody", lang)
            return step("host_seated", name=name, seat=line.seat)
        case Release():
            return step("host_release")
        case Stop(reason=reason, cause=cause):
            words = [phrase("all_resigned" if cause == "resigned" else "host_stop", lang)]
            words += [phrase("reason", lang, reason=reason)] if reason else []
            return Step(0, line.at, "host", tuple(words))
        case Amend(announced=text) if text:
            return Step(0, line.at, "announcement", (text,))
        case Amend():
            return step("host_amend")
        case Announce(text=text):
            return Step(0, line.at, "announcement", (text,))
        case _:
            return None
