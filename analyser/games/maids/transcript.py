"""Transcripts of Maids: everything that happened in a game, as JSON (docs/formats.md) and told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from analyser.core.rules import Rules, load_rules
from analyser.games.maids import GAME
from analyser.games.maids.engine import Drawn, TrickTaken, round_components
from analyser.games.maids.notation import LETTERS, card_text, hand_text, parse_card
from analyser.games.maids.play import FinishedRound, Game
from analyser.games.maids.rules import CLARA, SUITS, TRUMPS, Table


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
        "rounds": [_round(finished) for finished in game.rounds],
        "scores": list(game.rounds[-1].totals),
        "winner": game.winner,
    }


def _round(finished: FinishedRound) -> dict[str, Any]:
    state = finished.round
    sides = range(state.sides)
    told: dict[str, Any] = {
        "round": finished.number,
        "trump": TRUMPS[state.trump] if state.trump < len(SUITS) else None,
        "starter": state.starter,
    }
    if state.players == 2:
        hand = state.piles[CLARA][len(state.clara_bids) :]
        told["clara"] = {
            "bids": [card_text(c) for c in state.clara_bids],
            "hand": hand_text(hand),
        }
    return told | {
        "actions": [_turn(turn) for turn in state.log],
        "leader_card": finished.leader,
        "tricks": [_trick(trick) for trick in state.tricks],
        "bids": [state.bid(s) for s in sides],
        "appeals": [state.appeals(s) for s in sides],
        "accepted": list(state.accepted),
        "completed": list(state.completed),
        "points": list(finished.points),
        "totals": list(finished.totals),
    }


def _turn(turn: Drawn) -> dict[str, Any]:
    action, _, face = turn.action.partition("-")
    told = {"seat": turn.seat, "card": card_text(turn.card), "action": action}
    return told | {"face": face} if turn.action.is_bid else told


def _trick(trick: TrickTaken) -> dict[str, Any]:
    plays = [{"seat": p.seat, "card": card_text(p.card), "by": p.by} for p in trick.plays]
    return {"lead": trick.lead, "plays": plays, "winner": trick.winner, "slack": trick.slack}


def to_text(transcript: dict[str, Any]) -> str:
    """Tell a transcript so that a player can follow it at the table."""
    return "\n".join(_Teller(transcript).lines()) + "\n"


class _Teller:
    """Tells a game in lines of plain text."""

    def __init__(self, transcript: dict[str, Any]) -> None:
        self.game = transcript
        self.players: int = transcript["players"]
        # The transcript holds every rule, so any variant will do to lay them over.
        rules = load_rules(GAME, players=self.players, overrides=transcript["rules"])
        self.table: Table = rules.table

    def lines(self) -> Iterator[str]:
        """The whole game."""
        yield from self._heading()
        end = self.table.game.end_score
        for round_ in self.game["rounds"]:
            yield ""
            yield from self._round(round_)
            top = max(round_["totals"])
            if end and top >= end and round_ is not self.game["rounds"][-1]:
                yield f"The lead is shared, with {top} points: one more round decides"
        yield ""
        yield self._result()

    # Names

    def _seat(self, seat: int) -> str:
        return "Clara" if self.players == 2 and seat == CLARA else f"seat {seat}"

    def _side(self, side: int) -> str:
        return f"team {side}+{side + 2}" if self.players == 4 else self._seat(side)

    # Parts

    def _heading(self) -> Iterator[str]:
        game, table = self.game, self.table
        yield f"{GAME.title} ({game['variant']}), {self.players} players"
        yield f"Seed {game['seed']}, game {game['index']}; {self._played_by()}"
        tasks = zip(LETTERS, SUITS, table.icons, strict=True)
        icons = ", ".join(f"{letter} {suit} (bids {n})" for letter, suit, n in tasks)
        slackers = " and ".join(map(str, table.trick.slacker_ranks)) or "none"
        yield f"Cards: {icons}, then the rank; slackers: {slackers}"

    def _played_by(self) -> str:
        return ", ".join(f"seat {s} plays {name}" for s, name in enumerate(self.game["strategies"]))

    def _round(self, round_: dict[str, Any]) -> Iterator[str]:
        trump = round_["trump"] or "none"
        title = f"Round {round_['round']}: trump {trump}; seat {round_['starter']} draws first"
        yield title
        yield "-" * len(title)
        yield from self._distribution(round_)
        yield from self._hands(round_)
        yield from self._tricks(round_)
        yield from self._scoring(round_)

    def _distribution(self, round_: dict[str, Any]) -> Iterator[str]:
        yield "Distribution"
        bid_made = False
        for number, turn in enumerate(round_["actions"], start=1):
            told = self._action(turn)
            if turn["action"] == "bid" and not bid_made:
                bid_made = True
                told += "; the first bid of the table: takes the leader card"
            yield f"  {number:2}  {self._seat(turn['seat'])} draws {turn['card']}, {told}"

    def _action(self, turn: dict[str, Any]) -> str:
        if turn["action"] == "keep":
            return "keeps it"
        if turn["action"] == "pass":
            to = (turn["seat"] + (2 if self.players == 4 else 1)) % self.players
            return f"gives it with the memo to seat {to}"
        tasks = self.table.icons[parse_card(turn["card"], "card") // 10]
        kind = "as an appeal, face up" if turn["face"] == "up" else "face down"
        if self.players == 4:
            kind = "as an appeal" if turn["face"] == "up" else "as a standard bid"
        return f"bids it {kind} ({tasks})"

    def _hands(self, round_: dict[str, Any]) -> Iterator[str]:
        yield "Hands, then bids"
        plays = [play for trick in round_["tricks"] for play in trick["plays"]]
        for seat in range(max(3, self.players)):
            hand = [parse_card(p["card"], "card") for p in plays if p["seat"] == seat]
            yield f"  {self._seat(seat)}: {hand_text(hand)}"
        for side, bid in enumerate(round_["bids"]):
            yield f"  {self._side(side)} bids {bid}: {', '.join(self._bid_cards(round_, side))}"

    def _bid_cards(self, round_: dict[str, Any], side: int) -> list[str]:
        if self.players == 2 and side == CLARA:
            clara: list[str] = round_["clara"]["bids"]
            return clara
        return [
            turn["card"] + " (appeal)" * (turn["face"] == "up")
            for turn in round_["actions"]
            if turn["action"] == "bid" and turn["seat"] % len(round_["bids"]) == side
        ]

    def _tricks(self, round_: dict[str, Any]) -> Iterator[str]:
        yield f"Tricks, led by seat {round_['leader_card']}, who holds the leader card"
        for number, trick in enumerate(round_["tricks"], start=1):
            plays = ", ".join(self._play(play) for play in trick["plays"])
            slack = " with a slacker: accepted, not completed" if trick["slack"] else ""
            yield f"  {number:2}  {plays}: {self._seat(trick['winner'])} wins{slack}"

    def _play(self, play: dict[str, Any]) -> str:
        chosen = "" if play["by"] == play["seat"] else f" (chosen by seat {play['by']})"
        return f"{self._seat(play['seat'])} {play['card']}{chosen}"

    def _scoring(self, round_: dict[str, Any]) -> Iterator[str]:
        lists = [round_[name] for name in ("bids", "appeals", "accepted", "completed")]
        sources = round_components(self.table, *lists)
        columns = {
            "bid": round_["bids"],
            "completed": round_["completed"],
            "accepted": round_["accepted"],
            "= tasks": sources["accepted"],
            "+ bid made": sources["bid"],
            "+ appeals": sources["appeal_success"],
            "+ others' failed appeals": sources["appeal_failure"],
            "= round": round_["points"],
            "game": round_["totals"],
        }
        names = [self._side(side) for side in range(len(round_["bids"]))]
        width = max(map(len, names))
        yield "Scoring"
        yield "  ".join([" " * (2 + width), *columns])
        for side, name in enumerate(names):
            cells = (f"{values[side]:{len(title)}}" for title, values in columns.items())
            yield "  ".join([f"  {name:{width}}", *cells])

    def _result(self) -> str:
        scores, winner = self.game["scores"], self._side(self.game["winner"])
        top = [side for side, score in enumerate(scores) if score == max(scores)]
        told = ", ".join(f"{self._side(side)} {score}" for side, score in enumerate(scores))
        if len(top) == 1:
            return f"Result: {told}. The winner is {winner}."
        tied = " and ".join(self._side(side) for side in top)
        return f"Result: {told}. {tied} are level; {self._tie_break(top)}: the winner is {winner}."

    def _tie_break(self, top: Sequence[int]) -> str:
        """What decides between level sides (rulings M11 and M12)."""
        if self.players == 2 and CLARA in top:
            return "Clara wins ties"
        holder = self._holder()
        if (holder % 2 if self.players == 4 else holder) in top:
            return f"seat {holder} holds the leader card"
        return f"nearest to the left of seat {holder}, who holds the leader card"

    def _holder(self) -> int:
        """Who holds the leader card at the end."""
        last = self.game["rounds"][-1]
        holder: int = last["leader_card"]
        if self.table.game.leader_card_follows_winner:
            for trick in last["tricks"]:
                holder = trick["winner"] if trick["winner"] < self.players else holder
        return holder
