"""The client: everything that a program asks the service."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeVar
from urllib.parse import quote, urlencode

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from numberhouse.client.errors import ClientError, refusal_of
from numberhouse.client.live import Seen, live
from numberhouse.clock import Clock
from numberhouse.game import Seat
from numberhouse.server.live import Fresh, Lobby
from numberhouse.server.offered import GameCard, GameTold
from numberhouse.server.people import Person
from numberhouse.server.tables import Accepted
from numberhouse.server.terms import Terms
from numberhouse.server.told import Told

if TYPE_CHECKING:
    from numberhouse.server.message import Heard, Message, RoomTold
    from numberhouse.server.routes.advice import AdviceTold

__all__ = ["Client"]

T = TypeVar("T")

TRIES: Final = 4
"""How often a request that may be repeated is."""

PAUSE: Final = 0.5
"""Seconds before the second try; doubled each time."""

LONGEST_PAUSE: Final = 10.0

LARGEST_MESSAGE: Final = 1 << 26

MAYBE: Final[Any] = Person | None
MAYBE_TOLD: Final[Any] = Told | None
SEEN: Final[Any] = Fresh | Lobby


class _Rooms(msgspec.Struct):
    rooms: msgspec.Raw


class _Token(msgspec.Struct):
    token: str


class _Invitation(msgspec.Struct):
    secret: str


class Client:
    """One person's, or one program's, way into a house. Every method raises `ClientError`."""

    def __init__(self, url: str, *, token: str = "", timeout: float = 30.0, patience: float = 300.0) -> None:
        """`token` is a bearer token; without one, be a `guest` or `sign_in`. `patience`: for how many seconds
        a live connection that has broken is tried anew."""
        self.url = url.rstrip("/")
        self.patience = patience
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=self.url, headers=self._headers, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    # Who one is

    def me(self) -> Person | None:
        """Who asks; None for nobody."""
        found: Person | None = self._get("/api/me", MAYBE)
        return found

    def guest(self, name: str = "") -> Person:
        """Become a guest."""
        return self._sent("POST", "/api/guest", Person, {"name": name})

    def register(self, name: str, password: str) -> Person:
        """Become a member."""
        return self._sent("POST", "/api/register", Person, {"name": name, "password": password})

    def sign_in(self, name: str, password: str) -> Person:
        """Be a member."""
        return self._sent("POST", "/api/sign-in", Person, {"name": name, "password": password})

    def make_token(self, name: str) -> str:
        """A bearer token for a program of that name."""
        return self._sent("POST", "/api/me/tokens", _Token, {"name": name}).token

    # Games

    def games(self) -> list[GameCard]:
        """What can be played."""
        return self._get("/api/games", list[GameCard])

    def game(self, game: str) -> GameTold:
        """One of them."""
        return self._get(f"/api/games/{_path(game)}", GameTold)

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
    ) -> Told:
        """A running match against bots, the strongest unless one is named. A client that is nobody yet
        becomes a guest."""
        if not self._headers and self.me() is None:
            self.guest()
        asked = {"game": game, "options": options or {}, "seats": seats, "seat": seat, "bot": bot}
        return self._sent("POST", "/api/play", Told, {**asked, "clock": clock})

    def draft(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        seats: int | None = None,
        clock: Clock | None = None,
        terms: Terms | None = None,
        bots: tuple[str | None, ...] = (),
    ) -> Told:
        """A new match that nobody sees yet; `open` it next."""
        asked = {"game": game, "options": options or {}, "seats": seats, "clock": clock, "bots": bots}
        return self._sent("POST", "/api/matches", Told, {**asked, "terms": terms or Terms()})

    def open(self, match: str) -> Told:
        """Let people take seats."""
        return self._sent("POST", f"{_at(match)}/open", Told)

    def start(self, match: str) -> Told:
        """Begin."""
        return self._sent("POST", f"{_at(match)}/start", Told)

    def join(self, match: str, seat: Seat | None = None) -> Told:
        """Take that seat, or any."""
        return self._sent("POST", f"{_at(match)}/join", Told, {"seat": seat})

    def leave(self, match: str) -> None:
        """Give the seat back, before the start."""
        self._sent("POST", f"{_at(match)}/leave", MAYBE_TOLD)

    def invite(self, match: str, seat: Seat | None = None) -> str:
        """The secret of an invitation for one person."""
        return self._sent("POST", f"{_at(match)}/invitations", _Invitation, {"seat": seat}).secret

    def accept(self, secret: str) -> Told:
        """Take the seat that one is invited to."""
        return self._sent("POST", "/api/invitation/accept", Told, {"secret": secret})

    def invited(self, secret: str) -> Told:
        """The match that one is invited to."""
        return self._sent("POST", "/api/invitation/look", Told, {"secret": secret})

    def match(self, match: str) -> Told:
        """One match."""
        return self._get(_at(match), Told)

    def matches(self, which: Literal["open", "running", "mine"] = "open") -> list[Told]:
        """Many, newest first."""
        return self._get(f"/api/matches?which={which}", list[Told])

    # Playing

    def view(self, match: str) -> Fresh | Lobby:
        """Everything one sees now."""
        found: Fresh | Lobby = self._get(f"{_at(match)}/view", SEEN)
        return found

    def act(
        self,
        match: str,
        action: Any,
        *,
        answers: int | None = None,
        epoch: int = 0,
        key: str | None = None,
    ) -> Accepted:
        """Do something on one's seat: stored when this returns. It is sent again when the answer is lost, and
        happens once. With `answers`, the number of what was seen last, it is refused as `late` if something
        has happened since that matters."""
        asked = {"action": action, "answers": answers, "epoch": epoch, "key": key or secrets.token_hex(12)}
        return self._again("POST", f"{_at(match)}/act", Accepted, asked)

    def advise(self, match: str, draft: Any, lang: Literal["en", "ru"] = "en") -> AdviceTold:
        """What a draft of one's seat would come to; nothing is done. Only where every seat has agreed to
        assistance, and after the end."""
        from numberhouse.server.routes.advice import AdviceTold

        return self._again("POST", f"{_at(match)}/advise?lang={lang}", AdviceTold, {"draft": draft})

    def farewell(self, match: str, lang: Literal["en", "ru"] = "en") -> str:
        """What the game has to say after the end; "" where it has nothing."""
        from numberhouse.server.routes.advice import FarewellTold

        return self._get(f"{_at(match)}/farewell?lang={lang}", FarewellTold).text

    def resign(self, match: str) -> Accepted:
        """Give up."""
        return self._again("POST", f"{_at(match)}/resign", Accepted)

    def rooms(self, match: str) -> list[RoomTold]:
        """Where one may read, and talk."""
        from numberhouse.server.message import RoomTold

        told = self._get(f"{_at(match)}/rooms", _Rooms)
        return msgspec.json.decode(told.rooms, type=list[RoomTold])

    def heard(self, match: str, room: str, after: int = 0) -> Heard:
        """What was said in a room since the change `after`."""
        from numberhouse.server.message import Heard

        return self._get(f"{_at(match)}/messages?{urlencode({'room': room, 'after': after})}", Heard)

    def say(self, match: str, room: str, text: str) -> Message:
        """Say something in a room that one is in; once, however often it is sent."""
        from numberhouse.server.message import Message

        asked = {"room": room, "text": text, "key": secrets.token_hex(12)}
        return self._again("POST", f"{_at(match)}/messages", Message, asked)

    def live(self, match: str) -> Iterator[Lobby | Seen]:
        """What one sees, again whenever it changes, until the match is over: a `Lobby` before it begins, then
        views. A connection that breaks is made anew and goes on where it was."""
        address = f"{self.url.replace('http', 'ws', 1)}{_at(match)}/live"

        def connected(epoch: int, number: int) -> ClientConnection:
            asked = urlencode({"epoch": epoch, "number": number})
            return connect(
                f"{address}?{asked}",
                additional_headers=self._headers | self._cookies(),
                max_size=LARGEST_MESSAGE,
            )

        return live(connected, self.patience)

    # Below

    def _cookies(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        return {"Cookie": cookies} if cookies else {}

    def _get(self, path: str, kind: type[T]) -> T:
        return self._again("GET", path, kind)

    def _again(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        """As `_sent`, for what may be sent twice: tried again when it may be granted later."""
        for done in range(TRIES - 1):
            try:
                return self._sent(method, path, kind, body)
            except ClientError as error:
                if not error.passing:
                    raise
                asked = error.values.get("retry_after", 0)
                wanted = float(asked) if isinstance(asked, int | float) else 0.0
                time.sleep(min(max(PAUSE * 2**done, wanted), LONGEST_PAUSE))
        return self._sent(method, path, kind, body)

    def _sent(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"} if content is not None else {}
        try:
            answer = self._http.request(method, path, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise ClientError("unreachable", f"{self.url} can't be asked: {error}") from error
        if answer.is_error:
            raise refusal_of(answer)
        try:
            return msgspec.json.decode(answer.content, type=kind)
        except msgspec.MsgspecError as error:
            raise ClientError(
                "answer",
                f"{self.url}{path} answers what isn't understood: {error}",
                status=answer.status_code,
            ) from error


def _at(match: str) -> str:
    return f"/api/matches/{_path(match)}"


def _path(part: str) -> str:
    return quote(part, safe="")
