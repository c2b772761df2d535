"""Tables of forks, traces and standings, made up in the shapes that the analyses return."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

FEW = 30
"""Rows that rest on fewer than this have no interval."""


SHARE = "share, 0 to 1"


def columns(name: str, value: float, half: float, n: int) -> dict[str, float]:
    """An estimate with its interval."""
    prefix = "" if name == "value" else f"{name}_"
    half = np.nan if n < FEW else half
    return {name: value, f"{prefix}low": value - half, f"{prefix}high": value + half}


def share(name: str, value: float, n: int) -> dict[str, float]:
    """A share with an interval that stays a share."""
    value = min(max(value, 0.0), 1.0)
    low_high = columns(name, value, 2 * np.sqrt((value * (1 - value) + 1 / n) / n), n)
    value, low, high = low_high
    return low_high | {low: max(low_high[low], 0.0), high: min(low_high[high], 1.0)}


def beginner(bids: pd.DataFrame) -> pd.DataFrame:
    success = ["success", "success_low", "success_high"]
    return bids.assign(**{name: bids[name] * 0.6 for name in success})


def menu(games: int) -> pd.DataFrame:
    n = 9 * games
    half = 60 / np.sqrt(n)
    best = [0.18, 0.26, 0.24, 0.17, 0.1, 0.04, 0.01]
    return pd.DataFrame(
        [
            {"bid": bid, "n": n}
            | columns("margin", 1.2 - 1.1 * (bid - 1.5) ** 2, half, n)
            | columns("points", 40 - 3 * bid, half, n)
            | share("success", 0.52 - 0.075 * bid, n)
            | share("reached", 0.97 - 0.02 * bid**2, n)
            | share("best", best[bid], n)
            for bid in range(7)
        ]
    )


def appeals(games: int) -> pd.DataFrame:
    rows = []
    for moment in (None, 1, 2, 3):
        for bid in (None, *range(7)):
            weight = 1.0 if bid is None else [0.02, 0.3, 0.48, 0.15, 0.04, 0.006, 0.0005][bid]
            n = max(1, int(3 * games * weight))
            at = 2 if bid is None else bid
            success = 0.55 - 0.08 * at
            even = 0.36 + 0.03 * (moment or 2) + (8.0 if bid == 6 else 0.0)
            rows.append(
                {"moment": moment, "bid": bid, "n": n}
                | columns("value", 15 * (success - even) if bid != 6 else -2.0, 30 / np.sqrt(n), n)
                | share("success", success, n)
                | columns("break_even", even, 2 / np.sqrt(n), n)
                | share("used", 0.99 - 0.1 * at, n)
            )
    return pd.DataFrame(rows).astype({"moment": object, "bid": object})


def lead(games: int) -> pd.DataFrame:
    rows = []
    for subject, value in (("all", 0.4), ("purple", 0.9), ("orange", 0.5), ("none", -0.2)):
        n = games if subject == "all" else games // 3
        win = columns("win", 0.006, 1 / np.sqrt(n), n if subject == "all" else 0)
        row = {"subject": subject, "n": n} | columns("value", value, 20 / np.sqrt(n), n)
        rows.append(row | win)
    return pd.DataFrame(rows)


def turns(players: int) -> list[tuple[str, int]]:
    draws = 10 if players == 4 else 9
    return [("draw", at) for at in range(1, draws + 1)] + [("trick", at) for at in range(1, 7)]


def decisions(players: int, games: int) -> pd.DataFrame:
    n = 9 * games
    rows = [
        {"phase": phase, "at": at, "turns": n}
        | share("forced", (at / 10) ** 4 if phase == "draw" else (at / 6) ** 2, n)
        | columns("options", max(1.0, 4 - at / 3), 2 / np.sqrt(n), n)
        | columns("regret", (2.5 - 0.2 * at) * (1 + (phase == "trick")), 40 / np.sqrt(n), n)
        | {"n": games}
        for phase, at in turns(players)
    ]
    return pd.DataFrame(rows)


def restricted(games: int) -> pd.DataFrame:
    n = 3 * games
    losses = {
        "never appeals": (0.041, 3.9),
        "never bids 0": (0.004, 0.3),
        "never bids 4 or more": (-0.001, 0.02),
        "never wins with a slacker": (0.012, 1.1),
        "passes at random": (0.003, 0.5),
    }
    return pd.DataFrame(
        [
            {"restriction": name, "n": n}
            | columns("win_share", wins, 1 / np.sqrt(n), n)
            | columns("margin", margin, 60 / np.sqrt(n), n)
            for name, (wins, margin) in losses.items()
        ]
    )


def features(games: int) -> pd.DataFrame:
    rows: list[tuple[str, str, str, float, str, int]] = []
    for feature, scale in (("slackers", 1.0), ("zero_nine", 0.3)):
        for subject, value, unit in (
            ("success", 0.011, "difference of shares"),
            ("points", -0.4, "points"),
            ("margin", 1.8, "points"),
        ):
            rows.append((feature, "rule", subject, scale * value, unit, games))
        flags = ["all", "purple", "orange", "blue", "trump", "side suit", "no trump"]
        flags += [*(f"bid {bid}" for bid in range(7)), "1 held", "2 held", "3 held"]
        for i, subject in enumerate(flags):
            n = max(1, int(games * (1 if i == 0 else 0.3 if i < 7 else 0.4 * 0.2 ** abs(i - 9))))
            rows.append((feature, "flag", subject, scale * (0.9 - 0.2 * i), "points", n))
        if feature == "slackers":
            for rank in ("rank 5", "rank 7"):
                for place in ("opponent's hand", "own hand", "bid pile"):
                    subject = f"{rank}, {place}"
                    rows.append((feature, "exchange", subject, -0.7, "points", games // 2))
        rows.append((feature, "use", "all", 0.31 * scale, "a round", 3 * games))
        for trick in range(1, 7):
            used = 0.02 * trick * scale
            rows.append((feature, "use", f"trick {trick}", used, "share of rounds", 3 * games))
        for subject, value in (("saved", 0.24), ("broke", 0.11)):
            rows.append((feature, "use", subject, value, "share of these tricks", games))
    return pd.DataFrame(
        [
            {"feature": feature, "question": question, "subject": subject, "unit": unit, "n": n}
            | (
                share("value", value, n)
                if unit.startswith("share")
                else columns("value", value, (1 if "share" in unit else 30) / np.sqrt(n), n)
            )
            for feature, question, subject, value, unit, n in rows
        ]
    )


def deck(players: int) -> list[str]:
    return [f"{suit}{rank}" for suit in "POB" for rank in range(10) if rank != 1 or players == 4]


def cards(players: int, games: int) -> pd.DataFrame:
    rows = []
    for card in deck(players):
        rank = int(card[1])
        for trump, lift in ((True, 2.0), (False, 0.0), (None, 0.6)):
            if card[0] == "B" and trump:
                continue  # blue is never trump
            n = games // 3
            rows.append(
                {"card": card, "trump": trump, "n": n}
                | columns("value", (rank - 4.5) * 0.5 + lift - 0.8, 40 / np.sqrt(n), n)
                | share("tricks", 0.05 + rank * 0.07 + lift * 0.08, n)
                | share("success", 0.4 + (rank - 5) * 0.01, n)
                | share("held", 0.7, n)
                | share("passed", 0.1, n)
                | share("bid", 0.2, n)
            )
    return pd.DataFrame(rows).astype({"trump": object})


def passes(players: int, games: int) -> pd.DataFrame:
    rows = cards(players, games)[["card", "trump", "n", "value", "low", "high"]]
    return rows.assign(
        value=-rows["value"],
        low=-rows["high"],
        high=-rows["low"],
        **share("used", 0.2, games),
    )


def draws(players: int, games: int) -> pd.DataFrame:
    rows = []
    turn_count = 10 if players == 4 else 9
    for card in deck(players):
        for turn in range(1, turn_count + 1):
            n = int(3 * games / turn_count) if turn < 10 else 20
            keep = 0.1 + int(card[1]) * 0.08
            bid = (1 - keep) * 0.6 * turn / 9
            rows.append(
                {"card": card, "turn": turn, "n": n}
                | share("keep", keep, n)
                | share("pass", 1 - keep - bid, n)
                | share("bid", bid, n)
                | share("forced", (turn / 9) ** 6, n)
            )
    return pd.DataFrame(rows)


def dead(games: int) -> pd.DataFrame:
    n = 9 * games
    rows = [
        {"trick": trick, "n": n} | share("value", 0.09 * (trick - 1), n) for trick in range(1, 7)
    ]
    return pd.DataFrame(rows)


def demand(games: int) -> pd.DataFrame:
    n, at = 3 * games, np.arange(-6, 13)
    chance = np.exp(-((at + 0.4) ** 2) / 8)
    chance /= chance.sum()
    rows = [
        {"demand": each, "n": max(1, int(n * p))}
        | share("share", p, n)
        | share("success", 0.5 - 0.04 * abs(each + 0.5), max(1, int(n * p)))
        for each, p in zip(at.tolist(), chance.tolist(), strict=True)
    ]
    return pd.DataFrame(rows)


def tiers(sides: int, games: int) -> pd.DataFrame:
    n = 3 * games
    chances = {2: [0.3, 0.5, 0.2], 3: [0.15, 0.42, 0.33, 0.1]}[sides]
    return pd.DataFrame(
        [{"made": made, "n": n} | share("share", p, n) for made, p in enumerate(chances)]
    )


def course(games: int) -> pd.DataFrame:
    n = min(games, 3000)
    values = (0.21, 0.3, 0.49)
    return pd.DataFrame(
        [
            {"round": number, "n": n} | columns("value", value, 0.5 / np.sqrt(n), n)
            for number, value in enumerate(values, start=1)
        ]
    )


def lengths(games: int) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"rounds": number, "n": games} | share("share", p, games)
            for number, p in ((2, 0.05), (3, 0.44), (4, 0.36), (5, 0.12), (6, 0.03))
        ]
    )


def skill(players: int, games: int) -> pd.DataFrame:
    n = min(games, 20_000)
    fair = {2: 0.4, 3: 1 / 3, 4: 0.5}[players]
    row = {"a": "greedy", "b": "random", "n": n, "fair": fair}
    row |= share("win_share", fair + 0.4, n)
    row |= columns("edge", 0.4, 1 / np.sqrt(n), n)
    row |= columns("score_difference", 46.0, 90 / np.sqrt(n), n)
    return pd.DataFrame([row | columns("n90", 7.0, 30 / np.sqrt(n), n)])


def clara(games: int) -> pd.DataFrame:
    rows = [
        ("wins", 0.2, SHARE),
        ("won level", 0.05, SHARE),
        ("lead", 31.0, "points"),
        ("success", 0.31, SHARE),
        *((f"success with bid {bid}", 0.4 - 0.05 * bid, SHARE) for bid in range(7)),
        ("points", 15.0, "points"),
        ("points from accepted", 2.0, "points"),
        ("points from bid", 6.0, "points"),
        ("points from appeal_failure", 7.0, "points"),
    ]
    return pd.DataFrame(
        [
            {"subject": subject, "unit": unit, "n": games}
            | (
                share("value", value, games)
                if unit == SHARE
                else columns("value", value, 40 / np.sqrt(games), games)
            )
            for subject, value, unit in rows
        ]
    )


def counts(balances: dict[int, pd.DataFrame], metrics: Sequence[str]) -> pd.DataFrame:
    frames = [
        rows[rows["metric"].isin(metrics) & rows["subject"].isna()].assign(players=players)
        for players, rows in balances.items()
    ]
    return pd.concat(frames).sort_values(["metric", "players"], ignore_index=True)


def changes(games: int) -> pd.DataFrame:
    n = min(games, 100_000)
    return pd.DataFrame(
        [
            {"change": change, "question": question, "n": n}
            | share("value", value, n)
            | {"difference": -0.01, "difference_low": -0.02, "difference_high": -0.004}
            for change, question, value in (
                ("failed appeals paying 10", "dead_share", 0.22),
                ("no slackers", "dead_share", 0.19),
                ("failed appeals paying 10", "bid_share", 0.004),
            )
        ]
    )


def competent(games: int) -> pd.DataFrame:
    n = min(games, 300)
    rows = [("starter_advantage", 0.01), ("fairness", -0.002), ("tie_break_share", -0.03)]
    return pd.DataFrame(
        [
            {"strategy": "rollout:64", "question": question, "n": n}
            | columns("value", 0.02, 0.05, n)
            | columns("difference", moved, 0.02, n)
            for question, moved in rows
        ]
    )


def extra_balance(games: int) -> list[tuple[str, None, float, float]]:
    """More rows of the balance: metric, subject, value and half the width of its interval."""
    half = 1 / np.sqrt(games)
    return [
        ("bid_menu_size", None, 4.31, 2 * half),
        ("bid_menu_spread", None, 21.4, 50 * half),
        ("dead_share", None, 0.24, half),
        ("drama", None, 0.071, half),
        ("kingmaking", None, 0.062, half),
        ("deal_share", None, 0.34, 3 * half),
        ("chance_share", None, 0.41, 3 * half),
        ("decisions", None, 121.0, half),
        ("duration", None, 20.2, half),
    ]


def bounds(games: int) -> pd.DataFrame:
    rows = []
    for bid in (None, *range(7)):
        n = 9 * games if bid is None else max(1, int(9 * games * 0.4**bid * 0.6))
        at = 1 if bid is None else bid
        values = {
            "success": 0.45 - 0.06 * at,
            "forceable": 0.15 - 0.02 * at,
            "clairvoyant": 0.85 - 0.08 * at,
            "possible": 0.97 - 0.04 * at,
        }
        row = {"bid": bid, "n": n}
        rows.append(
            row | {k: v for name in values for k, v in share(name, values[name], n).items()}
        )
    return pd.DataFrame(rows).assign(bid=pd.Series([None, *range(7)], dtype=object))


def bounds_features(games: int) -> pd.DataFrame:
    rows = []
    for feature in ("slackers", "zero_nine"):
        for question in ("forceable", "possible"):
            for row in bounds(games)[["bid", "n"]].to_dict("records"):
                n = row["n"]
                rows.append(
                    {"feature": feature, "question": question, **row}
                    | share("gained", 0.06 if question == "forceable" else 0.02, n)
                    | share("lost", 0.01, n)
                    | columns("net", 0.05 if question == "forceable" else 0.01, 1 / np.sqrt(n), n)
                )
    bids = pd.Series([row["bid"] for row in rows], dtype=object)
    return pd.DataFrame(rows).assign(bid=bids)


def full(players: int, sides: int, games: int) -> dict[str, pd.DataFrame]:
    """Every table that only some reports have."""
    return {
        "menu": menu(games),
        "passes": passes(players, games),
        "appeals": appeals(games),
        "lead": lead(games),
        "decisions": decisions(players, games),
        "restricted": restricted(games),
        "features": features(games),
        "cards": cards(players, games),
        "draws": draws(players, games),
        "dead": dead(games),
        "demand": demand(games),
        "tiers": tiers(sides, games),
        "course": course(games),
        "skill": skill(players, games),
        "changes": changes(games),
        "competent": competent(games),
        "bounds": bounds(min(games, 3000)),
        "bounds_features": bounds_features(min(games, 3000)),
    }
