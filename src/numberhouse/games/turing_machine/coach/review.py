"""Reviews a match: evaluates each step by the knowledge of its side.

The value of a question, a proposal or the end of asking is the average number of rounds that best play needs
afterwards, and of questions in them. The loss is the difference from best play. In nightmare best play is out
of reach, so the value of a question is its expected information about the code. The value of a verdict is its
probability of being right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.contract.review import (
    Alternative,
    Evaluation,
    Explanation,
    Mark,
    Playout,
    Standing,
    Unrated,
    Words,
    mark_for,
)
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.rules.model import (
    QUESTIONS,
    Action,
    Ask,
    Finish,
    Note,
    NotYet,
    Propose,
    Solve,
    View,
)
from numberhouse.games.turing_machine.rules.sheet import LETTERS
from numberhouse.words import message, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numberhouse.games.turing_machine.problems.knowledge import Knowledge
    from numberhouse.games.turing_machine.solver.best_play import Effort, Solver
    from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound

__all__ = ["TuringMachineReviewer", "playout", "reviewer"]

QUESTIONS_A_ROUND: Final = 100
"""Number of questions that weigh as much as a round, so that rounds are compared first (TM-12)."""

SHARE: Final = 8
"""Number of parts into which the budget is divided. Each forecast has one part."""

MOST_BETTER: Final = 3

MOST_NAMED: Final = 6
"""Number of possible codes that an explanation names."""

WORDS: Final = words_of("numberhouse.games.turing_machine")

ROUNDS: Final = message("rounds to the end on average, the fewer the better")
BITS: Final = message("bits of information about the code on average")
CHANCE: Final = message("per cent chance that the verdict is right")


class TuringMachineReviewer:
    """The reviewer of Turing Machine. The module's docstring describes its values."""

    def evaluate(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the view says it
        budget: Budget,
    ) -> Evaluation | Unrated | None:
        """Evaluate the step and name better alternatives."""
        # NumPy is of the extra `bots`
        from numberhouse.games.turing_machine.problems.knowledge import Knowledge

        if view.phase == "over":
            return None
        if isinstance(action, Note):
            return Unrated(WORDS.everywhere("A note changes nothing in the match."))
        knowledge = Knowledge(view.layout, view.observations, view.wrong_codes)
        standing = Standing(float(len(knowledge.codes)), WORDS.everywhere("codes left"), fewer_is_better=True)
        if isinstance(action, Solve | NotYet):
            return _verdict(action, knowledge, standing)
        if view.layout.mode == "nightmare":
            return _by_information(view, action, knowledge, standing)
        return _by_rounds(view, action, knowledge, standing, budget)

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:  # noqa: ARG002
        """State the true code after a verdict that named a code."""
        if isinstance(action, Solve) and end.end is not None:
            if action.code == end.end.code:
                return WORDS.everywhere("The code was {code}.", code=end.end.code)
            return WORDS.everywhere("The code was {code}, so this put the side out.", code=end.end.code)
        return {}


reviewer: Final = TuringMachineReviewer()


def playout(view: View) -> Playout | None:
    """The bot for playing out a race: `careful`. None for a side alone, which has no opponent."""
    return Playout("careful", nodes=1) if len(view.tracks) > 1 and view.phase != "over" else None


# Verdicts


def _verdict(action: Solve | NotYet, knowledge: Knowledge, standing: Standing) -> Evaluation:
    total = sum(knowledge.codes.values())
    known, *others = knowledge.codes
    scale = WORDS.everywhere(CHANCE)
    if isinstance(action, NotYet):
        if others:
            reason = WORDS.everywhere(
                "{count} codes were possible: rightly not yet.", count=len(knowledge.codes)
            )
            return Evaluation("best", 100.0, 100.0, scale, reason, standing=standing)
        reason = WORDS.everywhere(
            "Only {code} was possible: the code could have been said, and a round was lost.", code=known
        )
        better = (Alternative(Solve(known), 100.0, WORDS.everywhere("the only code left")),)
        return Evaluation("blunder", 0.0, 100.0, scale, reason, better, standing=standing)
    chance = 100.0 * knowledge.codes.get(action.code, 0) / total
    if not others and action.code == known:
        reason = WORDS.everywhere("The only code left.")
        return Evaluation("best", 100.0, 100.0, scale, reason, standing=standing)
    if not chance:
        reason = WORDS.everywhere("The answers already spoke against {code}.", code=action.code)
    else:
        reason = WORDS.everywhere(
            "A guess among {count} codes: right with a chance of {chance:.0f} %.",
            count=len(knowledge.codes),
            chance=chance,
        )
    mark: Mark = "blunder" if chance < 25 else "mistake" if chance < 50 else "inaccuracy"
    safe: Action = NotYet() if others else Solve(known)
    certain = WORDS.everywhere("says only what is certain")
    better = (Alternative(safe, 100.0, certain),)
    excluded = knowledge.why_not_code(action.code)
    if excluded is not None:
        why = (Explanation(message("{code} was impossible. {reason}"), {
            "code": action.code, "reason": (excluded.explanation,),
        }),)  # fmt: skip
    else:
        codes = tuple(code for code in knowledge.codes if code != action.code)[:MOST_NAMED]
        why = (Explanation(message("Just as possible: {codes}."), {"codes": ", ".join(codes)}),)
    return Evaluation(mark, chance, 100.0, scale, reason, better, standing=standing, why=why)


# Questions, by the effort of best play


Values: TypeAlias = dict[str, str | int]

Question: TypeAlias = tuple[str, int]
"""A proposal and the verifier that is asked about it."""


class _Better(NamedTuple):
    """An alternative with less effort, and the question that it asks, if any."""

    action: Action
    effort: Effort
    question: Question | None


class _Round(NamedTuple):
    """The round under way in the solver's form, with the solver and its time limit."""

    solver: Solver
    rows: int
    proposal: str
    asked: tuple[int, ...]
    gone: int
    seconds: float | None

    @property
    def standing(self) -> OpenRound | None:
        """The solver's standing; None if no proposal is made and no question is used."""
        return self.proposed(self.proposal) if self.proposal else self.begun

    @property
    def verifiers(self) -> int:
        """Number of verifiers."""
        return self.solver.layout.verifiers

    def left_by(self, question: Question) -> tuple[int, int]:
        """Numbers of codes that remain after the answers yes and no."""
        yes, no = (len(self.solver.codes(side)) for side in self.solver.sides(self.rows, *question))
        return yes, no

    @property
    def begun(self) -> OpenRound | None:
        """The standing before the proposal. A handicap (TM-13) may have used questions."""
        # NumPy and Numba are of the extra `bots`
        from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound

        return OpenRound(None, 0, self.gone) if self.gone else None

    def proposed(self, code: str) -> OpenRound:
        """The standing after this proposal."""
        # NumPy and Numba are of the extra `bots`
        from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound

        return OpenRound(INDEX[code], sum(1 << verifier for verifier in self.asked), self.gone)


def _by_rounds(
    view: View, action: Action, knowledge: Knowledge, standing: Standing, budget: Budget
) -> Evaluation | None:
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import solver_for

    solver = solver_for(view.layout)
    track = view.tracks[view.side or 0]
    turn = track.turns[-1]
    seconds = None if budget.seconds is None else budget.seconds / SHARE
    now = _Round(
        solver,
        solver.rows(view.observations, view.wrong_codes),
        turn.proposal,
        turn.asked,
        QUESTIONS - track.left,
        seconds,
    )
    if not now.rows:
        return None
    forecast = solver.expected(now.rows, now.standing, Budget(seconds=seconds))
    played = _taken(now, action)
    best = min(forecast.best, played)
    better = _better(now, view, action, best, played, knowledge, budget)
    why = _why(now, action, better[0].question if better else None)
    if better:
        best = min(best, better[0].effort)
    lost = _scalar(played) - _scalar(best)
    reason = WORDS.everywhere(
        "{rounds:.2f} rounds with {questions:.2f} questions expected after this, "
        "{best_rounds:.2f} rounds with {best_questions:.2f} questions at best.",
        rounds=played.rounds,
        questions=played.questions,
        best_rounds=best.rounds,
        best_questions=best.questions,
    )
    return Evaluation(
        mark_for(lost, 0.03, 0.15, 0.4),
        -_scalar(played),
        -_scalar(best),
        WORDS.everywhere(ROUNDS),
        reason,
        tuple(Alternative(one.action, -_scalar(one.effort), _split(now, one.question)) for one in better),
        exact=forecast.exact,
        standing=standing,
        why=why,
    )


def _why(now: _Round, action: Action, better: Question | None) -> tuple[Explanation, ...]:
    """The number of codes that the step leaves at worst, and that of the better question."""
    total = len(now.solver.codes(now.rows))
    sentences = list(_left_by(action, total, now.proposal, now.verifiers, now.left_by))
    if better is not None and total > 1:
        code, verifier = better
        values: Values = {"code": code, "letter": LETTERS[verifier], "worst": max(now.left_by(better))}
        sentences.append(
            Explanation(message("Better: {letter} about {code}, which leaves {worst} at worst."), values)
        )
    return tuple(sentences)


def _left_by(
    action: Action,
    total: int,
    proposal: str,
    verifiers: int,
    left_by: Callable[[Question], tuple[int, int]],
) -> Iterator[Explanation]:
    """The number of codes that the step leaves, by the numbers that each question leaves after yes and no.
    Nothing where one code was left."""
    if total < 2:
        return
    values: Values
    if isinstance(action, Ask):
        yes, no = left_by((proposal, action.verifier))
        values = {"total": total, "worst": max(yes, no), "yes": yes, "no": no}
        yield Explanation(QUESTION if min(yes, no) else CERTAIN, values)
    elif isinstance(action, Propose):
        questions = ((action.code, verifier) for verifier in range(verifiers))
        code, verifier = min(questions, key=lambda question: max(left_by(question)))
        worst = max(left_by((code, verifier)))
        values = {"total": total, "worst": worst, "code": code, "letter": LETTERS[verifier]}
        yield Explanation(PROPOSAL, values)
    elif isinstance(action, Finish):
        yield Explanation(message("{total} codes were left when the round ended."), {"total": total})


QUESTION: Final = message(
    "{total} codes were left; this question leaves {worst} at worst: {yes} after yes, {no} after no."
)
CERTAIN: Final = message("The answer was certain before it was asked: it tells nothing.")
PROPOSAL: Final = message(
    "{total} codes were left; the best single question about {code}, to {letter}, leaves {worst} at worst."
)


def _taken(now: _Round, action: Action) -> Effort:
    """The mean numbers of rounds and questions from here, if the player takes this action and then follows
    best play. The round under way counts."""
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import Effort, after

    if isinstance(action, Propose):
        return _expected(now, now.rows, now.proposed(action.code))
    if isinstance(action, Finish):
        if len(now.solver.codes(now.rows)) == 1:
            return Effort(1.0, 0.0)
        then = _expected(now, now.rows, None)
        return Effort(1 + then.rounds, then.questions)
    assert isinstance(action, Ask)
    sides = now.solver.sides(now.rows, now.proposal, action.verifier)
    total = now.solver.count_worlds(now.rows)
    rounds, questions = 0.0, 1.0
    for answer, side in zip((True, False), sides, strict=True):
        if not side:
            continue
        share = now.solver.count_worlds(side) / total
        seen = after(now.proposed(now.proposal), Observation(now.proposal, action.verifier, answer))
        if seen.questions == QUESTIONS and len(now.solver.codes(side)) > 1:
            then = _expected(now, side, None)
            then = Effort(1 + then.rounds, then.questions)
        else:
            then = _expected(now, side, seen)
        rounds += share * then.rounds
        questions += share * then.questions
    return Effort(rounds, questions)


def _expected(now: _Round, rows: int, standing: OpenRound | None) -> Effort:
    return now.solver.expected(rows, standing, Budget(seconds=now.seconds)).best


def _better(
    now: _Round,
    view: View,
    action: Action,
    best: Effort,
    played: Effort,
    knowledge: Knowledge,
    budget: Budget,
) -> list[_Better]:
    """Alternatives with less effort, the best first."""
    if _scalar(played) - _scalar(best) <= 1e-6:
        return []
    move = now.solver.next(now.rows, "mean", now.standing, Budget(seconds=now.seconds))
    questions: dict[Action, Question | None] = {}
    if move.proposal is None or move.verifier is None:
        questions[Finish()] = None
    else:
        questions[Ask(move.verifier) if now.proposal else Propose(move.proposal)] = (
            move.proposal,
            move.verifier,
        )
    for proposal, verifier in _most_informative(view, knowledge):
        if len(questions) == MOST_BETTER or budget.spent():
            break
        questions.setdefault(Ask(verifier) if now.proposal else Propose(proposal), (proposal, verifier))
    candidates = [
        _Better(other, _taken(now, other), question) for other, question in questions.items()
        if other != action
    ]  # fmt: skip
    less = [one for one in candidates if _scalar(one.effort) < _scalar(played) - 1e-6]
    return sorted(less, key=lambda one: _scalar(one.effort))


def _split(now: _Round, question: Question | None) -> Words:
    if question is None:
        return WORDS.everywhere("no other answer about this proposal is worth a question")
    proposal, verifier = question
    yes, no = now.left_by(question)
    return WORDS.everywhere(
        "ask {letter} about {proposal}: yes leaves {yes} of the codes, no leaves {no}",
        letter=LETTERS[verifier],
        proposal=proposal,
        yes=yes,
        no=no,
    )


def _scalar(effort: Effort) -> float:
    return effort.rounds + effort.questions / QUESTIONS_A_ROUND


# Questions, by their information


def _most_informative(view: View, knowledge: Knowledge) -> list[tuple[str, int]]:
    """The most informative questions, the best first. Before the proposal there is one for each proposal."""
    ranked = sorted(_bits(view, knowledge).items(), key=lambda one: -round(one[1], 9))
    first: dict[str | tuple[str, int], tuple[str, int]] = {}
    proposed = view.tracks[view.side or 0].turns[-1].proposal
    for (code, verifier), bits in ranked:
        if bits > 0:
            first.setdefault((code, verifier) if proposed else code, (code, verifier))
    return list(first.values())


def _bits(view: View, knowledge: Knowledge) -> dict[tuple[str, int], float]:
    """The information about the code in each question that can be asked in this round."""
    # NumPy is of the extra `bots`
    from numberhouse.games.turing_machine.solver.information import information

    turn = view.tracks[view.side or 0].turns[-1]
    bits, _ = information(knowledge.possible)
    return {
        (code, verifier): float(bits[INDEX[code], verifier])
        for code in ([turn.proposal] if turn.proposal else CODES)
        for verifier in range(view.layout.verifiers)
        if verifier not in turn.asked
    }


def _by_information(
    view: View, action: Action, knowledge: Knowledge, standing: Standing
) -> Evaluation | None:
    bits = _bits(view, knowledge)
    proposed = view.tracks[view.side or 0].turns[-1].proposal
    most = max(bits.values(), default=0.0)
    if isinstance(action, Propose):
        played = max(value for (code, _), value in bits.items() if code == action.code)
    elif isinstance(action, Ask):
        played = bits[proposed, action.verifier]
    elif len(knowledge.codes) == 1:
        played = most = 0.0
    else:
        played = 0.0
    better = [
        Alternative(
            Ask(verifier) if proposed else Propose(code),
            bits[code, verifier],
            WORDS.everywhere(
                "ask {letter} about {code}: {bits:.2f} bits",
                letter=LETTERS[verifier],
                code=code,
                bits=bits[code, verifier],
            ),
        )
        for code, verifier in _most_informative(view, knowledge)
        if bits[code, verifier] > played + 1e-9
    ]
    telling = next((one for one in _most_informative(view, knowledge) if bits[one] > played + 1e-9), None)
    why = _why_by_information(action, proposed, knowledge, telling)
    reason = WORDS.everywhere(
        "Tells {bits:.2f} bits about the code on average; the most telling question, {most:.2f}.",
        bits=played,
        most=most,
    )
    return Evaluation(
        mark_for(most - played, 0.1, 0.3, 0.6),
        played,
        most,
        WORDS.everywhere(BITS),
        reason,
        tuple(better[:MOST_BETTER]),
        exact=False,
        standing=standing,
        why=why,
    )


def _why_by_information(
    action: Action, proposed: str, knowledge: Knowledge, better: Question | None
) -> tuple[Explanation, ...]:
    """The numbers of codes that the step and the more telling question leave, which are exact, and that best
    play isn't computed."""
    # NumPy is of the extra `bots`
    from numberhouse.games.turing_machine.problems.answers import codes_left

    left = codes_left(knowledge.possible)
    total, verifiers = len(knowledge.codes), knowledge.layout.verifiers

    def left_by(question: Question) -> tuple[int, int]:
        yes, no = left[INDEX[question[0]], question[1]]
        return int(yes), int(no)

    sentences = list(_left_by(action, total, proposed, verifiers, left_by))
    if better is not None and total > 1:
        code, verifier = better
        yes, no = left_by(better)
        values: Values = {"code": code, "letter": LETTERS[verifier], "yes": yes, "no": no}
        sentences.append(Explanation(TELLING, values))
    return (*sentences, Explanation(UNSOLVED, {}))


TELLING: Final = message(
    "More telling on average: {letter} about {code}, which leaves {yes} after yes, {no} after no."
)
UNSOLVED: Final = message(
    "Best play isn't computed in nightmare; questions are compared by what they tell about the code."
)
