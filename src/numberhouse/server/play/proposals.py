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

__all__ = ["asked_seats", "is_agreed", "is_open", "open_proposals"]

OF_A_TURN: Final = ("pause", "extend", "expire")
"""Kinds that are about the running turn."""

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
    return kind not in OF_A_TURN or proposal.body.turn == round_began(session)


def asked_seats(session: Session, proposal: Proposal) -> tuple[Seat, ...]:
    """The seats whose consent a proposal needs: those of people, but the proposer's. A seat that has
    resigned has nobody left to ask."""
    return tuple(
        seat
        for seat, occupant in enumerate(session.occupants)
        if occupant.person is not None
        and occupant.person != proposal.body.by
        and seat not in session.resigned
    )


def is_agreed(session: Session, proposal: Proposal) -> bool:
    """Whether every seat has agreed that is asked."""
    return all(seat in proposal.answers for seat in asked_seats(session, proposal))


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
