"""A match as it happens: one connection, made anew when it breaks, that goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from numberhouse.client.errors import ClientError
from numberhouse.contract.game import Seat
from numberhouse.protocol.play import Item, Lobby, Position, Snapshot, Update
from numberhouse.protocol.refusal import Refusal

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

__all__ = ["Connect", "Seen", "live"]

Connect: TypeAlias = Callable[[int, int], "ClientConnection"]
"""Opens the connection, given the epoch and the number of the last item that one has; −1 for none."""

SILENCE: Final = 60.0
"""Seconds without even a heartbeat after which a connection is taken for broken."""

PAUSES: Final = (0.2, 1.0, 2.0, 5.0, 10.0)
"""Seconds before the first, second … try to connect again, and then always the last."""

OVER: Final = ("finished", "abandoned")


class Seen(msgspec.Struct, frozen=True):
    """The match as one sees it after something has happened."""

    epoch: int
    """How often the past has been corrected."""
    number: int
    """Of the last item: what an action answers."""
    seat: Seat | None
    """Whose eyes it is seen with; None: a spectator's."""
    view: dict[str, Any]
    """The whole view as JSON; `as_view` makes the game's struct of it."""
    position: Position
    """Who sits where, is awaited until when, the outcome."""
    events: tuple[dict[str, Any], ...] = ()
    """What has happened since it was seen last: codes and values. Empty after a fresh view."""

    @property
    def awaited(self) -> bool:
        """Whether the match waits for this seat."""
        return self.seat is not None and self.position.seats[self.seat].awaited

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.position.status in OVER

    def as_view(self, view_type: type[Any]) -> Any:
        """As the game's own struct, `game.view_type`. Raises `msgspec.ValidationError` where it is none."""
        return msgspec.json.decode(msgspec.json.encode(self.view), type=view_type)


class _Tag(msgspec.Struct):
    type: str


def live(connect: Connect, patience: float) -> Iterator[Lobby | Seen]:
    """What one sees, again whenever it changes, until the match is over. Raises `ClientError` when one may
    not look (any more), or when there has been no connection for `patience` seconds."""
    # Slow: not before a match is watched. Whoever connects has found the package.
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

    seen: Seen | None = None
    tries, broken = 0, time.monotonic()
    while True:
        try:
            with connect(*((seen.epoch, seen.number) if seen else (-1, -1))) as socket:
                while True:
                    text = socket.recv(timeout=SILENCE)
                    tries, broken = 0, time.monotonic()
                    found = _received(text, seen)
                    if isinstance(found, Seen):
                        seen = found
                    if found is not None:
                        yield found
                        broken = time.monotonic()
                    if seen is not None and seen.over:
                        return
        except (ConnectionClosed, InvalidHandshake, TimeoutError, OSError) as error:
            if isinstance(error, InvalidStatus) and error.response.status_code in (400, 401, 403, 404):
                status = error.response.status_code
                raise ClientError(
                    "answer", f"the live connection is refused: {status}", status=status
                ) from error
            if time.monotonic() - broken > patience:
                raise ClientError("unreachable", f"no connection to the match: {error}") from error
            time.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1


def _received(text: str | bytes, seen: Seen | None) -> Lobby | Seen | None:
    """What one sees after the message; None for one that shows nothing. Raises `ClientError`."""
    match msgspec.json.decode(text, type=_Tag).type:
        case "snapshot":
            message = msgspec.json.decode(text, type=Snapshot)
            return Seen(
                message.epoch,
                message.number,
                message.seat,
                msgspec.json.decode(message.view),
                message.position,
            )
        case "update" if seen is not None:
            return _patched(seen, msgspec.json.decode(text, type=Update))
        case "lobby":
            return msgspec.json.decode(text, type=Lobby)
        case "refused":
            refused = msgspec.json.decode(text, type=Refusal)
            raise ClientError(refused.code, refused.message, refused.values, 403)
    return None


def _patched(seen: Seen, updates: Update) -> Seen:
    """After the news: in each item, fields in `set` are replaced, and those in `add` have got longer."""
    view, number, events = dict(seen.view), seen.number, []
    for raw in updates.items:
        item = msgspec.json.decode(raw, type=Item)
        if item.number <= number:
            continue
        number = item.number
        events += [msgspec.json.decode(event) for event in item.events]
        view |= {name: msgspec.json.decode(value) for name, value in item.set.items()}
        view |= {name: [*view[name], *msgspec.json.decode(value)] for name, value in item.add.items()}
    position = seen.position if updates.position is None else updates.position
    return Seen(updates.epoch, number, seen.seat, view, position, tuple(events))
