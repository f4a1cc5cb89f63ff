"""Names that look alike: their skeletons by Unicode's table of confusable characters (UTS #39).

`confusable_homoglyphs` has the table. Its lists name, for each character, the others with the same look; a
skeleton takes one fixed character of each list. Two names are alike if their skeletons agree in either of two
ways: with the case of the letters as it is written, or without it ("Iarry" and "larry"; "КАТЯ" and "катя").
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

import msgspec

__all__ = ["Looks", "alike", "looks_of", "without_number"]

DIRECTION: Final = "\u200e"
"""The table sets its right-to-left entries between these marks."""


class Looks(msgspec.Struct, frozen=True):
    """The two skeletons of a name, as digests: their length doesn't depend on the name's."""

    written: str
    folded: str

    def is_like(self, other: Looks) -> bool:
        """Whether names with these skeletons look alike."""
        return self.written == other.written or self.folded == other.folded


@lru_cache(maxsize=4096)
def looks_of(name: str) -> Looks:
    """The skeletons of a name.

    >>> looks_of("Anna").is_like(looks_of("\u0410nna"))  # with a Cyrillic A
    True
    >>> looks_of("Anna").is_like(looks_of("Anne"))
    False
    """
    plain = unicodedata.normalize("NFKC", name)
    return Looks(_digest(_skeleton(plain).casefold()), _digest(_skeleton(plain.casefold())))


def alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that looks like this one; None where none does."""
    own = looks_of(name)
    return next((other for other in others if other and own.is_like(looks_of(other))), None)


def without_number(name: str) -> str:
    """The name without a number at its end: "Random 2" may not be told from a bot either.

    >>> without_number("Random 2"), without_number("R2D2"), without_number("7")
    ('Random', 'R2D', '7')
    >>> without_number("Seat \u2116 3"), without_number("Seat No3")  # NFKC makes the one of the other
    ('Seat', 'Seat')
    """
    return re.sub(r"(?<=\S)(?:\sNo)?[\s#.№_-]*\d+$", "", name)


def _skeleton(text: str) -> str:
    prototypes = _prototypes()
    decomposed = unicodedata.normalize("NFD", text)
    replaced = "".join(prototypes.get(char, char) for char in decomposed if not char.isspace())
    return unicodedata.normalize("NFD", replaced)


def _digest(skeleton: str) -> str:
    return hashlib.sha256(skeleton.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _prototypes() -> Mapping[str, str]:
    """By character, the one that stands for all characters of its look. The table is read at the first name,
    because it is large: the service starts without it."""
    from confusable_homoglyphs.confusables import confusables_data

    neighbours = {
        char.strip(DIRECTION): sorted({other["c"].strip(DIRECTION) for other in others})
        for char, others in confusables_data.items()
    }
    prototypes = {}
    for char, others in neighbours.items():
        if len(char) != 1 or len(others) != 1:
            continue  # several, or a sequence: the prototype itself
        (other,) = others
        if len(other) > 1 or len(neighbours.get(other, ())) > 1:
            prototypes[char] = other
        else:  # a pair: either stands for both
            prototypes[char] = min(char, other)
    return prototypes
