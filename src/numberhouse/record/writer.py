"""Writes the record of a match."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from numberhouse.match import HOST, Entry, seed_digest, state_digest
from numberhouse.record.lines import (
    ActionLine,
    Closing,
    EntryLine,
    ExpiryLine,
    ForfeitLine,
    Header,
    Line,
    RulingLine,
    encode,
)
from numberhouse.record.replay import AnyMatch
from numberhouse.registry import InstalledGame, installed_game
from numberhouse.seeding import Seeding

__all__ = ["write"]


def write(
    match: AnyMatch,
    players: Sequence[str],
    *,
    installed: InstalledGame | None = None,
    open: bool = False,
    secrets: bool = False,
    seeding: Seeding | None = None,
) -> str:
    """The record of a match as text. `installed` gives the notation, by default that of the registered game.

    The record of a finished match is open. The record of a running match is sealed and may be published. With
    `open` the record of a running match is open too: the match can be resumed from it, and only the host may
    see it. With `secrets` the record of a running match has all actions and options, but is sealed all the
    same: even a host who sees everything doesn't see the seed. `seeding` is what the seed was made of.
    """
    if len(players) != match.seats:
        raise ValueError(f"{len(players)} players for {match.seats} seats")
    installed = installed or installed_game(match.game)
    outcome = match.outcome
    sealed = outcome is None and not open
    entries = [] if sealed and match.game.card.hidden and not secrets else match.log
    lines: list[Line] = [
        _header(match, players, sealed, secrets, seeding),
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


def _header(
    match: AnyMatch, players: Sequence[str], sealed: bool, secrets: bool, seeding: Seeding | None
) -> Header:
    card = match.game.card
    options = msgspec.to_builtins(match.options, order="deterministic")
    if sealed and not secrets:
        options = {name: value for name, value in options.items() if name not in card.secret_options}
    if seeding is not None and sealed:
        seeding = msgspec.structs.replace(seeding, secret=None)
    return Header(
        format=3 if match.forfeited is not None else 2 if seeding is not None else 1,
        game=card.id,
        rules=card.rules_version,
        options=msgspec.Raw(msgspec.json.encode(options)),
        players=tuple(players),
        seed_digest=seed_digest(match.seed),
        seed=None if sealed else match.seed,
        seeding=UNSET if seeding is None else seeding,
    )


def _entry_line(entry: Entry[Any], installed: InstalledGame) -> EntryLine:
    if entry.seat == HOST:
        ruling = msgspec.Raw(msgspec.json.encode(entry.action, order="deterministic"))
        return RulingLine(entry.number, entry.at, ruling, entry.reason)
    if entry.forfeit is not None:
        return ForfeitLine(entry.number, entry.seat, entry.at, entry.forfeit)
    if entry.action is None:
        return ExpiryLine(entry.number, entry.seat, entry.at)
    action = msgspec.Raw(msgspec.json.encode(entry.action, order="deterministic"))
    return ActionLine(entry.number, entry.seat, entry.at, installed.write(entry.action), action)
