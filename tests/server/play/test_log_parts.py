"""The log beside a board: a round or a turn is one entry, which grows until it ends."""

from __future__ import annotations

from numberhouse.contract.game import Event
from numberhouse.registry import games

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def told(game: str, *events: Event, seat: int | None = 0, lang: str = "en") -> list[str]:
    return games()[game].tell_part(events, seat, lang, NAMES)


def settled(seat: int) -> Event:
    return Event("settled", {"seat": seat, "round": 3})


def test_players_who_are_through_stand_in_one_line() -> None:
    for game in ("addition-crypt", "sign-cook"):
        assert told(game, settled(2), settled(1)) == ["Through with round 3: Ben, Cleo."]
        all_others = [settled(seat) for seat in (5, 4, 3, 2, 1, 0)]
        assert told(game, *all_others) == ["Through with round 3: you, Ben, Cleo and 3 more."]
        assert told(game, *all_others, lang="ru") == ["Раунд 3 завершили: вы, Ben, Cleo и ещё 3."]


def test_closed_round_is_told_by_its_result_alone() -> None:
    pick = {"first": 2, "second": 1, "scoring": 2}
    own = Event("submitted", {"round": 3, "how": "submitted", "pick": pick})
    closed = Event("round-closed", {"round": 3, "values": [4, 5]})
    assert told("addition-crypt", own) == ["You submit C* B."]
    assert told("addition-crypt", own, settled(0), settled(1), closed) == ["Round 3 closes. Nodes: A 4, B 5"]
    assert games()["addition-crypt"].ends_part(closed)
    assert not games()["addition-crypt"].ends_part(own)


def placed(cell: str, tile: int, points: int, *, blank: bool = False) -> Event:
    values = {"seat": 1, "cell": cell, "tile": tile, "blank": blank, "points": points, "drew": False}
    return Event("placed", values)


def ended(points: int, total: int, **more: int | bool) -> Event:
    told = {"seat": 1, "points": points, "bonus": 0, "total": total, "late": False, "passed": False}
    return Event("turn-ended", told | more)


def test_turn_is_told_in_sentences() -> None:
    turn = (placed("H7", 12, 12), placed("G7", 3, 0, blank=True))
    lays = "Ben lays 12 on H7, a blank as 3 on G7."
    assert told("mixmath", *turn) == [f"{lays} 12 points so far."]
    assert told("mixmath", *turn, ended(12, 40)) == [lays, "12 points, 40 in all."]
    assert told("mixmath", *turn, ended(62, 90, bonus=50))[1:] == [
        "62 points, 90 in all. The empty rack brings 50 of them."
    ]
    assert told("mixmath", ended(0, 28, passed=True)) == ["Ben passes."]
    assert told("mixmath", ended(0, 28, passed=True), seat=1) == ["You pass."]
    exchanged = Event("exchanged", {"seat": 1, "count": 1})
    assert told("mixmath", exchanged, ended(0, 28)) == ["Ben exchanges 1 tile."]


def test_tile_that_was_taken_back_does_not_lie() -> None:
    back = Event("taken-back", {"seat": 0, "player": 1, "cell": "H7", "tile": 12})
    assert told("mixmath", placed("H7", 12, 12), back, ended(0, 28), seat=2) == [
        "Ann challenges 12 on H7: it solves nothing and goes back to the rack; the turn ends."
    ]
