"""The record: the file from which a match can be replayed.

The format is JSON Lines. The header has the format version, game, rules version, options, players by seat,
and the seed or only its digest. Each entry of the log has a line: number, seat, time, notation, action; an
expiry and a ruling of the host are kinds of their own. The closing line has the status, outcome, number of
entries, SHA-256 of all lines before it and SHA-256 of the state.

A record is *open* when it holds the seed, and *sealed* when it holds only the seed's digest, which is
published while a match runs. A sealed record has no secret options and no state digest; where the game has
hidden information, it has no entries either, except in the record for a host who sees everything.

The record of a match on a service has the *seeding*, of which its seed was made (`numberhouse.seeding`), and
`verify` makes the seed of it again.
"""

from __future__ import annotations

from numberhouse.record.errors import (
    ActionRefused,
    BadOptions,
    BadSeeding,
    CommitmentDiffers,
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
    SeedNotMade,
    StateDiffers,
    TooBig,
)
from numberhouse.record.lines import FORMAT, ActionLine, Closing, ExpiryLine, ForfeitLine, Header, RulingLine
from numberhouse.record.reader import LONGEST_LINE, MOST_ACTIONS, MOST_BYTES, read, verify
from numberhouse.record.replay import Record
from numberhouse.record.writer import write

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "MOST_ACTIONS",
    "MOST_BYTES",
    "ActionLine",
    "ActionRefused",
    "BadOptions",
    "BadSeeding",
    "Closing",
    "CommitmentDiffers",
    "CutOff",
    "Edited",
    "ExpiryLine",
    "ForfeitLine",
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
    "SeedNotMade",
    "StateDiffers",
    "TooBig",
    "read",
    "verify",
    "write",
]
