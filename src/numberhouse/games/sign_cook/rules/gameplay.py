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
"""State fields that exist only for later versions of the rules."""


class SignCook:
    """The game under one version of its rules."""

    card = TypeCard(
        id="sign-cook",
        title="Sign Cook",
        rules_version=PRESENT.version,
        seats=SEATS,
        usual_seats=4,
        minutes=(30, 60),
        simultaneous=True,
        hidden=True,
        random=True,
        longest=SEATS[1] * (ROUNDS * (VISITS + 1) + 1),  # the last 1 is the purchase
        scores=(float(ROUNDS - LEFTOVERS), float(ROUNDS * SEATS[1] + 1)),
        tags=("arithmetic", "words", "simultaneous", "optimization"),
        content_options=("mine",),
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
        """Draw the mine and give every seat the first tiles (SC-2, SC-6). Raises `IllegalAction` with the
        code `seats`, `options` or `words`."""
        return opened(options, seats, chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seats that haven't presented their dish of the round."""
        if state.over:
            return frozenset()
        return frozenset([seat for seat, kitchen in enumerate(state.kitchens) if kitchen.sealed is None])

    def legal(self, view: View, seat: Seat) -> Legal[Action]:  # noqa: ARG002 - the view is this seat's
        """Exchanges and purchases are listed. Paths of the mine and dishes are built up from parts."""
        return legal_actions(view)

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State]:  # noqa: ARG002
        """The action's effect. Raises `IllegalAction` for every refusal of SC-22."""
        return played(state, seat, action, self.edition)

    def view(self, state: State, seat: Seat | None) -> View:
        """The mine and the closed courses are visible to all; a kitchen only to its own seat (SC-5)."""
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
        """The seat with the most points after the dessert wins. The seat with the fewest may be eliminated
        (SC-19)."""
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
        """The share of courses that are over. The running course counts by its presented dishes."""
        if state.over:
            return 1.0
        presented = sum(kitchen.sealed is not None for kitchen in state.kitchens) / len(state.kitchens)
        return (len(state.courses) + presented) / ROUNDS

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        """One room for all seats."""
        return {"table": frozenset(range(len(state.kitchens)))}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        """The other seats' kitchens are drawn at random. They can cook the presented dishes, and mined no
        longer sequence than the published longest one. Their actions in the running round are any legal
        ones."""
        kitchens = view.end.kitchens if view.end is not None else imagined_kitchens(view, seat, chance)
        return State(view.options, view.grid, view.lexicon, kitchens, view.courses, view.rulings)

    def rulings(self, view: View) -> Legal[Ruling]:
        """The rulings that the host can make on served dishes: whether a word counts, and the value of an
        undecided expression."""
        return possible(view)

    def rule(self, state: State, ruling: Ruling, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Judge the closed rounds again under the ruling. Raises `IllegalAction` for a question that isn't
        left to the host."""
        return ruled(state, ruling, self.edition)


game: Final[Game[Options, State, Action, View]] = SignCook()
earlier_versions: Final[tuple[Game[Options, State, Action, View], ...]] = (SignCook(FIRST),)
