"""The worth of cards: planted worths, statsmodels, coverage, and what became of the draws."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import add

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.regression.linear_model import OLS

from analyser.analysis.cards import SummariseCards, analyse_cards, cards_table, coefficients
from analyser.analysis.draws import SummariseDraws, draws_table
from analyser.analysis.sums import Summary
from analyser.analysis.traced import SummariseTrace
from analyser.core.errors import InputError
from analyser.core.records import Records
from tests.analysis.deals import CARDS, CARDS_MODULE, DEALS, GAMES, Draws, deal, part
from tests.analysis.toy import TOY, ToySpec, plan, rules

THREE = ("0", "1", "2")
CLARA = ("0", "1", "clara")
WORTH = np.array([[0, 3, 6, 0, 1, 2], [5, 5, 5, 0, 9, 0], [1, 2, 3, 4, 5, 9]])


def summary(whole: Records, draws: Draws, *sides: str) -> Summary:
    return SummariseCards(DEALS, rules(*sides))(whole, draws)


def table(whole: Records, draws: Draws, *sides: str) -> pd.DataFrame:
    rows = cards_table(summary(whole, draws, *sides), 3)
    return rows.assign(trump=rows["trump"].map(str)).set_index(["card", "trump"])


def planted() -> np.ndarray:
    """The worth in margin, [rounds, cards]: w points are w·(1 + 1/2) to the side, a mean card 0."""
    return 1.5 * (WORTH - WORTH.mean(axis=1, keepdims=True))


def assert_planted(rows: pd.DataFrame) -> None:
    x, y, none = planted()
    for i, card in enumerate(CARDS):
        own, other = {"x": (x, y), "y": (y, x), "z": (None, (x + y) / 2)}[card[0]]
        assert rows.loc[(card, "None"), "value"] == pytest.approx(none[i])
        assert rows.loc[(card, "False"), "value"] == pytest.approx(other[i])
        if own is None:
            assert (card, "True") not in rows.index
        else:
            assert rows.loc[(card, "True"), "value"] == pytest.approx(own[i])


def test_a_card_is_worth_what_it_adds() -> None:
    rows = table(*deal(200, worth=WORTH), *THREE)
    assert_planted(rows)
    assert rows["low"].to_numpy() == pytest.approx(rows["high"].to_numpy())


def test_the_other_trumps_weigh_alike_however_many_rounds_each_has() -> None:
    whole, draws = deal(300, worth=WORTH)
    keep = (whole["round"] != 2) | (whole.game % 3 == 0)
    fewer = replace(whole, block=whole.block[:, keep])
    assert_planted(table(fewer, Draws(*(a[:, keep] for a in vars(draws).values())), *THREE))


def test_without_bids_and_actions_only_worth_and_tricks_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CARDS_MODULE, "ACTIONS", {})
    plain = replace(DEALS, has_bids=False)
    found = SummariseCards(plain, rules(*THREE))(*deal(200, worth=WORTH))
    rows = cards_table(found, 3)
    names = ("value", "low", "high", "tricks", "tricks_low", "tricks_high")
    assert tuple(rows.columns) == ("card", "trump", *names, "n")
    assert rows["value"].tolist() == table(*deal(200, worth=WORTH), *THREE)["value"].tolist()


def test_values_add_to_zero() -> None:
    rows = table(*deal(300, noise=9), *THREE).reset_index()
    assert rows[rows["trump"] == "None"]["value"].sum() == pytest.approx(0, abs=1e-9)
    # The regressions of x and y rounds: z cards have the mean of the two.
    trumps = rows[rows["trump"] != "None"]
    weight = np.where(trumps["card"].str[0] == "z", 2, 1)
    assert (weight * trumps["value"]).sum() == pytest.approx(0, abs=1e-9)
    assert (rows[rows["trump"] == "None"]["value"].abs() > 0).all()


@pytest.mark.parametrize("sides", [THREE, CLARA])
def test_agrees_with_cluster_robust_least_squares(sides: tuple[str, ...]) -> None:
    """statsmodels leaves out the last card instead; contrasts with the mean are the same."""
    games = 1000
    whole, draws = deal(games, 1, worth=WORTH, noise=9, nobodys=sides.count("clara"))
    rows = table(whole, draws, *sides)
    players = 3 - sides.count("clara")
    own = whole["points"].astype(float)
    margin = (own - (own.sum(axis=0) - own) / 2)[:players]
    x = np.zeros((len(CARDS), 3, whole.rounds))
    x[draws.card, draws.side, np.arange(whole.rounds)] = 1
    for at, number in (("True", 1), ("None", 3)):
        here = whole["round"] == number
        left = x[:, :players, here].reshape(len(CARDS), -1).T
        design = np.column_stack([np.ones(len(left)), left[:, :-1]])
        fit = OLS(margin[:, here].ravel(), design).fit(
            cov_type="cluster", cov_kwds={"groups": np.tile(whole.game[here], players)}
        )
        contrasts = np.eye(6) - 1 / 6
        found = fit.t_test(np.column_stack([np.zeros(6), contrasts[:, :-1]]))
        cards = [card for card in CARDS if at == "None" or card[0] == "x"]
        mine = rows.loc[[(card, at) for card in cards]]
        expected = [CARDS.index(card) for card in cards]
        assert mine["value"].to_numpy() == pytest.approx(found.effect[expected])
        half = (mine["high"] - mine["low"]) / 2 / stats.t.ppf(0.975, 199)
        ratio = half.to_numpy() / found.sd.ravel()[expected]
        assert ratio == pytest.approx(1, abs=0.15)
        assert ratio.mean() == pytest.approx(1, abs=0.05)


def test_coverage() -> None:
    truth = planted()[2]
    hits = []
    for seed in range(300):
        rows = table(*deal(250, seed, worth=WORTH, noise=9), *THREE)
        none = rows.xs("None", level="trump")
        hits.append((none["low"] <= truth) & (truth <= none["high"]))
    assert 0.93 <= np.mean(hits) <= 0.97


def test_what_became_of_the_draws() -> None:
    whole, draws = deal(100, noise=3)
    rows = table(whole, draws, *THREE)
    assert rows.groupby("card")["n"].sum().tolist() == [300] * 6
    for i, card in enumerate(CARDS):
        even = float(i % 2 == 0)
        for name in ("held", "tricks"):
            assert (rows.loc[card, name] == even).all()
        assert (rows.loc[card, "laid"] == 1 - even).all()
    # A card is drawn once a round, so its success is that of the side that drew it.
    success = whole["met"][draws.side, np.arange(whole.rounds)]
    here = (draws.card == 2) & (whole["round"] == 3)
    assert rows.loc[("y0", "None"), "success"] == pytest.approx(success[here].mean())
    assert (rows["success_low"] < rows["success"]).all()


def test_cards_of_a_side_that_nobody_plays_are_nobodys() -> None:
    whole, draws = deal(200, nobodys=1)
    rows = table(whole, draws, *CLARA)
    assert rows["n"].sum() == 4 * whole.rounds
    assert rows.loc["x0", "n"].sum() == (draws.card == 0).sum() < whole.rounds


@pytest.mark.parametrize("games", [1, 2, 29])
def test_few_games_give_no_interval_and_no_crash(games: int) -> None:
    rows = table(*deal(games, noise=3), *THREE)
    assert rows[["low", "high", "success_low"]].isna().all(axis=None)
    assert rows["tricks"].notna().all()
    assert rows["value"].isna().all() == (games < 29)


def test_what_the_data_do_not_determine_is_unknown() -> None:
    z = np.array([[1, 1, 0, 5], [1, 0, 1, 3], [1, 1, 0, 5], [1, 0, 1, 3]])
    upper = np.triu_indices(4)
    both = np.stack([(z.T @ z)[upper], (z[:1].T @ z[:1])[upper], np.zeros(10, dtype=int)])
    found = coefficients(both, 2)
    assert found[0] == pytest.approx([1, -1])
    assert np.isnan(found[1:]).all()


def test_any_chunks_in_any_order_give_the_same_bytes() -> None:
    whole, draws = deal(300, noise=5)
    for summarise in (SummariseCards(DEALS, rules(*THREE)), SummariseDraws(DEALS, rules(*THREE))):
        again = pickle.loads(pickle.dumps(summarise))
        expected = again(whole, draws).to_bytes()
        rng = np.random.default_rng(0)
        for parts in (2, 5, 40):
            inner = np.sort(rng.choice(np.arange(1, 300), parts - 1, replace=False))
            pieces = [
                summarise(*part(whole, draws, a, b - a))
                for a, b in pairwise([0, *inner.tolist(), 300])
            ]
            shuffled = [pieces[i] for i in rng.permutation(parts)]
            assert reduce(add, shuffled).to_bytes() == expected
            assert Summary.from_bytes(expected).to_bytes() == expected


def test_a_game_without_cards_says_so() -> None:
    class Bare(ToySpec):
        def has(self, module: str) -> bool:
            return False

    bare = Bare("bare", "Bare", (2,), TOY.strategies, TOY.columns)
    with pytest.raises(InputError, match="cards: bare has no cards analysis"):
        SummariseCards(bare, rules("0", "1"))


def test_playing_and_reading_give_the_same_result() -> None:
    batch = plan(GAMES, *THREE, spec=DEALS)
    played = analyse_cards(batch, jobs=2, chunk=90)
    read = analyse_cards(batch, chunks=[batch.play(0, 250), batch.play(250, 150)])
    assert played.to_json() == read.to_json()
    result = json.loads(played.to_json())
    assert result["meta"]["command"] == "cards"
    assert {(row["card"], row["trump"]) for row in result["rows"]} == {
        (card, trump) for card in CARDS for trump in (True, False, None)
    } - {("z0", True), ("z1", True)}
    assert list(result["rows"][0])[:6] == ["card", "trump", "value", "low", "high", "tricks"]


def test_games_that_are_no_longer_played_as_recorded_are_refused() -> None:
    batch = plan(GAMES, *THREE, spec=DEALS)
    others = replace(batch, seed=1).play(100, 50)
    with pytest.raises(InputError, match="games 100 to 149 of the run, made by version 1, are"):
        SummariseTrace(batch, (SummariseCards(DEALS, batch.rules),))(others)


def test_draws_by_card_and_turn() -> None:
    whole, draws = deal(100)
    rows = draws_table(SummariseDraws(DEALS, rules(*THREE))(whole, draws))
    assert rows["card"].tolist() == [card for card in CARDS for _ in range(2)]
    assert rows["turn"].tolist() == [1, 2] * 6
    assert rows["n"].sum() == 6 * whole.rounds
    assert rows["n"].iloc[0] == ((draws.card == 0) & (draws.turn == 0)).sum()
    assert (rows["keep"] + rows["bid"] == 1).all()
    assert rows["keep"].tolist() == [1.0, 1.0, 0.0, 0.0] * 3
    assert rows["forced"].tolist() == [0.0, 1.0] * 6
