"""Playing and watching without a socket: views, updates, actions."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from numberhouse.contract.game import Patient, Seat
from numberhouse.protocol.matches import MatchInfo, RematchRequest
from numberhouse.protocol.play import (
    Act,
    ActionResponse,
    ClaimRequest,
    LegalActions,
    LegalPart,
    Lobby,
    Snapshot,
    StateResponse,
    TextView,
    Update,
)
from numberhouse.registry import AnyGame
from numberhouse.server.base.refusals import Refused, choice_of
from numberhouse.server.http.access import ViewerAccess, access_of, renew_access, seen
from numberhouse.server.http.auth import address_of, current_person, require_person, service_of
from numberhouse.server.matches.access.assistance import check_assistance
from numberhouse.server.matches.access.insights import GrantedPerspective
from numberhouse.server.play.presence import Subscription
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.play.sessions.updates import ViewerState
from numberhouse.server.play.text_view import text_view
from numberhouse.server.storage.journal_entry import Resign

__all__ = ["PlayRoutes", "SeenAs", "legal_actions"]

AnyRequest = Request[Any, Any, Any]

T = TypeVar("T")

LONGEST_WAIT: Final = 25.0
"""Seconds that a request for updates may wait."""

MOST_LEGAL: Final = 5000
"""Legal actions in one response."""

SeenAs = Annotated[int | None, QueryParameter(name="as", description="Whose eyes to see it with.")]
"""A seat, for a person who may see everything; after the end that is everybody who may see the match."""


class PlayRoutes(Controller):
    """`/api/matches/…/view`, `updates`, `act`, `resign`, `claim`, `rematch`, `legal`, `words`, `state`."""

    path = "/api/matches/{match:str}"
    tags = ("play",)

    @get("/view")
    async def view(
        self, request: AnyRequest, match: FromPath[str], seen_as: SeenAs = None
    ) -> Response[Snapshot | Lobby]:
        """The whole view of one's own seat, or the spectators'; before the start the seats and their players.
        With the `ETag` of the last answer in `If-None-Match`: 304 when nothing is new."""
        access = await access_of(request, match, seen_as)
        if not access.lobby:
            await service_of(request).first_looks.looked(match, access.seat)
        update, _ = await _current_update(request, access, -1, -1)
        assert not isinstance(update, Update)
        return _TaggedResponse(update).response(request)

    @get("/updates")
    async def news(
        self,
        request: AnyRequest,
        match: FromPath[str],
        epoch: FromQuery[int] = -1,
        number: FromQuery[int] = -1,
        wait: FromQuery[float] = 0.0,
        seen_as: SeenAs = None,
    ) -> Response[Snapshot | Update | Lobby]:
        """The update since item `number`. Without news the response waits for `wait` seconds at most. With
        the `ETag` of the last answer in `If-None-Match`: 304 when nothing is new."""
        service = service_of(request)
        access = await access_of(request, match, seen_as)
        subscription = access.subscription(request)
        service.presence.add(subscription)
        try:
            tagged = await _wait_for_update(
                request, access, subscription, (epoch, number), max(0.0, min(wait, LONGEST_WAIT))
            )
        finally:
            service.presence.remove(subscription, lingers=True)
        return tagged.response(request)

    @post("/act", status_code=200)
    async def act(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Act]) -> ActionResponse:
        """Do an action on one's seat. It is stored before the response is sent."""
        service, person = service_of(request), await require_person(request)
        at = service.now()
        service.limits.take("actions", person.id, address_of(request))
        info = await service.matches.check(match, person, "play")
        assert info.seat is not None
        await service.insights.grant(info, person, info.seat, "view")
        action = msgspec.Raw(msgspec.json.encode(data.action))
        return await service.sessions.act(
            match, info.seat, action, last_item=data.last_item, epoch=data.epoch, key=data.key, at=at
        )

    @post("/resign", status_code=200)
    async def resign(self, request: AnyRequest, match: FromPath[str]) -> ActionResponse:
        """Resign. It ends a match for one or two at once as a loss."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.check(match, person, "resign")
        assert info.seat is not None
        async with service.sessions.at(match) as session:
            # Once for the player who has the seat now: an earlier player may have resigned on it before.
            seat = info.seat
            await service.sessions.enter(
                session, seat, Resign(), provided=lambda current: seat not in current.resigned
            )
            return ActionResponse(session.stream(info.seat).number, session.epoch)

    @post("/claim", status_code=200)
    async def claim(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[ClaimRequest]
    ) -> ActionResponse:
        """Claim the win, or call the match off, because the opponent has left. The live connection says when
        (`player`)."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.check(match, person, "resign")
        assert info.seat is not None
        await service.claims.claim(info, data.kind, service.now())
        async with service.sessions.at(match) as session:
            return ActionResponse(session.stream(info.seat).number, session.epoch)

    @post("/rematch", status_code=200)
    async def rematch(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[RematchRequest | None] = None
    ) -> MatchInfo:
        """Ask for a rematch: when all players of the match have asked for it, the next match begins. It has
        the same options and clock, and each player's agreement to assistance; `left_out` names what a host
        had handed in, which isn't repeated."""
        service, person = service_of(request), await require_person(request)
        service.limits.take("matches", person.id, address_of(request))
        info = await service.matches.check(match, person, "rematch")
        service.limits.take("asks for a rematch", f"{person.id} {match}")
        return await service.rematches.rematch(person, info, data.contribution if data else None)

    @get("/legal")
    async def legal(
        self,
        request: AnyRequest,
        match: FromPath[str],
        entry: FromQuery[int | None] = None,
        seen_as: SeenAs = None,
    ) -> Response[LegalActions]:
        """The legal actions of one's seat; where finding them is part of the game, only with assistance.
        After the end also those of any seat after any number of actions (`entry`)."""
        access = await access_of(request, match, seen_as)
        seat = access.viewer
        if seat is None or access.lobby:
            raise Refused(403, "not-allowed", "only a seat of a match that has begun may do anything in it")
        if (
            seen_as is not None
            and seen_as != access.info.seat
            and access.info.status in ("running", "paused")
        ):
            raise Refused(403, "not-allowed", "what other seats may do is open after the end")
        async with seen(request, access.info) as session:
            at = entry if session.over else None
            state, game = _state(session, at), session.match.game
            ended = session.match.forfeited is not None and at in (None, len(session.match.log))
        if game.card.moves_are_hints:
            check_assistance(access.info)
        if ended:  # the game itself doesn't know that the match is over
            return _TaggedResponse(LegalActions([], [], complete=True)).response(request)
        return _TaggedResponse(await asyncio.to_thread(legal_actions, game, state, seat)).response(request)

    @get("/text")
    async def text(
        self,
        request: AnyRequest,
        match: FromPath[str],
        lang: FromQuery[str] = "en",
        after: FromQuery[int] = 0,
        seen_as: SeenAs = None,
    ) -> Response[TextView]:
        """One's view in words: the position as text, and the events since item `after`, 500 at most."""
        access = await access_of(request, match, seen_as)
        if access.lobby:
            raise Refused(403, "not-allowed", "there is nothing to tell before the match begins")
        async with seen(request, access.info) as session:
            description = text_view(session, access.viewer, lang, after)
        return _TaggedResponse(description).response(request)

    @get("/state")
    async def state(
        self, request: AnyRequest, match: FromPath[str], entry: FromQuery[int | None] = None
    ) -> Response[StateResponse]:
        """The state with every secret, for those who may see everything: hosts who don't play, and everybody
        after the end. `entry` asks for the state after so many actions."""
        service, person = service_of(request), await current_person(request)
        info = await service.matches.info(match, person)
        granted = await service.insights.grant(info, person, "everything", "state")
        if info.status in ("draft", "open"):
            raise Refused(403, "not-allowed", "there is nothing to see before the match begins")
        async with seen(request, info) as session:
            state = _whole_state(session, granted, entry)
            entries = len(session.match.log)
            raw = msgspec.Raw(msgspec.json.encode(state, order="deterministic"))
            response = StateResponse(session.epoch, entries if entry is None else entry, entries, raw)
        return _TaggedResponse(response).response(request)


class _TaggedResponse(Generic[T]):
    """A response whose `ETag` is a digest of its content."""

    def __init__(self, content: T) -> None:
        self.content = content
        self.body = msgspec.json.encode(content)
        self.tag = f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'

    def response(self, request: AnyRequest) -> Response[T]:
        """The response, without a body for a client that has it already. Shared caches must not store it: it
        is for this client alone."""
        headers = {"ETag": self.tag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Authorization"}
        is_known = _tag(request) == self.tag
        body: Any = None if is_known else self.body
        return Response(
            body, status_code=304 if is_known else 200, headers=headers, media_type=MediaType.JSON
        )


async def _current_update(
    request: AnyRequest, access: ViewerAccess, epoch: int, number: int
) -> tuple[Snapshot | Update | Lobby, float | None]:
    """The update for this access, and the seconds until there may be more although nothing happens; None for
    never."""
    service = service_of(request)
    async with seen(request, access.info) as session:
        if access.lobby:
            return service.presence.lobby(access.info, access.seat, session), None
        viewer_state = ViewerState(session, access.viewer)
        update = viewer_state.update(service.presence, epoch, number)
        return update, viewer_state.wait(service.now())


async def _wait_for_update(
    request: AnyRequest,
    access: ViewerAccess,
    subscription: Subscription,
    last_item: tuple[int, int],
    seconds: float,
) -> _TaggedResponse[Any]:
    """The response, as soon as there is something new, or when so many seconds have passed."""
    time = asyncio.get_running_loop().time
    until = time() + seconds
    tag = _tag(request)
    while True:
        subscription.wake.clear()
        update, seconds_to_more = await _current_update(request, access, *last_item)
        tagged = _TaggedResponse(update)
        is_new = bool(update.items) if isinstance(update, Update) else tag is None or last_item != (-1, -1)
        tag = tag or tagged.tag
        if is_new or tagged.tag != tag or time() >= until or service_of(request).closing.is_set():
            return tagged
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(
                min(until - time(), seconds_to_more if seconds_to_more is not None else until)
            ):
                await subscription.wake.wait()
        if subscription.access_stale or access.lobby:
            access = await renew_access(request, access, subscription)


def _tag(request: AnyRequest) -> str | None:
    """The tag of the response that the client has. A proxy that compresses responses marks it as weak
    (`W/`)."""
    tag: str | None = request.headers.get("if-none-match")
    return None if tag is None else tag.removeprefix("W/")


def _whole_state(session: Session, granted: GrantedPerspective, entry: int | None) -> Any:
    """The state with every secret."""
    assert granted.everything
    return _state(session, entry)


def _state(session: Session, entry: int | None) -> Any:
    if entry is None:
        return session.match.state
    if not 0 <= entry < len(session.states):
        raise Refused(404, "no-entry", f"there is no action {entry}; {choice_of(0, len(session.states) - 1)}")
    return session.states[entry]


def legal_actions(game: AnyGame, state: Any, seat: Seat) -> LegalActions:
    """The legal actions of the seat in this state. It may take a while: call it outside the event loop."""
    view = game.view(state, seat)
    waits = isinstance(game, Patient) and seat in game.to_act(state) and game.waits(view, seat)
    legal = game.legal(view, seat)
    parts = [LegalPart(part.name, dict(part.describe), part.free, part.left) for part in legal.parts]
    actions = list(legal.actions[:MOST_LEGAL])
    return LegalActions(
        actions, parts, complete=not parts and len(actions) == len(legal.actions), waits=waits
    )
