"""The making of a seed, and its check."""

from __future__ import annotations

import hashlib
import shutil
import subprocess

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.seeding import Seeding, check_contribution, commitment_of, mismatches, seed_of

SECRET = "0123456789abcdef" * 4
CONTRIBUTIONS = ("11" * 16, "", "22" * 64)

byte_strings = st.binary(min_size=16, max_size=64).map(bytes.hex)
secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
contributions = st.lists(byte_strings | st.just(""), min_size=1, max_size=4).map(tuple)


def made(**changes: object) -> Seeding:
    seeding = Seeding(
        match="Match_1-a", commitment=commitment_of(SECRET), contributions=CONTRIBUTIONS, secret=SECRET
    )
    return msgspec.structs.replace(seeding, **changes)


def codes(seeding: Seeding, seed: str, seats: int = 3) -> list[str]:
    return [mismatch.code for mismatch in mismatches(seeding, seed, seats)]


SEED = seed_of("Match_1-a", SECRET, CONTRIBUTIONS)


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="without sha256sum")
def test_sha256sum_makes_the_same_digests() -> None:
    def digest(text: str) -> str:
        ran = subprocess.run(["sha256sum"], input=text, capture_output=True, text=True, check=True)
        return ran.stdout.split()[0]

    assert digest(f"numberhouse commitment 1\n{SECRET}") == commitment_of(SECRET)
    lines = ["numberhouse seed 1", "Match_1-a", SECRET, *CONTRIBUTIONS]
    assert digest("".join(f"{line}\n" for line in lines)) == SEED


@given(secrets, contributions, st.data())
def test_another_secret_match_or_contribution_gives_another_seed(
    secret: str, given_ones: tuple[str, ...], data: st.DataObject
) -> None:
    seed = seed_of("m", secret, given_ones)
    assert len(bytes.fromhex(seed)) == hashlib.sha256().digest_size
    seat = data.draw(st.integers(0, len(given_ones) - 1))
    other = data.draw((byte_strings | st.just("")).filter(lambda text: text != given_ones[seat]))
    changed = (*given_ones[:seat], other, *given_ones[seat + 1 :])
    assert seed_of("m", secret, changed) != seed
    assert seed_of("m", data.draw(secrets.filter(lambda text: text != secret)), given_ones) != seed
    assert seed_of("n", secret, given_ones) != seed
    assert seed_of("m", secret, (*given_ones, "")) != seed


@pytest.mark.parametrize("size", [16, 17, 32, 64])
def test_a_contribution_has_16_to_64_bytes(size: int) -> None:
    check_contribution("a0" * size)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "this is one of 0 digits"),
        ("00" * 15, "this is one of 30 digits"),
        ("0" * 33, "this is one of 33 digits"),
        ("00" * 65, "this is one of 130 digits"),
        ("00" * 15 + "0A", "this is one with the character 'A'"),
        ("00" * 16 + "\n", r"this is one with the character '\\n'"),
        ("\u0660" * 32, "this is one with the character '\u0660'"),  # a digit, in Arabic
    ],
)
def test_other_contributions_are_refused_with_what_would_be_accepted(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="16 to 64 random bytes, as 32 to 128 hexadecimal digits.*" + why):
        check_contribution(text)


def test_a_true_seeding_has_no_mismatch() -> None:
    assert codes(made(), SEED) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"secret": "f" * 64}, ["commitment", "seed"]),
        ({"commitment": "f" * 64}, ["commitment"]),
        ({"contributions": ("11" * 16, "33" * 16, "22" * 64)}, ["seed"]),
        ({"contributions": ("22" * 64, "", "11" * 16)}, ["seed"]),
        ({"match": "other"}, ["seed"]),
        ({"match": "a\nb"}, ["form"]),
        ({"secret": None}, ["form"]),
        ({"secret": SECRET + "\n"}, ["form"]),
        ({"commitment": "x"}, ["form"]),
        ({"contributions": CONTRIBUTIONS[:2]}, ["form"]),
        ({"contributions": ("11" * 16 + "\n", "zz", "22" * 64)}, ["form", "form"]),
    ],
)
def test_every_change_is_found_and_named(changes: dict[str, object], found: list[str]) -> None:
    assert codes(made(**changes), SEED) == found


def test_another_seed_is_found() -> None:
    assert codes(made(), "f" * 64) == ["seed"]
