"""The seed of a match on a service: nobody chooses it, and after the end anybody can recompute it.

Before the start the service shows the digest of a secret, its *commitment*, and every seat's client adds
random bytes of its own, its *contribution*. The seed is a digest of both, and is made when the match starts.
The service can't choose it, because it is committed to its secret; a player can't, because the secret is
unknown until the end. Both digests are plain SHA-256 of a short text, so that `sha256sum` checks them
(docs/service/security.md).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

__all__ = [
    "Mismatch",
    "MismatchCode",
    "Seeding",
    "check_contribution",
    "commitment_of",
    "mismatches",
    "seed_of",
]

SECRET: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""The form of a secret, and of a commitment: 32 bytes."""

CONTRIBUTION: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}", re.ASCII)

MATCH: Final = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
"""The form of a match's id. It contains no line feed, so that no two seedings have the same text."""

MismatchCode: TypeAlias = Literal["form", "commitment", "seed"]


class Seeding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything of which the seed of a match was made."""

    match: str
    """The id of the match."""
    commitment: str
    """The digest of the secret, in hex, which was shown before the start."""
    contributions: tuple[str, ...]
    """The contributions in hex, by seat; empty for a bot, and for a player whose client sent none."""
    secret: str | None = None
    """The secret of the service, in hex. None before the end."""


class Mismatch(msgspec.Struct, frozen=True):
    """A fact about a seeding that isn't as it must be."""

    code: MismatchCode
    message: str


def commitment_of(secret: str) -> str:
    """The digest that is shown before the start.

    >>> commitment_of("00" * 32)
    'ce309b3f37055f5538cf242458f2d0bb8f7b79bf7b6323528f84eb29d0946e80'
    """
    return hashlib.sha256(f"numberhouse commitment 1\n{secret}".encode()).hexdigest()


def seed_of(match: str, secret: str, contributions: Sequence[str]) -> str:
    """The seed: the digest of the match's id, the secret and the contributions by seat, a line each.

    >>> seed_of("example", "00" * 32, ["11" * 32, "", "22" * 16])
    'bf10542cc0868a8eab4b5a3ed87917eb0815106f13c98fd6a689ef27bedd5779'
    """
    lines = ["numberhouse seed 1", match, secret, *contributions]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def check_contribution(text: str) -> None:
    """Raises `ValueError` for a text that isn't a contribution; its message says what is one.

    >>> check_contribution("00" * 16)
    >>> check_contribution("FF" * 16)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: a contribution is 16 to 64 random bytes, as 32 to 128 hexadecimal digits 0-9 and a-f; this ...
    """
    if not CONTRIBUTION.fullmatch(text):
        digits = "0123456789abcdef"
        found = next((f"one with the character {sign!r}" for sign in text if sign not in digits), "")
        raise ValueError(
            "a contribution is 16 to 64 random bytes, as 32 to 128 hexadecimal digits 0-9 and a-f; this is "
            + (found or f"one of {len(text)} digits")
        )


def mismatches(seeding: Seeding, seed: str, seats: int) -> Iterator[Mismatch]:
    """Everything by which the seed of a match with so many seats disagrees with its seeding. The seeding may
    come from an untrusted file. Its secret must be known."""
    secret = seeding.secret or ""
    malformed = list(_malformed(seeding, secret, seats))
    yield from malformed
    if malformed:
        return
    if commitment_of(secret) != seeding.commitment:
        yield Mismatch(
            "commitment",
            f"the secret's digest is {commitment_of(secret)}; the commitment was {seeding.commitment}",
        )
    expected = seed_of(seeding.match, secret, seeding.contributions)
    if expected != seed:
        yield Mismatch(
            "seed", f"the secret and the contributions give the seed {expected}; the match had {seed[:200]!r}"
        )


def _malformed(seeding: Seeding, secret: str, seats: int) -> Iterator[Mismatch]:
    if not MATCH.fullmatch(seeding.match):
        yield Mismatch(
            "form", f"{seeding.match[:60]!r} is no id of a match: 1 to 32 letters, digits, - and _"
        )
    for name, digits in (("commitment", seeding.commitment), ("secret", secret)):
        if not SECRET.fullmatch(digits):
            yield Mismatch(
                "form", f"the {name} is {digits[:80]!r}; 64 hexadecimal digits 0-9 and a-f are one"
            )
    if len(seeding.contributions) != seats:
        yield Mismatch(
            "form", f"{len(seeding.contributions)} contributions for {seats} seats; each seat has one"
        )
    for seat, contribution in enumerate(seeding.contributions, 1):
        if contribution:
            try:
                check_contribution(contribution)
            except ValueError as error:
                yield Mismatch("form", f"seat {seat}: {error}, and a seat that gave none has an empty one")
