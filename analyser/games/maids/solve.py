"""What sides can force in the tricks when everybody sees all cards (docs/solver.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyser.core.arrays import Ints, check_all, check_int, column, integers
from analyser.core.errors import InputError
from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME
from analyser.games.maids.endings import QUESTIONS, SEATS, TIE_BREAKS, Endings
from analyser.games.maids.notation import card_text, in_hand_order
from analyser.games.maids.positions import possible_bids, read_tricks
from analyser.games.maids.rules import CLARA, NO_TRUMP, SUITS, Table
from analyser.games.maids.solution import Solution, describe

VALUES = ("points", "difference", "max_n")
"""Questions about points, which need bids and appeals."""

NOT_FOR_TWO = "is for three or four players, not two"


def solve(position: Mapping[str, Any], max_n: bool = False) -> dict[str, Any]:
    """Return what each side can force against all others, and what each legal card keeps.

    ``sides``: by side ``max_completed``, ``exact`` and ``points`` of the whole round; with two
    and four players ``difference``, the points of side 0 less those of side 1; ``actions``: the
    same after each legal card of the seat to act, for the side of who chooses it. With ``max_n``
    also what each side gets when each plays for its own points, by tie-break.

    Raises InputError naming the field, its value and what is allowed.
    """
    return _answer(_read(position, max_n), max_n)


def to_text(position: Mapping[str, Any], max_n: bool = False) -> str:
    """Tell the same to players: hands, what can be forced, which cards keep it, a best line.

    Raises InputError naming the field, its value and what is allowed.
    """
    solution = _read(position, max_n)
    return describe(solution, _answer(solution, max_n))


def _read(position: Mapping[str, Any], max_n: bool) -> Solution:
    fields, state = read_tricks(position)
    if max_n and fields.players == 2:
        raise InputError(f"max_n = {max_n}: {NOT_FOR_TWO}")
    return Solution(fields.load_rules(), state, tuple(fields.bids), tuple(fields.appeals))


def _answer(solution: Solution, max_n: bool) -> dict[str, Any]:
    state = solution.state
    now = solution.after([()])
    sides = [{"side": side, **solution.forced(now, side)[0]} for side in range(state.sides)]
    answer: dict[str, Any] = {"sides": sides}
    cards = in_hand_order(state.legal_cards())
    actions: list[dict[str, Any]] = [{"card": card_text(card)} for card in cards]
    after = solution.after([(card,) for card in cards])
    forced = solution.forced(after, state.side(state.chooser))
    for action, found in zip(actions, forced, strict=True):
        action |= {name: found[name] for name in ("exact", "max_completed", "points")}
    if _is_two_sided(solution.rules):
        [answer["difference"]] = solution.differences(now)
        for action, difference in zip(actions, solution.differences(after), strict=True):
            action["difference"] = difference
    if max_n:
        answer["max_n"] = solution.max_n(now)
    return answer | {"actions": actions}


def solve_batch(
    variant: str,
    hands: ArrayLike,
    trump: ArrayLike,
    lead: ArrayLike,
    players: int | None = None,
    leader_card: ArrayLike | None = None,
    question: str = "max_completed",
    side: int | str = "leader",
    bids: ArrayLike | None = None,
    appeals: ArrayLike | None = None,
    rules: Mapping[str, Any] | None = None,
    threads: int = 1,
    tie_break: str | None = None,
) -> NDArray[np.int8] | NDArray[np.int16]:
    """Return one value for each of n deals, at the start of a trick and of the count.

    Parameters
    ----------
    hands : [n, seats, k], cards 10 * suit + rank (purple 0, orange 1, blue 2)
    trump : [n], a suit or -1 for none
    lead : [n], the seat that leads
    players : default the number of hands; 2: the third hand is Clara's
    leader_card : [n], the seat that holds it; default the lead, or seat 0 where Clara leads
    question : ``max_completed``, the most completed tricks that the side can force; ``exact``, a
        mask with bit k set when it can force exactly k; ``possible``, likewise with everybody
        helping; ``points`` of the side; ``difference``, points of side 0 less those of side 1;
        ``max_n``, points of all sides when each maximises its own
    side : a side, or ``leader`` for that of the leading seat; ``difference`` and ``max_n`` have
        none
    bids, appeals : [n, sides], for ``points``, ``difference`` and ``max_n``
    rules : dotted rule key to value
    threads : how many work at once; each has tables of its own
    tie_break : for ``max_n``, which of the cards that are best for its side whoever chooses plays:
        ``first`` or ``last`` of them, plain suits before trumps and low ranks before high, or
        ``altruistic`` or ``spiteful``, with most or fewest points for the others together

    Returns int8[n] for ``max_completed``, int16[n, sides] for ``max_n``, else int16[n]. The GIL is
    released. Raises InputError naming the argument, its value and what is allowed.
    """
    asked = (*QUESTIONS, *VALUES)
    if not isinstance(question, str) or question not in asked:
        raise InputError(f"question = {question!r}: must be one of {', '.join(asked)}")
    _check_tie_break(question, tie_break)
    check_int("threads", threads, range(1, 1025), "a whole number from 1 to 1024")
    endings = _read_deals(variant, hands, trump, lead, players, leader_card, rules)
    resolved, n = endings.rules, len(endings)
    sides: int = resolved.table.sides(resolved.players)
    counts: tuple[Ints, Ints] | None = None
    if question in VALUES:
        if bids is None or appeals is None:
            missing = "bids" if bids is None else "appeals"
            raise InputError(f"{missing} is missing: {question} needs bids and appeals")
        counts = _read_counts(resolved, n, bids, appeals)
    if question == "difference" and not _is_two_sided(resolved):
        raise InputError("question = 'difference': is for two or four players, not three")
    if question == "max_n" and resolved.players == 2:
        raise InputError(f"question = 'max_n': {NOT_FOR_TWO}")
    if question in ("difference", "max_n"):
        side = 0
    by_deal = _sides(resolved, side, endings.lead)

    def work(part: tuple[int, NDArray[np.intp]]) -> NDArray[np.int16]:
        who, chosen = part
        some = endings.take(chosen)
        if counts is None:
            masks = some.counts(question, who)
            most = np.frexp(masks.astype(np.float64))[1] - 1  # the highest bit
            return (most if question == "max_completed" else masks).astype(np.int16)
        bid, appeal = (values[chosen] for values in counts)
        none = np.zeros_like(bid)
        if tie_break is not None:
            return some.max_n(bid, appeal, none, tie_break)
        weights = [0] * sides
        weights[who] = 1
        if question == "difference":
            weights[1] = -1
        return some.points(bid, appeal, none, weights, who)

    parts = [
        (who, part)
        for who in np.unique(by_deal).tolist()
        for part in np.array_split(np.flatnonzero(by_deal == who), threads)
        if len(part)
    ]
    out = np.zeros((n, sides) if question == "max_n" else n, np.int16)
    if threads == 1:
        for part in parts:
            out[part[1]] = work(part)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for part, found in zip(parts, pool.map(work, parts), strict=True):
                out[part[1]] = found
    return out.astype(np.int8) if question == "max_completed" else out


def _check_tie_break(question: str, tie_break: str | None) -> None:
    """Raise InputError for a tie-break where there is none, or for none where there must be one."""
    allowed = f"max_n needs one of {', '.join(TIE_BREAKS)}"
    if question == "max_n" and tie_break is None:
        raise InputError(f"tie_break is missing: {allowed}")
    if question != "max_n" and tie_break is not None:
        raise InputError(f"tie_break = {tie_break!r}: is for the question max_n, not {question}")
    if tie_break is not None and not (isinstance(tie_break, str) and tie_break in TIE_BREAKS):
        raise InputError(f"tie_break = {tie_break!r}: {allowed}")


def _is_two_sided(rules: Rules) -> bool:
    """Whether two sides play: two teams, or two players with Clara as a bystander."""
    return rules.players != 3


def _read_deals(
    variant: str,
    hands: ArrayLike,
    trump: ArrayLike,
    lead: ArrayLike,
    players: int | None,
    leader_card: ArrayLike | None,
    rules: Mapping[str, Any] | None,
) -> Endings:
    """The deals of a batch, checked."""
    held = integers("hands", hands)
    if held.ndim != 3 or held.shape[1] not in (3, 4):
        raise InputError(f"hands has the shape {held.shape}: must be [n, 3 or 4 seats, cards]")
    n, seats, size = held.shape
    players = seats if players is None else players
    allowed = (2, 3) if seats == 3 else (4,)
    check_int("players", players, allowed, f"{' or '.join(map(str, allowed))} with {seats} hands")
    resolved = load_rules(GAME, variant, players, rules)
    table: Table = resolved.table
    most = table.distribution.hand_cards
    if not 1 <= size <= most:
        raise InputError(f"hands has the shape {held.shape}: must hold 1 to {most} cards a hand")
    ranks = "".join(map(str, sorted(table.deck.ranks)))
    check_all(
        "hands", held, np.isin(held, table.cards), f"not in the deck, whose ranks are {ranks}"
    )
    masks = np.bitwise_or.reduce(np.uint32(1) << held.astype(np.uint32), axis=2)
    different = np.bitwise_count(np.bitwise_or.reduce(masks, axis=1)) == seats * size
    if not different.all():
        deal = int(np.argmin(different))
        cards, times = np.unique(held[deal], return_counts=True)
        raise InputError(f"hands[{deal}] holds {int(cards[times > 1][0])} twice")
    padded = np.zeros((n, SEATS), np.uint32)
    padded[:, :seats] = masks
    trumps = column("trump", trump, n, range(-1, len(SUITS)))
    leads = column("lead", lead, n, range(seats))
    holders = np.where(leads < players, leads, 0)
    if leader_card is not None:
        holders = column("leader_card", leader_card, n, range(players))
    return Endings(
        resolved,
        padded,
        np.full((n, SEATS), -1, np.int8),
        np.where(trumps < 0, NO_TRUMP, trumps).astype(np.int8),
        leads.astype(np.int8),
        holders.astype(np.int8),
    )


def _read_counts(rules: Rules, n: int, bids: ArrayLike, appeals: ArrayLike) -> tuple[Ints, Ints]:
    """Bids and appeals [n, sides] of a batch, checked."""
    table: Table = rules.table
    sides = table.sides(rules.players)
    possible: dict[str, Sequence[int]] = {
        "bids": possible_bids(table),
        "appeals": range(table.distribution.bid_cards + 1),
    }
    found = []
    for name, values in (("bids", bids), ("appeals", appeals)):
        array = integers(name, values)
        if array.shape != (n, sides):
            raise InputError(f"{name} has the shape {array.shape}: must be [{n}, {sides} sides]")
        allowed = ", ".join(map(str, possible[name]))
        check_all(name, array, np.isin(array, possible[name]), f"must be one of {allowed}")
        found.append(array)
    if rules.players == 2:
        clara = np.arange(sides) == CLARA
        check_all("appeals", found[1], (found[1] == 0) | ~clara, "must be 0 for Clara")
    return found[0], found[1]


def _sides(rules: Rules, side: int | str, lead: NDArray[np.int8]) -> NDArray[np.int8]:
    """The side [n] that is asked about in each deal."""
    sides = rules.table.sides(rules.players)
    if side == "leader":
        return lead % 2 if rules.players == 4 else lead
    check_int("side", side, range(sides), f"'leader' or a side, 0 to {sides - 1}")
    return np.full(len(lead), side, np.int8)
