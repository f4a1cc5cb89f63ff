"""AC-8: who may talk where."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.addition_crypt.rules.gameplay import Group, OpenRoom, Options, game
from numberhouse.games.addition_crypt.rules.rooms import MOST_GROUPS, groups_left, node_room, rooms_of
from numberhouse.games.addition_crypt.terminal.text import refuse
from tests.games.addition_crypt.play import AnyMatch, begin, play


def refusal(match: AnyMatch, seat: int, *seats: int) -> IllegalAction:
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, OpenRoom(seats))
    assert match.state == before
    assert refuse(caught.value, "ru") != caught.value.message
    return caught.value


def test_ac_8_in_round_1_there_is_a_hall_and_a_talk_for_every_two() -> None:
    assert begin(3).rooms == {
        "hall": frozenset({0, 1, 2}),
        "pair-0-1": frozenset({0, 1}),
        "pair-0-2": frozenset({0, 2}),
        "pair-1-2": frozenset({1, 2}),
    }
    assert len(begin(26).rooms) == 1 + 26 * 25 // 2


def test_ac_8_then_each_node_has_a_room_for_exactly_those_who_used_it() -> None:
    match = play(begin(4), ["A* B", "B* C", "", "G* F"])
    assert match.rooms == {
        "round-1-A": frozenset({0, 2}),
        "round-1-B": frozenset({0, 1, 2}),
        "round-1-C": frozenset({1}),
        "round-1-F": frozenset({3}),
        "round-1-G": frozenset({3}),
    }


def test_ac_8_a_room_is_known_by_round_and_node_and_goes_when_the_next_opens() -> None:
    match = play(begin(2), ["A* B", "A* C"])
    assert node_room(Options(), 1, 0) in match.rooms
    play(match, ["C* D", "B* D"])
    assert set(match.rooms) == {"round-2-B", "round-2-C", "round-2-D"}
    play(match, ["A* B", "A* C"])
    assert "round-3-A" in match.rooms


def test_ac_8_the_rooms_stay_as_they_are_while_the_next_round_runs() -> None:
    match = play(begin(2), ["A* B", "A* C"])
    before = match.rooms
    match.act(0, match.legal(0).actions[0])
    match.expire(1)
    assert match.rooms == before


def test_ac_8_who_is_in_a_room_sees_who_else_is_and_nobody_else_does() -> None:
    match = play(begin(3), ["A* B", "C* A", "E* F"])
    assert match.view(0).ledger[0].rooms == ((0, 1), (0,))
    assert match.view(1).ledger[0].rooms == ((1,), (0, 1))
    opened = [event for event in match.events[-1] if event.code == "room-opened"]
    assert {(event.values["room"], event.audience) for event in opened} == {
        (name, inside) for name, inside in match.rooms.items()
    }
    assert not any(event.visible_to(None) for event in opened)
    assert match.view(None).ledger == ()


def test_ac_8_those_who_were_in_still_see_with_whom() -> None:
    match = play(begin(2), ["A* B", "A* C"], ["C* D", "B* D"])
    assert [line.rooms for line in match.view(0).ledger] == [((0, 1), (0,)), ((0,), (0, 1))]


def test_ac_8_after_the_last_round_its_rooms_stay_open() -> None:
    match = play(begin(2, rounds=(("theme",),)), ["A* B", "A* C"])
    assert match.outcome is not None
    assert set(match.rooms) == {"round-1-A", "round-1-B", "round-1-C"}


def test_ac_8_every_round_has_rooms_of_its_own_to_the_last() -> None:
    match = begin(2)
    for number in range(1, 8):
        pair = "AB" if number % 2 else "CD"
        play(match, [f"{pair[0]}* {pair[1]}"] * 2)
        assert set(match.rooms) == {f"round-{number}-{node}" for node in pair}


# Rooms that players open


def test_ac_8_in_round_1_a_room_may_be_opened_for_any_group() -> None:
    match = begin(5)
    awaited, progress = match.to_act, game.progress(match.state)
    (event,) = match.act(0, OpenRoom((4, 0, 2)))
    assert match.rooms["group-0-2-4"] == frozenset({0, 2, 4})
    assert (event.code, event.audience) == ("group-opened", frozenset({0, 2, 4}))
    assert event.values == {"room": "group-0-2-4", "seats": [0, 2, 4], "by": 0}
    assert (match.to_act, game.progress(match.state)) == (awaited, progress)


def test_ac_8_a_room_is_known_to_those_in_it_alone() -> None:
    match = begin(5)
    outside = [match.view(seat) for seat in (1, 3, None)]
    events = match.act(0, OpenRoom((0, 2, 4)))
    assert [match.view(seat) for seat in (1, 3, None)] == outside
    assert not any(event.visible_to(seat) for event in events for seat in (1, 3, None))
    for seat in (0, 2, 4):
        assert match.view(seat).groups == (Group((0, 2, 4), (0,)),)
    for number in range(20):
        imagined = game.imagine(match.view(1), 1, Chance("outside", number))
        assert all(1 in group.seats for group in imagined.groups)
        assert game.imagine(match.view(4), 4, Chance("inside", number)).groups == match.state.groups


def test_ac_8_seats_that_are_through_with_the_round_may_open_rooms_too() -> None:
    match = begin(5)
    match.expire(0)
    match.act(1, match.legal(1).actions[0])
    match.act(1, match.legal(1).actions[0])
    for seat in (0, 1):
        match.act(seat, OpenRoom((seat, 2, 3)))
    assert {"group-0-2-3", "group-1-2-3"} <= set(match.rooms)


def test_ac_8_two_who_open_the_same_room_open_one() -> None:
    """Neither is refused: which of two at the same moment comes first must not matter."""
    match, other = begin(5), begin(5)
    for seat in (0, 1):
        match.act(seat, OpenRoom((0, 1, 2)))
    for seat in (1, 0):
        other.act(seat, OpenRoom((2, 1, 0)))
    assert match.state == other.state
    assert match.state.groups == (Group((0, 1, 2), (0, 1)),)


def test_ac_8_what_is_refused_of_a_room() -> None:
    match = begin(5)
    match.act(0, OpenRoom((0, 1, 2)))
    for seats, code, message in (
        ((0, 1, 5), "no-such-seat", "there is no seat 5; the seats are 0 to 4"),
        ((0, 1, -1), "no-such-seat", "there is no seat -1; the seats are 0 to 4"),
        ((0, 10**30, 1), "no-such-seat", "there is no seat 100000000000…; the seats are 0 to 4"),
        ((0, 1, 1), "seat-twice", "seat 1 is named twice; name every seat once"),
        ((1, 2, 3), "not-inside", "your own seat 0 is missing; a room is opened for yourself and others"),
        ((), "not-inside", "your own seat 0 is missing; a room is opened for yourself and others"),
        ((0, 1), "too-few", "a room is opened for 3 or more; any two have a talk of their own already"),
        ((0, 1, 2, 3, 4), "everybody", "these are all who play; the hall is there for everybody"),
        ((2, 1, 0), "room-there", "you have opened a room for just these already; talk there"),
    ):
        illegal = refusal(match, 0, *seats)
        assert (illegal.code, illegal.message) == (code, message)


def test_ac_8_a_refusal_tells_nothing_of_rooms_of_others() -> None:
    match, empty = begin(6), begin(6)
    match.act(1, OpenRoom((1, 2, 3)))
    for seats in ((1, 2, 3), (0, 1), (0, 1, 2, 3)):
        answers = []
        for one in (match, empty):
            try:
                answers.append(str(one.act(0, OpenRoom(seats))))
            except IllegalAction as illegal:
                answers.append(str(illegal))
        assert answers[0] == answers[1]


def test_ac_8_rooms_are_bounded() -> None:
    match = begin(26)
    dice = Chance("many")
    for seat in range(26):
        for left in range(MOST_GROUPS, 0, -1):
            (part,) = [part for part in match.legal(seat).parts if part.name == "open-room"]
            assert (part.free, part.left) == (True, left)
            match.act(seat, part.sample(dice))
        assert "open-room" not in {part.name for part in match.legal(seat).parts}
    illegal = refusal(match, 0, 0, 1, 25)
    assert illegal.message == "you have opened 10 rooms; 10 are possible, so use one of them"
    assert len(match.rooms) <= 1 + 26 * 25 // 2 + 26 * MOST_GROUPS
    assert rooms_of(match.state) is rooms_of(match.state)


@pytest.mark.parametrize(("seats", "most"), [(2, 0), (3, 0), (4, 3), (5, 10), (26, 10)])
def test_ac_8_there_are_so_many_rooms_to_open(seats: int, most: int) -> None:
    match = begin(seats)
    assert groups_left((), seats, 0) == most
    for left in range(most, 0, -1):
        (part,) = [part for part in match.legal(0).parts if part.name == "open-room"]
        assert part.left == left
        match.act(0, part.sample(Chance("any", left)))
    assert "open-room" not in {part.name for part in match.legal(0).parts}


def test_ac_8_after_round_1_no_room_is_opened_and_those_that_were_are_shut() -> None:
    match = begin(4)
    match.act(0, OpenRoom((0, 1, 2)))
    play(match, ["A* B", "A* C", "D* E", "F* G"])
    assert not any(room.startswith(("group-", "pair-", "hall")) for room in match.rooms)
    assert match.state.groups == match.view(0).groups == ()
    assert "open-room" not in {part.name for part in match.legal(0).parts}
    illegal = refusal(match, 0, 0, 1, 3)
    assert illegal.code == "rooms-over"
    assert illegal.message == (
        "rooms are opened in round 1 only, and round 2 is under way; now you talk in the rooms of your nodes"
    )


# Rooms of nodes for all rounds


def test_ac_8_a_node_room_may_stay_open_for_all_who_have_ever_used_the_node() -> None:
    match = play(begin(3, node_rooms="all-rounds"), ["A* B", "B* C", "E* F"])
    first = {"node-A": {0}, "node-B": {0, 1}, "node-C": {1}, "node-E": {2}, "node-F": {2}}
    assert match.rooms == {name: frozenset(inside) for name, inside in first.items()}
    play(match, ["C* D", "E* A", "B* D"])
    second = {
        "node-A": {0, 1},
        "node-B": {0, 1, 2},
        "node-C": {0, 1},
        "node-D": {0, 2},
        "node-E": {1, 2},
        "node-F": {2},
    }
    assert match.rooms == {name: frozenset(inside) for name, inside in second.items()}
    line = match.view(0).ledger[1]
    assert line.rooms == ((0, 1), (0, 2))
    assert line.kept == ((0, (0, 1)), (1, (0, 1, 2)))
    assert match.view(2).ledger[1].kept == ((4, (1, 2)), (5, (2,)))


def test_ac_8_a_room_that_stays_as_it_was_is_not_announced_again() -> None:
    match = play(begin(2, node_rooms="all-rounds"), ["A* B", "A* C"])
    play(match, ["C* D", "D* E"])
    rooms = {event.values["room"] for event in match.events[-1] if event.code == "room-opened"}
    assert rooms == {"node-C", "node-D", "node-E"}
    assert {"node-A", "node-B"} <= set(match.rooms)
