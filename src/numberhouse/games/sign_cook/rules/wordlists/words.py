"""Word lists (SC-21): the house's list, which the build puts beside this file, and lists of hosts.

The house's list is freely licensed. It isn't an official list of any game. `hatch_build.py` at the project's
root names its source.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, Final

from numberhouse.games.sign_cook.rules.bad_input import BadInput
from numberhouse.words import message

__all__ = [
    "LONGEST",
    "LONGEST_TEXT",
    "SHORTEST",
    "BadWords",
    "MissingWords",
    "WordList",
    "default",
    "from_file",
    "from_text",
]

SHORTEST: Final = 2
LONGEST: Final = 15
"""Longest word, in letters."""

LONGEST_TEXT: Final = 8_000_000
"""Longest text of a list, in characters. A longer one is refused."""

NAME: Final = "an-array-of-english-words 2.0.0"
HERE: Final = files(__package__)
WORD: Final = re.compile(rf"[a-z]{{{SHORTEST},{LONGEST}}}")


class BadWords(BadInput):
    """A list that can't be used."""

    def __init__(self, template: str, problem: str, **values: Any) -> None:
        super().__init__("words", template, {"problem": problem, **values})


class MissingWords(BadWords):
    """The house's list isn't installed."""


class WordList:
    """Words in small letters, in alphabetical order, each once."""

    def __init__(self, name: str, words: tuple[str, ...], licence: str) -> None:
        self.name = name
        self.words = words
        self.licence = licence
        """The full text of the licence; "" if unknown."""
        self.sha256 = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()
        """SHA-256 of the words in order, each followed by a line end. Equal lists have equal digests."""
        self._known = frozenset(words)

    @property
    def count(self) -> int:
        """Number of words."""
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __repr__(self) -> str:
        return f"<{self.count} words, {self.name}, {self.sha256[:12]}>"

    def beginning(self, prefix: str = "") -> Iterator[str]:
        """The words with this prefix, in order."""
        place = bisect_left(self.words, prefix)
        while place < len(self.words) and self.words[place].startswith(prefix):
            yield self.words[place]
            place += 1


@cache
def default() -> WordList:
    """The house's list. Raises `MissingWords` if the build couldn't fetch it."""
    try:
        words = gzip.decompress((HERE / "words.txt.gz").read_bytes()).decode("ascii")
        licence = (HERE / "words.licence.txt").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MissingWords(
            message(
                "the house's word list: the word list of Sign Cook isn't installed: it could not be fetched "
                "when Numberhouse was built. Install Numberhouse again where npm can reach its registry, or "
                "hand in a list of your own"
            ),
            "missing",
        ) from None
    return WordList(NAME, tuple(words.split()), licence)


def from_file(path: str | PathLike[str]) -> WordList:
    """The host's list from a UTF-8 file, with words between spaces or line ends. Raises `BadWords`, and
    `OSError` for a file that can't be read."""
    with Path(path).open("rb") as file:
        content = file.read(LONGEST_TEXT + 1)
    try:
        return from_text(content.decode("utf-8-sig"), Path(path).name)
    except UnicodeDecodeError as problem:
        raise BadWords(
            message("words: byte {byte} isn't UTF-8; a word list is plain text"),
            "bytes",
            byte=problem.start + 1,
        ) from None


def from_text(text: str, name: str = "the host's list") -> WordList:
    """A list from its words between spaces or line ends. Capitals are read as small letters. Raises
    `BadWords`."""
    if len(text) > LONGEST_TEXT:
        raise BadWords(
            message("words: a word list has at most {most} characters; this has more"),
            "long",
            most=LONGEST_TEXT,
        )
    words = text.lower().split()
    if not words:
        raise BadWords(message("words: a word list has at least one word; this is empty"), "empty")
    for number, word in enumerate(words, start=1):
        if not WORD.fullmatch(word):
            raise BadWords(
                message(
                    "words: word {number} is {word!r}; a word has {fewest} to {most} letters, each a to z"
                ),
                "word",
                number=number,
                word=word[:20],
                fewest=SHORTEST,
                most=LONGEST,
            )
    return WordList(name, tuple(sorted(set(words))), "")
