"""Words that a pantry's digits can spell, with each letter as a plain number (SC-15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import DIGITS
from numberhouse.games.sign_cook.rules.wordlists.wordbook import wordlist
from numberhouse.games.sign_cook.rules.wordlists.words import LONGEST, SHORTEST

__all__ = ["letters_of", "spelled", "word_needs"]

Table: TypeAlias = NDArray[Any]


def letters_of(word: str) -> list[int]:
    """The value of each letter; a is 1."""
    return [ord(letter) - ord("a") + 1 for letter in word]


def spelled(options: Options, digits: str, most_lacking: int, a_length: int) -> Iterator[tuple[str, int]]:
    """Words and the number of digits that they lack, longest first; for each length the `a_length` words that
    lack the fewest."""
    words, lengths, needs = word_needs(options.words)
    have = np.array([digits.count(digit) for digit in DIGITS], np.int16)
    lacks = np.maximum(needs - have, 0).sum(axis=1)
    for length in range(LONGEST, SHORTEST - 1, -1):
        places = np.flatnonzero((lengths == length) & (lacks <= most_lacking))
        for place in places[np.argsort(lacks[places], kind="stable")][:a_length]:
            if words[place] not in options.overruled:
                yield words[place], int(lacks[place])


@lru_cache(maxsize=4)
def word_needs(given: str) -> tuple[tuple[str, ...], Table, Table]:
    """The words, their lengths, and the number of each digit that they need, int16[word, digit]."""
    words = wordlist(Options(words=given)).words
    letters = np.array(words, f"S{LONGEST}").view(np.uint8).reshape(len(words), LONGEST)
    digits = np.zeros((256, len(DIGITS)), np.int16)
    for letter in range(1, 27):
        for digit in str(letter):
            digits[ord("a") + letter - 1, int(digit)] += 1
    needs = np.zeros((len(words), len(DIGITS)), np.int16)
    for column in range(LONGEST):
        needs += digits[letters[:, column]]
    return words, (letters > 0).sum(axis=1), needs
