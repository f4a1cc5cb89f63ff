"""The host's requests for a match: set it up, run it, correct it, take its transcript and record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from numberhouse.client.wire import Wire, match_path, path_part, query_string
from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Correction, Desk, RulingPreview, Rulings, SecretOptions
from numberhouse.protocol.matches import InvitationInfo, MatchCode, MatchInfo
from numberhouse.protocol.offers import OfferInfo
from numberhouse.protocol.proposals import ProposalInfo, ProposalKind, ProposalResponse, Proposals
from numberhouse.protocol.terms import Terms

__all__ = ["Hosting"]

NOTHING: Final[Any] = None
MAYBE_MATCH: Final[Any] = MatchInfo | None
STATE: Final[Any] = dict[str, Any]


class _Text(msgspec.Struct):
    text: str


class Hosting:
    """The host's requests for one match. Every method raises `ClientError`."""

    def __init__(self, wire: Wire, match: str) -> None:
        self._wire = wire
        self._path = match_path(match)

    # Before the start

    def set_up(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        seats: int | None = None,
        clock: Clock | None = None,
        terms: Terms | None = None,
    ) -> MatchInfo:
        """Change everything but the game, the number of seats and the players. None stays as it is."""
        changes = {"options": options, "seats": seats, "clock": clock, "terms": terms}
        named = {name: value for name, value in changes.items() if value is not None}
        return self._wire.send("PUT", self._path, MatchInfo, {"game": game, **named})

    def delete(self) -> None:
        """Delete the match."""
        self._wire.send("DELETE", self._path, NOTHING)

    def set_seat_count(self, seats: int) -> MatchInfo:
        """Add free seats, or drop the last free ones, before the start. Seats behind a dropped one get other
        numbers."""
        return self._wire.send("PUT", f"{self._path}/seats", MatchInfo, {"seats": seats})

    def set_seat(self, seat: Seat, bot: str | None) -> MatchInfo:
        """Put a bot on the seat, or empty it."""
        return self._wire.send("PUT", f"{self._path}/seats/{seat}", MatchInfo, {"bot": bot})

    def offer_seat(self, seat: Seat, name: str) -> MatchInfo:
        """Offer the seat to a member; it is free until the member accepts."""
        return self._wire.send("PUT", f"{self._path}/seats/{seat}", MatchInfo, {"member": name})

    def offers(self) -> list[OfferInfo]:
        """The open and the declined offers of the match, newest first."""
        return self._wire.get(f"{self._path}/offers", list[OfferInfo])

    def withdraw(self, offer: str) -> None:
        """Take an open offer back."""
        self._wire.send("DELETE", f"{self._path}/offers/{path_part(offer)}", NOTHING)

    def add_host(self, name: str) -> MatchInfo:
        """Ask another member to host too; the member's answer decides."""
        return self._wire.send("POST", f"{self._path}/hosts", MatchInfo, {"name": name})

    def remove_host(self, name: str) -> MatchInfo | None:
        """Take the host's rights from somebody. None where the caller can no longer see the match."""
        match: MatchInfo | None = self._wire.send(
            "DELETE", f"{self._path}/hosts{query_string(name=name)}", MAYBE_MATCH
        )
        return match

    def invitations(self) -> list[InvitationInfo]:
        """All invitations, without their secrets."""
        return self._wire.get(f"{self._path}/invitations", list[InvitationInfo])

    def revoke(self, invitation: str | None = None) -> None:
        """Revoke an invitation, or all unused ones."""
        path = f"{self._path}/invitations"
        self._wire.send("DELETE", path if invitation is None else f"{path}/{path_part(invitation)}", NOTHING)

    def code(self) -> MatchCode:
        """The code to type in place of a link, until the match begins; one of a private match ends some
        minutes after the last call."""
        return self._wire.send("POST", f"{self._path}/code", MatchCode)

    def hide_code(self) -> None:
        """End the code."""
        self._wire.send("DELETE", f"{self._path}/code", NOTHING)

    def hand_in(self, secret_options: Mapping[str, Any]) -> Desk:
        """Set the options that stay secret until the end, by name; None is the default."""
        return self._wire.send("PUT", f"{self._path}/desk/secrets", Desk, {"secrets": secret_options})

    def secrets(self) -> dict[str, Any]:
        """The secret options that were handed in, for a host who doesn't play: the caller can't play from now
        on."""
        return self._wire.get(f"{self._path}/desk/secrets", SecretOptions).secrets

    def plan(self, opens: float | str | None = None, starts: float | str | None = None) -> Desk:
        """Set the times at which the match opens and starts by itself."""
        request = {"opens": opens, "starts": starts}
        return self._wire.send("PUT", f"{self._path}/desk/schedule", Desk, request)

    # While it runs

    def desk(self, *, everything: bool = False) -> Desk:
        """The desk: the seats that the match waits for, the seats that have submitted, the deadlines; with
        `everything` also the submissions."""
        return self._wire.get(f"{self._path}/desk{query_string(everything=everything)}", Desk)

    def extend(
        self,
        seconds: float | None = None,
        *,
        until: float | str | None = None,
        seats: Sequence[Seat] | None = None,
        reason: str = "",
    ) -> Desk:
        """Give time, take time away, or move the deadline to a moment."""
        return self._command("extend", seconds=seconds, until=until, seats=seats, reason=reason)

    def pause(self) -> Desk:
        """Stop the clocks; no seat can act until `resume`."""
        return self._command("pause")

    def resume(self) -> Desk:
        """Start the clocks again."""
        return self._command("resume")

    def stop(self, reason: str = "") -> Desk:
        """End the match without a result."""
        return self._command("stop", reason=reason)

    def release(self) -> Desk:
        """Let spectators see everything from now on."""
        return self._command("release")

    def expire(self, seat: Seat, since: float | None = None) -> Desk:
        """Let the time of a seat run out now; with `since`, only if the turn that began then still runs."""
        return self._command(f"seats/{seat}/expire", turn_started=since)

    def resign(self, seat: Seat) -> Desk:
        """Resign for a seat."""
        return self._command(f"seats/{seat}/resign")

    def replace(self, seat: Seat, *, member: str | None = None, bot: str | None = None) -> Desk:
        """Put another member, or a bot, on the seat."""
        return self._command(f"seats/{seat}/replace", member=member, bot=bot)

    # What a host who plays can't do alone

    def proposals(self) -> tuple[ProposalInfo, ...]:
        """The open proposals of the match."""
        return self._wire.get(f"{self._path}/proposals", Proposals).proposals

    def propose(
        self, kind: ProposalKind, seat: Seat | None = None, request: Mapping[str, Any] | None = None
    ) -> ProposalResponse:
        """Propose to the other seats what a host who plays can't do alone; `request` is that of the desk."""
        proposal = {"kind": kind, "seat": seat, "request": request or {}, "key": _key()}
        return self._wire.send_repeatedly("POST", f"{self._path}/proposals", ProposalResponse, proposal)

    def consent(self, number: int, *, agrees: bool = True) -> ProposalResponse:
        """Answer the proposal of that number; its proposer takes it back by not agreeing."""
        answer = {"agrees": agrees, "key": _key()}
        path = f"{self._path}/proposals/{number}/consent"
        return self._wire.send_repeatedly("POST", path, ProposalResponse, answer)

    def announce(self, text: str) -> Desk:
        """Send an announcement to everybody at the match."""
        return self._command("announcements", text=text)

    def announcement(self, lang: str | None = None) -> str:
        """A draft of an announcement of the present state of the match."""
        return self._wire.get(f"{self._path}/desk/announcements/draft{query_string(lang=lang)}", _Text).text

    def pieces(self, text: str) -> list[str]:
        """The text in pieces that chat programs accept."""
        return self._wire.send("POST", f"{self._path}/desk/announcements/pieces", list[str], {"text": text})

    def preview(
        self, number: int, action: Any = None, *, notation: str | None = None, reason: str = ""
    ) -> Correction:
        """The changes that a correction would make; nothing changes."""
        request = {"number": number, "action": action, "notation": notation, "reason": reason}
        return self._wire.send("POST", f"{self._path}/desk/amendments/preview", Correction, request)

    def amend(
        self, number: int, action: Any = None, *, notation: str | None = None, reason: str = ""
    ) -> Correction:
        """Correct action `number`. With neither action nor notation, the entry becomes an expiry."""
        request = {"number": number, "action": action, "notation": notation, "reason": reason, "key": _key()}
        return self._wire.send_repeatedly("POST", f"{self._path}/desk/amendments", Correction, request)

    def rulings(self) -> Rulings:
        """The rulings that the host can make now, and those that the host has made."""
        return self._wire.get(f"{self._path}/desk/rulings", Rulings)

    def preview_ruling(self, ruling: Any, reason: str = "") -> RulingPreview:
        """The changes that a ruling would make; nothing changes."""
        request = {"ruling": ruling, "reason": reason}
        return self._wire.send("POST", f"{self._path}/desk/rulings/preview", RulingPreview, request)

    def rule(self, ruling: Any, reason: str = "") -> RulingPreview:
        """Make a ruling. It is announced to everybody and stays in the match's record."""
        request = {"ruling": ruling, "reason": reason, "key": _key()}
        return self._wire.send_repeatedly("POST", f"{self._path}/desk/rulings", RulingPreview, request)

    def state(self, entry: int | None = None) -> dict[str, Any]:
        """The state with every secret, now or after `entry` entries; only for people who may see
        everything."""
        state: dict[str, Any] = self._wire.get(f"{self._path}/state{query_string(entry=entry)}", STATE)
        return state

    # Copies, transcript and record

    def copy(self, *, people: bool = False, bots: bool = True, title: str | None = None) -> MatchInfo:
        """Draft a match like this one."""
        request = {"people": people, "bots": bots, "title": title}
        return self._wire.send("POST", f"{self._path}/copy", MatchInfo, request)

    def transcript(
        self,
        form: Literal["text", "markdown", "html", "json", "pieces"] = "text",
        *,
        perspective: Seat | Literal["own", "spectator", "everything"] = "own",
        lang: str | None = None,
        size: int | None = None,
    ) -> str:
        """The transcript of the match from a perspective, in a form to read or to pass on."""
        query = query_string(form=form, perspective=perspective, lang=lang, size=size)
        return self._wire.text(f"{self._path}/transcript{query}")

    def record(self, *, everything: bool = False) -> str:
        """The record: sealed while the match runs, open after the end."""
        return self._wire.text(f"{self._path}/record{query_string(everything=everything)}")

    def _command(self, command: str, **request: Any) -> Desk:
        return self._wire.send_repeatedly(
            "POST", f"{self._path}/desk/{command}", Desk, {**request, "key": _key()}
        )


def _key() -> str:
    return secrets.token_hex(12)
