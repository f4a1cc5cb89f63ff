"""Parses a position on the command line: cards, answers, wrong codes, the round under way.

Each function turns words into the structs of `problem`, `knowledge` and `solver`, or refuses them. A refusal
gives the error, its reason and the accepted input. Sizes are checked before anything is computed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import click

from numberhouse.games.turing_machine.problems.laws import CARDS, CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import VERIFIERS, BadLayout, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.words.notation import AMBIGUOUS, LOOKALIKES, RUSSIAN

__all__ = [
    "LETTERS",
    "Position",
    "Refused",
    "Subject",
    "answers_of",
    "code_of",
    "layout_of",
    "position_of",
    "subject_of",
    "verifier_of",
]

LETTERS: Final = "ABCDEF"

MOST_CARDS: Final = 2 * VERIFIERS[-1]
MOST_ANSWERS: Final = len(CODES) * len(LETTERS)
"""Largest number of answers: one for every different question."""
LONGEST: Final = 20 * MOST_ANSWERS
"""Longest text of answers, in characters."""

ANSWERS: Final[Mapping[str, bool]] = {
    "yes": True, "y": True, "✓": True, "✔": True,
    "no": False, "n": False, "✗": False, "✘": False,
}  # fmt: skip

RUSSIAN_ANSWERS: Final = [word for word, english in RUSSIAN.items() if english in ANSWERS and len(word) > 1]


class Refused(click.ClickException):
    """Input that the command refuses."""

    exit_code = 2


class Position(NamedTuple):
    """The user's observations and the round under way."""

    layout: Layout
    observations: tuple[Observation, ...] = ()
    wrong_codes: tuple[str, ...] = ()
    proposal: str | None = None
    """The proposal of the round under way; None between rounds."""
    asked: tuple[int, ...] = ()
    """The verifiers that were asked about the proposal."""
    handicap: int = 0
    """Number of questions that a handicap takes from the round under way, which is the first (TM-13)."""


class Subject(NamedTuple):
    """The subject of a reason: a code, or a law of a verifier."""

    text: str
    code: str | None = None
    verifier: int = 0
    card: int = 0
    place: int = 0
    """The law's place on its card, from 0."""


def layout_of(words: Sequence[str], mode: Mode | None) -> Layout:
    """The layout of a text: `4 9 11 14`, or pairs of extreme as `4+17`. A plus sign means extreme. Otherwise
    the mode is classic unless `mode` gives another."""
    if not words:
        raise Refused("No cards are given; give the number of each verifier's card: 4 9 11 14")
    if len(words) > MOST_CARDS:
        raise Refused(
            f"{len(words)} places for cards are too many; there are at most {VERIFIERS[-1]} verifiers."
        )
    places = tuple(tuple(card_of(card, word) for card in word.split("+", 3)) for word in words)
    paired = any(len(place) > 1 for place in places)
    if paired and mode not in (None, "extreme"):
        pair = next(short(word) for word in words if "+" in word)
        raise Refused(
            f"{pair} is a pair of cards, which only extreme has, but --mode says {mode}. Leave --mode out, "
            "or give one card for each verifier."
        )
    if mode == "extreme" and not paired:
        raise Refused("In extreme each verifier has two cards, written as pairs: 4+17 9+2 11+6 14+1")
    layout = Layout(mode or ("extreme" if paired else "classic"), places)
    try:
        layout.check()
    except BadLayout as error:
        raise Refused(str(error)) from None
    return layout


def position_of(
    layout: Layout, asked: Sequence[str], wrong: Sequence[str], now: str | None, handicap: int
) -> Position:
    """The observations and the round under way."""
    observations = tuple(answers_of(asked, layout.verifiers))
    wrong_codes = tuple(dict.fromkeys(code_of(word) for word in listed(wrong, "--wrong")))
    proposal, verifiers = round_of(now, layout.verifiers) if now is not None else (None, ())
    seen = {(one.code, one.verifier) for one in observations}
    for verifier in verifiers:
        if proposal is not None and (proposal, verifier) not in seen:
            raise Refused(
                f"--now says that {LETTERS[verifier]} was asked about {proposal}, but no --asked tells the "
                f'answer; add --asked "{proposal} {LETTERS[verifier]} yes" or no.'
            )
    if len(verifiers) + handicap > 3:
        raise Refused(
            f"--now has {len(verifiers)} questions and the handicap takes {handicap} of the round's three; "
            f"at most {3 - handicap} can have been asked."
        )
    if handicap and (wrong_codes or seen != {(proposal, verifier) for verifier in verifiers}):
        raise Refused(
            "--handicap takes questions off the first round, but there are answers or wrong codes of an "
            "earlier one; leave --handicap out, or say with --now that these answers are of the first round."
        )
    return Position(layout, observations, wrong_codes, proposal, verifiers, handicap)


def answers_of(texts: Iterable[str], verifiers: int) -> Iterator[Observation]:
    """The answers in texts such as `345 A yes, 121 b no`."""
    for entry in listed(texts, "--asked"):
        words = plain(entry).split()
        if len(words) != 3:
            raise Refused(
                f"{short(entry)!r} is no answer; write the proposal, the verifier and what it said: 345 A yes"
            )
        code, letter, word = words
        answer = ANSWERS.get(RUSSIAN.get(word, word))
        if answer is None:
            raise Refused(
                f"{short(word)!r} in {short(entry)!r} is no answer of a verifier; accepted are yes, no, y, "
                f"n, ✓, ✗, {' and '.join(RUSSIAN_ANSWERS)}."
            )
        yield Observation(code_of(code), verifier_of(letter, verifiers), answer)


def round_of(text: str, verifiers: int) -> tuple[str, tuple[int, ...]]:
    """The proposal of a round and the verifiers asked: `345 A B`, or `345` before the first question."""
    words = plain(text[:LONGEST]).replace(",", " ").split()
    if not words or len(words) > 4:
        raise Refused(
            f"--now {short(text)!r} is no round; write its proposal and up to three verifiers: 345 A B"
        )
    asked = tuple(verifier_of(letter, verifiers) for letter in words[1:])
    for verifier in asked:
        if asked.count(verifier) > 1:
            raise Refused(
                f"--now asks {LETTERS[verifier]} more than once; in one round each verifier is asked once."
            )
    return code_of(words[0]), asked


def subject_of(text: str, layout: Layout) -> Subject:
    """The subject of `--why`: a code `345`, a law `A.2`, or a law with its card `A.17.2`."""
    words = plain(text[:40]).split(".")
    if len(words) == 1:
        code = code_of(words[0])
        return Subject(code, code)
    letter, *numbers = words
    if len(numbers) > 2 or not all(is_number(number) for number in numbers):
        raise Refused(
            f"--why {short(text)!r} is neither a code (345) nor a law (A.2 for the second law of verifier A, "
            "A.17.2 for that of its card 17)."
        )
    verifier = verifier_of(letter, layout.verifiers)
    if len(numbers) == 1 and layout.mode != "classic":
        raise Refused(
            f"In {layout.mode} name the card too: {LETTERS[verifier]}.{layout.flat[0]}.{numbers[0]}"
        )
    card = int(numbers[0]) if len(numbers) == 2 else layout.cards[verifier][0]
    there = layout.flat if layout.mode == "nightmare" else layout.cards[verifier]
    if card not in there:
        raise Refused(f"Verifier {LETTERS[verifier]} has no card {card}; it has {either(there)}.")
    law = int(numbers[-1])
    if not 1 <= law <= len(CARDS[card].laws):
        raise Refused(f"Card {card} has no law {law}; its laws are 1 to {len(CARDS[card].laws)}.")
    return Subject(f"{LETTERS[verifier]}.{card}.{law}", None, verifier, card, law - 1)


def code_of(word: str) -> str:
    """The code that the word denotes."""
    code = plain(word)
    if code in INDEX:
        return code
    if len(code) == 3 and code.isdecimal():
        raise Refused(f"{word!r} has a digit outside 1 to 5; a code is three digits 1 to 5, such as 345")
    raise Refused(f"{short(word)!r} is no code; a code is three digits 1 to 5, such as 345")


def verifier_of(letter: str, verifiers: int) -> int:
    """A verifier's number from 0."""
    last = LETTERS[verifiers - 1]
    if plain(letter) in AMBIGUOUS:
        meanings = either(AMBIGUOUS[plain(letter)])
        raise Refused(
            f"{letter!r} is a Cyrillic letter and may mean {meanings}; write a Latin letter A to {last}"
        )
    latin = plain(letter).translate(LOOKALIKES).upper()
    if len(latin) != 1 or latin not in LETTERS[:verifiers]:
        raise Refused(f"{short(letter)!r} is no verifier here; they are A to {last}.")
    return LETTERS.index(latin)


def card_of(number: str, word: str) -> int:
    """A card's number. This function doesn't check whether the card exists."""
    if not is_number(number):
        raise Refused(
            f"{short(word)!r} is no card; cards are numbers from 1 to {len(CARDS)}, pairs are written 4+17."
        )
    return int(number)


def listed(texts: Iterable[str], option: str) -> Iterator[str]:
    """The entries of an option that may be repeated and may hold several entries."""
    texts = tuple(texts)
    if sum(map(len, texts)) > LONGEST:
        raise Refused(f"{option} is longer than {LONGEST:,} characters; no position needs so many.")
    entries = [entry.strip() for text in texts for entry in text.replace(";", ",").split(",")]
    if len(entries) > MOST_ANSWERS:
        raise Refused(
            f"{option} has {len(entries):,} entries; more than the {MOST_ANSWERS} questions that there are."
        )
    for entry in entries:
        if not entry:
            raise Refused(f"{option} has an empty entry; entries are separated by a comma or a semicolon.")
    yield from entries


def plain(text: str) -> str:
    """The text in lower case, with plain signs instead of full-width ones."""
    return unicodedata.normalize("NFKC", text).lower()


def short(text: str) -> str:
    """The text, cut to a length that fits a message."""
    return text if len(text) <= 30 else f"{text[:30]}…"


def is_number(word: str) -> bool:
    """Whether the word is a small number in plain digits."""
    return word.isascii() and word.isdigit() and len(word) < 4


def either(things: Sequence[int | str]) -> str:
    """The choices in words."""
    return " or ".join(map(str, things))
