"""Makes the certificates of strength: holds the rungs of a game's ladder against each other.

For every shipped variant and number of players: the fast rungs in one tournament; each rung that
searches and the one below it; the other rungs and the top one, for what they lose there; and each
that searches with twice its budget and itself. A finished tournament is kept in ``build/certify``
until all are, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

import analyser
from analyser.batch.plan import package_version
from analyser.core.certificates import FILE, Blunders, Certificate, Held, certificates
from analyser.core.registry import games, get_game
from analyser.core.rules import Rules, load_rules
from analyser.core.spec import GameSpec
from analyser.core.strategies import canonical, chosen
from analyser.report.words import PERCENT, POINTS, estimate

SEED = 2_026_113_000
"""Of deals that no strategy was tuned on."""
KEPT = Path(__file__).parents[1] / "build" / "certify"
DIGITS = 6
"""Significant digits of numbers in the file."""


def ladder(spec: GameSpec) -> tuple[str, ...]:
    """The canonical text of each rung, from the weakest up."""
    rungs = sorted((s.ladder, s.name) for s in spec.strategies if s.ladder is not None)
    return tuple(canonical(spec, name) for _, name in rungs)


def twice(spec: GameSpec, strategy: str) -> str:
    """A strategy with twice its budget, the first of its parameters."""
    name, values = chosen(spec, strategy)
    return canonical(spec, f"{name}:{2 * int(next(iter(values.values())))}")


def tournaments(
    spec: GameSpec, rungs: Sequence[str], fast: int, search: int, rest: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The tournaments to hold: who plays, and how many deals."""
    quick = [rung for rung in rungs if spec.strategy(rung).fast]
    slow = [rung for rung in rungs if rung not in quick]
    yield tuple(quick), fast
    for rung in slow:
        yield (rung, rungs[rungs.index(rung) - 1]), search
    if slow:
        yield from (((rung, rungs[-1]), rest) for rung in rungs[:-2])
    yield from (((twice(spec, rung), rung), rest) for rung in slow)


class Holder:
    """Holds tournaments, and remembers those that are finished."""

    def __init__(self, game: str, seed: int, jobs: int | None) -> None:
        self.file = KEPT / f"{game}.json"
        self.seed, self.jobs = seed, jobs
        self.done = json.loads(self.file.read_text()) if self.file.exists() else {}

    def hold(self, spec: GameSpec, rules: Rules, names: Sequence[str], deals: int) -> list[Held]:
        """The rows of a tournament, played unless they are there."""
        key = json.dumps([rules.digest, *names, deals, self.seed, package_version()])
        if key not in self.done:
            result = analyser.tournament(
                f"{spec.name}:{rules.variant}",
                players=rules.players,
                strategies=names,
                games=deals,
                seed=self.seed,
                jobs=self.jobs,
            )
            self.done[key] = [
                {name: row[name] for name in Held.__struct_fields__ if name in row}
                for row in json.loads(result.to_json())["rows"]
            ]
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.done))
        held = [
            msgspec.convert({**rounded(row), "seed": self.seed}, Held) for row in self.done[key]
        ]
        for row in held:
            tell(rules, row)
        return held

    def finish(self) -> None:
        """Forget the tournaments: the next run plays them anew."""
        self.file.unlink(missing_ok=True)


def rounded(row: dict[str, object]) -> dict[str, object]:
    """A row with as many digits as the file has."""
    return {
        name: float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
        for name, value in row.items()
    }


def tell(rules: Rules, row: Held) -> None:
    """Print a row."""
    fields = row.to_dict()
    won = estimate(fields, PERCENT, name="win_share")
    points = estimate(fields, POINTS, name="score_difference", sign=True)
    print(
        f"{rules.game}:{rules.variant}, {rules.players} players: {row.a} among {row.b}: "
        f"{won} of games, fair {100 * row.win_share_fair:.1f} %; {points}; {row.n:,} deals",
        flush=True,
    )


def certify(
    spec: GameSpec, rules: Rules, holder: Holder, sizes: tuple[int, int, int]
) -> Certificate:
    """Return the certificate of a game's ladder under these rules."""
    rungs = ladder(spec)
    held = [
        row
        for names, deals in tournaments(spec, rungs, *sizes)
        for row in holder.hold(spec, rules, names, deals)
    ]
    return Certificate(
        rules.variant,
        rules.players,
        rules.digest,
        package_version(),
        rungs,
        tuple(held),
        {rung: found for rung in rungs if (found := blunders(spec, rules, rung))},
    )


def blunders(spec: GameSpec, rules: Rules, strategy: str) -> Blunders | None:
    """Return how many of the game's blunders a strategy avoids; None if the game has none."""
    if not spec.has("blunders"):
        return None
    made = spec.module("blunders").blunders(rules, strategy)
    for name in (name for name, errs in made.items() if errs):
        print(f"{spec.name}:{rules.variant}, {rules.players} players: {strategy} {name}")
    return Blunders(len(made) - sum(made.values()), len(made))


def text(found: Sequence[Certificate]) -> str:
    """The file: JSON with a line for each row."""
    parts = []
    for certificate in found:
        fields = msgspec.to_builtins(certificate)
        rows = ",\n  ".join(json.dumps(row) for row in fields.pop("rows"))
        head = json.dumps(fields)[:-1]
        parts.append(f'{head}, "rows": [\n  {rows}\n]}}')
    return "[\n" + ",\n".join(parts) + "\n]\n"


def tables(spec: GameSpec) -> list[Rules]:
    """The rules of every shipped variant with each number of players."""
    return [
        load_rules(spec, variant, players)
        for variant in spec.variants()
        for players in spec.variant_players(variant)
    ]


def main(arguments: Sequence[str]) -> None:
    """Make the certificates of some games."""
    parser = argparse.ArgumentParser(prog="scripts/certify", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all if left out")
    parser.add_argument("--games", type=int, default=2000, help="deals of fast rungs")
    parser.add_argument("--search", type=int, default=400, help="deals of a rung that searches")
    parser.add_argument("--rest", type=int, default=100, help="deals of all else that searches")
    parser.add_argument("--players", type=lambda text: [*map(int, text.split(","))])
    parser.add_argument("--variants", type=lambda text: text.split(","))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int)
    given = parser.parse_args(arguments)
    for name in given.names or games():
        spec = get_game(name)
        holder = Holder(name, given.seed, given.jobs)
        found = {rules.digest: certificates(spec).get(rules.digest) for rules in tables(spec)}
        for rules in tables(spec):
            wanted = rules.players in (given.players or spec.players)
            if wanted and rules.variant in (given.variants or spec.variants()):
                sizes = given.games, given.search, given.rest
                found[rules.digest] = certify(spec, rules, holder, sizes)
                there = [certificate for certificate in found.values() if certificate]
                (spec.folder / FILE).write_text(text(there), encoding="utf-8")
        holder.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
