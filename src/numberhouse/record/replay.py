"""Replays a record that has been read."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UnsetType

from numberhouse.contract.game import IllegalAction, Outcome, Refereed
from numberhouse.match import Match, seed_digest, state_digest
from numberhouse.record.errors import (
    ActionRefused,
    BadOptions,
    BadSeeding,
    CommitmentDiffers,
    MissingGame,
    NewerRules,
    NotationDiffers,
    OlderRules,
    OutcomeDiffers,
    RecordError,
    Sealed,
    SeedDiffers,
    SeedNotMade,
    StateDiffers,
)
from numberhouse.record.lines import (
    UNREADABLE,
    Closing,
    EntryLine,
    ExpiryLine,
    ForfeitLine,
    Header,
    RulingLine,
)
from numberhouse.registry import AnyGame, InstalledGame, UnknownGame, UnknownVersion, find, installed_game
from numberhouse.seeding import MismatchCode, mismatches

__all__ = ["AnyMatch", "Record", "replay", "replaying"]

AnyMatch: TypeAlias = Match[Any, Any, Any, Any]


class Record(msgspec.Struct, frozen=True):
    """A record that has been read. Its lines are well formed; `replay` checks whether they agree with the
    rules."""

    header: Header
    lines: tuple[EntryLine, ...]
    closing: Closing | None
    """None only in the record of a `CutOff`."""

    @property
    def sealed(self) -> bool:
        """Whether the record lacks the seed, so that it can't be replayed."""
        return self.header.seed is None

    def replay(self, game: AnyGame | InstalledGame | None = None) -> AnyMatch:
        """Replay the match with `game`, by default the registered game of that id.

        Raises a `RecordError` for the first disagreement.
        """
        match, findings = replay(self, game)
        if findings or match is None:
            raise findings[0]
        return match


def replay(record: Record, game: AnyGame | InstalledGame | None) -> tuple[AnyMatch | None, list[RecordError]]:
    """The match as far as it can be replayed, and all disagreements."""
    steps = replaying(record, game)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: tuple[AnyMatch | None, list[RecordError]] = end.value
            return result


def replaying(
    record: Record, game: AnyGame | InstalledGame | None
) -> Generator[AnyMatch, None, tuple[AnyMatch | None, list[RecordError]]]:
    """Replay step by step: yields the same match as it is set up and after each line, and returns what
    `replay` returns. A caller may do other work between two steps."""
    findings: list[RecordError] = list(_check_seeding(record.header))
    try:
        installed = _version(record, _installed_game(record, game))
        match = _new_match(record, installed.game)
        yield match
        for line in record.lines:
            findings += _enter_line(match, line, installed)
            yield match
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
    """The installed game with the version of the rules under which the match began."""
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
    except (IllegalAction, *UNREADABLE) as error:
        raise BadOptions(f"{game.card.title} can't be played with the record's options: {error}") from error


def _check_seeding(header: Header) -> Iterator[RecordError]:
    """Make the seed again of its seeding. A sealed record lacks the secret."""
    if header.seed is None or isinstance(header.seeding, UnsetType):
        return
    for mismatch in mismatches(header.seeding, header.seed, len(header.players)):
        yield SEEDING_ERRORS[mismatch.code](f"the making of the seed: {mismatch.message}")


SEEDING_ERRORS: Final[Mapping[MismatchCode, type[RecordError]]] = {
    "form": BadSeeding,
    "commitment": CommitmentDiffers,
    "seed": SeedNotMade,
}


def _enter_line(match: AnyMatch, line: EntryLine, installed: InstalledGame) -> Iterator[RecordError]:
    """Play one line. Raises `ActionRefused`, after which no further line can be played."""
    number = line.number
    try:
        if isinstance(line, ExpiryLine):
            match.expire(line.seat, line.at)
            return
        if isinstance(line, ForfeitLine):
            match.forfeit(line.seat, line.reason, line.at)
            return
        if isinstance(line, RulingLine):
            _enter_ruling(match, line)
            return
        action = msgspec.json.decode(line.action, type=match.game.action_type)
        match.act(line.seat, action, line.at)
    except (IllegalAction, *UNREADABLE) as error:
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
