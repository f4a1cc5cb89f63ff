"""The word list of a match (SC-21): the house's or the host's, with the words that the host reverses."""

from __future__ import annotations

from functools import lru_cache

from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules.model import Lexicon, State, View, WordRuling
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.wordlists.words import BadWords, WordList, default, from_text

__all__ = ["counts", "lexicon", "listed", "wordlist"]


def lexicon(options: Options) -> Lexicon:
    """The name and hash of the list. Raises `IllegalAction` with the code `words` if there is none."""
    words = wordlist(options)
    return Lexicon(words.name, words.sha256, words.count)


def wordlist(options: Options) -> WordList:
    """The words of the list. Raises `IllegalAction` with the code `words`."""
    return _given(options.words) if options.words else _house()


def listed(options: Options, word: str) -> bool:
    """Whether the word, in small letters, counts by the list and by the options that reverse it."""
    return (word in wordlist(options)) != (word in options.overruled)


def counts(match: State | View, word: str) -> bool:
    """Whether the word, in small letters, counts in this match: by the host's latest ruling, otherwise by the
    list. Raises `IllegalAction` if the list differs from the one with which the match began."""
    for ruling in match.rulings:
        if isinstance(ruling, WordRuling) and ruling.word == word:
            return ruling.counts
    words, lexicon = wordlist(match.options), match.lexicon
    if words.sha256 != lexicon.sha256:
        raise IllegalAction(
            "words",
            "the match began with the word list {name} ({first}), and this is another ({other}); it can only "
            "be judged by the first",
            {
                "problem": "changed",
                "name": lexicon.name,
                "first": lexicon.sha256[:12],
                "other": words.sha256[:12],
            },
        )
    return listed(match.options, word)


@lru_cache(maxsize=4)
def _given(text: str) -> WordList:
    try:
        return from_text(text)
    except BadWords as problem:
        raise problem.refusal() from None


@lru_cache(maxsize=1)
def _house() -> WordList:
    try:
        return default()
    except BadWords as problem:
        raise problem.refusal() from None
