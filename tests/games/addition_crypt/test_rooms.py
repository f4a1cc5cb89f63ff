"""AC-8: who may talk where."""

from __future__ import annotations

from numberhouse.games.addition_crypt.rooms import node_room
from numberhouse.games.addition_crypt.rules import Options
from tests.games.addition_crypt.play import begin, play


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
