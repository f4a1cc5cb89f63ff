"""The text after the end of a match: each side's result, the deduction of the code from the laws, the codes
left after each round, and best play of the same problem (TM-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.names import Names, wrapped
from numberhouse.games.turing_machine.problems.laws import CARDS, CODES
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.rules.model import End, View
from numberhouse.games.turing_machine.rules.sheet import LETTERS
from numberhouse.games.turing_machine.words.phrases import phrase

__all__ = ["deduced", "farewell", "follows", "machine_lines", "side_name"]

SECONDS: Final = 2.0
"""Time limit of the search for best play, in seconds."""
COLUMNS: Final = 80
MOST_NAMED: Final = 6
"""Largest number of codes that are listed. If there are more, only their number is given."""


def farewell(view: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The text after the end. It has the rounds and questions of every side, the deduction of the code from
    the laws, and the codes that the answers left for the viewer's side or the winners. If one side played
    alone, it has the machine's play too. The last board shows the code, the laws and the problem's id. Empty
    while the match runs."""
    if view.end is None:
        return ""
    seat_names = Names(names, lang)
    lines = [_side(view, view.end, side, lang, seat_names) for side in range(len(view.tracks))]
    lines += follows(view.end, lang)
    for side in [view.side] if view.side is not None else view.end.winners:
        lines += deduced(view, view.end, side, lang, seat_names)
    if len(view.tracks) == 1:
        lines += machine_lines(view, view.end, lang)
    return "\n".join(part for line in lines for part in wrapped(line, COLUMNS, margin="  "))


def side_name(view: View, side: int, lang: str, seat_names: Names) -> str:
    """The name of a side for the viewer."""
    if view.options.style == "team":
        name = "whole_team" if view.seat is None else "your_team"
        who = "" if view.seat is None else seat_names.of(view.seat)
        return phrase(name, lang, seats=view.seats, who=who)
    who = seat_names.of(side)
    return phrase("you", lang, who=who) if view.seat == side else who


def _side(view: View, end: End, side: int, lang: str, seat_names: Names) -> str:
    track, paper = view.tracks[side], end.papers[side]
    how = "went_right" if paper.verdict == end.code else "went_wrong" if paper.wrong else "went_silent"
    return phrase(
        "went",
        lang,
        name=side_name(view, side, lang, seat_names),
        rounds=len(track.turns),
        count=track.questions,
        how=phrase(how, lang, code=paper.wrong),
    )


def follows(end: End, lang: str) -> Iterator[str]:
    """The deduction of the code: the codes that are left after each verifier's law."""
    yield phrase("follows", lang)
    left = list(CODES)
    for letter, (card, place) in zip(LETTERS, end.problem.laws, strict=False):
        law = CARDS[card].laws[place]
        left = [code for code in left if law.holds(code)]
        yield phrase("follows_law", lang, letter=letter, law=law.words(lang), left=_left(left, lang))


def deduced(view: View, end: End, side: int, lang: str, seat_names: Names) -> Iterator[str]:
    """The codes that the side's answers left after each of its rounds."""
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge  # NumPy is of the extra `bots`

    knowledge = Knowledge(view.layout)
    yield phrase("deduced", lang, name=side_name(view, side, lang, seat_names))
    yield phrase("deduced_start", lang, left=_left(list(knowledge.codes), lang))
    rounds = zip(view.tracks[side].turns, end.papers[side].answers, strict=True)
    for number, (turn, answers) in enumerate(rounds, start=1):
        observations = [
            Observation(turn.proposal, verifier, answer)
            for verifier, answer in zip(turn.asked, answers, strict=True)
        ]
        knowledge = knowledge.observe(*observations)
        asked = _answers(observations, lang) if observations else phrase("asked_nothing", lang)
        yield phrase(
            "deduced_round", lang, round=number, asked=asked, left=_left(list(knowledge.codes), lang)
        )


def _left(codes: Sequence[str], lang: str) -> str:
    if len(codes) > MOST_NAMED:
        return phrase("left_count", lang, count=len(codes))
    return phrase("left_codes", lang, codes=", ".join(codes))


def machine_lines(view: View, end: End, lang: str) -> Iterator[str]:
    """Best play of the problem that one side has played alone."""
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import solver_for

    solver = solver_for(view.layout)
    budget = Budget(seconds=SECONDS)
    forecast = solver.expected(budget=budget)
    line = solver.play(end.problem, budget=budget)
    yield phrase(
        "machine" if forecast.exact else "machine_hurried", lang, rounds=line.rounds, count=line.questions
    )
    for number, asked in enumerate(line.asked, start=1):
        yield f"  {number}) {_answers(asked, lang)}"
    rounds, count = forecast.best
    if forecast.exact:
        yield phrase("machine_average", lang, rounds=f"{rounds:.3g}", count=f"{count:.3g}")
    if end.winners:
        own = len(view.tracks[0].turns), view.tracks[0].questions
        best = line.rounds, line.questions
        yield phrase("beaten" if own < best else "equalled" if own == best else "behind", lang)


def _answers(asked: Sequence[Observation], lang: str) -> str:
    if not asked:
        return phrase("nothing_asked", lang)
    answers = ", ".join(
        f"{LETTERS[seen.verifier]} {phrase('says_yes' if seen.answer else 'says_no', lang)}" for seen in asked
    )
    return f"{asked[0].code}: {answers}"
