"""The stream of one viewer, item by item."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Event
from numberhouse.registry import games
from numberhouse.server.play.sessions.stream import Stream
from numberhouse.testing.play import Play, encoded


class View(msgspec.Struct, frozen=True):
    turn: int = 0
    words: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()


def items(stream: Stream) -> list[Any]:
    return [msgspec.json.decode(item) for item in stream.items]


def apply_item(view: Any, item: Any) -> Any:
    """The view of a client after an item."""
    view = {**view, **item.get("set", {})}
    return view | {name: view[name] + more for name, more in item.get("add", {}).items()}


def test_a_hidden_entry_leaves_no_gap_in_the_numbers_of_a_stream() -> None:
    stream = Stream(1, View())
    secret = Event("secret", {"card": 7}, frozenset([0]))
    assert stream.advance(View(turn=1), [secret], 10.0)
    assert not stream.advance(View(turn=1), [secret], 11.0)
    assert stream.advance(View(turn=2), [secret, Event("public")], 12.0)
    shown = items(stream)
    assert [item["number"] for item in shown] == [1, 2]
    assert "events" not in shown[0]
    assert [event["code"] for event in shown[1]["events"]] == ["public"]
    assert b"secret" not in b"".join(stream.items)


def test_a_longer_list_is_sent_as_its_new_elements() -> None:
    stream = Stream(0, View(words=("a",)))
    stream.advance(View(words=("a", "b", "c")), [], 0.0)
    stream.advance(View(words=("a", "x")), [], 0.0)
    assert items(stream)[0]["add"] == {"words": ["b", "c"]}
    assert items(stream)[1]["set"] == {"words": ["a", "x"]}


def test_lists_are_compared_by_content() -> None:
    long = ("".join(["na", "me"]), "".join(["oth", "er"]))
    copied = ("".join(["na", "me"]), "".join(["oth", "er"]), "third")
    assert long[0] is not copied[0]
    stream = Stream(0, View(words=long))
    stream.advance(View(words=copied), [], 0.0)
    assert items(stream)[0]["add"] == {"words": ["third"]}


def test_sets_are_encoded_in_the_same_order_by_every_process() -> None:
    stream = Stream(0, View())
    names = frozenset(f"name {number}" for number in range(50))
    stream.advance(View(names=names), [Event("named", {"names": names})], 0.0)
    item = items(stream)[0]
    assert item["set"]["names"] == sorted(names)
    assert item["events"][0]["values"]["names"] == sorted(names)


def test_the_stream_knows_the_entry_of_each_item() -> None:
    stream = Stream(0, View())
    stream.advance(View(), [], 0.0)  # secret
    stream.advance(View(turn=1), [], 0.0)
    stream.advance(View(turn=1), [], 0.0)  # secret
    stream.advance(View(turn=2), [], 0.0)
    stream.advance(View(turn=2), [], 0.0)  # secret
    assert [stream.entries_seen(number) for number in range(3)] == [1, 3, 5]


@pytest.mark.parametrize("name", games())
def test_a_stream_rebuilds_every_view_and_has_the_same_bytes_after_a_restart(
    name: str,
) -> None:
    installed = games()[name]
    game = installed.game
    play = Play(installed, game.options_type(), game.card.usual_seats, "stream", late=True)
    play.walk()
    states = [moment.state for moment in play.moments][:120]
    decoded_states = [msgspec.json.decode(encoded(state), type=game.state_type) for state in states]
    for viewer in play.everybody:
        streams = []
        for history in (states, decoded_states):
            stream = Stream(viewer, game.view(history[0], viewer))
            view = msgspec.json.decode(encoded(stream.view))
            for moment, state in zip(play.moments, history[1:], strict=False):
                assert moment.step is not None
                if stream.advance(game.view(state, viewer), moment.step.events, float(moment.number)):
                    view = apply_item(view, msgspec.json.decode(stream.items[-1]))
                assert view == msgspec.json.decode(encoded(stream.view))
            streams.append(stream)
        assert streams[0].items == streams[1].items
        assert [item["number"] for item in items(streams[0])] == list(range(1, streams[0].number + 1))
