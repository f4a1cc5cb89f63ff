"""The client: a method for every request of players and programs to the service."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Self
from urllib.parse import urlencode

import msgspec

from numberhouse.client.account import Account
from numberhouse.client.contributions import Contribution, SeedCheck, check_seed, new_contribution
from numberhouse.client.hosting import Hosting
from numberhouse.client.live import MatchView, live
from numberhouse.client.moderation import Moderation
from numberhouse.client.practice import PracticeClient
from numberhouse.client.review import ReviewClient
from numberhouse.client.wire import Wire, match_path, path_part, query_string
from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.extras import optional_import
from numberhouse.protocol.chat import ChatMessages, Message, ReactionSign, RoomInfo
from numberhouse.protocol.desk import ScheduledMatch
from numberhouse.protocol.games import GameCard, GameInfo, RulesPage, WrittenAction
from numberhouse.protocol.matches import FoundMatch, ListedStatus, MatchInfo, MatchSummary, OwnResult
from numberhouse.protocol.offers import ReceivedOffer
from numberhouse.protocol.people import Person, ResetByMail
from numberhouse.protocol.play import (
    ActionResponse,
    AdviceResponse,
    ClaimKind,
    ClaimRequest,
    FarewellResponse,
    LegalActions,
    Lobby,
    Snapshot,
    TextView,
    Turn,
    Update,
)
from numberhouse.protocol.promises import PromiseForm, TrustMark, TrustNote
from numberhouse.protocol.statistics import MemberProfile
from numberhouse.protocol.terms import Terms

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

__all__ = ["Client"]

LARGEST_MESSAGE: Final = 1 << 26

MAYBE_PERSON: Final[Any] = Person | None
MAYBE_MATCH: Final[Any] = MatchInfo | None
SNAPSHOT_OR_LOBBY: Final[Any] = Snapshot | Lobby
NOTHING: Final[Any] = None
UPDATES: Final[Any] = Snapshot | Update | Lobby


class _Rooms(msgspec.Struct):
    rooms: msgspec.Raw


class _Invitation(msgspec.Struct):
    secret: str


class Client:
    """The connection of one person or program to a house. Every method raises `ClientError`."""

    def __init__(self, url: str, *, token: str = "", timeout: float = 30.0, patience: float = 300.0) -> None:
        """`token` is a bearer token; without one, call `guest` or `sign_in`. A broken live connection is
        tried again for `patience` seconds."""
        self.url = url.rstrip("/")
        self.patience = patience
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._wire = Wire(self.url, self._headers, timeout)
        self.contributions: dict[str, Contribution] = {}
        """By match, what this client has contributed to the seed."""
        self._commitments: dict[str, str] = {}
        self._acted: dict[str, tuple[int, int]] = {}
        """By match, the epoch and the number of the item of the last action."""
        """By match, the commitment that the client saw before the start."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._wire.http.close()

    # Person and account

    def me(self) -> Person | None:
        """The client's person; None where it is not signed in."""
        person: Person | None = self._wire.get("/api/me", MAYBE_PERSON)
        return person

    def guest(self, name: str = "") -> Person:
        """Sign in as a new guest."""
        return self._wire.send("POST", "/api/guest", Person, {"name": name})

    def register(self, name: str, password: str) -> Person:
        """Register a new member, and sign in."""
        return self._wire.send("POST", "/api/register", Person, {"name": name, "password": password})

    def sign_out(self) -> None:
        """End the session."""
        self._wire.send("POST", "/api/sign-out", NOTHING)

    def sign_in(self, name: str, password: str) -> Person:
        """Sign in as a member."""
        return self._wire.send("POST", "/api/sign-in", Person, {"name": name, "password": password})

    def reset_password(self, secret: str, password: str) -> Person:
        """Set a new password by a link of the operator's or of a mail, and sign in. The secret is the part of
        the link behind the `#`."""
        return self._wire.send(
            "POST", "/api/reset-password", Person, {"secret": secret, "password": password}
        )

    def reset_by_mail(self) -> ResetByMail:
        """Whether the house sends links for forgotten passwords by mail."""
        return self._wire.get("/api/forgot-password", ResetByMail)

    def forgot_password(self, name: str) -> None:
        """Have a link for a new password sent to the mail address of the member of this name. Whether there
        is such a member with an address isn't told."""
        self._wire.send("POST", "/api/forgot-password", NOTHING, {"name": name})

    def make_token(self, name: str) -> str:
        """A bearer token for a program of that name, which reads and plays for 90 days."""
        return self.account.make_token(name)

    @property
    def account(self) -> Account:
        """The person's account: sessions, tokens, notifications, data export, deletion."""
        return Account(self._wire)

    @property
    def moderation(self) -> Moderation:
        """The people whom the person avoids, and reports to the operators."""
        return Moderation(self._wire)

    def turns(self) -> list[Turn]:
        """The matches that wait for the person, the earliest deadline first."""
        return self._wire.get("/api/me/turns", list[Turn])

    # Games

    def offers(self) -> list[ReceivedOffer]:
        """The seats, and the matches to host, that hosts offer the person, newest first."""
        return self._wire.get("/api/me/offers", list[ReceivedOffer])

    def accept_offer(self, offer: str, seen: MatchInfo | None = None) -> MatchInfo:
        """Take the seat that is offered, and contribute to the seed, or host the match. `seen` as in
        `join`."""
        contribution = new_contribution()
        path = f"/api/me/offers/{path_part(offer)}/accept"
        info = self._wire.send("POST", path, MatchInfo, _sitting(contribution, seen))
        return info if info.seat is None else self._keep(info, contribution)

    def decline_offer(self, offer: str, *, all_from_host: bool = False) -> list[ReceivedOffer]:
        """Decline the offer, or all offers of the person who made it; those that still wait."""
        path = f"/api/me/offers/{path_part(offer)}/decline"
        return self._wire.send("POST", path, list[ReceivedOffer], {"all_from_host": all_from_host})

    def games(self) -> list[GameCard]:
        """The games that can be played."""
        return self._wire.get("/api/games", list[GameCard])

    def game(self, game: str) -> GameInfo:
        """A game in detail."""
        return self._wire.get(f"/api/games/{path_part(game)}", GameInfo)

    def rules(self, game: str, lang: str = "en") -> str:
        """The rules for players, as Markdown."""
        return self._wire.get(f"/api/games/{path_part(game)}/rules?lang={lang}", RulesPage).markdown

    def read_action(self, game: str, text: str) -> Any:
        """The action that a line of the game's notation denotes."""
        path = f"/api/games/{path_part(game)}/action{query_string(text=text)}"
        return self._wire.get(path, WrittenAction).action

    @property
    def practice(self) -> PracticeClient:
        """Requests for practice: problems one after another, or those of the day."""
        return PracticeClient(self._wire)

    # Matches before their start

    def play(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        seats: int | None = None,
        seat: Seat = 0,
        bot: str | None = None,
        clock: Clock | None = None,
        preset: str | None = None,
        assistance: bool = False,
    ) -> MatchInfo:
        """A running match against bots, by default those that a beginner can beat. A client that isn't signed
        in becomes a guest."""
        if not self._headers and self.me() is None:
            self.guest()
        contribution = new_contribution()
        request = {
            "game": game, "options": options or {}, "preset": preset, "seats": seats, "seat": seat,
            "bot": bot, "clock": clock, "assistance": assistance, "contribution": contribution,
        }  # fmt: skip
        info = self._wire.send("POST", "/api/play", MatchInfo, request)
        return self._keep(info, contribution, begins=True)

    def draft(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        seats: int | None = None,
        clock: Clock | None = None,
        terms: Terms | None = None,
        bots: tuple[str | None, ...] = (),
    ) -> MatchInfo:
        """A new match that only its host sees; `open` it next."""
        request = {"game": game, "options": options or {}, "seats": seats, "clock": clock, "bots": bots}
        return self._note(
            self._wire.send("POST", "/api/matches", MatchInfo, {**request, "terms": terms or Terms()})
        )

    def open(self, match: str) -> MatchInfo:
        """Let people take seats."""
        return self._wire.send("POST", f"{match_path(match)}/open", MatchInfo)

    def start(self, match: str) -> MatchInfo:
        """Start the match."""
        return self._wire.send("POST", f"{match_path(match)}/start", MatchInfo)

    def join(self, match: str, seat: Seat | None = None, seen: MatchInfo | None = None) -> MatchInfo:
        """Take that seat, or any free one, and contribute to the seed. `seen` is the match as the person has
        looked at it: the service refuses if something else is played by now."""
        contribution = new_contribution()
        request = {"seat": seat, **_sitting(contribution, seen)}
        info = self._wire.send("POST", f"{match_path(match)}/join", MatchInfo, request)
        return self._keep(info, contribution, begins=True)  # it may begin with its last seat

    def contribute(self, match: str) -> MatchInfo:
        """Contribute to the seed, before the start, on a seat that the host has given to the person."""
        contribution = new_contribution()
        path, request = f"{match_path(match)}/contribution", {"contribution": contribution}
        return self._keep(self._wire.send("PUT", path, MatchInfo, request), contribution)

    def check_seed(self, match: str) -> SeedCheck:
        """Check the seed of a match that is over: make it again, and compare it with what this client
        contributed and with the commitment that it saw. Raises `ValueError` before the end."""
        return check_seed(self.match(match), self.contributions.get(match))

    def leave(self, match: str) -> None:
        """Give the seat back, before the start."""
        self._wire.send("POST", f"{match_path(match)}/leave", MAYBE_MATCH)
        self.contributions.pop(match, None)

    def invite(self, match: str, seat: Seat | None = None) -> str:
        """The secret of a new invitation for one person."""
        return self._wire.send("POST", f"{match_path(match)}/invitations", _Invitation, {"seat": seat}).secret

    def accept(self, secret: str, seen: MatchInfo | None = None) -> MatchInfo:
        """Take the seat of the invitation with this secret, and contribute to the seed. `seen` as in
        `join`."""
        contribution = new_contribution()
        request = {"secret": secret, **_sitting(contribution, seen)}
        info = self._wire.send("POST", "/api/invitation/accept", MatchInfo, request)
        return self._keep(info, contribution)

    def invited(self, secret: str) -> MatchInfo:
        """The match of the invitation with this secret."""
        return self._note(self._wire.send("POST", "/api/invitation/preview", MatchInfo, {"secret": secret}))

    def find(self, code: str) -> FoundMatch:
        """The match, or the invitation to a private one, to which the code leads that a host shows."""
        return self._wire.send("POST", "/api/code", FoundMatch, {"code": code})

    def set_assistance(self, match: str, assistance: bool) -> MatchInfo:
        """Set whether the person's seat agrees to assistance; it is on when every seat agrees."""
        return self._wire.send(
            "POST", f"{match_path(match)}/assistance", MatchInfo, {"assistance": assistance}
        )

    def schedule(
        self,
        *,
        csv: str | None = None,
        rows: Sequence[Mapping[str, Any]] | None = None,
        dry_run: bool = False,
    ) -> list[ScheduledMatch]:
        """Draft all matches of a schedule, or none; a dry run only checks the schedule."""
        request = {"csv": csv, "rows": rows, "dry_run": dry_run}
        return self._wire.send("POST", "/api/schedule", list[ScheduledMatch], request)

    def hosting(self, match: str) -> Hosting:
        """The host's requests for the match."""
        return Hosting(self._wire, match)

    def match(self, match: str) -> MatchInfo:
        """A match in detail."""
        return self._note(self._wire.get(match_path(match), MatchInfo))

    def matches(
        self,
        which: Literal["open", "running", "mine"] = "open",
        after: MatchSummary | None = None,
        *,
        game: str | None = None,
        status: ListedStatus | None = None,
        opponent: str | None = None,
        result: OwnResult | None = None,
    ) -> list[MatchSummary]:
        """At most 100 matches, the newest first; `after` is the last one of the page before. The person's own
        ones may be filtered by `status`, by a part of an `opponent`'s name and by `result`."""
        query = query_string(
            which=which, game=game, status=status, opponent=opponent, result=result, **_after(after)
        )
        return self._wire.get(f"/api/matches{query}", list[MatchSummary])

    def member(self, name: str) -> MemberProfile:
        """A member, with the statistics of public matches."""
        return self._wire.get(f"/api/members/{path_part(name)}", MemberProfile)

    def matches_of_member(
        self,
        name: str,
        after: MatchSummary | None = None,
        *,
        game: str | None = None,
        result: OwnResult | None = None,
    ) -> list[MatchSummary]:
        """At most 100 public matches of a member that are over, the newest first."""
        query = query_string(game=game, result=result, **_after(after))
        return self._wire.get(f"/api/members/{path_part(name)}/matches{query}", list[MatchSummary])

    # Playing

    def view(self, match: str) -> Snapshot | Lobby:
        """The match as the person sees it now."""
        view: Snapshot | Lobby = self._wire.get(f"{match_path(match)}/view", SNAPSHOT_OR_LOBBY)
        return view

    def act(
        self,
        match: str,
        action: Any,
        *,
        last_item: int | None = None,
        epoch: int = 0,
        key: str | None = None,
    ) -> ActionResponse:
        """Act on the person's seat; the action is stored when this returns. When the response is lost, the
        request is sent again, and the action is carried out once. `last_item` is the number of the last item
        that the action takes into account: the service refuses it as `late` if a later item matters."""
        request = {
            "action": action,
            "last_item": last_item,
            "epoch": epoch,
            "key": key or secrets.token_hex(12),
        }
        response = self._wire.send_repeatedly("POST", f"{match_path(match)}/act", ActionResponse, request)
        self._acted[match] = max(self._acted.get(match, (-1, -1)), (response.epoch, response.number))
        return response

    def legal(self, match: str, *, seen_as: Seat | None = None, entry: int | None = None) -> LegalActions:
        """The legal actions of the person's seat now; after the end, of any seat after `entry` entries."""
        return self._wire.get(
            f"{match_path(match)}/legal{query_string(seen_as=seen_as, entry=entry)}", LegalActions
        )

    def updates(self, match: str, epoch: int, number: int, wait: float = 0.0) -> Snapshot | Update | Lobby:
        """The items after item `number`, for a client without a live connection. With `wait`, the service
        waits up to that many seconds for one."""
        updates: Snapshot | Update | Lobby = self._wire.get(
            f"{match_path(match)}/updates{query_string(epoch=epoch, number=number, wait=wait)}", UPDATES
        )
        return updates

    def text(self, match: str, lang: str = "en", after: int = 0) -> TextView:
        """The match in words as the person sees it: the position, and the items after item `after`."""
        return self._wire.get(f"{match_path(match)}/text{query_string(lang=lang, after=after)}", TextView)

    def rematch(self, match: str) -> MatchInfo:
        """Ask for a rematch: it begins when all players of the match have asked for it."""
        contribution = new_contribution()
        request = {"contribution": contribution}
        info = self._wire.send("POST", f"{match_path(match)}/rematch", MatchInfo, request)
        return self._keep(info, contribution, begins=True)

    def review(self, match: str = "", record: str = "") -> ReviewClient:
        """Requests for the review of a match that is over, or of the text of a record."""
        return ReviewClient(self._wire, match, record)

    def advise(self, match: str, draft: Any, lang: str = "en") -> AdviceResponse:
        """The result that a draft of the person's seat would have; nothing changes. Only where every seat has
        agreed to assistance, and after the end."""
        return self._wire.send_repeatedly(
            "POST", f"{match_path(match)}/advise?lang={lang}", AdviceResponse, {"draft": draft}
        )

    def farewell(self, match: str, lang: str = "en") -> str:
        """The game's words after the end; "" where it has none."""
        return self._wire.get(f"{match_path(match)}/farewell?lang={lang}", FarewellResponse).text

    def resign(self, match: str) -> ActionResponse:
        """Resign on the person's seat."""
        return self._wire.send_repeatedly("POST", f"{match_path(match)}/resign", ActionResponse)

    def claim(self, match: str, kind: ClaimKind) -> ActionResponse:
        """Claim the win, or call the match off, because the opponent has left."""
        return self._wire.send_repeatedly(
            "POST", f"{match_path(match)}/claim", ActionResponse, ClaimRequest(kind)
        )

    def rooms(self, match: str) -> list[RoomInfo]:
        """The rooms in which the person may read, and perhaps write."""
        response = self._wire.get(f"{match_path(match)}/rooms", _Rooms)
        return msgspec.json.decode(response.rooms, type=list[RoomInfo])

    def messages(self, match: str, room: str, after: int = 0) -> ChatMessages:
        """The messages of a room since the change `after`."""
        return self._wire.get(
            f"{match_path(match)}/messages?{urlencode({'room': room, 'after': after})}", ChatMessages
        )

    def say(self, match: str, room: str, text: str) -> Message:
        """Send a message to a room of which the person is a member. Repeated requests store it once."""
        request = {"room": room, "text": text, "key": secrets.token_hex(12)}
        return self._wire.send_repeatedly("POST", f"{match_path(match)}/messages", Message, request)

    def edit(self, match: str, room: str, number: int, text: str) -> Message:
        """Replace the text of one's own message while its room is open. Readers see the earlier texts."""
        request = {"room": room, "number": number, "text": text}
        return self._wire.send_repeatedly("PUT", f"{match_path(match)}/messages", Message, request)

    def delete_message(self, match: str, room: str, number: int) -> Message:
        """Delete one's own message while its room is open. Readers see that it was there, and its texts."""
        path = f"{match_path(match)}/messages?{urlencode({'room': room, 'number': number})}"
        return self._wire.send_repeatedly("DELETE", path, Message)

    def react(self, match: str, room: str, number: int, sign: ReactionSign, *, given: bool = True) -> Message:
        """Answer a message by a sign, or withdraw the answer."""
        request = {"room": room, "number": number, "sign": sign, "given": given}
        return self._wire.send_repeatedly("PUT", f"{match_path(match)}/reactions", Message, request)

    def mark_read(self, match: str, room: str, number: int) -> None:
        """Store that the person has read the room up to this message."""
        request = {"room": room, "number": number}
        self._wire.send("PUT", f"{match_path(match)}/read-marks", NOTHING, request)

    def promise_form(self, match: str, round: int | None = None) -> PromiseForm:
        """What one may promise for a round of the match, by default for the next one that is open."""
        query = "" if round is None else f"?{urlencode({'round': round})}"
        return self._wire.get(f"{match_path(match)}/promises{query}", PromiseForm)

    def promise(self, match: str, room: str, round: int, action: Any, to: Sequence[int] = ()) -> Message:
        """Offer a promise to seats in the room, or to all others there. Repeated requests store it once."""
        key = secrets.token_hex(12)
        request = {"room": room, "round": round, "action": action, "to": list(to), "key": key}
        return self._wire.send_repeatedly("POST", f"{match_path(match)}/promises", Message, request)

    def answer_promise(self, match: str, room: str, number: int, *, accepted: bool) -> Message:
        """Accept or decline the promise of a message. An answer is final."""
        request = {"room": room, "number": number, "accepted": accepted}
        return self._wire.send_repeatedly("PUT", f"{match_path(match)}/promises", Message, request)

    def withdraw_promise(self, match: str, room: str, number: int) -> Message:
        """Withdraw one's own promise, as long as nobody has accepted it."""
        path = f"{match_path(match)}/promises?{urlencode({'room': room, 'number': number})}"
        return self._wire.send_repeatedly("DELETE", path, Message)

    def notes(self, match: str) -> list[TrustNote]:
        """One's own notes about the other players. Nobody else is ever shown them."""
        return self._wire.get(f"{match_path(match)}/notes", list[TrustNote])

    def note(self, match: str, seat: int, mark: TrustMark = "none", text: str = "") -> TrustNote:
        """Store a note about the player on a seat, in place of the earlier one; an empty one removes it."""
        request = {"seat": seat, "mark": mark, "text": text}
        return self._wire.send_repeatedly("PUT", f"{match_path(match)}/notes", TrustNote, request)

    def live(self, match: str) -> Iterator[Lobby | MatchView]:
        """The match after each change, until it is over: a `Lobby` before it begins, then a `MatchView`. A
        broken connection is replaced by a new one, which resumes after the last item. Changes that came in
        together are one `MatchView`, and none is from before the last action of this client."""
        address = f"{self.url.replace('http', 'ws', 1)}{match_path(match)}/live"
        with optional_import():
            from websockets.sync.client import connect  # imported here because it is slow

        def open_connection(epoch: int, number: int) -> ClientConnection:
            query = urlencode({"epoch": epoch, "number": number})
            return connect(
                f"{address}?{query}",
                additional_headers=self._headers | self._cookies(),
                max_size=LARGEST_MESSAGE,
            )

        return live(open_connection, self.patience, lambda: self._acted.get(match, (-1, -1)))

    def _keep(self, info: MatchInfo, contribution: str, *, begins: bool = False) -> MatchInfo:
        """Keep the contribution for `check_seed`, unless it came too late to count: in a match that has begun
        it counts only if it `begins` with this request, or is among those of the seed. A seat that is taken
        over later has another player's contribution, and an earlier one of this person needn't count."""
        known = self._commitments.get(info.id)
        counts = begins or not _has_begun(info) or contribution in (info.contributions or ())
        if info.seat is not None and not counts:
            self.contributions.pop(info.id, None)
        elif info.commitment is not None and info.seat is not None:
            self.contributions[info.id] = Contribution(
                info.id, info.seat, contribution, known or info.commitment, known is not None
            )
        return self._note(info)

    def _note(self, info: MatchInfo) -> MatchInfo:
        """Remember the first commitment that the service has shown for a match that hasn't begun."""
        if info.commitment is not None and not _has_begun(info):
            self._commitments.setdefault(info.id, info.commitment)
        return info

    def _cookies(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._wire.http.cookies.items())
        return {"Cookie": cookies} if cookies else {}


def _sitting(contribution: str, seen: MatchInfo | None) -> dict[str, Any]:
    """The fields of a request that takes a seat."""
    setup = seen.setup if seen is not None else ""
    return {"contribution": contribution, "setup": setup or None}


def _after(last: MatchSummary | None) -> dict[str, Any]:
    """The parameters of the page that follows this match."""
    return {} if last is None else {"before": last.created, "before_id": last.id}


def _has_begun(info: MatchInfo) -> bool:
    return info.status not in ("draft", "open")
