"""A tournament on a real Ray cluster of two nodes, one of which is killed in the middle.

It takes the extra `cluster` and a minute: `python3 dev.py test --long` runs it where Ray is installed.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from numberhouse.arena import tournament
from numberhouse.registry import find

ray = pytest.importorskip("ray", reason="the extra `cluster` isn't installed")
pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]


def test_a_killed_node_loses_nothing_and_nothing_counts_twice(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    game = find("turing-machine")
    plan: dict[str, Any] = {"deals": 30, "nodes": 200, "seed": "cluster"}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    told: list[str] = []

    def listen(result: Any, total: int) -> None:  # noqa: ARG001 - the listener's shape
        told.append(result.table.key)
        if len(told) == 10:
            cluster.remove_node(second, allow_graceful=False)

    try:
        there = tournament(
            game, ["casual", "hasty"], **plan, cluster=cluster.address, folder=tmp_path, listener=listen
        )
    finally:
        cluster.shutdown()
    here = tournament(game, ["casual", "hasty"], **plan)
    assert there.pairs == here.pairs
    assert Counter(told) == Counter(set(told))
    assert len(told) == 60
    assert len((tmp_path / "results.jsonl").read_text().splitlines()) == 60
