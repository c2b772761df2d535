"""The balance table: games with known answers, plain pandas, Clara, and sums that must agree."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pandas as pd
import pytest

from analyser.analysis.balance import (
    SummariseBalance,
    analyse_balance,
    balance_table,
    lengths_table,
)
from analyser.analysis.metrics import METRICS
from analyser.core.records import Records
from analyser.core.spec import GameSpec
from tests.analysis.toy import GAMES, TOY, ToySpec, plan, random_records, records, rules

THREE = ("0", "1", "2")
LOW_WINS = ToySpec("low", "Low", (2,), TOY.strategies, TOY.columns, higher_wins=False)
NO_BIDS = ToySpec("dull", "Dull", (2,), TOY.strategies, TOY.columns, has_bids=False)


def table(whole: Records, *sides: str, spec: GameSpec = TOY) -> pd.DataFrame:
    summary = SummariseBalance(spec, rules(*sides))(whole)
    return balance_table(summary, sides)


def row(rows: pd.DataFrame, metric: str, subject: object = None) -> pd.Series:
    matching = rows["subject"].isna() if subject is None else rows["subject"] == subject
    found = rows[(rows["metric"] == metric) & matching]
    assert len(found) == 1
    return found.iloc[0]


def value(rows: pd.DataFrame, metric: str, subject: object = None) -> float:
    return float(row(rows, metric, subject)["value"])


def test_three_fair_coins() -> None:
    """All 8 courses of three rounds worth one point each to one of two sides."""
    courses = np.array([*itertools.product([0, 1], repeat=3)])
    points = np.stack([1 - courses.ravel(), courses.ravel()])
    rows = table(records(points, starter=np.repeat(courses[:, 0], 3)), "0", "1")
    assert value(rows, "starter_win_share") == 3 / 4  # the first leader
    assert value(rows, "lead_changes") == 1 / 4
    assert value(rows, "comeback_share") == 0
    assert value(rows, "comeback_share_permuted") == 0
    assert value(rows, "fairness") == 0
    assert value(rows, "margin") == 3 / 4 * 1 + 1 / 4 * 3


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("planted", [0, 1, 4])
def test_high_card_with_a_planted_advantage(sides: int, planted: int) -> None:
    """All deals of one card a side, with each starter; in ``planted`` of 10 the starter has it."""
    games = [*itertools.product(itertools.permutations(range(sides)), range(sides), range(10))]
    cards = np.array([deal for deal, _, _ in games]).T
    starter = np.array([seat for _, seat, _ in games])
    cards[starter, np.arange(len(games))] += sides * np.array([k < planted for _, _, k in games])
    whole = records(cards, lengths=np.ones(len(games), dtype=int), starter=starter)
    rows, edge = table(whole, *THREE[:sides]), planted / 10
    assert value(rows, "starter_win_share") == pytest.approx(1 / sides + edge * (1 - 1 / sides))
    assert value(rows, "starter_advantage") == pytest.approx(edge * (1 - 1 / sides))
    assert value(rows, "fairness") == row(rows, "fairness")["low"] == 0


def test_agrees_with_pandas() -> None:
    whole = random_records(400)
    rows, frame = table(whole, *THREE), whole.frame()
    last = frame.groupby(["game", "side"]).last().reset_index()
    for side in range(3):
        own = last[last["side"] == side]
        assert value(rows, "win_share", side) == own["winner"].mean()
        assert value(rows, "mean_score", side) == pytest.approx(own["total"].mean())
        assert value(rows, "score_sd", side) == pytest.approx(own["total"].std())
    first = frame[frame["round"] == 1].drop_duplicates("game")[["game", "starter"]]
    started = last.merge(first, left_on=["game", "side"], right_on=["game", "starter"])
    others = last.groupby("game")["total"].sum().to_numpy() - started["total"]
    assert len(started) == 400
    assert value(rows, "starter_win_share") == started["winner"].mean()
    assert value(rows, "starter_advantage") == pytest.approx(started["winner"].mean() - 1 / 3)
    assert value(rows, "starter_mean_score") == pytest.approx(started["total"].mean())
    assert value(rows, "starter_margin") == pytest.approx((started["total"] - others / 2).mean())
    top = last.groupby("game")["total"].apply(
        lambda x: x.nlargest(2).iloc[0] - x.nlargest(2).iloc[1]
    )
    assert value(rows, "margin") == pytest.approx(top.mean())
    assert value(rows, "margin_within_10") == (top <= 10).mean()
    assert value(rows, "tie_break_share") == (top == 0).mean()
    for metric, q in {"margin_q25": 0.25, "margin_median": 0.5, "margin_q75": 0.75}.items():
        assert value(rows, metric) == np.quantile(top, q, method="inverted_cdf")
    assert value(rows, "rounds") == whole.rounds / 400
    assert value(rows, "success") == pytest.approx(frame["met"].mean())
    assert value(rows, "points") == pytest.approx(frame["points"].mean())
    bonus = 2 * frame["met"].sum() / frame["points"].sum()
    assert value(rows, "component_share", "bonus") == pytest.approx(bonus)
    inside = rows.dropna(subset=["low"])
    assert len(inside) == len(rows)
    assert (inside["low"] <= inside["value"]).all()
    assert (inside["value"] <= inside["high"]).all()


def test_the_table_agrees_with_itself() -> None:
    whole = random_records(400)
    for sides in (THREE, ("0", "1", "clara")):
        rows = table(whole, *sides)
        by_metric = rows.groupby("metric")["value"].sum()
        assert by_metric["win_share"] == pytest.approx(1)
        assert by_metric["component_share"] == pytest.approx(1)
        assert rows[rows["metric"] == "success"]["n"].sum() == whole.rounds * whole.sides
        assert (rows[rows["metric"] == "win_share"]["n"] == 400).all()


def test_lead_changes_and_comebacks_by_hand() -> None:
    points = np.array(
        [
            # side 0 leads, level, side 1 leads: one change, no comeback
            [2, 0, 0, 5, 0, 9, 1, 0, 5],
            # side 1 leads, again, side 0 wins at the end: one change, a comeback
            [0, 2, 2, 6, 1, 0, 0, 0, 0],
        ]
    )
    rows = table(records(points), "0", "1")
    # totals: 2-0 2-2 2-4 | 5-6 5-7 14-7 | 1-0 1-0 6-0
    assert value(rows, "lead_changes") == 2 / 3
    assert value(rows, "comeback_share") == 1 / 3
    # without round 1, 2, 3 the winner (1, 0, 0) stands at 4-0 2-0 2-2 | 9-1 14-6 5-7 | 5-0 6-0 1-0
    assert value(rows, "comeback_share_permuted") == 1 / 9
    assert value(rows, "trailed_share") == 2 / 3  # at 5-6 5-7, and at 2-4 side 1 wins after 2-0
    assert value(rows, "win_share", 0) == 2 / 3


def test_lengths_of_games() -> None:
    whole = records(np.ones((2, 8)), lengths=[2, 3, 2, 1])
    found = lengths_table(SummariseBalance(TOY, rules("0", "1"))(whole))
    assert found["rounds"].tolist() == [1, 2, 3]
    assert found["n"].tolist() == [1, 2, 1]
    assert found["share"].tolist() == [1 / 4, 1 / 2, 1 / 4]


def test_low_scores_can_win() -> None:
    points = np.array([[1, 0, 3], [0, 2, 5]])
    whole = records(points, better=-1)  # totals 1-0 1-2 4-7
    rows = table(whole, "0", "1", spec=LOW_WINS)
    assert value(rows, "win_share", 0) == 1
    assert value(rows, "margin") == 3
    assert value(rows, "lead_changes") == 1
    assert value(rows, "comeback_share") == 0


def test_fairness_is_among_the_players() -> None:
    points = np.zeros((3, 400), dtype=int)
    points[np.repeat([0, 1, 2], [60, 40, 300]), np.arange(400)] = 1
    rows = table(records(points, lengths=np.ones(400, dtype=int)), "0", "1", "clara")
    assert value(rows, "win_share", "clara") == 0.75
    fairness = row(rows, "fairness")
    assert fairness["value"] == pytest.approx(0.1)
    assert fairness["n"] == 100
    assert row(rows, "starter_advantage")["value"] == pytest.approx(0.1)


def test_clara_has_rows_of_her_own() -> None:
    whole = random_records(100)
    rows = table(whole, "0", "1", "clara")
    assert value(rows, "points", "clara") == pytest.approx(whole["points"][2].mean())
    assert value(rows, "points") == pytest.approx(whole["points"][:2].mean())
    assert value(rows, "success", "clara") == pytest.approx(whole["met"][2].mean())
    bonus = 2 * whole["met"][:2].sum() / whole["points"][:2].sum()
    assert value(rows, "component_share", "bonus") == pytest.approx(bonus)


def test_teams_start_by_seat() -> None:
    points = np.array([[1, 0, 0, 1], [0, 1, 1, 0]])
    whole = records(points, lengths=[1, 1, 1, 1], starter=[2, 3, 0, 3])
    assert value(table(whole, "0", "1"), "starter_win_share") == 2 / 4


def test_few_games_are_counted_but_not_trusted() -> None:
    rows = table(random_records(29), *THREE)
    assert rows[["low", "high"]].isna().all(axis=None)
    assert rows["value"].notna().all()


def test_a_single_game_is_enough() -> None:
    rows = table(random_records(1), *THREE)
    assert rows[rows["metric"] != "score_sd"]["value"].notna().all()


def test_every_metric_is_defined() -> None:
    defined = [m.name for m in METRICS if m.command == "balance"]
    has_subject = {m.name for m in METRICS if m.command == "balance" and m.subject}
    rows = table(random_records(40), "0", "1", "clara")
    found = list(dict.fromkeys(rows["metric"]))
    assert found == [name for name in defined if name in found]
    with_subject = set(rows[rows["subject"].notna()]["metric"])
    assert with_subject == has_subject & set(found)


def test_quartiles_of_the_number_of_rounds_where_it_varies() -> None:
    points = np.arange(20).reshape(2, 10)
    rows = table(records(points, lengths=[1, 2, 3, 4]), "0", "1")
    quartiles = [value(rows, f"rounds_{q}") for q in ("q25", "median", "q75")]
    assert quartiles == [1, 2, 3]
    fixed = table(records(points[:, :9]), "0", "1")
    assert not fixed["metric"].str.startswith("rounds_").any()


def test_a_game_without_bids_has_no_success() -> None:
    rows = table(random_records(40), "0", "1", "2", spec=NO_BIDS)
    assert "success" not in set(rows["metric"])
    assert "points" in set(rows["metric"])


def test_reading_gives_what_playing_does_but_for_what_needs_more_play() -> None:
    batch = plan(GAMES, *THREE)
    played = analyse_balance(batch, forks=40, jobs=2, chunk=90)
    read = analyse_balance(batch, chunks=[batch.play(0, 250), batch.play(250, 150)])
    assert played.meta == {**read.meta, "forks": 40}
    [deals] = played.rows[played.rows["metric"] == "deal_share"].to_dict("records")
    assert deals["n"] == 40
    rest = played.rows[played.rows["metric"] != "deal_share"]
    pd.testing.assert_frame_equal(rest.reset_index(drop=True), read.rows)
    result = json.loads(played.to_json())
    assert result["meta"]["command"] == "balance"
    wins = [r for r in result["rows"] if r["metric"] == "win_share"]
    assert [r["subject"] for r in wins] == [0, 1, 2]
    assert list(wins[0]) == ["metric", "subject", "value", "low", "high", "n"]
