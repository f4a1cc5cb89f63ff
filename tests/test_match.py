"""The match: pure, numbered, replayable."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.match import HOST, Entry, Match, seed_digest, state_digest
from tests.contract.sound import Add, Note, Options, Pick, PickGame, RaceGame, RaceOptions, Track, Void


def race(seed: str = "seed") -> Match[RaceOptions, Track, Add, Track]:
    return Match(RaceGame(), seed)


def test_defaults_are_the_games_own() -> None:
    match = Match(PickGame(), "seed")
    assert (match.options, match.seats) == (Options(), 2)
    assert match.state == PickGame().setup(Options(), 2, Chance("seed", 0))


def test_numbers_of_seats_that_cannot_be_are_refused_with_those_that_can() -> None:
    with pytest.raises(IllegalAction, match="Pick is for 2 to 3 seats, not 4") as refused:
        Match(PickGame(), "seed", seats=4)
    assert refused.value.code == "seats"


def test_action_k_is_decided_by_chance_k() -> None:
    match = Match(PickGame(), "seed", Options(1, (1, 2)))
    match.act(0, Pick(0, 3))
    before = match.state
    events = match.act(1, Pick(0, 4))
    assert events == PickGame().apply(before, 1, Pick(0, 4), Chance("seed", 2)).events


def test_a_refused_action_leaves_no_trace() -> None:
    match = race()
    match.act(0, Add(1))
    state = match.state
    with pytest.raises(IllegalAction):
        match.act(0, Add(1))
    assert match.state is state
    assert len(match.log) == len(match.events) == 1


def test_the_log_has_number_seat_action_and_time() -> None:
    match = race()
    match.act(0, Add(2), at=12.5)
    match.expire(1)
    assert match.log == [Entry(1, 0, Add(2), 12.5), Entry(2, 1, None, None)]
    assert [event.code for events in match.events for event in events] == ["added", "added"]


def test_only_awaited_seats_expire() -> None:
    match = race()
    with pytest.raises(IllegalAction, match=r"doesn't wait for seat 2.*waits for: 1") as refused:
        match.expire(1)
    assert refused.value.code == "not-awaited"
    while match.to_act:
        match.expire(min(match.to_act))
    with pytest.raises(IllegalAction, match="it is over"):
        match.expire(0)


def test_replay_gives_the_same_match() -> None:
    match = Match(PickGame(), "seed", Options(2), 3)
    match.act(0, Note("hm"), at=1.0)
    while match.to_act:
        seat = max(match.to_act)
        match.act(seat, match.legal(seat).sample(Chance("dice", len(match.log))))
    again = Match.replay(PickGame(), "seed", Options(2), 3, match.log)
    assert (again.state, again.events, again.log) == (match.state, match.events, match.log)
    assert again.outcome == match.outcome is not None


def test_a_rewound_match_can_continue_differently() -> None:
    match = Match(PickGame(), "seed", Options(2), 3)
    states = [match.state]
    while match.to_act:
        seat = max(match.to_act)
        match.act(seat, match.legal(seat).sample(Chance("dice", len(match.log))))
        states.append(match.state)
    log = list(match.log)
    for length, state in enumerate(states):
        again = match.rewound(length, state)
        until = Match.replay(PickGame(), "seed", Options(2), 3, log[:length])
        assert (again.state, again.events, again.log) == (until.state, until.events, until.log)
        assert (again.to_act, again.outcome, again.options) == (until.to_act, until.outcome, until.options)
        if again.to_act:
            again.expire(min(again.to_act))
            until.expire(min(until.to_act))
            assert again.state == until.state
    assert (match.log, match.state) == (log, states[-1])


@pytest.mark.parametrize("numbers", [[2], [1, 1], [1, 3], [0]])
def test_replay_wants_the_numbers_without_gaps(numbers: list[int]) -> None:
    entries = [Entry(number, seat % 2, Add(1)) for seat, number in enumerate(numbers)]
    with pytest.raises(ValueError, match="was expected"):
        Match.replay(RaceGame(), "seed", None, None, entries)


def test_views_and_rooms_come_from_the_game() -> None:
    match = Match(PickGame(), "seed", Options(1, (1, 2)))
    assert match.view(0).card == 1
    assert match.view(None).card is None
    assert [action.number for action in match.legal(1).actions if isinstance(action, Pick)] == [1, 3, 4]
    assert match.rooms == {"table": frozenset({0, 1})}


def test_a_ruling_is_an_entry_of_the_host_and_is_replayed() -> None:
    match = Match(PickGame(), "seed", Options(1, (1, 2)))
    assert not match.rulings
    for seat in range(2):
        match.act(seat, Pick(0, 4))
    assert list(match.rulings.actions) == [Void(0, 0), Void(0, 1)]
    before = match.outcome
    with pytest.raises(IllegalAction, match="no pick of seat 0 in round 7"):
        match.rule(Void(7, 0))
    (event,) = match.rule(Void(0, 0), "late", at=5.0)
    assert event.audience is None
    ruled: Entry[Any] = Entry(3, HOST, Void(0, 0), 5.0, "late")
    assert match.log[-1] == ruled
    assert match.outcome != before
    again = Match.replay(PickGame(), "seed", Options(1, (1, 2)), None, match.log)
    assert (again.state, again.log, again.events) == (match.state, match.log, match.events)


def test_a_game_that_leaves_nothing_to_the_host_refuses_every_ruling() -> None:
    match = race()
    assert not match.rulings
    with pytest.raises(IllegalAction, match="Race leaves nothing to the host to decide") as refused:
        match.rule(Void(0, 0))
    assert refused.value.code == "no-rulings"


def test_a_digest_leaves_out_fields_that_came_later() -> None:
    old = {"cards": [{"n": 1}, {"n": 2}], "options": {"rounds": 2}}
    new = {
        "cards": [{"n": 1, "mark": ""}, {"n": 2, "mark": "x"}],
        "options": {"rounds": 2, "chains": 1},
        "passes": 0,
    }
    later = ("passes", "options/chains", "cards/*/mark", "not/there")
    assert state_digest(new, later) == state_digest(old)
    assert state_digest(new, later[:2]) != state_digest(old)


def test_digests_are_pinned() -> None:
    assert seed_digest("golden") == "dd56de4137951d9c92681b03416ec15f886b4482a27e3a517d32f085244cbe5d"
    assert state_digest({"b": 1, "a": {3}}) == state_digest({"a": {3}, "b": 1})


def test_a_digest_leaves_out_later_fields_and_keeps_the_order_of_the_others() -> None:
    class Old(msgspec.Struct):
        b: int
        a: tuple[dict[str, int], ...]

    class New(Old):
        later: int = 0

    old, new = Old(1, ({"y": 1, "x": 2},)), New(1, ({"y": 1, "x": 2, "z": 3},), 7)
    assert state_digest(new, ("later", "a/*/z", "no/such/field")) == state_digest(old)
    assert state_digest(new) != state_digest(old)
