"""Writes the record of a match."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from numberhouse.match import HOST, Entry, seed_digest, state_digest
from numberhouse.record.lines import (
    FORMAT,
    ActionLine,
    Closing,
    EntryLine,
    ExpiryLine,
    Header,
    Line,
    RulingLine,
    encode,
)
from numberhouse.record.replay import AnyMatch
from numberhouse.registry import InstalledGame, installed_game

__all__ = ["write"]


def write(
    match: AnyMatch,
    players: Sequence[str],
    *,
    installed: InstalledGame | None = None,
    open: bool = False,
) -> str:
    """The record of a match as text. `installed` gives the notation, by default that of the registered game.

    The record of a finished match is open. The record of a running match is sealed and may be published. With
    `open` the record of a running match is open too: the match can be resumed from it, and only the host may
    see it.
    """
    if len(players) != match.seats:
        raise ValueError(f"{len(players)} players for {match.seats} seats")
    installed = installed or installed_game(match.game)
    outcome = match.outcome
    sealed = outcome is None and not open
    entries = [] if sealed and match.game.card.hidden else match.log
    lines: list[Line] = [
        _header(match, players, sealed),
        *(_entry_line(entry, installed) for entry in entries),
    ]
    text = "".join(encode(line) for line in lines)
    closing = Closing(
        status="running" if outcome is None else "finished",
        outcome=outcome,
        actions=len(entries),
        lines=hashlib.sha256(text.encode()).hexdigest(),
        state=None if sealed else state_digest(match.state, match.game.card.later_fields),
    )
    return text + encode(closing)


def _header(match: AnyMatch, players: Sequence[str], sealed: bool) -> Header:
    card = match.game.card
    options = msgspec.to_builtins(match.options, order="deterministic")
    if sealed:
        options = {name: value for name, value in options.items() if name not in card.secret_options}
    return Header(
        format=FORMAT,
        game=card.id,
        rules=card.rules_version,
        options=msgspec.Raw(msgspec.json.encode(options)),
        players=tuple(players),
        seed_digest=seed_digest(match.seed),
        seed=None if sealed else match.seed,
    )


def _entry_line(entry: Entry[Any], installed: InstalledGame) -> EntryLine:
    if entry.seat == HOST:
        ruling = msgspec.Raw(msgspec.json.encode(entry.action, order="deterministic"))
        return RulingLine(entry.number, entry.at, ruling, entry.reason)
    if entry.action is None:
        return ExpiryLine(entry.number, entry.seat, entry.at)
    action = msgspec.Raw(msgspec.json.encode(entry.action, order="deterministic"))
    return ActionLine(entry.number, entry.seat, entry.at, installed.write(entry.action), action)
