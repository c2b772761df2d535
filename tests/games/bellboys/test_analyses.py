"""What Bellboys tells the analyses, held against the reference engine round by round."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analyser.analysis.balance import analyse_balance
from analyser.analysis.cards import analyse_cards
from analyser.analysis.features import analyse_features
from analyser.batch.plan import Plan
from analyser.core.records import Records
from analyser.core.rules import Rules, load_rules
from analyser.games.bellboys import GAME, cards, choices, questions, tricks
from analyser.games.bellboys.analyses import components
from analyser.games.bellboys.forks import check_fork
from analyser.games.bellboys.play import play_game, trace
from analyser.games.bellboys.rules import CARDS, HAND
from analyser.games.bellboys.trace import Trace

GAMES = 30
TABLE = ("random", "greedy")


@pytest.fixture(scope="module", params=[False, True], ids=["blind", "sighted"])
def played(request: pytest.FixtureRequest) -> tuple[Rules, Records, Trace]:
    rules = load_rules(GAME, overrides={"deal.sighted_fan": request.param})
    return rules, *trace(rules, TABLE, 3, 0, GAMES)


def test_tricks_are_those_of_the_engine(played: tuple[Rules, Records, Trace]) -> None:
    """B8: the card set aside is collected with the last trick, before complete suits move."""
    rules, records, found = played
    collected, won, led = (each(found) for each in (tricks.collected, tricks.won, tricks.leads))
    np.testing.assert_array_equal(collected.sum(axis=1), records["collected"])
    np.testing.assert_array_equal(tricks.completed(found).sum(axis=1), records["suits"])
    at = 0
    for index in range(GAMES):
        for finished in play_game(rules, TABLE, 3, index).rounds:
            state = finished.round
            assert collected[:, :, at].tolist() == [list(taken) for taken in state.collected]
            assert led[:, at].tolist() == [trick.lead for trick in state.tricks]
            for trick in state.tricks:
                for play in trick.plays:
                    assert won[play.card, at] == (play.seat == trick.winner)
            assert tricks.winner(records)[at] == state.winner
            at += 1
    assert at == records.rounds


def test_B2_hands_as_dealt_do_not_depend_on_the_fans() -> None:
    hands = [
        tricks.dealt(trace(load_rules(GAME, overrides={"deal.sighted_fan": sighted}), *batch)[1])
        for sighted in (False, True)
        for batch in [(("greedy",) * 2, 5, 0, 1)]
    ]
    np.testing.assert_array_equal(hands[0][..., 0], hands[1][..., 0])


def test_points_come_from_rounds_won(played: tuple[Rules, Records, Trace]) -> None:
    rules, records, _ = played
    np.testing.assert_array_equal(components(records, rules)["rounds"], records["points"])
    assert (records["points"].sum(axis=0) == 1).all()


def test_every_card_but_one_is_somebodys(played: tuple[Rules, Records, Trace]) -> None:
    rules, records, found = played
    drawn = cards.draws(found, rules)
    assert len(cards.names(rules)) == CARDS
    whole = np.sort(np.concatenate([drawn.card, found.aside]), axis=0)
    assert (whole == np.arange(CARDS)[:, None]).all()
    assert drawn.side.sum(axis=0).tolist() == [HAND] * records.rounds
    assert drawn.won.sum(axis=0).tolist() == [HAND] * records.rounds


def test_turns_are_counted_by_trick(played: tuple[Rules, Records, Trace]) -> None:
    rules, _, found = played
    [(phase, (number, options))] = choices.turns(found, rules).items()
    assert phase == "trick"
    assert number[:, 0].tolist() == sorted([*range(HAND)] * 2)
    assert (options[::2] == np.arange(HAND, 0, -1)[:, None]).all(), "who leads is free"
    assert (options >= 1).all()


def test_forks_asked_about_are_forks_of_the_game() -> None:
    rules = load_rules(GAME)
    asked = [fork for turn in questions.decisions(rules) for fork in turn.forks]
    asked += [fork for _, fork in questions.leaders(rules)]
    [feature] = questions.features(rules)
    asked += [fork for probe in feature.probes for fork in probe.forks]
    for fork in asked:
        check_fork(fork, rules)
    assert len(asked) == 2 * sum(range(1, HAND + 1)) + 2 + 3
    assert questions.features(load_rules(GAME, overrides={"scoring.suits_move": False})) == ()


def plan(games: int = 60, **rules: object) -> Plan:
    overrides = {key.replace("__", "."): value for key, value in rules.items()}
    return Plan(GAME, load_rules(GAME, overrides=overrides), ("greedy",), 1, games)


def test_B9_what_a_moving_suit_is_worth_is_found_where_it_was_completed() -> None:
    rows = analyse_features(plan(), jobs=1).rows
    assert "success" not in set(rows["subject"]), "there are no bids"
    flags = rows[rows["question"] == "flag"].set_index("subject")
    suits = flags.loc[["family", "celebrity", "hitman"], "n"].sum()
    batch = plan()
    _, found = batch.trace(0, batch.games)
    assert flags.loc["all", "n"] == suits == tricks.completed(found).sum()
    assert flags.loc["all", "value"] > 0, "who completes a suit wants to be rid of it"


def test_the_balance_has_what_the_game_can_tell() -> None:
    rows = analyse_balance(plan(), jobs=1).rows
    found = set(rows["metric"])
    assert {"lead_effect", "regret", "forced_turns", "trailed_share", "decisiveness"} <= found
    assert not {"success", "dead_share", "bid_menu", "appeal_value", "chance_share"} & found
    assert rows.loc[rows["metric"] == "comeback_share", "value"].item() == 0, "it is a race"
    assert rows["value"].notna().all()


def test_cards_are_worth_something_whatever_the_symbols() -> None:
    rows = analyse_cards(plan(deck__symbols=["5", "=", "/", "x", "^"]), jobs=1).rows
    assert rows["card"].tolist()[:5] == ["F5", "F=", "F/", "Fx", "F^"]
    assert rows["value"].sum() == pytest.approx(0)
    assert rows["trump"].isna().all()
    assert "success" not in rows


def test_the_same_games_read_from_records_and_played() -> None:
    batch = plan(20)
    read = analyse_cards(batch, chunks=[batch.play(0, 8), batch.play(8, 12)]).rows
    pd.testing.assert_frame_equal(read, analyse_cards(batch, jobs=1).rows)
