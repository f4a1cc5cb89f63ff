"""The text of the answer of `numberhouse solve turing-machine`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.solver.best_play import Effort, Forecast
from numberhouse.games.turing_machine.terminal.commands.answer import Answer
from numberhouse.games.turing_machine.terminal.commands.position import LETTERS
from numberhouse.words import Phrase, message, words_of

__all__ = ["PHRASES", "lines", "say"]

MOST_CODES: Final = 30
"""Largest number of codes that are listed one by one."""


def lines(answer: Answer, lang: str) -> Iterator[str]:
    """Codes, digits, the next question, forecasts, and the requested parts."""
    knowledge = answer.knowledge
    codes = sorted(knowledge.codes.items(), key=lambda item: (-item[1], item[0]))
    yield say("codes", lang, codes=len(codes), worlds=knowledge.worlds)
    for code, worlds in codes[:MOST_CODES]:
        yield f"  {code}  {worlds / knowledge.worlds:7.2%}"
    if len(codes) > MOST_CODES:
        rest = sum(worlds for _, worlds in codes[MOST_CODES:]) / knowledge.worlds
        yield say("more", lang, codes=len(codes) - MOST_CODES, share=f"{rest:.2%}")
    for shape, digits in zip("△□○", knowledge.digits, strict=True):
        yield f"{shape}  " + " ".join(str(digit) if digit in digits else "·" for digit in range(1, 6))
    yield next_question(answer, lang)
    yield forecast("worst", answer.worst, lang)
    yield forecast("expected", answer.expected, lang)
    if answer.wish.laws:
        yield from laws(answer, lang)
    for subject, reason in answer.reasons:
        yield f"{subject.text}: {reason.words(lang) if reason else say('possible', lang)}"
    if answer.wish.tree:
        yield say("tree", lang)
        yield from (f"  {line}" for line in answer.tree)


def next_question(answer: Answer, lang: str) -> str:
    """The next step, in words."""
    if answer.proposal is None:
        return say("solve", lang, code=next(iter(answer.knowledge.codes)))
    letters = [LETTERS[verifier] for verifier in answer.verifiers]
    order = say("then", lang).join(letters)
    if answer.new_round:
        return say("new_round", lang, code=answer.proposal, letters=order)
    under_way = answer.wish.position.proposal is not None
    return say("same_round" if under_way else "ask", lang, code=answer.proposal, letters=order)


def forecast(name: str, outlook: Forecast, lang: str) -> str:
    """The numbers of rounds and questions, and whether they are proven."""
    text = say(name, lang, effort=effort(outlook.best))
    return text if outlook.exact else text + say("at_least", lang, effort=effort(outlook.least))


def effort(one: Effort) -> str:
    """`rounds.questions` as two numbers."""
    return f"{number(one.rounds)} / {number(one.questions)}"


def number(value: float) -> str:
    """A whole number without decimals, any other number with three."""
    return str(int(value)) if value == int(value) else f"{value:.3f}"


def laws(answer: Answer, lang: str) -> Iterator[str]:
    """The possible meanings of each law."""
    knowledge = answer.knowledge
    for verifier, left in enumerate(knowledge.laws):
        yield say("laws", lang, letter=LETTERS[verifier])
        for (card, place), worlds in left.items():
            law = CARDS[card].laws[place].words(lang)
            share = worlds / knowledge.worlds
            yield f"  {share:7.2%}  " + say("law", lang, card=card, law=law, worlds=worlds)


PHRASES: Final[Mapping[str, str]] = {
    "codes": message("Codes left: {codes} (worlds: {worlds})"),
    "more": message("  … {codes} more, together {share}"),
    "solve": message("The code is {code}. Say it."),
    "ask": message("Next: propose {code}, ask {letters}."),
    "same_round": message("Next: about {code} ask {letters}."),
    "new_round": message("Next: end this round, then propose {code}, ask {letters}."),
    "then": message(", then "),
    "worst": message("At worst:   {effort} (rounds / questions, from here)"),
    "expected": message("On average: {effort}"),
    "at_least": message("; proven: no play takes less than {effort}"),
    "laws": message("Verifier {letter}"),
    "law": message("card {card}: {law} (worlds: {worlds})"),
    "possible": message("It is still possible."),
    "tree": message("Best play (✓ yes, ✗ no):"),
    "waiting": message("searching for best play"),
}

say: Final[Phrase] = words_of("numberhouse.games.turing_machine").phrases(PHRASES)
"""Return the phrase of a name in a language, with its values inserted."""
