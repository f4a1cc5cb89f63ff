"""Corrections: the preview of an amendment, and the amendment itself."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numberhouse.protocol.desk import Change
from numberhouse.server.base.settings import Settings
from numberhouse.server.hosting.corrections import difference
from tests.server.conftest import House
from tests.server.support.hosting import CRYPT, FIRST, LOCK, ROUND, desk, hosted_match, post_desk, refusal

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["a", "b/", "~"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab/~"), inner, max_size=3),
    max_leaves=12,
)


def test_changes_are_named_by_json_pointers() -> None:
    old = {"scores": [1, 2], "gone": 0, "a/b": {"~": 1}}
    new = {"scores": [1, 3, 4], "a/b": {"~": 2}, "come": None}
    assert list(difference(old, new)) == [
        Change("/scores/1", "changed", 2, 3),
        Change("/scores/2", "added", new=4),
        Change("/gone", "removed", old=0),
        Change("/a~1b/~0", "changed", 1, 2),
        Change("/come", "added"),
    ]


@settings(max_examples=200, deadline=None)
@given(JSON, JSON)
@example(1, True)
def test_equal_views_and_only_they_have_no_changes(old: object, new: object) -> None:
    same = msgspec.json.encode(old, order="sorted") == msgspec.json.encode(new, order="sorted")
    assert (not list(difference(old, new))) is same
    assert not list(difference(old, old))


OTHER = {"type": "submit", "first": 2, "second": 3, "scoring": 2}
THIRD = {"type": "submit", "first": 4, "second": 3, "scoring": 4}


def test_a_preview_shows_the_changes_and_makes_none(house: House) -> None:
    match, host, players = hosted_match(house)
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    before = players[0].view(match)
    preview = post_desk(
        host, match, "amendments/preview", number=1, notation="C* D", reason="misheard"
    ).json()
    assert (preview["number"], preview["seat"], preview["old"], preview["new"]) == (1, 0, "A* B", "C* D")
    changes = {change["path"]: (change["old"], change["new"]) for change in preview["changes"]}
    assert changes["/values/0"] == (3, 2)
    assert changes["/values/3"] == (3, 5)
    assert players[0].view(match) == before


def test_an_amendment_is_replayed_announced_and_sent_as_snapshots(house: House) -> None:
    match, host, players = hosted_match(house)
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    number = players[1].view(match)["number"]
    with players[1].live(match, epoch=0, number=number) as live:
        first = json.loads(live.recv())
        assert first["type"] == "update"
        for _ in range(2):  # the same request
            response = post_desk(
                host, match, "amendments", number=1, action=OTHER, reason="misheard", key="k"
            )
            assert response.status_code == 200, response.text
        fresh = json.loads(live.recv())
        assert (fresh["type"], fresh["epoch"]) == ("snapshot", 1)
        assert fresh["view"]["values"] == [2, 5, 3, 5, 4, 5, 6]
    for viewer in (*players, house.guest("Eve"), host):
        snapshot = viewer.view(match)
        assert snapshot["epoch"] == 1
        assert snapshot["view"]["values"] == [2, 5, 3, 5, 4, 5, 6]
        [(_, text)] = snapshot["public_match"]["announcements"]
        assert "/values/0: 3 → 2" in text
        assert "misheard" in text


def test_a_corrected_match_survives_a_restart_and_has_a_transcript(tmp_path: Path) -> None:
    service = Settings(database=str(tmp_path / "house.sqlite"), bots=0)
    with House(service) as house:
        match, host, players = hosted_match(house)
        for player in players:
            player.act(match, FIRST).raise_for_status()
            player.act(match, LOCK).raise_for_status()
        post_desk(host, match, "amendments", number=1, action=OTHER).raise_for_status()
        post_desk(host, match, "amendments", number=6).raise_for_status()
        snapshot = players[0].view(match)
        cookies = dict(host.cookies), dict(players[0].cookies)
        clock = house.clock
    with House(service, clock) as house:
        host, ann = house.guest(""), house.guest("")
        host.cookies.update(cookies[0])
        ann.cookies.update(cookies[1])
        assert ann.view(match)["view"] == snapshot["view"]
        transcript = host.get(
            f"/api/matches/{match}/transcript", params={"perspective": "everything"}
        ).raise_for_status()
        assert "C* D" in transcript.text


def test_a_correction_of_a_paused_match_starts_no_clock(house: House) -> None:
    match, host, players = hosted_match(house, clock=ROUND)
    players[0].act(match, FIRST).raise_for_status()
    post_desk(host, match, "pause").raise_for_status()
    post_desk(host, match, "amendments", number=1, action=OTHER).raise_for_status()
    now = desk(host, match)
    assert (now["status"], now["paused_at"] is None) == ("paused", False)
    assert [seat["due"] for seat in now["seats"]] == [None] * 3


def test_an_announced_correction_of_a_game_with_secrets_names_no_action(house: House) -> None:
    match, host, players = hosted_match(house)
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    players[0].act(match, {**OTHER, "round": 2}).raise_for_status()
    text = post_desk(host, match, "amendments/preview", number=7, action=THIRD).json()["announcement"]
    assert text == "The host has corrected an earlier action.\nNothing that is public changes."


def test_delayed_spectators_see_no_correction_of_the_present(house: House) -> None:
    match, host, players = hosted_match(house, terms={"spectator_delay": 600})
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    post_desk(host, match, "amendments", number=1, action=OTHER).raise_for_status()
    eve = house.guest("Eve")
    before = eve.view(match)
    assert (before["epoch"], before["public_match"]["announcements"]) == (0, [])
    assert before["view"]["values"] == [0, 1, 2, 3, 4, 5, 6]
    house.clock.time += 601
    after = eve.view(match)
    assert (after["epoch"], after["view"]) == (1, host.view(match)["view"])
    assert after["public_match"]["announcements"] == host.view(match)["public_match"]["announcements"]


def test_an_illegal_amendment_is_refused_with_the_games_text(house: House) -> None:
    match, host, players = hosted_match(house)
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    players[0].act(match, OTHER).raise_for_status()
    assert refusal(post_desk(host, match, "amendments", number=0)) == (409, "no-such-action")
    assert refusal(post_desk(host, match, "amendments", number=8)) == (409, "no-such-action")
    assert refusal(post_desk(host, match, "amendments", number=1, notation="A* A")) == (409, "same-node")
    assert refusal(post_desk(host, match, "amendments", number=1, notation="nonsense")) == (409, "notation")
    assert refusal(post_desk(host, match, "amendments", number=1, action={"type": "x"})) == (409, "action")
    assert refusal(post_desk(host, match, "amendments", number=1, action=FIRST, notation="A* B")) == (
        400,
        "amendment",
    )
    # C and D in round 1 would make the submission of seat 0 in round 2 illegal.
    refused = post_desk(host, match, "amendments", number=1, action=OTHER)
    assert refusal(refused) == (409, "amendment")
    assert "action 7 of Ann would be refused" in refused.json()["message"]
    host.headers["Accept-Language"] = "ru"
    refused = post_desk(host, match, "amendments", number=1, action=OTHER)
    assert "с этой поправкой невозможно действие 7 (Ann): C был у вас" in refused.json()["message"]


def test_a_playing_host_amends_nothing_before_the_end(house: House) -> None:
    match, (host, *players) = house.begun(CRYPT, "Ann Bob Cyd")
    host.act(match, FIRST).raise_for_status()
    for deed in ("amendments", "amendments/preview"):
        assert refusal(post_desk(host, match, deed, number=1, action=OTHER)) == (403, "needs-consent")
    assert len(players) == 2


def test_a_finished_match_is_corrected_where_it_stays_finished(house: House) -> None:
    match, host, players = hosted_match(house, "mixmath", "Ann Bob")
    while not (view := host.view(match)["view"])["end"]:
        players[view["turn"]["seat"]].act(match, {"type": "pass"}).raise_for_status()
    # An expired time is a pass, like the action that it replaces.
    correction = post_desk(host, match, "amendments", number=1).raise_for_status().json()
    assert (correction["old"], correction["new"]) == ("pass", None)
    assert "time ran out" in correction["announcement"]
    assert host.get(f"/api/matches/{match}").json()["status"] == "finished"


def test_a_correction_cant_reopen_a_finished_match(house: House) -> None:
    match, host, (ann,) = hosted_match(house, "turing-machine", "Ann")
    for action in ({"type": "propose", "code": "123"}, {"type": "finish"}, {"type": "solve", "code": "111"}):
        ann.act(match, action).raise_for_status()
    assert host.get(f"/api/matches/{match}").json()["status"] == "finished"
    refused = post_desk(host, match, "amendments", number=3, action={"type": "not-yet"})
    assert refusal(refused) == (409, "amendment")
    assert "its seed and secrets are open" in refused.json()["message"]
    assert host.get(f"/api/matches/{match}").json()["status"] == "finished"
