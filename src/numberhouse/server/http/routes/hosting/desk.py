"""The hosting desk: a host's view of a match and actions in it; downloads; and the import of schedules."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import (
    Amendment,
    AmendmentRequest,
    AnnouncementDraft,
    AnnounceRequest,
    CopyRequest,
    Correction,
    Desk,
    ExpireRequest,
    Extension,
    HandInRequest,
    KeyRequest,
    ReasonRequest,
    Replacement,
    ScheduledMatch,
    SecretOptions,
    SplitRequest,
    TimetableRequest,
)
from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.protocol.review import Perspective
from numberhouse.server.base.instants import instant
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import announcement_text, reason_text
from numberhouse.server.hosting.announcements import announcement
from numberhouse.server.hosting.chat_pieces import LONGEST, for_chat
from numberhouse.server.hosting.corrections import amend_body, correction
from numberhouse.server.hosting.desk import desk
from numberhouse.server.hosting.downloads import FORMS, Form, parse_perspective
from numberhouse.server.hosting.schedule import Schedule
from numberhouse.server.http.access import check_permission, seen
from numberhouse.server.http.auth import current_person, require_person, service_of
from numberhouse.server.http.bodies import LARGE
from numberhouse.server.matches.access.content_options import without_content
from numberhouse.server.matches.access.insights import own_perspective
from numberhouse.server.matches.access.permissions import Permission, check, check_seat, is_playing_host
from numberhouse.server.storage.journal_entry import (
    Announce,
    ByHost,
    Pause,
    Release,
    Resign,
    Resume,
    Stop,
)

__all__ = ["DeskRoutes", "ScheduleRoutes"]

AnyRequest = Request[Any, Any, Any]


class DeskRoutes(Controller):
    """`/api/matches/…/desk`, `copy`, `transcript`, `record`."""

    path = "/api/matches/{match:str}"
    tags = ("desk",)

    @get("/desk")
    async def overview(
        self, request: AnyRequest, match: FromPath[str], everything: FromQuery[bool] = False
    ) -> Desk:
        """The awaited seats, the seats that have submitted, and the deadlines; with `everything` also the
        submissions."""
        info = await check_permission(request, match, "see everything" if everything else "oversee")
        return await _desk(request, info, everything=everything)

    @post("/desk/extend", status_code=200)
    async def extend(self, request: AnyRequest, match: FromPath[str], data: JSONBody[Extension]) -> Desk:
        """Give time, take some, or move the deadline to a moment."""
        service, info = service_of(request), await check_permission(request, match, "run")
        await service.host_actions.extend(match, data, data.key, (await require_person(request)).id)
        return await _desk(request, info)

    @post("/desk/pause", status_code=200)
    async def pause(self, request: AnyRequest, match: FromPath[str], data: JSONBody[KeyRequest]) -> Desk:
        """Stop the clocks; no seat can act."""
        return await _enter_and_show(request, match, "run", None, Pause(), _key("pause", data.key))

    @post("/desk/resume", status_code=200)
    async def resume(self, request: AnyRequest, match: FromPath[str], data: JSONBody[KeyRequest]) -> Desk:
        """Start the clocks again; the pause costs no seat any time."""
        return await _enter_and_show(request, match, "run", None, Resume(), _key("resume", data.key))

    @post("/desk/stop", status_code=200)
    async def stop(self, request: AnyRequest, match: FromPath[str], data: JSONBody[ReasonRequest]) -> Desk:
        """End the match without a result."""
        stop = Stop(reason_text(data.reason))
        return await _enter_and_show(request, match, "stop", None, stop, _key("stop", data.key))

    @post("/desk/release", status_code=200)
    async def release(self, request: AnyRequest, match: FromPath[str], data: JSONBody[KeyRequest]) -> Desk:
        """Let spectators see everything at once."""
        return await _enter_and_show(request, match, "release", None, Release(), _key("release", data.key))

    @post("/desk/seats/{seat:int}/expire", status_code=200)
    async def expire(
        self, request: AnyRequest, match: FromPath[str], seat: FromPath[int], data: JSONBody[ExpireRequest]
    ) -> Desk:
        """Let the time of a seat run out now."""
        service, info = service_of(request), await check_permission(request, match, "run")
        check_seat(info, seat)
        by = (await require_person(request)).id
        await service.host_actions.expire(match, seat, data, _key("expire", data.key), by)
        return await _desk(request, info)

    @post("/desk/seats/{seat:int}/resign", status_code=200)
    async def resign(
        self, request: AnyRequest, match: FromPath[str], seat: FromPath[int], data: JSONBody[KeyRequest]
    ) -> Desk:
        """Resign for a seat. A host who plays resigns for the own seat alone."""
        info = await service_of(request).matches.info(match, await require_person(request))
        own = seat == info.seat and is_playing_host(info)
        permission: Permission = "resign" if own else "run"
        return await _enter_and_show(request, match, permission, seat, Resign(), _key("resign", data.key))

    @post("/desk/seats/{seat:int}/replace", status_code=200)
    async def replace(
        self, request: AnyRequest, match: FromPath[str], seat: FromPath[int], data: JSONBody[Replacement]
    ) -> Desk:
        """Offer a seat to another member, or give it to a bot, with all that the seat has and knows. In a
        running match the player keeps the seat until the member accepts; before the start it is free."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.info(match, person)
        own = seat == info.seat and is_playing_host(info)
        before = info.status in ("draft", "open")
        permission: Permission = "set up" if before else "resign" if own else "run"
        info = await service.matches.check(match, person, permission)
        check_seat(info, seat)
        await service.offers.replace(info, seat, data, _key("replace", data.key), person.id)
        return await _desk(request, await service.matches.info(match, person))

    @post("/desk/announcements", status_code=200)
    async def announce(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[AnnounceRequest]
    ) -> Desk:
        """Send an announcement to everybody."""
        return await _enter_and_show(
            request,
            match,
            "announce",
            None,
            Announce(announcement_text(data.text)),
            _key("announce", data.key),
        )

    @get("/desk/announcements/draft")
    async def draft(
        self, request: AnyRequest, match: FromPath[str], lang: FromQuery[str | None] = None
    ) -> AnnouncementDraft:
        """A draft of an announcement: the public facts of the last round, in the match's language or
        another."""
        info = await check_permission(request, match, "oversee")
        async with service_of(request).sessions.at(match) as session:
            return AnnouncementDraft(announcement(session, lang or info.terms.language))

    @post("/desk/announcements/pieces", status_code=200)
    async def pieces(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[SplitRequest]
    ) -> list[str]:
        """An announcement's text for a chat program: unchanged if it fits, or cut into numbered pieces."""
        await check_permission(request, match, "oversee")
        return for_chat(announcement_text(data.text))

    @post("/desk/amendments/preview", status_code=200)
    async def preview(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[Amendment]
    ) -> Correction:
        """The changes that a correction would make; nothing changes."""
        service = service_of(request)
        info = await check_permission(request, match, "amend")
        await service.insights.grant(info, await require_person(request), "everything", "correction", "amend")
        async with service.sessions.at(match) as session:
            return correction(session, amend_body(session.installed, data), service.now())

    @post("/desk/amendments", status_code=200)
    async def amend(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[AmendmentRequest]
    ) -> Correction:
        """Correct an earlier action; everybody gets an announcement of the changes and a new snapshot."""
        service, person = service_of(request), await require_person(request)
        info = await check_permission(request, match, "amend")
        await service.insights.grant(info, person, "everything", "correction", "amend")
        return await service.host_actions.amend(match, data, _key("amend", data.key), person.id)

    @get("/desk/secrets")
    async def secrets(self, request: AnyRequest, match: FromPath[str]) -> SecretOptions:
        """The secret options that were handed in, for a host who doesn't play. Whoever reads them can't play
        while they stand."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.info(match, person)
        return SecretOptions(await service.insights.secrets(info, person))

    @put("/desk/secrets", request_max_body_size=LARGE)
    async def set_secrets(
        self, request: AnyRequest, match: FromPath[str], data: JSONBody[HandInRequest]
    ) -> Desk:
        """Set the options that stay secret until the end; the response has the game's remarks on them."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.check(match, person, "set up")
        await service.matches.hand_in(info, person, data.secrets)
        service.sessions.forget(match)
        service.presence.notify(match)
        updated_desk = await _desk(request, info)
        if all(value is None for value in data.secrets.values()):
            return updated_desk  # remarks would be on what others have handed in
        async with service.sessions.at(match) as session:
            remarks = await service.matches.remarks(session, person)
        return msgspec.structs.replace(updated_desk, remarks=remarks)

    @put("/desk/schedule")
    async def plan(self, request: AnyRequest, match: FromPath[str], data: JSONBody[TimetableRequest]) -> Desk:
        """Set the times at which the match opens and starts by itself."""
        service = service_of(request)
        await check_permission(request, match, "set up")
        try:
            opens, starts = (None if at is None else instant(at) for at in (data.opens, data.starts))
        except ValueError as error:
            raise Refused(400, "schedule", str(error)) from error
        await service.timetable.plan(match, opens, starts)
        return await _desk(request, await service.matches.info(match, await current_person(request)))

    @post("/copy", status_code=201)
    async def copy(self, request: AnyRequest, match: FromPath[str], data: JSONBody[CopyRequest]) -> MatchInfo:
        """Draft a match like this one, with a new seed. What a host had handed in, such as a problem, is left
        out for everybody: `left_out` names it."""
        service, person = service_of(request), await require_person(request)
        info = await service.matches.check(match, person, "copy")
        chairs = await service.matches.chairs(match)
        try:
            title = info.terms.title if data.title is None else data.title
            terms = msgspec.structs.replace(info.terms, title=title)
        except ValueError as error:
            raise Refused(400, "title", str(error)) from error
        row_options = await service.matches.options(match)
        installed = service.matches.installed_game(info.game)
        options, left_out = without_content(installed, row_options)
        draft = Draft(
            game=info.game,
            options=options,
            seats=len(chairs),
            clock=info.clock,
            terms=terms,
            bots=tuple(chair.bot if data.bots else None for chair in chairs),
        )
        settings = service.settings
        copied = await service.matches.draft(
            person, draft, settings.max_matches_per_host, match, settings.max_bots_per_host
        )
        for chair in chairs if data.people else ():
            sitter = await service.people.find(chair.person) if chair.person is not None else None
            if sitter is not None:
                await service.offers.offer_seat(copied, chair.seat, sitter, person)
        return msgspec.structs.replace(await service.matches.info(copied, person), left_out=left_out)

    @get("/transcript")
    async def transcript(
        self,
        request: AnyRequest,
        match: FromPath[str],
        form: FromQuery[Form] = "text",
        perspective: FromQuery[str] = "own",
        lang: FromQuery[str | None] = None,
        size: FromQuery[int] = LONGEST,
    ) -> Response[bytes]:
        """The transcript of the match: from one's own perspective, a spectator's, a seat's, or with
        everything; `pieces` are Markdown in a list, none longer than `size` characters."""
        service = service_of(request)
        person = await current_person(request)
        info = await service.matches.info(match, person)
        viewed_as = parse_perspective(info, perspective)
        granted = await service.insights.grant(info, person, viewed_as, "transcript", "export everything")
        text = await service.downloads.transcript_of(granted, form, lang or info.terms.language, size)
        return _attachment(text, info, *FORMS[form])

    @get("/record")
    async def record(
        self, request: AnyRequest, match: FromPath[str], everything: FromQuery[bool] = False
    ) -> Response[bytes]:
        """The record: sealed while the match runs, open after the end; `numberhouse verify` checks it."""
        service = service_of(request)
        person = await current_person(request)
        info = await service.matches.info(match, person)
        check(info, "export everything" if everything else "export")
        viewed_as: Perspective = "everything" if everything else own_perspective(info)
        granted = await service.insights.grant(info, person, viewed_as, "record", "export everything")
        text = await service.downloads.record_of(granted)
        return _attachment(text.encode(), info, "application/jsonl; charset=utf-8", "jsonl")


class ScheduleRoutes(Controller):
    """`/api/schedule`."""

    path = "/api/schedule"
    tags = ("desk",)

    @post(status_code=200, request_max_body_size=LARGE)
    async def import_all(self, request: AnyRequest, data: JSONBody[Schedule]) -> list[ScheduledMatch]:
        """Draft the matches of a schedule, all or none; in a dry run none."""
        return await service_of(request).scheduler.schedule(await require_person(request), data)


async def _enter_and_show(
    request: AnyRequest, match: str, permission: Permission, seat: Seat | None, body: ByHost, key: str | None
) -> Desk:
    """Append the host's entry, if the person has the permission. Returns the desk."""
    service, info = service_of(request), await check_permission(request, match, permission)
    body = msgspec.structs.replace(body, by=(await require_person(request)).id)
    if seat is not None:
        check_seat(info, seat)
    async with service.sessions.at(match) as session:
        await service.sessions.enter(session, seat, body, key=key)
    return await _desk(request, info)


async def _desk(request: AnyRequest, info: MatchInfo, *, everything: bool = False) -> Desk:
    """The desk. A host who doesn't play sees on it who has submitted, so even the plain desk is an
    insight."""
    service, person = service_of(request), await require_person(request)
    sees_more = everything or (info.seat is None and not is_playing_host(info))
    permission: Permission = "see everything" if everything else "oversee"
    granted = await service.insights.grant(
        info, person, "everything" if sees_more else own_perspective(info), "desk", permission
    )
    async with seen(request, info) as session:
        has_begun = session.times is not None or session.over
        current_info = msgspec.structs.replace(info, status=session.status) if has_begun else info
        return desk(session, current_info, granted, service.presence, service.now(), everything=everything)


def _key(command: str, key: str | None) -> str | None:
    """The stored key of a host's request, which never equals one that a player chooses for an action."""
    return None if key is None else f"desk {command} {key}"


def _attachment(body: bytes, info: MatchInfo, media_type: str, ending: str) -> Response[bytes]:
    """A download. The headers keep browsers from running anything in it."""
    headers = {
        "Content-Disposition": f'attachment; filename="numberhouse-{info.id}.{ending}"',
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }
    return Response(body, media_type=media_type, headers=headers)
