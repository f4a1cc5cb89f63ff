"""What hosts do with a match."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from numberhouse.client.wire import Wire, asked_for, at, part
from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Correction, Desk, RulingPreview, Rulings
from numberhouse.protocol.matches import InvitationInfo, MatchInfo
from numberhouse.protocol.terms import Terms

__all__ = ["Hosting"]

NOTHING: Final[Any] = None
MAYBE_TOLD: Final[Any] = MatchInfo | None
STATE: Final[Any] = dict[str, Any]


class _Text(msgspec.Struct):
    text: str


class Hosting:
    """One match. Every method raises `ClientError`."""

    def __init__(self, wire: Wire, match: str) -> None:
        self._wire = wire
        self._at = at(match)

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
        """Change everything but the game, the number of seats, and who sits there."""
        asked = {"game": game, "options": options or {}, "seats": seats, "clock": clock}
        return self._wire.sent("PUT", self._at, MatchInfo, {**asked, "terms": terms or Terms()})

    def delete(self) -> None:
        """As if it had never been."""
        self._wire.sent("DELETE", self._at, NOTHING)

    def set_seat(self, seat: Seat, bot: str | None) -> MatchInfo:
        """Put a bot there, or empty the seat."""
        return self._wire.sent("PUT", f"{self._at}/seats/{seat}", MatchInfo, {"bot": bot})

    def add_host(self, name: str) -> MatchInfo:
        """Make another member a host too."""
        return self._wire.sent("POST", f"{self._at}/hosts", MatchInfo, {"name": name})

    def remove_host(self, name: str) -> MatchInfo | None:
        """Make somebody a host no longer; None where one sees the match no longer."""
        found: MatchInfo | None = self._wire.sent(
            "DELETE", f"{self._at}/hosts{asked_for(name=name)}", MAYBE_TOLD
        )
        return found

    def invitations(self) -> list[InvitationInfo]:
        """All of them, without their secrets."""
        return self._wire.get(f"{self._at}/invitations", list[InvitationInfo])

    def revoke(self, invitation: str | None = None) -> None:
        """Make an invitation worthless, or all that aren't used."""
        path = f"{self._at}/invitations"
        self._wire.sent("DELETE", path if invitation is None else f"{path}/{part(invitation)}", NOTHING)

    def hand_in(self, secret_options: Mapping[str, Any]) -> Desk:
        """What is to stay secret until the end, by name; None is the usual one."""
        return self._wire.sent("PUT", f"{self._at}/desk/secrets", Desk, {"secrets": secret_options})

    def plan(self, opens: float | str | None = None, starts: float | str | None = None) -> Desk:
        """When the match opens and starts by itself."""
        asked = {"opens": opens, "starts": starts}
        return self._wire.sent("PUT", f"{self._at}/desk/schedule", Desk, asked)

    # While it runs

    def desk(self, *, everything: bool = False) -> Desk:
        """Who is waited for, who has submitted, when time is up; with `everything` also what."""
        return self._wire.get(f"{self._at}/desk{asked_for(everything=everything)}", Desk)

    def extend(
        self,
        seconds: float | None = None,
        *,
        until: float | str | None = None,
        seats: Sequence[Seat] | None = None,
        reason: str = "",
    ) -> Desk:
        """Give time, take some, or move the deadline to a moment."""
        return self._did("extend", seconds=seconds, until=until, seats=seats, reason=reason)

    def pause(self) -> Desk:
        """Stop the clocks; nobody can act."""
        return self._did("pause")

    def resume(self) -> Desk:
        """Let the clocks go on."""
        return self._did("resume")

    def stop(self, reason: str = "") -> Desk:
        """End the match without a result."""
        return self._did("stop", reason=reason)

    def release(self) -> Desk:
        """Let spectators see everything at once."""
        return self._did("release")

    def expire(self, seat: Seat, since: float | None = None) -> Desk:
        """Let the time of a seat run out now; with `since` only if the turn that began then still runs."""
        return self._did(f"seats/{seat}/expire", since=since)

    def resign(self, seat: Seat) -> Desk:
        """Give up for a seat."""
        return self._did(f"seats/{seat}/resign")

    def replace(self, seat: Seat, *, member: str | None = None, bot: str | None = None) -> Desk:
        """Put another member, or a bot, there."""
        return self._did(f"seats/{seat}/replace", member=member, bot=bot)

    def announce(self, text: str) -> Desk:
        """Say something to everybody."""
        return self._did("announcements", text=text)

    def announcement(self, lang: Literal["en", "ru"] | None = None) -> str:
        """What there is to announce now, to begin with."""
        return self._wire.get(f"{self._at}/desk/announcements/draft{asked_for(lang=lang)}", _Text).text

    def pieces(self, text: str) -> list[str]:
        """The text as chat programs take it."""
        return self._wire.sent("POST", f"{self._at}/desk/announcements/pieces", list[str], {"text": text})

    def preview(
        self, number: int, action: Any = None, *, notation: str | None = None, reason: str = ""
    ) -> Correction:
        """What a correction would change; nothing does."""
        asked = {"number": number, "action": action, "notation": notation, "reason": reason}
        return self._wire.sent("POST", f"{self._at}/desk/amendments/preview", Correction, asked)

    def amend(
        self, number: int, action: Any = None, *, notation: str | None = None, reason: str = ""
    ) -> Correction:
        """Correct action `number`; with neither action nor notation: the time ran out."""
        asked = {"number": number, "action": action, "notation": notation, "reason": reason, "key": _key()}
        return self._wire.again("POST", f"{self._at}/desk/amendments", Correction, asked)

    def rulings(self) -> Rulings:
        """What the host can decide now where the rules leave it to the host, and what was decided."""
        return self._wire.get(f"{self._at}/desk/rulings", Rulings)

    def preview_ruling(self, ruling: Any, reason: str = "") -> RulingPreview:
        """What a ruling would change; nothing does."""
        asked = {"ruling": ruling, "reason": reason}
        return self._wire.sent("POST", f"{self._at}/desk/rulings/preview", RulingPreview, asked)

    def rule(self, ruling: Any, reason: str = "") -> RulingPreview:
        """Decide; everybody is told, and it stays in the match's record."""
        asked = {"ruling": ruling, "reason": reason, "key": _key()}
        return self._wire.again("POST", f"{self._at}/desk/rulings", RulingPreview, asked)

    def state(self, entry: int | None = None) -> dict[str, Any]:
        """Every secret, for whoever may see everything: now, or after so many actions."""
        found: dict[str, Any] = self._wire.get(f"{self._at}/state{asked_for(entry=entry)}", STATE)
        return found

    # Taken away

    def copy(self, *, people: bool = False, bots: bool = True, title: str | None = None) -> MatchInfo:
        """Draft a match like this one."""
        asked = {"people": people, "bots": bots, "title": title}
        return self._wire.sent("POST", f"{self._at}/copy", MatchInfo, asked)

    def transcript(
        self,
        form: Literal["text", "markdown", "html", "json", "pieces"] = "text",
        *,
        perspective: Seat | Literal["own", "spectator", "everything"] = "own",
        lang: Literal["en", "ru"] | None = None,
        size: int | None = None,
    ) -> str:
        """The match to be read or passed on."""
        asked = asked_for(form=form, perspective=perspective, lang=lang, size=size)
        return self._wire.text(f"{self._at}/transcript{asked}")

    def record(self, *, everything: bool = False) -> str:
        """The record: sealed while the match runs, open after the end."""
        return self._wire.text(f"{self._at}/record{asked_for(everything=everything)}")

    # Below

    def _did(self, deed: str, **asked: Any) -> Desk:
        return self._wire.again("POST", f"{self._at}/desk/{deed}", Desk, {**asked, "key": _key()})


def _key() -> str:
    return secrets.token_hex(12)
