"""Features on Maids: the rule on and off, flags and exchanges against plain sums over branches."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyser.analysis import features as module
from analyser.analysis.features import (
    analyse_features,
    feature_parts,
    find_features,
    rules_without,
)
from analyser.analysis.sums import margins
from analyser.analysis.traced import SummariseTrace
from analyser.batch.plan import Plan
from analyser.core.errors import InputError
from analyser.core.questions import Feature
from analyser.core.registry import get_game
from analyser.core.rules import load_rules

GAMES = 60


def plan(players: int = 3, games: int = GAMES, strategy: str = "greedy", **rules: Any) -> Plan:
    spec = get_game("maids")
    overrides = {key.replace("__", "."): value for key, value in rules.items()}
    return Plan(spec, load_rules(spec, players=players, overrides=overrides), (strategy,), 3, games)


def rows_of(batch: Plan, *names: str) -> pd.DataFrame:
    return analyse_features(batch, names, jobs=1).rows


def value(rows: pd.DataFrame, question: str, subject: str) -> Any:
    found = rows[(rows["question"] == question) & (rows["subject"] == subject)]
    assert len(found) == 1
    return found.iloc[0]


def with_feature(monkeypatch: pytest.MonkeyPatch, off: dict[str, Any]) -> None:
    feature = Feature("plain", "A rule", off, ())
    monkeypatch.setattr(module, "find_features", lambda *_: (feature,))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_rule_against_itself_is_worth_nothing(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_feature(monkeypatch, {})
    rows = rows_of(plan(players))
    assert rows["subject"].tolist() == ["success", "points", "margin"]
    assert (rows[["value", "low", "high"]] == 0).all(axis=None)
    assert (rows["n"] == GAMES).all()


def test_a_bonus_changed_with_play_fixed_is_what_the_appeals_pay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`random` plays the same under any rules: 3 points less for each successful appeal."""
    batch = plan(strategy="random")
    records = batch.play(0, GAMES)
    cheaper = replace(
        batch,
        rules=load_rules(batch.spec, players=3, overrides={"scoring.appeal_success": 7}),
    ).play(0, GAMES)
    made = batch.spec.analyses.success(records)
    assert np.array_equal(records["points"] - cheaper["points"], 3 * made * records["appeals"])
    with_feature(monkeypatch, {"scoring.appeal_success": 7})
    rows = rows_of(batch)
    assert value(rows, "rule", "success")["value"] == 0
    expected = 3 * (made * records["appeals"]).mean()
    assert expected > 0
    assert value(rows, "rule", "points")["value"] == pytest.approx(expected)


def test_rule_is_the_difference_of_two_batches() -> None:
    batch = plan()
    without = replace(batch, rules=load_rules(batch.spec, overrides={"trick.slacker_ranks": []}))
    on, off = batch.play(0, GAMES), without.play(0, GAMES)
    rows = rows_of(batch)
    success = [batch.spec.analyses.success(records).mean() for records in (on, off)]
    assert value(rows, "rule", "success")["value"] == pytest.approx(success[0] - success[1])
    points = [records["points"].mean() for records in (on, off)]
    assert value(rows, "rule", "points")["value"] == pytest.approx(points[0] - points[1])
    ends = [np.sort(records["total"][:, records.last], axis=0) for records in (on, off)]
    leads = [(end[-1] - end[-2]).mean() for end in ends]
    assert value(rows, "rule", "margin")["value"] == pytest.approx(leads[0] - leads[1])
    assert value(rows, "rule", "success")["unit"] == "difference of shares"


def test_success_is_that_of_the_players_only() -> None:
    batch = plan(2)
    without = replace(
        batch, rules=load_rules(batch.spec, players=2, overrides={"trick.slacker_ranks": []})
    )
    rates = [
        batch.spec.analyses.success(each.play(0, GAMES))[:2].mean() for each in (batch, without)
    ]
    rows = rows_of(batch)
    assert value(rows, "rule", "success")["value"] == pytest.approx(rates[0] - rates[1])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["slackers", "zero_nine"])
def test_probes_are_means_over_branches(players: int, name: str) -> None:
    batch = plan(players)
    rows = rows_of(batch, name)
    [feature] = find_features(batch.spec, batch.rules, [name])
    records, trace = batch.spec.trace(batch.rules, batch.strategies, batch.seed, 0, GAMES)
    for probe in feature.probes:
        cases = probe.cases(batch.rules, records, trace)
        worths: dict[str, list[float]] = {}
        for i, fork in enumerate(probe.forks):
            branches = batch.spec.branches(
                batch.rules, batch.strategies, batch.seed, 0, GAMES, [fork]
            )
            lost = (margins(records) - margins(branches.branch(0))) / (records.sides - 1)
            for at in range(records.rounds):
                for codes, labels in cases.groupings:
                    if cases.side[i, at] >= 0 and codes[i, at] >= 0:
                        worths.setdefault(labels[codes[i, at]], []).append(
                            lost[cases.side[i, at], at]
                        )
        mine = rows[rows["question"] == probe.question].set_index("subject")
        assert set(mine.index) == worths.keys()
        for subject, worth in worths.items():
            assert mine.loc[subject, "value"] == pytest.approx(np.mean(worth))
            assert mine.loc[subject, "n"] == len(worth)
        assert (mine["unit"] == "points").all()
        known = mine.dropna(subset=["low"])
        assert len(known)
        assert (known["low"] <= known["value"]).all()
        assert (known["value"] <= known["high"]).all()


def test_groupings_share_out_all_cards() -> None:
    rows = rows_of(plan())
    flags = rows[rows["question"] == "flag"].set_index("subject")["n"]
    whole = flags["all"]
    for part in ("purple|orange|blue", "trump|side suit|no trump", "bid .", ". held"):
        assert flags[flags.index.str.fullmatch(part)].sum() == whole


def test_uses_are_beside() -> None:
    rows = rows_of(plan(), "zero_nine", "slackers")
    assert list(dict.fromkeys(rows["feature"])) == ["zero_nine", "slackers"]
    mine = rows[rows["feature"] == "slackers"]
    assert list(dict.fromkeys(mine["question"])) == ["rule", "flag", "exchange", "use"]
    assert not mine.duplicated(["question", "subject"]).any()
    assert (mine["n"] > 0).all()


def test_the_first_feature_unless_named() -> None:
    batch = plan()
    assert set(rows_of(batch)["feature"]) == {"slackers"}
    assert [f.name for f in find_features(batch.spec, batch.rules)] == ["slackers"]
    without = plan(trick__slacker_ranks=[])
    assert [f.name for f in find_features(without.spec, without.rules)] == ["zero_nine"]


def test_features_that_are_not_there() -> None:
    batch = plan(trick__slacker_ranks=[])
    with pytest.raises(InputError, match=r"feature 'slackers': .* of maids; they have: zero_nine"):
        analyse_features(batch, ["slackers"])
    with pytest.raises(InputError, match=r"feature 'zero': .*did you mean zero_nine"):
        analyse_features(batch, ["zero"])
    nothing = plan(trick__slacker_ranks=[], trick__zero_beats_nine=False)
    with pytest.raises(InputError, match="features: these rules of maids have none"):
        analyse_features(nothing)


def test_rules_without_keep_everything_else() -> None:
    batch = plan(4, game__rounds=2)
    [feature] = find_features(batch.spec, batch.rules)
    without = rules_without(batch.spec, batch.rules, feature)
    assert without.flat == batch.rules.flat | {"trick.slacker_ranks": []}
    assert without.players == 4


def test_chunks_add_up_in_any_order() -> None:
    batch = plan(games=40)
    features = find_features(batch.spec, batch.rules, ["slackers", "zero_nine"])
    summarise = SummariseTrace(batch, feature_parts(batch, features))
    whole = summarise(batch.play(0, 40))
    pieces = [summarise(batch.play(start, count)) for start, count in ((21, 19), (0, 1), (1, 20))]
    assert reduce(add, pieces).to_bytes() == whole.to_bytes()
    assert pickle.loads(pickle.dumps(summarise))(batch.play(0, 40)).to_bytes() == whole.to_bytes()


def test_recorded_games_are_played_again() -> None:
    batch = plan()
    read = analyse_features(batch, chunks=[batch.play(0, 20), batch.play(20, 40)])
    assert read.to_json() == analyse_features(batch, jobs=2, chunk=7).to_json()
    assert read.meta["command"] == "features"
    assert read.meta["games"] == GAMES
