"""Advice on a note sheet: compares it with the answers so far, where assistance is on (TM-14). After the end
it also answers questions to the verifiers, for a player who goes on searching outside the match.

A mark rules something out. The mark is *proven* if no possible world contradicts it, *wrong* if every
possible world contradicts it, and *early* otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from numberhouse.contract.advice import Advice
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.turing_machine.problems.laws import CARDS, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.rules.model import View
from numberhouse.games.turing_machine.rules.sheet import LETTERS, Sheet, checked
from numberhouse.games.turing_machine.words.phrases import phrase
from numberhouse.words import message

__all__ = ["Checked", "MarkVerdict", "NoteDraft", "Question", "adviser"]

MOST_MARKS = 200
"""Largest number of marks in a draft. No sheet has room for more."""

MarkVerdict: TypeAlias = Literal["proven", "early", "wrong"]
"""Whether the knowledge of a side proves a mark, doesn't prove it yet, or refutes it."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to a verifier after the end."""

    code: Annotated[str, msgspec.Meta(max_length=3)]
    """The proposal: three digits from 1 to 5."""
    verifier: Annotated[int, msgspec.Meta(ge=0, le=5)]
    """The verifier's number: A is 0, B is 1, and so on."""


class NoteDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft of a note sheet, or a question after the end."""

    crossed: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_MARKS)] = ()
    """The marks in the notation of a sheet."""
    question: Question | None = None
    """The question of a player who goes on searching. It is answered alone: the marks aren't checked."""


class Checked(msgspec.Struct, frozen=True):
    """The sheet, compared with all answers that the seat's side has received."""

    marks: dict[str, MarkVerdict]
    """The standing of each mark."""
    codes: int
    """Number of possible codes."""
    kept: int
    """Number of possible codes that the crossed-out digits leave."""
    worlds: int
    """Number of possible assignments of laws to the verifiers."""
    answer: bool | None = None
    """The verifier's answer to the draft's question; None without one. Beside an answer the numbers are 0."""


class NoteAdviser:
    """The adviser of Turing Machine, which checks note sheets."""

    draft_type = NoteDraft
    result_type = Checked

    def advise(self, view: View, seat: Seat, draft: NoteDraft, lang: str) -> Advice:  # noqa: ARG002
        """The standing of each mark, or the answer to the question. Raises `IllegalAction` for a mark that
        these cards don't have, and for a question while the match runs."""
        if draft.question is not None:
            return _answer(view, draft.question, lang)
        crossed = checked(Sheet(draft.crossed), view.layout).crossed
        known = _known(view.layout, view.observations, view.wrong_codes)
        digits = [mark for mark in crossed if mark[0] in SHAPES]
        kept = [code for code in known.codes if not any(_has(code, mark) for mark in digits)]
        marks = {mark: known.standing(mark) for mark in crossed}
        found = Checked(marks, len(known.codes), len(kept), known.worlds)
        return Advice(found, tuple(_advice_lines(found, view.layout, lang)))


adviser = NoteAdviser()


def _answer(view: View, question: Question, lang: str) -> Advice:
    """The answer by the laws that the end has made public. Only the view is read, and before the end it holds
    no law."""
    if view.end is None:
        raise IllegalAction(
            "not-over", message("while the match runs, verifiers are asked in it; search on after its end")
        )
    if question.code not in INDEX or question.verifier >= view.layout.verifiers:
        raise IllegalAction(
            "question", message("ask one of these verifiers about a code of three digits 1 to 5, such as 345")
        )
    answer = view.end.problem.answer(question.code, question.verifier)
    line = phrase("yes" if answer else "no", lang, letter=LETTERS[question.verifier], proposal=question.code)
    return Advice(Checked({}, 0, 0, 0, answer), (line,))


SHAPES = "tsc"


class Known:
    """The knowledge of a side, as far as notes depend on it."""

    def __init__(
        self, layout: Layout, codes: Sequence[str], laws: Sequence[Mapping[tuple[int, int], int]], worlds: int
    ) -> None:
        self.layout, self.codes, self.laws, self.worlds = layout, codes, laws, worlds

    def standing(self, mark: str) -> MarkVerdict:
        """The standing of the mark against this knowledge."""
        if mark[0] in SHAPES:
            having, all_of_them = sum(_has(code, mark) for code in self.codes), len(self.codes)
        else:
            having, all_of_them = self._worlds_with(mark), self.worlds
        return "proven" if not having else "wrong" if having == all_of_them else "early"

    def _worlds_with(self, mark: str) -> int:
        """Number of worlds that contradict the mark, for the marks A.2, 17.2 and A/17."""
        letter, slash, card = mark.partition("/")
        if slash:
            laws = self.laws[LETTERS.index(letter)]
            return sum(worlds for (of, _), worlds in laws.items() if of == int(card))
        name, _, number = mark.partition(".")
        place = int(number) - 1
        if name in LETTERS:
            verifier = LETTERS.index(name)
            return self.laws[verifier].get((self.layout.cards[verifier][0], place), 0)
        return sum(laws.get((int(name), place), 0) for laws in self.laws)


@lru_cache(maxsize=64)
def _known(layout: Layout, observations: tuple[Observation, ...], wrong: tuple[str, ...]) -> Known:
    """The side's knowledge. It is cached because notes change more often than knowledge."""
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge  # NumPy is of the extra `bots`

    knowledge = Knowledge(layout, observations, wrong)
    return Known(layout, tuple(knowledge.codes), knowledge.laws, knowledge.worlds)


def _has(code: str, mark: str) -> bool:
    return code[SHAPES.index(mark[0])] == mark[1]


def _advice_lines(found: Checked, layout: Layout, lang: str) -> Iterator[str]:
    yield phrase("codes_left", lang, count=found.codes)
    if found.kept < found.codes:
        yield phrase("codes_kept", lang, count=found.kept)
    for standing in ("wrong", "early"):
        names = [_name(mark, layout, lang) for mark, one in found.marks.items() if one == standing]
        if names:
            yield phrase(f"marks_{standing}", lang, marks="; ".join(names))


def _name(mark: str, layout: Layout, lang: str) -> str:
    """The mark in the words of the board."""
    if mark[0] in SHAPES:
        return f"{'△□○'[SHAPES.index(mark[0])]} = {mark[1]}"
    if "/" in mark:
        letter, card = mark.split("/")
        return phrase("mark_card", lang, letter=letter, card=card)
    name, number = mark.split(".")
    place = layout.cards[LETTERS.index(name)][0] if name in LETTERS else int(name)
    law = CARDS[place].laws[int(number) - 1].words(lang)
    owner = name if name in LETTERS else phrase("mark_of_card", lang, card=name)
    return f"{owner}: {law}"
