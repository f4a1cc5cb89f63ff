"""Open proposals: which seats they concern, and when they lapse.

A proposal about the running turn lapses with it. The turn's end is public, an action in secret isn't: a
proposal must never lapse because of one.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.proposals import ProposalInfo, ProposalKind
from numberhouse.server.play.sessions.rounds import round_began
from numberhouse.server.play.sessions.session import Proposal, Session
from numberhouse.server.storage.journal_entry import HostProposal

__all__ = ["asked_seats", "is_agreed", "is_alone", "is_open", "lacks_consent", "open_proposals"]

OF_A_TURN: Final = ("pause", "extend", "expire")
"""Kinds that are about the running turn."""

NEVER_ALONE: Final = ("amend", "expire", "resign")
"""Kinds that touch the past or another seat's play: they happen only where somebody could refuse them. Else
a host alone with bots would learn what other moves bring, or make a bot lose."""

STATUSES: Final = {"resume": ("paused",), "amend": ("running", "paused", "finished"), "pause": ("running",)}


def open_proposals(session: Session) -> tuple[ProposalInfo, ...]:
    """The proposals that can be answered."""
    return tuple(_info(session, proposal) for proposal in session.proposals if is_open(session, proposal))


def is_open(session: Session, proposal: Proposal) -> bool:
    """Whether the proposal can be answered: it isn't closed, and what it asks can still be done."""
    kind = proposal.body.kind
    if proposal.closed or proposal.epoch != session.epoch:
        return False
    if session.status not in STATUSES.get(kind, ("running", "paused")):
        return False
    if lacks_consent(session, proposal.body):
        return False
    return kind not in OF_A_TURN or proposal.body.turn == round_began(session)


def asked_seats(session: Session, proposal: Proposal) -> tuple[Seat, ...]:
    """The seats whose consent a proposal needs: those of people, but the proposer's. A seat that has
    resigned has nobody left to ask."""
    return _seats_of_others(session, proposal.body.by)


def is_alone(session: Session, by: str | None) -> bool:
    """Whether no other person plays who could refuse what this one proposes."""
    return not _seats_of_others(session, by)


def lacks_consent(session: Session, proposed: HostProposal) -> bool:
    """Whether it is never done alone, and nobody is there who could consent. Everybody resigns alone for the
    own seat."""
    if proposed.kind not in NEVER_ALONE or not is_alone(session, proposed.by):
        return False
    seat = proposed.target
    own = seat is not None and session.occupants[seat].person == proposed.by
    return not (own and proposed.kind == "resign")


def is_agreed(session: Session, proposal: Proposal) -> bool:
    """Whether every seat has agreed that is asked."""
    return all(seat in proposal.answers for seat in asked_seats(session, proposal))


def _seats_of_others(session: Session, by: str | None) -> tuple[Seat, ...]:
    """The seats of people other than this one, but those that have resigned."""
    return tuple(
        seat
        for seat, occupant in enumerate(session.occupants)
        if occupant.person is not None and occupant.person != by and seat not in session.resigned
    )


def _info(session: Session, proposal: Proposal) -> ProposalInfo:
    kind: ProposalKind = msgspec.convert(proposal.body.kind, ProposalKind)
    request: Any = msgspec.json.decode(proposal.body.request)
    asked = asked_seats(session, proposal)
    return ProposalInfo(
        number=proposal.number,
        kind=kind,
        by=proposal.by,
        seat=proposal.body.target,
        request={name: value for name, value in request.items() if name not in ("key", "digest")},
        at=proposal.at,
        agreed=tuple(sorted(proposal.answers)),
        waits_for=tuple(seat for seat in asked if seat not in proposal.answers),
    )
