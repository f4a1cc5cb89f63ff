"""Random plays of a game, and the function that checks a property on many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from numberhouse.contract.game import Chance, Event, IllegalAction, Legal, Patient, Seat, Step
from numberhouse.match import Entry
from numberhouse.registry import AnyGame, InstalledGame, installed_game

__all__ = [
    "STABLE",
    "THOROUGH",
    "ContractBroken",
    "Moment",
    "Play",
    "Property",
    "encoded",
    "every",
    "over_plays",
    "plays",
    "visible_events",
    "walk_once",
]

STABLE = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],  # a seed doesn't get simpler by getting smaller
    suppress_health_check=list(HealthCheck),
)
"""Settings for the same plays in every run. They take seconds for a game."""
THOROUGH = settings(STABLE, max_examples=200, derandomize=False)
"""Settings for new plays in every run."""

MOMENTS = 6
"""Number of moments of a play that the slower properties check."""


MOST_CACHED = 32
"""Largest number of plays in the cache: enough for ten of a game, and ten of other matches that supply
foreign actions."""


class ContractBroken(AssertionError):  # noqa: N818 - named after the event
    """A game breaks its contract. The message names the play, the action and the seat."""


class Property(Protocol):
    """A promise of every game."""

    def __call__(
        self, subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
    ) -> None:
        """Raises `ContractBroken` unless the game keeps the promise."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a play: the state, and the next entry with its step (none after the last entry)."""

    number: int
    """Number of the next entry, counted from 1."""
    state: Any
    to_act: frozenset[Seat]
    entry: Entry[Any] | None
    step: Step[Any] | None
    free: bool
    """Whether the entry is a free action."""


@dataclass(slots=True)
class Play:
    """A match of random legal actions, with some expiries if `late`."""

    installed: InstalledGame
    options: Any
    seats: int
    seed: str
    late: bool
    only_late: bool = False
    moments: list[Moment] = field(default_factory=list)
    stuck: str = ""
    """The reason why the play stopped early; "" if it didn't."""

    def __repr__(self) -> str:
        late = " with nothing but expiries" if self.only_late else " with expiries" if self.late else ""
        return f"{self.installed.id} of {self.seats} seats, {self.options}, seed {self.seed!r}{late}"

    @property
    def game(self) -> AnyGame:
        """The game played."""
        return self.installed.game

    @property
    def everybody(self) -> tuple[Seat | None, ...]:
        """All seats and a spectator."""
        return (*range(self.seats), None)

    @property
    def log(self) -> list[Entry[Any]]:
        """The entries of the play."""
        return [moment.entry for moment in self.moments if moment.entry is not None]

    def chance(self, name: str) -> Chance:
        """Randomness for the suite's own draws."""
        return Chance(f"{self.seed}/{name}")

    def next_chance(self, moment: Moment) -> Chance:
        """The `Chance` of the entry after `moment`."""
        return Chance(self.seed, moment.number)

    def some(self, count: int = MOMENTS) -> list[Moment]:
        """A few moments in order, always with the last one."""
        places = self.chance("some").sample(range(len(self.moments) - 1), min(count, len(self.moments)) - 1)
        return [self.moments[index] for index in (*sorted(places), -1)]

    def legal(self, state: Any, seat: Seat) -> Legal[Any]:
        """The legal actions of `seat` in `state`, computed from its view."""
        return self.game.legal(self.game.view(state, seat), seat)

    def waits(self, state: Any, seat: Seat) -> bool:
        """Whether `seat`, an awaited one, has nothing left to do (`Patient`)."""
        return isinstance(self.game, Patient) and self.game.waits(self.game.view(state, seat), seat)

    def broken(self, why: str, moment: Moment | None = None, seat: Seat | None = None) -> ContractBroken:
        """The exception to raise."""
        where = f", before action {moment.number}" if moment is not None else ""
        reader = f", seat {seat}" if seat is not None else ""
        return ContractBroken(f"{why}\n  in {self!r}{where}{reader}")

    def walk(self) -> None:
        """Play the match. The walk stops when a legal action is refused, or after more actions than the card
        allows."""
        game, dice = self.game, self.chance("walk")
        state = game.setup(self.options, self.seats, Chance(self.seed, 0))
        moves = 0
        number = 1
        while True:
            to_act = game.to_act(state)
            if not to_act or moves > game.card.longest:
                break
            try:
                seat, action, free = self._choice(state, to_act, dice)
                chance = Chance(self.seed, number)
                if action is None:
                    step = game.expire(state, seat, chance)
                else:
                    step = game.apply(state, seat, action, chance)
            except (IllegalAction, ValueError) as error:
                self.stuck = f"{type(error).__name__}: {error}"
                break
            self.moments.append(Moment(number, state, to_act, Entry(number, seat, action), step, free))
            moves += seat in to_act and not free
            number += 1
            state = step.state
        self.moments.append(Moment(number, state, game.to_act(state), None, None, False))

    def _choice(self, state: Any, to_act: frozenset[Seat], dice: Chance) -> tuple[Seat, Any, bool]:
        seat = dice.choice(sorted(to_act))
        if self.only_late or (self.late and dice.below(8) == 0):
            return seat, None, False
        if self.waits(state, seat):
            busy = [other for other in sorted(to_act) if not self.waits(state, other)]
            if not busy:  # only time moves the match on
                return seat, None, False
            seat = dice.choice(busy)
        if dice.below(4) == 0:  # another seat may replace a submission, or write a note
            other = dice.below(self.seats)
            legal = self.legal(state, other)
            frees = [part for part in legal.parts if part.free]
            if frees and dice.below(2):
                return other, dice.choice(frees).sample(dice), True
            if legal.moves:
                return other, legal.sample(dice), False
        return seat, self.legal(state, seat).sample(dice), False


def plays(installed: InstalledGame, options: Sequence[Any]) -> st.SearchStrategy[Play]:
    """Plays before their walk, with drawn seeds, numbers of seats and options."""
    card = installed.game.card
    fewest, most = card.seats
    seats = sorted({fewest, card.usual_seats, min(most, card.usual_seats + 2), most})
    return st.builds(
        Play,
        installed=st.just(installed),
        options=st.sampled_from([installed.game.options_type(), *options]),
        seats=st.sampled_from(seats),
        seed=st.integers(0, 2**32 - 1).map(str),
        late=st.booleans(),
    )


def every(check: Callable[[Play], None]) -> Property:
    """The property that `check` holds for every play."""

    def run(
        subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
    ) -> None:
        over_plays(subject, options, settings, check)

    run.__name__ = run.__qualname__ = check.__name__
    run.__doc__ = check.__doc__
    return run


def over_plays(
    subject: AnyGame | InstalledGame, options: Sequence[Any], effort: settings, check: Callable[[Play], None]
) -> None:
    """Walk many plays and check each. An unexpected exception of the game breaks the contract too."""
    installed = subject if isinstance(subject, InstalledGame) else installed_game(subject)
    failures: list[ContractBroken] = []

    @effort
    @given(plays(installed, options))
    def test(play: Play) -> None:
        try:
            try:
                play = walk_once(play)
            except IllegalAction as refusal:
                if play.options == installed.game.options_type():
                    raise play.broken(f"the default options are refused: {refusal}") from refusal
                return  # these options are not for this number of seats
            check(play)
        except ContractBroken as broken:
            failures.append(broken)
            raise
        except Exception as error:
            failures.append(play.broken(f"the game raised {error!r}"))
            raise failures[-1] from error

    try:
        test()
    except ContractBroken:
        raise
    except Exception as error:
        if failures:  # it failed once and not again: the game uses chance or memory from outside
            raise failures[0] from error
        raise


def walk_once(play: Play) -> Play:
    """The play after its walk; an equal play from the cache where there is one.

    The properties of a game check the same plays, and a walk takes longer than most checks. States are
    frozen, so that no property can change them for another.
    """
    key = (id(play.installed), encoded(play.options), play.seats, play.seed, play.late, play.only_late)
    cached = _walked_plays.pop(key, None)
    if cached is None:
        play.walk()
        cached = play
    _walked_plays[key] = cached
    if len(_walked_plays) > MOST_CACHED:
        del _walked_plays[next(iter(_walked_plays))]
    return cached


_walked_plays: dict[tuple[Any, ...], Play] = {}
"""The cached plays, the least recently used first. Each holds its game, so that no other game gets its id."""


def encoded(thing: Any) -> bytes:
    """The thing as JSON; equal things give the same bytes."""
    return msgspec.json.encode(thing, order="deterministic")


def visible_events(events: Sequence[Event], viewer: Seat | None) -> list[bytes]:
    """The events that `viewer` sees, as JSON without their audience."""
    return [encoded([event.code, event.values]) for event in events if event.visible_to(viewer)]


def pairs(things: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Each pair of things at different places, once."""
    for index, first in enumerate(things):
        for second in things[index + 1 :]:
            yield first, second
