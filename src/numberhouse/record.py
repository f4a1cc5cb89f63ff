"""The record: the file from which a match can be replayed.

JSON Lines. A header (format version, game, rules version, options, players by seat, the seed or only its
digest), a line for each entry of the log (number, seat, time, notation, action; an expiry and a ruling of the
host are kinds of their own) and a closing line (status, outcome, number of entries, SHA-256 of all lines
before it, SHA-256 of the state).

A record is *open* when it holds the seed, and *sealed* when it holds only the seed's digest, which is
published while a match runs. A sealed record has no secret options and no state digest; where the game has
hidden information, it has no entries either.
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
    """The first line: everything that a match consists of, except the log."""

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
    """An action of a seat; `notation` and `action` mean the same."""

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
    """The host's decision of a question that the rules leave open."""

    number: int
    at: float | None
    ruling: msgspec.Raw
    reason: str = ""


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="closing"):
    """The last line."""

    status: Literal["finished", "running"]
    outcome: Outcome | None
    actions: int
    """Number of entries in this file."""
    lines: str
    """SHA-256, in hex, of all lines before this one, each with its line feed."""
    state: str | None
    """`numberhouse.match.state_digest`; None in a sealed record."""


EntryLine: TypeAlias = ActionLine | ExpiryLine | RulingLine
"""A line that is an entry of the match's log."""

Line: TypeAlias = Header | EntryLine | Closing


class Record(msgspec.Struct, frozen=True):
    """A record after reading. Its lines are well formed; `replay` checks whether they are true."""

    header: Header
    lines: tuple[EntryLine, ...]
    closing: Closing | None
    """None only in the record of a `CutOff`."""

    @property
    def sealed(self) -> bool:
        """Whether the record lacks the seed, so that it can't be replayed."""
        return self.header.seed is None

    def replay(self, game: AnyGame | InstalledGame | None = None) -> AnyMatch:
        """The match, played again by `game`, by default the registered game of that id.

        Raises a `RecordError` for the first disagreement.
        """
        match, findings = _replay(self, game)
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

    A finished match gives an open record. A running match gives a sealed one, which may be published. With
    `open` it gives an open record, from which the match can be resumed: only the host may see it.
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
    text = "".join(_encode(line) for line in lines)
    closing = Closing(
        status="running" if outcome is None else "finished",
        outcome=outcome,
        actions=len(entries),
        lines=hashlib.sha256(text.encode()).hexdigest(),
        state=None if sealed else state_digest(match.state, match.game.card.later_fields),
    )
    return text + _encode(closing)


def read(source: str | Path) -> Record:
    """A record from its text, or from the file at a path. Raises a `RecordError` for a record that isn't
    whole and unchanged, and `OSError` for a file that can't be read."""
    record, findings = _scan(source)
    if findings or record is None:
        raise findings[0]
    return record


def verify(source: str | Path | Record, game: AnyGame | InstalledGame | None = None) -> list[RecordError]:
    """All errors of a record; an empty list when it is whole, unchanged and replays to the state and outcome
    that it names. The game is the registered one of that id unless the caller passes another."""
    record, findings = (source, []) if isinstance(source, Record) else _scan(source)
    if record is None:
        return findings
    mismatches = _replay(record, game)[1]
    return [_locate(finding, mismatches) for finding in findings] + mismatches


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


def _encode(line: Line) -> str:
    return msgspec.json.encode(line, order="deterministic").decode() + "\n"


class _Heading(msgspec.Struct):
    """The fields that a header has in every version of the format."""

    kind: Literal["header"]
    format: int


_LINES: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_HEADINGS = msgspec.json.Decoder(_Heading)
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def _scan(source: str | Path) -> tuple[Record | None, list[RecordError]]:
    """The record in the file, and all errors that can be found without replaying it."""
    try:
        raw = _read_bytes(source)
        header = _parse_header(raw)
        texts = raw.split(b"\n")
        fragment = texts.pop()
        if fragment and _decode(fragment) is not None:  # whole, only its line feed is missing
            texts.append(fragment)
            fragment = b""
        lines, closing = _parse_lines(texts)
        if closing is not None and fragment:
            raise Edited("the record was closed before it", len(texts) + 1)
    except RecordError as error:
        return None, [error]
    record = Record(header, tuple(lines), closing)
    if closing is None:
        return record, [CutOff(record, bool(fragment))]
    before = b"".join(text + b"\n" for text in texts[:-1])
    if hashlib.sha256(before).hexdigest() != closing.lines or closing.actions != len(lines):
        return record, [
            Edited("the record was changed after it was written: its lines don't have its digest")
        ]
    return record, []


def _parse_lines(texts: Sequence[bytes]) -> tuple[list[EntryLine], Closing | None]:
    """The lines after the header. Raises `Edited` for the first that is out of place."""
    lines: list[EntryLine] = []
    closing: Closing | None = None
    for line_number, text in enumerate(texts[1:], start=2):
        line = _decode(text)
        if closing is not None:
            raise Edited("the record was closed before it", line_number)
        if isinstance(line, Closing):
            closing = line
        elif isinstance(line, EntryLine):
            if line.number != line_number - 1:
                raise Edited(f"it is numbered {line.number} and stands {line_number - 1}", line_number)
            lines.append(line)
        else:
            raise Edited("it is not a line of a record", line_number)
    return lines, closing


def _read_bytes(source: str | Path) -> bytes:
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
    raw = raw.replace(b"\r\n", b"\n")  # some editors and version control write CRLF
    if raw.count(b"\n") > MOST_ACTIONS + 2:
        raise TooBig(f"the record has more than {MOST_ACTIONS} actions, the most that is read")
    longest = max(len(line) for line in raw.split(b"\n"))
    if longest > LONGEST_LINE:
        raise TooBig(f"the record has a line of {longest} bytes; at most {LONGEST_LINE} are read")
    return raw


def _parse_header(raw: bytes) -> Header:
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


def _decode(text: bytes) -> Line | None:
    try:
        return _LINES.decode(text)
    except _UNREADABLE:
        return None


def _replay(
    record: Record, game: AnyGame | InstalledGame | None
) -> tuple[AnyMatch | None, list[RecordError]]:
    """The match as far as it can be played, and all disagreements."""
    findings: list[RecordError] = []
    try:
        installed = _version(record, _installed_game(record, game))
        match = _new_match(record, installed.game)
        for line in record.lines:
            findings += _enter_line(match, line, installed)
    except RecordError as error:
        return None, [*findings, error]
    if record.closing is not None:
        findings += _check_end(match, record.closing, len(record.lines) + 2)
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


def _new_match(record: Record, game: AnyGame) -> AnyMatch:
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


def _enter_line(match: AnyMatch, line: EntryLine, installed: InstalledGame) -> Iterator[RecordError]:
    """Play one line. Raises `ActionRefused`, after which no further line can be played."""
    number = line.number
    try:
        if isinstance(line, ExpiryLine):
            match.expire(line.seat, line.at)
            return
        if isinstance(line, RulingLine):
            _enter_ruling(match, line)
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


def _enter_ruling(match: AnyMatch, line: RulingLine) -> None:
    ruling_type = match.game.ruling_type if isinstance(match.game, Refereed) else Any
    match.rule(msgspec.json.decode(line.ruling, type=ruling_type), line.reason, line.at)


def _check_end(match: AnyMatch, closing: Closing, line_number: int) -> Iterator[RecordError]:
    outcome = match.outcome
    status = "running" if outcome is None else "finished"
    if (status, outcome) != (closing.status, closing.outcome):
        yield OutcomeDiffers(
            line_number,
            f"replay leaves the match {status} with {_outcome_text(outcome)}; "
            f"the record says {closing.status} with {_outcome_text(closing.outcome)}",
        )
    if state_digest(match.state, match.game.card.later_fields) != closing.state:
        yield StateDiffers(
            line_number, "replay ends in another state than the one whose digest the record names"
        )


def _outcome_text(outcome: Outcome | None) -> str:
    return "no outcome" if outcome is None else f"scores {outcome.scores}, places {outcome.places}"


def _locate(finding: RecordError, mismatches: Sequence[RecordError]) -> RecordError:
    """An `Edited` finding with the line where the replay first disagrees, if there is one."""
    if not isinstance(finding, Edited) or finding.line is not None:
        return finding
    for other in mismatches:
        if isinstance(other, OnReplay):
            return Edited(str(other), other.line)
    if mismatches:
        return finding
    return Edited(f"{finding}, yet it replays as it says: only names, times or spelling were changed")
