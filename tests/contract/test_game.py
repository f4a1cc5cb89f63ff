"""The parts of the contract that games share."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import IllegalAction, check_awaited, shared_places


def test_equal_merits_share_a_place_and_the_next_is_skipped() -> None:
    assert shared_places([10, 7, 10, 3]) == (1, 3, 1, 4)
    assert shared_places([(1, 2), (1, 3)]) == (2, 1)
    assert shared_places([]) == ()


def test_a_seat_that_isnt_awaited_is_refused_with_the_awaited_ones() -> None:
    check_awaited(1, frozenset((0, 1)))
    with pytest.raises(IllegalAction, match=r"doesn't wait for seat 3, .*; it waits for: 1, 2$"):
        check_awaited(2, frozenset((1, 0)))
    with pytest.raises(IllegalAction, match=r"it is over$"):
        check_awaited(0, frozenset())
