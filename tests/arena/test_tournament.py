"""Whole tournaments: paired, counted once, continued after a kill, and honest about faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from numberhouse.arena import BadEntrant, Sprt, duel, play, tournament
from numberhouse.arena.ledger import OtherPlan
from numberhouse.arena.report import html_page, standings_csv, write_report
from numberhouse.record import read, verify
from numberhouse.registry import InstalledGame, UnknownBot, find

BOTS = """
from numberhouse.contract.bot import Thought

class Cheat:
    name = "cheat"
    def choose(self, view, seat, legal, budget, chance):
        return Thought(None)

class Clumsy(Cheat):
    def choose(self, view, seat, legal, budget, chance):
        raise KeyError("lost my notes")

class Slow(Cheat):
    def choose(self, view, seat, legal, budget, chance):
        while not budget.spent():
            pass
        until = budget.seconds * 3
        import time
        time.sleep(max(0.1, until))
        return Thought(legal.sample(chance))
"""


@pytest.fixture
def game() -> InstalledGame:
    return find("turing-machine")


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    place = tmp_path / "bots.py"
    place.write_text(BOTS)
    return place


def test_the_same_plan_gives_the_same_results(game: InstalledGame) -> None:
    first, second = (
        tournament(game, ["casual", "hasty", "random"], deals=3, nodes=100, seed="t") for _ in "ab"
    )
    assert first.pairs == second.pairs
    assert first.matches == 3 * 3 * 2
    assert {row.name for row in first.rows} == {"casual", "hasty", "random"}
    assert first.rows[-1].name == "random"


def test_processes_play_what_one_process_plays(game: InstalledGame) -> None:
    alone = tournament(game, ["casual", "hasty"], deals=4, nodes=100, seed="t")
    together = tournament(game, ["casual", "hasty"], deals=4, nodes=100, seed="t", jobs=2)
    assert alone.pairs == together.pairs


def test_a_tournament_goes_on_where_it_was_ended(game: InstalledGame, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    plan: dict[str, Any] = {"deals": 6, "nodes": 100, "seed": "t", "folder": folder}
    whole = tournament(game, ["casual", "hasty"], **plan)
    lines = (folder / "results.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == 12
    (folder / "results.jsonl").write_bytes(b"".join(lines[:5]) + lines[5][:40])  # killed while it wrote
    played: list[Any] = []
    again = tournament(game, ["casual", "hasty"], **plan, listener=lambda result, _: played.append(result))
    assert len(played) == 7
    assert again.pairs == whole.pairs
    keys = [json.loads(line)["table"]["deal"] for line in (folder / "results.jsonl").read_text().splitlines()]
    assert len(keys) == 12


def test_a_folder_with_another_plan_is_refused(game: InstalledGame, tmp_path: Path) -> None:
    tournament(game, ["casual", "hasty"], deals=1, nodes=100, folder=tmp_path / "run")
    with pytest.raises(OtherPlan, match="name an empty folder"):
        tournament(game, ["casual", "hasty"], deals=2, nodes=100, folder=tmp_path / "run")


def test_every_match_has_a_record_that_is_true(game: InstalledGame, tmp_path: Path) -> None:
    tournament(game, ["casual", "hasty"], deals=2, nodes=100, folder=tmp_path / "run")
    records = sorted((tmp_path / "run" / "records").iterdir())
    assert len(records) == 4
    for record in records:
        assert verify(record) == []
        assert set(read(record).header.players) == {"casual", "hasty"}


@pytest.mark.parametrize(
    ("bot", "ended"), [("Cheat", "illegal"), ("Clumsy", "failed")], ids=["illegal", "failed"]
)
def test_a_fault_loses_the_match_and_is_counted(
    game: InstalledGame, bots: Path, bot: str, ended: str
) -> None:
    result = tournament(game, [f"it={bots}:{bot}", "hasty"], deals=2, nodes=100)
    assert result.share("it", "hasty").mean == 0.0
    rows = {row.name: row for row in result.rows}
    assert (rows["it"].illegal, rows["it"].failed) == ((4, 0) if ended == "illegal" else (0, 4))
    assert (rows["hasty"].illegal, rows["hasty"].failed) == (0, 0)


def test_a_late_thought_is_counted_and_kept(game: InstalledGame, bots: Path) -> None:
    result = play(game, [f"slow={bots}:Slow@seconds=0.05", "hasty@nodes=50"], seed="t")
    assert result.ended == "played"
    slow, quick = result.usage
    assert slow.late == slow.overruns == slow.thoughts > 0
    assert quick.late == 0


def test_a_sequential_test_ends_a_clear_match_early(game: InstalledGame) -> None:
    result = tournament(game, ["hasty", "random"], deals=400, nodes=50, sprt=Sprt(0.5, 0.8))
    assert result.verdict == "high"
    assert result.matches < 200


def test_a_duel_is_a_share(game: InstalledGame) -> None:
    share = duel(game, "hasty", "random", deals=4, nodes=50)
    assert share.mean > 0.5
    assert share.deals == 4


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (["casual", "nobody"], UnknownBot),
        (["casual", "casual"], BadEntrant),
        (["casual", "missing.py:Bot"], BadEntrant),
        (["casual", "hasty@nodes=0"], BadEntrant),
        (["casual", "program:/no/such/program"], BadEntrant),
        (["casual"], ValueError),
    ],
)
def test_who_cannot_play_is_refused_before_anything_is_played(
    game: InstalledGame, names: list[str], error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error):
        tournament(game, names, deals=1, folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_report_names_all_and_asks_for_nothing_else(game: InstalledGame, tmp_path: Path) -> None:
    result = tournament(game, ["<b>=casual".replace("<b>", "b"), "hasty"], deals=2, nodes=50)
    write_report(result, tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert page == html_page(result)
    assert "http" not in page
    assert ">b<" in page
    assert standings_csv(result).splitlines()[0].startswith("bot,matches,wins")
    assert len((tmp_path / "pairs.csv").read_text().splitlines()) == 3
    assert json.loads((tmp_path / "standings.json").read_text())["matches"] == 4
