"""Reads a record and verifies it.

The file may come from an untrusted source: sizes are limited, and every fault is a `RecordError`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from numberhouse.record.errors import CutOff, Edited, NewerFormat, NotARecord, OnReplay, RecordError, TooBig
from numberhouse.record.lines import FORMAT, LINES, UNREADABLE, Closing, EntryLine, Header, decode
from numberhouse.record.replay import Record, replay
from numberhouse.registry import AnyGame, InstalledGame

__all__ = ["LONGEST_LINE", "MOST_ACTIONS", "MOST_BYTES", "read", "verify"]

MOST_BYTES = 16 << 20
LONGEST_LINE = 256 << 10
"""Longest line of a record, in bytes."""
MOST_ACTIONS = 100_000


def read(source: str | Path) -> Record:
    """Read a record from its text, or from the file at a path. Raises a `RecordError` for a record that is
    truncated or changed, and `OSError` for a file that can't be read."""
    record, findings = _scan(source)
    if findings or record is None:
        raise findings[0]
    return record


def verify(source: str | Path | Record, game: AnyGame | InstalledGame | None = None) -> list[RecordError]:
    """All errors of a record. The list is empty when the record is complete and unchanged, and its replay
    gives the state and outcome of the closing line. The game is the registered one of that id unless the
    caller passes another."""
    record, findings = (source, []) if isinstance(source, Record) else _scan(source)
    if record is None:
        return findings
    mismatches = replay(record, game)[1]
    return [_locate(finding, mismatches) for finding in findings] + mismatches


class _Heading(msgspec.Struct):
    """The fields that a header has in every version of the format."""

    kind: Literal["header"]
    format: int


_HEADINGS = msgspec.json.Decoder(_Heading)


def _scan(source: str | Path) -> tuple[Record | None, list[RecordError]]:
    """The record in the file, and all errors that can be found without replaying it."""
    try:
        raw = _read_bytes(source)
        header = _parse_header(raw)
        texts = raw.split(b"\n")
        fragment = texts.pop()
        if fragment and decode(fragment) is not None:  # whole, only its line feed is missing
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
    """The lines after the header. Raises `Edited` for the first line that is out of place."""
    lines: list[EntryLine] = []
    closing: Closing | None = None
    for line_number, text in enumerate(texts[1:], start=2):
        line = decode(text)
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
        header = LINES.decode(text)
    except UNREADABLE as error:
        raise NotARecord(f"not a record: its first line is not a header ({error})") from error
    if not isinstance(header, Header) or header.format < 1:
        raise NotARecord(f"not a record: there is no format {heading.format}")
    return header


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
