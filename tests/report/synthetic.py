"""Tables of the shapes that the analyses return, made up: realistic, with no game played."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyser.core.registry import get_game
from analyser.report.definition import load_definition
from analyser.report.evidence import Evidence
from analyser.report.sections import PAGES
from tests.report import synthetic_tables as more

SIDES = {2: ("0", "1", "clara"), 3: ("0", "1", "2"), 4: ("0", "1")}


def bids(by: str | None, codes: list[object], scale: float) -> pd.DataFrame:
    rng = np.random.default_rng(len(codes))
    rows = []
    for code in codes:
        for bid in range(7):
            made = [0.03, 0.11, 0.22, 0.28, 0.22, 0.11, 0.03][bid]
            n = max(1, int(scale * made / len(codes)))
            success = [0.56, 0.52, 0.45, 0.34, 0.22, 0.12, 0.05][bid] + rng.normal(0, 0.02)
            rows.append(
                ({by: code} if by else {})
                | {"bid": bid, "n": n}
                | more.share("success", success, n)
                | more.columns("points", 40 * success + bid, 20 / np.sqrt(n), n)
                | more.columns("margin", 60 * success - 22, 30 / np.sqrt(n), n)
                | more.share("share", made / len(codes), max(1, int(scale)))
            )
    return pd.DataFrame(rows)


def rivals(scale: float) -> pd.DataFrame:
    """Two other competent strategies."""
    rows = bids(None, [None], scale)
    success = ["success", "success_low", "success_high"]
    better = rows.assign(**{name: rows[name] + 0.1 for name in success})
    return pd.concat([rows.assign(strategy="planner"), better.assign(strategy="rollout:64")])


def balance(players: int, games: int, *, full: bool = False) -> pd.DataFrame:
    sides = SIDES[players]
    width = 1 / np.sqrt(games)
    wins = {2: [0.401, 0.399, 0.2], 3: [0.3331, 0.3341, 0.3328], 4: [0.4995, 0.5005]}[players]
    scores = {2: [66.2, 66.0, 47.1], 3: [61.3, 61.4, 61.2], 4: [54.1, 54.3]}[players]
    rows = [("win_share", s, v, width) for s, v in zip(sides, wins, strict=True)]
    rows += [("mean_score", s, v, 25 * width) for s, v in zip(sides, scores, strict=True)]
    rows += [("score_sd", s, 24.0 + len(s), 12 * width) for s in sides]
    rows += [
        ("starter_win_share", None, wins[0] + 0.006, width),
        ("starter_advantage", None, 0.006, width),
        ("starter_margin", None, 0.71, 30 * width),
        ("starter_mean_score", None, scores[0] + 0.7, 25 * width),
        ("margin", None, 21.4, 18 * width),
        ("margin_q25", None, 9, 0),
        ("margin_median", None, 18, 0),
        ("margin_q75", None, 31, 0),
        ("margin_within_10", None, 0.295, width),
        ("lead_changes", None, 0.62, width),
        ("comeback_share", None, 0.341, width),
        ("comeback_share_permuted", None, 0.312, width),
        ("trailed_share", None, 0.518, width),
        ("rounds", None, 3.0, 0),
        ("tie_break_share", None, 0.021, width),
        ("fairness", None, 0.001, 0.001),
        ("success", None, 0.386, width),
        ("points", None, 20.4, 10 * width),
    ]
    rows += more.extra_balance(games) if full else []
    parts = {"accepted": 0.14, "bid": 0.56, "appeal_success": 0.17, "appeal_failure": 0.13}
    rows += [("component_share", c, v, width) for c, v in parts.items()]
    frame = pd.DataFrame(
        [(m, int(s) if s and s.isdigit() else s, v, v - h, v + h, games) for m, s, v, h in rows],
        columns=["metric", "subject", "value", "low", "high", "n"],
    )
    if games < more.FEW:
        frame[["low", "high"]] = np.nan
    return frame.astype({"subject": object})


def leads(games: int) -> pd.DataFrame:
    points = np.arange(0, 120)
    shape = (points + 4) * np.exp(-points / 15)
    drawn = np.random.default_rng(0).multinomial(games, shape / shape.sum())
    return pd.DataFrame({"lead": points, "games": drawn})


def evidence(players: int = 3, games: int = 400_000, *, full: bool = False) -> Evidence:
    """Evidence of a plain batch; or the `full` one, with every table that there is."""
    scale = games * 9.0
    definition = load_definition("maids")
    return Evidence(
        spec=get_game("maids"),
        meta={
            "command": "report",
            "game": "maids",
            "variant": "standard",
            "players": players,
            "strategies": ["greedy"] * players,
            "seed": 0,
            "games": games,
            "rounds": 3 * games,
            "version": "0.1.0",
            "rules_digest": "a8f2710b34c9de51",
            "assumed": [],
            "rulings": ["M1", "M8"],
            "definition": definition.describe(),
            "rules": {
                "trick.slacker_ranks": [6],
                "trick.zero_beats_nine": True,
                "scoring.success": [30, 20, 10],
                "game.rounds": 3,
                "scoring.appeal_success": 10,
                "scoring.appeal_failure": 5,
            },
        },
        sides=SIDES[players],
        example=f"analyser replay maids --players {players} --seed 0 --game 0",
        tables={
            "bids": bids(None, [None], scale),
            "bids_by_trump": bids("trump", ["purple", "orange", "none"], scale),
            "bids_by_appeals": bids("appeals", [0, 1, 2, 3], scale),
            "bids_by_position": bids(None, [None], scale)
            .head(players if players != 4 else 4)
            .rename(columns={"bid": "position"}),
            "balance": balance(players, games, full=full),
            "leads": leads(games),
            **(more.full(players, len(SIDES[players]), games) if full else {}),
            **({"bids_beginner": more.beginner(bids(None, [None], scale / 30))} if full else {}),
            **({"bids_competent": rivals(scale / 900)} if full else {}),
            **({"clara": more.clara(games)} if full and players == 2 else {}),
        },
        negligible=definition.limits,
        pages=tuple(PAGES),
    )
