"""The errors of a record: one class for each kind, all of them a `RecordError`."""

# ruff: noqa: N818 - each class is named after the fault of the record

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numberhouse.record.replay import Record

__all__ = [
    "ActionRefused",
    "BadOptions",
    "BadSeeding",
    "CommitmentDiffers",
    "CutOff",
    "Edited",
    "MissingGame",
    "NewerFormat",
    "NewerRules",
    "NotARecord",
    "NotationDiffers",
    "OlderRules",
    "OnReplay",
    "OutcomeDiffers",
    "RecordError",
    "Sealed",
    "SeedDiffers",
    "SeedNotMade",
    "StateDiffers",
    "TooBig",
]


class RecordError(ValueError):
    """An error of a record."""


class TooBig(RecordError):
    """The record is larger than the limit. Nothing was read."""


class NotARecord(RecordError):
    """The first line isn't a record's header."""


class NewerFormat(RecordError):
    """A later version of the house wrote the record."""

    def __init__(self, format: int, supported: int) -> None:
        self.format = format
        super().__init__(
            f"the record has format {format}; this version of Numberhouse reads up to {supported}"
        )


class CutOff(RecordError):
    """The end is missing. `record` holds the whole lines, without a closing line."""

    def __init__(self, record: Record, half: bool) -> None:
        self.record = record
        self.actions = len(record.lines)
        where = "in the middle of a line" if half else "before its closing line"
        super().__init__(f"the record is cut off {where}: {self.actions} actions are whole")


class Edited(RecordError):
    """The record was changed after it was written. `line` is the first line known to be wrong, counted from
    1."""

    def __init__(self, why: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line} is not as it was written: {why}" if line else why)


class Sealed(RecordError):
    """The record lacks the seed, which is secret until the match ends."""

    def __init__(self) -> None:
        super().__init__(
            "the record is sealed: it promises a seed by its digest and can be replayed only when the match "
            "has ended and its open record is published"
        )


class MissingGame(RecordError):
    """The record's game isn't installed here."""


class NewerRules(RecordError):
    """The match was played by a later version of the game's rules."""

    def __init__(self, game: str, rules: int, supported: int) -> None:
        super().__init__(
            f"the match was played by version {rules} of the rules of {game}; "
            f"this house knows version {supported}"
        )


class OlderRules(RecordError):
    """The match was played by an earlier version of the game's rules that isn't supported any more."""

    def __init__(self, game: str, rules: int, supported: tuple[int, ...]) -> None:
        listing = ", ".join(map(str, supported))
        super().__init__(
            f"the match was played by version {rules} of the rules of {game}; this house knows: {listing}"
        )


class BadOptions(RecordError):
    """The options don't decode, or the game can't be set up with them."""


class SeedDiffers(RecordError):
    """The digest of the record's seed differs from the published digest."""


class BadSeeding(RecordError):
    """The seeding is malformed, or isn't one of this match."""


class CommitmentDiffers(RecordError):
    """The digest of the secret differs from the commitment."""


class SeedNotMade(RecordError):
    """The secret and the contributions give another seed."""


class OnReplay(RecordError):
    """Replay and record disagree at `line`, counted from 1."""

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        super().__init__(why)


class ActionRefused(OnReplay):
    """An action can't be decoded, or isn't legal at its place. `number` counts actions from 1."""

    def __init__(self, number: int, why: str) -> None:
        self.number = number
        super().__init__(number + 1, f"action {number} is refused on replay: {why}")


class NotationDiffers(OnReplay):
    """A line's notation doesn't mean the line's action. `number` counts actions from 1."""

    def __init__(self, number: int, why: str) -> None:
        self.number = number
        super().__init__(number + 1, f"action {number} is written as one thing and encoded as another: {why}")


class OutcomeDiffers(OnReplay):
    """The replay ends with another status or outcome than the closing line has."""


class StateDiffers(OnReplay):
    """The digest of the replay's last state differs from the closing line's."""
