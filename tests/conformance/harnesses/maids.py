"""Steps through transcripts of Maids with the reference engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import Action, Round, game_ended, winner
from analyser.games.maids.notation import (
    card_text,
    hand_text,
    in_hand_order,
    parse_card,
    parse_hand,
)
from analyser.games.maids.rules import NO_TRUMP, SUITS
from tests.conformance.harness import Object, Step


def deck(transcript: Object) -> tuple[int, ...]:
    return tuple(_rules(transcript).table.cards)


def score_bounds(transcript: Object) -> tuple[int, int]:
    most = _rules(transcript).table.round_points(transcript["players"])
    return 0, most * len(transcript["rounds"])


def finished(transcript: Object) -> Iterator[tuple[Object, Object]]:
    for round_ in transcript["rounds"]:
        counts = {name: round_[name] for name in ("bids", "appeals", "accepted", "completed")}
        made = [b == c for b, c in zip(round_["bids"], round_["completed"], strict=True)]
        yield _about(transcript) | counts, {"points": round_["points"], "successful": made}


def rows(transcript: Object) -> Iterator[Mapping[str, object]]:
    for round_ in transcript["rounds"]:
        for side in range(len(round_["bids"])):
            leader = round_["leader_card"]
            led = side == (leader % 2 if transcript["players"] == 4 else leader)
            yield {
                "game": transcript["index"],
                "round": round_["round"],
                "side": side,
                "trump": round_["trump"] or "none",
                "starter": round_["starter"],
                "led": int(led),
                "bid": round_["bids"][side],
                "appeals": round_["appeals"][side],
                "accepted": round_["accepted"][side],
                "completed": round_["completed"][side],
                "points": round_["points"][side],
                "total": round_["totals"][side],
                "winner": int(side == transcript["winner"]),
            }


def steps(transcript: Object) -> Iterator[Step]:
    rules = _rules(transcript)
    table, players = rules.table, transcript["players"]
    rounds, totals = transcript["rounds"], [0] * table.sides(players)
    starter = rounds[0]["starter"]
    for number, told in enumerate(rounds, start=1):
        assert (told["round"], told["starter"]) == (number, starter)
        state = _deal(rules, told)
        assert told["trump"] == (None if state.trump == NO_TRUMP else SUITS[state.trump])
        yield from _distribution(transcript, told, state)
        assert told["leader_card"] == state.leader_card
        yield from _tricks(transcript, told, state)
        assert state.finished
        sides = range(state.sides)
        assert told["bids"] == [state.bid(side) for side in sides]
        assert told["appeals"] == [state.appeals(side) for side in sides]
        assert (told["accepted"], told["completed"]) == (state.accepted, state.completed)
        totals = [t + p for t, p in zip(totals, told["points"], strict=True)]
        assert told["totals"] == totals
        assert game_ended(table, number, totals) == (number == len(rounds))
        starter = state.leader_card
    assert transcript["scores"] == totals
    assert transcript["winner"] == winner(table, players, totals, starter)


def _rules(transcript: Object) -> Rules:
    return load_rules(GAME, players=transcript["players"], overrides=transcript["rules"])


def _about(transcript: Object) -> Object:
    return {"game": "maids", "players": transcript["players"], "rules": transcript["rules"]}


def _deal(rules: Rules, told: Object) -> Round:
    """The round before its first turn, its cards in the order in which the transcript has them."""
    table, players = rules.table, rules.players
    piles: list[list[int]] = [[] for _ in range(table.sides(players))]
    for turn in told["actions"]:
        side = turn["seat"] % 2 if players == 4 else turn["seat"]
        piles[side].append(parse_card(turn["card"], "card"))
    if players == 2:
        clara = told["clara"]
        bids = [parse_card(card, "card") for card in clara["bids"]]
        piles[2] = bids + parse_hand(clara["hand"], "hand")
    trump = table.trump(told["round"])
    return Round(table, players, trump, told["starter"], list(chain.from_iterable(piles)))


def _distribution(transcript: Object, told: Object, state: Round) -> Iterator[Step]:
    for done, turn in enumerate(told["actions"]):
        assert state.distributing
        assert turn["seat"] == state.seat
        chosen = Action("-".join(filter(None, (turn["action"], turn.get("face")))))
        legal = state.legal_actions()
        position = _about(transcript) | {
            "trump": told["trump"],
            "starter": told["starter"],
            "drawn": turn["card"],
            "actions": told["actions"][:done],
        }
        yield Step(legal, chosen, _cards(state), position, {"actions": list(map(str, legal))})
        state.act(chosen)
    assert not state.distributing


def _tricks(transcript: Object, told: Object, state: Round) -> Iterator[Step]:
    for trick in told["tricks"]:
        assert trick["lead"] == state.lead
        for done, play in enumerate(trick["plays"]):
            assert (play["seat"], play["by"]) == (state.seat, state.chooser)
            chosen, legal = parse_card(play["card"], "card"), state.legal_cards()
            position = _about(transcript) | {
                "trump": told["trump"],
                "lead": state.lead,
                "hands": [hand_text(hand) for hand in state.hands],
                "bids": told["bids"],
                "appeals": told["appeals"],
                "completed": list(state.completed),
                "accepted": list(state.accepted),
                "trick": [play["card"] for play in trick["plays"][:done]],
                "leader_card": state.leader_card,
            }
            answer: dict[str, Any] = {"cards": [card_text(c) for c in in_hand_order(legal)]}
            yield Step(legal, chosen, _cards(state), position, answer)
            state.play(chosen)
        taken = state.tricks[-1]
        assert (trick["winner"], trick["slack"]) == (taken.winner, taken.slack)


def _cards(state: Round) -> tuple[int, ...]:
    """Every card: still to draw, in hand, bid, played."""
    undrawn = state.piles[:2] if state.players == 2 else state.piles
    plays = chain(state.trick, *(trick.plays for trick in state.tricks))
    bids = chain.from_iterable(state.bids)
    played = [*(turn.card for turn in bids), *(play.card for play in plays)]
    return tuple(sorted([*chain(*undrawn, *state.hands), *state.clara_bids, *played]))
