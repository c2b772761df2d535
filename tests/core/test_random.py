"""Random streams: words pinned by value, draws exactly uniform."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from analyser.core import random
from analyser.core.random import Deal, Decisions, block, split_word

MASK = (1 << 64) - 1


def philox4x64(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x64-10 as published (Salmon et al. 2011), from the definition."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        a, b = 0xD2E7470EE14C6C93 * c0, 0xCA5A826395121157 * c2
        c0, c1, c2, c3 = (b >> 64) ^ c1 ^ k0, b & MASK, (a >> 64) ^ c3 ^ k1, a & MASK
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) & MASK, (k1 + 0xBB67AE8584CAA73B) & MASK
    return [c0, c1, c2, c3]


def test_definition_gives_the_published_known_answers() -> None:
    # Random123, kat_vectors
    assert philox4x64([0] * 4, [0] * 2) == [
        *(0x16554D9ECA36314C, 0xDB20FE9D672D0FDC),
        *(0xD7E772CEE186176B, 0x7E68B68AEC7BA23B),
    ]
    assert philox4x64([MASK] * 4, [MASK] * 2) == [
        *(0x87B092C3013FE90B, 0x438C3C67BE8D0224),
        *(0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
    ]


@pytest.mark.parametrize("at", [(0, 0, 0, 0, 0), (7, 2, 123_456_789, 3, 5), (MASK, 1, 2**40, 9, 0)])
def test_block_is_philox_at_the_counter_after(at: tuple[int, int, int, int, int]) -> None:
    seed, stream, game, round_, index = at
    assert block(*at) == philox4x64([index + 1, round_, game, 0], [seed, stream])


def test_words_are_pinned() -> None:
    assert block(0, 0, 0, 0) == [
        *(0x02F4BA6408E4D89B, 0x3DD62B0B9CA8C5B2),
        *(0x1C8667A55D902E79, 0x907D7A052FD5B4DC),
    ]
    assert block(7, 2, 123_456_789, 3, 5) == [
        *(0x8CFA5DEFB56AEF2E, 0xDC7DFDF403B022A4),
        *(0xE9C5368F1D17581D, 0xD872E71AD4097C64),
    ]


def test_deals_and_decisions_are_pinned() -> None:
    deal = Deal(0, 0, 1)
    assert deal.shuffle(range(30)) == [
        *(6, 11, 10, 27, 2, 23, 19, 9, 17, 25, 0, 29, 15, 3, 1),
        *(4, 7, 24, 26, 20, 16, 13, 14, 21, 28, 18, 22, 12, 8, 5),
    ]
    assert deal.starter(3) == 2
    drawn = [Decisions(0, 1, 17, 2).below(lane, 6) for lane in range(20)]
    assert drawn == [1, 4, 1, 1, 4, 3, 3, 2, 5, 4, 0, 3, 4, 5, 1, 3, 4, 5, 5, 5]


def test_blocks_of_different_places_differ() -> None:
    places = list(product(range(3), repeat=5))
    assert len({tuple(block(*at)) for at in places}) == len(places)


def test_decisions_of_a_seat_are_not_those_of_the_cards() -> None:
    assert Decisions(5, 0, 4, 1).below(0, 1 << 16) == block(5, 1, 4, 1)[0] & 0xFFFF
    assert Deal(5, 4, 1).starter(1 << 32) == block(5, 0, 4, 1)[2] >> 32


# Exact enumeration: with words of few bits, every word can be tried


@pytest.fixture
def _small_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "WORD", 1 << 10)


@pytest.mark.usefixtures("_small_words")
@pytest.mark.parametrize("bounds", [(2,), (7,), (3, 2), (4, 3, 2), (5, 4, 3, 2), (6, 6), (1, 5, 1)])
def test_split_word_is_uniform_over_all_words(bounds: tuple[int, ...]) -> None:
    draws = [split_word(word, bounds) for word in range(random.WORD)]
    outcomes = list(product(*map(range, bounds)))
    counts = Counter(tuple(d) for d in draws if d is not None)
    assert set(counts) == set(outcomes)
    assert set(counts.values()) == {random.WORD // len(outcomes)}
    assert draws.count(None) == random.WORD % len(outcomes)


def test_split_word_rejects_the_words_that_would_bias() -> None:
    assert split_word(0, [3]) is None
    assert split_word(0, [4]) == [0]
    assert split_word(1 << 62, [3]) == [0]
    assert split_word((1 << 64) - 1, [3, 5]) == [2, 4]


@pytest.mark.usefixtures("_small_words")
def test_shuffle_is_uniform_over_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    # The word that is never rejected follows, so that only first words count.
    accepted = random.WORD - 1
    counts: Counter[tuple[int, ...]] = Counter()
    rejected = 0
    for word in range(random.WORD):
        rejected += split_word(word, [4, 3, 2]) is None
        monkeypatch.setattr(random, "block", lambda *at, w=word: [accepted if at[4] else w] * 4)
        counts[tuple(Deal(0, 0, 1).shuffle("abcd"))] += 1
    counts[tuple(_swapped("abcd"))] -= rejected
    assert set(counts) == set(permutations("abcd"))
    assert set(counts.values()) == {random.WORD // 24}


def _swapped(cards: str) -> list[str]:
    """What the highest word does: every jump is the longest."""
    deck = list(cards)
    for i in range(len(deck) - 1):
        deck[i], deck[-1] = deck[-1], deck[i]
    return deck


def test_rejected_word_is_replaced_from_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {0: 0, 1: 0, 2: 2 << 62}
    monkeypatch.setattr(random, "block", lambda *at: [words[at[4]]] * 4)
    assert Deal(0, 0, 1).starter(3) == 1


@pytest.mark.parametrize("bound", [2, 3, 4, 6, 24])
def test_below_is_uniform_over_all_lanes(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Fallback(Exception):
        """The lane was rejected and a whole word is asked for."""

    def fake(lane: int, *at: int) -> list[int]:
        if at[4]:
            raise Fallback
        return [lane] * 4

    counts: Counter[int] = Counter()
    for lane in range(random.LANE):
        monkeypatch.setattr(random, "block", partial(fake, lane))
        try:
            counts[Decisions(0, 0, 0, 1).below(0, bound)] += 1
        except Fallback:
            counts[-1] += 1
    rejected = counts.pop(-1, 0)
    assert rejected == random.LANE % bound
    assert counts == dict.fromkeys(range(bound), random.LANE // bound)


def test_below_falls_back_to_words_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fake(*at: int) -> list[int]:
        asked.append(at[4])
        return [{1: 0, (1 << 8) + 20: 0}.get(at[4], (1 << 64) - 1)] * 4

    monkeypatch.setattr(random, "block", fake)
    assert Decisions(0, 0, 0, 1).below(20, 3) == 2
    assert asked == [1, (1 << 8) + 20, (2 << 8) + 20]


def test_lanes_are_the_sixteen_bit_pieces_of_the_blocks() -> None:
    words = block(3, 1, 2, 1, 0) + block(3, 1, 2, 1, 1)
    pieces = np.array(words, dtype="<u8").view("<u2").tolist()
    decisions = Decisions(3, 0, 2, 1)
    assert [decisions.below(lane, random.LANE) for lane in range(32)] == pieces


def test_a_decision_draws_from_its_lane_then_from_words_of_its_own() -> None:
    decisions = Decisions(3, 0, 2, 1)
    draw, again = decisions.draws(5), decisions.draws(5)
    drawn = [draw(bound) for bound in (6, 6, 1 << 64, 1)]
    assert drawn[0] == decisions.below(5, 6)
    assert drawn[2] == block(3, 1, 2, 1, (2 << 32) + 5)[0]
    assert [again(bound) for bound in (6, 6, 1 << 64, 1)] == drawn


def test_later_draws_of_a_decision_are_uniform_and_independent() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for game in range(600):
        draw = Decisions(8, 0, game, 1).draws(3)
        pairs[draw(3), draw(3)] += 1
    assert len(pairs) == 9
    assert chisquare(list(pairs.values())).pvalue > 0.001


def test_a_large_bound_takes_a_word_at_once() -> None:
    bound = (1 << 40) + 1
    draws = [Decisions(8, 0, game, 1).draws(0)(bound) for game in range(200)]
    assert len(set(draws)) == 200
    assert max(draws) < bound
    assert chisquare(np.histogram(draws, bins=4, range=(0, bound))[0]).pvalue > 0.001


@pytest.mark.parametrize("bound", [0, -1, (1 << 64) + 1])
def test_other_bounds_are_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="must be from 1 to 2"):
        Decisions(0, 0, 0, 1).draws(0)(bound)


def test_shuffled_decks_are_permutations() -> None:
    decks = [Deal(1, game, 1).shuffle(range(27)) for game in range(20)]
    assert all(sorted(deck) == list(range(27)) for deck in decks)
    assert all(a != b for a, b in pairwise(decks))
