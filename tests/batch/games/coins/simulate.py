"""Plays coins: between one round and all of them, as a hash of seed, game and round says."""

import os
import time

import numpy as np

from analyser.core.records import Records

from . import GAME


def simulate(rules, strategies, seed, start, count, fork=None, replicate=0):
    time.sleep(float(os.environ.get("COINS_SECONDS_A_GAME", 0)) * count)
    games = np.arange(start, start + count, dtype=np.uint64)
    rounds = 1 + (_hash(games, seed) % rules.table.game.rounds).astype(int)
    game = np.repeat(games, rounds)
    number = np.arange(len(game)) - np.repeat(np.cumsum(rounds) - rounds, rounds) + 1
    toss = _hash(game * 64 + number.astype(np.uint64), seed + 1)
    face = toss >> 40 & 1
    heads = np.array(rules.table.scoring.heads)
    points = [(toss >> 8 * side & 7) + heads[0] * face for side in range(rules.players)]
    block = np.array([number, face, *points], dtype=np.int16)
    return Records(GAME.columns, rules.players, start, count, block)


def _hash(numbers, seed):
    """The finaliser of SplitMix64."""
    x = numbers + np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
    x = (x ^ x >> 30) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> 27) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> 31
