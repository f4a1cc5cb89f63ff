"""Proposals: a host who plays asks the other seats for their consent to what such a host can't do alone.

A proposal and its answers are entries of the match, so everybody sees them at once and they outlive the
process. When every seat has agreed that is asked, it is carried out as the host's act, and an announcement
says who proposed it and who agreed. A host who doesn't play needs no proposal: the desk is enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.contract.names import Names
from numberhouse.protocol.desk import (
    AmendmentRequest,
    ExpireRequest,
    Extension,
    KeyRequest,
    ReasonRequest,
    Replacement,
)
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.proposals import (
    ConsentRequest,
    ProposalKind,
    ProposalRequest,
    ProposalResponse,
)
from numberhouse.server.accounts.people import digest, new_secret
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import reason_text
from numberhouse.server.hosting.corrections import amend_body
from numberhouse.server.hosting.desk import extensions
from numberhouse.server.hosting.host_actions import HostActions
from numberhouse.server.hosting.phrases import duration, phrase
from numberhouse.server.matches.access.permissions import check_seat
from numberhouse.server.matches.seats.invitations import Invitations
from numberhouse.server.matches.seats.offers import Offers
from numberhouse.server.matches.seats.seating import Seating
from numberhouse.server.play.accept import Sessions, key_reused
from numberhouse.server.play.proposals import (
    asked_seats,
    is_agreed,
    is_alone,
    is_open,
    lacks_consent,
    open_proposals,
)
from numberhouse.server.play.sessions.rounds import round_began
from numberhouse.server.play.sessions.session import Proposal, Session
from numberhouse.server.storage.journal_entry import (
    Announce,
    Consent,
    HostProposal,
    Pause,
    Resign,
    Resume,
    Stop,
)

__all__ = ["Proposing", "proposal_text"]

MOST_OPEN: Final = 3
"""Open proposals of one match."""

MOST: Final = 100
"""Proposals of one match: each is an entry of its journal."""

REQUESTS: Final[Mapping[ProposalKind, Any]] = {
    "pause": KeyRequest,
    "resume": KeyRequest,
    "extend": Extension,
    "stop": ReasonRequest,
    "expire": ExpireRequest,
    "resign": KeyRequest,
    "replace": Replacement,
    "invite": KeyRequest,
    "amend": AmendmentRequest,
}
"""By kind, the request to the desk that it asks consent for."""

OF_A_SEAT: Final = ("expire", "resign", "replace", "invite")


@dataclass(frozen=True)
class Proposing:
    """Proposals of hosts who play, and the answers to them."""

    sessions: Sessions
    seating: Seating
    offers: Offers
    invitations: Invitations
    host_actions: HostActions

    async def propose(self, info: MatchInfo, person: Person, request: ProposalRequest) -> ProposalResponse:
        """Propose something to the other seats; a repeated request, found by its key, proposes nothing
        more. Raises `Refused`, also for what couldn't be done anyway, and `NotNow` for the key of another
        request."""
        key = None if request.key is None else f"propose {request.key}"
        async with self.sessions.at(info.id) as session:
            if key is not None and (info.seat, key) in session.keys:
                number = _number_of_key(session, info.seat, key, request)
                return await self._response(info, number, carried_out=False)
        await self._check(info, request)
        secret = new_secret() if request.kind == "invite" else None
        details = _wish(request)
        if secret is not None:
            details["digest"] = digest(secret)
        raw = msgspec.Raw(msgspec.json.encode(details))
        async with self.sessions.at(info.id) as session:
            _check_number(session)
            turn = round_began(session)
            body = HostProposal(kind=request.kind, request=raw, turn=turn, target=request.seat, by=person.id)
            self._check_consent(session, body)
            before = len(session.proposals)
            if not await self.sessions.enter(
                session,
                info.seat,
                body,
                key=key,
                provided=lambda now: len(now.proposals) == before and not lacks_consent(now, body),
            ):
                if key is None or (info.seat, key) not in session.keys:
                    raise Refused(409, "late", "the match has changed meanwhile; look at it again")
                number = _number_of_key(session, info.seat, key, request)
                return await self._response(info, number, carried_out=False)
        carried_out = await self._carry_out_if_agreed(info, before + 1)
        return await self._response(info, before + 1, carried_out, secret)

    async def answer(
        self, info: MatchInfo, person: Person, number: int, request: ConsentRequest
    ) -> ProposalResponse:
        """Agree to a proposal or refuse it; the proposer takes it back. Raises `Refused` for a proposal that
        isn't open, and for a person whom it doesn't ask."""
        key = None if request.key is None else f"consent {request.key}"
        async with self.sessions.at(info.id) as session:
            proposal = _find(session, number)
            own = proposal.body.by == person.id
            answered = info.seat is not None and info.seat in proposal.answers
            if not (answered and request.agrees and not proposal.closed):
                if not is_open(session, proposal):
                    raise _not_open()
                asked = not own and info.seat in asked_seats(session, proposal)
                if not (asked or (own and not request.agrees)):
                    raise Refused(
                        403,
                        "not-asked",
                        "the other players answer this proposal; the host who made it can only take it back",
                    )
                body = Consent(answered=number, agrees=request.agrees, by=person.id if own else None)
                if not await self.sessions.enter(
                    session,
                    info.seat,
                    body,
                    key=key,
                    provided=lambda now: is_open(now, now.proposals[number - 1]),
                ):
                    raise _not_open()
        carried_out = request.agrees and await self._carry_out_if_agreed(info, number)
        return await self._response(info, number, carried_out)

    async def _check(self, info: MatchInfo, request: ProposalRequest) -> None:
        """Raises `Refused` and `IllegalAction` for what the desk would refuse at once. It never tries a
        correction: the result would reveal something of the others' actions."""
        kind = request.kind
        if (request.seat is not None) != (kind in OF_A_SEAT):
            wanted = "names a seat" if kind in OF_A_SEAT else "is about the whole match, and names no seat"
            raise Refused(400, "proposal", f"{kind} {wanted}")
        if request.seat is not None:
            check_seat(info, request.seat)
        try:
            details = msgspec.convert(request.request, REQUESTS[kind])
        except msgspec.ValidationError as error:
            raise Refused(400, "proposal", f"request of {kind}: {error}") from error
        async with self.sessions.at(info.id) as session:
            match details:
                case Extension():
                    extensions(session, details, self.host_actions.now())
                case ReasonRequest():
                    reason_text(details.reason)
                case Replacement():
                    await self.seating.check_replacement(info, details)
                case AmendmentRequest():
                    amend_body(session.installed, details)
                case _:
                    pass

    def _check_consent(self, session: Session, proposed: HostProposal) -> None:
        """Raises `Refused` for what nobody does alone, where nobody could consent. Taking time away is among
        it: a bot's time would run out."""
        alone = lacks_consent(session, proposed)
        if proposed.kind == "extend" and is_alone(session, proposed.by):
            extension = _request_of(proposed)
            alone = any(each.seconds < 0 for each in extensions(session, extension, self.host_actions.now()))
        if alone:
            raise Refused(
                409,
                "nobody-consents",
                f"{proposed.kind}: nobody else plays here who could consent; play on, or ask a host who "
                "doesn't play. Pausing, resuming, giving time, replacing, inviting and stopping are possible",
                kind=proposed.kind,
            )

    async def _carry_out_if_agreed(self, info: MatchInfo, number: int) -> bool:
        lang = info.terms.language
        async with self.sessions.at(info.id) as session:
            proposal = _find(session, number)
            if not is_open(session, proposal) or not is_agreed(session, proposal):
                return False
            text = proposal_text(session, proposal, lang)
            names = Names(session.names(lang), lang)
            agreed = names.listed(sorted(proposal.answers)) if proposal.answers else "–"
        done = True
        try:
            await self._carry_out(info, proposal)
        except (Refused, IllegalAction):
            done = False  # its reason may hold what the proposer must not know
        outcome = "proposal_done" if done else "proposal_failed"
        words = phrase(outcome, lang, proposal=text, names=agreed)
        await self.host_actions.append(
            info.id, None, Announce(words), f"proposal {number} told", proposal.body.by or "", number
        )
        return done

    async def _carry_out(self, info: MatchInfo, proposal: Proposal) -> None:
        act, number, match, seat = self.host_actions, proposal.number, info.id, proposal.body.target
        by, key = proposal.body.by or "", f"proposal {number}"
        request = _request_of(proposal.body)
        async with self.sessions.at(match) as session:
            self._check_consent(session, proposal.body)
        match proposal.body.kind:
            case "pause":
                await act.append(match, None, Pause(), key, by, number)
            case "resume":
                await act.append(match, None, Resume(), key, by, number)
            case "stop":
                await act.append(match, None, Stop(request.reason), key, by, number)
            case "extend":
                await act.extend(match, request, key, by, number)
            case "amend":
                await act.amend(match, request, key, by, number)
            case "resign":
                await act.append(match, seat, Resign(), key, by, number)
            case "expire" if seat is not None:
                await act.expire(match, seat, request, key, by, number)
            case "replace" if seat is not None:
                await self.offers.replace(info, seat, request, key, by, number)
            case "invite":
                await self.invitations.add(match, seat, msgspec.json.decode(proposal.body.request)["digest"])

    async def _response(
        self, info: MatchInfo, number: int, carried_out: bool, invitation: str | None = None
    ) -> ProposalResponse:
        async with self.sessions.at(info.id) as session:
            return ProposalResponse(open_proposals(session), carried_out, invitation, number)


def proposal_text(session: Session, proposal: Proposal, lang: str) -> str:
    """The proposal in words: who proposes what."""
    names = Names(session.names(lang), lang)
    details: dict[str, Any] = msgspec.json.decode(proposal.body.request)
    kind, seat = proposal.body.kind, proposal.body.target
    by = phrase("the_host", lang) if proposal.by is None else names.of(proposal.by)
    values = {"name": "" if seat is None else names.of(seat)}
    if kind == "extend" and details.get("seconds") is not None:
        seconds = float(details["seconds"])
        kind = "extend" if seconds > 0 else "shorten"
        values["span"] = duration(abs(seconds), lang)
    elif kind == "extend":
        kind, values["moment"] = "deadline", str(details.get("until"))
    elif kind == "replace":
        values["player"] = str(details.get("member") or details.get("bot"))
    elif kind == "amend":
        values["number"] = str(details.get("number"))
    words = phrase(f"propose_{kind}", lang, **values)
    text = phrase("proposes", lang, name=by, proposal=words)
    reason = details.get("reason")
    return f"{text} {phrase('reason', lang, reason=reason)}" if reason else text


def _find(session: Session, number: int) -> Proposal:
    if not 1 <= number <= len(session.proposals):
        raise Refused(
            404, "no-proposal", f"there is no proposal {number}; there are {len(session.proposals)}"
        )
    return session.proposals[number - 1]


def _request_of(proposed: HostProposal) -> Any:
    """The request to the desk that is proposed."""
    details = msgspec.json.decode(proposed.request)
    details.pop("digest", None)
    return msgspec.convert(details, REQUESTS[msgspec.convert(proposed.kind, ProposalKind)])


def _wish(request: ProposalRequest) -> dict[str, Any]:
    """The request to the desk without its key."""
    return {name: value for name, value in request.request.items() if name != "key"}


def _number_of_key(session: Session, seat: Seat | None, key: str, request: ProposalRequest) -> int:
    """The number of the proposal that an earlier request with this key has made. Raises `NotNow` if that
    request was another one."""
    made = session.keys[seat, key]
    if isinstance(made, HostProposal):
        details = msgspec.json.decode(made.request)
        details.pop("digest", None)  # of an invitation's secret, another one each time
        if (made.kind, made.target, details) == (request.kind, request.seat, _wish(request)):
            return next(each.number for each in session.proposals if each.body is made)
    raise key_reused(key)


def _not_open() -> Refused:
    return Refused(
        409,
        "no-proposal",
        "this proposal isn't open any more: it was answered, or the turn that it was about is over",
    )


def _check_number(session: Session) -> None:
    if len(open_proposals(session)) >= MOST_OPEN:
        raise Refused(409, "too-many", f"{MOST_OPEN} proposals are open; take one back first", most=MOST_OPEN)
    if len(session.proposals) >= MOST:
        raise Refused(409, "too-many", f"{MOST} proposals in one match; there can't be more", most=MOST)
