"""What holds of every game, variant, player count and strategy in the registry."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import tomli_w

from analyser.core.registry import games
from analyser.core.rules import Rules, load_rules
from analyser.core.spec import GameSpec, StrategySpec
from tests.conformance.harness import harness_of

GAMES = 4
"""Games played in each case."""


@dataclass(frozen=True)
class Case:
    """A way to play a game."""

    spec: GameSpec
    variant: str
    players: int
    strategies: tuple[str, ...]

    @property
    def rules(self) -> Rules:
        return load_rules(self.spec, self.variant, self.players)

    def __str__(self) -> str:
        return f"{self.spec.name}-{self.variant}-{self.players}-{','.join(self.strategies)}"

    def transcripts(self) -> list[dict[str, Any]]:
        rules = self.rules
        return [self.spec.replay(rules, self.strategies, 11, i) for i in range(GAMES)]


TABLES = [
    (spec, variant, players)
    for spec in games().values()
    for variant in spec.variants()
    for players in spec.variant_players(variant)
]


def _quick(strategy: StrategySpec) -> str:
    """The text of a strategy, with the smallest number where it is told how long to search."""
    numbers = [p.allowed[0] for p in strategy.parameters[:1] if isinstance(p.allowed, range)]
    return ":".join([strategy.name, *map(str, numbers)])


def _tables_of_strategies(spec: GameSpec, players: int) -> list[tuple[str, ...]]:
    """Every strategy at all seats, and all of them in turn at one table."""
    names = [_quick(s) for s in spec.strategies]
    return [(name,) * players for name in names] + [
        tuple(names[seat % len(names)] for seat in range(players))
    ]


CASES = [
    Case(spec, variant, players, strategies)
    for spec, variant, players in TABLES
    for strategies in _tables_of_strategies(spec, players)
]

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_table = pytest.mark.parametrize(("spec", "variant", "players"), TABLES)


@each_case
def test_transcripts_replay_through_the_engine(case: Case) -> None:
    harness = harness_of(case.spec.name)
    for transcript in case.transcripts():
        deck = harness.deck(transcript)
        choices = set()
        for step in harness.steps(transcript):
            assert step.legal
            assert step.chosen in step.legal
            assert step.cards == deck
            choices.add(len(step.legal))
        assert len(choices) > 1, "no decision of the game differs from the others"


@each_case
def test_scores_within_bounds(case: Case) -> None:
    for transcript in case.transcripts():
        low, high = harness_of(case.spec.name).score_bounds(transcript)
        assert all(low <= score <= high for score in transcript["scores"])


@each_table
def test_moves_answer_every_position_of_a_game(spec: GameSpec, variant: str, players: int) -> None:
    transcript = Case(
        spec, variant, players, _tables_of_strategies(spec, players)[0]
    ).transcripts()[0]
    for step in harness_of(spec.name).steps(transcript):
        assert spec.moves(step.position) == step.answer


@each_table
def test_score_answers_every_finished_round(spec: GameSpec, variant: str, players: int) -> None:
    for strategies in _tables_of_strategies(spec, players):
        for transcript in Case(spec, variant, players, strategies).transcripts():
            for finished, expected in harness_of(spec.name).finished(transcript):
                assert spec.score(finished).items() >= expected.items()


@pytest.mark.kernel
@each_case
def test_records_tell_the_same_games_as_transcripts(case: Case) -> None:
    harness = harness_of(case.spec.name)
    records = case.spec.simulate(case.rules, case.strategies, 11, 0, GAMES)
    rows = [row for transcript in case.transcripts() for row in harness.rows(transcript)]
    expected = pd.DataFrame(rows)
    found = records.frame()
    assert list(found) == list(expected)
    assert found.astype(str).equals(expected.astype(str))


@each_table
def test_transcripts_are_json_with_the_common_fields(
    spec: GameSpec, variant: str, players: int
) -> None:
    case = Case(spec, variant, players, _tables_of_strategies(spec, players)[0])
    for index, transcript in enumerate(case.transcripts()):
        assert json.loads(json.dumps(transcript)) == transcript
        common = {
            "game": spec.name,
            "variant": variant,
            "players": players,
            "seed": 11,
            "index": index,
            "rules": case.rules.flat,
            "strategies": list(case.strategies),
        }
        assert list(transcript) == [*common, "rounds", "scores", "winner"]
        assert transcript.items() >= common.items()
        assert spec.title in spec.transcript_text(transcript)


@each_table
def test_games_depend_on_seed_and_index_only(spec: GameSpec, variant: str, players: int) -> None:
    rules = load_rules(spec, variant, players)
    strategies = (spec.strategies[0].name,) * players
    keys = [(0, 0), (0, 1), (1, 0)]
    first = [json.dumps(spec.replay(rules, strategies, *key)["rounds"]) for key in keys]
    again = [json.dumps(spec.replay(rules, strategies, *key)["rounds"]) for key in keys[::-1]]
    assert first == again[::-1]
    assert len(set(first)) == len(keys)


@each_table
def test_rules_survive_toml(spec: GameSpec, variant: str, players: int, tmp_path: Path) -> None:
    rules = load_rules(spec, variant, players)
    tree: dict[str, Any] = {}
    for key, value in rules.flat.items():
        *path, last = key.split(".")
        node = tree
        for part in path:
            node = node.setdefault(part, {})
        node[last] = value
    file = tmp_path / "rules.toml"
    file.write_text(tomli_w.dumps(tree))
    again = load_rules(spec, str(file), players)
    assert again.flat == rules.flat
    assert again.digest == rules.digest


@pytest.mark.parametrize("spec", games().values(), ids=lambda spec: spec.name)
def test_ladder_counts_from_the_weakest_up(spec: GameSpec) -> None:
    rungs = [s.ladder for s in spec.strategies if s.ladder is not None]
    assert rungs == list(range(len(rungs)))
    assert {"random", "greedy"} <= {s.name for s in spec.strategies}


@pytest.mark.parametrize("spec", games().values(), ids=lambda spec: spec.name)
def test_every_strategy_variant_and_player_count_is_played(spec: GameSpec) -> None:
    cases = [case for case in CASES if case.spec is spec]
    played = {spec.strategy(text).name for case in cases for text in case.strategies}
    assert played == {s.name for s in spec.strategies}
    assert {case.variant for case in cases} == set(spec.variants())
    assert {case.players for case in cases} == set(spec.players)
