"""The record: the file from which a match can be replayed.

JSON Lines. A header (format version, game, rules version, options, players by seat, the seed or only its
digest), a line for each entry of the log (number, seat, time, notation, action; an expiry and a ruling of the
host are kinds of their own)
and a closing line (status, outcome, number of entries, SHA-256 of all lines before it, SHA-256 of the state).

A record is *open* when it holds the seed, and *sealed* when it holds only the seed's digest: the promise that
is published while a match runs. A sealed record has no secret options and no state digest, and of a game
with hidden information no entries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import IllegalAction, Outcome, Refereed, Seat
from numberhouse.match import HOST, Entry, Match, seed_digest, state_digest
from numberhouse.record_errors import (
    ActionRefused,
    BadOptions,
    CutOff,
    Edited,
    MissingGame,
    NewerFormat,
    NewerRules,
    NotARecord,
    NotationDiffers,
    OlderRules,
    OnReplay,
    OutcomeDiffers,
    RecordError,
    Sealed,
    SeedDiffers,
    StateDiffers,
    TooBig,
)
from numberhouse.registry import AnyGame, InstalledGame, UnknownGame, UnknownVersion, find, installed_game

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "MOST_ACTIONS",
    "MOST_BYTES",
    "ActionLine",
    "ActionRefused",
    "BadOptions",
    "Closing",
    "CutOff",
    "Edited",
    "ExpiryLine",
    "Header",
    "MissingGame",
    "NewerFormat",
    "NewerRules",
    "NotARecord",
    "NotationDiffers",
    "OlderRules",
    "OnReplay",
    "OutcomeDiffers",
    "Record",
    "RecordError",
    "RulingLine",
    "Sealed",
    "SeedDiffers",
    "StateDiffers",
    "TooBig",
    "read",
    "verify",
    "write",
]

FORMAT = 1
MOST_BYTES = 16 << 20
LONGEST_LINE = 256 << 10
"""Bytes."""
MOST_ACTIONS = 100_000

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]


class Header(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="header"
):
    """The first line: everything but the log that a match is made of."""

    format: int
    game: str
    rules: int
    """The game's rules version that the match began with."""
    options: msgspec.Raw
    """As JSON; without the secret ones in a sealed record."""
    players: tuple[str, ...]
    """Names, by seat."""
    seed_digest: str
    seed: str | None = None
    """None: the record is sealed."""


class ActionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="action"):
    """What a seat did; `notation` and `action` say the same thing."""

    number: int
    seat: Seat
    at: float | None
    notation: str
    action: msgspec.Raw


class ExpiryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="expiry"):
    """The time of a seat ran out."""

    number: int
    seat: Seat
    at: float | None


class RulingLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ruling"):
    """What the host decided where the rules leave it to the host."""

    number: int
    at: float | None
    ruling: msgspec.Raw
    reason: str = ""


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="closing"):
    """The last line."""

    status: Literal["finished", "running"]
    outcome: Outcome | None
    actions: int
    """How many entries stand in this file."""
    lines: str
    """SHA-256, in hex, of all lines before this one, each with its line feed."""
    state: str | None
    """`numberhouse.match.state_digest`; None in a sealed record."""


Played: TypeAlias = ActionLine | ExpiryLine | RulingLine
"""A line that is an entry of the match's log."""

Line: TypeAlias = Header | Played | Closing


class Record(msgspec.Struct, frozen=True):
    """A record that has been read. Its lines are well formed; `replay` finds out whether they are true."""

    header: Header
    lines: tuple[Played, ...]
    closing: Closing | None
    """None only in what `CutOff` saved."""

    @property
    def sealed(self) -> bool:
        """Whether the seed is held back, so that nothing can be replayed."""
        return self.header.seed is None

    def replay(self, game: AnyGame | InstalledGame | None = None) -> AnyMatch:
        """The match, played again; the registered game of that id unless given.

        Raises a `RecordError`: the first thing found that doesn't agree.
        """
        match, findings = _replayed(self, game)
        if findings or match is None:
            raise findings[0]
        return match


def write(
    match: AnyMatch,
    players: Sequence[str],
    *,
    installed: InstalledGame | None = None,
    open: bool = False,
) -> str:
    """The record of a match as text; `installed` gives the notation, by default the registered one.

    A finished match gives an open record. A running match gives a sealed one, fit to be published, unless
    `open` asks for the one that it can be resumed from: keep that from everybody but the host.
    """
    if len(players) != match.seats:
        raise ValueError(f"{len(players)} players for {match.seats} seats")
    installed = installed or installed_game(match.game)
    outcome = match.outcome
    sealed = outcome is None and not open
    shown = [] if sealed and match.game.card.hidden else match.log
    lines: list[Line] = [_header(match, players, sealed), *(_line(entry, installed) for entry in shown)]
    text = "".join(_encoded(line) for line in lines)
    closing = Closing(
        status="running" if outcome is None else "finished",
        outcome=outcome,
        actions=len(shown),
        lines=hashlib.sha256(text.encode()).hexdigest(),
        state=None if sealed else state_digest(match.state, match.game.card.later_fields),
    )
    return text + _encoded(closing)


def read(source: str | Path) -> Record:
    """A record from its text, or from the file at a path. Raises a `RecordError` for what isn't whole and
    unchanged, and `OSError` for a file that can't be read."""
    record, findings = _scanned(source)
    if findings or record is None:
        raise findings[0]
    return record


def verify(source: str | Path | Record, game: AnyGame | InstalledGame | None = None) -> list[RecordError]:
    """Everything that is wrong with a record; an empty list when it is whole, unchanged and replays to
    the state and outcome it names. Looks the game up by its id unless given."""
    record, findings = (source, []) if isinstance(source, Record) else _scanned(source)
    if record is None:
        return findings
    replayed = _replayed(record, game)[1]
    return [_traced(finding, replayed) for finding in findings] + replayed


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


def _line(entry: Entry[Any], installed: InstalledGame) -> Played:
    if entry.seat == HOST:
        ruling = msgspec.Raw(msgspec.json.encode(entry.action, order="deterministic"))
        return RulingLine(entry.number, entry.at, ruling, entry.reason)
    if entry.action is None:
        return ExpiryLine(entry.number, entry.seat, entry.at)
    action = msgspec.Raw(msgspec.json.encode(entry.action, order="deterministic"))
    return ActionLine(entry.number, entry.seat, entry.at, installed.write(entry.action), action)


def _encoded(line: Line) -> str:
    return msgspec.json.encode(line, order="deterministic").decode() + "\n"


class _Heading(msgspec.Struct):
    """As much of a header as every version has."""

    kind: Literal["header"]
    format: int


_LINES: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_HEADINGS = msgspec.json.Decoder(_Heading)
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def _scanned(source: str | Path) -> tuple[Record | None, list[RecordError]]:
    """What stands in the file, and everything wrong that shows without replaying it."""
    try:
        raw = _bytes(source)
        header = _first(raw)
        texts = raw.split(b"\n")
        half = texts.pop()
        if half and _decoded(half) is not None:  # whole, only its line feed is missing
            texts.append(half)
            half = b""
        lines, closing = _rest(texts)
        if closing is not None and half:
            raise Edited("the record was closed before it", len(texts) + 1)
    except RecordError as error:
        return None, [error]
    record = Record(header, tuple(lines), closing)
    if closing is None:
        return record, [CutOff(record, bool(half))]
    before = b"".join(text + b"\n" for text in texts[:-1])
    if hashlib.sha256(before).hexdigest() != closing.lines or closing.actions != len(lines):
        return record, [
            Edited("the record was changed after it was written: its lines don't have its digest")
        ]
    return record, []


def _rest(texts: Sequence[bytes]) -> tuple[list[Played], Closing | None]:
    """The lines after the header. Raises `Edited` for the first that is out of place."""
    lines: list[Played] = []
    closing: Closing | None = None
    for place, text in enumerate(texts[1:], start=2):
        line = _decoded(text)
        if closing is not None:
            raise Edited("the record was closed before it", place)
        if isinstance(line, Closing):
            closing = line
        elif isinstance(line, Played):
            if line.number != place - 1:
                raise Edited(f"it is numbered {line.number} and stands {place - 1}", place)
            lines.append(line)
        else:
            raise Edited("it is not a line of a record", place)
    return lines, closing


def _bytes(source: str | Path) -> bytes:
    if isinstance(source, Path):
        with source.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    elif len(source) > MOST_BYTES:
        raise TooBig(f"the record has {len(source)} characters; at most {MOST_BYTES} bytes are read")
    else:
        try:
            raw = source.encode()
        except UnicodeError as error:
            raise NotARecord(f"not a record: not text ({error})") from error
    if len(raw) > MOST_BYTES:
        raise TooBig(f"the record has more than {MOST_BYTES} bytes, the most that is read")
    raw = raw.replace(b"\r\n", b"\n")  # as some editors and version control leave it
    if raw.count(b"\n") > MOST_ACTIONS + 2:
        raise TooBig(f"the record has more than {MOST_ACTIONS} actions, the most that is read")
    longest = max(len(line) for line in raw.split(b"\n"))
    if longest > LONGEST_LINE:
        raise TooBig(f"the record has a line of {longest} bytes; at most {LONGEST_LINE} are read")
    return raw


def _first(raw: bytes) -> Header:
    text = raw.split(b"\n", 1)[0]
    try:
        heading = _HEADINGS.decode(text)
        if heading.format > FORMAT:
            raise NewerFormat(heading.format, FORMAT)
        header = _LINES.decode(text)
    except _UNREADABLE as error:
        raise NotARecord(f"not a record: its first line is not a header ({error})") from error
    if not isinstance(header, Header) or header.format < 1:
        raise NotARecord(f"not a record: there is no format {heading.format}")
    return header


def _decoded(text: bytes) -> Line | None:
    try:
        return _LINES.decode(text)
    except _UNREADABLE:
        return None


def _replayed(
    record: Record, game: AnyGame | InstalledGame | None
) -> tuple[AnyMatch | None, list[RecordError]]:
    """The match as far as it can be played, and everything that doesn't agree."""
    findings: list[RecordError] = []
    try:
        installed = _version(record, _installed_game(record, game))
        match = _begun(record, installed.game)
        for line in record.lines:
            findings += _entered(match, line, installed)
    except RecordError as error:
        return None, [*findings, error]
    if record.closing is not None:
        findings += _ended(match, record.closing, len(record.lines) + 2)
    return match, findings


def _installed_game(record: Record, game: AnyGame | InstalledGame | None) -> InstalledGame:
    header = record.header
    try:
        installed = (
            find(header.game)
            if game is None
            else game
            if isinstance(game, InstalledGame)
            else installed_game(game)
        )
    except UnknownGame as error:
        raise MissingGame(str(error)) from error
    if installed.id != header.game:
        raise MissingGame(f"the record is of {header.game!r}, not of {installed.id!r}")
    return installed


def _version(record: Record, installed: InstalledGame) -> InstalledGame:
    """The installed game by the version of its rules that the match began with."""
    header, present = record.header, installed.game.card.rules_version
    if header.rules > present:
        raise NewerRules(header.game, header.rules, present)
    try:
        return installed.version(header.rules)
    except UnknownVersion as error:
        raise OlderRules(header.game, header.rules, error.known) from error


def _begun(record: Record, game: AnyGame) -> AnyMatch:
    header = record.header
    if header.seed is None:
        raise Sealed
    if seed_digest(header.seed) != header.seed_digest:
        raise SeedDiffers("the seed is not the one whose digest the record promised")
    try:
        options = msgspec.json.decode(header.options, type=game.options_type)
        return Match(game, header.seed, options, len(header.players))
    except (IllegalAction, *_UNREADABLE) as error:
        raise BadOptions(f"{game.card.title} can't be played with the record's options: {error}") from error


def _entered(match: AnyMatch, line: Played, installed: InstalledGame) -> Iterator[RecordError]:
    """Play one line. Raises `ActionRefused`, after which nothing can follow."""
    number = line.number
    try:
        if isinstance(line, ExpiryLine):
            match.expire(line.seat, line.at)
            return
        if isinstance(line, RulingLine):
            _ruled(match, line)
            return
        action = msgspec.json.decode(line.action, type=match.game.action_type)
        match.act(line.seat, action, line.at)
    except (IllegalAction, *_UNREADABLE) as error:
        raise ActionRefused(number, str(error)) from error
    try:
        if installed.parse(line.notation) != action:
            yield NotationDiffers(number, f"{line.notation[:200]!r} is not {installed.write(action)!r}")
    except IllegalAction as error:
        yield NotationDiffers(number, str(error))


def _ruled(match: AnyMatch, line: RulingLine) -> None:
    ruling_type = match.game.ruling_type if isinstance(match.game, Refereed) else Any
    match.rule(msgspec.json.decode(line.ruling, type=ruling_type), line.reason, line.at)


def _ended(match: AnyMatch, closing: Closing, place: int) -> Iterator[RecordError]:
    outcome = match.outcome
    status = "running" if outcome is None else "finished"
    if (status, outcome) != (closing.status, closing.outcome):
        yield OutcomeDiffers(
            place,
            f"replay leaves the match {status} with {_told(outcome)}; "
            f"the record says {closing.status} with {_told(closing.outcome)}",
        )
    if state_digest(match.state, match.game.card.later_fields) != closing.state:
        yield StateDiffers(place, "replay ends in another state than the one whose digest the record names")


def _told(outcome: Outcome | None) -> str:
    return "no outcome" if outcome is None else f"scores {outcome.scores}, places {outcome.places}"


def _traced(finding: RecordError, replayed: Sequence[RecordError]) -> RecordError:
    """`Edited` with the line where replay first disagrees, if it does."""
    if not isinstance(finding, Edited) or finding.line is not None:
        return finding
    for other in replayed:
        if isinstance(other, OnReplay):
            return Edited(str(other), other.line)
    if replayed:
        return finding
    return Edited(f"{finding}, yet it replays as it says: only names, times or spelling were changed")
