"""Turing Machine: find the one code that all verifiers accept, in fewer questions than the others.

The parts are listed in the `__init__.py` of this room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from numberhouse.contract.game import (
    Chance,
    Game,
    Legal,
    Outcome,
    Room,
    Seat,
    Step,
    TypeCard,
    check_awaited,
    shared_places,
)
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.games.turing_machine.rules.deal import FIRST, MOST_SEATS, PRESENT, SECOND, Edition, dealt
from numberhouse.games.turing_machine.rules.legal import legal_actions
from numberhouse.games.turing_machine.rules.model import (
    QUESTIONS,
    Action,
    Ask,
    End,
    Finish,
    Note,
    NotYet,
    Options,
    Paper,
    Propose,
    Solve,
    State,
    Track,
    Turn,
    View,
)
from numberhouse.games.turing_machine.rules.round import LAST_ROUND, conceded, members, pen, played, ran_out
from numberhouse.games.turing_machine.rules.sheet import Sheet, sampled

__all__ = [
    "LAST_ROUND",
    "QUESTIONS",
    "Action",
    "Ask",
    "End",
    "Finish",
    "NotYet",
    "Note",
    "Options",
    "Paper",
    "Propose",
    "Sheet",
    "Solve",
    "State",
    "Track",
    "TuringMachine",
    "Turn",
    "View",
    "earlier_versions",
    "game",
]


class TuringMachine:
    """The game of the rulings TM-8 … TM-15."""

    options_type = Options
    state_type = State
    action_type = Action
    view_type = View

    def __init__(self, edition: Edition = PRESENT) -> None:
        self.edition = edition
        self.card = TypeCard(
            id="turing-machine",
            title="Turing Machine",
            rules_version=edition.version,
            seats=(1, MOST_SEATS),
            usual_seats=2,
            minutes=(10, 20),
            simultaneous=True,
            hidden=True,
            random=True,
            longest=LAST_ROUND * MOST_SEATS * (1 + QUESTIONS + 1),  # proposal, questions or finish, verdict
            scores=(0.0, 1.0),
            tags=("deduction", "simultaneous", "solo", "team"),
            credits="Turing Machine by Fabien Gridel and Yoann Levet (Scorpion Masqué); not affiliated.",
            secret_options=("problem",),
        )

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Put the cards on the table. Raises `IllegalAction` with the code `seats` or `options`."""
        seen, problem = dealt(options, seats, chance, self.edition)
        sides = seats if seen.style == "race" else 1
        handicaps = seen.handicap or (0,) * sides
        tracks = tuple(Track(questions=taken, left=QUESTIONS - taken) for taken in handicaps)
        return State(seen, problem, tracks, (Paper(),) * sides, (Sheet(),) * seats)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seats that still ask, or haven't given a verdict (TM-8). In a team only the seat with the
        pen."""
        if state.phase == "over":
            return frozenset()
        holder = pen(state)
        if holder is not None:
            return frozenset((holder,))
        asking = state.phase == "asking"
        return frozenset(
            [
                side
                for side, track in enumerate(state.tracks)
                if not (track.out or (track.finished if asking else track.spoken))
            ]
        )

    def legal(self, view: View, seat: Seat) -> Legal[Action]:
        """Verifiers to ask are listed, and codes are built up from parts. Notes are free actions. So is a new
        verdict in place of the given one, until the round closes."""
        return legal_actions(view, seat)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:  # noqa: ARG002
        """The action's effect. Raises `IllegalAction` for every refusal of TM-15."""
        return played(state, seat, action)

    def view(self, state: State, seat: Seat | None) -> View:
        """All tracks, and only the viewer's own paper and sheet until the match is over (TM-10)."""
        if seat is None:
            paper = sheet = None
        else:
            paper = state.papers[0 if state.options.style == "team" else seat]
            sheet = state.sheets[seat]
        return View(
            options=state.options,
            layout=state.problem.layout,
            seats=len(state.sheets),
            round=state.round,
            phase=state.phase,
            tracks=state.tracks,
            pen=pen(state),
            seat=seat,
            paper=paper,
            sheet=sheet,
            end=_end(state) if state.phase == "over" else None,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Winners score 1, all others 0 (TM-11, TM-12). Places follow the scores, so all share one place if
        nobody wins. Every seat that named the code has the title `solver`, even if it didn't win."""
        if state.phase != "over":
            return None
        scores = [0.0] * len(state.sheets)
        for side in state.winners:
            for seat in members(state, side):
                scores[seat] = 1.0
        places = shared_places(scores)
        code = state.problem.code
        solvers = [
            seat
            for side, paper in enumerate(state.papers)
            if paper.verdict == code
            for seat in members(state, side)
        ]
        titles = {"solver": tuple(solvers)} if solvers else {}
        return Outcome(tuple(scores), places, state.reason, titles)

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:  # noqa: ARG002
        """A late seat loses nothing else: it asks no more, or its verdict is *not yet*. Raises
        `IllegalAction` for a seat that the match doesn't wait for."""
        check_awaited(seat, self.to_act(state))
        return ran_out(state, seat)

    def conceded(self, state: State, seat: Seat) -> State | None:
        """The position after `seat` has resigned, which shows the solution; None in a team."""
        return conceded(state, seat)

    def progress(self, state: State) -> float:
        """The progress of the match. Most matches last a few rounds, so progress is one half after four."""
        if state.phase == "over":
            return 1.0
        playing = [track for track in state.tracks if not track.out]
        done = sum(bool(track.finished) + bool(track.spoken) for track in playing) / (2 * len(playing))
        rounds = state.round - 1 + done
        return rounds / (rounds + 4)

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """One room for all seats; in a team it is the team's room."""
        name = "team" if state.options.style == "team" else "table"
        return {name: frozenset(range(len(state.sheets)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """The laws are drawn from all laws that agree with the viewer's answers and wrong code, equally
        likely. The other sides' answers follow from them. Their private notes and sealed verdicts are drawn
        at random.

        A drawn problem leaves a minimum number of codes at the start (TM-6). This depends only on the cards
        on the table, so it tells a viewer nothing beyond the view.
        """
        own = view.side
        problem = view.end.problem if view.end else _world(view, chance)
        papers = (
            view.end.papers
            if view.end
            else tuple(
                view.paper if side == own and view.paper else _paper(track, problem, chance)
                for side, track in enumerate(view.tracks)
            )
        )
        sheets = tuple(
            view.sheet if other == seat and view.sheet else sampled(view.layout, chance)
            for other in range(view.seats)
        )
        return State(
            options=view.options,
            problem=problem,
            tracks=view.tracks,
            papers=papers,
            sheets=sheets,
            round=view.round,
            phase=view.phase,
            reason=view.end.reason if view.end else "",
            winners=view.end.winners if view.end else (),
        )


def _end(state: State) -> End:
    problem = state.problem
    return End(problem, problem.code, problem.id, state.reason, state.winners, state.papers)


def _world(view: View, chance: Chance) -> Problem:
    """A problem that the viewer can't distinguish from the real one."""
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge  # NumPy is of the extra `bots`

    return Knowledge(view.layout, view.observations, view.wrong_codes).draw(chance)


def _paper(track: Track, problem: Problem, chance: Chance) -> Paper:
    """The knowledge of a side if this problem were the real one."""
    answers = tuple(
        tuple(problem.answer(turn.proposal, verifier) for verifier in turn.asked) for turn in track.turns
    )
    if track.out:
        return Paper(answers, None, chance.choice([code for code in CODES if code != problem.code]))
    if not track.spoken:
        return Paper(answers)
    guesses = track.spoken == "said" and chance.below(2)
    return Paper(answers, chance.choice(CODES) if guesses else "")


game: Final[Game[Options, State, Action, View]] = TuringMachine()
earlier_versions: Final[tuple[Game[Options, State, Action, View], ...]] = (
    TuringMachine(FIRST),
    TuringMachine(SECOND),
)
