"""The pages of exhibits: which there are, and that their sentences say what the rows say."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from analyser.core.certificates import Certificate
from analyser.report import style
from analyser.report.evidence import Evidence
from analyser.report.sections import PAGES, Exhibit, Section, player_counts, sections
from analyser.report.sections.choices import beyond
from analyser.report.words import NBSP
from tests.core.certified import held
from tests.report import synthetic_tables
from tests.report.synthetic import balance, evidence

NEEDS = {
    "menu": ["menu"],
    "bids": ["bids"],
    "bounds": ["bounds"],
    "circumstances": ["bids_by_trump", "bids_by_appeals"],
    "demand": ["demand", "tiers"],
    "appeals": ["appeals"],
    "decisions": ["dead", "decisions"],
    "draws": ["draws"],
    "passes": ["passes"],
    "restricted": ["restricted"],
    "features": ["features"],
    "cards": ["cards"],
    "course": ["course"],
    "bystander": ["clara"],
}
"""The tables that a page is about: without all of them there is none."""


def without(base: Evidence, tables: list[str]) -> Evidence:
    kept = {name: rows for name, rows in base.tables.items() if name not in tables}
    return replace(base, tables=kept)


def with_table(base: Evidence, name: str, rows: pd.DataFrame) -> Evidence:
    return replace(base, tables={**base.tables, name: rows})


def page(base: Evidence, name: str) -> tuple[Section, ...]:
    return sections(base, [name])


def exhibit(base: Evidence, name: str) -> Exhibit:
    (found,) = (e for s in sections(base, PAGES) for e in s.exhibits if e.name == name)
    return found


def said(base: Evidence, name: str) -> str:
    return exhibit(base, name).sentence.replace(NBSP, " ")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_there_when_its_tables_are(name: str) -> None:
    assert page(evidence(2, full=True), name)


@pytest.mark.parametrize(("name", "tables"), NEEDS.items(), ids=str)
def test_a_page_without_its_tables_is_left_out(name: str, tables: list[str]) -> None:
    assert page(without(evidence(2, full=True), tables), name) == ()


def test_pages_come_in_the_order_that_is_asked_for() -> None:
    base = evidence(full=True)
    found = [section.headline for section in sections(base, ["course", "bids"])]
    assert found == ["Which round decides", "What is bid, and what comes of it"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_sentence_has_an_interval(players: int) -> None:
    number = r"[+−]?\d[\d.,]*"
    interval = re.compile(rf"\({number}(–|{NBSP}to{NBSP}){number}\)")
    for section in sections(evidence(players, full=True), PAGES):
        for found in section.exhibits:
            assert interval.search(found.sentence), (found.name, found.sentence)


def test_a_dozen_games_can_be_drawn_too() -> None:
    with style.applied():
        for section in sections(evidence(2, 12, full=True), PAGES):
            for found in section.exhibits:
                found.draw(Figure().add_subplot())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_page_says_on_how_many_games_it_rests(players: int) -> None:
    for section in sections(evidence(players, full=True), PAGES):
        if section.headline not in ("When a bid succeeds",):  # the bids of the page before
            said = " ".join(found.sentence for found in section.exhibits)
            assert f"; n{NBSP}=" in said, section.headline


def test_what_is_seen_and_what_is_imposed_is_said() -> None:
    notes = {s.headline: s.note for s in sections(evidence(full=True), PAGES)}
    assert notes["What a bid is worth"].startswith("Imposed: the same deal played on.")
    assert notes["When an appeal pays"].startswith("Imposed: the same deal played on.")
    assert notes["What each tool is worth"].startswith("Imposed: the same game played on.")
    assert notes["What is bid, and what comes of it"].startswith("Seen is not caused.")
    assert notes["When a bid succeeds"].startswith("Seen is not caused.")


def test_beginners_stand_beside_the_strategy_only_if_they_played() -> None:
    base = evidence(full=True)
    assert "random" in said(base, "bid_success")
    assert "random" not in said(without(base, ["bids_beginner"]), "bid_success")


def test_ticks_show_what_could_have_been_met_only_where_that_was_asked() -> None:
    base = evidence(full=True)
    sentence = said(base, "bid_success")
    assert "in the first 3,000 games, a clairvoyant meets 77.0 % (76.5–77.5) against" in sentence
    assert "13.0 % (12.6–13.4) against everybody else together; n = 27,000 bids." in sentence
    drawn = exhibit(base, "bid_success").draw.keywords  # type: ignore[attr-defined]
    assert list(drawn["ticks"]) == ["possible", "clairvoyant", "forceable"]
    plain = without(base, ["bounds"])
    assert "clairvoyant" not in said(plain, "bid_success")
    assert "Ticks" in page(base, "bids")[0].lead
    assert "Ticks" not in page(plain, "bids")[0].lead
    assert exhibit(plain, "bid_success").half
    assert exhibit(plain, "bid_share").half
    alone = without(base, ["bids_beginner"])
    assert "success" in exhibit(alone, "bid_success").draw.keywords["series"]  # type: ignore[attr-defined]


def test_the_range_of_success_is_that_of_competent_strategies() -> None:
    base = evidence(full=True)
    drawn = exhibit(base, "bid_success").draw.keywords  # type: ignore[attr-defined]
    assert drawn["bar"] == ("least", "most")
    rivals = base.tables["bids_competent"]
    rows = exhibit(base, "bid_success").draw.args[0]  # type: ignore[attr-defined]
    at = {(r["bid"], r["strategy"]): r["success"] for r in rivals.to_dict("records")}
    for row in rows.to_dict("records"):
        assert row["least"] == at[row["bid"], "planner"]
        assert row["most"] == at[row["bid"], "rollout:64"]
    assert re.search(
        r"widest at bid \d: \d+ % \(\d+–\d+\) for planner to \d+ %", said(base, "bid_success")
    )
    alone = with_table(base, "bids_competent", rivals[rivals["strategy"] == "planner"])
    assert exhibit(alone, "bid_success").draw.keywords["bar"] is None  # type: ignore[attr-defined]
    assert "competent" not in said(alone, "bid_success")


def test_rungs_that_search_stand_as_certified() -> None:
    base = evidence(full=True)
    ladder = ("random", "greedy", "rollout:64")
    steps = held("greedy", "random", 40), held("rollout:64", "greedy", 12, edge=0.06)
    certificate = Certificate("standard", 3, "0123", "0.1.0", ladder, steps)
    certified = replace(base, certificate=certificate)
    drawn = exhibit(certified, "skill_points").draw.args[0]  # type: ignore[attr-defined]
    assert list(drawn["score_difference"]) == [46.0, 12.0], "fast ones as measured"
    assert "The skill depth is 2 (1–2) of 2" in said(certified, "skill_wins")
    assert "rollout" not in said(certified, "skill_games"), "nothing is known of that"
    assert "The skill depth is 1 (1–1) of 1" in said(base, "skill_wins")


def test_what_perfect_play_could_have_done() -> None:
    base = evidence(full=True)
    sentence = said(base, "bounds_all")
    assert "meets 77.0 %" in sentence
    assert "As played, 39.0 % (38.4–39.6) are met." in sentence
    assert "furthest apart at bid 0: as played 45.0 %" in said(base, "bounds_by_bid")
    slackers = said(base, "bounds_slackers")
    assert slackers.startswith("Slackers: of the bids made, 6.0 % (5.7–6.3) are forceable only")
    assert "+5.0 pp (+4.4 to +5.6) in all" in slackers
    assert "moves by +1.0 pp" in slackers
    names = [e.name for s in page(without(base, ["bounds_features"]), "bounds") for e in s.exhibits]
    assert names == ["bounds_all", "bounds_by_bid"]
    few = with_table(base, "bounds_features", synthetic_tables.bounds_features(2))
    assert "bounds_slackers" not in [e.name for s in page(few, "bounds") for e in s.exhibits]


def test_the_menu_compares_with_the_same_bids_as_played() -> None:
    base = evidence(full=True)
    played = base.tables["bids"]
    few = with_table(base, "bids", played[played["bid"] < 5])
    drawn = exhibit(few, "menu_success").draw.args[0]  # type: ignore[attr-defined]
    assert list(drawn["bid"]) == list(range(7))
    assert drawn["played"].isna().sum() == 2


def test_appeals_are_held_against_their_break_even() -> None:
    base = evidence(full=True)
    rows = base.tables["appeals"]
    single = rows["moment"].notna() & rows["bid"].notna()
    above = rows.assign(success=0.9, success_low=0.89, success_high=0.91)
    sentence = said(with_table(base, "appeals", above), "appeal_success")
    assert sentence.startswith("Of 18 cases success lies above break-even in 18 and below it in 0")
    assert single.sum() == 21  # three have a break-even far from any share: left out
    assert "success 90" in sentence


@pytest.mark.parametrize("columns", [["value", "low", "high"]])
def test_cells_are_marked_beyond_the_limit_with_few_false(columns: list[str]) -> None:
    rng = np.random.default_rng(20_240_118)
    reports = 2000
    at_limit = rng.standard_normal((reports, 21)) + 3.0  # the limit is 3, the error 1
    found = 0
    for values in at_limit:
        rows = pd.DataFrame({"value": values, "low": values - 1.96, "high": values + 1.96})
        found += beyond(rows, 3.0).any()
    assert found / reports < 0.06
    cells = [[9.0, 7.0, 11.0], [0.0, -2.0, 2.0], [np.nan] * 3, [0.0] * 3, [9.0] * 3]
    clear = pd.DataFrame(cells, columns=columns)
    assert list(beyond(clear, 3.0)) == [True, False, False, False, True]


def test_pages_on_rules_are_broken_before_they_are_full() -> None:
    found = page(evidence(full=True), "features")
    assert [s.headline.partition(": ")[2] for s in found] == [
        "slackers",
        "slackers",
        "a 0 that beats its 9",
    ]
    names = [e.name for s in found for e in s.exhibits]
    assert "slackers_exchange" in names
    assert "zero_nine_exchange" not in names


def test_the_rule_and_its_use_are_said_in_their_units() -> None:
    base = evidence(full=True)
    assert "success: +1.1 pp" in said(base, "slackers_rule_pp")
    assert "margin: +1.80 points" in said(base, "slackers_rule_points")
    assert "0.31" in said(base, "slackers_use_share_of_rounds")
    assert "a round" in said(base, "slackers_use_share_of_rounds")


def test_cards_are_told_apart_by_their_relation_to_trump() -> None:
    base = evidence(full=True)
    rows = base.tables["cards"].copy()
    chosen = (rows["card"] == "B0") & rows["trump"].isna()
    rows.loc[chosen, ["value", "low", "high"]] = [9.0, 8.9, 9.1]
    assert "B0 (no trump): +9.0 points" in said(with_table(base, "cards", rows), "card_value")


def test_players_side_by_side() -> None:
    metrics = ("success", "margin", "fairness")  # the last is not among those drawn
    table = synthetic_tables.counts(
        {players: balance(players, 10_000) for players in (2, 3, 4)}, metrics
    )
    (found,) = player_counts(table)
    assert {e.name for e in found.exhibits} == {f"players_{metric}" for metric in metrics[:2]}
    assert all(e.half for e in found.exhibits)


def test_the_side_that_nobody_plays_wins_by_its_points() -> None:
    base = evidence(2, full=True)
    assert said(base, "bystander_shares").startswith("Clara wins 20.0 % (")
    assert "others' failed appeals: 7.00 points" in said(base, "bystander_points")
    assert "bid 0: 40.0 %" in said(base, "bystander_bids")


def test_what_a_strategy_leaves_to_the_cards_alone_is_no_news() -> None:
    base = evidence(full=True)
    assert "the cards" in said(base, "luck")
    rows = base.tables["balance"].copy()
    rows.loc[rows["metric"] == "deal_share", ["value", "low", "high"]] = 1.0
    assert "the cards" not in said(with_table(base, "balance", rows), "luck")


def test_later_rounds_are_named_where_games_go_on() -> None:
    base = evidence(full=True)
    drawn = exhibit(base, "course").draw.args[0]  # type: ignore[attr-defined]
    assert list(drawn["round"]) == [1, 2, 3]
    longer = with_table(base, "lengths", synthetic_tables.lengths(1000))
    drawn = exhibit(longer, "course").draw.args[0]  # type: ignore[attr-defined]
    assert list(drawn["round"]) == [1, 2, "3+"]
    assert "highest for 3 rounds: 44 %" in said(longer, "lengths")


def test_what_a_rule_cannot_move_is_left_out() -> None:
    """Points that add to a constant whatever the rules."""
    base = evidence(full=True)
    rows = base.tables["features"].copy()
    fixed = (rows["question"] == "rule") & (rows["subject"] == "points")
    rows.loc[fixed, ["value", "low", "high"]] = 0
    drawn = exhibit(with_table(base, "features", rows), "slackers_rule_points")
    ax = Figure().add_subplot()
    drawn.draw(ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["margin"]
