"""The course of a round (AC-3 … AC-5, AC-17): submissions are saved, confirmed or set by default, and all are
opened at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from numberhouse.contract.game import Event, IllegalAction, Seat, Step
from numberhouse.games.addition_crypt.rules.model import (
    Action,
    Closed,
    How,
    Ledger,
    Line,
    OpenRoom,
    Pick,
    Sealed,
    State,
    Submit,
)
from numberhouse.games.addition_crypt.rules.options import LETTERS, Terms, terms
from numberhouse.games.addition_crypt.rules.ranking import standing
from numberhouse.games.addition_crypt.rules.rooms import (
    FEWEST_IN_GROUP,
    MOST_GROUPS,
    company,
    group_room,
    groups_left,
    groups_of,
    node_company,
    node_room,
    with_group,
)
from numberhouse.games.addition_crypt.rules.scoring import added, default_pick, scored

__all__ = ["opened", "played", "ran_out"]


def played(state: State, seat: Seat, action: Action) -> Step[State]:
    """Apply the action. Raises `IllegalAction` (AC-17) and then leaves the state unchanged."""
    if not 0 <= seat < state.seats:
        raise IllegalAction(
            "unknown-seat",
            "there is no seat {seat}; the seats are 0 to {last}",
            {"seat": seat, "last": state.seats - 1},
        )
    if state.over:
        raise IllegalAction("over", "the match is over; nothing more can be submitted in it")
    match action:
        case Submit():
            return _submit(state, seat, action)
        case OpenRoom():
            return _open_room(state, seat, action)
    return _lock(state, seat)


def ran_out(state: State, seat: Seat) -> Step[State]:
    """Apply the end of a seat's time: its saved submission counts, or the default without one (AC-5)."""
    sealed = state.sealed[seat]
    if sealed.pick is None:
        sealed = Sealed(default_pick(state.barred(seat)), "defaulted", late=True)
    else:
        sealed = replace(sealed, late=True)
    own = Event("time-ran-out", {"round": state.round, **_submission(sealed)}, frozenset((seat,)))
    return _settle(state, seat, sealed, own)


def _submit(state: State, seat: Seat, action: Submit) -> Step[State]:
    _check_round(state, action.round)
    sealed = state.sealed[seat]
    _check_time(state, sealed)
    pick = _picked(state, seat, action)
    how: How = "locked" if sealed.how == "locked" else "submitted"
    # Only the seat itself gets the event: its time would tell the others something.
    sealed = Sealed(pick, how)
    event = Event("submitted", {"round": state.round, **_submission(sealed)}, frozenset((seat,)))
    return Step(_sealed(state, seat, sealed), (event,))


def _lock(state: State, seat: Seat) -> Step[State]:
    sealed = state.sealed[seat]
    _check_time(state, sealed)
    if sealed.pick is None:
        raise IllegalAction(
            "nothing-submitted",
            "nothing is submitted in round {round} yet, so nothing can be locked; "
            "submit two nodes first, such as C* B",
            {"round": state.round},
        )
    if sealed.how == "locked":
        raise IllegalAction(
            "locked-already",
            "the submission of round {round} is locked already; "
            "it can still be replaced until the round closes",
            {"round": state.round},
        )
    sealed = replace(sealed, how="locked")
    own = Event("locked", {"round": state.round, **_submission(sealed)}, frozenset((seat,)))
    return _settle(state, seat, sealed, own)


def _open_room(state: State, seat: Seat, action: OpenRoom) -> Step[State]:
    _check_group(state, seat, action.seats)
    seats = tuple(sorted(action.seats))
    groups = with_group(state.groups, seats, seat)
    event = Event(
        "group-opened", {"room": group_room(seats), "seats": list(seats), "by": seat}, frozenset(seats)
    )
    return Step(replace(state, groups=groups), (event,))


def _settle(state: State, seat: Seat, sealed: Sealed, own: Event) -> Step[State]:
    """The round no longer waits for the seat, and the others learn only that. After the last seat the round
    closes. Where rounds last until their deadline, a lock has no effect that another seat could see, and no
    event announces that the time of all seats has run out."""
    events: tuple[Event, ...] = (own,)
    state = _sealed(state, seat, sealed)
    if not sealed.settled(state.options):
        return Step(state, events)
    if state.options.rounds_close == "all-locked":
        events += (Event("settled", {"seat": seat, "round": state.round}),)
    if not all(other.settled(state.options) for other in state.sealed):
        return Step(state, events)
    closed = _close(state)
    return Step(closed.state, events + closed.events)


# Closing of a round


def opened(
    values: Sequence[int],
    picks: Sequence[Pick],
    hows: Sequence[How],
    terms: Terms,
    earlier: Sequence[Ledger] = (),
) -> tuple[Closed, tuple[Line, ...]]:
    """The public result and each seat's line after these picks. `earlier` is all earlier rounds where node
    rooms are for all rounds."""
    after = added(values, picks, terms)
    lines = tuple(
        Line(pick, how, points, (rooms[0], rooms[1]), kept)
        for pick, how, points, (rooms, kept) in zip(
            picks, hows, scored(after, picks, terms), node_company(picks, earlier), strict=True
        )
    )
    return Closed(after, tuple(picks) if terms.published else None), lines


def _close(state: State) -> Step[State]:
    number = state.round
    picks = [sealed.pick for sealed in state.sealed if sealed.pick is not None]
    hows = [sealed.how for sealed in state.sealed]
    before = rooms_before(state)
    closed, lines = opened(state.values, picks, hows, terms(state.options, number), before)
    known = {room for ledger in before if ledger for room in company(ledger[-1])}
    state = State(
        options=state.options,
        ledgers=tuple((*ledger, line) for ledger, line in zip(state.ledgers, lines, strict=True)),
        sealed=(Sealed(),) * state.seats,
        rounds=(*state.rounds, closed),
    )
    rooms = sorted({room for line in lines for room in company(line)} - known)
    opened_rooms = [
        Event(
            "room-opened",
            {
                "round": number,
                "node": node,
                "room": node_room(state.options, number, node),
                "seats": list(inside),
            },
            frozenset(inside),
        )
        for node, inside in rooms
    ]
    return Step(state, (*_announced(number, closed, lines), *opened_rooms, *_over(state)))


def rooms_before(state: State) -> Sequence[Ledger]:
    """The closed rounds that decide the rooms besides the running one: none, or all of them."""
    return state.ledgers if state.options.node_rooms == "all-rounds" else ()


def _announced(number: int, closed: Closed, lines: Sequence[Line]) -> list[Event]:
    events = [Event("round-closed", {"round": number, "values": list(closed.values)})]
    if closed.published is not None:
        events.append(
            Event("published", {"round": number, "picks": [_plain(pick) for pick in closed.published]})
        )
    for seat, line in enumerate(lines):
        values = {
            "round": number,
            "pick": _plain(line.pick),
            "how": line.how,
            "digits": line.points.digits,
            "bonus": line.points.bonus,
        }
        events.append(Event("scored", values, frozenset((seat,))))
    return events


def _over(state: State) -> tuple[Event, ...]:
    if not state.over:
        return ()
    scores, places = standing(state)
    return (Event("match-over", {"scores": list(scores), "places": list(places)}),)


# Refusals (AC-17)


def _check_round(state: State, named: int | None) -> None:
    if named is None or named == state.round:
        return
    rounds = len(state.options.rounds)
    if not 1 <= named <= rounds:
        raise IllegalAction(
            "unknown-round",
            "there is no round {named}; the rounds are 1 to {rounds}, and round {round} is under way",
            {"named": _short(named), "round": state.round, "rounds": rounds},
        )
    values = {"named": named, "round": state.round}
    if named < state.round:
        raise IllegalAction(
            "late",
            "too late: round {named} has closed and round {round} is under way; "
            "look at the nodes and submit anew",
            values,
        )
    raise IllegalAction(
        "early",
        "too early: this is meant for round {named}, and round {round} is still under way",
        values,
    )


def _check_time(state: State, sealed: Sealed) -> None:
    if sealed.late:
        raise IllegalAction(
            "late",
            "too late: time has run out in round {round}; wait for the next one",
            {"named": state.round, "round": state.round},
        )


def _check_group(state: State, seat: Seat, seats: Sequence[Seat]) -> None:
    """Refuse a group that can't be opened. No refusal may depend on rooms that the seat isn't in."""
    if state.rounds:
        raise IllegalAction(
            "rooms-over",
            "rooms are opened in round 1 only, and round {round} is under way; now you talk in the rooms of "
            "your nodes",
            {"round": state.round},
        )
    for other in seats:
        if not 0 <= other < state.seats:
            raise IllegalAction(
                "no-such-seat",
                "there is no seat {seat}; the seats are 0 to {last}",
                {"seat": _short(other), "last": state.seats - 1},
            )
    twice = next((other for other in seats if seats.count(other) > 1), None)
    if twice is not None:
        raise IllegalAction("seat-twice", "seat {seat} is named twice; name every seat once", {"seat": twice})
    if seat not in seats:
        raise IllegalAction(
            "not-inside",
            "your own seat {seat} is missing; a room is opened for yourself and others",
            {"seat": seat},
        )
    if len(seats) < FEWEST_IN_GROUP:
        raise IllegalAction(
            "too-few",
            "a room is opened for {fewest} or more; any two have a talk of their own already",
            {"fewest": FEWEST_IN_GROUP},
        )
    if len(seats) == state.seats:
        raise IllegalAction("everybody", "these are all who play; the hall is there for everybody")
    own = groups_of(state.groups, seat)
    if any(group.seats == tuple(sorted(seats)) for group in own):
        raise IllegalAction("room-there", "you have opened a room for just these already; talk there")
    if not groups_left(state.groups, state.seats, seat):
        raise IllegalAction(
            "too-many-rooms",
            "you have opened {opened} rooms; {most} are possible, so use one of them",
            {"opened": len(own), "most": MOST_GROUPS},
        )


def _picked(state: State, seat: Seat, action: Submit) -> Pick:
    nodes = state.options.nodes
    for node in (action.first, action.second):
        if not 0 <= node < nodes:
            name = LETTERS[node] if 0 <= node < len(LETTERS) else _short(node)
            raise IllegalAction(
                "unknown-node",
                "there is no node {name}; the nodes are A to {last}",
                {"name": name, "nodes": nodes, "last": LETTERS[nodes - 1]},
            )
    if action.first == action.second:
        raise IllegalAction(
            "same-node",
            "{letter} is named twice; name two different nodes",
            {"node": action.first, "letter": LETTERS[action.first]},
        )
    barred = state.barred(seat)
    for node in (action.first, action.second):
        if node in barred:
            raise IllegalAction(
                "barred-node",
                "{letter} was used in round {before} and can't be used in round {round}; possible are {free}",
                {
                    "node": node,
                    "barred": list(barred),
                    "nodes": nodes,
                    "round": state.round,
                    "letter": LETTERS[node],
                    "before": state.round - 1,
                    "free": " ".join(LETTERS[other] for other in range(nodes) if other not in barred),
                },
            )
    if action.scoring not in (action.first, action.second):
        raise IllegalAction(
            "no-asterisk", "one of the two nodes must have the asterisk of the scoring node, such as C* B"
        )
    return Pick(action.first, action.second, action.scoring)


# Helpers


def _short(number: int) -> str:
    """A number of any length, shortened for a message."""
    digits = str(number)
    return digits if len(digits) <= 12 else f"{digits[:12]}…"


def _sealed(state: State, seat: Seat, sealed: Sealed) -> State:
    return replace(state, sealed=(*state.sealed[:seat], sealed, *state.sealed[seat + 1 :]))


def _submission(sealed: Sealed) -> dict[str, Any]:
    return {"pick": _plain(sealed.pick) if sealed.pick else None, "how": sealed.how}


def _plain(pick: Pick) -> dict[str, int]:
    return {"first": pick.first, "second": pick.second, "scoring": pick.scoring}
