"""The match: TM-8 … TM-15 and TM-1, ruling by ruling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Chance, Event, IllegalAction
from numberhouse.games.turing_machine.problems.generator import codes_after_an_answer, draw, valid_laws
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.layout import MODES, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import (
    LEVELS,
    MIN_CODES,
    MIN_CODES_ANSWERED,
    Level,
    Problem,
)
from numberhouse.games.turing_machine.rules.gameplay import (
    LAST_ROUND,
    Action,
    Ask,
    Finish,
    Note,
    NotYet,
    Options,
    Propose,
    Sheet,
    Solve,
    View,
    earlier_versions,
    game,
)
from numberhouse.games.turing_machine.terminal.text import refuse
from numberhouse.match import Match

PROBLEM = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))
"""□ = 4; no 3; △ < □; ○ strictly smallest: 241."""
CODE = "241"

EXTREME = Problem(
    Layout("extreme", ((4, 17), (9, 20), (11, 22), (14, 18))), ((4, 1), (9, 0), (11, 0), (14, 2))
)
NIGHTMARE = Problem(Layout("nightmare", ((4,), (9,), (11,), (14,))), ((14, 2), (4, 1), (9, 0), (11, 0)))


def table(seats: int = 3, problem: Problem = PROBLEM, **options: Any) -> Match[Any, Any, Any, Any]:
    return Match(game, "seed", Options(problem=problem.id, mode=problem.layout.mode, **options), seats)


def act(match: Match[Any, Any, Any, Any], seat: int, *actions: Action) -> list[Event]:
    return [event for action in actions for event in match.act(seat, action)]


def through(match: Match[Any, Any, Any, Any], *verdicts: Action) -> list[Event]:
    """Nobody asks; the verdicts are said by the seats still in, in order."""
    for seat in sorted(match.to_act):
        act(match, seat, Finish())
    return [
        event
        for seat, verdict in zip(sorted(match.to_act), verdicts, strict=True)
        for event in act(match, seat, verdict)
    ]


def refusal(match: Match[Any, Any, Any, Any], seat: int, action: Any) -> IllegalAction:
    before = match.state
    with pytest.raises(IllegalAction) as refused:
        match.act(seat, action)
    assert match.state is before
    return refused.value


def codes(events: Sequence[Event]) -> list[str]:
    return [event.code for event in events]


def moves(match: Match[Any, Any, Any, Any], seat: int) -> set[str]:
    """What moves the match on, by kind."""
    legal = match.legal(seat)
    listed = {msgspec.to_builtins(action)["type"] for action in legal.actions}
    return listed | {part.name for part in legal.parts if not part.free}


def test_tm_1_a_code_is_three_digits_from_1_to_5() -> None:
    match = table(1)
    for code in ("", "24", "2411"):
        assert refusal(match, 0, Propose(code)).code == "not-three-digits"
    for code in ("246", "041", "2 1", "a41", "\uff1241"):
        assert refusal(match, 0, Propose(code)).code == "digit"
    assert "1 to 5" in str(refusal(match, 0, Propose("246")))
    assert len(str(refusal(match, 0, Propose("1" * 10_000)))) < 200
    for code in ("111", "555", "123"):
        act(table(1), 0, Propose(code))


NEARLY_DECIDED = "nearly 6"
"""A seed with which version 1 deals a standard problem of fewer than 5 codes."""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("level", LEVELS)
def test_tm_6_a_match_deals_no_problem_that_is_nearly_decided(mode: Mode, level: Level) -> None:
    for number in range(8):
        match = Match(game, f"open {number}", Options(mode=mode, verifiers=4, level=level), 1)
        assert len(Knowledge(match.state.problem.layout).codes) >= MIN_CODES[level]


def test_tm_6_version_1_deals_what_it_always_dealt() -> None:
    first, second = earlier_versions
    options = Options()
    was, now = (Match(version, NEARLY_DECIDED, options, 1).state.problem for version in (first, game))
    assert was == draw(Chance(NEARLY_DECIDED), "classic", 5, "standard")
    assert len(Knowledge(was.layout).codes) < MIN_CODES["standard"] <= len(Knowledge(now.layout).codes)
    assert [version.card.rules_version for version in (first, second, game)] == [1, 2, 3]


LUCKY = "lucky 3"
"""A seed with which version 2 deals a standard problem that one answer may decide."""


@pytest.mark.parametrize("level", LEVELS)
def test_tm_6_no_first_answer_decides_a_dealt_problem(level: Level) -> None:
    for number in range(3):
        match = Match(game, f"open {number}", Options(verifiers=4, level=level), 1)
        assert fewest_after_an_answer(match.state.problem) >= MIN_CODES_ANSWERED[level] >= 2


@pytest.mark.parametrize("mode", ["extreme", "nightmare"])
@pytest.mark.parametrize("level", LEVELS)
def test_tm_6_nor_in_the_other_modes(mode: Mode, level: Level) -> None:
    for number in range(8):
        match = Match(game, f"open {number}", Options(mode=mode, verifiers=4, level=level), 1)
        assert codes_after_an_answer(match.state.problem.layout) >= MIN_CODES_ANSWERED[level]


def test_tm_6_version_2_deals_what_it_always_dealt() -> None:
    _, second = earlier_versions
    was, now = (Match(version, LUCKY, Options(), 1).state.problem for version in (second, game))
    assert was == draw(Chance(LUCKY), "classic", 5, "standard", min_codes=MIN_CODES["standard"])
    assert fewest_after_an_answer(was) == 1
    assert fewest_after_an_answer(now) >= MIN_CODES_ANSWERED["standard"]


def fewest_after_an_answer(problem: Problem) -> int:
    """The fewest codes after a first question and its answer, from all valid laws of the cards of a classic
    problem."""
    worlds = [Problem(problem.layout, laws) for laws in valid_laws(problem.layout.flat)]
    fewest = len(CODES)
    for code in CODES:
        for verifier in range(problem.layout.verifiers):
            left: dict[bool, set[str]] = {}
            for world in worlds:
                left.setdefault(world.answer(code, verifier), set()).add(world.code)
            if len(left) == 2:
                fewest = min(fewest, *map(len, left.values()))
    return fewest


def test_tm_6_problems_and_cards_from_the_host_are_played_as_they_are() -> None:
    assert table().state.problem == PROBLEM
    match = Match(game, "seed", Options(cards=PROBLEM.layout.cards), 1)
    assert set(Knowledge(match.state.problem.layout).codes) == {"221", "241"}


def test_tm_8_one_to_sixteen_seats_act_at_the_same_time() -> None:
    for seats in (1, 2, 3, 4, 16):
        assert table(seats).to_act == frozenset(range(seats))
    for seats in (0, 17):
        with pytest.raises(IllegalAction) as refused:
            game.setup(Options(), seats, Chance(""))
        assert refused.value.code == "seats"


def test_tm_8_the_order_of_seats_in_a_round_makes_no_difference() -> None:
    mine: list[Action] = [Propose("241"), Ask(0), Ask(1), Finish()]
    yours: list[Action] = [Propose("345"), Ask(3), Finish()]
    one, other = table(2), table(2)
    act(one, 0, *mine)
    act(one, 1, *yours)
    act(one, 0, NotYet())
    act(one, 1, Solve("345"))
    act(other, 1, yours[0])
    act(other, 0, *mine[:2])
    act(other, 1, *yours[1:])
    act(other, 0, *mine[2:])
    act(other, 1, Solve("345"))
    act(other, 0, NotYet())
    assert one.state == other.state


def test_tm_9_up_to_three_verifiers_answer_about_one_proposal() -> None:
    match = table(2)
    events = act(match, 0, Propose("345"), Ask(0), Ask(1), Ask(3))
    assert codes(events) == ["proposed", *["asked", "answered"] * 3, "finished"]
    assert [event.values["answer"] for event in events if event.code == "answered"] == [True, False, False]
    assert match.to_act == {1}
    assert match.state.tracks[0].questions == 3


@pytest.mark.parametrize("problem", [PROBLEM, EXTREME, NIGHTMARE], ids=lambda problem: problem.layout.mode)
def test_tm_9_the_answer_is_whether_the_proposal_satisfies_the_true_law(problem: Problem) -> None:
    match = table(1, problem)
    for round, code in enumerate(("241", "345", "143", "222")):
        act(match, 0, Propose(code), Ask(0), Ask(2), Ask(3), NotYet())
        wanted = tuple(problem.truth[verifier].holds(code) for verifier in (0, 2, 3))
        assert match.view(0).paper.answers[round] == wanted


def test_tm_9_none_is_allowed_and_asking_may_stop_early() -> None:
    match = table(2)
    act(match, 0, Finish())
    act(match, 1, Propose("111"), Ask(0), Finish())
    assert match.state.phase == "verdict"
    assert [track.questions for track in match.state.tracks] == [0, 1]


def test_tm_9_a_proposal_without_a_question_is_allowed() -> None:
    match = table(1)
    act(match, 0, Propose("111"), Finish(), NotYet(), Propose("222"))
    assert [turn.proposal for turn in match.state.tracks[0].turns] == ["111", "222"]


def test_tm_9_the_same_verifier_twice_in_a_round_is_refused_and_later_counts() -> None:
    match = table(1)
    act(match, 0, Propose("345"), Ask(0))
    refused = refusal(match, 0, Ask(0))
    assert refused.code == "asked-already"
    assert "A" in str(refused)
    assert Ask(0) not in match.legal(0).actions
    act(match, 0, Finish(), NotYet(), Propose("345"), Ask(0))
    assert match.state.tracks[0].questions == 2


def test_tm_10_proposals_and_who_was_asked_are_public_at_once() -> None:
    match = table(2)
    events = act(match, 0, Propose("345"), Ask(2))
    assert all(event.visible_to(1) and event.visible_to(None) for event in events if event.code != "answered")
    for viewer in (0, 1, None):
        assert match.view(viewer).tracks[0].turns[0].asked == (2,)


def test_tm_10_answers_are_private_until_the_end() -> None:
    match = table(2)
    (answered,) = [event for event in act(match, 0, Propose("345"), Ask(0)) if event.code == "answered"]
    assert answered.visible_to(0)
    assert not answered.visible_to(1)
    assert not answered.visible_to(None)
    assert match.view(0).paper.answers == ((True,),)
    assert match.view(1).paper.answers == ((),)
    assert match.view(None).paper is None
    act(match, 0, Finish())
    act(match, 1, Finish(), Solve(CODE))
    act(match, 0, NotYet())
    assert match.view(None).end.papers[0].answers == ((True,),)


def test_tm_10_a_view_of_the_running_match_holds_no_secret() -> None:
    match = table(2)
    act(match, 0, Finish())
    act(match, 1, Finish(), Solve("555"))
    for viewer in (0, None):
        seen = msgspec.json.encode(match.view(viewer)).decode()
        assert PROBLEM.id not in seen
        assert "555" not in seen
        assert '"laws"' not in seen
    assert match.view(1).paper.verdict == "555"


def test_tm_11_verdicts_wait_until_all_have_finished_asking() -> None:
    match = table(2)
    act(match, 0, Finish())
    assert refusal(match, 0, Solve(CODE)).code == "wrong-phase"
    assert moves(match, 0) == set()
    act(match, 1, Finish())
    assert moves(match, 0) == {"solve", "not-yet"}
    assert refusal(match, 0, Propose("111")).code == "wrong-phase"


def test_tm_11_a_verdict_is_sealed_and_only_that_it_was_said_shows() -> None:
    one, other = table(3), table(3)
    for match, verdict in ((one, Solve("111")), (other, NotYet())):
        for seat in range(3):
            act(match, seat, Finish())
        (event,) = act(match, 0, verdict)
        assert event.code == "verdict-said"
        assert event.audience is None
    assert one.events == other.events
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.to_act == {1, 2}


def test_tm_11_a_verdict_may_be_replaced_until_the_round_closes() -> None:
    match = table(2)
    act(match, 0, Finish())
    act(match, 1, Finish())
    act(match, 0, Solve("111"))
    offered = {part.name: part.free for part in match.legal(0).parts}
    assert offered == {"solve": True, "not-yet": True, "note": True}
    before = match.view(1)
    (replaced,) = act(match, 0, NotYet())
    assert replaced.audience == frozenset({0})
    assert match.view(1) == before
    act(match, 1, NotYet())
    assert match.state.round == 2
    assert not match.state.tracks[0].out
    assert match.view(0).paper.verdict is None


def test_tm_11_a_right_code_ends_the_match_and_fewest_questions_win() -> None:
    match = table(3)
    act(match, 0, Propose("345"), Ask(0), Ask(1), Finish())
    act(match, 1, Propose("345"), Ask(0), Finish())
    act(match, 2, Propose("345"), Finish())
    act(match, 0, Solve(CODE))
    act(match, 1, Solve(CODE))
    events = act(match, 2, NotYet())
    assert codes(events) == ["verdict-said", "round-closed", "match-over"]
    assert events[1].values == {"round": 1, "solved": [0, 1], "wrong": []}
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason == "solved"
    assert outcome.scores == (0, 1, 0)
    assert outcome.places == (2, 1, 2)
    assert outcome.titles == {"solver": (0, 1)}


def test_tm_11_questions_of_the_whole_match_count() -> None:
    match = table(2)
    act(match, 0, Propose("345"), Ask(0), Ask(1), Ask(2))
    act(match, 1, Finish())
    act(match, 0, NotYet())
    act(match, 1, NotYet())
    act(match, 0, Finish())
    act(match, 1, Propose("345"), Ask(0), Ask(1), Finish())
    act(match, 0, Solve(CODE))
    act(match, 1, Solve(CODE))
    assert match.outcome is not None
    assert match.outcome.scores == (0, 1)


def test_tm_11_still_equal_they_share() -> None:
    match = table(3)
    through(match, Solve(CODE), Solve("111"), Solve(CODE))
    assert match.outcome is not None
    assert match.outcome.scores == (1, 0, 1)
    assert match.outcome.places == (1, 3, 1)


def test_tm_11_the_wrong_are_out_and_nobody_else_learns_their_code() -> None:
    match = table(3)
    events = through(match, Solve("111"), NotYet(), NotYet())
    (closed,) = [event for event in events if event.code == "round-closed"]
    assert closed.values == {"round": 1, "solved": [], "wrong": [0]}
    assert match.to_act == {1, 2}
    assert match.view(0).paper.wrong == "111"
    for viewer in (1, 2, None):
        assert match.view(viewer).tracks[0].out == 1
        assert b'"111"' not in msgspec.json.encode(match.view(viewer))
    through(match, Solve(CODE), NotYet())
    assert match.view(None).end.papers[0].wrong == "111"


def test_tm_11_one_player_left_wins() -> None:
    match = table(3)
    through(match, Solve("111"), NotYet(), NotYet())
    through(match, NotYet(), Solve("222"))
    assert match.outcome is not None
    assert match.outcome.reason == "last-left"
    assert match.outcome.scores == (0, 1, 0)


def test_tm_11_all_out_in_the_same_round_nobody_wins() -> None:
    match = table(2)
    through(match, Solve("111"), Solve("222"))
    assert match.outcome is not None
    assert match.outcome.reason == "nobody"
    assert match.outcome.scores == (0, 0)
    assert match.outcome.places == (1, 1)


def test_tm_11_the_end_shows_the_problem() -> None:
    match = table(2)
    events = through(match, Solve(CODE), NotYet())
    over = events[-1]
    assert over.values["code"] == CODE
    assert over.values["id"] == PROBLEM.id
    assert over.values["laws"] == [[4, 1], [9, 0], [11, 0], [14, 2]]
    for viewer in (0, 1, None):
        end = match.view(viewer).end
        assert (end.problem, end.code, end.id) == (PROBLEM, CODE, PROBLEM.id)
    assert match.to_act == frozenset()
    assert not match.legal(0)


def test_tm_12_alone_a_wrong_code_loses() -> None:
    match = table(1)
    through(match, Solve("111"))
    assert match.outcome is not None
    assert match.outcome.reason == "lost"
    assert match.outcome.scores == (0,)
    match = table(1)
    through(match, Solve(CODE))
    assert match.outcome is not None
    assert match.outcome.scores == (1,)


def test_tm_12_a_team_has_one_sheet_and_the_pen_goes_round() -> None:
    match = table(3, style="team")
    assert match.to_act == {0}
    events = act(match, 0, Propose("345"), Ask(0), Ask(1), Ask(3))
    assert all(event.visible_to(seat) for event in events for seat in range(3))
    assert not any(event.visible_to(None) for event in events if event.code == "answered")
    for seat in range(3):
        assert match.view(seat).paper.answers == ((True, False, False),)
    act(match, 0, NotYet())
    assert match.to_act == {1}
    assert match.view(2).pen == 1
    assert moves(match, 2) == set()
    refused = refusal(match, 0, Propose("111"))
    assert refused.code == "not-your-turn"
    assert refused.values["pen"] == 1
    assert " Bob acts for the team;" in refuse(refused, "en", ["Ann", "Bob", ""])
    assert " действует место 2;" in refuse(refused, "ru", ["Ann", "", ""])
    act(match, 1, Finish(), NotYet())
    act(match, 2, Finish(), NotYet())
    assert match.to_act == {0}
    assert len(match.state.tracks) == 1


def test_tm_12_a_team_wins_and_loses_together() -> None:
    for code, scores, reason in ((CODE, (1, 1), "solved"), ("111", (0, 0), "lost")):
        match = table(2, style="team")
        events = act(match, 0, Finish(), Solve(code))
        assert match.outcome is not None
        assert (match.outcome.scores, match.outcome.reason) == (scores, reason)
        assert match.outcome.places == (1, 1)
        assert events[-1].values["winners"] == ([0, 1] if scores[0] else [])


@pytest.mark.parametrize("handicap", [1, 2])
def test_tm_13_a_handicap_counts_from_the_start_and_shortens_the_first_round(handicap: int) -> None:
    match = table(2, handicap=(handicap, 0))
    assert match.state.tracks[0].questions == handicap
    act(match, 0, Propose("345"), *[Ask(verifier) for verifier in range(3 - handicap)])
    refused = refusal(match, 0, Ask(3))
    assert refused.code == "no-question-left"
    assert refused.values["allowed"] == 3 - handicap
    act(match, 1, Propose("345"), Ask(0), Ask(1), Ask(2))
    act(match, 0, NotYet())
    act(match, 1, NotYet())
    act(match, 0, Propose("345"), Ask(0), Ask(1), Ask(2))
    assert match.state.tracks[0].questions == 6


def test_tm_13_a_handicap_decides_between_the_right() -> None:
    match = table(2, handicap=(1, 0))
    through(match, Solve(CODE), Solve(CODE))
    assert match.outcome is not None
    assert match.outcome.scores == (0, 1)


def test_tm_14_the_note_sheet_belongs_to_its_seat_and_is_never_checked() -> None:
    match = table(2)
    wrong = Sheet(("A.2", "t2", "s4", "c1"), "all that is true, crossed out")
    (noted,) = act(match, 0, Note(wrong))
    assert noted.audience == frozenset({0})
    assert match.view(0).sheet == Sheet(("t2", "s4", "c1", "A.2"), wrong.text)
    assert match.view(1).sheet == Sheet()
    act(match, 1, Note(Sheet(text="mine")))
    assert [match.view(seat).sheet.text for seat in (0, 1)] == [wrong.text, "mine"]
    assert match.view(None).sheet is None
    assert match.to_act == {0, 1}


def test_tm_14_notes_are_open_to_every_seat_until_the_end() -> None:
    match = table(3)
    through(match, Solve("111"), NotYet(), NotYet())
    act(match, 0, Note(Sheet(text="out")))
    act(match, 1, Finish(), Note(Sheet(("t1",))))
    assert [part.name for part in match.legal(0).parts] == ["note"]
    act(match, 2, Finish(), Solve(CODE))
    act(match, 1, NotYet())
    assert refusal(match, 1, Note()).code == "over"


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (Sheet(("t6",)), "unknown-mark"),
        (Sheet(("E.1",)), "unknown-mark"),
        (Sheet(("A.4",)), "unknown-mark"),
        (Sheet(("4.1",)), "unknown-mark"),
        (Sheet(("t1", "t1")), "mark-twice"),
        (Sheet(text="x" * 2_001), "long-note"),
        (Sheet(text="bell \a"), "note-sign"),
        (Sheet(text="\ud800"), "note-sign"),
    ],
)
def test_tm_14_a_note_sheet_is_bounded(sheet: Sheet, code: str) -> None:
    refused = refusal(table(1), 0, Note(sheet))
    assert refused.code == code
    assert len(str(refused)) < 300


def test_tm_14_extreme_and_nightmare_name_card_and_law() -> None:
    match = table(1, EXTREME)
    act(match, 0, Note(Sheet(("17.4", "4.1"))))
    assert refusal(match, 0, Note(Sheet(("A.1",)))).code == "unknown-mark"
    match = table(1, NIGHTMARE)
    act(match, 0, Note(Sheet(("14.3", "D/14"))))
    assert refusal(match, 0, Note(Sheet(("E/14",)))).code == "unknown-mark"


def test_tm_15_a_fourth_question_is_refused() -> None:
    match = table(2)
    act(match, 0, Propose("345"), Ask(0), Ask(1), Ask(2))
    refused = refusal(match, 0, Ask(3))
    assert refused.code == "no-question-left"
    assert refused.values["allowed"] == 3
    assert "next round" in str(refused)


@pytest.mark.parametrize("verifier", [-1, 4, 5, 1_000_000])
def test_tm_15_an_unknown_verifier_is_refused(verifier: int) -> None:
    match = table(1)
    act(match, 0, Propose("345"))
    refused = refusal(match, 0, Ask(verifier))
    assert refused.code == "unknown-verifier"
    assert "A, B, C, D" in str(refused)


def test_tm_15_a_second_proposal_in_a_round_is_refused() -> None:
    match = table(1)
    act(match, 0, Propose("345"))
    refused = refusal(match, 0, Propose("111"))
    assert refused.code == "second-proposal"
    assert "345" in str(refused)


def test_tm_15_asking_before_proposing_is_refused() -> None:
    assert refusal(table(1), 0, Ask(0)).code == "no-proposal"


def test_tm_15_asking_after_finishing_is_refused() -> None:
    match = table(2)
    act(match, 0, Propose("345"), Finish())
    for action in (Ask(0), Finish(), Propose("111")):
        assert refusal(match, 0, action).code == "finished"


def test_tm_15_acting_after_being_out_is_refused() -> None:
    match = table(3)
    through(match, Solve("111"), NotYet(), NotYet())
    for action in (Propose("345"), Ask(0), Finish(), Solve(CODE), NotYet()):
        assert refusal(match, 0, action).code == "out"


def test_tm_15_after_the_end_everything_is_refused() -> None:
    match = table(1)
    through(match, Solve(CODE))
    for action in (Propose("345"), Ask(0), Finish(), Solve(CODE), NotYet(), Note()):
        assert refusal(match, 0, action).code == "over"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_tm_15_an_unknown_seat_is_refused(seat: int) -> None:
    refused = refusal(table(3), seat, Propose("345"))
    assert refused.code == "unknown-seat"
    assert "1 to 3" in str(refused)


def test_who_runs_out_of_time_asks_no_more_and_says_not_yet() -> None:
    match = table(2)
    act(match, 0, Propose("345"), Ask(0))
    (finished,) = match.expire(0)
    assert finished.values["defaulted"] is True
    act(match, 1, Finish())
    assert match.state.tracks[0].finished == "defaulted"
    assert match.state.tracks[1].finished == "said"
    (defaulted,) = match.expire(0)
    assert defaulted.code == "verdict-defaulted"
    assert match.state.tracks[0].spoken == "defaulted"
    assert refusal(match, 0, Solve(CODE)).code == "late"
    assert [part.name for part in match.legal(0).parts] == ["note"]
    act(match, 1, NotYet())
    assert match.state.round == 2
    assert not match.state.tracks[0].out


def test_tm_11_a_verdict_for_another_round_is_refused_with_that_reason() -> None:
    match = table(2)
    assert refusal(match, 0, NotYet(round=2)).code == "early"
    through(match, NotYet(round=1), NotYet())
    for verdict in (Solve(CODE, round=1), NotYet(round=1)):
        late = refusal(match, 0, verdict)
        assert late.code == "late"
        assert str(late) == "too late: this verdict is for round 1, and round 2 is under way"
    assert refusal(match, 0, Solve(CODE, round=2)).code == "wrong-phase"
    through(match, Solve(CODE, round=2), NotYet(round=2))
    assert match.outcome is not None
    assert match.outcome.scores == (1.0, 0.0)


def test_expiry_of_a_seat_that_is_not_awaited_is_refused() -> None:
    state = table(2).state
    with pytest.raises(IllegalAction, match="doesn't wait for seat 6"):
        game.expire(state, 5, Chance(""))


def test_the_match_ends_without_a_winner_after_the_last_round() -> None:
    match = table(2)
    for _ in range(LAST_ROUND):
        assert match.outcome is None
        through(match, NotYet(), NotYet())
    assert match.outcome is not None
    assert match.outcome.reason == "no-more-questions"
    assert match.outcome.scores == (0, 0)
    assert len(match.log) <= game.card.longest


def test_progress_rises_from_0_to_1() -> None:
    match = table(2)
    seen = [game.progress(match.state)]
    for _ in range(3):
        through(match, NotYet(), NotYet())
        seen.append(game.progress(match.state))
    through(match, Solve(CODE), NotYet())
    seen.append(game.progress(match.state))
    assert seen == sorted(set(seen))
    assert (seen[0], seen[-1]) == (0, 1)


def test_one_room_for_the_table_and_one_for_the_team() -> None:
    assert table(3).rooms == {"table": {0, 1, 2}}
    assert table(3, style="team").rooms == {"team": {0, 1, 2}}


# Options


def options_refusal(options: Options, seats: int = 2) -> str:
    with pytest.raises(IllegalAction) as refused:
        game.setup(options, seats, Chance("seed"))
    assert refused.value.code == "options"
    return str(refused.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mode": "easy"}, "classic, extreme, nightmare"),
        ({"verifiers": 7}, "4, 5, 6"),
        ({"level": "brutal"}, "easy, standard, hard, any"),
        ({"style": "duel"}, "race, team"),
        ({"handicap": (1,)}, "one for each seat"),
        ({"handicap": (1, 1), "style": "team"}, "one for the whole team"),
        ({"handicap": (0, 3)}, "0, 1 and 2"),
        ({"cards": ((4,), (9,), (11,))}, "4, 5 or 6"),
        ({"cards": ((4,), (9,), (11,), (49,))}, "1 to 48"),
        ({"cards": ((4,), (9,), (11,), (4,))}, "more than once"),
        ({"cards": ((4, 9), (11,), (14,), (1,))}, "one for each verifier"),
        ({"cards": ((1,), (6,), (8,), (13,))}, "no valid problem"),
        ({"problem": "nonsense"}, "numberhouse generate"),
        ({"problem": PROBLEM.id, "mode": "extreme"}, "set the same mode"),
        ({"problem": PROBLEM.id, "cards": ((1,), (2,), (3,), (4,))}, "one of the two"),
    ],
)
def test_options_that_cannot_be_played_are_refused_with_what_could(
    options: dict[str, Any], words: str
) -> None:
    message = options_refusal(Options(**options))
    assert words in message
    assert PROBLEM.id not in message
    assert "nonsense" not in message


@pytest.mark.parametrize("mode", ["classic", "extreme", "nightmare"])
def test_a_problem_is_drawn_for_every_mode(mode: Any) -> None:
    state = game.setup(Options(mode=mode, verifiers=4, level="easy"), 2, Chance("seed"))
    assert state.problem.valid
    assert state.problem.layout.mode == mode
    assert state.problem.layout.verifiers == 4
    assert state.problem.level == "easy"


def test_on_given_cards_every_valid_problem_comes_up() -> None:
    options = Options(cards=PROBLEM.layout.cards)
    states = [game.setup(options, 1, Chance(str(seed))) for seed in range(40)]
    assert {state.problem.code for state in states} == {"221", "241"}
    assert all(state.problem.layout == PROBLEM.layout for state in states)
    assert states[0].options.verifiers == 4


def test_a_handed_in_problem_never_enters_state_options_views_or_events() -> None:
    match = table(2)
    assert match.state.options.problem == ""
    assert match.state.options.verifiers == 4
    through(match, NotYet(), NotYet())
    visible = [match.view(viewer) for viewer in (0, 1, None)] + [list(step) for step in match.events]
    assert PROBLEM.id.encode() not in msgspec.json.encode(visible)
    assert game.card.secret_options == ("problem",)


def test_the_defaults_are_a_classic_race_of_two() -> None:
    match = Match(game, "seed")
    assert match.seats == 2
    assert match.state.problem.layout.mode == "classic"
    assert match.state.options == Options()


# What a view leaves open


def test_imagined_states_agree_with_the_answers_seen_and_the_wrong_code() -> None:
    match = Match(game, "x", Options(cards=((3,), (7,), (10,), (14,))), 3)
    act(match, 0, Propose("132"), Ask(1), Ask(2), Finish())
    act(match, 1, Finish())
    act(match, 2, Finish())
    wrong = "435" if match.state.problem.code != "435" else "122"
    act(match, 0, Solve(wrong))
    act(match, 1, NotYet())
    act(match, 2, NotYet())
    view: View = match.view(0)
    seen = set()
    for number in range(40):
        state = game.imagine(view, 0, Chance("imagine", number))
        assert game.view(state, 0) == view
        assert state.problem.code != wrong
        seen.add(state.problem.code)
    assert match.state.problem.code in seen
    spectated = {game.imagine(match.view(None), None, Chance("s", n)).problem.code for n in range(200)}
    assert spectated == {"122", "132", "534", "432", "435", "431", "152"}


def test_imagined_states_leave_sealed_verdicts_open() -> None:
    match = table(2)
    act(match, 0, Finish())
    act(match, 1, Finish(), Solve("555"))
    view = match.view(0)
    imagined = [game.imagine(view, 0, Chance("sealed", number)) for number in range(30)]
    assert len({state.papers[1].verdict for state in imagined}) > 5
    assert "" in {state.papers[1].verdict for state in imagined}
    assert all(game.view(state, 0) == view for state in imagined)
