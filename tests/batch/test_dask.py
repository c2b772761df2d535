"""A Dask cluster instead of threads; runs where the extra ``cluster`` is installed."""

from __future__ import annotations

import numpy as np
import pytest

from analyser.batch.runner import run
from analyser.core.errors import InputError

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


def sums(records):
    return np.array([records.games, records["points"].sum(dtype=np.int64)])


def test_a_cluster_gives_the_same_results(make_plan):
    plan = make_plan(2500)
    with distributed.LocalCluster(n_workers=2, processes=False, dashboard_address=None) as cluster:
        result = run(plan, sums, dask=cluster.scheduler_address, chunk=100)
    assert (result == sums(plan.play(0, 2500))).all()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", ""])
def test_address_without_a_scheduler_is_refused(make_plan, address):
    with pytest.raises(InputError, match=f"^dask = '{address}': no scheduler answers"):
        run(make_plan(), sums, dask=address)
