"""Hidden Nim: three piles, one open and one under the cover of each of two seats.

In turn a seat takes 1 to 3 counters from a pile, or all that are left there if they are fewer; whoever takes
the last counter of all wins. A seat sees its own covered pile, what was taken, and which piles are empty.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from numberhouse.contract.game import Chance, Event, IllegalAction, Legal, Outcome, Room, Seat, Step, TypeCard

PILES = range(3)
"""Pile 0 is covered by seat 0, pile 1 by seat 1, pile 2 is open."""
AT_ONCE = 3
LARGEST = 9


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be varied."""

    most: int = 5
    """The largest size of a pile."""


class State(msgspec.Struct, frozen=True):
    """Everything."""

    most: int
    left: tuple[int, int, int]
    taken: tuple[int, int, int] = (0, 0, 0)
    turn: Seat = 0


class Take(msgspec.Struct, frozen=True, tag="take", forbid_unknown_fields=True):
    """Take so many counters, or all that are left if they are fewer."""

    pile: int
    """0, 1 or 2."""
    number: int
    """1, 2 or 3."""


class View(msgspec.Struct, frozen=True):
    """What a seat or a spectator knows."""

    most: int
    """The largest size of a pile."""
    left: tuple[int | None, int | None, int | None]
    """None: covered."""
    taken: tuple[int, int, int]
    """By pile, all that was taken so far."""
    turn: Seat
    """Whose turn it is, or would be."""


class HiddenNim:
    """The game."""

    card = TypeCard(
        id="hidden-nim",
        title="Hidden Nim",
        rules_version=1,
        seats=(2, 2),
        usual_seats=2,
        simultaneous=False,
        hidden=True,
        random=True,
        longest=len(PILES) * LARGEST,
        scores=(0, 1),
        tags=("example", "nim"),
    )
    options_type = Options
    state_type = State
    action_type = Take
    view_type = View

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Draw the size of each pile."""
        if seats != 2:
            raise IllegalAction("seats", f"Hidden Nim is for 2 seats, not {seats}", {"seats": seats})
        if not 1 <= options.most <= LARGEST:
            raise IllegalAction(
                "most", f"piles of up to {options.most}; 1 to {LARGEST} are possible", {"most": options.most}
            )
        one, two, three = (1 + chance.below(options.most) for _ in PILES)
        return State(options.most, (one, two, three))

    def to_act(self, state: State) -> frozenset[Seat]:
        """The seat whose turn it is."""
        return frozenset({state.turn} if any(state.left) else ())

    def legal(self, view: View, seat: Seat) -> Legal[Take]:
        """Any number from any pile that isn't empty."""
        piles = [pile for pile in PILES if view.left[pile] != 0 and view.turn == seat]
        return Legal([Take(pile, number) for pile in piles for number in range(1, AT_ONCE + 1)])

    def apply(self, state: State, seat: Seat, action: Take, chance: Chance) -> Step[State]:  # noqa: ARG002
        """Take the counters; the turn passes."""
        if not any(state.left):
            raise IllegalAction("over", "the match is over: every pile is empty")
        if seat != state.turn:
            raise IllegalAction("turn", f"it is the turn of seat {state.turn}", {"turn": state.turn})
        if action.pile not in PILES:
            raise IllegalAction("pile", f"there is no pile {action.pile}; there are 0, 1 and 2")
        if not 1 <= action.number <= AT_ONCE:
            raise IllegalAction("number", f"{action.number} counters; 1 to {AT_ONCE} can be taken")
        if state.left[action.pile] == 0:
            raise IllegalAction("empty", f"pile {action.pile} is empty", {"pile": action.pile})
        number = min(action.number, state.left[action.pile])
        left = _added(state.left, action.pile, -number)
        event = Event(
            "took", {"seat": seat, "pile": action.pile, "number": number, "empty": left[action.pile] == 0}
        )
        taken = _added(state.taken, action.pile, number)
        return Step(State(state.most, left, taken, 1 - seat), (event,))

    def view(self, state: State, seat: Seat | None) -> View:
        """The open pile, the seat's own, and every empty one."""
        one, two, three = (
            left if pile in (seat, 2) or left == 0 else None for pile, left in enumerate(state.left)
        )
        return View(state.most, (one, two, three), state.taken, state.turn)

    def outcome(self, state: State) -> Outcome | None:
        """The last to take wins."""
        if any(state.left):
            return None
        winner = 1 - state.turn
        places = (1, 2) if winner == 0 else (2, 1)
        return Outcome(tuple(float(place == 1) for place in places), places, "last-counter-taken")

    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        """One counter from the first pile that isn't empty."""
        pile = next(pile for pile in PILES if state.left[pile])
        return self.apply(state, seat, Take(pile, 1), chance)

    def progress(self, state: State) -> float:
        """The share of piles that are empty: how many counters are left is not for everybody."""
        return state.left.count(0) / len(PILES)

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:  # noqa: ARG002
        """One table."""
        return {"table": frozenset({0, 1})}

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:  # noqa: ARG002
        """A covered pile held any size that is larger than what was taken from it."""
        one, two, three = (
            1 + chance.below(view.most - taken) if left is None else left
            for left, taken in zip(view.left, view.taken, strict=True)
        )
        return State(view.most, (one, two, three), view.taken, view.turn)


def _added(row: tuple[int, int, int], place: int, number: int) -> tuple[int, int, int]:
    one, two, three = (value + number * (pile == place) for pile, value in enumerate(row))
    return one, two, three


game = HiddenNim()
