"""The course of a round (TM-9, TM-11): effects of actions, and the end of the round."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from numberhouse.contract.game import Event, IllegalAction, Seat, Step
from numberhouse.games.turing_machine.problems.laws import INDEX
from numberhouse.games.turing_machine.rules.model import (
    QUESTIONS,
    Action,
    Ask,
    Ended,
    Finish,
    Note,
    NotYet,
    Paper,
    Propose,
    Solve,
    State,
    Track,
    Turn,
)
from numberhouse.games.turing_machine.rules.sheet import LETTERS, Sheet, checked
from numberhouse.words import message

__all__ = ["LAST_ROUND", "members", "pen", "played", "ran_out"]

LAST_ROUND: Final = 250
"""The last round of a match. Until then every one of the 125 × 6 questions could be asked."""


def played(state: State, seat: Seat, action: Action) -> Step[State]:
    """The action's effect. Raises `IllegalAction` (TM-15), and then changes nothing."""
    seats = len(state.sheets)
    if not 0 <= seat < seats:
        raise _refusal(
            "unknown-seat",
            message("there is no seat {seat:counted}; the seats are 1 to {last:counted}"),
            seat=seat,
            last=seats - 1,
        )
    if state.phase == "over":
        raise _refusal("over", message("the match is over; nothing more can be done in it"))
    if isinstance(action, Note):
        return _note(state, seat, action.sheet)
    side = _acting(state, seat)
    if isinstance(action, Ask):
        return _ask(state, seat, side, action.verifier)
    if isinstance(action, Propose):
        return _propose(state, seat, side, action.code)
    if isinstance(action, Finish):
        _check_asking(state, side)
        return _finish(state, seat, side, "said")
    if isinstance(action, Solve | NotYet):
        _check_round(state, action.round)
        return _speak(state, seat, side, _code(action.code) if isinstance(action, Solve) else "")
    raise _refusal(
        "unknown-action",
        message("no action of Turing Machine; possible: propose, ask, finish, solve, not-yet, note"),
    )


def ran_out(state: State, seat: Seat) -> Step[State]:
    """End the phase of an awaited seat whose time is up: it asks no more, or its verdict is *not yet*."""
    side = _acting(state, seat)
    if state.phase == "asking":
        return _finish(state, seat, side, "defaulted")
    events = (Event("verdict-defaulted", {"seat": seat, "round": state.round}),)
    return _verdict(state, side, "", "defaulted", events)


def conceded(state: State, seat: Seat) -> State | None:
    """The solution is open when a seat of a match for one or two resigns. In a team the others play on."""
    if state.options.style == "team" and len(state.sheets) > 1:
        return None
    winners = tuple(side for side in range(len(state.tracks)) if side != seat)
    return replace(state, phase="over", reason="resigned", winners=winners)


def pen(state: State) -> Seat | None:
    """In a team, the seat that acts in this round. The seats take turns by round. None in a race."""
    return (state.round - 1) % len(state.sheets) if state.options.style == "team" else None


def members(state: State, side: int) -> list[Seat]:
    """The seats of a side."""
    return [side] if state.options.style == "race" else list(range(len(state.sheets)))


# Asking (TM-9)


def _propose(state: State, seat: Seat, side: int, code: str) -> Step[State]:
    _check_asking(state, side)
    track = state.tracks[side]
    turn = track.turns[-1]
    if turn.proposal:
        raise _refusal(
            "second-proposal",
            message(
                "{proposal} is proposed already and can't be changed within the round; "
                "ask a verifier about it or finish"
            ),
            proposal=turn.proposal,
        )
    turns = (*track.turns[:-1], Turn(_code(code)))
    event = Event("proposed", {"seat": seat, "round": state.round, "proposal": code})
    return Step(_put(state, side, replace(track, turns=turns)), (event,))


def _ask(state: State, seat: Seat, side: int, verifier: int) -> Step[State]:
    track = state.tracks[side]
    turn = track.turns[-1]
    _check_question(state, side, turn, verifier)
    answer = state.problem.answer(turn.proposal, verifier)
    turns = (*track.turns[:-1], Turn(turn.proposal, (*turn.asked, verifier)))
    track = Track(turns, track.questions + 1, track.left - 1, track.finished, track.spoken, track.out)
    paper = state.papers[side]
    paper = replace(paper, answers=(*paper.answers[:-1], (*paper.answers[-1], answer)))
    asked = {"seat": seat, "round": state.round, "proposal": turn.proposal, "verifier": verifier}
    events = (
        Event("asked", asked),
        Event("answered", {**asked, "answer": answer}, frozenset(members(state, side))),
    )
    state = _put(state, side, track, paper)
    if track.left:
        return Step(state, events)
    step = _finish(state, seat, side, "said")
    return Step(step.state, events + step.events)


def _finish(state: State, seat: Seat, side: int, how: Ended) -> Step[State]:
    state = _put(state, side, replace(state.tracks[side], finished=how))
    event = Event("finished", {"seat": seat, "round": state.round, "defaulted": how == "defaulted"})
    if all(track.finished or track.out for track in state.tracks):
        state = replace(state, phase="verdict")
    return Step(state, (event,))


# Verdicts (TM-11)


def _speak(state: State, seat: Seat, side: int, verdict: str) -> Step[State]:
    if state.phase != "verdict":
        raise _refusal(
            "wrong-phase",
            message("verdicts are said when all have finished asking; until then propose, ask or finish"),
            phase="asking",
        )
    spoken = state.tracks[side].spoken
    if spoken == "defaulted":
        raise _refusal(
            "late",
            message("too late: time ran out, so this round's verdict is not yet; wait for the next round"),
            because="time",
        )
    if spoken:
        # Only the speaker sees a changed verdict. Otherwise its timing would reveal something to the others.
        event = Event(
            "verdict-replaced", {"seat": seat, "round": state.round}, frozenset(members(state, side))
        )
        paper = replace(state.papers[side], verdict=verdict)
        return Step(_put(state, side, state.tracks[side], paper), (event,))
    events = (Event("verdict-said", {"seat": seat, "round": state.round}),)
    return _verdict(state, side, verdict, "said", events)


def _verdict(state: State, side: int, verdict: str, how: Ended, events: tuple[Event, ...]) -> Step[State]:
    track = replace(state.tracks[side], spoken=how)
    state = _put(state, side, track, replace(state.papers[side], verdict=verdict))
    if not all(track.spoken or track.out for track in state.tracks):
        return Step(state, events)
    closed = _close(state)
    return Step(closed.state, events + closed.events)


def _close(state: State) -> Step[State]:
    """Close the round after all verdicts: compare them with the code and apply the result."""
    code = state.problem.code
    verdicts = [
        None if track.out else paper.verdict for track, paper in zip(state.tracks, state.papers, strict=True)
    ]
    right = [side for side, verdict in enumerate(verdicts) if verdict == code]
    wrong = [side for side, verdict in enumerate(verdicts) if verdict and verdict != code]
    values = {"round": state.round, "solved": _seats(state, right), "wrong": _seats(state, wrong)}
    events = (Event("round-closed", values),)
    tracks, papers = list(state.tracks), list(state.papers)
    for side in wrong:
        tracks[side] = replace(tracks[side], out=state.round)
        papers[side] = replace(papers[side], wrong=papers[side].verdict)
    state = replace(state, tracks=tuple(tracks), papers=tuple(papers))
    reason, winners = _ending(state, right)
    if not reason:
        return Step(_next_round(state), events)
    state = replace(state, phase="over", reason=reason, winners=winners)
    return Step(state, (*events, _over(state)))


def _ending(state: State, right: list[int]) -> tuple[str, tuple[int, ...]]:
    """The reason why the match ends now, and the winning sides. The reason is empty if the match
    continues."""
    tracks = state.tracks
    if right:
        fewest = min(tracks[side].questions for side in right)
        return "solved", tuple(side for side in right if tracks[side].questions == fewest)
    left = tuple(side for side, track in enumerate(tracks) if not track.out)
    if not left:
        return ("lost" if len(tracks) == 1 else "nobody"), ()
    if len(left) == 1 < len(tracks):
        return "last-left", left
    return ("no-more-questions" if state.round == LAST_ROUND else ""), ()


def _next_round(state: State) -> State:
    tracks = tuple(
        track if track.out else Track((*track.turns, Turn()), track.questions, QUESTIONS)
        for track in state.tracks
    )
    papers = tuple(
        replace(paper, verdict=None) if track.out else Paper((*paper.answers, ()))
        for track, paper in zip(tracks, state.papers, strict=True)
    )
    return replace(state, tracks=tracks, papers=papers, round=state.round + 1, phase="asking")


def _over(state: State) -> Event:
    winners = _seats(state, state.winners)
    truth = [list(law) for law in state.problem.laws]
    values = {"reason": state.reason, "winners": winners, "code": state.problem.code, "laws": truth}
    return Event("match-over", {**values, "id": state.problem.id})


# Notes (TM-14)


def _note(state: State, seat: Seat, sheet: Sheet) -> Step[State]:
    kept = checked(sheet, state.problem.layout)
    sheets = (*state.sheets[:seat], kept, *state.sheets[seat + 1 :])
    return Step(replace(state, sheets=sheets), (Event("noted", {"seat": seat}, frozenset((seat,))),))


# Refusals (TM-15)


def _acting(state: State, seat: Seat) -> int:
    """The side that the seat acts for."""
    holder = pen(state)
    if holder is not None:
        if seat != holder:
            raise _refusal(
                "not-your-turn",
                message(
                    "in round {round} {pen:seat} acts for the team; the pen goes round, "
                    "and until it comes you can write notes"
                ),
                pen=holder,
                round=state.round,
            )
        return 0
    if state.tracks[seat].out:
        raise _refusal("out", message("a wrong code has put this seat out; it can still write notes"))
    return seat


def _check_asking(state: State, side: int) -> None:
    if state.phase != "asking":
        raise _refusal(
            "wrong-phase",
            message("asking is over in this round; say solve with a code, or not yet"),
            phase="verdict",
        )
    if state.tracks[side].finished:
        raise _refusal(
            "finished",
            message("asking is finished for this seat in this round; wait until the others have finished"),
        )


def _check_round(state: State, named: int | None) -> None:
    """Check the round that a sealed verdict names, so that no verdict counts in another round."""
    if named is not None and named != state.round:
        if named < state.round:
            late = message("too late: this verdict is for round {named}, and round {round} is under way")
            raise _refusal("late", late, named=named, round=state.round)
        early = message("too early: this verdict is for round {named}, and round {round} is still under way")
        raise _refusal("early", early, named=named, round=state.round)


def _check_question(state: State, side: int, turn: Turn, verifier: int) -> None:
    track = state.tracks[side]
    allowed = len(turn.asked) + track.left
    if state.phase == "asking" and not track.left:
        raise _refusal(
            "no-question-left",
            message("{allowed} questions are allowed in this round and all are asked; ask again next round"),
            allowed=allowed,
        )
    _check_asking(state, side)
    if not turn.proposal:
        raise _refusal(
            "no-proposal", message("there is nothing to ask about yet; propose a code first, such as 345")
        )
    verifiers = state.problem.layout.verifiers
    if not 0 <= verifier < verifiers:
        raise _refusal(
            "unknown-verifier",
            message("there is no such verifier; the verifiers are {letters:list}"),
            verifiers=verifiers,
            letters=list(LETTERS[:verifiers]),
        )
    if verifier in turn.asked:
        raise _refusal(
            "asked-already",
            message("verifier {letter} has answered about {proposal}; ask another verifier or finish"),
            verifier=verifier,
            letter=LETTERS[verifier],
            proposal=turn.proposal,
        )


def _code(code: str) -> str:
    """The code itself. Raises `IllegalAction` if it isn't one (TM-1)."""
    if code in INDEX:
        return code
    shortened = code if len(code) <= 12 else f"{code[:12]}…"
    if len(code) != 3:
        raise _refusal(
            "not-three-digits",
            message("{code!r} is not three digits; a code has three, each 1 to 5, such as 345"),
            code=shortened,
        )
    raise _refusal(
        "digit",
        message("{code!r} holds something outside the digits 1 to 5; a code is three of them, such as 345"),
        code=shortened,
    )


def _refusal(code: str, template: str, /, **values: Any) -> IllegalAction:
    return IllegalAction(code, template, values)


# Helpers


def _put(state: State, side: int, track: Track, paper: Paper | None = None) -> State:
    tracks = (*state.tracks[:side], track, *state.tracks[side + 1 :])
    if paper is None:
        return replace(state, tracks=tracks)
    papers = (*state.papers[:side], paper, *state.papers[side + 1 :])
    return replace(state, tracks=tracks, papers=papers)


def _seats(state: State, sides: list[int] | tuple[int, ...]) -> list[Seat]:
    return [seat for side in sides for seat in members(state, side)]
