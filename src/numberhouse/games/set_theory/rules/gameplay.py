"""The rules of Set Theory as a game of the contract: each method calls the module that it belongs to.

The `__init__.py` of this folder lists the modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.clock import TurnClock
from numberhouse.contract.game import (
    Chance,
    Game,
    IllegalAction,
    Legal,
    Outcome,
    Room,
    Seat,
    Step,
    TypeCard,
    check_awaited,
)
from numberhouse.games.set_theory.rules.belonging import statements
from numberhouse.games.set_theory.rules.course import course
from numberhouse.games.set_theory.rules.deal import WORTHS, cost_of, dealt
from numberhouse.games.set_theory.rules.edition import FIRST, PRESENT, Edition
from numberhouse.games.set_theory.rules.grid import CELLS, LINE, LINES
from numberhouse.games.set_theory.rules.legal import legal_actions
from numberhouse.games.set_theory.rules.model import (
    CANDIDATE,
    DMO,
    MOST_SKIPS,
    SETS,
    Action,
    Begin,
    End,
    Options,
    Patched,
    Place,
    State,
    Turn,
    View,
)
from numberhouse.games.set_theory.rules.ranking import standing
from numberhouse.games.set_theory.rules.turn import begun, begun_by_default, placed, skipped, to_move

__all__ = [
    "Action",
    "Begin",
    "End",
    "Options",
    "Patched",
    "Place",
    "SetTheory",
    "State",
    "Turn",
    "View",
    "earlier_versions",
    "game",
]

SEATS: Final = 2

LATER_FIELDS: Final = ("options/tier", "options/example_numbers", "begins")
"""State fields that came after the first records."""


class SetTheory:
    """The game of Set Theory, for the host, under one version of its rules: it implements `Game` and `Costly`
    of the contract (ST-1 … ST-12)."""

    card = TypeCard(
        id="set-theory",
        title="Set Theory",
        rules_version=PRESENT.version,
        seats=(SEATS, SEATS),
        usual_seats=SEATS,
        minutes=(45, 90),
        simultaneous=False,
        hidden=True,
        random=True,
        longest=1 + len(CELLS) * MOST_SKIPS,  # the beginner; each number after at most three skipped turns
        scores=(0.0, float(max(WORTHS) * SETS * (len(CELLS) + LINE * len(LINES)))),
        tags=("grid", "inductive-reasoning", "connect-in-a-row"),
        credits="Set Theory by e_is_cool, from The Genius Repository; not affiliated.",
        secret_options=("sets", "worths", "example_numbers"),
        clock=TurnClock(seconds=120, reserves=5, reserve_seconds=60),
        clock_starts="when-seen",
    )
    options_type = Options
    state_type = State
    action_type = Action
    view_type = View

    def __init__(self, edition: Edition = PRESENT) -> None:
        self.edition = edition
        if edition != PRESENT:
            self.card = replace(self.card, rules_version=edition.version, later_fields=LATER_FIELDS)

    def setup_cost(self, options: Options) -> int:
        """The steps of checking the sets handed in; 0 if the sets are drawn. Raises `IllegalAction` for
        conditions that need too many, before any is evaluated (ST-11)."""
        return cost_of(options, self.edition)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """The first state, with sets, worths and examples (ST-2, ST-4, ST-11). Raises `IllegalAction` with
        the code `seats`, `options` or the code of the problem of the sets handed in."""
        if seats != SEATS:
            raise IllegalAction("seats", "Set Theory is for 2 seats, not {seats}", {"seats": seats})
        return dealt(options, chance, self.edition)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seat whose turn it is. At first the death-match opponent, if it decides who begins (ST-1)."""
        if state.reason:
            return frozenset()
        return frozenset((DMO if state.begins is None else to_move(state.begins, state.past),))

    def opening(self, state: State) -> bool:
        """Whether the death-match opponent must still decide who begins."""
        return state.begins is None

    def legal(self, view: View, seat: Seat) -> Legal[Action]:
        """Any unused number on any empty cell, or the decision who begins."""
        return legal_actions(view, seat)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Place the number, or record who begins. Raises `IllegalAction` for every case of ST-12."""
        if isinstance(action, Begin):
            return begun(state, seat, action)
        return placed(state, seat, action)

    def view(self, state: State, seat: Seat | None) -> View:
        """The view, the same for every seat: everything except the sets and their worths. After the match it
        has everything."""
        over = bool(state.reason)
        now = course(state.past)
        return View(
            options=state.options,
            handed_in=state.handed_in,
            examples=state.examples,
            past=state.past,
            lines=now.lines,
            turn=None if over or state.begins is None else to_move(state.begins, state.past),
            scores=now.scores,
            seat=seat,
            end=_end(state) if over else None,
            begins=state.begins,
        )

    def outcome(self, state: State) -> Outcome | None:
        """The outcome: more points win, then the highest single move, then the DMO (ST-9). Time-outs come
        first if they ended the match (ST-8). The loser is eliminated."""
        if not state.reason:
            return None
        candidate, dmo = course(state.past).scores
        places = standing(state.past, state.reason)
        loser = (places.index(2),)
        return Outcome((float(candidate), float(dmo)), places, state.reason, {"eliminated": loser})

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Apply the end of a seat's time: the turn is skipped, or the match lost (ST-8). Before the first
        turn the death-match opponent begins (ST-1). Raises `IllegalAction` for a seat that the match doesn't
        wait for."""
        check_awaited(seat, self.to_act(state))
        if state.begins is None:
            return begun_by_default(state)
        return skipped(state, seat)

    def conceded(self, state: State, seat: Seat) -> State | None:
        """The position after `seat` has resigned, which shows the sets."""
        return replace(state, reason="candidate-resigned" if seat == CANDIDATE else "dmo-resigned")

    def progress(self, state: State) -> float:
        """The share of occupied cells."""
        if state.reason:
            return 1.0
        return len(course(state.past).sets) / len(CELLS)

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:  # noqa: ARG002
        """One room for both seats."""
        return {"table": frozenset(range(SEATS))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:  # noqa: ARG002
        """A state that fits the view. Sets and worths are drawn from the exact posterior of public
        information; `seat` knows no more."""
        if view.end is not None:
            sets, worths = view.end.sets, view.end.worths
            reason = view.end.reason
        else:
            # NumPy and Numba are in the extra `bots`
            from numberhouse.games.set_theory.solver.posterior import posterior

            known = posterior(view)
            sets, worths, reason = known.draw_sets(chance), known.draw_worths(chance), ""
        return State(
            view.options, view.handed_in, sets, worths, view.examples, view.past, reason, view.begins
        )


def _end(state: State) -> End:
    words = tuple(map(statements, state.sets))
    return End(state.reason, state.sets, words, state.worths, standing(state.past, state.reason))


game: Final[Game[Options, State, Action, View]] = SetTheory()
earlier_versions: Final[tuple[Game[Options, State, Action, View], ...]] = (SetTheory(FIRST),)
