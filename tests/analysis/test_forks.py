"""Forks on a toy whose worths are known: bids, appeals, the lead, decisions, restrictions."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import reduce
from operator import add
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyser.analysis.appeals import (
    SummariseAppeals,
    appeals_rows,
    appeals_table,
    break_even,
)
from analyser.analysis.estimates import Estimate
from analyser.analysis.forks import FORKED as DEFAULT
from analyser.analysis.forks import fork_plan, questions_of, sum_cells
from analyser.analysis.lead import SummariseLead, lead_rows, lead_table
from analyser.analysis.menu import SummariseMenu, learn_best_bids, menu_rows, menu_table
from analyser.analysis.regret import SummariseRegret, regret_rows, regret_table
from analyser.analysis.restricted import SummariseRestricted, restricted_rows, restricted_table
from analyser.analysis.sums import Summary, by_cell
from analyser.analysis.traced import SummariseTrace
from analyser.analysis.worths import worth_parts, worth_tables
from analyser.batch.plan import Plan
from analyser.batch.runner import run
from analyser.core.errors import InputError
from tests.analysis import toy
from tests.analysis.forked import (
    CARDS,
    COSTS,
    GAIN,
    GIFT,
    LEAD,
    OPTION,
    QUESTIONS,
    ForkedSpec,
    plan,
)

GAMES = 2000


def summed(batch: Plan, part: Any) -> Summary:
    return run(batch, SummariseTrace(batch, (part,)), jobs=1)


def menu(batch: Plan) -> tuple[pd.DataFrame, dict[tuple[str, object], Estimate]]:
    summary = summed(batch, SummariseMenu(batch, learn_best_bids(batch, jobs=1)))
    rows = {(metric, subject): found for metric, subject, found, _ in menu_rows(summary, batch)}
    return menu_table(summary, batch), rows


def appeals(batch: Plan) -> pd.DataFrame:
    return appeals_table(summed(batch, SummariseAppeals(batch)), batch)


def holds(row: Any, name: str, truth: float) -> bool:
    prefix = "" if name == "value" else f"{name}_"
    return bool(row[f"{prefix}low"] <= truth <= row[f"{prefix}high"])


def inside(estimate: Estimate, truth: float) -> bool:
    return bool(estimate.low <= truth <= estimate.high)


def test_selection_coin_imposed() -> None:
    """The better side of the coin is bid, so 3/4 of the bids are made; of imposed ones 1/2."""
    batch = plan(GAMES)
    table, _ = menu(batch)
    assert table["bid"].tolist() == [0, 1]
    assert table["n"].tolist() == [3 * 3 * GAMES] * 2
    assert (table["reached"] == 1).all()
    for row in table.to_dict("records"):
        assert holds(row, "success", 1 / 2)
        assert row["success_high"] - row["success_low"] < 0.02
    played = batch.play(0, GAMES)
    assert played["met"].mean() == pytest.approx(3 / 4, abs=0.01)


def test_imposed_win_calls_for_an_appeal_in_two_of_three_deals() -> None:
    """By the card held: 10 p − 5 (1 − p) is above 0 for four cards of six."""
    table = appeals(plan(GAMES, "win"))
    by_card = table[table["moment"].isna() & table["bid"].notna()]
    chances = [(2 * card + 1) / (2 * CARDS) for card in range(CARDS)]
    assert by_card["bid"].tolist() == [*range(CARDS)]
    for row, chance in zip(by_card.to_dict("records"), chances, strict=True):
        assert holds(row, "success", chance)
        assert holds(row, "value", GAIN * chance - GIFT * (1 - chance))
        assert row["used"] == (chance > 1 / 3)
    assert (by_card["value"] > 0).sum() == 4
    [whole] = table[table["moment"].isna() & table["bid"].isna()].to_dict("records")
    assert holds(whole, "used", 2 / 3)
    assert whole["n"] == by_card["n"].sum() == 3 * 3 * GAMES


def test_an_appeal_that_gives_nothing_away_breaks_even_at_a_third() -> None:
    table = appeals(plan(300))
    for name in ("break_even", "break_even_low", "break_even_high"):
        known = table[name].dropna()
        assert len(known)
        assert known.to_numpy() == pytest.approx(1 / 3)


def test_what_showing_a_card_gives_away_raises_the_break_even() -> None:
    """Every card that lies up costs 1 point, so kappa is 1: (5 + 1) / (10 + 5)."""
    table = appeals(plan(300, "shown"))
    assert table["break_even"].to_numpy() == pytest.approx(6 / 15)
    assert [(metric, subject, n) for metric, subject, _, n in appeals_rows(table)] == [
        (f"appeal_{name}", None, 2700) for name in ("value", "success", "break_even")
    ]


@pytest.mark.parametrize(
    ("gain", "gift", "given_away", "chance"),
    [(10, 5, 0, 1 / 3), (10, 0, 0, 0), (10, 5, 3, 8 / 15), (0, 5, 0, 1), (0, 0, 1, np.nan)],
)
def test_break_even(gain: int, gift: int, given_away: float, chance: float) -> None:
    """In margin a third for 10 and 5; in own points, where the gift costs nothing, 0."""
    kappa = Estimate(*(np.array(given_away + d, dtype=float) for d in (0, -1, 1)))
    found = break_even(gain, gift, kappa)
    assert found.value == pytest.approx(chance, nan_ok=True)
    if gain + gift:
        assert found.high - found.low == pytest.approx(2 / (gain + gift))


def worth(card: int, bid: int) -> float:
    """What a bid brings over nothing, where win pays 40 and lose 20, appeals where they pay."""
    p = (2 * card + 1) / (2 * CARDS)
    chance = p if bid else 1 - p
    return (40 if bid else 20) * chance + max(0, GAIN * chance - GIFT * (1 - chance))


def test_the_best_bid_is_learned_from_the_cards() -> None:
    """Win pays 40 and lose 20, so win is best from a chance of 1/3 on: four cards of six."""
    table, rows = menu(plan(GAMES, "uneven"))
    assert table["best"].sum() == pytest.approx(1)
    assert holds(table.iloc[1], "best", 2 / 3)
    assert inside(rows["bid_menu_size", None], np.exp(np.log(3) - 2 / 3 * np.log(2)))
    deals = np.array([[worth(card, bid) for bid in (0, 1)] for card in range(CARDS)])
    played = np.where(np.arange(CARDS) > 2, deals[:, 1], deals[:, 0]).mean()
    assert inside(rows["bid_menu", 0], deals[:, 0].mean() - played)
    assert inside(rows["bid_menu", 1], deals[:, 1].mean() - played)
    assert inside(rows["bid_menu_spread", None], deals[:, 1].mean() - deals[:, 0].mean())
    assert inside(rows["bid_best_margin", None], deals.max(axis=1).mean() - played)
    assert rows["bid_best_margin", None].low > 0
    for bid, row in enumerate(table.to_dict("records")):
        assert rows["bid_menu", bid].value == row["margin"]
        assert rows["bid_best", bid].value == row["best"]
    spread = table["margin"].iloc[1] - table["margin"].iloc[0]
    assert rows["bid_menu_spread", None].value == pytest.approx(spread)


def test_the_rule_is_learned_on_other_games() -> None:
    """Of other games of the same number, so that what they teach is not what is valued."""
    batch = plan(40)
    rule = learn_best_bids(batch, jobs=1)
    again = learn_best_bids(batch, jobs=2, chunk=7)
    assert (rule.worth.tolist(), rule.most, rule.least) == (
        again.worth.tolist(),
        again.most,
        again.least,
    )
    assert rule.worth.shape == (2, 2, CARDS)
    other = Plan(batch.spec, batch.rules, batch.strategies, batch.seed + 1, 40, version="1")
    assert not np.array_equal(rule.worth, learn_best_bids(other, jobs=1).worth)


@pytest.mark.parametrize("sides", [2, 3])
def test_lead(sides: int) -> None:
    """Who leads has 6 points more, so others have 6 / (sides − 1) less in margin."""
    batch = plan(100, "seen", *map(str, range(sides)))
    table = lead_table(summed(batch, SummariseLead(batch)), batch)
    assert table["subject"].tolist() == ["all", "plain", "odd"]
    assert table["n"].tolist() == [sides * 300, sides * 100, sides * 200]
    for name in ("value", "low", "high"):
        assert table[name].to_numpy() == pytest.approx(LEAD * sides / (sides - 1))
    assert table["win"].notna().tolist() == [True, False, False]
    assert [metric for metric, *_ in lead_rows(table)] == ["lead_effect", "lead_win_effect"]


def test_lead_in_games_won_is_that_of_the_first_round() -> None:
    """Against whole games, played by hand."""
    batch = plan(200)
    [win] = lead_table(summed(batch, SummariseLead(batch)), batch)["win"].dropna()
    forks = [fork for _, fork in questions_of(batch.spec).leaders(batch.rules)]
    won = []
    for fork in forks:
        records = batch.spec.simulate(
            batch.rules,
            batch.strategies,
            batch.seed,
            0,
            200,
            fork.__class__(fork.kind, fork.value, 1),
        )
        won.append(records["winner"][:, records.last].mean(axis=1))
    shares = np.array(won)  # [leader, side]
    leading = np.diag(shares)
    others = (shares.sum(axis=0) - leading) / 2
    assert win == pytest.approx((leading - others).mean())
    assert win > 0


def test_a_game_is_not_asked_what_it_has_no_answer_to(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = SimpleNamespace(leaders=QUESTIONS.leaders, restrictions=QUESTIONS.restrictions)
    monkeypatch.setattr(ForkedSpec, "has", lambda self, module: module == "questions")
    monkeypatch.setattr(ForkedSpec, "module", lambda self, name: {"questions": asked}[name])
    batch = plan(40, "seen", "0", "1")
    parts = tuple(worth_parts(batch, jobs=1))
    tables = worth_tables(run(batch, SummariseTrace(batch, parts), jobs=1), batch)
    assert set(tables) == {"lead", "restricted"}
    assert tables["lead"]["subject"].tolist() == ["all"], "nothing that the lead depends on"
    assert tables["lead"]["value"].to_numpy() == pytest.approx(2 * LEAD)


def test_regret_of_a_random_choice() -> None:
    """Each of 1, 2 or 3 legal alternatives pays OPTION more than the one below, and the top is
    played: a random one is OPTION · (n − 1) / 2 worse, OPTION / 2 on average."""
    batch = plan(GAMES)
    table = regret_table(summed(batch, SummariseRegret(batch)), batch)
    assert table["phase"].tolist() == ["first", "first", "second", "second"]
    assert table["at"].tolist() == [None, 1, None, 1]
    assert (table["n"] == 3 * 3 * GAMES).all()
    first, second = table.iloc[0], table.iloc[2]
    assert holds(first, "regret", OPTION / 2)
    assert first["regret_high"] - first["regret_low"] < 0.1
    assert second["regret"] == second["regret_low"] == second["regret_high"] == 0
    assert [(m, subject) for m, subject, *_ in regret_rows(table)] == [
        ("regret", "first"),
        ("regret", "second"),
    ]


def test_restricted_play() -> None:
    batch = plan(200)
    table = restricted_table(summed(batch, SummariseRestricted(batch)), batch)
    assert table["restriction"].tolist() == [*COSTS]
    assert (table["n"] == 3 * 200).all()
    for name in ("margin", "margin_low", "margin_high"):
        assert table[name].tolist() == pytest.approx([3 * cost for cost in COSTS.values()])
    costly, free = table.to_dict("records")
    assert 0 < costly["win_share_low"] < costly["win_share"]
    assert free["win_share"] == free["win_share_low"] == free["win_share_high"] == 0
    assert [subject for _, subject, *_ in restricted_rows(table)] == [*COSTS]


def test_a_side_that_nobody_plays_is_asked_nothing() -> None:
    """Clara is among the others of a margin, but no row is about her."""
    batch = plan(100, "seen", "0", "1", "clara")
    table, _ = menu(batch)
    assert (table["n"] == 2 * 300).all()
    assert appeals(batch)["n"].max() == 2 * 300
    led = lead_table(summed(batch, SummariseLead(batch)), batch)
    assert led["value"].to_numpy() == pytest.approx(LEAD * (1 + 1 / 2))
    assert led["n"].iloc[0] == 2 * 300


STUDIES: list[Callable[[Plan], Any]] = [
    lambda batch: SummariseMenu(batch, learn_best_bids(batch, jobs=1)),
    SummariseAppeals,
    SummariseLead,
    SummariseRegret,
    SummariseRestricted,
]


@pytest.mark.parametrize("study", STUDIES)
def test_chunks_add_up_in_any_order(study: Callable[[Plan], Any]) -> None:
    batch = plan(50)
    part = study(batch)
    whole = part(*_traced(batch, 0, 50))
    pieces = [part(*_traced(batch, start, count)) for start, count in ((31, 19), (0, 1), (1, 30))]
    assert reduce(add, pieces).to_bytes() == whole.to_bytes()
    again = pickle.loads(pickle.dumps(part))
    assert again(*_traced(batch, 0, 50)).to_bytes() == whole.to_bytes()


def _traced(batch: Plan, start: int, count: int) -> tuple[Any, Any]:
    return batch.spec.trace(batch.rules, batch.strategies, batch.seed, start, count)


def test_few_games_have_no_interval() -> None:
    batch = plan(20)
    table, rows = menu(batch)
    assert table["margin_low"].isna().all()
    assert all(np.isnan(estimate.low) for estimate in rows.values())
    assert appeals(batch)["break_even_low"].isna().all()


def test_cells_with_a_negative_code_are_left_out() -> None:
    game = np.repeat(np.arange(40), 3)
    code, y = game % 4 - 1, np.arange(120)
    kept = code >= 0
    expected = by_cell([code[kept]], game[kept], [y[kept]])
    found = sum_cells([code], game, [y])
    assert np.array_equal(found.keys, expected.keys)
    assert np.array_equal(found.values, expected.values)


def test_the_number_of_forked_games() -> None:
    assert fork_plan(plan(50)).games == 50
    assert fork_plan(plan(50_000)).games == DEFAULT
    assert fork_plan(plan(50), 30).games == 30
    for wrong in (0, 51, 2.5, True):
        with pytest.raises(InputError, match=r"forks = .*: must be a whole number from 1 to .* 50"):
            fork_plan(plan(50), wrong)  # type: ignore[arg-type]


def test_a_game_without_questions_says_so() -> None:
    with pytest.raises(InputError, match="coins cannot be forked"):
        questions_of(NoQuestions("coins", "Coins", (2,), (), ()))


class NoQuestions(toy.ToySpec):
    def has(self, module: str) -> bool:
        return False
