"""The strength of a new password: one that programs guess soon is refused, with the reason.

zxcvbn estimates the number of guesses from lists of common passwords, words and names, keyboard rows, dates
and repeats. Its work grows steeply with the length: 72 characters chosen for it take three seconds, 20 take a
seventh of one. So it reads only the beginning, in a thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Final

from zxcvbn import zxcvbn

from numberhouse.server.base.refusals import Refused
from numberhouse.words import HOUSE, message

__all__ = ["check_strength"]

LONGEST_READ: Final = 20
"""Characters of the password that are judged."""

LEAST_SCORE: Final = 2
"""0 is guessed at once, 2 withstands a million guesses, 4 is the best."""

ADVICE: Final = message("Take a few words that don't belong together.")

REASONS: Final[Mapping[str, str]] = {
    "Straight rows of keys are easy to guess.": message("Rows of neighbouring keys are guessed at once."),
    "Short keyboard patterns are easy to guess.": message("Patterns on the keyboard are guessed at once."),
    'Repeats like "aaa" are easy to guess.': message("Repeated characters are guessed at once."),
    'Repeats like "abcabcabc" are only slightly harder to guess than "abc".': message(
        "A repeated part is hardly harder to guess than the part itself."
    ),
    'Sequences like "abc" or "6543" are easy to guess.': message(
        "Sequences like abc or 6543 are guessed at once."
    ),
    "Recent years are easy to guess.": message("Years are guessed at once."),
    "Dates are often easy to guess.": message("Dates are guessed at once."),
    "This is a top-10 common password.": message("It is one of the ten most common passwords."),
    "This is a top-100 common password.": message("It is one of the hundred most common passwords."),
    "This is a very common password.": message("It is a very common password."),
    "This is similar to a commonly used password.": message("It is like a common password."),
    "A word by itself is easy to guess.": message("A single word is guessed at once."),
    "Names and surnames by themselves are easy to guess.": message("A single name is guessed at once."),
    "Common names and surnames are easy to guess.": message("Common names are guessed at once."),
}
"""Our words for each reason that zxcvbn gives."""

OTHER_REASON: Final = message("Programs guess it soon.")

_lock = threading.Lock()
"""zxcvbn keeps the words of the present call in a global dictionary."""


async def check_strength(password: str, name: str) -> None:
    """Raises `Refused` for a password that is guessed easily, by programs or by people who know the name."""
    reason = await asyncio.to_thread(weakness, password, name)
    if reason is None:
        return
    refusal = Refused(400, "weak-password", f"{HOUSE.t(reason, 'en')} {HOUSE.t(ADVICE, 'en')}")
    refusal.words = {lang: f"{HOUSE.t(reason, lang)} {HOUSE.t(ADVICE, lang)}" for lang in HOUSE.languages}
    raise refusal


def weakness(password: str, name: str) -> str | None:
    """The reason why a password is too weak, as a text of the house; None for one that is good enough."""
    with _lock:
        result = zxcvbn(password[:LONGEST_READ], user_inputs=[name, *name.split(), "numberhouse"])
    if result["score"] >= LEAST_SCORE:
        return None
    return REASONS.get(result["feedback"]["warning"], OTHER_REASON)
