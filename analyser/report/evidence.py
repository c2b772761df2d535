"""What a report rests on: games with one number of players, and the tables drawn from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from analyser.core.certificates import Certificate
from analyser.core.questions import Subject
from analyser.core.spec import GameSpec
from analyser.core.studies import Study
from analyser.report.words import readable

Row = Mapping[Any, Any]


@dataclass(frozen=True)
class Evidence:
    """Tables of one batch, in the shapes that the analyses return.

    `tables` maps a name to tidy rows: ``balance``, ``leads`` (games by the winner's lead), and
    where there are bids ``bids`` (by bid, with its share), ``bids_by_trump`` and so on.
    `sides` are the labels of the sides; one that is not a number is nobody's (Clara). `example`
    replays one of the games. `negligible` holds, by headline metric and in that metric's unit, the
    size below which it does not matter to a player; it comes from the report's definition, as do
    `pages`, the names of the pages of exhibits in order. `certificate` is that of these rules and
    this number of players, if there is one; `studies` are the game's own, whose numbers are in the
    table ``studies``.
    """

    spec: GameSpec
    meta: Mapping[str, Any]
    sides: tuple[str, ...]
    example: str
    tables: Mapping[str, pd.DataFrame]
    negligible: Mapping[str, float]
    pages: tuple[str, ...]
    certificate: Certificate | None = None
    studies: tuple[Study, ...] = ()

    @property
    def nobodys(self) -> tuple[str, ...]:
        """The labels of the sides that no player plays for."""
        return tuple(label for label in self.sides if not label.isdigit())

    @property
    def side_word(self) -> str:
        """What a side that players play for is called."""
        played = len(self.sides) - len(self.nobodys)
        return "seat" if self.meta["players"] == played else "team"

    @property
    def even_share(self) -> float:
        """The share of games that each side with players would win if they were alike."""
        shares = self.subjects("win_share")
        lost = shares.loc[shares["subject"].isin(self.nobodys), "value"].sum()
        return float(1 - lost) / (len(self.sides) - len(self.nobodys))

    @property
    def mixed(self) -> bool:
        """Whether the seats are played by different strategies."""
        return len(set(self.meta["strategies"])) > 1

    @property
    def lowest(self) -> str:
        """The lowest rung of the ladder: beginners."""
        return next(s.name for s in self.spec.strategies if s.ladder == 0)

    @property
    def competent(self) -> bool:
        """Whether all at the table are shown to be competent."""
        certified = self.certificate.competents if self.certificate else ()
        return {*self.meta["strategies"]} <= {*certified}

    @property
    def race(self) -> bool:
        """Whether nobody wins who is behind before the last round, as in a race to a score."""
        share = self.balance("comeback_share")
        return share is not None and share["value"] == 0

    def first_games(self, size: str) -> int:
        """How many of the games, the first ones, count for what one of the `sizes` is about."""
        return int(min(self.meta["definition"]["sizes"][size], self.meta["games"]))

    def side(self, label: object) -> str:
        """The name of a side: "seat 0", "team 1", "Clara"."""
        text = str(label)
        return f"{self.side_word} {text}" if text.isdigit() else text.capitalize()

    def component(self, name: str) -> str:
        """The name of a source of points."""
        names: Mapping[str, str] = self.spec.analyses.COMPONENT_NAMES
        return names.get(name, readable(name))

    def feature(self, name: str) -> str:
        """The name of a feature of the rules."""
        names: Mapping[str, str] = self.spec.analyses.FEATURE_NAMES
        return names.get(name, readable(name))

    def subject(self, feature: str) -> Subject:
        """What a feature of the rules can be turned off for one by one, in words."""
        subjects: Mapping[str, Subject] = getattr(self.spec.analyses, "FEATURE_SUBJECTS", {})
        return subjects.get(feature, Subject())

    def players(self, table: str) -> pd.DataFrame:
        """The rows of a table that are about sides with players."""
        rows = self.tables[table]
        if "side" in rows:
            rows = rows[~rows["side"].isin(self.nobodys)].drop(columns="side")
        return rows.reset_index(drop=True)

    def subjects(self, metric: str) -> pd.DataFrame:
        """The rows of a balance metric that have a subject."""
        rows = self.tables["balance"]
        return rows[(rows["metric"] == metric) & rows["subject"].notna()].reset_index(drop=True)

    def by_side(self, metric: str) -> pd.DataFrame:
        """A balance metric of each side, with the side's `name`."""
        rows = self.subjects(metric)
        return rows.assign(name=[self.side(label) for label in rows["subject"]])

    def balance(self, metric: str) -> Row | None:
        """The row of a balance metric that is about the whole game; None if there is none."""
        return self._whole_game.get(metric)

    @cached_property
    def _whole_game(self) -> dict[str, Row]:
        rows = self.tables["balance"]
        whole = rows[rows["subject"].isna()].to_dict("records")
        return {row["metric"]: row for row in whole}


def together(evidences: Sequence[Evidence]) -> dict[str, pd.DataFrame]:
    """Every table by name, all numbers of players in one, which its first column tells apart."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for evidence in evidences:
        for name, rows in evidence.tables.items():
            part = rows.copy()
            part.insert(0, "players", evidence.meta["players"])
            parts.setdefault(name, []).append(part)
    return {name: pd.concat(part, ignore_index=True) for name, part in parts.items()}
