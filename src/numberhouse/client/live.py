"""Follows a match over a live connection. A broken connection is replaced by a new one, which resumes after
the last item.

Items that came in together are one view. Views from before the client's own last action are held back: they
say that its seat is awaited, and an action that answers them is too late.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from numberhouse.client.errors import ClientError
from numberhouse.contract.game import Seat
from numberhouse.protocol.play import Item, Lobby, PublicMatch, Snapshot, Update
from numberhouse.protocol.refusal import Refusal

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

__all__ = ["Connect", "MatchView", "live"]

Connect: TypeAlias = Callable[[int, int], "ClientConnection"]
"""Opens the connection, given the epoch and the number of the last known item; −1 for none."""

SILENCE: Final = 60.0
"""Seconds without even a heartbeat after which a connection counts as broken."""

PAUSES: Final = (0.2, 1.0, 2.0, 5.0, 10.0)
"""Seconds before the first, second … attempt to connect again; the last value is repeated."""

Acted: TypeAlias = Callable[[], tuple[int, int]]
"""The epoch and the number of the item of the client's own last action; −1 for none."""

OVER: Final = ("finished", "abandoned")


class MatchView(msgspec.Struct, frozen=True):
    """The match as its viewer sees it after a change."""

    epoch: int
    """Number of corrections of the past."""
    number: int
    """Number of the last item; `last_item` of an action that this view led to."""
    seat: Seat | None
    """The seat of the perspective; None: a spectator's."""
    view: dict[str, Any]
    """The whole view as JSON; `as_view` converts it to the game's struct."""
    public_match: PublicMatch
    """The players by seat, the awaited seats and their deadlines, the outcome."""
    events: tuple[dict[str, Any], ...] = ()
    """The events since the previous `MatchView`: codes and values. None of those before a snapshot."""

    @property
    def awaited(self) -> bool:
        """Whether the match waits for this seat."""
        return self.seat is not None and self.public_match.seats[self.seat].awaited

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.public_match.status in OVER

    def as_view(self, view_type: type[Any]) -> Any:
        """The view as the game's own struct, `game.view_type`. Raises `msgspec.ValidationError` where it
        doesn't fit."""
        return msgspec.json.decode(msgspec.json.encode(self.view), type=view_type)


class _Tag(msgspec.Struct):
    type: str


def live(connect: Connect, patience: float, acted: Acted = lambda: (-1, -1)) -> Iterator[Lobby | MatchView]:
    """The match after each change, until it is over; changes that came in together are one, and none is from
    before the client's own last action. Raises `ClientError` where the client may not see it
    (any more), or where there has been no connection for `patience` seconds."""
    # Imported here because it is slow. The caller has checked that the package is installed.
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

    current: MatchView | None = None
    shown = True
    failures, last_contact = 0, time.monotonic()
    while True:
        try:
            with connect(*((current.epoch, current.number) if current else (-1, -1))) as socket:
                waiting: str | bytes | None = None
                while True:
                    text = socket.recv(timeout=SILENCE) if waiting is None else waiting
                    waiting = None
                    failures, last_contact = 0, time.monotonic()
                    result = _handle_message(text, current)
                    if isinstance(result, MatchView):
                        before = () if shown or current is None else current.events
                        current, shown = replace(result, events=(*before, *result.events)), False
                    elif result is not None:
                        yield result
                        last_contact = time.monotonic()
                    if current is None or shown:
                        continue
                    # A message that has come in already belongs to the same view. A connection that has been
                    # closed meanwhile is noticed by the next look, after this view.
                    with suppress(TimeoutError, ConnectionClosed):
                        waiting = socket.recv(timeout=0)
                        continue
                    if not current.over and (current.epoch, current.number) < acted():
                        continue
                    shown = True
                    yield current
                    last_contact = time.monotonic()
                    if current.over:
                        return
        except (ConnectionClosed, InvalidHandshake, TimeoutError, OSError) as error:
            if isinstance(error, InvalidStatus) and error.response.status_code in (400, 401, 403, 404):
                status = error.response.status_code
                raise ClientError(
                    "answer", f"the live connection is refused: {status}", status=status
                ) from error
            if time.monotonic() - last_contact > patience:
                raise ClientError("unreachable", f"no connection to the match: {error}") from error
            time.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1


def _handle_message(text: str | bytes, current: MatchView | None) -> Lobby | MatchView | None:
    """The match after the message; None for a message that shows nothing. Raises `ClientError`."""
    match msgspec.json.decode(text, type=_Tag).type:
        case "snapshot":
            message = msgspec.json.decode(text, type=Snapshot)
            return MatchView(
                message.epoch,
                message.number,
                message.seat,
                msgspec.json.decode(message.view),
                message.public_match,
            )
        case "update" if current is not None:
            return _apply_update(current, msgspec.json.decode(text, type=Update))
        case "lobby":
            return msgspec.json.decode(text, type=Lobby)
        case "refused":
            refusal = msgspec.json.decode(text, type=Refusal)
            raise ClientError(refusal.code, refusal.message, refusal.values, 403)
    return None


def _apply_update(current: MatchView, updates: Update) -> MatchView:
    """The match after the update. Each item replaces the fields in `set`, and appends to the lists in
    `add`."""
    view, number, events = dict(current.view), current.number, []
    for raw in updates.items:
        item = msgspec.json.decode(raw, type=Item)
        if item.number <= number:
            continue
        number = item.number
        events += [msgspec.json.decode(event) for event in item.events]
        view |= {name: msgspec.json.decode(value) for name, value in item.set.items()}
        view |= {name: [*view[name], *msgspec.json.decode(value)] for name, value in item.add.items()}
    public_match = current.public_match if updates.public_match is None else updates.public_match
    return MatchView(updates.epoch, number, current.seat, view, public_match, tuple(events))
