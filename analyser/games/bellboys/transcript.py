"""Transcripts of Bellboys: all that happened in a game, as JSON (docs/formats.md) and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyser.core.rules import Rules, load_rules
from analyser.games.bellboys import GAME
from analyser.games.bellboys.engine import Fan, Play, TrickTaken, complete_suits
from analyser.games.bellboys.notation import LETTERS, card_text, hand_texts
from analyser.games.bellboys.play import FinishedRound, Game
from analyser.games.bellboys.rules import SUITS, Table


def to_dict(
    game: Game, rules: Rules, strategies: Sequence[str], seed: int, index: int
) -> dict[str, Any]:
    """Return the transcript of a finished game, ready for JSON."""
    return {
        "game": rules.game,
        "variant": rules.variant,
        "players": rules.players,
        "seed": seed,
        "index": index,
        "rules": rules.flat,
        "strategies": list(strategies),
        "rounds": [_round(finished, rules.table) for finished in game.rounds],
        "scores": list(game.rounds[-1].totals),
        "winner": game.winner,
    }


def _round(finished: FinishedRound, table: Table) -> dict[str, Any]:
    state = finished.round
    told: dict[str, Any] = {
        "redeals": finished.redeals,
        "hands": [hand_texts(hand, table) for hand in finished.hands],
        "aside": card_text(state.aside, table),
        "lead": finished.leader,
    }
    if table.deal.sighted_fan:
        told["fans"] = [str(fan) for fan in state.fans]
    return told | {
        "tricks": [_trick(trick, table) for trick in state.tricks],
        "collected": [list(counts) for counts in state.collected],
        "cards": list(state.cards),
        "winner": state.winner,
    }


def _trick(trick: TrickTaken, table: Table) -> dict[str, Any]:
    plays = [_play(play, table) for play in trick.plays]
    return {"lead": trick.lead, "plays": plays, "winner": trick.winner}


def _play(play: Play, table: Table) -> dict[str, Any]:
    return {
        "seat": play.seat,
        "card": card_text(play.card, table),
        "position": play.position,
        "rank": play.rank,
    }


def to_text(transcript: dict[str, Any]) -> str:
    """Tell a transcript so that a player can follow it at the table."""
    return "\n".join(_Teller(transcript).lines()) + "\n"


class _Teller:
    """Tells a game in lines of plain text."""

    def __init__(self, transcript: dict[str, Any]) -> None:
        self.game = transcript
        # The transcript holds every rule, so any variant will do to lay them over.
        rules = load_rules(GAME, players=transcript["players"], overrides=transcript["rules"])
        self.table: Table = rules.table

    def lines(self) -> Iterator[str]:
        """The whole game."""
        game = self.game
        yield f"{GAME.title} ({game['variant']}), {game['players']} players"
        played_by = ", ".join(f"seat {s} plays {name}" for s, name in enumerate(game["strategies"]))
        yield f"Seed {game['seed']}, game {game['index']}; {played_by}"
        yield self._legend()
        yield f"Fewer cards win a round; {self.table.game.points} rounds win the game"
        totals = [0, 0]
        for number, round_ in enumerate(game["rounds"], start=1):
            yield ""
            yield from self._round(number, round_, totals)
            totals[round_["winner"]] += 1
        yield ""
        first, second = game["scores"]
        yield f"Result: {first} to {second} rounds. The winner is seat {game['winner']}."

    def _legend(self) -> str:
        suits = ", ".join(f"{letter} {suit}" for letter, suit in zip(LETTERS, SUITS, strict=True))
        meant = {"=": "position", "/": "half of it", "x": "twice", "^": "square"}
        ranks = [f"{s} {meant.get(s, 'always')}" for s in self.table.deck.symbols]
        return f"Cards: {suits}, then what makes the rank: {', '.join(ranks)}"

    def _round(self, number: int, round_: dict[str, Any], totals: Sequence[int]) -> Iterator[str]:
        again = round_["redeals"]
        dealt = f" (dealt again: {again})" if again else ""
        title = f"Round {number}: seat {round_['lead']} leads{dealt}"
        yield title
        yield "-" * len(title)
        yield "Hands, from left to right"
        fans = round_.get("fans", [Fan.DEALT, Fan.DEALT])
        for seat, hand in enumerate(round_["hands"]):
            turned = ", turned over" if fans[seat] == Fan.REVERSED else ""
            yield f"  seat {seat}: {' '.join(hand)}{turned}"
        yield f"  set aside: {round_['aside']}{self._seen_by(totals)}"
        yield "Tricks, each card with its position, counted from the left, and its rank"
        for at, trick in enumerate(round_["tricks"], start=1):
            plays = ", ".join(self._play(play) for play in trick["plays"])
            yield f"  {at}  {plays}: seat {trick['winner']} wins"
        yield from self._count(round_, totals)

    def _seen_by(self, totals: Sequence[int]) -> str:
        """Who sees the card set aside (ruling B10)."""
        if not self.table.information.trailing_sees_aside or totals[0] == totals[1]:
            return ""
        return f", seen by seat {totals.index(min(totals))}, who is behind"

    def _play(self, play: dict[str, Any]) -> str:
        return f"seat {play['seat']} {play['card']} at {play['position']} ranks {play['rank']}"

    def _count(self, round_: dict[str, Any], totals: Sequence[int]) -> Iterator[str]:
        last = round_["tricks"][-1]["winner"]
        yield f"Cards (seat {last} takes {round_['aside']} with the last trick)"
        for seat, counts in enumerate(round_["collected"]):
            suits = " ".join(f"{letter}{n}" for letter, n in zip(LETTERS, counts, strict=True))
            complete = self._complete(counts)
            won = totals[seat] + (seat == round_["winner"])
            yield (
                f"  seat {seat}: {suits}, {sum(counts)} in all{complete}; "
                f"ends with {round_['cards'][seat]}; rounds won: {won}"
            )

    def _complete(self, counts: Sequence[int]) -> str:
        """What becomes of the complete suits of a seat (ruling B9)."""
        complete = [SUITS[suit] for suit in complete_suits(counts)]
        if not complete or not self.table.scoring.suits_move:
            return ""
        if len(complete) == len(SUITS):
            return ", every suit complete: keeps all"
        return f", gives away {' and '.join(complete)}"
