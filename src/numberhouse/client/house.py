"""The client: everything that a program asks the service."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Self
from urllib.parse import urlencode

import msgspec

from numberhouse.client.account import Account
from numberhouse.client.hosting import Hosting
from numberhouse.client.live import Seen, live
from numberhouse.client.practice import PracticeClient
from numberhouse.client.review import ReviewClient
from numberhouse.client.wire import Wire, asked_for, at, part
from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.extras import optional_import
from numberhouse.protocol.chat import ChatMessages, Message, RoomInfo
from numberhouse.protocol.desk import ScheduledMatch
from numberhouse.protocol.games import GameCard, GameInfo, RulesPage
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.play import (
    ActionResponse,
    AdviceResponse,
    FarewellResponse,
    LegalActions,
    Lobby,
    Snapshot,
    TextView,
    Turn,
    Update,
)
from numberhouse.protocol.terms import Terms

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

__all__ = ["Client"]

LARGEST_MESSAGE: Final = 1 << 26

MAYBE: Final[Any] = Person | None
MAYBE_TOLD: Final[Any] = MatchInfo | None
SEEN: Final[Any] = Snapshot | Lobby
NOTHING: Final[Any] = None
UPDATES: Final[Any] = Snapshot | Update | Lobby


class _Rooms(msgspec.Struct):
    rooms: msgspec.Raw


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
        self._wire = Wire(self.url, self._headers, timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self._wire.http.close()

    # Who one is

    def me(self) -> Person | None:
        """Who asks; None for nobody."""
        found: Person | None = self._wire.get("/api/me", MAYBE)
        return found

    def guest(self, name: str = "") -> Person:
        """Become a guest."""
        return self._wire.sent("POST", "/api/guest", Person, {"name": name})

    def register(self, name: str, password: str) -> Person:
        """Become a member."""
        return self._wire.sent("POST", "/api/register", Person, {"name": name, "password": password})

    def sign_out(self) -> None:
        """Be nobody again."""
        self._wire.sent("POST", "/api/sign-out", NOTHING)

    def sign_in(self, name: str, password: str) -> Person:
        """Be a member."""
        return self._wire.sent("POST", "/api/sign-in", Person, {"name": name, "password": password})

    def make_token(self, name: str) -> str:
        """A bearer token for a program of that name."""
        return self.account.make_token(name)

    @property
    def account(self) -> Account:
        """What is kept about one: sessions, tokens, notices, export and farewell."""
        return Account(self._wire)

    def turns(self) -> list[Turn]:
        """The matches that wait for one, those that run out first at the beginning."""
        return self._wire.get("/api/me/turns", list[Turn])

    # Games

    def games(self) -> list[GameCard]:
        """What can be played."""
        return self._wire.get("/api/games", list[GameCard])

    def game(self, game: str) -> GameInfo:
        """One of them."""
        return self._wire.get(f"/api/games/{part(game)}", GameInfo)

    def rules(self, game: str, lang: Literal["en", "ru"] = "en") -> str:
        """The rules for players, as Markdown."""
        return self._wire.get(f"/api/games/{part(game)}/rules?lang={lang}", RulesPage).markdown

    @property
    def practice(self) -> PracticeClient:
        """Problems, one after another or those of the day."""
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
    ) -> MatchInfo:
        """A running match against bots, the strongest unless one is named. A client that is nobody yet
        becomes a guest."""
        if not self._headers and self.me() is None:
            self.guest()
        asked = {"game": game, "options": options or {}, "seats": seats, "seat": seat, "bot": bot}
        return self._wire.sent("POST", "/api/play", MatchInfo, {**asked, "clock": clock})

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
        """A new match that nobody sees yet; `open` it next."""
        asked = {"game": game, "options": options or {}, "seats": seats, "clock": clock, "bots": bots}
        return self._wire.sent("POST", "/api/matches", MatchInfo, {**asked, "terms": terms or Terms()})

    def open(self, match: str) -> MatchInfo:
        """Let people take seats."""
        return self._wire.sent("POST", f"{at(match)}/open", MatchInfo)

    def start(self, match: str) -> MatchInfo:
        """Begin."""
        return self._wire.sent("POST", f"{at(match)}/start", MatchInfo)

    def join(self, match: str, seat: Seat | None = None) -> MatchInfo:
        """Take that seat, or any."""
        return self._wire.sent("POST", f"{at(match)}/join", MatchInfo, {"seat": seat})

    def leave(self, match: str) -> None:
        """Give the seat back, before the start."""
        self._wire.sent("POST", f"{at(match)}/leave", MAYBE_TOLD)

    def invite(self, match: str, seat: Seat | None = None) -> str:
        """The secret of an invitation for one person."""
        return self._wire.sent("POST", f"{at(match)}/invitations", _Invitation, {"seat": seat}).secret

    def accept(self, secret: str) -> MatchInfo:
        """Take the seat that one is invited to."""
        return self._wire.sent("POST", "/api/invitation/accept", MatchInfo, {"secret": secret})

    def invited(self, secret: str) -> MatchInfo:
        """The match that one is invited to."""
        return self._wire.sent("POST", "/api/invitation/look", MatchInfo, {"secret": secret})

    def agree(self, match: str, assistance: bool) -> MatchInfo:
        """Whether one's seat agrees to assistance; it is on when every seat does."""
        return self._wire.sent("POST", f"{at(match)}/agree", MatchInfo, {"assistance": assistance})

    def schedule(
        self,
        *,
        csv: str | None = None,
        rows: Sequence[Mapping[str, Any]] | None = None,
        dry_run: bool = False,
    ) -> list[ScheduledMatch]:
        """Draft all matches of a schedule, or none; in a dry run it is only checked."""
        asked = {"csv": csv, "rows": rows, "dry_run": dry_run}
        return self._wire.sent("POST", "/api/schedule", list[ScheduledMatch], asked)

    def hosting(self, match: str) -> Hosting:
        """What hosts do with the match."""
        return Hosting(self._wire, match)

    def match(self, match: str) -> MatchInfo:
        """One match."""
        return self._wire.get(at(match), MatchInfo)

    def matches(self, which: Literal["open", "running", "mine"] = "open") -> list[MatchInfo]:
        """Many, newest first."""
        return self._wire.get(f"/api/matches?which={which}", list[MatchInfo])

    # Playing

    def view(self, match: str) -> Snapshot | Lobby:
        """Everything one sees now."""
        found: Snapshot | Lobby = self._wire.get(f"{at(match)}/view", SEEN)
        return found

    def act(
        self,
        match: str,
        action: Any,
        *,
        answers: int | None = None,
        epoch: int = 0,
        key: str | None = None,
    ) -> ActionResponse:
        """Do something on one's seat: stored when this returns. It is sent again when the answer is lost, and
        happens once. With `answers`, the number of what was seen last, it is refused as `late` if something
        has happened since that matters."""
        asked = {"action": action, "answers": answers, "epoch": epoch, "key": key or secrets.token_hex(12)}
        return self._wire.again("POST", f"{at(match)}/act", ActionResponse, asked)

    def legal(self, match: str, *, seen_as: Seat | None = None, entry: int | None = None) -> LegalActions:
        """What one's seat may do now; after the end what any could have done after any number of actions."""
        return self._wire.get(f"{at(match)}/legal{asked_for(seen_as=seen_as, entry=entry)}", LegalActions)

    def updates(self, match: str, epoch: int, number: int, wait: float = 0.0) -> Snapshot | Update | Lobby:
        """What is new since item `number`, for who can't hold a live connection; with `wait` after at most so
        many seconds."""
        found: Snapshot | Update | Lobby = self._wire.get(
            f"{at(match)}/updates{asked_for(epoch=epoch, number=number, wait=wait)}", UPDATES
        )
        return found

    def words(self, match: str, lang: Literal["en", "ru"] = "en", after: int = 0) -> TextView:
        """What one sees, in words: the position, and what has happened since item `after`."""
        return self._wire.get(f"{at(match)}/words{asked_for(lang=lang, after=after)}", TextView)

    def rematch(self, match: str) -> MatchInfo:
        """Play the same again: the next match begins when all who sat at the table have said so."""
        return self._wire.sent("POST", f"{at(match)}/rematch", MatchInfo)

    def review(self, match: str = "", record: str = "") -> ReviewClient:
        """Looking back on a match that is over, or on the text of a record."""
        return ReviewClient(self._wire, match, record)

    def advise(self, match: str, draft: Any, lang: Literal["en", "ru"] = "en") -> AdviceResponse:
        """What a draft of one's seat would come to; nothing is done. Only where every seat has agreed to
        assistance, and after the end."""
        return self._wire.again("POST", f"{at(match)}/advise?lang={lang}", AdviceResponse, {"draft": draft})

    def farewell(self, match: str, lang: Literal["en", "ru"] = "en") -> str:
        """What the game has to say after the end; "" where it has nothing."""
        return self._wire.get(f"{at(match)}/farewell?lang={lang}", FarewellResponse).text

    def resign(self, match: str) -> ActionResponse:
        """Give up."""
        return self._wire.again("POST", f"{at(match)}/resign", ActionResponse)

    def rooms(self, match: str) -> list[RoomInfo]:
        """Where one may read, and talk."""
        answer = self._wire.get(f"{at(match)}/rooms", _Rooms)
        return msgspec.json.decode(answer.rooms, type=list[RoomInfo])

    def heard(self, match: str, room: str, after: int = 0) -> ChatMessages:
        """What was said in a room since the change `after`."""
        return self._wire.get(
            f"{at(match)}/messages?{urlencode({'room': room, 'after': after})}", ChatMessages
        )

    def say(self, match: str, room: str, text: str) -> Message:
        """Say something in a room that one is in; once, however often it is sent."""
        asked = {"room": room, "text": text, "key": secrets.token_hex(12)}
        return self._wire.again("POST", f"{at(match)}/messages", Message, asked)

    def edit(self, match: str, room: str, number: int, text: str) -> Message:
        """Say something else instead of what one has said, for a minute."""
        asked = {"room": room, "number": number, "text": text}
        return self._wire.again("PUT", f"{at(match)}/messages", Message, asked)

    def live(self, match: str) -> Iterator[Lobby | Seen]:
        """What one sees, again whenever it changes, until the match is over: a `Lobby` before it begins, then
        views. A connection that breaks is made anew and goes on where it was."""
        address = f"{self.url.replace('http', 'ws', 1)}{at(match)}/live"
        with optional_import():
            from websockets.sync.client import connect  # slow: not before a match is watched

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
        cookies = "; ".join(f"{name}={value}" for name, value in self._wire.http.cookies.items())
        return {"Cookie": cookies} if cookies else {}
