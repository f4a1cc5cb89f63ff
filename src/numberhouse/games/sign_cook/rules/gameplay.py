"""Sign Cook: gather digits and signs, and cook a starter, a main course and a dessert of arithmetic.

The parts are listed in the `__init__.py` of this room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from numberhouse.contract.clock import RoundClock
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
)
from numberhouse.games.sign_cook.rules.edition import FIRST, PRESENT, Edition
from numberhouse.games.sign_cook.rules.legal import legal_actions
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    VISITS,
    Action,
    Buy,
    CourseOver,
    End,
    Kitchen,
    Lexicon,
    Mine,
    Plate,
    Ruling,
    Sealed,
    Serve,
    State,
    ValueRuling,
    View,
    Visit,
    WordRuling,
)
from numberhouse.games.sign_cook.rules.options import SEATS, Options
from numberhouse.games.sign_cook.rules.ranking import LEFTOVERS, standing
from numberhouse.games.sign_cook.rules.round import opened, played, ran_out
from numberhouse.games.sign_cook.rules.rulings import possible, ruled
from numberhouse.games.sign_cook.solver.beliefs import imagined_kitchens

__all__ = [
    "Action",
    "Buy",
    "CourseOver",
    "End",
    "Kitchen",
    "Lexicon",
    "Mine",
    "Options",
    "Plate",
    "Ruling",
    "Sealed",
    "Serve",
    "SignCook",
    "State",
    "ValueRuling",
    "View",
    "Visit",
    "WordRuling",
    "earlier_versions",
    "game",
]

DAY: Final = 24 * 60 * 60.0
ROUNDS: Final = len(COURSES)


LATER_FIELDS: Final = (
    "rulings",
    "options/unknown_words",
    "options/lookups",
    "courses/*/plates/*/undecided",
    "courses/*/plates/*/ruled",
    "courses/*/plates/*/overruled",
)
"""What the state of the first version has for the sake of later ones."""


class SignCook:
    """The match, by one version of its rules."""

    card = TypeCard(
        id="sign-cook",
        title="Sign Cook",
        rules_version=PRESENT.version,
        seats=SEATS,
        usual_seats=4,
        simultaneous=True,
        hidden=True,
        random=True,
        longest=SEATS[1] * (ROUNDS * (VISITS + 1) + 1),  # the one is the tile that may be bought
        scores=(float(ROUNDS - LEFTOVERS), float(ROUNDS * SEATS[1] + 1)),
        tags=("arithmetic", "words", "simultaneous", "optimization"),
        moves_are_hints=True,
        credits="Sign Cook by ISamEI, from The Genius Repository; not affiliated.",
        clock=RoundClock(DAY),
    )
    options_type = Options
    state_type = State
    action_type = Action
    view_type = View
    ruling_type: Any = Ruling

    def __init__(self, edition: Edition = PRESENT) -> None:
        self.edition = edition
        if edition != PRESENT:
            self.card = replace(self.card, rules_version=edition.version, later_fields=LATER_FIELDS)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """The mine is drawn and everybody has the first tiles (SC-2, SC-6). Raises `IllegalAction` with the
        code `seats`, `options` or `words`."""
        return opened(options, seats, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Who hasn't presented the dish of the round."""
        if state.over:
            return frozenset()
        return frozenset([seat for seat, kitchen in enumerate(state.kitchens) if kitchen.sealed is None])

    def legal(self, view: View, seat: Seat) -> Legal[Action]:  # noqa: ARG002 - the view is this seat's
        """Exchanges and what can be bought are listed; paths of the mine and dishes are built up."""
        return legal_actions(view)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:  # noqa: ARG002
        """The effect. Raises `IllegalAction` for everything that SC-22 names."""
        return played(state, seat, action, self.edition)

    def view(self, state: State, seat: Seat | None) -> View:
        """The mine and the courses for all; a kitchen only for its own seat (SC-5)."""
        return View(
            options=state.options,
            seats=len(state.kitchens),
            seat=seat,
            round=state.round,
            grid=state.grid,
            lexicon=state.lexicon,
            courses=state.courses,
            waiting=self.to_act(state),
            kitchen=None if seat is None else state.kitchens[seat],
            end=End(state.kitchens, *standing(state, self.edition)) if state.over else None,
            rulings=state.rulings,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Most points after the dessert win; the fewest may be eliminated (SC-19)."""
        if not state.over:
            return None
        scores, places, candidates = standing(state, self.edition)
        titles = {
            "winner": tuple(seat for seat, place in enumerate(places) if place == 1),
            "elimination-candidate": candidates,
        }
        return Outcome(tuple(float(score) for score in scores), places, "dessert-judged", titles)

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:  # noqa: ARG002
        """The seat presents no dish in this round. Raises `IllegalAction` for a seat that the match doesn't
        wait for."""
        check_awaited(seat, self.to_act(state))
        return ran_out(state, seat, self.edition)

    def progress(self, state: State) -> float:
        """The share of courses that are over, the running one by the dishes that are presented."""
        if state.over:
            return 1.0
        presented = sum(kitchen.sealed is not None for kitchen in state.kitchens) / len(state.kitchens)
        return (len(state.courses) + presented) / ROUNDS

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """One room for the whole table."""
        return {"table": frozenset(range(len(state.kitchens)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """The others' kitchens are drawn so that they could cook what they presented and mined no longer
        sequence than was told; what they do in the running round is anything that they may."""
        kitchens = view.end.kitchens if view.end is not None else imagined_kitchens(view, seat, chance)
        return State(view.options, view.grid, view.lexicon, kitchens, view.courses, view.rulings)

    def rulings(self, view: View) -> Legal[Ruling]:
        """What the host can decide of dishes that were served: whether a word counts, and what an undecided
        value comes to."""
        return possible(view)

    def rule(self, state: State, ruling: Ruling, chance: Chance) -> Step[State]:  # noqa: ARG002
        """The closed rounds are judged anew. Raises `IllegalAction` for what isn't left to the host."""
        return ruled(state, ruling, self.edition)


game: Final[Game[Options, State, Action, View]] = SignCook()
earlier_versions: Final[tuple[Game[Options, State, Action, View], ...]] = (SignCook(FIRST),)
