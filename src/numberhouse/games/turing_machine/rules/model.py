"""Structs of a match, in the order options, state, actions, view.

A *side* is a group of seats that shares its answers: each seat of a race, or all seats of a team (TM-12). The
structs are separated by their viewers: a track is public (TM-10), a paper belongs to a side, a note sheet to
a seat.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.games.turing_machine.problems.layout import Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Level, Observation, Problem
from numberhouse.games.turing_machine.rules.sheet import Sheet

__all__ = [
    "QUESTIONS",
    "Action",
    "Ask",
    "End",
    "Ended",
    "Finish",
    "NotYet",
    "Note",
    "Options",
    "Paper",
    "Phase",
    "Propose",
    "Solve",
    "State",
    "Track",
    "Turn",
    "View",
]

QUESTIONS: Final = 3
"""Largest number of questions of a side in one round (TM-9)."""


# Options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. The defaults are a classic match."""

    mode: Mode = "classic"
    """The relation of cards and verifiers (TM-3)."""
    verifiers: Annotated[int, msgspec.Meta(ge=4, le=6)] = 5
    """Number of verifiers."""
    level: Level = "standard"
    """The difficulty of the cards that may be drawn (TM-6)."""
    cards: tuple[tuple[int, ...], ...] = ()
    """The cards of each verifier, as in `Layout`, instead of drawn ones. They determine `verifiers`, and
    `level` has no effect."""
    style: Literal["race", "team"] = "race"
    """Whether each seat plays against the others, or all seats are one side (TM-12)."""
    handicap: tuple[Annotated[int, msgspec.Meta(ge=0, le=2)], ...] = ()
    """The handicap in questions (TM-13): one number for each seat, or one for the whole team; empty for
    none."""
    problem: str = ""
    """The id of a problem that the host chose; empty for a drawn one. Secret."""
    assistance: bool = False
    """Whether the house may check notes and give hints to this match's players (TM-14). The rules are the
    same."""


# State

Phase: TypeAlias = Literal["asking", "verdict", "over"]
Ended: TypeAlias = Literal["", "said", "defaulted"]
"""The end of a phase for a side: not yet (empty), by its own action (`said`), or because its time ran out
(`defaulted`)."""


class Turn(msgspec.Struct, frozen=True):
    """One round of one side, as all viewers see it (TM-10)."""

    proposal: str = ""
    """The proposal; empty before there is one."""
    asked: tuple[int, ...] = ()
    """The asked verifiers, from 0, in the order of the questions."""


class Track(msgspec.Struct, frozen=True):
    """The public facts about a side (TM-10)."""

    turns: tuple[Turn, ...] = (Turn(),)
    """The side's turns by round. The last is the running one, or the one in which the side was eliminated."""
    questions: int = 0
    """Number of questions in the whole match, including the handicap."""
    left: int = QUESTIONS
    """Number of questions that the side may still ask in this round."""
    finished: Ended = ""
    """Whether the side has finished asking in this round."""
    spoken: Ended = ""
    """Whether the side has given its verdict in this round."""
    out: int = 0
    """The round in which the side named a wrong code; 0 if it hasn't."""


class Paper(msgspec.Struct, frozen=True):
    """The facts that only the side itself knows before the end."""

    answers: tuple[tuple[bool, ...], ...] = ((),)
    """The answers by round, in the order of `Turn.asked`."""
    verdict: str | None = None
    """The verdict in this round: a code, "" for not yet, None before the verdict."""
    wrong: str = ""
    """The wrong code that eliminated the side; empty if none."""


class State(msgspec.Struct, frozen=True):
    """The whole state of a match. Tracks and papers are by side, sheets by seat."""

    options: Options
    """The public options. A problem from the host is blanked."""
    problem: Problem
    tracks: tuple[Track, ...]
    papers: tuple[Paper, ...]
    sheets: tuple[Sheet, ...]
    round: int = 1
    phase: Phase = "asking"
    reason: str = ""
    """The reason of the end, as in `Outcome.reason`."""
    winners: tuple[int, ...] = ()
    """The winning sides."""


# Actions


class Propose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="propose"):
    """Compose the proposal of the round (TM-9)."""

    code: str
    """Three digits from 1 to 5, in the order △ □ ○: `345`."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ask"):
    """Ask a verifier, numbered from 0, about the proposal of the round (TM-9)."""

    verifier: int
    """The verifier's number: A is 0, B is 1, and so on."""


class Finish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="finish"):
    """End asking in this round, with or without a question (TM-9)."""


class Solve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="solve"):
    """The verdict that names a code (TM-11)."""

    code: str
    """Three digits from 1 to 5, in the order △ □ ○: `241`."""
    round: int | None = None
    """The round of the verdict. The verdict is refused in any other round. None: the running round."""


class NotYet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="not-yet"):
    """The verdict that names no code yet (TM-11)."""

    round: int | None = None
    """The round of the verdict, as in `Solve`."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note"):
    """Replace the seat's own note sheet (TM-14). This action is free, and open to every seat until the
    end."""

    sheet: Sheet = Sheet()
    """The complete new sheet."""


Action: TypeAlias = Propose | Ask | Finish | Solve | NotYet | Note


# View


class End(msgspec.Struct, frozen=True):
    """The facts that become public when the match is over."""

    problem: Problem
    """The problem: the cards and the true laws."""
    code: str
    """The right code."""
    id: str
    """The problem's id, with which it can be played again."""
    reason: str
    """The reason of the end, as in `Outcome.reason`."""
    winners: tuple[int, ...]
    """The winning sides."""
    papers: tuple[Paper, ...]
    """The papers by side."""


class View(msgspec.Struct, frozen=True):
    """The facts that a viewer may know. `legal`, boards and bots need nothing else."""

    options: Options
    """The public options. A problem from the host is blanked."""
    layout: Layout
    """The cards on the table."""
    seats: int
    """Number of seats."""
    round: int
    """The number of the running round, from 1; the last round when the match is over."""
    phase: Phase
    """Whether sides ask, give their verdict, or the match is over."""
    tracks: tuple[Track, ...]
    """The tracks by side: one for each seat in a race, one for the whole team."""
    pen: Seat | None
    """In a team, the seat that acts in this round; None in a race."""
    seat: Seat | None
    """The viewer's seat; None for a spectator."""
    paper: Paper | None
    """The paper of the viewer's side; None for a spectator."""
    sheet: Sheet | None
    """The viewer's notes; None for a spectator."""
    end: End | None
    """The facts that the end reveals; None while the match runs."""

    @property
    def side(self) -> int | None:
        """The viewer's side; None for a spectator."""
        return None if self.seat is None else 0 if self.options.style == "team" else self.seat

    @property
    def wrong_codes(self) -> tuple[str, ...]:
        """The wrong code that the viewer's side has named; empty if there is none."""
        return (self.paper.wrong,) if self.paper is not None and self.paper.wrong else ()

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The answers that the viewer's side has received, in order."""
        if self.side is None or self.paper is None:
            return ()
        return tuple(
            Observation(turn.proposal, verifier, answer)
            for turn, answers in zip(self.tracks[self.side].turns, self.paper.answers, strict=True)
            for verifier, answer in zip(turn.asked, answers, strict=True)
        )
