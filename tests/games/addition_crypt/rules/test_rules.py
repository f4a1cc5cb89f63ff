"""The match: sealed submissions, closing, refusals, what is hidden, the end."""

from __future__ import annotations

import msgspec
import pytest

from numberhouse.contract.clock import RoundClock
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.addition_crypt.rules.gameplay import (
    Line,
    Lock,
    Options,
    Pick,
    Points,
    State,
    Submit,
    game,
)
from numberhouse.games.addition_crypt.rules.ranking import standing
from numberhouse.games.addition_crypt.words.notation import parse
from tests.games.addition_crypt.play import begin, only, play, points, refused


def codes(events: tuple[object, ...]) -> list[str]:
    return [event.code for event in events]  # type: ignore[attr-defined]


def test_ac_3_the_nodes_of_the_last_round_are_barred_for_one_round() -> None:
    match = play(begin(2), ["A* B", "C* D"])
    assert match.view(0).barred == (0, 1)
    refusal = refused(match, 0, "C* B")
    assert refusal.code == "barred-node"
    assert str(refusal) == "B was used in round 1 and can't be used in round 2; possible are C D E F G"
    play(match, ["C* D", "A* B"])
    match.act(0, parse("A* B"))


def test_ac_4_a_submission_may_be_replaced_until_the_round_closes_even_when_locked() -> None:
    match = begin(2)
    for text in ("A* B", "C* D", "lock", "E* F"):
        match.act(0, parse(text))
    assert match.to_act == {1}
    assert match.state.sealed[0].pick == Pick(4, 5, 4)
    assert match.state.sealed[0].how == "locked"
    match.act(1, parse("A* B"))
    match.act(1, parse("lock"))
    assert match.state.ledgers[0][0].pick == Pick(4, 5, 4)


def test_ac_4_a_round_closes_when_all_have_locked_and_not_before() -> None:
    match = begin(2)
    for seat in (0, 1):
        match.act(seat, parse("A* B"))
    match.act(0, Lock())
    assert not match.state.rounds
    assert "round-closed" in codes(match.act(1, Lock()))
    assert len(match.state.rounds) == 1
    assert match.to_act == {0, 1}


def test_ac_4_at_the_deadline_what_is_submitted_counts() -> None:
    match = begin(3)
    match.act(0, parse("C* B"))
    match.act(1, parse("D* E"))
    match.act(1, Lock())
    match.expire(0)
    match.expire(2)
    assert [ledger[0].how for ledger in match.state.ledgers] == ["submitted", "locked", "defaulted"]
    assert match.state.ledgers[0][0].pick == Pick(2, 1, 2)


def test_ac_4_the_default_clock_is_a_day_a_round() -> None:
    assert game.card.clock == RoundClock(86_400)


def test_submitted_locked_and_defaulted_are_stored_apart() -> None:
    match = begin(3)
    match.act(0, parse("C* B"))
    match.act(1, parse("C* B"))
    match.act(1, Lock())
    match.expire(2)
    assert [(one.how, one.late) for one in match.state.sealed] == [
        ("submitted", False),
        ("locked", False),
        ("defaulted", True),
    ]


def test_who_is_through_shows_and_nothing_else_does() -> None:
    """Submitting and replacing show to nobody; locking and running out of time look alike to others."""
    match = begin(3)
    assert all(event.audience == frozenset({0}) for event in match.act(0, parse("C* B")))
    others = [event for event in match.act(0, Lock()) if event.visible_to(1)]
    late = [event for event in match.expire(2) if event.visible_to(1)]
    assert [(one.code, dict(one.values)) for one in (*others, *late)] == [
        ("settled", {"seat": 0, "round": 1}),
        ("settled", {"seat": 2, "round": 1}),
    ]
    assert all(event.audience == frozenset({0}) for event in match.act(0, parse("D* B")))
    assert match.view(1).waiting == {1}


def test_ac_7_others_see_the_nodes_and_no_submission_score_or_use() -> None:
    match = play(begin(3), ["A* B", "C* D", "E* F"])
    spectator = match.view(None)
    assert spectator.rounds[0].values == (1, 3, 3, 5, 5, 7, 6)
    assert spectator.ledger == ()
    assert spectator.rounds[0].published is None
    other = play(begin(3), ["C* B", "A* D", "E F*"])
    assert other.view(None) == spectator
    assert match.view(2).rounds == other.view(2).rounds


def test_ac_7_a_player_sees_the_own_submissions_and_scores() -> None:
    match = play(begin(2), ["G* B", "C* D"])
    (line,) = match.view(0).ledger
    assert line.pick == Pick(6, 1, 6)
    assert line.points.total == match.view(0).score == 7


def test_ac_7_what_is_submitted_and_scored_is_seen_by_its_seat_alone() -> None:
    match = begin(2)
    match.act(0, parse("G* B"))
    assert (match.view(0).sealed.pick, match.view(None).sealed) == (Pick(6, 1, 6), None)
    match.act(0, Lock())
    match.act(1, parse("C* D"))
    scored = [event for event in match.act(1, Lock()) if event.code == "scored"]
    assert [event.audience for event in scored] == [frozenset({0}), frozenset({1})]


def test_ac_11_all_submissions_of_the_round_are_published_and_no_others() -> None:
    match = play(
        begin(2, rounds=(("theme",), ("write-off",), ("theme",))), ["A* B", "C* D"], ["C* D", "A B*"]
    )
    assert [closed.published for closed in match.view(None).rounds] == [None, (Pick(2, 3, 2), Pick(0, 1, 1))]


def test_ac_11_a_bonus_of_0_leaves_the_submissions_published() -> None:
    match = play(begin(2, **only("write-off", write_off=0)), ["A* B", "C* D"])
    assert match.view(None).rounds[0].published == (Pick(0, 1, 0), Pick(2, 3, 2))
    assert points(match) == [1, 3]


def test_ac_15_most_points_win_and_ties_share_the_place() -> None:
    match = play(begin(3, start=(9, 0, 8, 0, 0, 20), **only("theme")), ["A* B", "C* E", "C* D"])
    outcome = match.outcome
    assert outcome is not None
    assert outcome.scores == (1.0, 1.0, 1.0)
    assert outcome.places == (1, 1, 1)
    match = play(begin(3, start=(8, 0, 8, 0, 0, 20), **only("theme")), ["A* B", "C* E", "C* D"])
    assert match.outcome is not None
    assert match.outcome.places == (1, 2, 2)


def test_ac_15_a_bonus_is_in_the_total() -> None:
    match = play(begin(2, **only("standout", standout=2)), ["A* B", "C* D"])
    assert points(match) == [3, 5]
    assert match.outcome is not None
    assert match.outcome.scores == (3.0, 5.0)


@pytest.mark.parametrize(
    ("tie_break", "places"), [("none", (1, 1)), ("last-round", (2, 1)), ("best-round", (1, 2))]
)
def test_ac_15_tie_breaks(tie_break: str, places: tuple[int, int]) -> None:
    """Points 5 and 1 against 3 and 3: equal totals, the last round speaks for one, the best for the other."""
    match = begin(2, start=(4, 0, 8, 1, 90), rounds=(("theme",), ("theme",)), tie_break=tie_break)
    play(match, ["A* B", "C D*"], ["C* D", "B* A"])
    assert (points(match, 0), points(match, 1)) == ([5, 3], [1, 3])
    assert match.outcome is not None
    assert match.outcome.places == places


@pytest.mark.parametrize(
    ("tie_break", "places"),
    [("none", (1, 1, 1, 4)), ("last-round", (3, 1, 2, 4)), ("best-round", (1, 2, 2, 4))],
)
def test_ac_15_a_tie_break_goes_on_where_a_round_is_equal_too(
    tie_break: str, places: tuple[int, ...]
) -> None:
    """Last rounds are equal for two, and best rounds for all: the next ones speak. Totals come first."""
    rows = ((9, 8, 0, 1), (9, 0, 7, 2), (7, 9, 0, 2), (10, 0, 0, 7))
    ledgers = tuple(
        tuple(Line(Pick(0, 1, 0), "locked", Points(points), ((0,), (0,))) for points in row) for row in rows
    )
    state = State(Options(tie_break=tie_break, rounds=(("theme",),) * 4), ledgers, ())  # type: ignore[arg-type]
    assert standing(state) == ((18, 18, 18, 17), places)


def test_when_it_is_over_all_is_shown() -> None:
    match = play(begin(2, **only("theme")), ["A* B", "C* D"])
    end = match.view(None).end
    assert end is not None
    assert end.ledgers == match.state.ledgers
    assert game.imagine(match.view(None), None, Chance("x")) == match.state


# What is refused (AC-17)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("H* B", "unknown-node"),
        ("A* Z", "unknown-node"),
        ("B* B", "same-node"),
        ("C* A", "barred-node"),
        ("B* C", "barred-node"),
        ("C D", "notation"),
        ("C* D*", "notation"),
        ("1: C* D", "late"),
        ("3: C* D", "early"),
        ("0: C* D", "unknown-round"),
        ("8: C* D", "unknown-round"),
    ],
)
def test_ac_17_refusals_leave_the_earlier_submission_in_force(text: str, code: str) -> None:
    match = play(begin(2), ["A* B", "C* D"])
    match.act(0, parse("E* F"))
    assert refused(match, 0, text).code == code
    assert match.state.sealed[0].pick == Pick(4, 5, 4)


def test_ac_17_what_does_not_exist_is_named_with_what_does() -> None:
    match = begin(2, rounds=(("theme",), ("theme",)))
    assert str(refused(match, 0, "A* H")) == "there is no node H; the nodes are A to G"
    for named in (0, -1, 3):
        with pytest.raises(IllegalAction) as caught:
            match.act(0, Submit(0, 1, 0, named))
        assert (caught.value.code, str(caught.value)) == (
            "unknown-round",
            f"there is no round {named}; the rounds are 1 to 2, and round 1 is under way",
        )
    assert refused(match, 0, "2: A* B").code == "early"
    for action in (Submit(-1, 1, 1), Submit(1, 10**1000, 1), Submit(0, 1, 0, 10**1000)):
        with pytest.raises(IllegalAction, match=r"^there is no (node (-1|1000+…);|round 1000+…;)") as caught:
            match.act(0, action)
        assert len(str(caught.value)) < 100


def test_ac_17_an_asterisk_elsewhere_is_none() -> None:
    match = begin(2)
    with pytest.raises(IllegalAction, match="must have the asterisk") as caught:
        match.act(0, Submit(0, 1, 2))
    assert caught.value.code == "no-asterisk"


def test_ac_17_after_the_round_has_closed_it_is_too_late() -> None:
    match = begin(3)
    match.act(0, parse("C* B"))
    match.expire(0)
    refusal = refused(match, 0, "D* B")
    assert refusal.code == "late"
    assert refused(match, 0, "lock").code == "late"
    play(match, [])
    match.expire(1)
    match.expire(2)
    assert "round 1 has closed and round 2 is under way" in str(refused(match, 0, "1: D* E"))


def test_other_refusals() -> None:
    match = begin(2)
    assert refused(match, 2, "A* B").code == "unknown-seat"
    assert refused(match, -1, "A* B").code == "unknown-seat"
    assert refused(match, 0, "lock").code == "nothing-submitted"
    match.act(0, parse("A* B"))
    match.act(0, Lock())
    assert refused(match, 0, "lock").code == "locked-already"
    with pytest.raises(IllegalAction) as caught:
        game.expire(match.state, 0, Chance("x"))
    assert caught.value.code == "not-awaited"
    over = play(begin(2, **only("theme")), ["A* B", "C* D"])
    assert refused(over, 0, "E* F").code == "over"
    assert not over.legal(0)


# What is offered


def test_legal_lists_all_submissions_then_lock_and_replacing_stays_free() -> None:
    match = begin(2)
    assert len(match.legal(0).actions) == 7 * 6 * 2
    match.act(0, parse("A* B"))
    assert match.legal(0).actions == (Lock(),)
    match.act(0, Lock())
    legal = match.legal(0)
    assert not legal.moves
    (part,) = legal.parts
    sample = part.sample(Chance("x"))
    assert isinstance(sample, Submit)
    assert sample.round == 1
    play(match, [])
    match.act(1, parse("A* B"))
    match.act(1, Lock())
    assert len(match.legal(0).actions) == 5 * 4 * 2


def test_nothing_is_offered_to_whom_time_has_run_out_and_nothing_barred_to_others() -> None:
    match = play(begin(2), ["A* B", "C* D"])
    match.act(0, parse("E* F"))
    (part,) = match.legal(0).parts
    assert {name: part.describe["properties"][name]["enum"] for name in ("first", "second", "scoring")} == {
        name: [2, 3, 4, 5, 6] for name in ("first", "second", "scoring")
    }
    match.expire(0)
    assert not match.legal(0)
    assert match.legal(1)


def test_progress_goes_by_rounds_and_in_a_round_by_who_is_through() -> None:
    match = play(begin(2, rounds=(("theme",),) * 4), ["A* B", "A* B"])
    assert game.progress(match.state) == 0.25
    match.expire(0)
    assert game.progress(match.state) == 0.375
    match.act(1, parse("C* D"))
    assert game.progress(match.state) == 0.375


def test_states_are_plain_json() -> None:
    match = play(begin(3), ["A* B", "C* D", ""])
    again = msgspec.json.decode(msgspec.json.encode(match.state), type=game.state_type)
    assert again == match.state
