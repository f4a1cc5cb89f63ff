"""A match: options, a seed and a log of actions and rulings.

Nothing else decides the course of a match. Action k is applied with `Chance(seed, k)`, so that the same
options, seed and log give the same states and events everywhere. This module uses no clock, network or disk:
the caller passes the time, stores the log and informs the players.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from numberhouse.contract.forfeit import Forfeit, forfeit_event
from numberhouse.contract.game import (
    Chance,
    Conceding,
    Event,
    Game,
    IllegalAction,
    Legal,
    Opening,
    Outcome,
    Patient,
    Refereed,
    Room,
    Seat,
    Step,
    check_awaited,
    shared_places,
)

__all__ = ["HOST", "Entry", "Match", "seed_digest", "state_digest"]

HOST: Final[Seat] = -1
"""In place of a seat, in the entry of a ruling (`numberhouse.contract.game.Refereed`)."""

MOST_SEATS_FORFEITED: Final = 2
"""Seats of a match that one forfeit ends. In a larger one the others play on by the rules of the game."""

Options = TypeVar("Options")
State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")


class Entry(msgspec.Struct, Generic[Action], frozen=True):
    """A line of the log: an action of a seat, the expiry of its time, a ruling of the host, or a forfeit."""

    number: int
    """1…, without gaps; also the number of its `Chance`."""
    seat: Seat
    """`HOST` for a ruling."""
    action: Action | None
    """None: the seat's time ran out. In an entry of the host: the ruling."""
    at: float | None = None
    """The time in seconds since the epoch, if the caller passed it."""
    reason: str = ""
    """The host's reason for the ruling."""
    forfeit: Forfeit | None = None
    """Why the seat has lost the match with this entry, which has no action then."""


class Match(Generic[Options, State, Action, View]):
    """One playing of a game.

    `state` holds every secret, and `events[k]` are the events of `log[k]`. Players may receive only `view`,
    `legal`, and events for which `Event.visible_to` is true.
    """

    __slots__ = (
        "_awaited",
        "_opening",
        "_patient",
        "events",
        "forfeited",
        "game",
        "log",
        "options",
        "seats",
        "seed",
        "state",
    )

    def __init__(
        self,
        game: Game[Options, State, Action, View],
        seed: str,
        options: Options | None = None,
        seats: int | None = None,
        *,
        state: State | None = None,
    ) -> None:
        """Set up with `Chance(seed, 0)`; the game's default options and usual seats unless given.

        A seed decides everything hidden: use a long random one (`secrets.token_hex`) where it matters.
        `state` is the first state, where it was made elsewhere: setting up may take long (`Costly`). Raises
        `IllegalAction` for a number of seats or options that the game can't be played with.
        """
        self.game = game
        self.seed = seed
        self.options: Options = game.options_type() if options is None else options
        self.seats: int = game.card.usual_seats if seats is None else seats
        fewest, most = game.card.seats
        if not fewest <= self.seats <= most:
            raise IllegalAction(
                "seats",
                "{title} is for {fewest} to {most} seats, not {seats}",
                {"title": game.card.title, "seats": self.seats, "fewest": fewest, "most": most},
            )
        self.state: State = game.setup(self.options, self.seats, Chance(seed, 0)) if state is None else state
        self._awaited: tuple[tuple[State, frozenset[Seat]], ...] = ()
        """Cache of `to_act` for the last two states: each entry asks for them several times."""
        # Checking a protocol takes longer than most of its calls, so it is done once.
        self._opening: Opening[State] | None = game if isinstance(game, Opening) else None
        self._patient: Patient[View] | None = game if isinstance(game, Patient) else None
        self.log: list[Entry[Action]] = []
        self.events: list[tuple[Event, ...]] = []
        self.forfeited: Entry[Action] | None = None
        """The entry with which a seat has lost the match at once."""

    @classmethod
    def replay(
        cls,
        game: Game[Options, State, Action, View],
        seed: str,
        options: Options | None,
        seats: int | None,
        entries: Iterable[Entry[Action]],
    ) -> Match[Options, State, Action, View]:
        """The match that has this log. Raises `IllegalAction` where an entry is refused and `ValueError`
        where the numbers don't run 1, 2, 3…"""
        match = cls(game, seed, options, seats)
        for entry in entries:
            match.apply(entry)
        return match

    def act(self, seat: Seat, action: Action, at: float | None = None) -> tuple[Event, ...]:
        """Apply the action of `seat`. Raises `IllegalAction`, and then nothing has changed."""
        number = len(self.log) + 1
        step = self.prepare(seat, action)
        return self.commit(Entry(number, seat, action, at), step)

    def prepare(self, seat: Seat, action: Action | None) -> Step[State]:
        """The effect of an action, or of an expiry where `action` is None, as the next entry. Nothing changes
        before `commit`. Raises like `act` and `expire`."""
        self._check_not_forfeited()
        chance = Chance(self.seed, len(self.log) + 1)
        if action is not None:
            return self.game.apply(self.state, seat, action, chance)
        check_awaited(seat, self.to_act)
        return self.game.expire(self.state, seat, chance)

    def expire(self, seat: Seat, at: float | None = None) -> tuple[Event, ...]:
        """Apply the expiry of `seat`: its time has run out, or its player has left. Raises `IllegalAction`
        where the match doesn't wait for that seat."""
        number = len(self.log) + 1
        step = self.prepare(seat, None)
        return self.commit(Entry(number, seat, None, at), step)

    def forfeit(self, seat: Seat, why: Forfeit, at: float | None = None) -> tuple[Event, ...]:
        """End the match as a loss of `seat`. Raises `IllegalAction` where that isn't possible
        (`ends_with`)."""
        step = self.prepare_forfeit(seat, why)
        return self.commit(Entry(len(self.log) + 1, seat, None, at, forfeit=why), step)

    def prepare_forfeit(self, seat: Seat, why: Forfeit) -> Step[State]:
        """The effect of the forfeit as the next entry. Nothing changes before `commit`. Raises like
        `forfeit`."""
        state = self._conceded(seat)
        if state is None:
            raise IllegalAction(
                "no-forfeit",
                "{seat:seat} can't end this match: it is over, or others play on",
                {"seat": seat},
            )
        return Step(state, (forfeit_event(seat, why),))

    def ends_with(self, seat: Seat) -> bool:
        """Whether the match is over as soon as `seat` gives up: it runs, it is for one or two, and they
        aren't one team."""
        return self._conceded(seat) is not None

    def _conceded(self, seat: Seat) -> State | None:
        if self.outcome is not None or not 0 <= seat < self.seats <= MOST_SEATS_FORFEITED:
            return None
        if isinstance(self.game, Conceding):
            state: State | None = self.game.conceded(self.state, seat)
            return state
        return self.state

    def _check_not_forfeited(self) -> None:
        if self.forfeited is not None:
            raise IllegalAction(
                "over", "the match is over: {seat:seat} has lost it at once", {"seat": self.forfeited.seat}
            )

    def rule(self, ruling: Any, reason: str = "", at: float | None = None) -> tuple[Event, ...]:
        """Apply the host's decision of a question that the rules leave open. Raises `IllegalAction`, and then
        nothing has changed."""
        step = self.prepare_ruling(ruling)
        return self.commit(Entry(len(self.log) + 1, HOST, ruling, at, reason), step)

    def prepare_ruling(self, ruling: Any) -> Step[State]:
        """The effect of the ruling as the next entry. Nothing changes before `commit`. Raises like `rule`."""
        if not isinstance(self.game, Refereed):
            raise IllegalAction(
                "no-rulings", "{title} leaves nothing to the host to decide", {"title": self.game.card.title}
            )
        step: Step[State] = self.game.rule(self.state, ruling, Chance(self.seed, len(self.log) + 1))
        return step

    @property
    def rulings(self) -> Legal[Any]:
        """The rulings that the host can make now."""
        return self.game.rulings(self.view(None)) if isinstance(self.game, Refereed) else Legal()

    def apply(self, entry: Entry[Action]) -> tuple[Event, ...]:
        """Apply the next entry of a log: an action, an expiry, a ruling or a forfeit. Raises like `act`,
        `expire`, `rule`, `forfeit` and `replay`."""
        if entry.number != len(self.log) + 1:
            raise ValueError(f"entry {entry.number} where entry {len(self.log) + 1} was expected")
        if entry.seat == HOST:
            return self.rule(entry.action, entry.reason, entry.at)
        if entry.forfeit is not None:
            return self.forfeit(entry.seat, entry.forfeit, entry.at)
        if entry.action is None:
            return self.expire(entry.seat, entry.at)
        return self.act(entry.seat, entry.action, entry.at)

    def view(self, seat: Seat | None) -> View:
        """The view of `seat`; None is a spectator."""
        return self.game.view(self.state, seat)

    def legal(self, seat: Seat) -> Legal[Action]:
        """The legal actions of `seat`, computed from its view."""
        return Legal() if self.forfeited is not None else self.game.legal(self.view(seat), seat)

    def rewound(self, length: int, state: State) -> Match[Options, State, Action, View]:
        """A copy of this match as it was after its first `length` entries, when its state was `state`. A
        caller that has stored the states gets it faster than by `replay`."""
        match = object.__new__(type(self))
        match.game, match.options, match.seats, match.seed = self.game, self.options, self.seats, self.seed
        match.state, match._awaited = state, ()
        match._opening, match._patient = self._opening, self._patient
        match.log, match.events = self.log[:length], self.events[:length]
        match.forfeited = next((entry for entry in match.log if entry.forfeit is not None), None)
        return match

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats the match waits for; none when it is over."""
        if self.forfeited is not None:
            return frozenset()
        return self.to_act_in(self.state)

    def to_act_in(self, state: State) -> frozenset[Seat]:
        """As `to_act`, in another state, such as one that is prepared and not committed."""
        for cached_state, awaited in self._awaited:
            if cached_state is state:
                return awaited
        awaited = self.game.to_act(state)
        self._awaited = ((state, awaited), *self._awaited[:1])
        return awaited

    @property
    def opening(self) -> bool:
        """Whether the match waits for a decision before its first turn."""
        return self.opening_in(self.state)

    def opening_in(self, state: State) -> bool:
        """As `opening`, in another state."""
        return self._opening is not None and self._opening.opening(state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match runs."""
        return self.outcome_in(self.state)

    def outcome_in(self, state: State) -> Outcome | None:
        """As `outcome`, in another state. A forfeit decides the result: the opponent scores 1 and the seat
        0, whatever points they had, because the match wasn't played to its end."""
        return self.game.outcome(state) if self.forfeited is None else self.outcome_of(self.forfeited)

    def outcome_of(self, forfeited: Entry[Action]) -> Outcome:
        """The result with this forfeit as the last entry."""
        assert forfeited.forfeit is not None
        scores = tuple(float(seat != forfeited.seat) for seat in range(self.seats))
        return Outcome(scores, shared_places(scores), forfeited.forfeit)

    @property
    def only_time(self) -> bool:
        """Whether the match waits for nothing but time: each seat of `to_act` has nothing left to do. A
        caller without a clock lets their time run out then."""
        if self._patient is None:
            return False
        seats = self.to_act
        return bool(seats) and all(self.waits(seat) for seat in seats)

    def waits(self, seat: Seat) -> bool:
        """Whether the seat has nothing left to do that moves the match on: see `Patient`."""
        return self._patient is not None and self._patient.waits(self.view(seat), seat)

    def next_seat(self) -> Seat:
        """The lowest seat of `to_act` that has something to do; the lowest of all where none has
        (`only_time`). Raises `ValueError` when the match is over."""
        seats = sorted(self.to_act)
        return next((seat for seat in seats if not self.waits(seat)), min(seats))

    @property
    def rooms(self) -> Mapping[Room, frozenset[Seat]]:
        """The rooms that are open now, with the seats that may talk there."""
        return self.game.rooms(self.state)

    def commit(self, entry: Entry[Action], step: Step[State]) -> tuple[Event, ...]:
        """Append the entry to the log and adopt its step, which was prepared in the present state."""
        self.state = step.state
        if entry.forfeit is not None:
            self.forfeited = entry
        self.log.append(entry)
        self.events.append(step.events)
        return step.events


def seed_digest(seed: str) -> str:
    """SHA-256 of the seed, in hex. It is published at the start, so that the seed, which is published at the
    end, can be checked."""
    return hashlib.sha256(seed.encode()).hexdigest()


def state_digest(state: Any, later_fields: Sequence[str] = ()) -> str:
    """SHA-256 of the state as JSON, in hex, without the fields that came with later versions of the rules
    (`TypeCard.later_fields`). Secret while the match runs: where few states are possible, trying them all
    finds the one with this digest."""
    encoded = msgspec.json.encode(state, order="deterministic")
    if later_fields:
        fields = msgspec.json.decode(encoded)
        for path in later_fields:
            _drop(fields, path.split("/"))
        encoded = msgspec.json.encode(fields)  # unsorted: the digest depends on the order of the fields
    return hashlib.sha256(encoded).hexdigest()


def _drop(thing: Any, path: Sequence[str]) -> None:
    """Remove the field at that path from a JSON value. Does nothing where there is no such field."""
    name, *rest = path
    if isinstance(thing, list) and name == "*":
        for item in thing:
            _drop(item, rest)
    elif isinstance(thing, dict) and name in thing:
        if rest:
            _drop(thing[name], rest)
        else:
            del thing[name]
