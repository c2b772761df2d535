"""Report definitions: TOML files that name everything a report is made of.

Each game ships one, ``report.toml`` in its folder. A file of one's own is laid over that of its
game, so it may hold only the keys that it changes; options of the command line come on top.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from analyser.analysis.studies import studies_of
from analyser.batch.plan import Plan
from analyser.core.errors import InputError, suggest
from analyser.core.fields import read_fields
from analyser.core.registry import games as registered
from analyser.core.registry import get_game
from analyser.core.rules import flatten, load_rules, read_toml, read_variant, toml_value
from analyser.core.spec import GameSpec
from analyser.report.sections import page_names

DEFINITION = "report.toml"
"""The file in a game's folder that holds its definition."""

Size = Annotated[float, Meta(gt=0)]


class Negligible(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes below which a headline metric does not matter to a player, in its own unit.

    A metric without one gets no verdict. Shares are fractions: 0.02 is two percentage points.
    ``features`` go by name; :attr:`Definition.limits` has them as ``features.slackers``.
    """

    starter_advantage: (
        Annotated[Size, Meta(description="Share of games won by the starter, from an even share.")]
        | UnsetType
    ) = UNSET
    fairness: (
        Annotated[Size, Meta(description="Share of games won by a side, from an even share.")]
        | UnsetType
    ) = UNSET
    bystander: (
        Annotated[
            Size,
            Meta(description="Share of games won by a side that nobody plays, from an even share."),
        ]
        | UnsetType
    ) = UNSET
    bid_share: (
        Annotated[Size, Meta(description="How often the rarest bid is made.")] | UnsetType
    ) = UNSET
    menu_size: Annotated[Size, Meta(description="How many bids are worth making.")] | UnsetType = (
        UNSET
    )
    appeals: (
        Annotated[Size, Meta(description="Margin points that a further appeal earns or costs.")]
        | UnsetType
    ) = UNSET
    dead_share: (
        Annotated[
            Size,
            Meta(description="Share of the cards played by sides whose bid has become impossible."),
        ]
        | UnsetType
    ) = UNSET
    tie_break_share: (
        Annotated[Size, Meta(description="Share of games decided by a tie-break.")] | UnsetType
    ) = UNSET
    skill: (
        Annotated[
            Size,
            Meta(description="Share of games won by the stronger strategy, above an even share."),
        ]
        | UnsetType
    ) = UNSET
    decisiveness: (
        Annotated[Size, Meta(description="Share that the least decisive round decides.")]
        | UnsetType
    ) = UNSET
    comeback_share: (
        Annotated[
            Size,
            Meta(description="Share of games won from behind: in the last round, if one can."),
        ]
        | UnsetType
    ) = UNSET
    kingmaking: (
        Annotated[Size, Meta(description="Share of games in which somebody decides who else wins.")]
        | UnsetType
    ) = UNSET
    duration: Annotated[Size, Meta(description="Minutes a game.")] | UnsetType = UNSET
    features: (
        Annotated[
            dict[str, Size], Meta(description="Margin points that a feature is worth, by its name.")
        ]
        | UnsetType
    ) = UNSET


Games = Annotated[int, Meta(ge=0)]


class Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of the games, counted from the first, are looked at more closely.

    None of them is more than there are games; 0 leaves the tables out.
    """

    moves: Annotated[
        Games,
        Meta(description="Games looked at move by move, and played by beginners beside it."),
    ]
    forks: Annotated[
        Games,
        Meta(description="Games played again with another choice, other luck or other players."),
    ]
    bounds: Annotated[
        Games, Meta(description="Games that are held against perfect play of the tricks.")
    ]
    changes: Annotated[Games, Meta(description="Games played under each of the changes.")]
    competent: Annotated[
        Games, Meta(description="Games played by each other competent strategy that is fast.")
    ]
    searched: Annotated[Games, Meta(description="Games played by each strategy that searches.")]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other rules under which page one is measured again."""

    label: Annotated[str, Meta(min_length=1, description="In words, to follow “with”.")]
    rules: Annotated[dict[str, Any], Meta(description="The rules that differ from the report's.")]


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a report is made of."""

    game: Annotated[str, Meta(description="The game's name.")]
    variant: Annotated[
        str,
        Meta(description="A shipped variant, or the path of a rules file, seen from this file."),
    ]
    players: Annotated[
        list[int],
        Meta(
            min_length=1,
            description="Numbers of players; with several, each has its pages.",
        ),
    ]
    strategies: Annotated[
        list[str], Meta(min_length=1, description="One for all seats, or one a seat.")
    ]
    seed: Annotated[int, Meta(ge=0, description="Seed of the batch.")]
    games: Annotated[int, Meta(ge=1, description="Complete games to play with each player count.")]
    sizes: Sizes
    decision_seconds: Annotated[
        float,
        Meta(gt=0, description="How long a decision takes: an input to the length of a game."),
    ]
    changes: Annotated[
        list[Change], Meta(description="What could be changed, to measure page one again.")
    ]
    pages: Annotated[list[str], Meta(description="The pages of figures, in order.")]
    rules: Annotated[
        dict[str, Any], Meta(description="Rules that differ from the variant, as in a rules file.")
    ]
    negligible: Negligible

    @property
    def spec(self) -> GameSpec:
        """The game."""
        return get_game(self.game)

    @property
    def overrides(self) -> dict[str, Any]:
        """The rules that differ from the variant, by dotted key."""
        return dict(flatten(self.rules))

    @property
    def limits(self) -> dict[str, float]:
        """The negligible sizes that are set, by headline metric."""
        return dict(flatten(msgspec.to_builtins(self.negligible)))

    def plans(self) -> tuple[Plan, ...]:
        """What is played: a batch for each number of players.

        Raises InputError if the rules, strategies or numbers do not fit the game.
        """
        return tuple(self._plan(players, self.overrides) for players in self.players)

    def changed(self, plan: Plan) -> dict[str, Plan]:
        """The same games as a plan's under each change that concerns its rules, by label."""
        changed = {}
        for change in self.changes:
            overrides = self.overrides | dict(flatten(change.rules))
            try:
                other = self._plan(plan.rules.players, overrides)
            except InputError as error:
                raise InputError(f"change {toml_value(change.label)}: {error}") from None
            if other.rules.flat != plan.rules.flat:
                changed[change.label] = other
        return changed

    def _plan(self, players: int, overrides: Mapping[str, Any]) -> Plan:
        rules = load_rules(self.spec, self.variant, players, overrides)
        strategies = self.spec.parse_strategies(self.strategies, rules)
        return Plan(self.spec, rules, strategies, self.seed, self.games)

    def describe(self) -> dict[str, Any]:
        """The definition as plain data, every key given."""
        description: dict[str, Any] = msgspec.to_builtins(self)
        return description


def load_definition(source: str, given: Mapping[str, Any] | None = None) -> Definition:
    """Return the definition of a report, with every key resolved and checked.

    ``source`` is ``GAME``, ``GAME:VARIANT`` or the path of a definition; ``given`` are fields that
    override what stands there, its ``rules`` one by one. Raises InputError, naming the file, the
    field, its value and what is allowed.
    """
    own: dict[str, Any]
    if is_file(source):
        origin, own = f"{source}: ", read_toml(Path(source))
        spec = _game_of(own, origin)
        if str(own.get("variant", "")).endswith(".toml"):
            own["variant"] = str(Path(source).parent / own["variant"])
    else:
        game, colon, variant = source.partition(":")
        spec, origin, own = get_game(game), "", {"variant": variant} if colon else {}
    fields = read_toml(spec.folder / DEFINITION)
    for over, where in ((own, origin), (given or {}, "")):
        try:
            fields = _laid_over(fields, over)
        except InputError as error:
            raise InputError(f"{where}{error}") from None
    return read_fields(fields, Definition)


def is_file(source: str) -> bool:
    """Whether the source of a report is the path of a definition, not a game."""
    return source.endswith(".toml") and source.partition(":")[0] not in registered()


def report_name(source: str) -> str:
    """What a report is called unless it is told: its definition's stem, or the game and variant."""
    if is_file(source):
        return Path(source).stem
    game, _, variant = source.partition(":")
    return game if variant in ("", "standard") else f"{game}-{Path(variant).stem}"


def command_line(source: str, definition: Definition, given: Mapping[str, Any]) -> str:
    """The command that makes the same report; of a definition's file, only what overrides it."""
    fields = given if is_file(source) else definition.describe()
    words = ["analyser", "report", source]
    if "players" in fields:
        words += ["--players", ",".join(map(str, fields["players"]))]
    if "strategies" in fields:
        words += ["--strategy", ",".join(fields["strategies"])]
    for key, value in fields.get("rules", {}).items():
        words += ["--set", f"{key}={toml_value(value)}"]
    for name in ("seed", "games"):
        if name in fields:
            words += [f"--{name}", str(fields[name])]
    return shlex.join(words)


def schema() -> dict[str, Any]:
    """The JSON Schema of definitions, with which editors complete and check them."""
    found = msgspec.json.schema(Definition)
    definition = found["$defs"]["Definition"]
    definition["required"] = ["game"]  # the rest stands in the game's own definition
    found["$defs"]["Sizes"]["required"] = []
    definition["properties"]["game"]["enum"] = list(registered())
    pages = [page for spec in registered().values() for page in _pages(spec)]
    definition["properties"]["pages"]["items"]["enum"] = [*dict.fromkeys(pages)]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def _pages(spec: GameSpec) -> tuple[str, ...]:
    """The pages that a report on a game can have, whatever its rules."""
    return page_names(studies_of(spec, load_rules(spec)))


def _game_of(own: Mapping[str, Any], origin: str) -> GameSpec:
    if "game" not in own:
        raise InputError(f"{origin}field game is missing; there are: {', '.join(registered())}")
    if not isinstance(own["game"], str) or own["game"] not in registered():
        raise InputError(
            f"{origin}field game = {toml_value(own['game'])}: must be among "
            f"{', '.join(registered())}"
        )
    return get_game(own["game"])


def _laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Override fields, in tables key by key, and check the outcome."""
    fields = {**under, **over}
    if isinstance(fields["sizes"], Mapping):  # a table may hold some of its keys only
        fields["sizes"] = {**under["sizes"], **fields["sizes"]}
    read_fields(fields, Definition)  # the kinds of all values
    fields["rules"] = dict(flatten(under["rules"])) | dict(flatten(over.get("rules", {})))
    fields["negligible"] = under["negligible"] | over.get("negligible", {})
    if "variant" in over and "players" not in over:  # not all variants are for all numbers
        allowed = read_variant(get_game(fields["game"]), fields["variant"]).players
        fields["players"] = [n for n in fields["players"] if n in allowed] or [min(allowed)]
    definition = read_fields(fields, Definition)
    pages = _pages(definition.spec)
    for page in definition.pages:
        if page not in pages:
            raise InputError(
                f"field pages: {page!r} is unknown{suggest(page, pages)}; "
                f"there are: {', '.join(pages)}"
            )
    labels = [change.label for change in definition.changes]
    named: dict[str, list[Any]] = {
        "players": definition.players,
        "pages": definition.pages,
        "labels of changes": labels,
    }
    for field, names in named.items():
        if len(set(names)) < len(names):
            raise InputError(f"field {field} = {toml_value(names)}: names one twice")
    for plan in definition.plans():
        definition.changed(plan)
    return fields
