"""Certificates: how they are read and found, and what follows from their rows."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from analyser.core.certificates import Certificate, Held, certificates
from analyser.core.registry import get_game
from analyser.core.rules import load_rules
from analyser.core.spec import GameSpec
from tests.core.certified import held

LADDER = ("fool", "rule", "plan", "search:8")


def certificate(*rows: Held) -> Certificate:
    return Certificate("standard", 3, "0123", "0.1.0", LADDER, rows)


@pytest.mark.parametrize(
    ("loss", "half", "verdict"),
    [
        (3.0, 0.5, "yes"),  # 3.5 at worst, of 40 × 0.1 at least
        (3.6, 0.5, "unclear"),  # 4.1 at worst
        (4.7, 0.5, "unclear"),  # 4.2 at best, of 44 × 0.1 at most
        (4.9, 0.5, "no"),  # 4.4 at best
        (-1.0, 0.5, "yes"),  # it gains
    ],
)
def test_competence_holds_at_the_worst_ends_of_both_intervals(
    loss: float, half: float, verdict: str
) -> None:
    fool = held("fool", "search:8", -42, 2)
    found = certificate(fool, held("plan", "search:8", -loss, half))
    assert found.competent("plan") == verdict
    assert found.competent("fool") == "no"
    assert found.competent("search:8") == "yes", "the top loses nothing to itself"
    assert found.competents == (("plan", "search:8") if verdict == "yes" else ("search:8",))


def test_competence_is_unclear_where_it_was_not_measured() -> None:
    own = held("plan", "search:8", -1)
    assert certificate(own).competent("plan") == "unclear"
    assert certificate(held("fool", "search:8", -42)).competent("plan") == "unclear"
    level = held("fool", "search:8", -1, 2)
    assert certificate(own, level).competent("plan") == "unclear", "a beginner may lose nothing"


def test_each_rung_is_held_against_the_one_below() -> None:
    found = certificate(
        held("rule", "fool", 20), held("plan", "fool", 40), held("fool", "rule", -9)
    )
    step = found.step("rule")
    assert step is not None
    assert (step.a, step.b, step.score_difference) == ("rule", "fool", 20)
    assert found.step("fool") is None
    assert found.step("plan") is None, "held against another than the one below"
    assert found.step("stranger") is None
    assert found.describe("rule")["below"]["score_difference"] == -9
    assert found.describe("fool")["above"] is None


@pytest.mark.parametrize(
    ("points", "edge", "better"),
    [(2.0, 0.1, True), (2.0, 0.0, True), (0.5, 0.1, True), (0.5, 0.0, False), (-2.0, -0.1, False)],
)
def test_better_is_who_wins_more_or_scores_more(points: float, edge: float, better: bool) -> None:
    assert held("rule", "fool", points, edge=edge).better is better


def test_who_gains_most_among_copies_bounds_exploitability_from_below() -> None:
    rows = held("rule", "plan", -5), held("search:8", "plan", 0.5), held("plan", "rule", 9)
    assert certificate(*rows).exploited("plan") is None, "nobody is shown to gain"
    rows = *rows, held("search:16", "plan", 4), held("search:32", "plan", 6)
    best = certificate(*rows).exploited("plan")
    assert best is not None
    assert best.a == "search:32"


def test_twice_the_budget_is_the_same_strategy_with_another_parameter() -> None:
    rows = held("search:16", "search:8", 2), held("plan", "search:8", -3)
    found = certificate(*rows).doubled("search:8")
    assert found is not None
    assert found.a == "search:16"
    assert certificate(*rows).doubled("plan") is None


@pytest.fixture
def lonely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameSpec:
    """A game whose folder is empty."""
    spec = GameSpec("lonely", "Lonely", (3,), (), ())
    monkeypatch.setattr(GameSpec, "folder", tmp_path)
    certificates.cache_clear()
    return spec


def test_a_game_may_come_without(lonely: GameSpec) -> None:
    assert certificates(lonely) == {}


def test_they_are_found_by_the_digest_of_the_rules(lonely: GameSpec, tmp_path: Path) -> None:
    written = certificate(held("rule", "fool", 20))
    (tmp_path / "certificates.json").write_bytes(msgspec.json.encode([written]))
    assert certificates(lonely) == {"0123": written}
    certificates.cache_clear()


def test_under_other_rules_they_have_lapsed() -> None:
    spec = get_game("maids")
    certificates.cache_clear()
    found = certificates(spec)
    changed = load_rules(spec, players=3, overrides={"scoring.accepted": 2})
    assert changed.digest not in found
    for players in spec.players:
        digest = load_rules(spec, players=players).digest
        assert found[digest].players == players
