from dataclasses import dataclass


@dataclass(frozen=True)
class Game:
    rounds: int


@dataclass(frozen=True)
class Scoring:
    heads: tuple[int, int]


@dataclass(frozen=True)
class Table:
    game: Game
    scoring: Scoring

    def check(self, players):
        pass

    def side_labels(self, players):
        return tuple(map(str, range(players)))


def assumed(table):
    return ("C1",)


def rulings(table, players):
    return ("C1", "C2")
