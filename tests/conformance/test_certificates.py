"""Certificates that games ship: they are about the ladder as it is, and say what was played."""

from __future__ import annotations

import pytest

import analyser
from analyser.core.certificates import Certificate, certificates
from analyser.core.registry import games
from analyser.core.rules import load_rules
from analyser.core.spec import GameSpec
from analyser.core.strategies import canonical

CERTIFICATES = [
    pytest.param(spec, certificate, id=f"{spec.name}-{certificate.variant}-{certificate.players}")
    for spec in games().values()
    for certificate in certificates(spec).values()
]
STANDARD = [found for found in CERTIFICATES if found.values[1].variant == "standard"]
"""Those that are played again; the rest take as long, and know no other strategies."""


@pytest.mark.parametrize(("spec", "certificate"), CERTIFICATES)
def test_they_are_about_the_ladder_and_rules_that_ship(
    spec: GameSpec, certificate: Certificate
) -> None:
    rungs = sorted((s for s in spec.strategies if s.ladder is not None), key=lambda s: s.ladder)
    assert certificate.ladder == tuple(canonical(spec, s.name) for s in rungs)
    rules = load_rules(spec, certificate.variant, certificate.players)
    assert certificate.rules_digest == rules.digest
    for row in certificate.rows:
        assert {row.a.partition(":")[0], row.b.partition(":")[0]} <= {s.name for s in rungs}
        for name in ("win_share", "edge", "score_difference"):
            low, value, high = (getattr(row, name + end) for end in ("_low", "", "_high"))
            assert low <= value <= high


def test_a_game_with_certificates_has_them_for_all_that_ships() -> None:
    for spec in games().values():
        found = {(c.variant, c.players) for c in certificates(spec).values()}
        ships = {(v, n) for v in spec.variants() for n in spec.variant_players(v)}
        assert found in (set(), ships)
    assert CERTIFICATES


@pytest.mark.parametrize(("spec", "certificate"), CERTIFICATES)
def test_each_rung_is_shown_to_beat_the_one_below(spec: GameSpec, certificate: Certificate) -> None:
    for rung in certificate.ladder[1:]:
        step = certificate.step(rung)
        assert step is not None
        assert step.better
        assert step.n >= (2000 if spec.strategy(rung).fast else 400)


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "certificate"), STANDARD)
def test_rows_of_fast_rungs_are_those_of_a_tournament_held_now(
    spec: GameSpec, certificate: Certificate
) -> None:
    """So a strategy cannot change and keep the certificate of what it was."""
    fast = [name for name in certificate.ladder if spec.strategy(name).fast]
    rows = [row for row in certificate.rows if {row.a, row.b} <= {*fast}]
    assert len(rows) == len(fast) * (len(fast) - 1)
    [deals], [seed] = ({getattr(row, name) for row in rows} for name in ("n", "seed"))
    result = analyser.tournament(
        f"{spec.name}:{certificate.variant}",
        players=certificate.players,
        strategies=fast,
        games=deals,
        seed=seed,
        jobs=1,
    )
    held = {(row["a"], row["b"]): row for row in result.rows.to_dict("records")}
    for row in rows:
        now = held[row.a, row.b]
        fields = {name: v for name, v in row.to_dict().items() if isinstance(v, float)}
        assert {name: now[name] for name in fields} == pytest.approx(fields, rel=1e-5, abs=1e-300)


@pytest.mark.parametrize(("spec", "certificate"), STANDARD)
def test_blunders_are_those_made_now(spec: GameSpec, certificate: Certificate) -> None:
    rules = load_rules(spec, certificate.variant, certificate.players)
    asked = set(certificate.ladder) if spec.has("blunders") else set()
    assert set(certificate.blunders) == asked
    for name in asked:
        if spec.strategy(name).fast:
            made = spec.module("blunders").blunders(rules, name)
            found = certificate.blunders[name]
            assert (found.passed, found.of) == (list(made.values()).count(False), len(made))
