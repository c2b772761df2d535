"""The use of rules: counted by hand, and against plain sums."""

from __future__ import annotations

from functools import reduce
from operator import add
from types import ModuleType, SimpleNamespace
from typing import cast

import numpy as np
import pytest

from analyser.analysis.uses import SummariseUses, uses_table
from tests.analysis.toy import TOY, ToySpec, chunk, random_records, rules


class UseSpec(ToySpec):
    def module(self, name: str) -> ModuleType:
        found = {"uses": SimpleNamespace(uses=lambda records, trace, rules: trace)}
        return cast(ModuleType, found[name])


SPEC = UseSpec("uses", "Uses", (3,), TOY.strategies, TOY.columns)


def trace(rounds: int, seed: int = 0) -> dict[str, SimpleNamespace]:
    rng = np.random.default_rng(seed)
    found = {}
    for rule, p in (("slack", 0.3), ("turn", 0.1)):
        used = rng.random((4, rounds)) < p
        saved = used & (rng.random(used.shape) < 0.5)
        found[rule] = SimpleNamespace(used=used, saved=saved, broke=used & ~saved)
    return found


def test_rows_are_the_sums() -> None:
    whole = random_records(200)
    done = trace(whole.rounds)
    rows = uses_table(SummariseUses(SPEC, rules("0", "1", "2"))(whole, done))
    assert rows["question"].unique().tolist() == ["use"]
    assert rows["feature"].unique().tolist() == ["slack", "turn"]
    for rule, use in done.items():
        mine = rows[rows["feature"] == rule].set_index("subject")
        tricks = [f"trick {k}" for k in (1, 2, 3, 4)]
        assert list(mine.index) == ["all", *tricks, "saved", "broke"]
        assert mine.loc["all", "value"] == pytest.approx(use.used.sum() / whole.rounds)
        assert mine.loc["all", "value"] == pytest.approx(mine.loc[tricks, "value"].sum())
        assert mine.loc[tricks, "value"].tolist() == pytest.approx(use.used.mean(axis=1))
        assert mine.loc["saved", "value"] == pytest.approx(use.saved.sum() / use.used.sum())
        assert mine.loc["saved", "value"] + mine.loc["broke", "value"] == pytest.approx(1)
        assert mine.loc[["saved", "broke"], "n"].tolist() == [use.used.sum()] * 2
        assert mine.loc[["all", *tricks], "n"].tolist() == [whole.rounds] * 5
        assert (mine["low"] < mine["value"]).all()
        assert (mine["value"] < mine["high"]).all()


def test_a_rule_that_is_never_used_saves_nothing_known() -> None:
    whole = random_records(40)
    none = np.zeros((4, whole.rounds), dtype=bool)
    done = {"slack": SimpleNamespace(used=none, saved=none, broke=none)}
    rows = uses_table(SummariseUses(SPEC, rules("0", "1", "2"))(whole, done)).set_index("subject")
    assert rows.loc["all", "value"] == 0
    assert np.isnan(rows.loc["saved", "value"])
    assert rows.loc["saved", "n"] == 0


def test_chunks_add_up() -> None:
    whole = random_records(100)
    done = trace(whole.rounds)
    summarise = SummariseUses(SPEC, rules("0", "1", "2"))
    pieces = []
    for a, b in ((60, 40), (0, 60)):
        keep = (whole.game >= a) & (whole.game < a + b)
        cut = {
            rule: SimpleNamespace(**{k: v[:, keep] for k, v in vars(use).items()})
            for rule, use in done.items()
        }
        pieces.append(summarise(chunk(whole, a, b), cut))
    assert reduce(add, pieces).to_bytes() == summarise(whole, done).to_bytes()
