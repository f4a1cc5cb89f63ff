"""The distribution of best play: rows that are right, kept, resumed, put together and reported."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.games.turing_machine.solver.best_play import Solver
from numberhouse.games.turing_machine.solver.best_play_report import (
    BEGIN,
    END,
    NoRows,
    table,
    tally,
    write_report,
)
from numberhouse.games.turing_machine.solver.distribution import (
    CLASSES,
    BadRows,
    Bounds,
    Limits,
    Part,
    Row,
    chunk,
    row,
    rows_in,
    run,
)
from numberhouse.games.turing_machine.terminal.commands.distribution import distribution

EASY = CLASSES["classic-4-easy"]
NIGHTMARE = CLASSES["nightmare-4-hard"]
PAGE = Path("docs/games/turing-machine/best-play.md")


def call(*args: str) -> Result:
    return CliRunner().invoke(distribution, args)


def test_there_are_27_classes_and_two_of_all_card_sets() -> None:
    assert len(CLASSES) == 29
    assert [one.size() for one in (EASY, CLASSES["extreme-5-hard"], NIGHTMARE)] == [10_000, 1_000, 200]
    assert CLASSES["sets-4"].size() == 108_839


def test_a_row_is_what_best_play_takes_on_the_layout_of_a_sample() -> None:
    found = row(EASY, 7, Limits())
    problem = Problem.from_id(found.text)
    assert problem.level == "easy"
    solver = Solver(problem.layout)
    assert found.exact
    assert found.worst.high == solver.worst().best
    assert found.expected.high[0] / found.worlds == pytest.approx(solver.expected().best.rounds)
    assert found.expected.high[1] / found.worlds == pytest.approx(solver.expected().best.questions)
    assert row(EASY, 7, Limits()) == found
    assert row(EASY, 8, Limits()).text != found.text


def test_a_card_set_is_named_by_its_cards() -> None:
    first = row(CLASSES["sets-4"], 0, Limits())
    assert first.text == " ".join(map(str, sorted(map(int, first.text.split()))))
    assert first.exact


def test_a_monster_is_left_with_bounds_and_finished_later(tmp_path: Path) -> None:
    hurried = Limits(seconds=math.inf, nodes=1)
    assert run([NIGHTMARE], tmp_path, samples=2, limits=hurried)
    rows = rows_in(tmp_path, NIGHTMARE)
    assert set(rows) == {0, 1}
    assert not all(found.exact for found in rows.values())
    for found in rows.values():
        assert found.worst.low <= found.worst.high
        assert found.expected.low <= found.expected.high
    before = (tmp_path / "nightmare-4-hard.jsonl").read_text().count("\n")
    run([NIGHTMARE], tmp_path, samples=2, limits=hurried)
    assert (tmp_path / "nightmare-4-hard.jsonl").read_text().count("\n") == before
    run([NIGHTMARE], tmp_path, samples=2, limits=hurried, finish=True)
    assert (tmp_path / "nightmare-4-hard.jsonl").read_text().count("\n") > before
    assert set(rows_in(tmp_path, NIGHTMARE)) == {0, 1}


def test_lines_round_trip_and_proofs_are_put_together() -> None:
    exact = Row(3, "id", 7, 2, Bounds((2, 3), (2, 3)), Bounds((9, 20), (9, 20)))
    loose = exact._replace(worst=Bounds((1, 5), (3, 0)), expected=Bounds((8, 0), (9, 21)))
    for one in (exact, loose):
        assert Row.from_line(one.line()) == one
    assert exact.line() == '[3,"id",7,2,2,3,9,20]\n'
    assert loose.meet(exact) == exact == exact.meet(loose)
    with pytest.raises(ValueError, match="number 3 is id and other"):
        exact.meet(exact._replace(text="other"))


def test_parts_make_the_whole(tmp_path: Path) -> None:
    for first in (1, 2, 3):
        assert run([EASY], tmp_path, samples=10, part=Part(first, 3))
    run([EASY], tmp_path / "whole", samples=10)
    assert rows_in(tmp_path, EASY) == rows_in(tmp_path / "whole", EASY)
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == [
        f"classic-4-easy.{first}-of-3.jsonl" for first in (1, 2, 3)
    ]


def test_what_is_there_is_not_computed_again_and_a_half_written_line_is_dropped(tmp_path: Path) -> None:
    run([EASY], tmp_path, samples=6)
    path = tmp_path / "classic-4-easy.jsonl"
    whole = path.read_text()
    path.write_text(whole[: whole.rindex("\n", 0, -1) + 5])
    assert len(rows_in(tmp_path, EASY)) == 5
    told: list[tuple[str, int, int]] = []
    assert run([EASY], tmp_path, samples=6, progress=lambda *news: told.append(news))
    assert told == [("classic-4-easy", 6, 6)]
    assert path.read_text() == whole
    again: list[tuple[str, int, int]] = []
    assert run([EASY], tmp_path, samples=6, progress=lambda *news: again.append(news))
    assert again == []
    assert path.read_text() == whole


@pytest.mark.parametrize("line", ["{}", "[1,2]", '[0,"x",1,1,1,1,1,true]', '["a","x",1,1,1,1,1,1]', "\x00"])
def test_files_that_are_no_rows_are_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "classic-4-easy.jsonl").write_text(f"{line}\n")
    with pytest.raises(BadRows, match="line 1 is no row of classic-4-easy"):
        rows_in(tmp_path, EASY)
    result = call("--class", "classic-4-easy", "--out", str(tmp_path), "--samples", "1", "--workers", "1")
    assert result.exit_code == 2
    assert "line 1 is no row" in " ".join(result.output.split())


def test_a_worker_hands_in_early_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.games.turing_machine.solver.distribution.HAND_IN", 0.0)
    found, left = chunk(EASY, [4, 5, 6], Limits())
    assert [one.number for one in found] == [4]
    assert left == [5, 6]


def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    args = [
        sys.executable, "-m", "numberhouse", "distribution", "turing-machine",
        "--class", "classic-4-easy", "--samples", "700", "--out", str(tmp_path), "--workers", "2",
    ]  # fmt: skip
    begun = subprocess.Popen(args, stderr=subprocess.PIPE, start_new_session=True)
    path = tmp_path / "classic-4-easy.jsonl"
    end = time.monotonic() + 60
    while time.monotonic() < end and begun.poll() is None and not (path.exists() and path.stat().st_size):
        time.sleep(0.01)
    os.killpg(begun.pid, signal.SIGKILL)
    begun.communicate()
    kept = len(rows_in(tmp_path, EASY))
    assert kept > 0
    done = subprocess.run([*args], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert set(rows_in(tmp_path, EASY)) == set(range(700))


def test_it_stops_when_its_time_is_up(tmp_path: Path) -> None:
    assert not run([EASY], tmp_path, samples=5, until=time.monotonic() - 1)
    assert run([EASY], tmp_path, samples=5, until=time.monotonic() + 60)


def test_the_report_is_written_into_the_page(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run([EASY], tmp_path, samples=20)
    run([NIGHTMARE], tmp_path, samples=1, limits=Limits(nodes=1))
    (tmp_path / "best-play.md").write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    result = call("--report", str(tmp_path), "--docs", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert result.output.split() == [str(tmp_path / "best-play.svg"), str(tmp_path / "best-play.md")]
    page = (tmp_path / "best-play.md").read_text(encoding="utf-8")
    assert "| classic-4-easy | 20 | 100.0% |" in page
    assert "| nightmare-4-hard | 1 | 0.0% |" in page
    assert page.count(BEGIN) == page.count(END) == 1
    drawn = (tmp_path / "best-play.svg").read_bytes()
    assert call("--report", str(tmp_path), "--docs", str(tmp_path)).exit_code == 0
    assert (tmp_path / "best-play.md").read_text(encoding="utf-8") == page
    assert (tmp_path / "best-play.svg").read_bytes() == drawn


def test_the_table_is_reckoned_right() -> None:
    exact = Bounds((2, 3), (2, 3))
    rows = [
        Row(0, "a", 2, 2, Bounds((1, 1), (1, 1)), Bounds((2, 2), (2, 2))),
        Row(1, "b", 4, 3, exact, Bounds((6, 12), (6, 12))),
        Row(2, "c", 4, 3, Bounds((3, 0), (6, 9)), Bounds((8, 0), (10, 20))),
    ]
    found = tally(EASY, rows)
    assert (found.rows, found.complete) == (3, False)
    assert found.exact == pytest.approx(2 / 3)
    assert found.mean_rounds == pytest.approx(((1 + 1.5 + 2) / 3, (1 + 1.5 + 2.5) / 3))
    assert found.mean_questions == pytest.approx(((1 + 3 + 0) / 3, (1 + 3 + 5) / 3))
    assert found.worst_rounds == pytest.approx((1 / 3, 1 / 3, 0, 0, 1 / 3))
    assert found.worst == ((3, 0), (6, 9))
    assert found.quantiles == (3, 5, 5)
    *_, line = table([found])
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells[:3] == ["classic-4-easy", "3", "66.7%"]
    assert cells[3].startswith("1.500 to 1.667 ± ")
    assert cells[-1] == "≤ 6, 9"


def test_a_report_without_rows_or_page_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoRows, match="There is no page"):
        list(write_report([EASY], tmp_path, tmp_path))
    (tmp_path / "best-play.md").write_text("nothing")
    with pytest.raises(NoRows, match="There are no rows"):
        list(write_report([EASY], tmp_path, tmp_path))
    run([EASY], tmp_path, samples=1)
    with pytest.raises(NoRows, match="has no place for the table"):
        list(write_report([EASY], tmp_path, tmp_path))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Say with --out where the rows go"),
        (("--out", "x", "--class", "classic-7"), "There is no class 'classic-7'; a class is"),
        (("--out", "x", "--part", "0/3"), "'0/3' is no part; part 2 of 3 is written 2/3"),
        (("--out", "x", "--part", "4/3"), "'4/3' is no part"),
        (("--out", "x", "--part", "a"), "'a' is no part"),
        (("--out", "x", "--workers", "0"), "not in the range"),
        (("--out", "x", "--seconds", "nan"), "nan is no number"),
        (("--report", "/nowhere/at/all"), "does not exist"),
    ],
)
def test_bad_input_is_refused_with_status_2(args: tuple[str, ...], message: str) -> None:
    result = call(*args)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert not Path("x").exists()
