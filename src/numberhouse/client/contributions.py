"""A client's contributions to the seeds of matches, and the check of a seed after the end.

A client that keeps what it contributed, and the commitment that it saw before, needs to trust nobody: from
both it sees after the end whether the service chose the seed. `Client` keeps them while it lives.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.protocol.matches import MatchInfo
from numberhouse.seeding import MismatchCode, Seeding, mismatches

__all__ = ["Contribution", "SeedCheck", "SeedMismatch", "check_seed", "new_contribution"]

BYTES: Final = 32


class Contribution(msgspec.Struct, frozen=True):
    """A client's contribution to the seed of a match. Keep it until the end: `check_seed` needs it."""

    match: str
    seat: int
    """The seat at that moment; it gets another number where free seats before it are dropped."""
    contribution: str
    commitment: str
    """The commitment of the service."""
    committed_first: bool
    """Whether the client had the commitment before it sent the contribution. A match that begins with the
    request has no earlier moment: there the service could have chosen its secret by the contribution."""


Code: TypeAlias = MismatchCode | Literal["other-commitment", "other-contribution"]


class SeedMismatch(msgspec.Struct, frozen=True):
    """A fact about the seed that isn't as it must be."""

    code: Code
    message: str


class SeedCheck(msgspec.Struct, frozen=True):
    """The result of the check of a finished match."""

    committed: bool
    """Whether the service had committed to anything; False for a match from before commitments."""
    own: bool
    """Whether the client's own contribution was compared too. Without it, the service could have chosen all
    contributions after its secret."""
    mismatches: tuple[SeedMismatch, ...]

    @property
    def passed(self) -> bool:
        """Whether the seed was made as promised."""
        return self.committed and not self.mismatches


def new_contribution() -> str:
    """Random bytes for a seed, in hex."""
    return secrets.token_hex(BYTES)


def check_seed(info: MatchInfo, kept: Contribution | None = None) -> SeedCheck:
    """Make the seed of a match that is over again, and compare it with what the client has kept. Raises
    `ValueError` for a match without a seed that is open to all."""
    if info.seed is None:
        raise ValueError(f"the match is {info.status}; its seed is open to all after its end")
    if kept is not None and not _is_expected(info, kept):
        kept = None
    own = kept is not None
    if info.commitment is None:
        lost = SeedMismatch(
            "other-commitment", "the service had committed to a secret, and now tells of none"
        )
        return SeedCheck(committed=own, own=own, mismatches=(lost,) if own else ())
    found = (*_own_mismatches(info, kept), *_seed_mismatches(info))
    return SeedCheck(committed=True, own=own, mismatches=found)


def _is_expected(info: MatchInfo, kept: Contribution) -> bool:
    """Whether the contribution must be in the seed. It needn't where the player has lost the seat before the
    start. The number of the seat says nothing: seats are numbered anew when free ones are dropped."""
    return info.seat is not None or kept.contribution in (info.contributions or ())


def _own_mismatches(info: MatchInfo, kept: Contribution | None) -> Iterator[SeedMismatch]:
    if kept is None:
        return
    if kept.commitment != info.commitment:
        yield SeedMismatch(
            "other-commitment",
            f"the service had committed to {kept.commitment}, and now says that it was {info.commitment}",
        )
    if kept.contribution not in (info.contributions or ()):
        yield SeedMismatch(
            "other-contribution", f"this client contributed {kept.contribution}, which isn't in the seed"
        )


def _seed_mismatches(info: MatchInfo) -> Iterator[SeedMismatch]:
    seeding = Seeding(
        match=info.id,
        commitment=info.commitment or "",
        contributions=info.contributions or (),
        secret=info.secret,
    )
    for mismatch in mismatches(seeding, info.seed or "", len(info.seats)):
        yield SeedMismatch(mismatch.code, mismatch.message)
