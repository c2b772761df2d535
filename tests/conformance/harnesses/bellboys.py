"""Steps through transcripts of Bellboys with the reference engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from analyser.core.rules import Rules, load_rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Play, Round, complete_suits
from analyser.games.bellboys.notation import card_text, hand_texts, parse_card, parse_hand
from analyser.games.bellboys.play import ended
from tests.conformance.harness import Object, Step


def deck(transcript: Object) -> tuple[int, ...]:
    return tuple(_rules(transcript).table.cards)


def score_bounds(transcript: Object) -> tuple[int, int]:
    return 0, transcript["rules"]["game.points"]


def finished(transcript: Object) -> Iterator[tuple[Object, Object]]:
    for told in transcript["rounds"]:
        answer = {"cards": told["cards"], "winner": told["winner"]}
        yield _about(transcript) | {"collected": told["collected"]}, answer


def rows(transcript: Object) -> Iterator[Mapping[str, object]]:
    totals = [0, 0]
    for number, told in enumerate(transcript["rounds"], start=1):
        totals[told["winner"]] += 1
        for side in range(2):
            yield {
                "game": transcript["index"],
                "round": number,
                "side": side,
                "starter": told["lead"],
                "redeals": told["redeals"],
                "tricks": sum(trick["winner"] == side for trick in told["tricks"]),
                "collected": sum(told["collected"][side]),
                "suits": len(complete_suits(told["collected"][side])),
                "cards": told["cards"][side],
                "points": int(told["winner"] == side),
                "total": totals[side],
                "winner": int(side == transcript["winner"]),
            }


def steps(transcript: Object) -> Iterator[Step]:
    rules = _rules(transcript)
    rounds, totals = transcript["rounds"], [0, 0]
    leader = rounds[0]["lead"]
    for told in rounds:
        assert not ended(rules.table, totals)
        assert told["lead"] == leader
        state = _deal(rules, told)
        if state.fanning:
            yield from _fans(transcript, told, state)
        assert told["hands"] == [hand_texts(hand, rules.table) for hand in state.hands]
        yield from _tricks(transcript, told, state)
        assert state.finished
        assert (told["collected"], told["cards"]) == (state.collected, list(state.cards))
        assert told["winner"] == state.winner
        leader = state.winner
        totals[leader] += 1
    assert ended(rules.table, totals)
    assert (transcript["scores"], transcript["winner"]) == (totals, leader)


def _rules(transcript: Object) -> Rules:
    return load_rules(GAME, players=transcript["players"], overrides=transcript["rules"])


def _about(transcript: Object) -> Object:
    return {"game": "bellboys", "players": transcript["players"], "rules": transcript["rules"]}


def _deal(rules: Rules, told: Object) -> Round:
    """The round before the fans: a hand that was turned over is told as fanned."""
    table = rules.table
    hands = [parse_hand(hand, table, "hands") for hand in told["hands"]]
    for seat, fan in enumerate(told.get("fans", [])):
        if fan == Fan.REVERSED:
            hands[seat] = hands[seat][::-1]
    return Round(table, hands, parse_card(told["aside"], table, "aside"), told["lead"])


def _position(transcript: Object, told: Object, state: Round) -> Object:
    """What positions of both phases say."""
    return _about(transcript) | {
        "hands": [hand_texts(hand, state.table) for hand in state.hands],
        "aside": told["aside"],
        "lead": state.lead,
    }


def _fans(transcript: Object, told: Object, state: Round) -> Iterator[Step]:
    """Both seats choose before either hand is turned over."""
    legal = state.legal_fans()
    answer = {"fans": list(map(str, legal))}
    for seat in range(2):
        position = _position(transcript, told, state) | {"fans": [None, None]}
        yield Step(legal, Fan(told["fans"][seat]), _cards(state), position, answer)
    for seat in range(2):
        state.fan(seat, Fan(told["fans"][seat]))


def _tricks(transcript: Object, told: Object, state: Round) -> Iterator[Step]:
    table = state.table
    for trick in told["tricks"]:
        assert trick["lead"] == state.lead
        for done, play in enumerate(trick["plays"]):
            assert play["seat"] == state.seat
            chosen, legal = parse_card(play["card"], table, "card"), state.legal_cards()
            led = [{"card": p["card"], "position": p["position"]} for p in trick["plays"][:done]]
            position = _position(transcript, told, state) | {
                "collected": [list(counts) for counts in state.collected],
                "trick": led,
            }
            answer = {"cards": [card_text(card, table) for card in legal]}
            yield Step(legal, chosen, _cards(state), position, answer)
            assert state.play(chosen) == Play(play["seat"], chosen, play["position"], play["rank"])
        assert trick["winner"] == state.tricks[-1].winner


def _cards(state: Round) -> tuple[int, ...]:
    """Every card: in hand, played, set aside."""
    plays = [*chain.from_iterable(trick.plays for trick in state.tricks)]
    plays += [] if state.led is None else [state.led]
    return tuple(sorted([*chain(*state.hands), *(play.card for play in plays), state.aside]))
