"""`numberhouse solve turing-machine`: its answers and its refusals."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from typing import Any

import pytest
from click.testing import CliRunner, Result

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.solver.best_play import Solver
from numberhouse.games.turing_machine.solver.search.evaluation import OpenRound
from numberhouse.games.turing_machine.terminal.commands.solve import solve
from numberhouse.games.turing_machine.terminal.commands.waiting import waited

README = ("4", "9", "11", "14")
SEVEN = ("3", "7", "10", "14")
LAYOUT = Layout("classic", ((3,), (7,), (10,), (14,)))


def run(*args: str) -> Result:
    return CliRunner().invoke(solve, args)


def answer(*args: str) -> dict[str, Any]:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_the_readme_example_as_json() -> None:
    found = answer(*README)
    assert list(found) == ["codes", "worlds", "next", "worst", "expected"]
    assert found["codes"] == ["221", "241"]
    assert found["worlds"] == 2
    assert list(found["next"]) == ["proposal", "verifiers"]
    assert len(found["next"]["verifiers"]) == 1
    assert found["worst"] == {"rounds": 1, "questions": 1}
    assert found["expected"] == {"rounds": 1.0, "questions": 1.0}
    raw = run(*README, "--json").output
    assert '"worst":{"rounds":1,"questions":1},"expected":{"rounds":1.0,"questions":1.0}}' in raw
    assert "435" in answer(*SEVEN)["codes"]


def test_the_readme_example_for_people() -> None:
    text = run(*README).output
    assert text.splitlines()[:6] == [
        "Codes left: 2 (worlds: 2)",
        "  221   50.00%",
        "  241   50.00%",
        "△  · 2 · · ·",
        "□  · 2 · 4 ·",
        "○  1 · · · ·",
    ]
    assert "At worst:   1 / 1" in text
    assert "On average: 1 / 1" in text
    assert "Осталось кодов: 2" in run(*README, "--lang", "ru").output


def test_tm_11_a_known_code_has_no_next_question() -> None:
    found = answer(*README, "--asked", "345 A yes")
    assert found == {
        "codes": ["241"],
        "worlds": 1,
        "next": None,
        "worst": {"rounds": 1, "questions": 0},
        "expected": {"rounds": 1.0, "questions": 0.0},
    }
    assert "The code is 241. Say it." in run(*README, "--asked", "345 A yes").output
    assert answer(*README, "--wrong", "221")["codes"] == ["241"]


@pytest.mark.parametrize(
    "texts",
    [
        ["345 C yes", "111 b no"],
        ["345 c YES, 111 B No"],
        ["345 C y; 111 B n"],
        ["345 C ✓", "111 B ✗"],
        ["345 с да; 111 b нет"],
        [" 345  C  yes ,111 B no"],
    ],
)
def test_answers_are_read_in_all_their_forms(texts: list[str]) -> None:
    known = Knowledge(LAYOUT, [Observation("345", 2, True), Observation("111", 1, False)])
    asked = [word for text in texts for word in ("--asked", text)]
    assert answer(*SEVEN, *asked)["codes"] == list(known.codes)


def test_extreme_is_written_in_pairs_and_nightmare_by_its_mode() -> None:
    pairs = ("1+39", "4+10", "9+13", "14+17")
    found = answer(*pairs)
    layout = Layout("extreme", ((1, 39), (4, 10), (9, 13), (14, 17)))
    assert found["worlds"] == Knowledge(layout).worlds
    assert answer(*pairs, "--mode", "extreme")["codes"] == found["codes"]
    nightmare = answer(*README, "--mode", "nightmare")
    assert nightmare["worlds"] == 48
    assert "exact" not in nightmare


def test_verifiers_are_those_asked_whatever_the_answers_are() -> None:
    solver = Solver(LAYOUT)
    for aim in ("worst", "mean"):
        found = answer(*SEVEN, "--aim", aim)["next"]
        move = solver.next(aim=aim)
        assert move.proposal == found["proposal"]
        sets = [(solver.everything, "A")]
        for letter in found["verifiers"]:
            moves = [solver.next(rows, aim, under(found, letter)) for rows, _ in sets]
            assert {"ABCD"[move.verifier] for move in moves if move.verifier is not None} == {letter}
            sets = [
                (side, letter)
                for rows, _ in sets
                for side in solver.sides(rows, found["proposal"], "ABCD".index(letter))
                if side
            ]


def under(found: dict[str, Any], letter: str) -> OpenRound | None:
    """The round as it is before that verifier is asked."""
    before = found["verifiers"][: found["verifiers"].index(letter)]
    if not before:
        return None
    return OpenRound(INDEX[found["proposal"]], sum(1 << "ABCD".index(one) for one in before), len(before))


def test_tm_9_the_round_under_way_goes_on_or_ends() -> None:
    first = answer(*SEVEN)["next"]
    letter = first["verifiers"][0]
    asked = f"{first['proposal']} {letter} no"
    found = answer(*SEVEN, "--asked", asked, "--now", f"{first['proposal']} {letter}")
    assert found["next"]["round"] in ("same", "new")
    assert letter not in found["next"]["verifiers"] or found["next"]["round"] == "new"
    between = answer(*SEVEN, "--asked", asked)
    assert found["worst"]["rounds"] <= between["worst"]["rounds"]
    seen = Observation(first["proposal"], "ABCD".index(letter), False)
    solver = Solver(LAYOUT)
    standing = OpenRound(INDEX[seen.code], 1 << seen.verifier, 1)
    exact = solver.worst(solver.rows([seen]), standing).best
    assert (found["worst"]["rounds"], found["worst"]["questions"]) == exact
    three = "111 A no, 111 B no, 111 D no"
    ended = answer(*SEVEN, "--asked", three, "--now", "111 A B D")
    assert ended["next"] is None or ended["next"]["round"] == "new"


def test_tm_13_a_handicap_is_of_the_first_round() -> None:
    free, one, two = (answer(*SEVEN, "--handicap", str(handicap)) for handicap in (0, 1, 2))
    assert free["worst"]["rounds"] <= one["worst"]["rounds"] <= two["worst"]["rounds"]
    assert two["expected"]["rounds"] > free["expected"]["rounds"]
    assert len(two["next"]["verifiers"]) == 1
    under_way = ("--asked", "111 C no", "--now", "111 C")
    assert answer(*SEVEN, *under_way, "--handicap", "2")["next"]["round"] == "new"


def test_reasons_laws_and_tree_come_when_they_are_wished() -> None:
    found = answer(*README, "--why", "111", "--why", "a.2", "--why", "A.4.1", "--laws", "--tree")
    assert list(found)[5:] == ["why", "weights", "digits", "laws", "tree"]
    code, law, other = found["why"]
    assert (code["of"], code["out"], code["kind"]) == ("111", True, "no-law")
    assert code["reason"] == "No law of verifier D fits it."
    assert law == {"of": "A.4.2", "out": False}
    assert other == {"of": "A.4.1", "out": False}
    assert found["weights"] == {"221": 1, "241": 1}
    assert found["digits"] == {"△": [2], "□": [2, 4], "○": [1]}
    assert [one["worlds"] for one in found["laws"]["A"]] == [1, 1]
    assert {one["card"] for one in found["laws"]["D"]} == {14}
    assert sorted(line.split()[-1] for line in found["tree"] if "solve" in line) == ["221", "241"]
    text = run(*README, "--why", "111", "--why", "221", "--laws", "--tree", "--depth", "1").output
    assert "111: No law of verifier D fits it." in text
    assert "221: It is still possible." in text
    assert "Verifier A" in text
    assert "solve 241" in text


def test_reasons_in_extreme_and_nightmare_name_the_card() -> None:
    (reason,) = answer(*README, "--mode", "nightmare", "--why", "B.4.1")["why"]
    assert reason == {"of": "B.4.1", "out": False}
    (reason,) = answer("1+39", "4+10", "9+13", "14+17", "--why", "D.17.4")["why"]
    assert reason["of"] == "D.17.4"


@pytest.mark.parametrize("args", [("--seconds", "0.05"), pytest.param((), marks=pytest.mark.long)])
def test_nightmare_that_takes_too_long_is_answered_with_a_bound(args: tuple[str, ...]) -> None:
    """How long it takes is measured in bench/, where the machine is known."""
    found = answer("13", "14", "36", "40", "47", "--mode", "nightmare", *args)
    assert found["codes"]
    assert found["next"]["verifiers"]
    assert found["exact"] is False
    assert list(found)[-2:] == ["exact", "at_least"]
    for name in ("worst", "expected"):
        least = found["at_least"][name]
        assert (least["rounds"], least["questions"]) > (1, 0)
        assert (least["rounds"], least["questions"]) <= (found[name]["rounds"], found[name]["questions"])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "No cards are given; give the number of each verifier's card: 4 9 11 14"),
        (("4", "9", "11"), "A problem has 4, 5 or 6 verifiers, not 3."),
        (("1", "2", "3", "4", "5", "6", "7"), "A problem has 4, 5 or 6 verifiers, not 7."),
        (tuple("123456789") * 20, "180 places for cards are too many; there are at most 6 verifiers."),
        (("4", "9", "11", "49"), "There is no card 49; the cards are 1 to 48."),
        (("4", "9", "11", "0"), "There is no card 0"),
        (("4", "9", "11", "11"), "Card 11 is there more than once"),
        (("4", "9", "11", "x"), "'x' is no card; cards are numbers from 1 to 48, pairs are written 4+17."),
        (("4", "9", "11", "٣"), "is no card"),
        (("4", "9", "11", "9" * 5000), "is no card"),
        (("4", "9", "11", "14+"), "'14+' is no card"),
        (("4+17", "9+2", "11+6", "14+1+3"), "Verifier D has 3 cards; extreme wants two"),
        (("4+17", "9+2", "11+6", "14"), "Verifier D has 1 cards; extreme wants two"),
        (("4+17", "9+2", "11+6", "14+4"), "Card 4 is there more than once"),
        (
            ("4+17", "9+2", "11+6", "14+1", "--mode", "nightmare"),
            "4+17 is a pair of cards, which only extreme",
        ),
        ((*README, "--mode", "extreme"), "In extreme each verifier has two cards, written as pairs"),
        ((*README, "--mode", "dream"), "'dream' is not one of"),
        (("1", "2", "3", "5"), "Cards 1, 2, 3, 5 carry no valid problem in classic"),
        ((*README, "--asked", "345 A"), "'345 A' is no answer; write the proposal, the verifier"),
        ((*README, "--asked", ""), "--asked has an empty entry"),
        ((*README, "--asked", "345 A yes,,345 B no"), "--asked has an empty entry"),
        ((*README, "--asked", "345 E yes"), "'e' is no verifier here; they are A to D."),
        ((*README, "--asked", "345 в yes"), "may mean B or C; write a Latin letter A to D"),
        ((*README, "--asked", "645 A yes"), "'645' has a digit outside 1 to 5"),
        ((*README, "--asked", "34 A yes"), "'34' is no code; a code is three digits 1 to 5"),
        ((*README, "--asked", "345 A maybe"), "'maybe' in '345 A maybe' is no answer of a verifier"),
        ((*README, "--asked", "x" * 100_000), "--asked is longer than 15,000 characters"),
        ((*README, "--asked", ";" * 900), "--asked has 901 entries; more than the 750 questions"),
        ((*README, "--wrong", "9"), "'9' is no code"),
        ((*README, "--now", ""), "--now '' is no round"),
        ((*README, "--now", "345 A B C D"), "is no round; write its proposal and up to three verifiers"),
        (
            (*README, "--now", "345 A"),
            "--now says that A was asked about 345, but no --asked tells the answer",
        ),
        ((*README, "--asked", "345 A yes", "--now", "345 A A"), "--now asks A more than once"),
        ((*README, "--handicap", "3"), "not in the range"),
        (
            (*README, "--asked", "345 A yes", "--handicap", "1"),
            "--handicap takes questions off the first round",
        ),
        (
            (*README, "--asked", "345 A yes, 345 B no", "--now", "345 A B", "--handicap", "2"),
            "--now has 2 questions and the handicap takes 2 of the round's three",
        ),
        ((*README, "--why", "777"), "'777' has a digit outside 1 to 5"),
        ((*README, "--why", "A.4.9"), "Card 4 has no law 9; its laws are 1 to 3."),
        ((*README, "--why", "A.5.1"), "Verifier A has no card 5; it has 4."),
        ((*README, "--why", "A.x"), "--why 'A.x' is neither a code (345) nor a law (A.2"),
        ((*README, "--mode", "nightmare", "--why", "A.1"), "In nightmare name the card too: A.4.1"),
        ((*README, *["--why", "111"] * 51), "--why is given 51 times; at most 50 reasons"),
        ((*README, "--depth", "3"), "--depth goes with --tree only."),
        ((*README, "--seconds", "0"), "not in the range"),
        ((*README, "--seconds", "nan"), "nan"),
    ],
)
def test_bad_input_is_refused_with_the_reason_and_status_2(args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.output.split())
    assert "Traceback" not in result.output
    assert len(result.output) < 1_000


@pytest.mark.parametrize(
    ("asked", "group"),
    [
        ("345 A yes, 345 A no", ["345 A no", "345 A yes"]),
        ("111 A yes, 222 B no, 345 A yes, 121 A yes", ["121 A yes", "345 A yes"]),
    ],
)
def test_contradictory_answers_name_a_smallest_group(asked: str, group: list[str]) -> None:
    result = run(*README, "--asked", asked)
    assert result.exit_code == 2
    _, _, told = result.output.strip().rstrip(".").partition("These answers can't all be true: ")
    named = told.split("; ")
    assert len(named) <= len(group)
    observations = [Observation(text[:3], "ABCD".index(text[4]), text.endswith("yes")) for text in named]
    assert not Solver(Layout("classic", ((4,), (9,), (11,), (14,)))).rows(observations)


def test_all_750_questions_may_be_answered() -> None:
    layout = Layout("classic", ((3,), (7,), (10,), (14,)))
    problem = Knowledge(layout).draw(Chance("all"))
    entries = [
        f"{code} {'ABCD'[verifier]} {'yes' if problem.answer(code, verifier) else 'no'}"
        for verifier in range(4)
        for code in CODES
    ]
    assert answer(*SEVEN, "--asked", ", ".join(entries))["codes"] == [problem.code]


def test_waiting_hands_on_results_and_faults_and_can_be_interrupted() -> None:
    assert waited(lambda _: 5, "five") == 5
    with pytest.raises(ZeroDivisionError):
        waited(lambda _: 1 // 0, "zero")
    stopped = threading.Event()

    def work(stop: Any) -> None:
        while not stop():
            time.sleep(0.01)
        stopped.set()

    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        waited(work, "waiting")
    assert stopped.wait(5)
