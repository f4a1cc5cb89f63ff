"""Structs of a match, in the order options, state, actions, view.

A *side* is whoever shares one sheet of answers: each seat of a race, all seats of a team (TM-12). Everything
is split by who may know it: a track is public (TM-10), a paper belongs to a side, a note sheet to a seat.
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
"""Questions a side may ask in one round (TM-9)."""


# Options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be varied; the defaults are a classic match."""

    mode: Mode = "classic"
    """How cards and verifiers belong together (TM-3)."""
    verifiers: Annotated[int, msgspec.Meta(ge=4, le=6)] = 5
    """How many there are."""
    level: Level = "standard"
    """How hard the cards are that may be drawn (TM-6)."""
    cards: tuple[tuple[int, ...], ...] = ()
    """The cards of each verifier, as in `Layout`, in place of drawn ones; then they set `verifiers`, and
    `level` is without effect."""
    style: Literal["race", "team"] = "race"
    """Each seat against the others, or all as one side (TM-12)."""
    handicap: tuple[Annotated[int, msgspec.Meta(ge=0, le=2)], ...] = ()
    """Per seat, in a team one for all, in questions (TM-13); empty is no handicap."""
    problem: str = ""
    """The id of the problem to play, from the host. Secret."""
    assistance: bool = False
    """Whether faces of the match may check notes and give hints (TM-14). The rules are the same."""


# State

Phase: TypeAlias = Literal["asking", "verdict", "over"]
Ended: TypeAlias = Literal["", "said", "defaulted"]
"""Whether a side is through with a phase: not yet, by its own word, or because its time ran out."""


class Turn(msgspec.Struct, frozen=True):
    """One round of one side, as everyone sees it (TM-10)."""

    proposal: str = ""
    """Empty: none yet."""
    asked: tuple[int, ...] = ()
    """Verifiers, from 0, in the order they were asked."""


class Track(msgspec.Struct, frozen=True):
    """What everyone knows of a side (TM-10)."""

    turns: tuple[Turn, ...] = (Turn(),)
    """By round; the last is the running one, or the one in which the side went out."""
    questions: int = 0
    """Over the whole match, handicap included."""
    left: int = QUESTIONS
    """Questions it may still ask in this round."""
    finished: Ended = ""
    """Whether it is through with asking in this round."""
    spoken: Ended = ""
    """Whether it has given its verdict in this round."""
    out: int = 0
    """The round in which it said a wrong code; 0: it hasn't."""


class Paper(msgspec.Struct, frozen=True):
    """What only the side itself knows, until the end."""

    answers: tuple[tuple[bool, ...], ...] = ((),)
    """By round, in the order of `Turn.asked`."""
    verdict: str | None = None
    """In this round: a code, "" for not yet, None for nothing said."""
    wrong: str = ""
    """The wrong code that put it out."""


class State(msgspec.Struct, frozen=True):
    """Everything. Tracks and papers are by side, sheets by seat."""

    options: Options
    """As the table sees them: a handed-in problem is blanked."""
    problem: Problem
    tracks: tuple[Track, ...]
    papers: tuple[Paper, ...]
    sheets: tuple[Sheet, ...]
    round: int = 1
    phase: Phase = "asking"
    reason: str = ""
    """Why it is over, as in `Outcome.reason`."""
    winners: tuple[int, ...] = ()
    """Sides."""


# Actions


class Propose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="propose"):
    """Compose the round's proposal (TM-9)."""

    code: str
    """Three digits from 1 to 5, in the order △ □ ○: `345`."""


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ask"):
    """Ask a verifier, numbered from 0, about the round's proposal (TM-9)."""

    verifier: int
    """A is 0, B is 1, and so on."""


class Finish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="finish"):
    """Ask no more in this round, or nothing at all (TM-9)."""


class Solve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="solve"):
    """The verdict: this is the code (TM-11)."""

    code: str
    """Three digits from 1 to 5, in the order △ □ ○: `241`."""
    round: int | None = None
    """The round it is meant for; where another is under way it is refused. None: whichever is."""


class NotYet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="not-yet"):
    """The verdict: not yet (TM-11)."""

    round: int | None = None
    """As in `Solve`."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note"):
    """Put this in place of the own note sheet (TM-14). Free, and open to every seat until the end."""

    sheet: Sheet = Sheet()
    """The whole new sheet."""


Action: TypeAlias = Propose | Ask | Finish | Solve | NotYet | Note


# View


class End(msgspec.Struct, frozen=True):
    """What comes to light when the match is over."""

    problem: Problem
    """The cards and the laws that were true."""
    code: str
    """The right code."""
    id: str
    """The problem's id, by which it can be played again."""
    reason: str
    """The reason of the end, as in `Outcome.reason`."""
    winners: tuple[int, ...]
    """Sides."""
    papers: tuple[Paper, ...]
    """By side."""


class View(msgspec.Struct, frozen=True):
    """What a viewer may know. All that `legal`, boards and bots need is here."""

    options: Options
    """As the table sees them: a handed-in problem is blanked."""
    layout: Layout
    """The cards on the table."""
    seats: int
    """How many play."""
    round: int
    """The running one, from 1; the last one when the match is over."""
    phase: Phase
    """Whether sides ask, give their verdict, or the match is over."""
    tracks: tuple[Track, ...]
    """By side: one for each seat in a race, one for all in a team."""
    pen: Seat | None
    """In a team, the seat that acts in this round; None in a race."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    paper: Paper | None
    """Of the viewer's side."""
    sheet: Sheet | None
    """The viewer's notes."""
    end: End | None
    """None while the match runs."""

    @property
    def side(self) -> int | None:
        """The viewer's side; None for a spectator."""
        return None if self.seat is None else 0 if self.options.style == "team" else self.seat

    @property
    def wrong_codes(self) -> tuple[str, ...]:
        """The code that the viewer's side has said and that is wrong, if there is one."""
        return (self.paper.wrong,) if self.paper is not None and self.paper.wrong else ()

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The answers that the viewer's side has heard, in order."""
        if self.side is None or self.paper is None:
            return ()
        return tuple(
            Observation(turn.proposal, verifier, answer)
            for turn, answers in zip(self.tracks[self.side].turns, self.paper.answers, strict=True)
            for verifier, answer in zip(turn.asked, answers, strict=True)
        )
